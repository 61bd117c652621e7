package jobs

import (
	"context"

	"tafelrunde/internal/judge"
	"tafelrunde/lancelot"
	lancelotengine "tafelrunde/lancelot/engine"
	lancelotsearch "tafelrunde/lancelot/search"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	wotnsearch "tafelrunde/wotn/search"
)

// reviewSearchers are the engines of a worker, created when first needed.
type reviewSearchers struct {
	wotn     *wotnsearch.Engine
	lancelot lancelotsearch.Tree
}

// search evaluates the position after place moves. The result does not depend on earlier
// searches. It is a ReviewedPosition or a judge.ReviewedTurn.
func (e *reviewSearchers) search(ctx context.Context, g *ReviewGame, place, nodes int) (any, error) {
	if g.lancelot {
		position, turn, err := g.lancelotAt(place)
		if err != nil {
			return nil, err
		}
		e.lancelot.NewGame()
		e.lancelot.Memory = judge.LancelotMemory << 20
		v := judge.ClassifyTurn(e.lancelot.Compare(ctx, &position, turn, lancelotengine.Limits{Nodes: uint64(nodes)}))
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return newReviewedTurn(&position, &v), nil
	}
	game, err := g.wotnAt(place)
	if err != nil {
		return nil, err
	}
	if game.Outcome().Over() {
		return ReviewedPosition{}, nil
	}
	if e.wotn == nil {
		e.wotn = wotnsearch.New(wotnConfig(judge.WotnMemory, 2))
	}
	e.wotn.Clear()
	found := e.wotn.Search(ctx, game, engine.Limits{Nodes: uint64(nodes)}, nil)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return newReviewedPosition(game.Position(), found.PVs), nil
}

// The JSON of the results for Way of the Knight and chess; for Lancelot it is a
// [judge.ReviewedTurn]. Win shares are in thousandths.
type (
	// ReviewedPosition is the evaluation of a position of Way of the Knight or chess,
	// for the side to move.
	ReviewedPosition struct {
		Best   *ReviewedMove `json:"best,omitempty" doc:"the best move; missing if the game is over by the rules"`
		Score  *int          `json:"score,omitempty" doc:"in hundredths of a pawn; missing if the game is over, and in reviews that are older than this field"`
		Mate   int           `json:"mate" doc:"moves until mate, negative for being mated; 0 if there is no forced mate"`
		WDL    [3]int        `json:"wdl" doc:"probabilities of winning, drawing and losing"`
		Second []int         `json:"second,omitempty" nullable:"false" doc:"those after the second best move; missing if there is none"`
		PV     []string      `json:"pv,omitempty" nullable:"false" doc:"the beginning of the principal variation, with the best move; missing if the game is over, and in reviews that are older than this field"`
	}
	// ReviewedMove is a move of Way of the Knight or chess.
	ReviewedMove struct {
		Text     string         `json:"text" doc:"coordinates"`
		SAN      string         `json:"san"`
		Notation judge.Notation `json:"notation"`
	}
)

func newReviewedPosition(p *wotn.Position, lines []engine.Info) ReviewedPosition {
	first := &lines[0]
	m := first.PV[0]
	out := ReviewedPosition{Best: &ReviewedMove{m.String(), p.SAN(m), judge.NewNotation(p.Notation(m))}, WDL: first.WDL}
	score := first.Score.Centipawns()
	out.Score = &score
	out.Mate, _ = first.Score.Mate()
	if len(lines) > 1 {
		out.Second = lines[1].WDL[:]
	}
	for _, m := range first.PV[:min(len(first.PV), judge.PVPlies)] {
		out.PV = append(out.PV, m.String())
	}
	return out
}

// newReviewedTurn returns a verdict with the turns and the best replies.
func newReviewedTurn(p *lancelot.Position, v *judge.TurnVerdict) judge.ReviewedTurn {
	out := judge.NewReviewedTurn(p, v)
	for _, c := range []*judge.Candidate{&out.Played, &out.Better} {
		c.PV = c.PV[:min(2, len(c.PV))]
	}
	return out
}
