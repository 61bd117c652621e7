package main

import (
	"slices"
	"strings"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// perftPosition is a position of any game.
type perftPosition interface {
	// Perft returns the number of sequences of exactly depth moves.
	Perft(depth int) uint64
	// Divide returns Perft for each move, for a depth of at least 1.
	Divide(depth int) []moveCount
}

// moveCount is a move and the number of sequences that begin with it.
type moveCount struct {
	Move  string
	Count uint64
}

// perftGame is a game or variant whose moves can be counted.
type perftGame struct {
	Name  string
	Start string // the default position
	parse func(position string) (perftPosition, error)
}

var perftGames = []perftGame{
	{"wotn", wotn.StartText, wotnPerftParser(wotn.Standard)},
	{"wotn-alternative", wotn.StartText, wotnPerftParser(wotn.Alternative)},
	{"chess", wotn.StartText, wotnPerftParser(wotn.Chess)},
	{"lancelot", "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7", parseLancelotPerft},
}

// findPerftGame returns the game with a name.
func findPerftGame(name string) (perftGame, bool) {
	i := slices.IndexFunc(perftGames, func(g perftGame) bool { return g.Name == name })
	if i < 0 {
		return perftGame{}, false
	}
	return perftGames[i], true
}

// perftGameNames returns the names of all games, separated by commas.
func perftGameNames() string {
	var names []string
	for _, g := range perftGames {
		names = append(names, g.Name)
	}
	return strings.Join(names, ", ")
}

// Parse parses a position of the game.
func (g perftGame) Parse(text string) (perftPosition, error) { return g.parse(text) }

type wotnPerftPosition struct{ wotn.Position }

func wotnPerftParser(w wotn.Variant) func(string) (perftPosition, error) {
	return func(text string) (perftPosition, error) {
		position, err := wotn.ParsePosition(w, text)
		if err != nil {
			return nil, err
		}
		return &wotnPerftPosition{position}, nil
	}
}

func (p *wotnPerftPosition) Perft(depth int) uint64 { return wotn.Perft(&p.Position, depth) }

func (p *wotnPerftPosition) Divide(depth int) []moveCount {
	var counts []moveCount
	for _, c := range wotn.Divide(&p.Position, depth) {
		counts = append(counts, moveCount{c.Move.String(), c.Count})
	}
	return counts
}

type lancelotPerftPosition struct{ lancelot.Position }

func parseLancelotPerft(text string) (perftPosition, error) {
	setup, err := lancelot.ParseSetup(text)
	if err != nil {
		return nil, err
	}
	position, err := setup.Position()
	if err != nil {
		return nil, err
	}
	return &lancelotPerftPosition{position}, nil
}

func (p *lancelotPerftPosition) Perft(depth int) uint64 { return lancelot.Perft(&p.Position, depth) }

func (p *lancelotPerftPosition) Divide(depth int) []moveCount {
	var counts []moveCount
	for _, c := range lancelot.Divide(&p.Position, depth) {
		counts = append(counts, moveCount{c.Turn.String(), c.Count})
	}
	return counts
}
