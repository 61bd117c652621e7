package tournaments

import (
	"context"
	"math/rand/v2"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/tournament"
	"tafelrunde/internal/web/core"
)

// NewTournament contains the settings of a new tournament. Missing fields are false, 0 or "",
// or have the usual value.
type NewTournament struct {
	Name        string `json:"name" maxLength:"120"`
	Description string `json:"description,omitempty" maxLength:"4000"`
	Format      string `json:"format" enum:"round-robin,league,swiss,tables,arena,club-match"`
	Games       struct {
		Game    string `json:"game" enum:"wotn,lancelot"`
		Variant string `json:"variant" maxLength:"40"`
		Target  int    `json:"target,omitempty"`
		Rated   bool   `json:"rated,omitempty"`
		Clock   struct {
			Kind      string `json:"kind" enum:"real-time,correspondence"`
			Initial   int64  `json:"initial,omitempty" doc:"milliseconds, as all durations"`
			Increment int64  `json:"increment,omitempty"`
			PerTurn   int64  `json:"perTurn,omitempty"`
		} `json:"clock"`
	} `json:"games" doc:"settings of the games, which are for two, at tables of Lancelot for three to five"`
	Pool        int          `json:"pool,omitempty" doc:"largest size of a pool, 3 to 10; usual size of a division, 6 to 10"`
	Double      bool         `json:"double,omitempty" doc:"each pair plays twice"`
	Handicap    bool         `json:"handicap,omitempty" doc:"of two players of Way of the Knight the weaker one by rating gets handicap points, in casual tournaments"`
	Rounds      int          `json:"rounds,omitempty" doc:"of the Swiss system and of tables, or games on each board of a match between clubs; missing for the usual number"`
	Break       match.Millis `json:"break,omitempty" doc:"milliseconds between rounds"`
	Pace        string       `json:"pace,omitempty" enum:"rounds,all-at-once," doc:"when games begin; missing: rounds with real-time clocks, else all at once"`
	AtOnce      int          `json:"atOnce,omitempty" doc:"for all-at-once, how many games a player has at the same time at most; missing for all"`
	StartsAt    match.Moment `json:"startsAt" doc:"milliseconds since 1970"`
	EndsAt      match.Moment `json:"endsAt,omitempty" doc:"when the tournament ends even if games are unfinished"`
	MinRating   int          `json:"minRating,omitempty"`
	MaxRating   int          `json:"maxRating,omitempty"`
	MaxEntrants int          `json:"maxEntrants,omitempty"`
	Code        string       `json:"code,omitempty" maxLength:"80" doc:"must be given to enter"`
	Club        string       `json:"club,omitempty" maxLength:"64" doc:"a club of which the requester is the owner or an officer; only its members can then enter"`
	Opponent    string       `json:"opponent,omitempty" maxLength:"64" doc:"the club that is challenged to a match between clubs"`
	Computer    int          `json:"computer,omitempty" doc:"level of a computer opponent that makes the number of players even, in casual tournaments"`
}

func (n *NewTournament) settings() tournament.Settings {
	g := &n.Games
	seats := 2
	if tournament.Format(n.Format) == tournament.Tables {
		seats = 4
	}
	s := tournament.Settings{
		Name: n.Name, Description: n.Description, Format: tournament.Format(n.Format),
		Games: match.Settings{
			Game: g.Game, Variant: g.Variant, Target: g.Target, Seats: seats, Rated: g.Rated, Visibility: match.Public,
			Clock: match.Clock{
				Kind: match.ClockKind(g.Clock.Kind), Initial: match.Millis(g.Clock.Initial), Increment: match.Millis(g.Clock.Increment), PerTurn: match.Millis(g.Clock.PerTurn),
			},
		},
		Pool: n.Pool, Double: n.Double, Pace: tournament.Pace(n.Pace), AtOnce: n.AtOnce, Handicap: n.Handicap, Rounds: n.Rounds, Break: n.Break, StartsAt: n.StartsAt, EndsAt: n.EndsAt,
		MinRating: n.MinRating, MaxRating: n.MaxRating, MaxEntrants: n.MaxEntrants, Code: n.Code, Computer: n.Computer,
	}
	if s.Pace == "" {
		s.Pace = tournament.ByRounds
		if s.Format == tournament.Arena {
			s.Pace, s.AtOnce = tournament.AllAtOnce, 1
		}
		if s.Games.Clock.Kind == match.Correspondence && s.Format != tournament.Swiss && s.Format != tournament.Tables {
			s.Pace = tournament.AllAtOnce
		}
	}
	return s
}

func (a *API) registerCreation(routes huma.API) {
	type created struct {
		Body struct {
			ID string `json:"id"`
		}
	}
	core.Register(routes, core.Create.ByPerson(core.NewTournaments), huma.Operation{OperationID: "createTournament", Method: http.MethodPost, Path: "/api/tournaments", Summary: "Create a tournament, whose director is the requester", DefaultStatus: http.StatusCreated},
		func(ctx context.Context, in *struct{ Body NewTournament }) (*created, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			switch {
			case p.Bot:
				return nil, core.NewProblem(http.StatusForbidden, "tournament-director-bot", "programs cannot direct tournaments")
			case p.MutedUntil > a.Now():
				return nil, core.NewProblem(http.StatusForbidden, "tournament-muted", "you are muted: you cannot create tournaments")
			}
			out, director, settings := &created{}, core.PlayerOf(p), in.Body.settings()
			out.Body.ID = core.IDFor(ctx)
			if settings.Clubs, err = a.clubsFor(ctx, in.Body.Club, in.Body.Opponent, p.ID); err != nil {
				return nil, a.problemOf(err)
			}
			if err := host.CheckTournamentGames(a.rules, settings.MatchSettings(out.Body.ID, settings.Games.Seats), director); err != nil {
				return nil, a.problemOf(err)
			}
			if core.ResumedSince(ctx) > 0 { // it may have been created already
				if s, known := a.Tournaments.State(ctx, out.Body.ID); known == nil && s.MayDirect(p.ID) {
					return out, nil
				}
			}
			c := tournament.Command{At: a.Now(), By: p.ID, Do: tournament.Create{Settings: settings, Director: director, Seed: rand.Uint64()}}
			_, err = a.Tournaments.Do(ctx, out.Body.ID, c, host.TournamentOptions{MaxOpen: maxOpen})
			return out, a.problemOf(err)
		})
}
