// Package puzzles has exercises that are proved: a position, a solution and a verdict. It reads and
// writes collections of them (docs/formats/puzzles.md). Package lab/puzzles makes and proves them.
package puzzles

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// The games. Lancelot is also Puzzle.Rules of its puzzles.
const (
	Wotn     = "wotn"
	Lancelot = "lancelot"
)

// GameOf returns the game with some rules.
func GameOf(rules string) string {
	if rules == Lancelot {
		return Lancelot
	}
	return Wotn
}

// Puzzle is a position, the moves that solve it, and why they are right. Moves are in
// coordinate notation. Win shares are those of the solver, in thousandths.
type Puzzle struct {
	// ID follows from position and solution: see [Puzzle.Identify].
	ID string `json:"id"`
	// Rules are the variant of Way of the Knight, by its name, or "lancelot".
	Rules string `json:"rules"`
	// Start is the position before Previous, as package wotn or lancelot writes it.
	Start string `json:"start"`
	// Previous is the opponent's move that leads to the puzzle's position; "" if Start is that position.
	Previous string `json:"previous,omitempty"`
	// Solution has the solver's moves and the replies in turn. It begins and ends with a move of the
	// solver. With three or more seats it has one turn.
	Solution []string `json:"solution"`
	// Also has, for each move of the solver in order, the other moves that solve the puzzle at
	// once: they mate or reach the target as fast. It may be shorter than the solution.
	Also [][]string `json:"also,omitempty"`
	// Mate is the number of the solver's moves until mate, proved; 0 if the solution does not mate.
	Mate int `json:"mate,omitempty"`
	// Target is the number of the solver's turns until the solver has won by captured stones,
	// proved; 0 if the solution does not.
	Target int `json:"target,omitempty"`
	// Shares are the win shares before Previous, after the solution's first move, and after the second
	// best one.
	Shares [3]int `json:"shares"`
	// Rating is the rating that the puzzle begins with.
	Rating int `json:"rating"`
	// Themes are what the detectors find in it.
	Themes []Theme `json:"themes,omitempty"`
	// Game and Ply say where it comes from: the number of the game among those of the section's
	// origin, and the number of moves before Start.
	Game int `json:"game"`
	Ply  int `json:"ply"`
	// From and Moves are that game: its first position, as Start is written, and all its moves,
	// separated by spaces.
	From  string `json:"from"`
	Moves string `json:"moves"`
}

// Wotn returns the game from Start with Previous, if there is one, for a puzzle of Way of the Knight.
func (p *Puzzle) Wotn() (*wotn.Game, error) {
	var variant wotn.Variant
	if err := variant.UnmarshalText([]byte(p.Rules)); err != nil {
		return nil, err
	}
	start, err := wotn.ParsePosition(variant, p.Start)
	if err != nil {
		return nil, err
	}
	game := wotn.NewGame(start)
	if p.Previous != "" {
		err = game.PlayText(p.Previous)
	}
	return game, err
}

// Lancelot returns the game from Start with Previous, if there is one, for a puzzle of Lancelot.
func (p *Puzzle) Lancelot() (*lancelot.Game, error) {
	if p.Rules != Lancelot {
		return nil, fmt.Errorf("%q is not Lancelot", p.Rules)
	}
	start, err := lancelot.ParsePosition(p.Start)
	if err != nil {
		return nil, err
	}
	game := lancelot.NewGame(start)
	if p.Previous != "" {
		err = game.PlayText(p.Previous)
	}
	return game, err
}

// Position returns the position to solve, after Previous, as Start is written.
func (p *Puzzle) Position() (string, error) {
	if p.Rules == Lancelot {
		game, err := p.Lancelot()
		if err != nil {
			return "", err
		}
		return game.Position().String(), nil
	}
	game, err := p.Wotn()
	if err != nil {
		return "", err
	}
	return game.Position().String(), nil
}

// ids is Crockford's alphabet, which has no letters that look like digits.
var ids = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// Identify sets the ID, seven letters and digits from a hash of rules, position and solution.
func (p *Puzzle) Identify() { p.ID = p.identity() }

func (p *Puzzle) identity() string {
	sum := sha256.Sum256([]byte(strings.Join(append([]string{p.Rules, p.Start, p.Previous}, p.Solution...), "\n")))
	return ids.EncodeToString(sum[:])[:7]
}

// Check returns what is wrong with a puzzle by the rules alone: its position and moves, and the
// end of the solution that its verdict promises.
func (p *Puzzle) Check() error {
	switch {
	case p.ID != p.identity():
		return fmt.Errorf("the puzzle %q has the identifier of another", p.ID)
	case len(p.Solution) == 0:
		return errors.New("the solution is missing")
	case p.Rules == wotn.Chess.String():
		return errors.New("there are no puzzles of chess")
	case p.Mate < 0 || p.Target < 0 || p.Mate > 0 && p.Rules == Lancelot || p.Target > 0 && p.Rules != Lancelot:
		return errors.New("the verdict is impossible")
	case p.Rating < 0 || p.Game < 0 || p.Ply < 0 || slices.Min(p.Shares[:]) < 0 || slices.Max(p.Shares[:]) > 1000:
		return errors.New("a number is out of range")
	}
	if p.Rules == Lancelot {
		game, err := p.Lancelot()
		if err != nil {
			return err
		}
		seat := game.Position().ToMove()
		return p.play(p.Target, game.PlayText,
			func(text string) error { _, err := game.Position().ParseTurn(text); return err },
			func() bool { return game.Position().ToMove() == seat },
			func() bool { return game.Outcome().Wins(seat) && !game.Outcome().Draw() })
	}
	game, err := p.Wotn()
	if err != nil {
		return err
	}
	color := game.Position().ToMove()
	return p.play(p.Mate, game.PlayText,
		func(text string) error { _, err := game.Position().ParseMove(text); return err },
		func() bool { return game.Position().ToMove() == color },
		func() bool { return game.Outcome().Reason == wotn.Checkmate })
}

// CheckGame returns what is wrong with the game that a puzzle comes from, by the rules alone. It is
// apart from [Puzzle.Check] because it takes much longer.
func (p *Puzzle) CheckGame() error {
	whole := *p
	whole.Start, whole.Previous = p.From, ""
	moves := strings.Fields(p.Moves)
	if p.Ply > len(moves) || p.Previous != "" && (p.Ply == len(moves) || moves[p.Ply] != p.Previous) {
		return fmt.Errorf("the game has no move %q after %d moves", p.Previous, p.Ply)
	}
	var position func() string
	var play func(string) error
	if p.Rules == Lancelot {
		game, err := whole.Lancelot()
		if err != nil {
			return err
		}
		position, play = func() string { return game.Position().String() }, game.PlayText
	} else {
		game, err := whole.Wotn()
		if err != nil {
			return err
		}
		position, play = func() string { return game.Position().String() }, game.PlayText
	}
	for ply := range len(moves) + 1 {
		if ply == p.Ply && position() != p.Start {
			return fmt.Errorf("the game has another position than the puzzle after %d moves", ply)
		}
		if ply == len(moves) {
			break
		}
		if err := play(moves[ply]); err != nil {
			return fmt.Errorf("the move %d of the game: %w", ply+1, err)
		}
	}
	return nil
}

// play checks the moves of the solution and of Also, and that the solution wins in a number of the
// solver's moves unless that is 0.
func (p *Puzzle) play(wins int, play, legal func(string) error, solves, won func() bool) error {
	own := 0
	for i, text := range p.Solution {
		if solves() {
			if own < len(p.Also) {
				for _, other := range p.Also[own] {
					if err := legal(other); err != nil {
						return err
					}
					if other == text {
						return fmt.Errorf("the move %s is accepted twice", text)
					}
				}
			}
			own++
		} else if i == 0 || i == len(p.Solution)-1 {
			return errors.New("the solution does not begin and end with a move of the solver")
		}
		if err := play(text); err != nil {
			return err
		}
	}
	switch {
	case len(p.Also) > own:
		return errors.New("there are accepted moves without a move of the solution")
	case wins > 0 && (own != wins || !won()):
		return fmt.Errorf("the solution does not win in %d moves", wins)
	}
	return nil
}
