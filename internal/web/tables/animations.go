package tables

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/pictures"
	"tafelrunde/internal/web/core"
)

// animationTime limits the drawing of an animation. The longest takes about a second.
const animationTime = 15 * time.Second

// AnimationLook has the options of an animation.
type AnimationLook struct {
	Delay  int    `json:"delay,omitempty" query:"delay" minimum:"50" maximum:"10000" default:"800" doc:"milliseconds for each position; the last one is shown for at least 3 s"`
	Size   int    `json:"size,omitempty" query:"size" minimum:"160" maximum:"800" default:"480" doc:"width of the board in pixels"`
	Turned bool   `json:"turned,omitempty" query:"turned" doc:"from Black's side"`
	Board  string `json:"board,omitempty" query:"board" enum:"wood,slate,parchment,contrast" default:"wood"`
	Pieces string `json:"pieces,omitempty" query:"pieces" enum:"standing,framed" default:"standing"`
}

func (l AnimationLook) apply(a *pictures.Animation) {
	a.Delay, a.Size, a.Turned = time.Duration(l.Delay)*time.Millisecond, l.Size, l.Turned && a.Game == games.Wotn
	a.Board, a.Pieces = l.Board, l.Pieces
}

// registerAnimations adds the routes of animated games.
func (a *API) registerAnimations(routes huma.API) {
	type gifResponse struct {
		ContentType string `header:"Content-Type"`
		Disposition string `header:"Content-Disposition"`
		Cache       string `header:"Cache-Control"`
		Body        []byte
	}
	responses := map[string]*huma.Response{"200": {
		Description: "The animation", Content: map[string]*huma.MediaType{"image/gif": {Schema: &huma.Schema{Type: "string"}}},
	}}
	draw := func(ctx context.Context, animation pictures.Animation, name string) (*gifResponse, error) {
		body, err := a.animation(ctx, animation)
		return &gifResponse{"image/gif", fmt.Sprintf(`inline; filename="%s.gif"`, name), "private, max-age=3600", body}, a.ProblemOf(err)
	}
	core.Register(routes, core.Read.ByAddress(core.AnimationsByAddress).Through(core.DrawGate).Within(30*time.Second), huma.Operation{
		OperationID: "animateGame", Method: http.MethodGet, Path: "/api/matches/{id}/games/{game}/animation.gif",
		Summary: "A finished game as an animated GIF", Responses: responses,
	},
		func(ctx context.Context, in *struct {
			GamePath
			AnimationLook
		}) (*gifResponse, error) {
			if _, err := a.matches.VisibleMatch(ctx, in.ID, core.Requester(ctx)); err != nil {
				return nil, a.ProblemOf(err)
			}
			g, err := a.matches.FinishedGame(ctx, in.ID, in.Game)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			animation := animationOf(g.State)
			in.apply(&animation)
			return draw(ctx, animation, fmt.Sprintf("%s-%s-%d", animation.Game, in.ID, in.Game))
		})
	core.Register(routes, core.Read.ByAddress(core.AnimationsByAddress).Through(core.DrawGate).Within(30*time.Second), huma.Operation{
		OperationID: "animateMoves", Method: http.MethodPost, Path: "/api/animation.gif",
		Summary: "Any game as an animated GIF", Responses: responses,
	},
		func(ctx context.Context, in *struct {
			Body struct {
				Game    string   `json:"game" enum:"wotn,lancelot"`
				Variant string   `json:"variant" enum:"wotn,wotn-alternative,chess,lancelot" doc:"lancelot for Lancelot"`
				Start   string   `json:"start,omitempty" maxLength:"400" doc:"missing for the usual start position, required for Lancelot"`
				Moves   string   `json:"moves" maxLength:"14000" doc:"coordinates or turns, with spaces between"`
				Names   []string `json:"names,omitempty" maxItems:"5" nullable:"false" doc:"the players, White first or by seat"`
				Scores  []string `json:"scores,omitempty" maxItems:"5" nullable:"false" doc:"shown beside the names at the end"`
				AnimationLook
			}
		}) (*gifResponse, error) {
			b := &in.Body
			animation := pictures.Animation{Game: b.Game, Variant: b.Variant, Start: b.Start, Moves: strings.Fields(b.Moves), Names: b.Names, Scores: b.Scores}
			b.apply(&animation)
			return draw(ctx, animation, b.Game)
		})
}

// animation returns an animation as a GIF. It is drawn in turn with the pictures.
func (a *API) animation(ctx context.Context, animation pictures.Animation) ([]byte, error) {
	key, err := pictureKey(animation)
	if err != nil {
		return nil, err
	}
	data, err := a.Pictures.get(ctx, key, func() ([]byte, error) {
		// Others may wait for the same animation, so it does not end with this request.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), animationTime)
		defer cancel()
		var b bytes.Buffer
		err := pictures.WriteGIF(ctx, &b, animation)
		return b.Bytes(), err
	})
	var wrong *pictures.AnimationError
	if errors.As(err, &wrong) {
		return nil, animationProblem(wrong, len(animation.Moves))
	}
	return data, err
}

func animationProblem(wrong *pictures.AnimationError, moves int) error {
	switch wrong.Code {
	case "animation-long":
		return core.NewProblem(http.StatusUnprocessableEntity, "animation-long", wrong.Error()).With("moves", moves).With("max", pictures.MaxPlies)
	case "animation-move":
		return core.NewProblem(http.StatusUnprocessableEntity, "animation-move", wrong.Error()).With("number", wrong.Ply+1).With("move", wrong.Move)
	case "position":
		return core.NewProblem(http.StatusUnprocessableEntity, "position", "this is not a position: "+wrong.Error()).With("reason", wrong.Error())
	}
	return core.NewProblem(http.StatusUnprocessableEntity, "request", wrong.Error())
}

// animationOf returns the animation of the game of a match.
func animationOf(s *match.State) pictures.Animation {
	a := pictures.Animation{Game: s.Settings.Game, Variant: s.Settings.Variant, Start: s.Start.Text()}
	if replay := games.ReplayOf(s); replay != nil {
		a.Start, a.Moves = replay.Start, replay.Moves
	} else {
		for _, m := range s.Moves {
			a.Moves = append(a.Moves, m.Text)
		}
	}
	winners := s.Outcome.Winners
	order := make([]int, len(s.Seats))
	for seat := range order {
		order[seat] = seat
	}
	if s.Settings.Game == games.Wotn && s.Round.First == 1 {
		order[0], order[1] = 1, 0
	}
	for _, seat := range order {
		a.Names = append(a.Names, games.PlayerName(s.Seats[seat].Player))
		score := "0"
		switch {
		case !s.Outcome.Over || s.Outcome.Reason == match.ByAbort:
			score = ""
		case len(winners) == 0:
			score = "½"
		}
		for _, w := range winners {
			if w == seat && len(winners) == 1 {
				score = "1"
			} else if w == seat {
				score = fmt.Sprintf("1/%d", len(winners))
			}
		}
		a.Scores = append(a.Scores, score)
	}
	return a
}
