package bots

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// GameExport is a game in lichess's form.
type GameExport struct {
	ID          string        `json:"id"`
	Rated       bool          `json:"rated"`
	Variant     string        `json:"variant"`
	Speed       string        `json:"speed" enum:"bullet,blitz,rapid,classical,correspondence"`
	Perf        string        `json:"perf"`
	CreatedAt   match.Moment  `json:"createdAt"`
	LastMoveAt  match.Moment  `json:"lastMoveAt"`
	Status      string        `json:"status" enum:"created,started,aborted,mate,resign,stalemate,timeout,draw,outoftime,variantEnd"`
	Source      string        `json:"source" enum:"friend,lobby,ai"`
	Players     ExportPlayers `json:"players"`
	InitialFEN  string        `json:"initialFen,omitempty" doc:"missing for the usual start position"`
	Winner      string        `json:"winner,omitempty" enum:"white,black"`
	Moves       string        `json:"moves" doc:"in SAN; Lancelot: turns as in its records"`
	PGN         string        `json:"pgn,omitempty" doc:"with pgnInJson"`
	DaysPerTurn int           `json:"daysPerTurn,omitempty"`
	Clock       *ExportClock  `json:"clock,omitempty"`
	Clocks      []int         `json:"clocks,omitempty" doc:"hundredths of a second left after each move; missing unless asked for, and without a real-time clock"`
	Match       string        `json:"match" doc:"the ID of the match"`
	Game        int           `json:"game" doc:"the number of the game in the match, from 1"`
	Outcome     match.Outcome `json:"outcome"`
}

// ExportPlayers are the players of a [GameExport].
type ExportPlayers struct {
	White  ExportPlayer   `json:"white"`
	Black  ExportPlayer   `json:"black"`
	Others []ExportPlayer `json:"others,omitempty" doc:"the third to fifth player of Lancelot"`
}

// ExportPlayer is a player of a [GameExport].
type ExportPlayer struct {
	User    *ExportUser `json:"user,omitempty" doc:"missing for a computer opponent"`
	AILevel int         `json:"aiLevel,omitempty"`
	Seat    int         `json:"seat"`
}

// ExportUser is a person in a [GameExport].
type ExportUser struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Title string `json:"title,omitempty" enum:"BOT"`
}

// ExportClock is a clock with its times in seconds.
type ExportClock struct {
	Initial   int `json:"initial"`
	Increment int `json:"increment"`
	TotalTime int `json:"totalTime" doc:"for a game of 40 moves"`
}

func exportPlayer(s *match.State, seat int) ExportPlayer {
	p := s.Seats[seat].Player
	if p.Engine > 0 {
		return ExportPlayer{AILevel: p.Engine, Seat: seat}
	}
	return ExportPlayer{User: &ExportUser{userID(p), p.Name, titleOf(p)}, Seat: seat}
}

// export returns a game in lichess's form.
func export(id string, g *matches.SeriesGame) (GameExport, error) {
	s := g.State
	perf, _ := perfOf(&s.Settings)
	moves, refusal := games.Notation(s)
	if refusal != nil {
		return GameExport{}, refusal
	}
	e := GameExport{
		ID: gameID(id, s.Game), Rated: s.Settings.Rated, Variant: variantOf(&s.Settings).Key, Speed: speedOf(s.Settings.Clock), Perf: perf,
		CreatedAt: s.StartedAt, LastMoveAt: s.StartedAt, Status: statusOf(s).Name, Source: "friend", Winner: winnerOf(s),
		Moves: strings.Join(moves, " "), Match: id, Game: s.Game, Outcome: s.Outcome,
	}
	if n := len(g.Times); n > 0 {
		e.LastMoveAt = g.Times[n-1].At
	}
	if s.Settings.Visibility == match.Public {
		e.Source = "lobby"
	}
	if start := initialFEN(s); start != "startpos" {
		e.InitialFEN = start
	}
	switch c := s.Settings.Clock; c.Kind {
	case match.RealTime:
		e.Clock = &ExportClock{int(c.Initial / match.Second), int(c.Increment / match.Second), int((c.Initial + 40*c.Increment) / match.Second)}
		for _, t := range g.Times {
			e.Clocks = append(e.Clocks, int(t.Clock/10))
		}
	case match.Correspondence:
		e.DaysPerTurn = days(c.PerTurn)
	}
	for seat := range s.Seats {
		p := exportPlayer(s, seat)
		if s.Seats[seat].Player.Engine > 0 {
			e.Source = "ai"
		}
		switch colorOf(s, seat) {
		case white:
			e.Players.White = p
		case black:
			e.Players.Black = p
		default:
			e.Players.Others = append(e.Players.Others, p)
		}
	}
	return e, nil
}

// pgnType is the media type of records of chess and Way of the Knight. Those of
// Lancelot are plain text.
const pgnType = "application/x-chess-pgn"

func (a *API) registerExport(routes huma.API) {
	type exportRequest struct {
		GamePath
		Accept    string `header:"Accept" doc:"application/json or application/x-ndjson for a JSON object; otherwise the record: PGN, or text for Lancelot"`
		Moves     bool   `query:"moves" default:"true" doc:"include the moves"`
		Tags      bool   `query:"tags" default:"true" doc:"include the tags of the record"`
		Clocks    bool   `query:"clocks" doc:"include the times of the moves: in JSON the time left, in the record [%clk] and [%emt]"`
		PGNInJSON bool   `query:"pgnInJson" doc:"include the record in JSON"`
	}
	schema := routes.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[GameExport](), true, "")
	text := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	op := botOperation("exportGame", http.MethodGet, "/game/export/{id}", "A game, also one in progress, as a record or as JSON")
	op.Responses = map[string]*huma.Response{"200": {Description: "The game", Content: map[string]*huma.MediaType{
		pgnType: text, "text/plain": text, jsonType: {Schema: schema}, ndjson: {Schema: schema},
	}}}
	type fileResponse struct {
		ContentType string `header:"Content-Type"`
		Vary        string `header:"Vary"`
		Body        []byte
	}
	core.Register(routes, core.Read.Using(core.Records), op, func(ctx context.Context, in *exportRequest) (*fileResponse, error) {
		g, now, err := a.game(ctx, in.ID, core.Requester(ctx))
		if err != nil {
			return nil, a.problem(err)
		}
		if g.State.Start == nil || now.Game == g.State.Game && now.Phase == match.Promoting {
			return nil, notFound // it has not begun
		}
		of, number, err := parseGameID(in.ID)
		if err != nil {
			return nil, err
		}
		record, err := a.matches.Record(ctx, g, a.SiteFor(core.HostOf(ctx)), of, number, in.Clocks)
		if err != nil {
			return nil, a.problem(err)
		}
		record = shorten(record, in.Tags, in.Moves)
		out := &fileResponse{ContentType: pgnType + "; charset=utf-8", Vary: "Accept", Body: []byte(record)}
		if g.State.Settings.Game == games.Lancelot {
			out.ContentType = "text/plain; charset=utf-8"
		}
		kind := ""
		for _, accepted := range []string{ndjson, jsonType} {
			if strings.Contains(in.Accept, accepted) {
				kind = accepted
			}
		}
		if kind == "" {
			return out, nil
		}
		e, err := export(of, g)
		if err != nil {
			return nil, a.problem(err)
		}
		if !in.Moves {
			e.Moves = ""
		}
		if !in.Clocks {
			e.Clocks = nil
		}
		if in.PGNInJSON {
			e.PGN = record
		}
		var b bytes.Buffer
		if err := json.NewEncoder(&b).Encode(e); err != nil {
			return nil, a.problem(err)
		}
		out.ContentType, out.Body = kind, b.Bytes()
		return out, nil
	})
}

// shorten removes the tags or the moves from a record of a game.
func shorten(record string, tags, moves bool) string {
	if tags && moves {
		return record
	}
	var kept []string
	for _, line := range strings.Split(strings.TrimRight(record, "\n"), "\n") {
		if isTag := strings.HasPrefix(line, "["); isTag && tags || !isTag && moves {
			kept = append(kept, line)
		}
	}
	return strings.TrimLeft(strings.Join(kept, "\n"), "\n") + "\n"
}
