package calls

import (
	"tafelrunde/internal/explorer"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// Game is one of the two games.
type Game string

// The games.
const (
	Wotn     Game = "wotn"
	Lancelot Game = "lancelot"
)

// EngineMoves are the moves that were played in a position, the most frequent first.
type EngineMoves struct {
	// Games is the number of games of the table, and Nodes those of each search in them.
	Games int         `json:"games"`
	Nodes int         `json:"nodes"`
	Moves []MoveCount `json:"moves"`
}

// MoveCount is a move that was played, with the results for the side that made it.
type MoveCount struct {
	// Move is in coordinate notation; in Lancelot one of the equal turns of a symmetric position.
	Move   string `json:"move"`
	Wins   int    `json:"wins"`
	Draws  int    `json:"draws"`
	Losses int    `json:"losses"`
}

// place returns the place of a position. ok is false if it has no statistics.
func place(game Game, variantName, position string) (p explorer.Place, ok bool, wrong Problems) {
	if game == Lancelot {
		board, err := lancelot.ParsePosition(position)
		if err != nil {
			return p, false, lancelotProblems(err)
		}
		p, ok = explorer.PlaceOfLancelot(&board)
		return p, ok, nil
	}
	v, err := wotn.ParseVariant(variantName)
	if err != nil {
		return p, false, wotnProblems(err)
	}
	board, err := wotn.ParsePosition(v, position)
	if err != nil {
		return p, false, wotnProblems(err)
	}
	return explorer.PlaceOfWotn(&board), true, nil
}

// explorerSet returns the name of the kind of game whose table has a position; "" if none has.
func explorerSet(game Game, variant, position string) (string, Problems) {
	p, _, wrong := place(game, variant, position)
	return p.Set.Name, wrong
}

// explorerFind looks a position up in a table (docs/formats/explorer.md). The problem is
// explorer-table for other data.
func explorerFind(game Game, variant, position string, table []byte) (EngineMoves, Problems) {
	p, ok, wrong := place(game, variant, position)
	if wrong != nil {
		return EngineMoves{}, wrong
	}
	opened, err := explorer.Open(table)
	if err != nil {
		return EngineMoves{}, refusal("explorer-table", nil, err.Error())
	}
	found := EngineMoves{Games: opened.Games, Nodes: opened.Nodes}
	if ok {
		found.Moves = values(opened.Moves(&p), func(m explorer.Move) MoveCount {
			return MoveCount{m.Text, m.Wins, m.Draws, m.Losses}
		})
	}
	return found, nil
}
