package core

import (
	"context"
	"maps"
	"slices"
	"sort"
	"sync"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

const (
	// onlineEvery is how often processes that share a store exchange who is online.
	onlineEvery = 15 * time.Second
	// onlineValid is how long a presence that another process has stored counts.
	onlineValid = match.Millis(2*onlineEvery/time.Millisecond) + 5*match.Second
	// onlineMatch and lobbyMatch replace the ID of a match in the presences of people
	// who are online, or in the lobby.
	onlineMatch = "online"
	lobbyMatch  = "lobby"
	// sharedFor is how long presences that were read from the store are shared by requests.
	sharedFor = 2 * time.Second
	// namesAtMost is the largest number of people that [Online] names.
	namesAtMost = 50
)

// onlinePeople are the people who have streams of this process.
type onlinePeople struct {
	mu sync.Mutex
	by map[string]*onlinePerson
	// elsewhere are the presences that all processes have stored.
	elsewhere shared[[]store.Presence]
}

type onlinePerson struct {
	person         store.Person
	streams, lobby int
}

// Enter counts a person as online until leave is called, once. Lobby says that the
// person is in the lobby. People without a session are not counted.
func (a *App) Enter(p store.Person, lobby bool) (leave func()) {
	if p.ID == "" {
		return func() {}
	}
	in := 0
	if lobby {
		in = 1
	}
	change := func(by int) {
		a.online.mu.Lock()
		defer a.online.mu.Unlock()
		o := a.online.by[p.ID]
		if o == nil {
			o = &onlinePerson{}
			a.online.by[p.ID] = o
		}
		o.person = p
		o.streams += by
		o.lobby += by * in
		if o.streams == 0 {
			delete(a.online.by, p.ID)
		}
	}
	change(1)
	return func() { change(-1) }
}

// Online are the people who are online, in any process.
type Online struct {
	Count int `json:"count" doc:"people with a session who have a page or a program connected"`
	// People are some of those who have accounts and are in the lobby. Others are
	// counted only: a person who does not look for players is not named.
	People []OnlinePerson `json:"people" doc:"at most 50 people with accounts who have the lobby open and do not hide it, by name"`
}

// OnlinePerson is a person with an account who is in the lobby.
type OnlinePerson struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Bot  bool   `json:"bot,omitempty"`
	Arms string `json:"arms,omitempty"`
}

// Online returns who is online.
func (a *App) Online(ctx context.Context) (Online, error) {
	all, lobby, err := a.peopleOnline(ctx)
	if err != nil {
		return Online{}, err
	}
	o := Online{Count: len(all), People: []OnlinePerson{}}
	for id, p := range lobby {
		if p.Account() && p.DeletedAs == "" {
			o.People = append(o.People, OnlinePerson{id, p.Name, p.Bot, p.Arms})
		}
	}
	sort.Slice(o.People, func(i, j int) bool { return o.People[i].Name < o.People[j].Name })
	o.People = o.People[:min(len(o.People), namesAtMost)]
	return o, nil
}

// InLobby returns the people who have the lobby open, and the bots that are
// connected, by ID.
func (a *App) InLobby(ctx context.Context) (map[string]store.Person, error) {
	_, lobby, err := a.peopleOnline(ctx)
	return lobby, err
}

// IsOnline reports whether others may see that a person is online.
func (a *App) IsOnline(ctx context.Context, p store.Person) (bool, error) {
	if p.Hidden || p.DeletedAs != "" {
		return false, nil
	}
	all, _, err := a.peopleOnline(ctx)
	return all[p.ID], err
}

// PeopleOnline returns which of some people are online, by ID, also those who hide it.
func (a *App) PeopleOnline(ctx context.Context, ids []string) (map[string]bool, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	elsewhere, err := a.seenElsewhere(ctx)
	if err != nil {
		return nil, err
	}
	online := make(map[string]bool)
	a.online.mu.Lock()
	for _, id := range ids {
		online[id] = a.online.by[id] != nil
	}
	a.online.mu.Unlock()
	for _, x := range elsewhere {
		if _, asked := online[x.Person]; asked && a.Now().Since(x.At) <= onlineValid {
			online[x.Person] = true
		}
	}
	return online, nil
}

// seenElsewhere returns the presences that all processes have stored, nil if there is one process.
func (a *App) seenElsewhere(ctx context.Context) ([]store.Presence, error) {
	if a.Host.SoleProgram() {
		return nil, nil
	}
	return a.online.elsewhere.get(func() ([]store.Presence, error) {
		return a.store.LastPresence(ctx, []string{onlineMatch, lobbyMatch})
	})
}

// shared is a value that several requests read together.
type shared[T any] struct {
	mu    sync.Mutex
	value T
	until time.Time
}

// get returns the value, which is read again after sharedFor.
func (s *shared[T]) get(read func() (T, error)) (T, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Now().Before(s.until) {
		return s.value, nil
	}
	value, err := read()
	if err == nil {
		s.value, s.until = value, time.Now().Add(sharedFor)
	}
	return value, err
}

// peopleOnline returns who is online, and those of them who are in the lobby and do
// not hide it.
func (a *App) peopleOnline(ctx context.Context) (all map[string]bool, lobby map[string]store.Person, err error) {
	all, lobby = make(map[string]bool), make(map[string]store.Person)
	a.online.mu.Lock()
	for id, o := range a.online.by {
		all[id] = true
		if o.lobby > 0 {
			lobby[id] = o.person
		}
	}
	a.online.mu.Unlock()
	seen, err := a.seenElsewhere(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, x := range seen {
		if a.Now().Since(x.At) > onlineValid {
			continue
		}
		all[x.Person] = true
		if _, known := lobby[x.Person]; known || x.Match != lobbyMatch || len(lobby) >= namesAtMost {
			continue
		}
		p, err := a.store.Person(ctx, x.Person)
		switch {
		case err == nil:
			lobby[x.Person] = p
		case !IsNotFound(err):
			return nil, nil, err
		}
	}
	hidden, err := a.store.HiddenOf(ctx, slices.Collect(maps.Keys(lobby)))
	if err != nil {
		return nil, nil, err
	}
	for id := range hidden {
		delete(lobby, id)
	}
	return all, lobby, nil
}

// shareOnline stores who is online here, for other processes, until ctx is done.
func (a *App) shareOnline(ctx context.Context) {
	tick := time.NewTicker(onlineEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if a.Host.SoleProgram() {
			continue
		}
		var seen []store.Presence
		now := a.Now()
		a.online.mu.Lock()
		for id, o := range a.online.by {
			seen = append(seen, store.Presence{Match: onlineMatch, Person: id, At: now})
			if o.lobby > 0 {
				seen = append(seen, store.Presence{Match: lobbyMatch, Person: id, At: now})
			}
		}
		a.online.mu.Unlock()
		if err := a.store.SavePresence(ctx, seen); err != nil && ctx.Err() == nil && a.Host.StoreReadable() {
			a.Log.Error("storing who is online failed", "error", err)
		}
	}
}
