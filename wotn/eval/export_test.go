package eval

// Judge returns what a tuner makes of a sample by the weights now.
func (t *Tuning) Judge(i int) float64 {
	score, _ := t.judge(&t.samples[i])
	return score
}
