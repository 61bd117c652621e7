package engine

import (
	"math"
	"strconv"
)

// Score is the value of a position or move for the side to move: hundredths of
// a pawn, or a mate in a number of moves. A greater Score is better; scores can
// be compared with < and ==. [Centipawns] and [MateIn] make them. The zero
// Score is an even position.
//
// As a number, a Score is in centipawns up to ±MaxCentipawns. Beyond, it is
// ±MateScore, less the plies until the mate.
type Score int32

const (
	// MaxCentipawns is the greatest Score that is not a mate.
	MaxCentipawns Score = 30000
	// MateScore is the Score of having mated the opponent.
	MateScore Score = 32000
)

// Centipawns returns the score of an advantage of n hundredths of a pawn,
// limited to ±MaxCentipawns.
func Centipawns(n int) Score {
	return Score(max(-int(MaxCentipawns), min(int(MaxCentipawns), n)))
}

// MateIn returns the score of a forced mate. With n ≥ 1 the side to move mates
// with its n-th move from now; with n ≤ 0 it is mated by the opponent's -n-th
// move, where 0 means that it is mated already.
func MateIn(n int) Score {
	if n > 0 {
		return MateScore - Score(2*n-1)
	}
	return -MateScore - Score(2*n)
}

// Mate returns the number of moves to mate, as MateIn takes it. ok is false if
// the score is not a mate.
func (s Score) Mate() (n int, ok bool) {
	switch {
	case s > MaxCentipawns:
		return int(MateScore-s+1) / 2, true
	case s < -MaxCentipawns:
		return -int(s+MateScore) / 2, true
	}
	return 0, false
}

// Centipawns returns the score in hundredths of a pawn; ±MaxCentipawns for a
// mate.
func (s Score) Centipawns() int {
	return int(max(-MaxCentipawns, min(MaxCentipawns, s)))
}

// String returns the score in pawns with two decimals ("+0.35", "-1.20",
// "0.00"), or "#3" and "#-3" for mates.
func (s Score) String() string {
	if n, ok := s.Mate(); ok {
		if s < 0 && n == 0 {
			return "#-0"
		}
		return "#" + strconv.Itoa(n)
	}
	n, sign := int(s), ""
	switch {
	case n > 0:
		sign = "+"
	case n < 0:
		sign, n = "-", -n
	}
	cents := strconv.Itoa(100 + n%100)
	return sign + strconv.Itoa(n/100) + "." + cents[1:]
}

// winShareScale is the advantage in centipawns with a win share of 10/11.
const winShareScale = 400

// WinShare returns the nominal expected points of the side to move, from 0 to 1
// with 1/2 for a draw: a logistic function of the score, to which the weights of
// the evaluation are tuned. WDLOf has what was observed.
func (s Score) WinShare() float64 { return 1 / (1 + math.Pow(10, -float64(s)/winShareScale)) }

// Bound says how a reported score relates to the true one.
type Bound uint8

// The bounds. The true score is at least a LowerBound and at most an
// UpperBound.
const (
	Exact Bound = iota
	LowerBound
	UpperBound
)
