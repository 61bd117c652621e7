package puzzles

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// mate is a mate in two: the rook cuts off the king, and the other one mates.
func mate() Puzzle {
	p := Puzzle{
		Rules: "wotn", Start: "7k/8/8/8/8/8/R7/1R5K b - - 0 1", Previous: "h8g8", Solution: []string{"b1b7", "g8f8", "a2a8"},
		Mate: 2, Shares: [3]int{500, 1000, 600}, Rating: 900, Themes: []Theme{Mate2}, Game: 3, Ply: 12,
	}
	p.Identify()
	return p
}

// TestGameOfAPuzzle changes what is said of the game that a puzzle comes from.
func TestGameOfAPuzzle(t *testing.T) {
	good := mate()
	good.Ply, good.From, good.Moves = 1, "7k/8/8/8/8/8/R7/R6K w - - 0 1", "a1b1 h8g8 b1b7"
	good.Start = "7k/8/8/8/8/8/R7/1R5K b - - 1 1"
	if err := good.CheckGame(); err != nil {
		t.Fatal(err)
	}
	for reason, change := range map[string]func(*Puzzle){
		`no move "h8g8" after 2 moves`:     func(p *Puzzle) { p.Ply = 2 },
		"no move \"h8g8\" after 3 moves":   func(p *Puzzle) { p.Ply = 3 },
		"another position than the puzzle": func(p *Puzzle) { p.From = "7k/8/8/8/8/8/R7/R5K1 w - - 0 1" },
		"move 3 of the game":               func(p *Puzzle) { p.Moves += "q" },
		"move 1 of the game":               func(p *Puzzle) { p.Moves = "a1i1 h8g8"; p.Ply = 1 },
	} {
		p := good
		change(&p)
		if err := p.CheckGame(); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%v, want %s", err, reason)
		}
	}
}

func collection(t testing.TB, sections ...Section) []byte {
	t.Helper()
	var out bytes.Buffer
	for i := range sections {
		if err := sections[i].Write(&out); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

func two(t testing.TB) (all []Section, data []byte) {
	all = []Section{
		{Origin{By: "puzzles make", Version: "abc", Games: 10, Seconds: 1.5}, []Puzzle{mate()}},
		{Origin{By: "puzzles make --seed 2", Games: 1}, nil},
	}
	return all, collection(t, all...)
}

func TestCollection(t *testing.T) {
	want, data := two(t)
	got, err := Read(data)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestDamage changes each byte of a collection, and cuts it off everywhere: none is read as a
// collection with other puzzles.
func TestDamage(t *testing.T) {
	want, data := two(t)
	first := len(collection(t, want[0]))
	for i := range data {
		changed := bytes.Clone(data)
		changed[i] ^= 0x41
		got, err := Read(changed)
		var damage *Damage
		switch {
		case err == nil && !reflect.DeepEqual(got, want):
			t.Errorf("byte %d changed: %+v", i, got)
		case err != nil && (!errors.As(err, &damage) || damage.Offset != 0 && damage.Offset != int64(first)):
			t.Errorf("byte %d changed: %v", i, err)
		}
		if got, err := Read(data[:i]); err == nil && i != first {
			t.Errorf("cut off after %d bytes: %+v", i, got)
		}
	}
}

// TestCut: only the end of the last section can be missing after an interrupted run.
func TestCut(t *testing.T) {
	all, data := two(t)
	first := len(collection(t, all[0]))
	for _, c := range []struct {
		name string
		data []byte
		want bool
	}{
		{"the last section", data[:len(data)-3], true},
		{"the only section", data[:first-3], true},
		{"its header", data[:first+4], true},
		{"the first section, and another follows", append(bytes.Clone(data[:first-3]), data[first:]...), false},
		{"a text that ends early", pack(t, "{\"licence\":"), false},
		{"a line that ends early", pack(t, "{\"licence\":\n"), false},
		{"another file", []byte("a text"), false},
	} {
		_, err := Read(c.data)
		var damage *Damage
		if !errors.As(err, &damage) || damage.Cut != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestRefusedFiles: the error has the name of the file and the place.
func TestRefusedFiles(t *testing.T) {
	all, data := two(t)
	first := len(collection(t, all[0]))
	name := filepath.Join(t.TempDir(), "damaged.puzzles")
	damaged := bytes.Clone(data)
	damaged[first] ^= 1
	for text, data := range map[string][]byte{
		name + ": section at byte 0: the file is empty":      {},
		name + ": section at byte 0: ":                       []byte("another file"),
		fmt.Sprintf("%s: section at byte %d: ", name, first): damaged,
		name + ": section at byte 0: line 1: ":               pack(t, "{}\n"),
	} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadFile(name); err == nil || !strings.HasPrefix(err.Error(), text) {
			t.Errorf("%v, want %s", err, text)
		}
	}
}

// TestOneValueALine refuses lines with anything after the first value.
func TestOneValueALine(t *testing.T) {
	for _, end := range []string{"", " ", "}", "]", "{}", "x"} {
		text := `{"licence":"CC0-1.0","by":"x","games":1,"seconds":1,"count":0}` + end + "\n"
		if _, err := Read(pack(t, text)); (err == nil) != (strings.TrimSpace(end) == "") {
			t.Errorf("%q: %v", end, err)
		}
	}
}

func TestForeignPuzzles(t *testing.T) {
	for name, change := range map[string]func(*Puzzle){
		"identifier":     func(p *Puzzle) { p.ID = "0000000" },
		"illegal":        func(p *Puzzle) { p.Solution[0] = "b1c7" },
		"no mate":        func(p *Puzzle) { p.Solution[2] = "a2a7" },
		"other length":   func(p *Puzzle) { p.Mate = 3 },
		"chess":          func(p *Puzzle) { p.Rules = "chess" },
		"target":         func(p *Puzzle) { p.Mate, p.Target = 0, 2 },
		"ends in reply":  func(p *Puzzle) { p.Solution, p.Mate = p.Solution[:2], 0 },
		"accepted twice": func(p *Puzzle) { p.Also = [][]string{{"b1b7"}} },
		"illegal too":    func(p *Puzzle) { p.Also = [][]string{{"b1c7"}} },
		"accepted later": func(p *Puzzle) { p.Also = [][]string{{}, {}, {"a2a8"}} },
		"share":          func(p *Puzzle) { p.Shares[1] = 1001 },
		"no solution":    func(p *Puzzle) { p.Solution = nil },
	} {
		p := mate()
		change(&p)
		if name != "identifier" {
			p.Identify()
		}
		if _, err := Read(collection(t, Section{Origin{By: "x"}, []Puzzle{p}})); err == nil {
			t.Errorf("%s: %+v was read", name, p)
		}
	}
	if _, err := Read(pack(t, "{\"by\":\"selfplay\"}\n{\"rules\":\"wotn\"}\n")); err == nil || !strings.Contains(err.Error(), "byte 0") {
		t.Errorf("a dataset: %v", err)
	}
}

// pack returns a text as a section.
func pack(t testing.TB, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// FuzzRead reads a text as a section. What it has read, written again, gives the same bytes again.
func FuzzRead(f *testing.F) {
	f.Add(`{"licence":"CC0-1.0","by":"puzzles make","games":10,"seconds":1.5,"count":1}
{"id":"` + mate().ID + `","rules":"wotn","start":"7k/8/8/8/8/8/R7/1R5K b - - 0 1","previous":"h8g8","solution":["b1b7","g8f8","a2a8"],"mate":2,"shares":[500,1000,600],"rating":900,"themes":["mateIn2"],"game":3,"ply":12}
`)
	f.Fuzz(func(t *testing.T, text string) {
		sections, err := Read(pack(t, text))
		if err != nil {
			return
		}
		written := collection(t, sections...)
		again, err := Read(written)
		if err != nil || !bytes.Equal(collection(t, again...), written) {
			t.Errorf("%+v\n%+v\n%v", sections, again, err)
		}
	})
}
