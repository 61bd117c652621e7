package people

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

const (
	// historySize is the largest number of games in one response of getGamesOf.
	historySize = 50
	exportPage  = 100
	// exportPatience is how long a client may take to receive a game.
	exportPatience = 30 * time.Second
)

// registerGames adds the routes that list and export the games of a person.
func (a *API) registerGames(routes huma.API) {
	type historyRequest struct {
		ID string `path:"id" maxLength:"64"`
		GameFilter
		Skip int `query:"skip" minimum:"0" maximum:"1000000"`
	}
	type historyResponse struct {
		Body struct {
			Games []store.PlayedGame `json:"games"`
			More  bool               `json:"more"`
		}
	}
	core.Register(routes, core.Read, huma.Operation{OperationID: "getGamesOf", Method: http.MethodGet, Path: "/api/people/{id}/games", Summary: "A person's finished games that meet all conditions, the newest first, at most 50; only the person sees those of private tables"},
		func(ctx context.Context, in *historyRequest) (*historyResponse, error) {
			if _, err := a.store.Person(ctx, in.ID); err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &historyResponse{}
			query := in.query(in.ID, core.Requester(ctx).ID == in.ID)
			query.Skip, query.Limit = in.Skip, historySize+1
			list, err := a.store.GamesOf(ctx, query)
			out.Body.More = len(list) > historySize
			out.Body.Games = list[:min(len(list), historySize)]
			return out, a.ProblemOf(err)
		})
	a.registerGameExport(routes)
}

// registerGameExport adds the route that exports the games of a person.
func (a *API) registerGameExport(routes huma.API) {
	type exportRequest struct {
		ID   string `path:"id" maxLength:"64"`
		Game string `query:"game" enum:"wotn,lancelot" required:"true" doc:"wotn includes chess"`
		GameFilter
	}
	text := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	core.Register(routes, core.Read.ByAddress(core.ExportsByAddress).Through(core.ExportGate).Within(10*time.Minute), huma.Operation{
		OperationID: "exportGames", Method: http.MethodGet, Path: "/api/people/{id}/games/export",
		Summary: "A person's finished games that meet all conditions as one file, the newest first: PGN, or records of Lancelot; only the person gets those of private tables",
		Responses: map[string]*huma.Response{"200": {
			Description: "The records", Content: map[string]*huma.MediaType{"application/x-chess-pgn": text, "text/plain": text},
		}},
	}, func(ctx context.Context, in *exportRequest) (*huma.StreamResponse, error) {
		p, err := a.store.Person(ctx, in.ID)
		if err != nil {
			return nil, a.ProblemOf(err)
		}
		query := in.query(p.ID, core.Requester(ctx).ID == p.ID)
		if query.Until == 0 {
			query.Until = a.Now() // games that end meanwhile do not move the pages
		}
		site := a.SiteFor(core.HostOf(ctx))
		return &huma.StreamResponse{Body: func(hctx huma.Context) {
			_, w := humago.Unwrap(hctx)
			contentType, extension := "application/x-chess-pgn", "pgn"
			if in.Game == games.Lancelot {
				contentType, extension = "text/plain", "txt"
			}
			w.Header().Set("Content-Type", contentType+"; charset=utf-8")
			w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="games-%s.%s"`, p.ID, extension))
			w.Header().Set("Cache-Control", "no-store")
			client := http.NewResponseController(w)
			err := a.exportGames(hctx.Context(), query, in.Game, site, func(record string) error {
				// The client may need longer for all games than for another response.
				// Not every response has a deadline, such as in tests.
				_ = client.SetWriteDeadline(time.Now().Add(exportPatience))
				_, err := io.WriteString(w, record)
				return err
			})
			if err != nil {
				// The client must not take the games so far for all games.
				panic(http.ErrAbortHandler)
			}
		}}, nil
	})
}

// exportGames calls write with the record of each game that a query selects, the newest
// first. It reads one page of games and one match at a time.
func (a *API) exportGames(ctx context.Context, q store.GameQuery, game, site string, write func(string) error) error {
	type key struct {
		match  string
		number int
	}
	// Games that ended at q.Until and have been written. Pages begin at that moment
	// again, because several games can end at it.
	done := map[key]bool{}
	first := true
	for q.Limit = a.ExportPage; ; {
		page, err := a.store.GamesOf(ctx, q)
		if err != nil {
			return err
		}
		for _, played := range page {
			k := key{played.Match, played.Number}
			if played.Settings.Game != game || done[k] {
				continue
			}
			g, err := a.matches.GameOf(ctx, played.Match, played.Number)
			if err != nil {
				if core.IsNotFound(err) {
					continue // deleted meanwhile
				}
				return err
			}
			if g.EndedAt == 0 || g.State.Start == nil {
				continue // it ended before it began
			}
			record, err := a.matches.Record(ctx, g, site, played.Match, played.Number, true)
			if err != nil {
				return err
			}
			if !first {
				record = "\n" + record
			}
			first = false
			if err := write(record); err != nil {
				return err
			}
		}
		if len(page) < q.Limit {
			return nil
		}
		last := page[len(page)-1].EndedAt
		if last == q.Until {
			q.Skip += len(page)
		} else {
			q.Until, q.Skip = last, 0
			clear(done)
		}
		for _, played := range page {
			if played.EndedAt == last {
				done[key{played.Match, played.Number}] = true
			}
		}
	}
}

// GameFilter has the conditions of requests for the games of a person.
type GameFilter struct {
	Variant  string       `query:"variant" enum:"wotn,wotn-alternative,chess,lancelot"`
	Result   string       `query:"result" enum:"won,drawn,lost,aborted" doc:"the result for the person"`
	Opponent string       `query:"opponent" maxLength:"64" doc:"part of the name of another person in the game, ignoring case"`
	Against  string       `query:"against" enum:"people,computer"`
	MinMoves int          `query:"minMoves" minimum:"0" maximum:"100000" doc:"least number of moves of all seats"`
	MaxMoves int          `query:"maxMoves" minimum:"0" maximum:"100000" doc:"greatest number of moves of all seats, 0 for no limit"`
	From     match.Moment `query:"from" minimum:"0" doc:"earliest end of the game"`
	Until    match.Moment `query:"until" minimum:"0" doc:"latest end of the game, 0 for no limit"`
}

// query returns the query for the games of a person.
func (f *GameFilter) query(id string, private bool) store.GameQuery {
	return store.GameQuery{
		Person: id, Private: private,
		Variant: f.Variant, Result: store.GameResult(f.Result), Opponent: strings.TrimSpace(f.Opponent), Against: store.Against(f.Against),
		MinMoves: f.MinMoves, MaxMoves: f.MaxMoves, From: f.From, Until: f.Until,
	}
}
