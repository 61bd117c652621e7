// Package perft counts the sequences of legal moves of all games and variants and
// reads suites of positions with expected counts
// (https://www.chessprogramming.org/Perft).
package perft

import (
	"slices"
	"strings"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// Position is a position of any game.
type Position interface {
	// Perft returns the number of sequences of exactly depth moves.
	Perft(depth int) uint64
	// Divide returns Perft for each move, for a depth of at least 1.
	Divide(depth int) []MoveCount
}

// MoveCount is a move and the number of sequences that begin with it.
type MoveCount struct {
	Move  string
	Count uint64
}

// Game is a game or variant whose moves can be counted.
type Game struct {
	Name  string
	Start string // the default position
	parse func(position string) (Position, error)
}

var games = []Game{
	{"wotn", wotn.StartText, wotnParser(wotn.Standard)},
	{"wotn-alternative", wotn.StartText, wotnParser(wotn.Alternative)},
	{"chess", wotn.StartText, wotnParser(wotn.Chess)},
	{"lancelot", "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7", parseLancelot},
}

// Find returns the game with a name.
func Find(name string) (Game, bool) {
	i := slices.IndexFunc(games, func(g Game) bool { return g.Name == name })
	if i < 0 {
		return Game{}, false
	}
	return games[i], true
}

// Names returns the names of all games, separated by commas.
func Names() string {
	var names []string
	for _, g := range games {
		names = append(names, g.Name)
	}
	return strings.Join(names, ", ")
}

// Parse parses a position of the game.
func (g Game) Parse(text string) (Position, error) { return g.parse(text) }

type wotnPosition struct{ wotn.Position }

func wotnParser(w wotn.Variant) func(string) (Position, error) {
	return func(text string) (Position, error) {
		position, err := wotn.ParsePosition(w, text)
		if err != nil {
			return nil, err
		}
		return &wotnPosition{position}, nil
	}
}

func (p *wotnPosition) Perft(depth int) uint64 { return wotn.Perft(&p.Position, depth) }

func (p *wotnPosition) Divide(depth int) []MoveCount {
	var counts []MoveCount
	for _, c := range wotn.Divide(&p.Position, depth) {
		counts = append(counts, MoveCount{c.Move.String(), c.Count})
	}
	return counts
}

type lancelotPosition struct{ lancelot.Position }

func parseLancelot(text string) (Position, error) {
	setup, err := lancelot.ParseSetup(text)
	if err != nil {
		return nil, err
	}
	position, err := setup.Position()
	if err != nil {
		return nil, err
	}
	return &lancelotPosition{position}, nil
}

func (p *lancelotPosition) Perft(depth int) uint64 { return lancelot.Perft(&p.Position, depth) }

func (p *lancelotPosition) Divide(depth int) []MoveCount {
	var counts []MoveCount
	for _, c := range lancelot.Divide(&p.Position, depth) {
		counts = append(counts, MoveCount{c.Turn.String(), c.Count})
	}
	return counts
}
