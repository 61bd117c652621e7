package search

import (
	"math"
	"strconv"
)

// Score says what a position is worth to the side to move: hundredths of a
// pawn, or mate in so many moves. A greater Score is better; scores can be
// compared with < and ==. Make them with [Centipawns] and [MateIn]. The zero
// Score is an even game.
type Score int32

// Scores are kept as one number: centipawns up to ±maxEval; beyond, mateScore
// less the plies until the mate.
const (
	mateScore = 32000
	maxEval   = 30000
	infinite  = 32001
	noScore   = 32002 // no value known, in the search only
	// MaxPly is how many half-moves deep lines are followed at most.
	MaxPly = 120
)

// Centipawns returns the score of an advantage; n is cut to ±30000.
func Centipawns(n int) Score { return Score(max(-maxEval, min(maxEval, n))) }

// MateIn returns the score of the side to move giving mate with its n-th move
// from now (n ≥ 1), or of being mated by the opponent's -n-th move (n ≤ 0;
// 0 is being mated now).
func MateIn(n int) Score {
	if n > 0 {
		return Score(mateScore - (2*n - 1))
	}
	return Score(-mateScore - 2*n)
}

// Mate returns the number of moves to mate as [MateIn] takes it. ok is false if
// the score is none of mate.
func (s Score) Mate() (n int, ok bool) {
	switch {
	case s > maxEval:
		return (mateScore - int(s) + 1) / 2, true
	case s < -maxEval:
		return -(int(s) + mateScore) / 2, true
	}
	return 0, false
}

// Centipawns returns the advantage in hundredths of a pawn; for a mate, ±30000.
func (s Score) Centipawns() int { return max(-maxEval, min(maxEval, int(s))) }

// String returns "+0.35", "-1.20", "0.00", or "#3", "#-3" for a mate.
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

// WinChance returns the expected points, 0 to 1, of the side to move: ten of eleven
// for an advantage of four pawns, by the logistic curve of ratings.
func (s Score) WinChance() float64 { return winChance(float64(s)) }

// winScale is the advantage in centipawns with which ten of eleven points are
// expected.
const winScale = 400

func winChance(centipawns float64) float64 { return 1 / (1 + math.Pow(10, -centipawns/winScale)) }
