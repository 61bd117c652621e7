package record

import "tafelrunde/wotn"

// PlayerTags returns the tags White and Black. The name of an unknown player is "".
func PlayerTags(white, black string) []Tag {
	return []Tag{{"White", white}, {"Black", black}}
}

// ResultOf returns the result of a finished game that some colours have won: one of
// them, or [Draw] if there is not exactly one.
func ResultOf(winners ...wotn.Color) string {
	switch {
	case len(winners) != 1:
		return Draw
	case winners[0] == wotn.White:
		return WhiteWins
	}
	return BlackWins
}

// WinnersOf returns the colours that have won by a result, none for a draw. It returns
// false if the result is [Unknown], or none of PGN.
func WinnersOf(result string) (winners []wotn.Color, finished bool) {
	switch result {
	case WhiteWins:
		return []wotn.Color{wotn.White}, true
	case BlackWins:
		return []wotn.Color{wotn.Black}, true
	}
	return nil, result == Draw
}
