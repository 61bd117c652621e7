// Package bots has the routes for programs that play: those of lichess's bot API,
// with further fields for what lichess does not have.
package bots

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// API implements the routes for programs.
type API struct {
	*core.App
	store   Store
	matches *matches.Access
}

// Register adds the routes for programs.
func Register(routes huma.API, app *core.App, m *matches.Access, s Store) *API {
	a := &API{app, s, m}
	a.registerAccount(routes)
	a.registerUsers(routes)
	a.registerEvents(routes)
	a.registerChallenges(routes)
	a.registerGames(routes)
	a.registerExport(routes)
	return a
}

// ndjson is the media type of streams of JSON lines.
const ndjson = "application/x-ndjson"

// lineEvery is the interval of the empty lines that serve as heartbeats.
const lineEvery = 7 * time.Second

// Describe adds to the OpenAPI document what does not follow from the registered
// types: the lines of the streams, and the fields of forms.
func Describe(spec *huma.OpenAPI) {
	describeLines(spec, "/api/bot/game/stream/{id}", reflect.TypeFor[GameFull](), reflect.TypeFor[GameState](), reflect.TypeFor[ChatLine](), reflect.TypeFor[OpponentGone]())
	describeLines(spec, "/api/stream/event", reflect.TypeFor[GameEvent](), reflect.TypeFor[ChallengeEvent]())
	describeLines(spec, "/api/bot/online", reflect.TypeFor[User]())
	describeForm(spec, "/api/challenge/{user}", reflect.TypeFor[NewChallenge](), false)
	describeForm(spec, "/api/challenge/{id}/decline", reflect.TypeFor[DeclineRequest](), false)
	describeForm(spec, chatPath, reflect.TypeFor[ChatRequest](), true)

	lines := spec.Paths[chatPattern].Get
	lines.Parameters = slices.DeleteFunc(lines.Parameters, func(p *huma.Param) bool { return p.Name == "what" })
	spec.Paths[chatPath].Get = lines
	delete(spec.Paths, chatPattern)
}

// ChatRequest are the fields of a chat message.
type ChatRequest struct {
	Room string `json:"room,omitempty" enum:"player,spectator" doc:"missing: that of the requester"`
	Text string `json:"text" maxLength:"4000"`
}

func describeLines(spec *huma.OpenAPI, path string, lines ...reflect.Type) {
	items := &huma.Schema{}
	for _, line := range lines {
		items.OneOf = append(items.OneOf, spec.Components.Schemas.Schema(line, true, ""))
	}
	spec.Paths[path].Get.Responses["200"].Content[ndjson].Schema = &huma.Schema{
		Type: huma.TypeArray, Items: items,
		Description: "One JSON value per line. Each element of the array stands for one line.",
	}
}

type done struct {
	Body struct {
		OK bool `json:"ok"`
	}
}

func ok() *done {
	out := &done{}
	out.Body.OK = true
	return out
}

func botOperation(id, method, path, summary string) huma.Operation {
	return huma.Operation{OperationID: id, Method: method, Path: path, Summary: summary}
}

// problem converts an error to a problem with the status that lichess uses: 400 for
// commands that a match refuses.
func (a *API) problem(err error) error {
	err = a.ProblemOf(err)
	var p *core.Problem
	if errors.As(err, &p) && p.GetStatus() == http.StatusConflict {
		return p.WithStatus(http.StatusBadRequest)
	}
	return err
}

// requireBot returns the requester, or a problem if the account is not a bot's.
func requireBot(ctx context.Context) (store.Person, error) {
	p, err := core.RequirePerson(ctx)
	if err == nil && !p.Bot {
		err = core.NewProblem(http.StatusForbidden, "bot-needed", "this is for bot accounts only; POST /api/bot/account/upgrade makes an account a bot's")
	}
	return p, err
}

func appendLine(b []byte, v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		return b
	}
	return append(append(b, data...), '\n')
}
