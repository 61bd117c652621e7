// Package themes finds out what a puzzle is about.
package themes

import (
	"tafelrunde/internal/puzzles"
	"tafelrunde/wotn/eval"
	"tafelrunde/wotn/search"
)

// Detector finds the themes of puzzles. It must not be used concurrently.
type Detector struct {
	// engine proves mates for zugzwang, and searches moves that the rules do not allow.
	engine *search.Engine
}

// New returns a detector.
func New() *Detector {
	return &Detector{search.New(search.Config{NewEvaluator: func() search.Evaluator { return eval.New() }})}
}

// Of returns the themes of a puzzle's position and solution, in the order of
// [puzzles.Themes]. [puzzles.Handicap] is not among them: it depends on the game. The error is
// that of [puzzles.Puzzle.Check].
func (d *Detector) Of(p *puzzles.Puzzle) ([]puzzles.Theme, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	found := map[puzzles.Theme]bool{}
	list := puzzles.Themes[0]
	if p.Rules == puzzles.Lancelot {
		list = puzzles.Themes[1]
		ofLancelot(p, found)
	} else {
		d.ofWotn(p, found)
	}
	var themes []puzzles.Theme
	for _, theme := range list {
		if found[theme] {
			themes = append(themes, theme)
		}
	}
	return themes, nil
}
