package testkit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// PlayGames plays games random games from each start, with seeds from 0, and fails
// the test at the first violated invariant.
func PlayGames[P, M comparable](t *testing.T, g Game[P, M], games int) {
	t.Helper()
	if len(g.Starts) == 0 || games < 1 {
		t.Fatal("no starts or no games")
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

// Check plays one random game from a start. It returns an error if one of these
// invariants is violated:
//
//   - the text of a position is parsed as the same position, with the same key;
//   - a running position has moves, a finished one has none, and its seat to act exists;
//   - no move is listed twice, and each has a text that is parsed as the same move;
//   - a move of an earlier position is legal exactly if it is listed;
//   - playing a move changes only the destination, in place or not, and gives the same position checked and unchecked;
//   - there is one win share per seat; the shares sum to Sum when the game is finished and are zero while it runs;
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
			return fmt.Errorf("ply %d, %s: the game exceeds the bound", ply, g.Text(&p))
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

// sample returns at most n of the moves.
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
			return fmt.Errorf("the text of a finished game is not refused")
		}
		return nil
	}
	if err != nil {
		return err
	}
	if again != *p {
		return fmt.Errorf("the text is parsed as %s, which differs", g.Text(&again))
	}
	if g.Key != nil && g.Key(&again) != g.Key(p) {
		return fmt.Errorf("the key %x is %x after parsing", g.Key(p), g.Key(&again))
	}
	return nil
}

func (g *Game[P, M]) checkOutcome(p *P, outcome Outcome) error {
	if len(outcome.WinShares) != g.Seats(p) {
		return fmt.Errorf("%d win shares for %d seats", len(outcome.WinShares), g.Seats(p))
	}
	if outcome.Over != (outcome.Reason != "") {
		return fmt.Errorf("over %v with reason %q", outcome.Over, outcome.Reason)
	}
	sum, want := 0.0, 0.0
	for _, share := range outcome.WinShares {
		sum += share
		if share < 0 {
			return fmt.Errorf("negative win share in %v", outcome.WinShares)
		}
	}
	if outcome.Over {
		want = g.Sum
	}
	if math.Abs(sum-want) > 1e-9 {
		return fmt.Errorf("win shares %v do not sum to %v", outcome.WinShares, want)
	}
	return nil
}

// checkMoveTexts parses the texts of moves, only some of a long list.
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
			return fmt.Errorf("the move %s is parsed as %v, %v", text, read, err)
		}
		if !g.IsLegal(p, m) {
			return fmt.Errorf("%s is listed but not legal", text)
		}
	}
	return nil
}

// checkPlay plays m in every way and returns the position after it.
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
		return next, fmt.Errorf("playing %s changes the source position", move)
	}
	if unchecked != next || inPlace != next {
		return next, fmt.Errorf("%s gives %s checked, to %s unchecked, to %s in place", move, g.Text(&next), g.Text(&unchecked), g.Text(&inPlace))
	}
	if next == before {
		return next, fmt.Errorf("%s changes nothing", move)
	}
	return next, nil
}
