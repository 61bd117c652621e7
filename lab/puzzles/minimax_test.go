package puzzles_test

import (
	"reflect"
	"slices"
	"testing"

	core "tafelrunde/internal/puzzles"
	"tafelrunde/lab/puzzles"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// The prover of this file is a plain minimax over the public rules. It shares nothing with the
// proof but the rules.

// mates returns the moves that mate in n moves, whatever the replies.
func mates(p *wotn.Position, n int) (moves []string) {
	for m := range p.Moves() {
		next, err := p.Play(m)
		if err == nil && isMated(&next, n-1) {
			moves = append(moves, m.String())
		}
	}
	return moves
}

// isMated reports whether the side to move is mated, or mated in n moves whatever it plays.
func isMated(p *wotn.Position, n int) bool {
	if o := p.Outcome(); o.Over() || n == 0 {
		return o.Reason == wotn.Checkmate
	}
	for m := range p.Moves() {
		next, err := p.Play(m)
		if err != nil || next.Outcome().Over() || !canMate(&next, n) {
			return false
		}
	}
	return true
}

// canMate reports whether a move mates in n moves or fewer.
func canMate(p *wotn.Position, n int) bool {
	for m := range p.Moves() {
		if next, err := p.Play(m); err == nil && isMated(&next, n-1) {
			return true
		}
	}
	return false
}

// targets returns the turns after which a seat has won alone, or wins alone with its next turn
// whatever the others play: n is 1 or 2.
func targets(p *lancelot.Position, n int) (turns []string) {
	seat := p.ToMove()
	wins := func(p *lancelot.Position) bool { return len(p.Outcome().Winners()) == 1 && p.Outcome().Wins(seat) }
	once := func(p *lancelot.Position) bool {
		for t := range p.Turns() {
			if next, err := p.Play(t); err == nil && wins(&next) {
				return true
			}
		}
		return false
	}
	var held func(p *lancelot.Position) bool
	held = func(p *lancelot.Position) bool {
		switch {
		case p.Outcome().Over():
			return wins(p)
		case p.ToMove() == seat:
			return once(p)
		}
		for t := range p.Turns() {
			if next, err := p.Play(t); err != nil || !held(&next) {
				return false
			}
		}
		return true
	}
	for t := range p.Turns() {
		if next, err := p.Play(t); err == nil && (n == 1 && wins(&next) || n == 2 && held(&next)) {
			turns = append(turns, t.String())
		}
	}
	return turns
}

// TestMinimax compares the proof with minimax near the ends of games of beginners: the number of
// moves and all solutions.
func TestMinimax(t *testing.T) {
	found := map[string]int{}
	for _, rules := range []string{"wotn", "wotn-alternative", "lancelot"} {
		for number := range 6 {
			play := puzzles.SelfPlay{Rules: rules, Lancelot: lancelot.Options{Seats: 2}, Seed: 11, Games: 6}
			r, err := play.Game(number)
			if err != nil {
				t.Fatal(err)
			}
			moves := r.MoveList()
			for i := max(0, len(moves)-4); i < len(moves); i++ {
				text, want := ends(t, &r.Start, rules, moves[:i])
				n, got, err := puzzles.Winners(rules, text, 2)
				if err != nil {
					t.Fatal(err)
				}
				shortest := slices.IndexFunc(want[:], func(moves []string) bool { return len(moves) > 0 }) + 1
				if n != shortest || n > 0 && !reflect.DeepEqual(got, want[n-1]) {
					t.Errorf("%s %s: %v win in %d, minimax: %v", rules, text, got, n, want)
				}
				if n > 0 {
					found[rules]++
				}
			}
		}
	}
	if len(found) < 3 {
		t.Errorf("wins found: %v", found)
	}
}

// ends returns a position of a game, and the moves that win in one and in two moves by minimax.
func ends(t *testing.T, start *string, rules string, moves []string) (text string, want [2][]string) {
	t.Helper()
	p := core.Puzzle{Rules: rules, Start: *start}
	if rules == core.Lancelot {
		game, err := p.Lancelot()
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range moves {
			if err := game.PlayText(m); err != nil {
				t.Fatal(err)
			}
		}
		at := game.Position()
		return at.String(), [2][]string{targets(at, 1), targets(at, 2)}
	}
	game, err := p.Wotn()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		if err := game.PlayText(m); err != nil {
			t.Fatal(err)
		}
	}
	at := game.Position()
	return at.String(), [2][]string{mates(at, 1), mates(at, 2)}
}

// fewestWins is the least number of proved wins that the prover must agree on.
const fewestWins = 300

// TestMinimaxOnCollection compares the proved wins of the puzzles in the program with those of
// minimax, at each move of the solver with all accepted moves. Short tests take one puzzle in six, and leave out mates in three and four.
func TestMinimaxOnCollection(t *testing.T) {
	list, err := core.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	most := 4
	if testing.Short() {
		most = 2
	}
	count, all := map[int]int{}, 0
	for i := range list {
		p := &list[i]
		n := p.Mate + p.Target
		if n < 1 || n > most || testing.Short() && i%6 > 0 {
			continue
		}
		if p.Rules == core.Lancelot {
			compareTargets(t, p)
		} else {
			compareMates(t, p)
		}
		count[n]++
		all++
	}
	t.Logf("puzzles by number of moves: %v", count)
	if !testing.Short() && all < fewestWins {
		t.Errorf("%d proved wins, at least %d", all, fewestWins)
	}
}

// compare compares the accepted moves of a puzzle in its ownth move of the solver, counted from 0, with those
// that win in n.
func compare(t *testing.T, p *core.Puzzle, own int, move string, got []string) {
	t.Helper()
	want := []string{move}
	if own < len(p.Also) {
		want = append(want, p.Also[own]...)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%s, move %d: %v win, minimax: %v", p.ID, own+1, want, got)
	}
}

func compareMates(t *testing.T, p *core.Puzzle) {
	t.Helper()
	game, err := p.Wotn()
	if err != nil {
		t.Fatal(err)
	}
	for i, move := range p.Solution {
		if n := p.Mate - i/2; i%2 == 0 {
			if n > 1 && canMate(game.Position(), n-1) {
				t.Errorf("%s, move %d mates in fewer than %d moves", p.ID, i/2+1, n)
			}
			compare(t, p, i/2, move, mates(game.Position(), n))
		}
		if err := game.PlayText(move); err != nil {
			t.Fatal(err)
		}
	}
}

func compareTargets(t *testing.T, p *core.Puzzle) {
	t.Helper()
	game, err := p.Lancelot()
	if err != nil {
		t.Fatal(err)
	}
	seat, own := game.Position().ToMove(), 0
	for _, move := range p.Solution {
		if at := game.Position(); at.ToMove() == seat {
			n := p.Target - own
			if n == 2 && len(targets(at, 1)) > 0 {
				t.Errorf("%s wins in 1 turn", p.ID)
			}
			compare(t, p, own, move, targets(at, n))
			own++
		}
		if err := game.PlayText(move); err != nil {
			t.Fatal(err)
		}
	}
}
