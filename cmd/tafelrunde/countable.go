package main

import (
	"slices"
	"strings"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// countable is a position of any game for counting moves.
type countable interface {
	// perft returns the number of sequences of exactly depth moves.
	perft(depth int) uint64
	// divide returns perft for each move, for a depth of at least 1.
	divide(depth int) []share
}

// share is a move and the number of sequences that begin with it.
type share struct {
	move  string
	count uint64
}

// countedGame is a game or variant whose moves can be counted.
type countedGame struct {
	name  string
	start string // the default position
	read  func(position string) (countable, error)
}

var countedGames = []countedGame{
	{"wotn", wotn.StartText, readWotn(wotn.Standard)},
	{"wotn-alternative", wotn.StartText, readWotn(wotn.Alternative)},
	{"chess", wotn.StartText, readWotn(wotn.Chess)},
	{"lancelot", "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7", readLancelot},
}

func findCountedGame(name string) (countedGame, bool) {
	i := slices.IndexFunc(countedGames, func(g countedGame) bool { return g.name == name })
	if i < 0 {
		return countedGame{}, false
	}
	return countedGames[i], true
}

// countedGameNames returns the names of all games, separated by commas.
func countedGameNames() string {
	var names []string
	for _, g := range countedGames {
		names = append(names, g.name)
	}
	return strings.Join(names, ", ")
}

type wotnPosition struct{ wotn.Position }

func readWotn(w wotn.Variant) func(string) (countable, error) {
	return func(text string) (countable, error) {
		position, err := wotn.ParsePosition(w, text)
		if err != nil {
			return nil, err
		}
		return &wotnPosition{position}, nil
	}
}

func (p *wotnPosition) perft(depth int) uint64 { return wotn.Perft(&p.Position, depth) }

func (p *wotnPosition) divide(depth int) []share {
	var shares []share
	for _, c := range wotn.Divide(&p.Position, depth) {
		shares = append(shares, share{c.Move.String(), c.Count})
	}
	return shares
}

type lancelotPosition struct{ lancelot.Position }

func readLancelot(text string) (countable, error) {
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

func (p *lancelotPosition) perft(depth int) uint64 { return lancelot.Perft(&p.Position, depth) }

func (p *lancelotPosition) divide(depth int) []share {
	var shares []share
	for _, c := range lancelot.Divide(&p.Position, depth) {
		shares = append(shares, share{c.Turn.String(), c.Count})
	}
	return shares
}
