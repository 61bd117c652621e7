package puzzles

// Winners returns the number of moves of the shortest proved win within most, and all first moves.
func Winners(rules, text string, most int) (n int, moves []string, err error) {
	at, err := parse(rules, text)
	if err != nil {
		return 0, nil, err
	}
	j := newAnalyser(rules, false)
	if n = j.wins(at, most); n > 0 {
		moves = j.winners(at, n)
	}
	return n, moves, nil
}
