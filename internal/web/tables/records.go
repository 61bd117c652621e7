package tables

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/pictures"
	"tafelrunde/internal/puzzles"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// pgnType is the media type of Way of the Knight's game records. Those of
// Lancelot are plain text.
const pgnType = "application/x-chess-pgn"

func (a *API) registerRecords(routes huma.API) {
	core.Register(routes, core.Read.Using(core.Records), huma.Operation{OperationID: "getRecord", Method: http.MethodGet, Path: "/api/matches/{id}/games/{game}/record", Summary: "A finished game as text: PGN, or a record of Lancelot", Responses: fileOf(pgnType, "text/plain")}, a.getRecord)
	core.Register(routes, core.Read.Through(core.DrawGate), huma.Operation{OperationID: "getPreview", Method: http.MethodGet, Path: "/api/matches/{id}/preview.png", Summary: "A picture of a match for link previews", Responses: fileOf("image/png")},
		func(ctx context.Context, in *struct {
			matches.MatchPath
			Conditional
		}) (*fileResponse, error) {
			s, err := a.matches.VisibleMatch(ctx, in.ID, store.Person{})
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			return a.picture(ctx, s, in.Conditional)
		})
	core.Register(routes, core.Read.Through(core.DrawGate), huma.Operation{OperationID: "getGamePreview", Method: http.MethodGet, Path: "/api/matches/{id}/games/{game}/preview.png", Summary: "A picture of one game of a match for link previews", Responses: fileOf("image/png")},
		func(ctx context.Context, in *struct {
			GamePath
			Conditional
		}) (*fileResponse, error) {
			s, err := a.shownGame(ctx, in.ID, in.Game)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			return a.picture(ctx, s, in.Conditional)
		})
}

// registerPuzzlePreview adds the route of the picture of a puzzle. It is here because one picture is
// drawn at a time.
func (a *API) registerPuzzlePreview(routes huma.API) {
	core.Register(routes, core.Read.Through(core.DrawGate), huma.Operation{OperationID: "getPuzzlePreview", Method: http.MethodGet, Path: "/api/puzzle/{id}/preview.png", Summary: "A picture of a puzzle for link previews", Responses: fileOf("image/png")},
		func(ctx context.Context, in *struct {
			ID string `path:"id" maxLength:"64"`
			Conditional
		}) (*fileResponse, error) {
			p, err := puzzles.ByID(in.ID)
			if err == nil && p == nil {
				err = core.NewProblem(http.StatusNotFound, "no-puzzle", "there is no such puzzle")
			}
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			position, err := p.Position()
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			card := pictures.Card{Game: puzzles.GameOf(p.Rules), Position: position, Title: "Lancelot"}
			if card.Game == puzzles.Wotn {
				card.Title, card.Variant, card.Turned = "Way of the Knight", p.Rules, strings.Contains(position, " b ")
			}
			card.Lines = puzzleLines(p, position)
			return a.drawn(ctx, card, in.Conditional)
		})
}

// puzzleLines says who solves a puzzle and, if it is a forced win, in how many moves.
func puzzleLines(p *puzzles.Puzzle, position string) []string {
	side := strings.Fields(position)[1]
	names := map[string]string{"w": "White", "b": "Black"}
	if p.Rules == puzzles.Lancelot {
		names = map[string]string{"a": "Red", "b": "Blue", "c": "Green", "d": "Gold", "e": "Purple"}
	}
	lines := []string{names[side] + " to move"}
	switch {
	case p.Mate > 0:
		lines = append(lines, fmt.Sprintf("Mate in %d", p.Mate))
	case p.Target > 0:
		lines = append(lines, fmt.Sprintf("Win in %d", p.Target))
	}
	return lines
}

type fileResponse struct {
	Status      int
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	ETag        string `header:"ETag"`
	Cache       string `header:"Cache-Control"`
	Body        []byte
}

// fileOf describes a file with one of the media types as a response.
func fileOf(contentTypes ...string) map[string]*huma.Response {
	content := make(map[string]*huma.MediaType)
	for _, contentType := range contentTypes {
		content[contentType] = &huma.MediaType{Schema: &huma.Schema{Type: "string"}}
	}
	return map[string]*huma.Response{"200": {Description: "The file", Content: content}}
}

func (a *API) getRecord(ctx context.Context, in *GamePath) (*fileResponse, error) {
	if _, err := a.matches.VisibleMatch(ctx, in.ID, core.Requester(ctx)); err != nil {
		return nil, a.ProblemOf(err)
	}
	g, err := a.matches.FinishedGame(ctx, in.ID, in.Game)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	record, err := a.matches.Record(ctx, g, a.SiteFor(core.HostOf(ctx)), in.ID, in.Game, true)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	out := &fileResponse{Status: http.StatusOK, Cache: "no-store", ContentType: "text/plain; charset=utf-8", Body: []byte(record)}
	extension := "txt"
	if g.State.Settings.Game == games.Wotn {
		out.ContentType, extension = pgnType+"; charset=utf-8", "pgn"
	}
	out.Disposition = fmt.Sprintf(`attachment; filename="%s-%s-%d.%s"`, g.State.Settings.Game, in.ID, in.Game, extension)
	return out, nil
}

// Conditional is the header of a request for a picture that the client may have.
type Conditional struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// picture returns the picture of a match for link previews.
func (a *API) picture(ctx context.Context, s *match.State, in Conditional) (*fileResponse, error) {
	card, err := cardOf(s)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	return a.drawn(ctx, card, in)
}

// drawn returns a picture for link previews.
func (a *API) drawn(ctx context.Context, card pictures.Card, in Conditional) (*fileResponse, error) {
	key, err := pictureKey(card)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	out := &fileResponse{Status: http.StatusOK, ContentType: "image/png", Disposition: "inline", ETag: `"` + key + `"`, Cache: pictureCacheControl}
	if strings.Contains(in.IfNoneMatch, out.ETag) {
		out.Status = http.StatusNotModified
		return out, nil
	}
	out.Body, err = a.Pictures.get(ctx, key, func() ([]byte, error) { return a.Pictures.Draw(card) })
	return out, a.ProblemOf(err)
}

// shownGame returns the state of a match at the end of one of its games, or the
// current state if it is the last game. The match must be visible to everybody.
func (a *API) shownGame(ctx context.Context, id string, number int) (*match.State, error) {
	s, err := a.matches.VisibleMatch(ctx, id, store.Person{})
	if err != nil || number == s.Game && number > 0 {
		return s, err
	}
	g, err := a.matches.GameOf(ctx, id, number)
	if err != nil {
		return nil, err
	}
	return g.State, nil
}

// cardOf returns what the picture of a match shows. Before the first game the
// position is the start position.
func cardOf(s *match.State) (pictures.Card, error) {
	title, lines := describe(s, english)
	card := pictures.Card{Game: s.Settings.Game, Variant: s.Settings.Variant, Title: title, Lines: lines}
	position := s.Position
	if position == nil {
		settings := s.Settings
		var refusal *match.Refusal
		if position, refusal = (games.Rules{}).Start(&settings, match.Round{First: max(0, settings.First)}); refusal != nil {
			return card, refusal
		}
	}
	card.Position = position.Text()
	return card, nil
}

// Site serves the front end.
type Site interface {
	http.Handler
	// ServeStart serves the start page in a language, with a title and additional
	// elements in its head.
	ServeStart(w http.ResponseWriter, r *http.Request, language, title, head string)
}

// MatchPage returns a handler that serves the page of a match or of one of its
// games. Its head describes the match for link previews, unless the match is
// private.
func (a *API) MatchPage(site Site) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.PathValue("id")
		mode := r.Header.Get("Sec-Fetch-Mode")
		if mode != "" && mode != "navigate" {
			site.ServeHTTP(w, r)
			return
		}
		page, picture := "/match/"+id, "/api/matches/"+id+"/preview.png"
		var s *match.State
		var err error
		number, numbered := 0, r.PathValue("game")
		if numbered == "" {
			s, err = a.matches.VisibleMatch(r.Context(), id, store.Person{})
		} else if number, err = strconv.Atoi(numbered); err == nil {
			s, err = a.shownGame(r.Context(), id, number)
			page, picture = fmt.Sprintf("%s/%d", page, number), fmt.Sprintf("/api/matches/%s/games/%d/preview.png", id, number)
		}
		if err != nil {
			site.ServeHTTP(w, r)
			return
		}
		texts := wordings[core.Language(r)]
		title, lines := describe(s, texts)
		if number > 0 {
			title += fmt.Sprintf(texts.number, number)
		}
		heading := title + ": " + lines[0]
		if s.Phase == match.Waiting {
			heading = title + ", " + lines[0]
		}
		// The response may be cached for others, and a client can forge Host.
		at := a.PublicURL()
		var head strings.Builder
		for _, m := range [][2]string{
			{"og:type", "website"}, {"og:site_name", core.SiteName}, {"og:locale", texts.locale}, {"og:title", heading},
			{"og:description", strings.Join(lines[1:], ". ")}, {"og:url", at + page},
			{"og:image", fmt.Sprintf("%s%s?v=%d", at, picture, s.Seq)},
			{"og:image:width", fmt.Sprint(pictures.CardWidth)}, {"og:image:height", fmt.Sprint(pictures.CardHeight)},
			{"og:image:alt", title + ": " + strings.Join(lines, ". ")}, {"twitter:card", "summary_large_image"},
		} {
			name := "property"
			if strings.HasPrefix(m[0], "twitter") {
				name = "name"
			}
			fmt.Fprintf(&head, `<meta %s="%s" content="%s">`, name, m[0], html.EscapeString(m[1]))
		}
		w.Header().Set("Vary", "Accept-Language")
		site.ServeStart(w, r, texts.language, heading+" · "+core.SiteName, head.String())
	})
}
