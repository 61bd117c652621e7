package web

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/games"
	"tafelrunde/internal/match"
	"tafelrunde/internal/preview"
	"tafelrunde/internal/store"
)

// gameNames are the games as pictures and links name them.
var gameNames = map[string]string{games.Wotn: "Way of the Knight", games.Lancelot: "Lancelot"}

func (a *API) registerRecords(routes huma.API) {
	type recordRequest struct {
		MatchPath
		Game int `path:"game" minimum:"1"`
	}
	type fileAnswer struct {
		ContentType string `header:"Content-Type"`
		Disposition string `header:"Content-Disposition"`
		Body        []byte
	}
	text := func(contentType string) map[string]*huma.Response {
		return map[string]*huma.Response{"200": {
			Description: "The file",
			Content:     map[string]*huma.MediaType{contentType: {Schema: &huma.Schema{Type: "string"}}},
		}}
	}
	huma.Register(routes, huma.Operation{OperationID: "getRecord", Method: http.MethodGet, Path: "/api/matches/{id}/games/{game}/record", Summary: "A finished game as text: PGN, or a record of Lancelot", Responses: text("text/plain")},
		func(ctx context.Context, in *recordRequest) (*fileAnswer, error) {
			if _, err := a.watch(ctx, in.ID, asker(ctx)); err != nil {
				return nil, a.problemOf(err)
			}
			state, err := a.stateAtEnd(ctx, in.ID, in.Game)
			if err != nil {
				return nil, a.problemOf(err)
			}
			site, _ := ctx.Value(hostContext{}).(string)
			record, refusal := games.Record(state, a.scheme(nil)+"://"+site+"/match/"+in.ID)
			if refusal != nil {
				return nil, a.problemOf(refusal)
			}
			out := &fileAnswer{ContentType: "text/plain; charset=utf-8", Body: []byte(record)}
			extension := "txt"
			if state.Settings.Game == games.Wotn {
				out.ContentType, extension = "application/x-chess-pgn; charset=utf-8", "pgn"
			}
			out.Disposition = fmt.Sprintf(`attachment; filename="%s-%s-%d.%s"`, state.Settings.Game, in.ID, in.Game, extension)
			return out, nil
		})
	huma.Register(routes, huma.Operation{OperationID: "getPreview", Method: http.MethodGet, Path: "/api/matches/{id}/preview.png", Summary: "A picture of a match for those who show links", Responses: text("image/png")},
		func(ctx context.Context, in *MatchPath) (*fileAnswer, error) {
			s, err := a.watch(ctx, in.ID, store.Person{})
			if err != nil {
				return nil, a.problemOf(err)
			}
			card, err := cardOf(s)
			if err != nil {
				return nil, a.problemOf(err)
			}
			var b bytes.Buffer
			if err := preview.Write(&b, card); err != nil {
				return nil, a.problemOf(err)
			}
			return &fileAnswer{ContentType: "image/png", Disposition: "inline", Body: b.Bytes()}, nil
		})
}

// stateAtEnd is a match as it was when a game of it ended.
func (a *API) stateAtEnd(ctx context.Context, id string, game int) (*match.State, error) {
	events, err := a.store.Events(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	state := match.New()
	var found *match.State
	for _, e := range events {
		if state, err = match.Apply(games.Catalogue{}, state, e); err != nil {
			return nil, err
		}
		switch {
		case e.Type == match.Ended && e.Game == game:
			found = state
		case e.Type == match.Renamed && found != nil:
			// Names are those of now: who has gone has none.
			after := *found
			after.Chairs = state.Chairs
			found = &after
		}
	}
	if found == nil {
		return nil, problem(http.StatusNotFound, "no-game", "no such game has ended")
	}
	return found, nil
}

// cardOf is the picture of a match; before its first game that of the start.
func cardOf(s *match.State) (preview.Card, error) {
	title, lines := tell(s)
	card := preview.Card{Game: s.Settings.Game, Variant: s.Settings.Variant, Title: title, Lines: lines}
	position := s.Position
	if position == nil {
		settings := s.Settings
		var refusal *match.Refusal
		if position, refusal = (games.Catalogue{}).Start(&settings, match.Round{First: max(0, settings.First)}); refusal != nil {
			return card, refusal
		}
	}
	card.Position = position.Text()
	return card, nil
}

// tell says in words what a match is and how it stands.
func tell(s *match.State) (title string, lines []string) {
	title = gameNames[s.Settings.Game]
	var names []string
	for i := range s.Chairs {
		names = append(names, nameIn(s, i))
	}
	lines = append(lines, strings.Join(names, " – "))
	switch s.Phase {
	case match.Waiting:
		lines = append(lines, "A table that waits for players")
	case match.Shut:
		lines = append(lines, "The table was closed")
	case match.Finished:
		var winners []string
		for _, w := range s.Outcome.Winners {
			winners = append(winners, nameIn(s, w))
		}
		switch {
		case s.Outcome.Reason == match.ByAbort:
			lines = append(lines, "Broken off")
		case len(winners) == 0:
			lines = append(lines, "Drawn")
		case len(winners) == 1:
			lines = append(lines, winners[0]+" has won")
		default:
			lines = append(lines, strings.Join(winners, ", ")+" share the win")
		}
	default:
		if seat := s.ToAct(); seat >= 0 {
			lines = append(lines, nameIn(s, seat)+" to move")
		}
	}
	return title, lines
}

func nameIn(s *match.State, seat int) string {
	p := s.Chairs[seat].Player
	switch {
	case p.Engine > 0:
		return fmt.Sprintf("Engine, level %d", p.Engine)
	case p.Name == "":
		return "free seat"
	}
	return p.Name
}

// scheme is by which the site is reached.
func (a *API) scheme(r *http.Request) string {
	if a.sessions.Cookie.Secure || r != nil && r.TLS != nil {
		return "https"
	}
	return "http"
}

// matchPage serves the page of a match. Those who fetch it to show a link find
// in its head what the match is, unless it is private.
func (a *API) matchPage(site *Site) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id := r.PathValue("id")
		mode := r.Header.Get("Sec-Fetch-Mode")
		if mode != "" && mode != "navigate" {
			site.ServeHTTP(w, r)
			return
		}
		s, err := a.watch(r.Context(), id, store.Person{})
		if err != nil {
			site.ServeHTTP(w, r)
			return
		}
		title, lines := tell(s)
		at := a.scheme(r) + "://" + r.Host
		var head strings.Builder
		for _, m := range [][2]string{
			{"og:type", "website"}, {"og:site_name", "Tafelrunde"}, {"og:title", title + ": " + lines[0]},
			{"og:description", strings.Join(lines[1:], ". ")}, {"og:url", at + "/match/" + id},
			{"og:image", fmt.Sprintf("%s/api/matches/%s/preview.png?v=%d", at, id, s.Seq)},
			{"og:image:width", fmt.Sprint(preview.Width)}, {"og:image:height", fmt.Sprint(preview.Height)},
			{"og:image:alt", title + ": " + strings.Join(lines, ". ")}, {"twitter:card", "summary_large_image"},
		} {
			name := "property"
			if strings.HasPrefix(m[0], "twitter") {
				name = "name"
			}
			fmt.Fprintf(&head, `<meta %s="%s" content="%s">`, name, m[0], html.EscapeString(m[1]))
		}
		site.serveStart(w, r, head.String())
	}
}
