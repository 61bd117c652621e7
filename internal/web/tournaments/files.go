package tournaments

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/tournament"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// fileResponse is a file to download.
type fileResponse struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Link        string `header:"Link" doc:"with rel=\"next\", the address of the rest if there is more"`
	Body        []byte
}

// file returns a file to download with the name of a tournament and an extension.
func file(id, extension, contentType string, body []byte) *fileResponse {
	return &fileResponse{ContentType: contentType, Disposition: fmt.Sprintf(`attachment; filename="tournament-%s.%s"`, id, extension), Body: body}
}

func described(op huma.Operation, contentTypes ...string) huma.Operation {
	content := make(map[string]*huma.MediaType)
	for _, contentType := range contentTypes {
		content[contentType] = &huma.MediaType{Schema: &huma.Schema{Type: "string"}}
	}
	op.Responses = map[string]*huma.Response{"200": {Description: "The file", Content: content}}
	return op
}

func (a *API) registerFiles(routes huma.API) {
	core.Register(routes, core.Read, described(huma.Operation{OperationID: "getTournamentTable", Method: http.MethodGet, Path: "/api/tournaments/{id}/standings.csv", Summary: "The standings of a tournament as comma-separated values"}, "text/csv"),
		func(ctx context.Context, in *TournamentPath) (*fileResponse, error) {
			s, err := a.state(ctx, in.ID)
			if err != nil {
				return nil, a.problemOf(err)
			}
			return file(in.ID, "csv", "text/csv; charset=utf-8", standingsCSV(s)), nil
		})
	core.Register(routes, core.Read, described(huma.Operation{OperationID: "getTournamentStandings", Method: http.MethodGet, Path: "/api/tournaments/{id}/standings.json", Summary: "The standings of a tournament as a file: a list of rows"}, "application/json"),
		func(ctx context.Context, in *TournamentPath) (*fileResponse, error) {
			s, err := a.state(ctx, in.ID)
			if err != nil {
				return nil, a.problemOf(err)
			}
			body, err := json.MarshalIndent(rowsOf(s), "", "  ")
			return file(in.ID, "json", "application/json", body), a.problemOf(err)
		})
	core.Register(routes, core.Read.Through(core.RecordGate).Using(core.Records), described(huma.Operation{OperationID: "getTournamentGames", Method: http.MethodGet, Path: "/api/tournaments/{id}/games", Summary: "The finished games of a tournament as text: PGN, or records of Lancelot; the header Link has the address of the rest"}, "text/plain", "application/x-chess-pgn"),
		a.getGames)
}

// tableRow is a row of the standings as a file.
type tableRow struct {
	Pool     int     `json:"pool"`
	Place    int     `json:"place"`
	Name     string  `json:"name"`
	Rating   int     `json:"rating"`
	Points   float64 `json:"points"`
	TieBreak float64 `json:"sonnebornBerger"`
	Buchholz float64 `json:"buchholz"`
	Wins     int     `json:"wins"`
	Played   int     `json:"played"`
	Left     string  `json:"left,omitempty"`
	Club     string  `json:"club,omitempty"`
}

func rowsOf(s *tournament.State) []tableRow {
	rows := []tableRow{}
	for i, pool := range poolsOf(s) {
		for _, r := range pool.Standing {
			e := &s.Entries[r.Entry-1]
			name := e.Player.Name
			if e.Player.Engine > 0 {
				name = fmt.Sprintf("computer, level %d", e.Player.Engine)
			}
			club := ""
			if e.Team > 0 {
				club = s.Settings.Clubs[e.Team-1].Name
			}
			rows = append(rows, tableRow{i + 1, r.Place, name, e.Rating, r.Points, r.TieBreak, r.Buchholz, r.Wins, r.Played, e.Left, club})
		}
	}
	return rows
}

func standingsCSV(s *tournament.State) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	records := [][]string{{"pool", "place", "name", "rating", "points", "sonneborn-berger", "buchholz", "wins", "played", "left", "club"}}
	for _, r := range rowsOf(s) {
		records = append(records, []string{
			strconv.Itoa(r.Pool), strconv.Itoa(r.Place), r.Name, strconv.Itoa(r.Rating), number(r.Points), number(r.TieBreak), number(r.Buchholz), strconv.Itoa(r.Wins), strconv.Itoa(r.Played), r.Left, r.Club,
		})
	}
	_ = w.WriteAll(records) // a buffer has no errors
	return out.Bytes()
}

// maxGames is how many boards a file of games has at most.
const maxGames = 1500

// gamesPath is a part of the games of a tournament.
type gamesPath struct {
	TournamentPath
	From  int `query:"from" minimum:"1" maximum:"1000000" default:"1" doc:"number of the first board"`
	Limit int `query:"limit" minimum:"1" maximum:"1500" default:"1500" doc:"how many boards with a result the file has at most"`
}

func (a *API) getGames(ctx context.Context, in *gamesPath) (*fileResponse, error) {
	s, err := a.Tournaments.State(ctx, in.ID)
	if err != nil {
		return nil, a.problemOf(err)
	}
	var out bytes.Buffer
	read, link := 0, ""
	for i := in.From - 1; i < len(s.Boards); i++ {
		b := &s.Boards[i]
		if len(b.Entries) < 2 || b.Result == nil {
			continue
		}
		if read == min(in.Limit, maxGames) {
			link = fmt.Sprintf(`<games?from=%d&limit=%d>; rel="next"`, i+1, in.Limit)
			break
		}
		read++
		record, err := a.recordOf(ctx, in.ID, s, b)
		if err != nil {
			return nil, a.problemOf(err)
		}
		if record == "" {
			continue
		}
		if out.Len() > 0 {
			out.WriteByte('\n')
		}
		out.WriteString(record)
	}
	extension, contentType := "txt", "text/plain; charset=utf-8"
	if s.Settings.Games.Game == games.Wotn {
		extension, contentType = "pgn", "application/x-chess-pgn; charset=utf-8"
	}
	response := file(in.ID, extension, contentType, out.Bytes())
	response.Link = link
	return response, nil
}

// recordOf returns the record of a board with a result, "" if its match was deleted or never began. A board without
// a match has a record without moves.
func (a *API) recordOf(ctx context.Context, id string, s *tournament.State, b *tournament.Board) (string, error) {
	site := a.SiteFor(core.HostOf(ctx))
	if b.Match != "" && b.Result.Reason != tournament.ByWalkover {
		g, err := a.matches.FinishedGame(ctx, b.Match, 1)
		var problem *core.Problem
		if errors.Is(err, host.ErrNoMatch) || errors.As(err, &problem) {
			return "", nil
		}
		if err != nil {
			return "", err
		}
		return a.matches.Record(ctx, g, site, b.Match, 1, true)
	}
	open := match.Open{Settings: s.Settings.MatchSettings(id, len(b.Entries))}
	for range b.Entries {
		name := strings.Repeat("-", 1+len(open.Players)) // somebody may be deleted
		open.Players = append(open.Players, match.Player{ID: name, Name: name, Account: true})
	}
	open.Owner = open.Players[0]
	_, game, err := match.Decide(a.rules, match.New(), match.Command{Do: open})
	if err != nil {
		return "", err
	}
	for seat, entry := range b.Entries {
		game.Seats[seat].Player = s.Entries[entry-1].Player
	}
	record, refusal := games.Record(game, nil, matches.TournamentHeading(s, b, site+"/tournament/"+id, ""))
	if refusal != nil {
		return "", refusal
	}
	return record, nil
}
