package search

import (
	"math"

	"tafelrunde/lancelot"
)

// stone is the worth of one captured stone; all values are in its hundredths.
const stone = 100

// won is more than any standing that the evaluation gives.
const won = 1_000_000

// values are the seats' prospects by themselves, in hundredths of a stone.
type values [lancelot.MaxSeats]int

// evaluate gives each seat the stones it has captured and, in part, the most it
// could take on one line on which its lead is one: nearly all of them for the
// seat to act, less for those whose opponents can still do something about it.
func evaluate(p *lancelot.Position) values {
	var v values
	var threats [lancelot.MaxSeats]int
	seats, free := p.Seats(), p.FreeSquares()
	var stones [lancelot.MaxSeats]lancelot.Set
	for seat := range seats {
		stones[seat] = p.Stones(lancelot.Seat(seat))
	}
	for line := range p.LineCount() {
		// At most one seat leads.
		for seat := range seats {
			if lead := p.Lead(lancelot.Seat(seat), line); lead < 1 {
				continue
			} else if lead > 1 {
				break
			}
			squares := p.LineSquares(line)
			if room := free.And(&squares); !room.Any() {
				break
			}
			prize := 0
			for other := range seats {
				if other != seat {
					theirs := stones[other].And(&squares)
					prize += theirs.Len()
				}
			}
			threats[seat] = max(threats[seat], prize)
			break
		}
	}
	for seat := range seats {
		captured := p.Captured(lancelot.Seat(seat))
		v[seat] = stone * captured
		// Near the target a stone is worth more.
		v[seat] += stone * captured * captured / (2 * p.Target())
		share := 25
		if lancelot.Seat(seat) == p.ToAct() {
			share = 80
		}
		if p.InHand(lancelot.Seat(seat)) > 0 {
			v[seat] += threats[seat] * share
		}
		if p.HasPower(lancelot.Seat(seat)) {
			v[seat] += stone
		}
	}
	return v
}

// standing is how far the seat is ahead: of the best of the others for the most
// part, of their average for the rest; won or -won when the game is over, 0 for a
// win shared by all.
func standing(v *values, p *lancelot.Position, seat lancelot.Seat) int {
	if o := p.Outcome(); o.Over() {
		share := o.Return(seat)
		if fair := 1 / float64(p.Seats()); share < fair {
			return -won
		} else if share == fair {
			return 0
		}
		return int(won * share)
	}
	best, sum := math.MinInt, 0
	for other := range p.Seats() {
		if lancelot.Seat(other) != seat {
			best = max(best, v[other])
			sum += v[other]
		}
	}
	return v[seat] - (3*best+sum/(p.Seats()-1))/4
}

// chanceToWin makes a standing a chance: even at 0 for two seats, a fair share
// for more, and three quarters of the way with a lead of about a quarter of the
// target.
func chanceToWin(p *lancelot.Position, standing int) Score {
	odds := 1 / float64(p.Seats()-1) * math.Exp(float64(standing)/stone/float64(p.Target())*4)
	return Score(math.Round(1000 / (1 + 1/odds)))
}
