package tables

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

const (
	// pairAmong is how many waiting tables pairing looks at.
	pairAmong = 50
	// freshFor is how long after opening a table its people count as present: their
	// pages are still connecting.
	freshFor = 30 * match.Second
)

// PairRequest contains the settings of the game that the requester looks for.
type PairRequest struct {
	Game    string       `json:"game" enum:"wotn,lancelot"`
	Variant string       `json:"variant" maxLength:"40"`
	Seats   int          `json:"seats" minimum:"2" maximum:"5"`
	Clock   ClockRequest `json:"clock"`
	Rated   bool         `json:"rated,omitempty" doc:"requires an account"`
}

func (r *PairRequest) settings() match.Settings {
	s := (&SettingsRequest{
		Game: r.Game, Variant: r.Variant, Seats: r.Seats, Clock: r.Clock, Rated: r.Rated,
		Takebacks: !r.Rated, Visibility: string(match.Public),
	}).settings()
	if s.Seats > 2 {
		s.Timeout, s.TakeoverLevel = match.ByEngine, 5
		if s.Rated {
			s.Timeout = match.Skip // engines cannot play in rated games
		}
	}
	return s
}

// Pairing is the table that a person was paired at.
type Pairing struct {
	Match  string `json:"match"`
	Opened bool   `json:"opened" doc:"whether the table was opened by this request"`
}

func (a *API) registerPairing(routes huma.API) {
	type pairRequest struct{ Body PairRequest }
	type pairResponse struct{ Body Pairing }
	core.Register(routes, core.Create.ByPerson(core.NewTables), huma.Operation{OperationID: "pair", Method: http.MethodPost, Path: "/api/pair", Summary: "Join a waiting public table with these settings, or open one"},
		func(ctx context.Context, in *pairRequest) (*pairResponse, error) {
			p, err := a.RequireNamed(ctx)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			if p.Bot {
				return nil, core.NewProblem(http.StatusForbidden, "pair-bot", "bots are not paired; they play by challenges and at tables")
			}
			settings := in.Body.settings()
			out := &pairResponse{}
			err = a.store.Exclusively(ctx, "pair", func() error {
				var err error
				out.Body, err = a.pair(ctx, p, settings)
				return err
			})
			return out, a.ProblemOf(err)
		})
}

// pair seats a person at the oldest suitable table, or opens one. Calls must not
// overlap: otherwise two people with equal settings could each open a table.
func (a *API) pair(ctx context.Context, p store.Person, settings match.Settings) (Pairing, error) {
	waiting, err := a.store.Pairable(ctx, store.PairingKey(&settings), pairAmong)
	if err != nil {
		return Pairing{}, err
	}
	for i := range waiting {
		// A second click, and a request that is repeated, finds the person's own table.
		if waiting[i].SeatOf(p.ID) >= 0 {
			return Pairing{Match: waiting[i].Match}, nil
		}
	}
	for i := range waiting {
		suits, err := a.suits(ctx, &waiting[i], p)
		if err != nil {
			return Pairing{}, err
		}
		if !suits {
			continue
		}
		_, err = a.matches.Command(ctx, waiting[i].Match, p, match.Sit{Player: core.PlayerOf(p), Seat: match.RandomSeat, Seed: rand.Uint64()})
		var refusal *match.Refusal
		switch {
		case err == nil:
			return Pairing{Match: waiting[i].Match}, nil
		case errors.As(err, &refusal) && refusal.Code != "rated-account":
			continue // the seat has been taken, or the table was closed
		default:
			return Pairing{}, err
		}
	}
	id := core.IDFor(ctx)
	if core.ResumedSince(ctx) > 0 { // it may have been opened, and even played, already
		if s, err := a.Host.State(ctx, id); err == nil && s.Owner.ID == p.ID {
			return Pairing{Match: id, Opened: true}, nil
		}
	}
	_, err = a.matches.Do(ctx, id, match.New(), match.Command{At: a.Now(), By: p.ID, Do: match.Open{
		Settings: settings, Owner: core.PlayerOf(p), OwnerSeat: 0, Seed: rand.Uint64(),
	}})
	return Pairing{Match: id, Opened: true}, err
}

// suits reports whether a person can be paired at a table: everybody who sits there
// is a person and present, unless it is a game by correspondence, and nobody there
// has blocked the person or is blocked by the person.
func (a *API) suits(ctx context.Context, v *store.Summary, p store.Person) (bool, error) {
	var others []string
	for _, other := range v.Seats {
		if other.Bot {
			return false, nil // people choose themselves whether they play bots
		}
		if other.ID != "" {
			others = append(others, other.ID)
		}
	}
	if len(others) == 0 {
		return false, nil // the owner has left
	}
	if v.Owner.ID != "" {
		others = append(others, v.Owner.ID)
	}
	if blocked, err := a.store.BlockedBy(ctx, p.ID, others); err != nil || blocked {
		return false, err
	}
	for _, other := range others {
		if blocked, err := a.store.BlockedBy(ctx, other, []string{p.ID}); err != nil || blocked {
			return false, err
		}
	}
	if v.Settings.Clock.Kind == match.Correspondence || a.Now().Since(v.OpenedAt) < freshFor {
		return true, nil
	}
	present, err := a.Host.Present(ctx, v.Match)
	if err != nil {
		return false, err
	}
	for seat, other := range v.Seats {
		if other.ID != "" && !present[seat] {
			return false, nil
		}
	}
	return true, nil
}
