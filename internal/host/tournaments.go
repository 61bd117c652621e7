package host

import (
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/tournament"
)

// Tournaments executes commands in tournaments and keeps the states of those that were used
// last. It is safe for concurrent use, by several processes too.
type Tournaments struct {
	// Notified, unless nil, is called with each person for whom a command has stored a notification.
	Notified func(person string)

	store  store.Tournaments
	mu     sync.Mutex
	states *simplelru.LRU[string, *tournament.State]
}

// keptTournaments is the number of tournaments whose states are kept.
const keptTournaments = 200

// NewTournaments returns the tournaments of a store.
func NewTournaments(s store.Tournaments) *Tournaments {
	states, err := simplelru.NewLRU[string, *tournament.State](keptTournaments, nil)
	if err != nil {
		panic("host: " + err.Error())
	}
	return &Tournaments{store: s, states: states}
}

// State returns the current state of a tournament, or [store.ErrNotFound].
func (t *Tournaments) State(ctx context.Context, id string) (*tournament.State, error) {
	s, err := t.current(ctx, id)
	if err == nil && s.Phase == tournament.Uncreated {
		err = store.ErrNotFound
	}
	return s, err
}

// current is State, which returns that of a tournament before its first event too.
func (t *Tournaments) current(ctx context.Context, id string) (*tournament.State, error) {
	t.mu.Lock()
	s, known := t.states.Get(id)
	t.mu.Unlock()
	if !known {
		s = tournament.New()
	}
	if known {
		if seq, err := t.store.TournamentSeq(ctx, id); err != nil || seq == s.Seq {
			return s, err
		}
	}
	events, err := t.store.TournamentEvents(ctx, id, s.Seq)
	if err != nil {
		return nil, err
	}
	if s, err = tournament.Replay(s, events); err != nil {
		return nil, err
	}
	t.keep(id, s)
	return s, nil
}

// keep keeps a state unless a later one is kept already.
func (t *Tournaments) keep(id string, s *tournament.State) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if old, ok := t.states.Get(id); s.Seq > 0 && (!ok || old.Seq < s.Seq) {
		t.states.Add(id, s)
	}
}

// TournamentOptions are conditions of a command that the state of its tournament does not know.
type TournamentOptions struct {
	// MaxOpen is [store.TournamentAppend.MaxOpen].
	MaxOpen int
	// Entry is an entry of the audit log, which is stored with the events; nil for none.
	Entry *store.Entry
}

// Do carries out a command and returns the state after it. When it returns, the events are
// stored. A command that has been carried out before changes nothing. The error is a
// [*match.Refusal], [store.ErrNotFound] or another one of the store.
func (t *Tournaments) Do(ctx context.Context, id string, c tournament.Command, o TournamentOptions) (*tournament.State, error) {
	for range tries {
		s, err := t.current(ctx, id)
		if err != nil {
			return nil, err
		}
		if _, creates := c.Do.(tournament.Create); !creates && s.Phase == tournament.Uncreated {
			return nil, store.ErrNotFound
		}
		events, after, err := tournament.Decide(s, c)
		if err != nil || len(events) == 0 {
			return s, err
		}
		// A decided command is stored even if the caller stops waiting.
		notified, err := t.store.AppendTournament(context.WithoutCancel(ctx), store.TournamentAppend{Tournament: id, Events: events, After: after, MaxOpen: o.MaxOpen, Entry: o.Entry})
		if err == nil {
			t.keep(id, after)
			if t.Notified != nil {
				for _, person := range notified {
					t.Notified(person)
				}
			}
			return after, nil
		}
		if !errors.Is(err, store.ErrConflict) {
			return nil, err
		}
	}
	return nil, store.ErrConflict
}

// CheckTournamentGames returns the refusal of the settings of a tournament's games, or nil: whether
// the director could begin one against others.
func CheckTournamentGames(rules match.Rules, s match.Settings, director match.Player) error {
	players := []match.Player{director}
	for len(players) < s.Seats && s.Seats <= match.MaxSeats {
		name := strings.Repeat("-", len(players))
		players = append(players, match.Player{ID: name, Name: name, Account: true})
	}
	_, _, err := match.Decide(rules, match.New(), match.Command{Do: match.Open{Settings: s, Owner: director, Players: players}})
	return err
}
