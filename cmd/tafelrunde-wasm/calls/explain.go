package calls

import (
	"tafelrunde/internal/judge"
	"tafelrunde/wotn"
)

// WotnRemark is a fact about a move; [judge.Code] documents the codes and the fields that they
// use.
type WotnRemark struct {
	Code judge.Code `json:"code"`
	// Kind and Other are kinds, or "".
	Kind  string `json:"kind"`
	Other string `json:"other"`
	// From and Square are squares, or "".
	From   string `json:"from"`
	Square string `json:"square"`
	// Own and Victim are levels or numbers.
	Own    int `json:"own"`
	Victim int `json:"victim"`
}

// wotnExplain returns facts about the last move, the most important first.
func wotnExplain(variant wotn.Variant, start string, moves []string) ([]WotnRemark, Problems) {
	game, wrong := wotnPlay(variant, start, moves)
	if wrong != nil {
		return nil, wrong
	}
	last := game.Len() - 1
	if last < 0 {
		return nil, nil
	}
	return values(judge.Remarks(game.PositionAfter(last), game.Moves()[last]), func(r judge.Remark) WotnRemark {
		return WotnRemark{
			Code:   r.Code,
			Kind:   orEmpty(r.Kind),
			Other:  orEmpty(r.Other),
			From:   orEmpty(r.From),
			Square: orEmpty(r.Square),
			Own:    r.Own,
			Victim: r.Victim,
		}
	}), nil
}

// LancelotRemark is a fact about a turn; [judge.LancelotCode] documents the codes and the fields
// that they use.
type LancelotRemark struct {
	Code  judge.LancelotCode `json:"code"`
	Lines []LineName         `json:"lines"`
	// N is a number of stones.
	N int `json:"n"`
	// Seat is another seat, or the one that moved.
	Seat int `json:"seat"`
	// Square is a square, or "".
	Square string `json:"square"`
	// Turn is an Excalibur turn, or "".
	Turn string `json:"turn"`
}

// lancelotExplain returns facts about the last turn, the most important first.
func lancelotExplain(start string, turns []string) ([]LancelotRemark, Problems) {
	game, wrong := lancelotPlay(start, turns)
	if wrong != nil {
		return nil, wrong
	}
	last := game.Len() - 1
	if last < 0 {
		return nil, nil
	}
	before := game.PositionAfter(last)
	found, err := judge.LancelotRemarks(before, game.Step(last).Turn)
	if err != nil {
		return nil, lancelotProblems(err)
	}
	return values(found, func(r judge.LancelotRemark) LancelotRemark {
		return LancelotRemark{
			Code:   r.Code,
			Lines:  values(r.Lines, func(l int) LineName { return lineName(before.Line(l)) }),
			N:      r.N,
			Seat:   int(r.Seat),
			Square: orEmpty(r.Square),
			Turn:   orEmpty(r.Turn),
		}
	}), nil
}
