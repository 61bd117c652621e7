package badges_test

import (
	"math/rand/v2"
	"slices"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// maxPlies bounds the games of tests.
const maxPlies = 300

// playWotn plays a game from a start. Now and then a side captures or promotes if it can, so
// that badges are earned.
func playWotn(start wotn.Position, random *rand.Rand) *wotn.Game {
	g := wotn.NewGame(start)
	for g.Len() < maxPlies && !g.Outcome().Over() {
		moves := slices.Collect(g.Position().Moves())
		move := moves[random.IntN(len(moves))]
		if random.IntN(4) > 0 {
			move = slices.MaxFunc(moves, func(a, b wotn.Move) int { return gain(g.Position(), a) - gain(g.Position(), b) })
		}
		if err := g.Play(move); err != nil {
			panic(err)
		}
	}
	return g
}

// gain is the number of levels that a move wins, and more if it gives mate.
func gain(p *wotn.Position, m wotn.Move) int {
	sum := int(m.Captured().Level())
	if m.Promotion() != wotn.NoKind {
		sum++
	}
	var after wotn.Position
	p.PlayInto(&after, m)
	if after.Outcome().Reason == wotn.Checkmate {
		sum += 100
	}
	return sum
}

// playLancelot plays a game from a start with the largest of some random captures.
func playLancelot(start lancelot.Position, random *rand.Rand) *lancelot.Game {
	g := lancelot.NewGame(start)
	for g.Len() < maxPlies && !g.Outcome().Over() {
		best, most := lancelot.NoTurn, -1
		for range 1 + random.IntN(30) {
			turn := randomTurn(g.Position(), random)
			step, err := g.Position().Explain(turn)
			if n := len(step.Captures()); err == nil && n > most {
				best, most = turn, n
			}
		}
		if best == lancelot.NoTurn {
			open := g.Position().Open()
			best = lancelot.StoneTurn(open.Nth(random.IntN(open.Count())))
		}
		if err := g.Play(best); err != nil {
			panic(err)
		}
	}
	return g
}

// randomTurn returns a turn that need not be legal if it moves Excalibur.
func randomTurn(p *lancelot.Position, random *rand.Rand) lancelot.Turn {
	open := p.Open()
	square := open.Nth(random.IntN(open.Count()))
	if p.PlacesExcalibur() {
		return lancelot.ExcaliburTurn(square)
	}
	if p.HasExcaliburTurn(p.ToMove()) && random.IntN(8) == 0 {
		free := p.FreeSquares()
		other := free.Nth(random.IntN(free.Count()))
		if random.IntN(2) == 0 {
			return lancelot.ExcaliburStoneTurn(other, square)
		}
		return lancelot.StoneExcaliburTurn(square, other)
	}
	return lancelot.StoneTurn(square)
}
