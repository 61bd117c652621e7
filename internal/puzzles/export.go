package puzzles

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	lrecord "tafelrunde/lancelot/record"
	"tafelrunde/wotn"
	"tafelrunde/wotn/record"
)

// Record returns a puzzle as a record with its solution: PGN, or the record of a game of Lancelot.
// The tags Puzzle, Rating and Themes describe it. The error is that of [Puzzle.Check].
func (p *Puzzle) Record() (string, error) {
	if err := p.Check(); err != nil {
		return "", err
	}
	tags := []record.Tag{{Name: "Puzzle", Value: p.ID}, {Name: "Rating", Value: strconv.Itoa(p.Rating)}, {Name: "Themes", Value: p.themes()}}
	if p.Rules == Lancelot {
		game, err := p.Lancelot()
		if err != nil {
			return "", err
		}
		var named []lrecord.Tag
		for _, tag := range tags {
			named = append(named, lrecord.Tag(tag))
		}
		err = playAll(game, p.Solution)
		r := lrecord.New(game, named...)
		return r.String(), err
	}
	game, err := p.Wotn()
	if err != nil {
		return "", err
	}
	if err := playAll(game, p.Solution); err != nil {
		return "", err
	}
	r, err := record.New(game, tags)
	return r.String(), err
}

// playAll plays moves in a game.
func playAll(game interface{ PlayText(move string) error }, moves []string) error {
	for _, move := range moves {
		if err := game.PlayText(move); err != nil {
			return err
		}
	}
	return nil
}

// themes returns the themes, separated by spaces.
func (p *Puzzle) themes() string { return strings.Trim(fmt.Sprint(p.Themes), "[]") }

// EPD returns a puzzle of Way of the Knight in Extended Position Description: the position to
// solve with the best moves (bm), the ID, and the number of moves to a mate (dm).
func (p *Puzzle) EPD() (string, error) {
	game, err := p.Wotn()
	if err != nil {
		return "", err
	}
	position := game.Position()
	best := []string{p.Solution[0]}
	if len(p.Also) > 0 {
		best = append(best, p.Also[0]...)
	}
	for i, text := range best {
		move, err := position.ParseMove(text)
		if err != nil {
			return "", err
		}
		best[i] = position.SAN(move)
	}
	text, err := position.MarshalText()
	if err != nil {
		return "", err
	}
	fields := strings.Fields(string(text))
	epd := fmt.Sprintf("%s bm %s; id \"%s\";", strings.Join(fields[:len(fields)-2], " "), strings.Join(best, " "), p.ID)
	if p.Mate > 0 {
		epd += fmt.Sprintf(" dm %d;", p.Mate)
	}
	return epd, nil
}

// WriteCSV writes puzzles as comma-separated values, the names of the fields first.
func WriteCSV(to io.Writer, list []Puzzle) error {
	out := csv.NewWriter(to)
	out.Write([]string{"PuzzleId", "Rules", "Start", "Previous", "Solution", "Also", "Rating", "Themes"})
	for i := range list {
		p := &list[i]
		var also []string
		for _, moves := range p.Also {
			also = append(also, strings.Join(moves, " "))
		}
		out.Write([]string{p.ID, p.Rules, p.Start, p.Previous, strings.Join(p.Solution, " "), strings.Join(also, "/"), strconv.Itoa(p.Rating), p.themes()})
	}
	out.Flush()
	return out.Error()
}

// Seats returns the number of seats. The error is that of [Puzzle.Check].
func (p *Puzzle) Seats() (int, error) {
	if p.Rules != Lancelot {
		return wotn.NumColors, nil
	}
	game, err := p.Lancelot()
	if err != nil {
		return 0, err
	}
	return game.Position().Seats(), nil
}
