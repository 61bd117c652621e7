package calls

import (
	"tafelrunde/internal/judge"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// ReviewedPosition is what a review knows about a position of Way of the Knight or chess.
type ReviewedPosition struct {
	// Share is the win share of the side to move, in thousandths.
	Share float64 `json:"share"`
	// Second is its win share if it plays the second best move; null if there is no such move.
	Second *float64 `json:"second"`
	// Best is the best move; "" in a finished game.
	Best string `json:"best"`
	// Mate is the number of moves until mate, negative for being mated; 0 if there is no forced
	// mate.
	Mate int `json:"mate"`
}

func (r *ReviewedPosition) position() judge.Position {
	p := judge.Position{Share: r.Share, Second: -1, Best: r.Best, Mate: r.Mate}
	if r.Second != nil {
		p.Second = *r.Second
	}
	return p
}

// MoveVerdict compares a move of Way of the Knight or chess with the best one.
type MoveVerdict struct {
	Kind judge.Kind `json:"kind"`
	// Loss of the mover's win share, in thousandths.
	Loss int `json:"loss"`
	// Solves says that the move solves an exercise.
	Solves bool `json:"solves"`
	// Only says that it was the best move, and that all others were much worse.
	Only bool `json:"only"`
	// AllowsMate is the number of moves until the mate that the move allows, 0 if it allows none
	// that could be avoided.
	AllowsMate int `json:"allowsMate"`
	// MissesMate is the number of moves until the mate that the move misses, 0 if it misses none.
	MissesMate int `json:"missesMate"`
}

// reviewClassify compares a move with the best one, by the positions before and after it.
func reviewClassify(move string, before, after ReviewedPosition) (MoveVerdict, Problems) {
	v := judge.Classify(move, before.position(), after.position())
	return MoveVerdict{
		Kind:       v.Kind,
		Loss:       int(v.Loss + 0.5),
		Solves:     judge.Solves(v.Loss),
		Only:       v.Only,
		AllowsMate: v.AllowsMate,
		MissesMate: v.MissesMate,
	}, nil
}

// reviewAccuracy returns the accuracy of moves with these losses in percent; null without moves.
func reviewAccuracy(losses []float64) (*int, Problems) {
	accuracy, ok := judge.Accuracy(losses)
	if !ok {
		return nil, nil
	}
	return new(int(accuracy + 0.5)), nil
}

// Evaluation is the evaluation in a comment of a game record, from White's point of view: a score
// in hundredths of a pawn, or the number of moves until a mate, negative if Black mates, 0 for
// none.
type Evaluation struct {
	Score float64 `json:"score"`
	Mate  int     `json:"mate"`
}

// reviewShares converts evaluations of the positions of a game, from the start position on, to
// White's win shares in thousandths. Where the evaluation is null the share is null too, unless
// the game is over.
func reviewShares(variant wotn.Variant, start string, moves []string, evaluations []*Evaluation) ([]*int, Problems) {
	game, wrong := wotnPlay(variant, start, moves)
	if wrong != nil {
		return nil, wrong
	}
	shares := make([]*int, len(evaluations))
	for i, e := range evaluations {
		switch outcome := game.Outcome(); {
		case i > game.Len(): // there is no such position: null
		case outcome.Over() && i == game.Len():
			shares[i] = new(int(1000*outcome.WinShare(wotn.White) + 0.5))
		case e != nil:
			shares[i] = new(int(1000*e.share(game.PositionAfter(i)) + 0.5))
		}
	}
	return shares, nil
}

// share returns White's win share in a position.
func (e *Evaluation) share(p *wotn.Position) float64 {
	switch {
	case e.Mate > 0:
		return 1
	case e.Mate < 0:
		return 0
	}
	return engine.WDLModelOf(p.Variant()).WDL(e.Score, engine.WDLTermsOf(p)).Share()
}

// FaultFacts explain a fault, a move that loses win share.
type FaultFacts struct {
	// Reply and Better are what the best reply and the better move threaten.
	Reply  judge.Threat `json:"reply"`
	Better judge.Threat `json:"better"`
	// ReplyGain is what the opponent wins by the variation after the move, and BetterGain what the
	// better one would have won; null for nothing.
	ReplyGain  *VariationGain `json:"replyGain"`
	BetterGain *VariationGain `json:"betterGain"`
}

// VariationGain is what a side wins and loses by a variation. The kinds are those before it, the
// squares those of the captures.
type VariationGain struct {
	Wins  []judge.PieceOn `json:"wins"`
	Loses []judge.PieceOn `json:"loses"`
	// Promotes are promotions of pieces that are left.
	Promotes []judge.Promoted `json:"promotes"`
}

// reviewFault returns the facts behind a fault, the last of the moves. reply is the principal
// variation after it, better the one that begins with the better move.
func reviewFault(variant wotn.Variant, start string, moves, reply, better []string) (FaultFacts, Problems) {
	game, wrong := wotnPlay(variant, start, moves)
	if wrong != nil {
		return FaultFacts{}, wrong
	}
	last := game.Len() - 1
	if last < 0 {
		return FaultFacts{}, refusal("no-moves", nil, "there is no move")
	}
	before := game.PositionAfter(last)
	f := judge.FaultOf(before, game.Moves()[last], parseMoves(game.Position(), reply), parseMoves(before, better))
	return FaultFacts{f.Reply, f.Better, variationGain(f.ReplyGain), variationGain(f.BetterGain)}, nil
}

// parseMoves parses the moves of a variation up to the first that is illegal.
func parseMoves(p *wotn.Position, moves []string) (line []wotn.Move) {
	position := *p
	for _, text := range moves {
		m, err := position.ParseMove(text)
		if err != nil {
			break
		}
		line = append(line, m)
		position.PlayInto(&position, m)
	}
	return line
}

// variationGain returns a gain, or nil if there is none.
func variationGain(g judge.Gain) *VariationGain {
	if g.Levels == 0 {
		return nil
	}
	return &VariationGain{g.Wins, g.Loses, g.Promotes}
}
