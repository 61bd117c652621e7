package search

// Techniques returns all techniques, in the order of the constants.
func Techniques() []Technique {
	all := make([]Technique, numTechniques)
	for i := range all {
		all[i] = 1 << i
	}
	return all
}
