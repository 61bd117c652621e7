package gametest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// Run plays so many random games from each start, with seeds from 0 on, and
// fails the test at the first thing that does not hold.
func Run[P, M comparable](t *testing.T, g Game[P, M], games int) {
	t.Helper()
	if len(g.Starts) == 0 || games < 1 {
		t.Fatal("no game to play")
	}
	for _, start := range g.Starts {
		for seed := range uint64(games) {
			if err := g.Check(start, seed); err != nil {
				t.Errorf("%s, seed %d: %v", start, seed, err)
				break
			}
		}
	}
}

// Check plays one random game from a start and answers what does not hold, nil
// if all does:
//
//   - the text of each position is read back as the same position, with the
//     same key;
//   - a position that runs has moves and one that is over has none; its seat to
//     act is one of its seats;
//   - no move is listed twice; each is legal, has a text of its own and is read
//     back from it as the same move;
//   - a move of an earlier position is played, and called legal, just if it is
//     listed;
//   - playing changes no position but the destination, in place or not, and
//     gives the same position checked and unchecked;
//   - returns are one a seat, add up to Sum when the game is over, and are zero
//     with no reason while it runs;
//   - no game is longer than Bound.
func (g *Game[P, M]) Check(start string, seed uint64) error {
	below := rand.New(rand.NewPCG(seed, 0)).IntN
	p, err := g.Parse(start)
	if err != nil {
		return err
	}
	var earlier []M
	for ply := 0; ; ply++ {
		if err := g.checkPosition(&p, earlier); err != nil {
			return fmt.Errorf("ply %d, %s: %w", ply, g.Text(&p), err)
		}
		moves := g.Moves(&p)
		if len(moves) == 0 || g.Bound == 0 && ply == cut {
			return nil
		}
		if g.Bound != 0 && ply == g.Bound {
			return fmt.Errorf("ply %d, %s: still runs", ply, g.Text(&p))
		}
		m := g.choose(moves, below)
		next, err := g.checkPlay(&p, m)
		if err != nil {
			return fmt.Errorf("ply %d, %s: %w", ply, g.Text(&p), err)
		}
		earlier = sample(append(earlier, moves...), 40, below)
		p = next
	}
}

// sample is at most n of the moves.
func sample[M any](moves []M, n int, below func(n int) int) []M {
	for i := range min(n, len(moves)) {
		j := i + below(len(moves)-i)
		moves[i], moves[j] = moves[j], moves[i]
	}
	return moves[:min(n, len(moves))]
}

func (g *Game[P, M]) checkPosition(p *P, earlier []M) error {
	outcome := g.Outcome(p)
	if err := g.checkText(p, outcome); err != nil {
		return err
	}
	if err := g.checkOutcome(p, outcome); err != nil {
		return err
	}
	moves := g.Moves(p)
	if outcome.Over != (len(moves) == 0) {
		return fmt.Errorf("over %v with %d moves", outcome.Over, len(moves))
	}
	if seat := g.ToAct(p); seat < 0 || seat >= g.Seats(p) {
		return fmt.Errorf("seat %d of %d is to act", seat, g.Seats(p))
	}
	listed := make(map[M]bool, len(moves))
	for _, m := range moves {
		if listed[m] {
			return fmt.Errorf("%s is listed twice", g.MoveText(p, m))
		}
		listed[m] = true
	}
	if err := g.checkMoveTexts(p, moves); err != nil {
		return err
	}
	for _, m := range earlier {
		if g.IsLegal(p, m) != listed[m] {
			return fmt.Errorf("move %v is legal %v, listed %v", m, g.IsLegal(p, m), listed[m])
		}
		if _, err := g.Play(p, m); (err == nil) != listed[m] {
			return fmt.Errorf("move %v is listed %v, but playing it gives error %v", m, listed[m], err)
		}
	}
	return nil
}

func (g *Game[P, M]) checkText(p *P, outcome Outcome) error {
	again, err := g.Parse(g.Text(p))
	if outcome.Over && g.FinalRefused != nil && g.FinalRefused(outcome) {
		if err == nil {
			return fmt.Errorf("the text of a game that is over is not refused")
		}
		return nil
	}
	if err != nil {
		return err
	}
	if again != *p {
		return fmt.Errorf("the text is read as %s, which differs", g.Text(&again))
	}
	if g.Key != nil && g.Key(&again) != g.Key(p) {
		return fmt.Errorf("the key %x is %x when read again", g.Key(p), g.Key(&again))
	}
	return nil
}

func (g *Game[P, M]) checkOutcome(p *P, outcome Outcome) error {
	if len(outcome.Returns) != g.Seats(p) {
		return fmt.Errorf("%d returns for %d seats", len(outcome.Returns), g.Seats(p))
	}
	if outcome.Over != (outcome.Reason != "") {
		return fmt.Errorf("over %v with reason %q", outcome.Over, outcome.Reason)
	}
	sum, want := 0.0, 0.0
	for _, share := range outcome.Returns {
		sum += share
		if share < 0 {
			return fmt.Errorf("returns %v", outcome.Returns)
		}
	}
	if outcome.Over {
		want = g.Sum
	}
	if math.Abs(sum-want) > 1e-9 {
		return fmt.Errorf("returns %v do not add up to %v", outcome.Returns, want)
	}
	return nil
}

// checkMoveTexts reads the texts of moves back; of a long list only some.
func (g *Game[P, M]) checkMoveTexts(p *P, moves []M) error {
	const enough = 500
	stride := len(moves)/enough + 1
	texts := make(map[string]M)
	for i := 0; i < len(moves); i += stride {
		m := moves[i]
		text := g.MoveText(p, m)
		if other, ok := texts[text]; ok {
			return fmt.Errorf("moves %v and %v have the same text %s", other, m, text)
		}
		texts[text] = m
		if read, err := g.ParseMove(p, text); err != nil || read != m {
			return fmt.Errorf("the move %s is read as %v, %v", text, read, err)
		}
		if !g.IsLegal(p, m) {
			return fmt.Errorf("%s is listed but not legal", text)
		}
	}
	return nil
}

// checkPlay plays m in every way and answers the position after it.
func (g *Game[P, M]) checkPlay(p *P, m M) (P, error) {
	before, text := *p, g.Text(p)
	next, err := g.Play(p, m)
	if err != nil {
		return next, err
	}
	var unchecked P
	g.PlayInto(&unchecked, p, m)
	inPlace := *p
	g.PlayInto(&inPlace, &inPlace, m)
	move := g.MoveText(p, m)
	if *p != before || g.Text(p) != text {
		return next, fmt.Errorf("playing %s changes the position played from", move)
	}
	if unchecked != next || inPlace != next {
		return next, fmt.Errorf("%s leads to %s checked, to %s unchecked, to %s in place", move, g.Text(&next), g.Text(&unchecked), g.Text(&inPlace))
	}
	if next == before {
		return next, fmt.Errorf("%s changes nothing", move)
	}
	return next, nil
}
