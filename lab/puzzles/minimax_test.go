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

// TestMinimaxOnCollection compares the proved wins of the puzzles in the program with those of
// minimax, each with all first moves. Mates in four take too long for it, and those in three for
// short tests.
func TestMinimaxOnCollection(t *testing.T) {
	list, err := core.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	most := 3
	if testing.Short() {
		most = 2
	}
	count := map[int]int{}
	for _, p := range list {
		n := p.Mate + p.Target
		if n < 1 || n > most {
			continue
		}
		var got []string
		if p.Rules == core.Lancelot {
			game, err := p.Lancelot()
			if err != nil {
				t.Fatal(err)
			}
			got = targets(game.Position(), n)
			if n == 2 && len(targets(game.Position(), 1)) > 0 {
				t.Errorf("%s wins in 1 turn", p.ID)
			}
		} else {
			game, err := p.Wotn()
			if err != nil {
				t.Fatal(err)
			}
			got = mates(game.Position(), n)
			if n > 1 && canMate(game.Position(), n-1) {
				t.Errorf("%s mates in fewer than %d moves", p.ID, n)
			}
		}
		want := append([]string{p.Solution[0]}, p.Also[0]...)
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v win in %d, minimax: %v", p.ID, want, n, got)
		}
		count[n]++
	}
	t.Logf("puzzles by number of moves: %v", count)
}
