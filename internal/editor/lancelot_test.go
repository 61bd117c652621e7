package editor_test

import (
	"strings"
	"testing"

	"tafelrunde/internal/editor"
	"tafelrunde/lancelot"
)

const emptyForTwo = "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"

func TestIncompleteLancelot(t *testing.T) {
	for text, want := range map[string]string{
		"":                  emptyForTwo,
		"x":                 emptyForTwo,
		emptyForTwo + " no": emptyForTwo,
		"8/8/8/8/8/8/8/8 b": "8/8/8/8/8/8/8/8 b 0,0 30,30 - basic 7",
		"8/8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7":                      emptyForTwo,
		"8/8/8/8/8/8/8/a7":                                             "8/8/8/8/8/8/8/a7 a 0,0 30,30 - basic 7",
		"aabbccddee/8/8/8/8/8/8/8/8/b9 c 1,2,x 30,29,28 ac excalibur+": "aabbccddee/10/10/10/10/10/10/10/10/b9 c 0,0,0 30,29,28 ac excalibur 8",
		"12/12/12/12/12/12/12/12/12/12/12/12":                          "12/12/12/12/12/12/12/12/12/12/12/12 a 0,0,0,0 30,30,30,30 - basic 9",
		"a/ab?/99":                                                     "a7/ab6/8/8/8/8/8/8 a 0,0 30,30 - basic 7",
		strings.Repeat("/", 1000):                                      emptyForTwo,
	} {
		s, _ := editor.ReadLancelot(text)
		if s.String() != want {
			t.Errorf("%.70q is read as\n%s, want\n%s", text, s, want)
		}
	}
}

func read(t *testing.T, text string) *lancelot.Setup {
	t.Helper()
	s, err := lancelot.ParseSetup(text)
	if err != nil {
		t.Fatal(err)
	}
	return &s
}

func square(name string) lancelot.Square {
	s, err := lancelot.ParseSquare(name)
	if err != nil {
		panic(err)
	}
	return s
}

func TestLancelotEdits(t *testing.T) {
	put := func(on string, cell lancelot.Cell) func(*lancelot.Setup) {
		return func(s *lancelot.Setup) { editor.PutLancelot(s, square(on), cell) }
	}
	seats := func(n int) func(*lancelot.Setup) {
		return func(s *lancelot.Setup) { editor.SeatsLancelot(s, n) }
	}
	excalibur := func(on bool) func(*lancelot.Setup) {
		return func(s *lancelot.Setup) { editor.ExcaliburRule(s, on) }
	}
	for _, c := range []struct {
		text string
		edit func(*lancelot.Setup)
		want string
	}{
		{emptyForTwo, put("d4", lancelot.StoneOf(1)), "8/8/8/8/8/8/8/b7 a 0,0 30,29 - basic 7"},
		{"8/8/8/8/8/8/8/b7 a 0,0 30,29 - basic 7", put("d4", lancelot.StoneOf(0)), "8/8/8/8/8/8/8/a7 a 0,0 29,30 - basic 7"},
		{"8/8/8/8/8/8/8/b7 a 0,0 30,29 - basic 7", put("d4", lancelot.Free), emptyForTwo},
		{"8/8/8/8/8/8/8/*7 a 0,0 30,30 ab excalibur 7", put("k11", lancelot.Excalibur), "7*/8/8/8/8/8/8/8 a 0,0 30,30 ab excalibur 7"},
		{"8/8/8/8/8/8/8/*7 a 0,0 30,30 ab excalibur 7", put("a1", lancelot.Excalibur), "8/8/8/8/8/8/8/*7 a 0,0 30,30 ab excalibur 7"},
		{"8/8/8/8/8/8/8/8 a 0,0 0,30 - basic 7", put("d4", lancelot.StoneOf(0)), "8/8/8/8/8/8/8/a7 a 0,0 0,30 - basic 7"},
		{"8/8/8/8/8/8/8/*7 a 0,0 30,30 b excalibur 7", excalibur(false), emptyForTwo},
		{emptyForTwo, excalibur(true), "8/8/8/8/8/8/8/8 a 0,0 30,30 ab excalibur 7"},
		{"8/8/8/8/8/8/8/b7 b 0,1 29,29 - diagonals 3", editor.ClearLancelot, "8/8/8/8/8/8/8/8 a 0,0 30,30 - diagonals 3"},
		{emptyForTwo, seats(3), "10/10/10/10/10/10/10/10/10/10 a 0,0,0 30,30,30 - basic 8"},
		{"8/8/8/8/8/8/8/8 b 0,0 30,30 ab excalibur 5", seats(3), "10/10/10/10/10/10/10/10/10/10 c 0,0,0 30,30,30 abc excalibur 5"},
		{
			"7a/8/8/8/8/8/8/b6c b 0,1 28,29 - basic 7", seats(3),
			"10/8a1/10/10/10/10/10/10/1b6c1/10 b 0,1,0 28,29,30 - basic 8",
		},
		{
			"b9/8a1/10/10/10/10/10/10/1b6c1/10 c 0,1,2 28,28,29 - basic 8", seats(2),
			"7a/8/8/8/8/8/8/b7 a 0,1 28,29 - basic 7",
		},
	} {
		s := read(t, c.text)
		if c.edit(s); s.String() != c.want {
			t.Errorf("%s becomes\n%s, want\n%s", c.text, s, c.want)
		}
	}
}

func TestMoveLancelot(t *testing.T) {
	s := read(t, "8/8/8/8/8/8/8/ab6 a 0,0 29,29 - basic 7")
	editor.MoveLancelot(s, square("d4"), square("e4"))
	if want := "8/8/8/8/8/8/8/1a6 a 0,0 29,30 - basic 7"; s.String() != want {
		t.Errorf("%s, want %s", s, want)
	}
	before := *s
	editor.MoveLancelot(s, square("e4"), square("a1"))
	editor.MoveLancelot(s, square("d4"), square("e4"))
	editor.MoveLancelot(s, square("e4"), square("e4"))
	if *s != before {
		t.Errorf("%s becomes %s", before, s)
	}
}

// FuzzLancelot reads a text and edits it. Every text is read, what is written is read
// as it was, the board has the size for its seats, and each seat keeps its number
// of stones on the board and in hand.
func FuzzLancelot(f *testing.F) {
	for _, text := range []string{
		emptyForTwo, "x", "1a1aa3/1aa5/a1*a1b2/8/2b1bb2/4b1b1/b1a5/3b4 a 1,1 21,21 ab diagonals+excalibur 7",
		"10/8*1/4a5/4b5/10/4a5/2ca1a4/4a5/4c5/4b5 a 0,0,0 25,28,28 abc excalibur 8",
		"5*8/14/14/14/14/14/14/14/14/14/14/14/14/14 e 0,0,0,0,0 30,30,30,30,30 ace diagonals+excalibur 10",
	} {
		f.Add(text, []byte{40, 1, 40, 2, 60, 6, 200, 60})
	}
	f.Fuzz(func(t *testing.T, text string, edits []byte) {
		s, _ := editor.ReadLancelot(text)
		if s.Height != lancelot.StandardSize(s.Seats) {
			t.Fatalf("%q: %d rows for %d seats", text, s.Height, s.Seats)
		}
		check := func() {
			if again, err := lancelot.ParseSetup(s.String()); err != nil || again != s {
				t.Fatalf("%s is read as %s, %v", s, again, err)
			}
		}
		check()
		for i := 0; i+1 < min(len(edits), 200); i += 2 {
			at, what := lancelot.Square(edits[i]), edits[i+1]
			totals := stones(s)
			switch {
			case what <= byte(lancelot.Excalibur):
				cell := lancelot.Cell(what)
				if seat, ok := cell.Seat(); ok && (int(seat) >= s.Seats || s.InHand[seat] == 0) {
					continue
				}
				editor.PutLancelot(&s, at, cell)
			case what < 250:
				editor.MoveLancelot(&s, at, lancelot.Square(what))
			case what < 254:
				editor.SeatsLancelot(&s, int(what-248))
				totals = stones(s)
			default:
				editor.ExcaliburRule(&s, what == 254)
			}
			check()
			for seat, n := range stones(s) {
				if seat < s.Seats && n != totals[seat] && totals[seat] < editor.MaxCount {
					t.Fatalf("%s: seat %d has %d stones, before %d", s, seat, n, totals[seat])
				}
			}
		}
	})
}

// stones returns the number of stones of each seat, counted in the text.
func stones(s lancelot.Setup) (counts [lancelot.MaxSeats]int) {
	board, _, _ := strings.Cut(s.String(), " ")
	for seat := range counts {
		counts[seat] = s.InHand[seat] + strings.Count(board, string(rune('a'+seat)))
	}
	return counts
}

func TestLancelotFields(t *testing.T) {
	for text, want := range map[string]editor.Field{
		"8/8/8/8/8/8/8/8 c 0,0 30,30 - basic 7":       editor.Turn,
		"8/8/8/8/8/8/8/8 a 0,0 31,30 - basic 7":       editor.InHand,
		"8/8/8/8/8/8/8/8 a 0,1 30,30 - basic 7":       editor.Captured,
		"8/8/8/8/8/8/8/8 a 0,9 30,21 - basic 7":       editor.Captured,
		"8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 0":       editor.Target,
		"8/8/8/8/8/8/8/*7 a 0,0 30,30 - basic 7":      editor.Rules,
		"8/8/8/8/8/8/8/8 a 0,0 30,30 a basic 7":       editor.ExcaliburTurns,
		"8/8/8/8/8/8/8/c7 a 0,0 30,30 - basic 7":      editor.Board,
		"8/8/8/8/8/8/8/**6 a 0,0 30,30 - excalibur 7": editor.Board,
		"8/8/8/8/8/8/8 a 0,0 30,30 - basic 7":         editor.Board,
		"8/8/8/8/8/8/8/a7 a 0,0 29,30 - excalibur 7":  editor.Board,
		"8/8/8/8/8/8/8/8 a 0,7 30,23 - basic 7":       editor.Captured,
		"8/8/8/8/8/8/8/8 a 0,0 30,30 ab basic 7":      editor.ExcaliburTurns,
		"9/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7":       editor.Board,
	} {
		_, err := editor.ReadLancelot(text)
		setup, ok := err.(*lancelot.SetupError)
		if !ok || editor.LancelotField(setup.Problems[0].Code) != want {
			t.Errorf("%s: %v, want a problem of %s", text, err, want)
		}
	}
	if editor.LancelotField(lancelot.SetupSeats) != editor.Seats {
		t.Error("the number of seats is not a field")
	}
}
