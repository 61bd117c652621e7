package search

import (
	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

// beginner describes how a beginner plays. It places a single stone: it compares
// the stones that this captures with those that it then exposes, and overlooks
// some of both. It never uses the king's power. Its oversights depend on the
// position and the seed, never on time.
type beginner struct {
	// careless is the probability of playing any turn, in thousandths.
	careless int
	// capture and threat are the probabilities of overlooking an own capture, and a
	// line on which another seat can capture, in thousandths.
	capture, threat int
	// noise is the greatest error of the value of a turn, in hundredths of a stone.
	noise int
	// sense is the weight of the static evaluation, in hundredths of a stone for
	// one in log-odds.
	sense int
}

// beginners are the beginners from the weakest on.
var beginners = [engines.Beginners]beginner{
	{careless: 680, capture: 495, threat: 785, noise: 198, sense: 11},
	{careless: 560, capture: 445, threat: 670, noise: 186, sense: 22},
	{careless: 400, capture: 390, threat: 550, noise: 160, sense: 30},
	{careless: 275, capture: 352, threat: 487, noise: 135, sense: 36},
	{careless: 178, capture: 306, threat: 420, noise: 114, sense: 43},
	{careless: 98, capture: 248, threat: 347, noise: 100, sense: 51},
	{careless: 51, capture: 211, threat: 277, noise: 100, sense: 72},
}

// strongestWithExcalibur is the strongest beginner in games with Excalibur. Level 3
// is stronger there, as it uses the king's power; a stronger last beginner keeps the
// steps even.
var strongestWithExcalibur = beginner{careless: 30, capture: 195, threat: 255, noise: 95, sense: 76}

// beginnerFor returns the nth beginner, from 1, for a game with the rules of p.
func beginnerFor(n int, p *lancelot.Position) *beginner {
	if n == engines.Beginners && p.Rules().Excalibur {
		return &strongestWithExcalibur
	}
	return &beginners[n-1]
}

// moreCareless is what a beginner adds to careless, in thousandths of the rest, by
// the number of seats. Against several opponents the greedy value of a turn is
// better than the evaluation of level 3, which would be the weaker player.
var moreCareless = [lancelot.MaxSeats + 1]int{3: 50, 4: 200, 5: 400}

// play returns the turn that a beginner plays.
func (b *beginner) play(p *lancelot.Position, seed uint64) engine.Info {
	c := engines.Random(seed ^ p.Key())
	turns := appendSingleActions(nil, p)
	best := turns[c.Below(len(turns))]
	nodes := uint64(1)
	careless := b.careless + (1000-b.careless)*moreCareless[p.Seats()]/1000
	if c.Below(1000) >= careless {
		seat := p.ToMove()
		var blind [lineLimit]bool // lines on which threats are overlooked
		for line := range p.LineCount() {
			blind[line] = c.Below(1000) < b.threat
		}
		most := 0
		var after lancelot.Position
		for i, turn := range turns {
			p.PlayInto(&after, turn)
			nodes++
			captures := after.Captured(seat) - p.Captured(seat)
			unseen, noise := c.Below(1000) < b.capture, c.Below(2*b.noise+1)-b.noise
			value := 100*(captures-exposed(&after, seat, &blind)) + noise
			if b.sense > 0 && !after.Outcome().Over() {
				v := trained().evaluate(&after)
				value += b.sense * v.logOddsOf(seat, p.Seats()) / unit
			}
			if captures > 0 && unseen {
				value = noise - 100*lancelot.MaxTarget
			}
			if i == 0 || value > most {
				best, most = turn, value
			}
		}
	}
	shares := trained().winShares(p)
	info := engine.Info{PV: []lancelot.Turn{best}, WinShares: shares.scores(), Depth: 1, Nodes: nodes}
	info.Score = info.WinShares[p.ToMove()]
	return info
}
