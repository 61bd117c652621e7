package eval

import "tafelrunde/wotn"

// Sum returns the sum of all features, before chances of winning are asked for.
func (e *Evaluator) Sum(p *wotn.Position) int { return blend(e.sum(p)) }

// Judge returns what a tuner makes of a sample by the weights now.
func (t *Tuning) Judge(i int) float64 { return t.judge(&t.samples[i]) }
