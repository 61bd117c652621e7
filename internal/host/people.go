package host

import "sync"

// peopleWatchers are told that people have changed.
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

// WatchPeople lets changed be called with the ID of each person whom a program
// has changed or deleted, or whose sessions, tokens or passkeys it has, and with
// "" if that may be so for anybody. A program alone on its store is not told of
// its own changes. It must return at once, and call nothing of the host.
func (h *Host) WatchPeople(changed func(person string)) {
	h.people.mu.Lock()
	defer h.people.mu.Unlock()
	h.people.all = append(h.people.all, changed)
}
