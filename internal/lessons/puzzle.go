package lessons

import "tafelrunde/wotn"

// Puzzle is the part of a puzzle that makes it an exercise; docs/formats/puzzles.md describes the
// fields. It is a type of its own so that the browser does without package puzzles, which has
// the collections.
type Puzzle struct {
	Rules    string     `json:"rules"`
	Start    string     `json:"start"`
	Previous string     `json:"previous,omitempty"`
	Solution []string   `json:"solution"`
	Also     [][]string `json:"also,omitempty"`
}

// FromPuzzle returns a puzzle as an exercise, which its solution or an accepted move solves.
// The error says what is wrong with its position or its moves.
func FromPuzzle(p *Puzzle) (Source, error) {
	s := Source{
		Game: p.Rules, Position: p.Start, Previous: p.Previous, Par: 1, Success: "finished",
		Solution: p.Solution, Accepted: p.Also, Scripted: true,
	}
	if p.Rules != "lancelot" {
		s.Game = wotn.Standard.String()
		if err := s.Variant.UnmarshalText([]byte(p.Rules)); err != nil {
			return s, err
		}
	}
	e, err := New(s)
	if err != nil {
		return s, err
	}
	r := e.start()
	for _, move := range p.Solution {
		if err := r.play(move); err != nil {
			return s, err
		}
	}
	s.Par = r.made()
	return s, nil
}
