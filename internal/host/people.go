package host

import "sync"

// peopleWatchers are notified of changed people.
type peopleWatchers struct {
	mu  sync.Mutex
	all []func(person string)
}

func (w *peopleWatchers) changed(person string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, changed := range w.all {
		changed(person)
	}
}

// WatchPeople calls changed with the ID of each person whom a process has changed or
// deleted, also if it has changed sessions, tokens or passkeys of the person. The ID is
// "" if any person may have changed. The only process of a store gets no notices of
// its own changes.
// Changed must return at once and must not call the host.
func (h *Host) WatchPeople(changed func(person string)) {
	h.people.mu.Lock()
	defer h.people.mu.Unlock()
	h.people.all = append(h.people.all, changed)
}
