//go:build js && wasm

package main

import (
	"syscall/js"

	"tafelrunde/internal/judge"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// reviewClassify compares a move of Way of the Knight or chess with the best
// one. Its arguments are the move and the evaluations of the positions before and
// after it.
func reviewClassify(args []js.Value) (any, problems) {
	v := judge.Classify(str(args[0]), evaluated(args[1]), evaluated(args[2]))
	return object{
		"kind":       string(v.Kind),
		"loss":       int(v.Loss + 0.5),
		"solves":     judge.Solves(v.Loss),
		"only":       v.Only,
		"allowsMate": v.AllowsMate,
		"missesMate": v.MissesMate,
	}, nil
}

// evaluated converts an Evaluated of the contract.
func evaluated(v js.Value) judge.Position {
	p := judge.Position{Share: v.Get("share").Float(), Second: -1, Best: str(v.Get("best")), Mate: number(v.Get("mate"))}
	if second := v.Get("second"); second.Type() == js.TypeNumber {
		p.Second = second.Float()
	}
	return p
}

// reviewAccuracy returns the accuracy of moves with these losses in whole
// percent, or null without moves.
func reviewAccuracy(args []js.Value) (any, problems) {
	losses := make([]float64, args[0].Length())
	for i := range losses {
		losses[i] = args[0].Index(i).Float()
	}
	accuracy, ok := judge.Accuracy(losses)
	if !ok {
		return nil, nil
	}
	return int(accuracy + 0.5), nil
}

// reviewShares converts evaluations of the positions of a game of Way of the Knight or
// chess to White's win share in thousandths. Its arguments are variant, start, moves and
// the evaluations from the start position on, null where there is none. The share is null
// then, unless the game is over.
func reviewShares(args []js.Value) (any, problems) {
	game, wrong := wotnPlay(variant(args[0]), str(args[1]), texts(args[2]))
	if wrong != nil {
		return nil, wrong
	}
	shares := make(list, args[3].Length())
	for i := range shares {
		if i > game.Len() {
			break
		}
		if o := game.Outcome(); o.Over() && i == game.Len() {
			shares[i] = int(1000*o.WinShare(wotn.White) + 0.5)
			continue
		}
		if v := args[3].Index(i); v.Type() == js.TypeObject {
			share := writtenShare(game.PositionAfter(i), v.Get("score").Float(), number(v.Get("mate")))
			shares[i] = int(1000*share + 0.5)
		}
	}
	return shares, nil
}

// writtenShare returns White's win share in a position, by a score in centipawns or the
// number of moves until a mate, from White's point of view.
func writtenShare(p *wotn.Position, score float64, mate int) float64 {
	switch {
	case mate > 0:
		return 1
	case mate < 0:
		return 0
	}
	return engine.WDLModelOf(p.Variant()).WDL(score, engine.WDLTermsOf(p)).Share()
}

// reviewFault returns the facts behind a fault. Its arguments are variant, start, the moves
// up to the fault, the principal variation after it and the better line.
func reviewFault(args []js.Value) (any, problems) {
	game, wrong := wotnPlay(variant(args[0]), str(args[1]), texts(args[2]))
	if wrong != nil {
		return nil, wrong
	}
	last := game.Len() - 1
	if last < 0 {
		return nil, problems{{code: "no-moves", message: "there is no move", offset: noOffset}}
	}
	before := game.PositionAfter(last)
	reply, better := parseMoves(game.Position(), texts(args[3])), parseMoves(before, texts(args[4]))
	f := judge.FaultOf(before, game.Moves()[last], reply, better)
	return object{
		"reply":      threatView(f.Reply),
		"better":     threatView(f.Better),
		"replyGain":  gainView(f.ReplyGain),
		"betterGain": gainView(f.BetterGain),
	}, nil
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

func threatView(t judge.Threat) object {
	return object{"attacks": values(t.Attacks, pieceOnView), "mate": t.Mate}
}

// gainView returns a gain, or nil if there is none.
func gainView(g judge.Gain) any {
	if g.Levels == 0 {
		return nil
	}
	return object{
		"wins":  values(g.Wins, pieceOnView),
		"loses": values(g.Loses, pieceOnView),
		"promotes": values(g.Promotes, func(p judge.Promoted) any {
			return object{"from": p.From.String(), "to": p.To.String()}
		}),
	}
}

func pieceOnView(p judge.PieceOn) any {
	return object{"kind": p.Kind.String(), "square": p.Square.String()}
}
