package eval

// Evaluation returns the tuner's evaluation of a sample with the current
// weights.
func (t *Tuner) Evaluation(i int) float64 {
	score, _ := t.evaluate(&t.samples[i])
	return score
}
