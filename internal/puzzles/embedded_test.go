package puzzles

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	lrecord "tafelrunde/lancelot/record"
	"tafelrunde/wotn"
	"tafelrunde/wotn/record"
)

// maxEmbedded bounds the collections in the program, in bytes.
const maxEmbedded = 1_500_000

func TestEmbedded(t *testing.T) {
	list, err := Embedded()
	if err != nil || len(list) == 0 {
		t.Fatal(len(list), err)
	}
	seen, size := map[string]bool{}, int64(0)
	files, err := collections.ReadDir("collections")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		info, err := file.Info()
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
	}
	if size > maxEmbedded {
		t.Errorf("%d bytes are embedded, at most %d", size, maxEmbedded)
	}
	for i := range list {
		p := &list[i]
		if err := p.Check(); err != nil {
			t.Errorf("%s: %v", p.ID, err)
		}
		// "puzzles verify" checks all games.
		if i%10 == 0 {
			if err := p.CheckGame(); err != nil {
				t.Errorf("%s: %v", p.ID, err)
			}
		}
		if seen[p.ID] {
			t.Errorf("%s occurs twice", p.ID)
		}
		seen[p.ID] = true
		themes := Themes[0]
		if p.Rules == Lancelot {
			themes = Themes[1]
		}
		for _, theme := range p.Themes {
			if !slices.Contains(themes, theme) {
				t.Errorf("%s has the theme %q", p.ID, theme)
			}
		}
		readBack(t, p)
	}
	var out bytes.Buffer
	if err := WriteCSV(&out, list); err != nil {
		t.Fatal(err)
	}
	if rows, err := csv.NewReader(&out).ReadAll(); err != nil || len(rows) != len(list)+1 || rows[1][0] != list[0].ID {
		t.Errorf("%d rows of %d puzzles, %v", len(rows), len(list), err)
	}
}

// readBack reads the record of a puzzle and compares its moves.
func readBack(t *testing.T, p *Puzzle) {
	t.Helper()
	text, err := p.Record()
	if err != nil {
		t.Fatal(err)
	}
	var moves []string
	if p.Previous != "" {
		moves = append(moves, p.Previous)
	}
	moves = append(moves, p.Solution...)
	var got []string
	if p.Rules == Lancelot {
		r, err := lrecord.Read(text)
		if err != nil {
			t.Fatalf("%s: %v", p.ID, err)
		}
		for _, turn := range r.Turns {
			got = append(got, turn.Turn.String())
		}
	} else {
		r, err := record.Read(text, wotn.Standard)
		if err != nil || len(r.Problems) > 0 {
			t.Fatalf("%s: %v %v", p.ID, err, r.Problems)
		}
		for _, move := range r.Line.Moves {
			got = append(got, move.Move.String())
		}
	}
	if !slices.Equal(got, moves) || !strings.Contains(text, `[Puzzle "`+p.ID+`"]`) {
		t.Errorf("%s: the record has %v, want %v:\n%s", p.ID, got, moves, text)
	}
}

func TestEPD(t *testing.T) {
	p := mate()
	text, err := p.EPD()
	if want := `6k1/8/8/8/8/8/R7/1R5K w - - bm Rb7; id "` + p.ID + `"; dm 2;`; err != nil || text != want {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
}
