// Package explorer has the routes of the explorer: what was played in a position, in
// games of the engines and in public games of this server.
package explorer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/explorer"
	"tafelrunde/internal/explorer/files"
	"tafelrunde/internal/match"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// Tables are the engines' games by the name of their set.
type Tables map[string]Table

// Table is a table with the tag of its file.
type Table struct {
	*explorer.Table
	tag string
}

// Embedded returns the tables that are part of the program.
func Embedded() Tables {
	tables := make(Tables)
	for _, table := range files.Tables() {
		tables.Add(table)
	}
	return tables
}

// Add adds a table, or replaces the one of the same set.
func (t Tables) Add(table *explorer.Table) {
	sum := sha256.Sum256(table.Data())
	t[table.Set.Name] = Table{table, `"` + hex.EncodeToString(sum[:12]) + `"`}
}

// API implements the routes.
type API struct {
	*core.App
	store   Store
	matches *matches.Access
	// Every is the least time from one look for new public games to the next.
	Every  time.Duration
	tables Tables
	public publicGames
}

// Register adds the routes.
func Register(routes huma.API, app *core.App, m *matches.Access, s Store, tables Tables) *API {
	a := &API{App: app, store: s, matches: m, Every: publicFor, tables: tables}
	a.registerExplorer(routes)
	a.registerTables(routes)
	return a
}

// Query is a position.
type Query struct {
	Game     string `query:"game" enum:"wotn,lancelot" required:"true"`
	Variant  string `query:"variant" enum:"wotn,wotn-alternative,chess,lancelot" required:"true" doc:"lancelot for Lancelot"`
	Position string `query:"position" minLength:"1" maxLength:"400" required:"true" doc:"in the notation of the game"`
}

// Moves are the moves that were played in a position, the most frequent first.
type Moves struct {
	Games int         `json:"games" doc:"number of games counted in all positions"`
	Moves []MoveCount `json:"moves"`
}

// MoveCount is a move with the results of its games.
type MoveCount struct {
	Move   string `json:"move" doc:"in coordinate notation; in Lancelot one of the equal turns of a symmetric position"`
	Wins   int    `json:"wins" doc:"games that the side that made the move won"`
	Draws  int    `json:"draws"`
	Losses int    `json:"losses"`
}

// EngineMoves are moves of games of the engines.
type EngineMoves struct {
	Moves
	Nodes int `json:"nodes" doc:"nodes of each search in these games"`
}

// PublicMoves are moves of public games of the server.
type PublicMoves struct {
	Moves
	Complete bool `json:"complete" doc:"false while the server still counts its games"`
}

// Explored is what was played in a position.
type Explored struct {
	Set    string       `json:"set" doc:"the kind of game that has statistics of its own; empty if there are none, for example with more than two seats"`
	Engine *EngineMoves `json:"engine,omitempty"`
	Public PublicMoves  `json:"public"`
}

// ExploredGame is a public game in which a move was played.
type ExploredGame struct {
	Match   string         `json:"match"`
	Game    int            `json:"game"`
	Players []match.Player `json:"players"`
	Outcome match.Outcome  `json:"outcome"`
	EndedAt match.Moment   `json:"endedAt"`
}

// shownGames is the largest number of games behind a move that are listed at once.
const shownGames = 20

// placeOf returns the place of a position. ok is false if there are no statistics
// for it. The error is a problem with the code position.
func placeOf(q *Query) (place explorer.Place, ok bool, err error) {
	if (q.Game == "lancelot") != (q.Variant == "lancelot") {
		return place, false, core.NewProblem(http.StatusUnprocessableEntity, "request", "the variant belongs to another game")
	}
	if q.Game == "lancelot" {
		p, err := lancelot.ParsePosition(q.Position)
		if err != nil {
			return place, false, badPosition(err)
		}
		place, ok = explorer.PlaceOfLancelot(&p)
		return place, ok, nil
	}
	variant, err := wotn.ParseVariant(q.Variant)
	if err != nil {
		return place, false, badPosition(err)
	}
	p, err := wotn.ParsePosition(variant, q.Position)
	if err != nil {
		return place, false, badPosition(err)
	}
	return explorer.PlaceOfWotn(&p), true, nil
}

func badPosition(err error) error {
	return core.NewProblem(http.StatusUnprocessableEntity, "position", "this is not a position: "+err.Error()).With("reason", err.Error())
}

func (a *API) registerExplorer(routes huma.API) {
	type exploredResponse struct {
		Cache string `header:"Cache-Control"`
		Body  Explored
	}
	core.Register(routes, core.Read.ByAddress(core.LookUpsByAddress), huma.Operation{OperationID: "explore", Method: http.MethodGet, Path: "/api/explorer", Summary: "Which moves were played in a position, with the results of the games"},
		func(ctx context.Context, in *Query) (*exploredResponse, error) {
			place, ok, err := placeOf(in)
			if err != nil {
				return nil, err
			}
			if err := a.matches.RefuseOwnGame(ctx, in.Game, in.Variant, in.Position, ""); err != nil {
				return nil, err
			}
			out := &exploredResponse{Cache: "no-store"}
			out.Body.Public.Moves.Moves, out.Body.Public.Complete = []MoveCount{}, true
			if !ok {
				return out, nil
			}
			out.Body.Set = place.Set.Name
			if t, ok := a.tables[place.Set.Name]; ok {
				out.Body.Engine = &EngineMoves{Moves{t.Games, counts(t.Moves(&place))}, t.Nodes}
			}
			out.Body.Public.Complete = a.updatePublic(ctx)
			played, games := a.public.moves(&place)
			out.Body.Public.Moves = Moves{games, counts(played)}
			return out, nil
		})
	type exploredGamesResponse struct {
		Body struct {
			Games []ExploredGame `json:"games"`
			More  bool           `json:"more" doc:"there are earlier games with the move"`
			Next  int            `json:"next" doc:"the value of skip for these"`
		}
	}
	core.Register(routes, core.Read.ByAddress(core.LookUpsByAddress), huma.Operation{OperationID: "explorerGames", Method: http.MethodGet, Path: "/api/explorer/games", Summary: "Public games in which a move was played in a position, the latest first, 20 at a time"},
		func(ctx context.Context, in *struct {
			Query
			Move string `query:"move" minLength:"1" maxLength:"20" required:"true" doc:"in coordinate notation"`
			Skip int    `query:"skip" minimum:"0" maximum:"10000" doc:"the number of the latest games that are left out: next of the answer before"`
		}) (*exploredGamesResponse, error) {
			place, ok, err := placeOf(&in.Query)
			if err != nil {
				return nil, err
			}
			if err := a.matches.RefuseOwnGame(ctx, in.Game, in.Variant, in.Position, ""); err != nil {
				return nil, err
			}
			out := &exploredGamesResponse{}
			out.Body.Games = []ExploredGame{}
			if !ok {
				return out, nil
			}
			a.updatePublic(ctx)
			refs := a.public.gamesWith(&place, in.Move)
			out.Body.Next = min(in.Skip, len(refs))
			for _, ref := range refs[out.Body.Next:] {
				if len(out.Body.Games) == shownGames {
					out.Body.More = true
					break
				}
				out.Body.Next++
				g, ok, err := a.shown(ctx, ref)
				if err != nil {
					return nil, a.ProblemOf(err)
				}
				if ok {
					out.Body.Games = append(out.Body.Games, g)
				}
			}
			return out, nil
		})
}

// shown returns a game with the current names of its players. ok is false if the
// game is not public any more.
func (a *API) shown(ctx context.Context, ref gameRef) (g ExploredGame, ok bool, err error) {
	s, err := a.Host.State(ctx, ref.match)
	if err != nil || s.Settings.Visibility != match.Public {
		return g, false, err
	}
	games, err := a.store.Games(ctx, ref.match)
	if err != nil {
		return g, false, err
	}
	for _, one := range games {
		if one.Number == ref.number {
			return ExploredGame{ref.match, one.Number, one.Players, one.Outcome, one.EndedAt}, true, nil
		}
	}
	return g, false, nil
}

func counts(moves []explorer.Move) []MoveCount {
	list := make([]MoveCount, len(moves))
	for i, m := range moves {
		list[i] = MoveCount{m.Text, m.Wins, m.Draws, m.Losses}
	}
	return list
}

func (a *API) registerTables(routes huma.API) {
	type tableResponse struct {
		Status      int
		ContentType string `header:"Content-Type"`
		ETag        string `header:"ETag"`
		Cache       string `header:"Cache-Control"`
		Body        []byte
	}
	content := map[string]*huma.MediaType{"application/octet-stream": {Schema: &huma.Schema{Type: "string", Format: "binary"}}}
	core.Register(routes, core.Read.ByAddress(core.LookUpsByAddress).Through(core.RecordGate).Within(2*time.Minute), huma.Operation{
		OperationID: "explorerTable", Method: http.MethodGet, Path: "/api/explorer/tables/{set}", Summary: "The moves of the engines' games of a kind of game, as a file for use without network",
		Responses: map[string]*huma.Response{"200": {Description: "The file", Content: content}},
	},
		func(_ context.Context, in *struct {
			Set         string `path:"set" maxLength:"40"`
			IfNoneMatch string `header:"If-None-Match"`
		}) (*tableResponse, error) {
			t, ok := a.tables[in.Set]
			if !ok {
				return nil, core.NewProblem(http.StatusNotFound, "not-found", "this does not exist")
			}
			out := &tableResponse{Status: http.StatusOK, ContentType: "application/octet-stream", ETag: t.tag, Cache: "public, max-age=86400"}
			if in.IfNoneMatch == t.tag {
				out.Status, out.ContentType = http.StatusNotModified, ""
				return out, nil
			}
			out.Body = t.Data()
			return out, nil
		})
}
