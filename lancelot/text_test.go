package lancelot_test

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"tafelrunde/lancelot"
)

// rows returns the lines of a file of testdata without comments, split at " | ".
func rows(t testing.TB, name string) [][]string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if line != "" && !strings.HasPrefix(line, "#") {
			all = append(all, strings.Split(line, " | "))
		}
	}
	if len(all) == 0 {
		t.Fatalf("%s is empty", name)
	}
	return all
}

func TestGoodSetups(t *testing.T) {
	for _, row := range rows(t, "setups.good") {
		p := position(t, row[0])
		if got := p.String(); got != row[len(row)-1] {
			t.Errorf("%s is written as %s", row[0], got)
		}
		if again := position(t, p.String()); again != p {
			t.Errorf("%s: the text is parsed as another position", row[0])
		}
	}
}

func TestBadSetups(t *testing.T) {
	seen := map[lancelot.SetupCode]bool{}
	for _, row := range rows(t, "setups.bad") {
		setup, err := lancelot.ParseSetup(row[0])
		if err != nil {
			t.Errorf("%s: %v", row[0], err)
			continue
		}
		_, err = setup.Position()
		var refused *lancelot.SetupError
		if !errors.As(err, &refused) {
			t.Errorf("%s: %v", row[0], err)
			continue
		}
		if !refused.Has(lancelot.SetupAbsent) && setup.String() != row[0] {
			t.Errorf("%s is written as %s", row[0], setup)
		}
		var codes []string
		for _, p := range refused.Problems {
			codes = append(codes, string(p.Code))
			seen[p.Code] = true
			if p.String() == string(p.Code) || !strings.Contains(err.Error(), p.String()) {
				t.Errorf("%s: problem %q in %q", row[0], p, err)
			}
			for _, n := range []int{p.Count, p.Want, p.Row} {
				if n != 0 && !strings.Contains(p.String(), strconv.Itoa(n)) {
					t.Errorf("%s: %q lacks %d", row[0], p, n)
				}
			}
		}
		if got := strings.Join(codes, " "); got != row[1] {
			t.Errorf("%s: %s, want %s", row[0], got, row[1])
		}
	}
	// Problems of setups made by programs, which no text can have.
	empty := lancelot.Options{Seats: 2}.Setup()
	for code, spoil := range map[lancelot.SetupCode]func(s *lancelot.Setup){
		lancelot.SetupSeats:    func(s *lancelot.Setup) { s.Seats = 6 },
		lancelot.SetupInHand:   func(s *lancelot.Setup) { s.InHand[0] = -1 },
		lancelot.SetupCaptured: func(s *lancelot.Setup) { s.Captured[1] = -1 },
		lancelot.SetupStone:    func(s *lancelot.Setup) { s.Cells[0][0] = 200 },
	} {
		s := empty
		spoil(&s)
		var refused *lancelot.SetupError
		if _, err := s.Position(); !errors.As(err, &refused) || !refused.Has(code) {
			t.Errorf("%s: %v", code, err)
		}
		seen[code] = true
	}
	if len(seen) != 16 {
		t.Errorf("%d of 16 codes are tested", len(seen))
	}
}

func TestAnyBoard(t *testing.T) {
	for size := -1; size <= 16; size++ {
		s := lancelot.Options{Seats: 3, Size: size}.Setup()
		if size == 0 {
			s.Height = 0
		}
		_, usual := s.Position()
		if (usual == nil) != (size == 10) {
			t.Errorf("size %d: %v", size, usual)
		}
		_, any := s.PositionOnAnyBoard()
		if (any == nil) != (size >= 4 && size <= 14) {
			t.Errorf("size %d on any board: %v", size, any)
		}
	}
}

func TestUnreadableSetups(t *testing.T) {
	for _, row := range rows(t, "setups.unreadable") {
		_, err := lancelot.ParseSetup(row[0])
		var syntax *lancelot.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%q: %v", row[0], err)
			continue
		}
		if got := string(syntax.Code) + " " + strconv.Itoa(syntax.Offset); got != row[1] {
			t.Errorf("%q: %s, want %s (%v)", row[0], got, row[1], err)
		}
	}
}

func TestBadTurns(t *testing.T) {
	for _, row := range rows(t, "turns.bad") {
		p := position(t, row[0])
		turn, err := p.ParseTurn(row[1])
		var syntax *lancelot.SyntaxError
		var illegal *lancelot.TurnError
		code := ""
		switch {
		case errors.As(err, &syntax):
			code = string(syntax.Code)
		case errors.As(err, &illegal):
			code = string(illegal.Code)
			if illegal.Turn.String() != row[1] {
				t.Errorf("%s: %s: %v", row[0], row[1], illegal.Turn)
			}
		}
		if code != row[2] || err.Error() != row[3] || turn != lancelot.NoTurn {
			t.Errorf("%s: %s: %s, %v", row[0], row[1], code, err)
		}
	}
}

func TestTurnText(t *testing.T) {
	for _, row := range []struct {
		turn          lancelot.Turn
		text, display string
	}{
		{lancelot.StoneTurn(lancelot.NewSquare(6, 7)), "g8", "g8"},
		{lancelot.ExcaliburTurn(lancelot.NewSquare(0, 0)), "Xa1", "X a1"},
		{lancelot.StoneExcaliburTurn(lancelot.NewSquare(6, 7), lancelot.NewSquare(13, 13)), "g8,Xn14", "g8 · X n14"},
		{lancelot.ExcaliburStoneTurn(lancelot.NewSquare(6, 5), lancelot.NewSquare(6, 7)), "Xg6,g8", "X g6 · g8"},
	} {
		if row.turn.String() != row.text {
			t.Errorf("%s, want %s", row.turn, row.text)
		}
		for _, text := range []string{row.text, row.display, strings.ToUpper(row.text), " " + row.display + " "} {
			if got, err := lancelot.ParseTurn(text); err != nil || got != row.turn {
				t.Errorf("%q is parsed as %s, %v", text, got, err)
			}
		}
	}
}

func TestSquareText(t *testing.T) {
	for q := range lancelot.Square(196) {
		for _, text := range []string{q.String(), strings.ToUpper(q.String())} {
			if got, err := lancelot.ParseSquare(text); err != nil || got != q {
				t.Errorf("%s is parsed as %d, %v", text, got, err)
			}
		}
	}
	for _, text := range []string{"", "g", "8", "g15", "g8 ", "é5", "g08"} {
		if q, err := lancelot.ParseSquare(text); err == nil || q != lancelot.NoSquare {
			t.Errorf("%q is parsed as %s", text, q)
		}
	}
}

// TestExcaliburExample plays example 6 of the rules in both orders: Excalibur on
// g6 and a stone on g8 capture e6 in the row and g3, g4, g9 in the column.
func TestExcaliburExample(t *testing.T) {
	p := position(t, "10/8*1/4a5/4b5/10/4a5/2ca1a4/4a5/4c5/4b5 a 0,0,0 25,28,28 abc excalibur 8")
	for _, row := range []struct{ turn, first, second string }{
		{"Xg6,g8", "e6c", "g3b g4c g9b"},
		{"g8,Xg6", "", "g3b g4c e6c g9b"},
	} {
		turn, err := p.ParseTurn(row.turn)
		if err != nil {
			t.Fatal(err)
		}
		step, err := p.Explain(turn)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []string{row.first, row.second} {
			var captures []string
			for _, captured := range step.Actions[i].Captures {
				captures = append(captures, captured.Square.String()+captured.Seat.String())
			}
			if got := strings.Join(captures, " "); got != want {
				t.Errorf("%s: action %d captures %q, want %q", row.turn, i+1, got, want)
			}
		}
		after, err := p.Play(turn)
		if err != nil {
			t.Fatal(err)
		}
		const want = "10/10/4a5/10/4a5/4a5/3a*a4/4a5/10/10 b 4,0,0 24,28,28 bc excalibur 8"
		if after.String() != want {
			t.Errorf("%s leads to %s, want %s", row.turn, &after, want)
		}
	}
	// A single action captures nothing in the column.
	if turn, err := p.ParseTurn("g8"); err != nil {
		t.Error(err)
	} else if step, _ := p.Explain(turn); len(step.Captures()) != 0 {
		t.Errorf("g8 alone captures %v", step.Captures())
	}
}
