package tables

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/match"
	"tafelrunde/internal/web/core"
)

// enginesLate is how long a turn of an engine may wait in a game with a person while
// computers still offer games: longer waits mean that no worker runs or that all are busy.
const enginesLate = 5 * match.Second

// ComputerGameRequest contains the game that a person takes from the offers of the computer
// opponents. It is public and casual, and the first move is at random.
type ComputerGameRequest struct {
	Game    string       `json:"game" enum:"wotn,lancelot"`
	Variant string       `json:"variant" maxLength:"40"`
	Engines []int        `json:"engines" minItems:"1" maxItems:"4" nullable:"false" doc:"playing levels of the computer opponents, who sit after the requester: 1 to 10, or 11 to 17 for a beginner"`
	Clock   ClockRequest `json:"clock" doc:"not of the kind none"`
}

// check returns the refusal of a request whose game could last for ever, or has a free seat.
func (r *ComputerGameRequest) check() *match.Refusal {
	switch {
	case r.Clock.Kind == string(match.NoClock):
		return match.Refuse("computers-clock", "a game that a computer offers has a clock")
	case slices.ContainsFunc(r.Engines, func(level int) bool { return level < 1 || level > engines.MaxLevel }):
		return match.Refuse("level", "playing levels have the numbers 1 to %d", engines.MaxLevel).With("most", engines.MaxLevel)
	}
	return nil
}

func (r *ComputerGameRequest) settings() match.Settings {
	return (&PairRequest{Game: r.Game, Variant: r.Variant, Seats: len(r.Engines) + 1, Clock: r.Clock}).settings()
}

var (
	noComputers   = core.NewProblem(http.StatusForbidden, "no-computers", "computers offer no games on this site")
	computersBusy = core.NewProblem(http.StatusServiceUnavailable, "computers-busy", "the computers are busy; try again in a minute").After(30 * time.Second)
)

// checkComputers returns a problem if computers offer no games: the site has turned them off,
// nothing plays for them, or their turns wait too long.
func (a *API) checkComputers(ctx context.Context) error {
	s, err := a.SiteSettings(ctx)
	switch {
	case err != nil:
		return err
	case s.NoComputers || !a.engines:
		return noComputers
	}
	waiting, err := a.store.WaitingEngineTurns(ctx, a.Now().After(-enginesLate), true)
	if err == nil && waiting > 0 {
		err = computersBusy
	}
	return err
}

// computersPlay reports whether computers offer games.
func (a *API) computersPlay(ctx context.Context) (bool, error) {
	err := a.checkComputers(ctx)
	if errors.Is(err, noComputers) || errors.Is(err, computersBusy) {
		return false, nil
	}
	return err == nil, err
}

func (a *API) registerComputers(routes huma.API) {
	type playRequest struct{ Body ComputerGameRequest }
	type playResponse struct {
		Body struct {
			Match string `json:"match"`
		}
	}
	core.Register(routes, core.Create.ByPerson(core.NewTables), huma.Operation{OperationID: "playComputers", Method: http.MethodPost, Path: "/api/lobby/computers", Summary: "Start a casual game against computer opponents, as the lobby offers it", DefaultStatus: http.StatusCreated},
		func(ctx context.Context, in *playRequest) (*playResponse, error) {
			p, err := a.RequireNamed(ctx)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			if refusal := in.Body.check(); refusal != nil {
				return nil, a.ProblemOf(refusal)
			}
			out := &playResponse{}
			out.Body.Match = core.IDFor(ctx)
			if core.ResumedSince(ctx) > 0 { // it may have been opened already
				if s, err := a.Host.State(ctx, out.Body.Match); err == nil && s.Owner.ID == p.ID {
					return out, nil
				}
			}
			if err := a.checkComputers(ctx); err != nil {
				return nil, a.ProblemOf(err)
			}
			_, err = a.matches.Do(ctx, out.Body.Match, match.New(), match.Command{At: a.Now(), By: p.ID, Do: match.Open{
				Settings: in.Body.settings(), Owner: core.PlayerOf(p), OwnerSeat: 0,
				Engines: append([]int{0}, in.Body.Engines...), Seed: rand.Uint64(),
			}})
			return out, a.ProblemOf(err)
		})
}
