package eval

import "tafelrunde/wotn"

// tuned are the tables of each rule set's weights.
var tuned = func() (t [wotn.NumWays]*tables) {
	for ways := range t {
		w := guess(wotn.Ways(ways))
		t[ways] = newTables(wotn.Ways(ways), &w)
	}
	return t
}()
