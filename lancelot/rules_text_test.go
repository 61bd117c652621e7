package lancelot_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tafelrunde/internal/testkit"
	"tafelrunde/lancelot"
)

// TestRulesByParagraph follows docs/rules/lancelot.md. Each numbered paragraph has
// one test, with a quotation.
func TestRulesByParagraph(t *testing.T) {
	var tests []testkit.ParagraphTest
	for _, p := range paragraphTests {
		tests = append(tests, testkit.ParagraphTest{Number: p.number, Quote: p.quote, Test: func(t testkit.Paragraph) { p.test(paragraph{t}) }})
	}
	testkit.Rules(t, "../docs/rules/lancelot.md", "../docs/rules/lancelot.de.md", tests)
}

// paragraph is the test of one paragraph.
type paragraph struct{ testkit.Paragraph }

var (
	basic     = lancelot.Rules{}
	diagonals = lancelot.Rules{Diagonals: true}
	excalibur = lancelot.Rules{Excalibur: true}
)

// drawn returns the setup of a diagram, drawn row by row without empty rows: a to e
// are stones of the seats, X is Excalibur. No stone is captured; the others are in
// hand.
func (t paragraph) drawn(seats int, toAct lancelot.Seat, rules lancelot.Rules, picture string) lancelot.Setup {
	t.Helper()
	s := lancelot.Options{Seats: seats, Rules: rules}.Setup()
	s.ToMove = toAct
	left := (lancelot.PlanSize - s.Height) / 2
	for line := range strings.Lines(picture) {
		words := strings.Fields(line)
		if len(words) != s.Height+1 {
			continue
		}
		row, err := strconv.Atoi(words[0])
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range words[1:] {
			switch at := lancelot.NewSquare(left+i, row-1); {
			case c == "X":
				s.SetCell(at, lancelot.Excalibur)
			case c >= "a" && c <= "e":
				seat := lancelot.Seat(c[0] - 'a')
				s.SetCell(at, lancelot.StoneOf(seat))
				s.InHand[seat]--
			}
		}
	}
	return s
}

// board returns the position of a diagram.
func (t paragraph) board(seats int, toAct lancelot.Seat, rules lancelot.Rules, picture string) lancelot.Position {
	t.Helper()
	return t.position(t.drawn(seats, toAct, rules, picture))
}

func (t paragraph) position(s lancelot.Setup) lancelot.Position {
	t.Helper()
	p, err := s.Position()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (t paragraph) parse(text string) lancelot.Position {
	t.Helper()
	p, err := lancelot.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (t paragraph) step(p lancelot.Position, text string) lancelot.Step {
	t.Helper()
	turn, err := p.ParseTurn(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	step, err := p.Explain(turn)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return step
}

// captures returns the squares of the stones that a turn captures, in order. It also
// compares the explanation of the turn with its effect.
func (t paragraph) captures(p lancelot.Position, text string) string {
	t.Helper()
	var squares []string
	step := t.step(p, text)
	for _, captured := range step.Captures() {
		squares = append(squares, captured.Square.String())
	}
	slices.Sort(squares)
	after := t.play(p, text)
	for _, s := range p.Squares() {
		if seat, stone := p.At(s).Seat(); stone && after.At(s) != lancelot.StoneOf(seat) && !slices.Contains(squares, s.String()) {
			t.Errorf("%s: %s was captured, which is not explained", text, s)
		}
	}
	if n := after.Captured(p.ToMove()) - p.Captured(p.ToMove()); n != len(squares) {
		t.Errorf("%s: %d stones captured, explained as %v", text, n, squares)
	}
	return strings.Join(squares, " ")
}

func (t paragraph) play(p lancelot.Position, turns string) lancelot.Position {
	t.Helper()
	for _, text := range strings.Fields(turns) {
		turn, err := p.ParseTurn(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		p.PlayInto(&p, turn)
	}
	return p
}

func (t paragraph) can(p lancelot.Position, turns string) {
	t.Helper()
	for _, text := range strings.Fields(turns) {
		if _, err := p.ParseTurn(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func (t paragraph) cannot(p lancelot.Position, turns string, code lancelot.TurnCode) {
	t.Helper()
	for _, text := range strings.Fields(turns) {
		_, err := p.ParseTurn(text)
		var refused *lancelot.TurnError
		if !errors.As(err, &refused) || refused.Code != code {
			t.Errorf("%s: %v, want %s", text, err, code)
		}
	}
}

// lead returns the lead of a seat on the line with this name.
func (t paragraph) lead(p lancelot.Position, seat lancelot.Seat, line string) int {
	t.Helper()
	for i, l := range p.Lines() {
		if l.String() == line {
			return p.Lead(seat, i)
		}
	}
	t.Fatalf("no line %s", line)
	return 0
}

// open returns the squares of a line on which the seat to act may place a stone.
func (t paragraph) open(p lancelot.Position, line string) string {
	t.Helper()
	var squares []string
	for _, l := range p.Lines() {
		if l.String() != line {
			continue
		}
		for _, s := range l.Squares() {
			if p.IsLegal(lancelot.StoneTurn(s)) {
				squares = append(squares, s.String())
			}
		}
	}
	return strings.Join(squares, " ")
}

func (t paragraph) equal(got, want any) {
	t.Helper()
	if got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// refused returns the codes of the problems of a position.
func (t paragraph) refused(text string) string {
	t.Helper()
	_, err := lancelot.ParsePosition(text)
	var refused *lancelot.SetupError
	if err != nil && !errors.As(err, &refused) {
		t.Fatal(err)
	}
	var codes []string
	if refused != nil {
		for _, p := range refused.Problems {
			codes = append(codes, string(p.Code))
		}
	}
	return strings.Join(codes, " ")
}

func ruleSquare(name string) lancelot.Square {
	s, err := lancelot.ParseSquare(name)
	if err != nil {
		panic(err)
	}
	return s
}

// atRandom plays a random game to the end and calls each after every turn.
func (t paragraph) atRandom(random *rand.Rand, o lancelot.Options, each func(before, after lancelot.Position, turn lancelot.Turn)) lancelot.Position {
	t.Helper()
	p := t.position(o.Setup())
	for !p.Outcome().Over() {
		turns := p.AppendTurns(nil)
		turn := turns[random.IntN(len(turns))]
		before := p
		p.PlayInto(&p, turn)
		if each != nil {
			each(before, p, turn)
		}
	}
	return p
}

const a, b, c = lancelot.Seat(0), lancelot.Seat(1), lancelot.Seat(2)

// thirdExample is the board of Siegers's third example, as far as the text describes
// it. After captures, Blue (seat a) has several stones in row 4 and column c.
const thirdExample = `
	9  a . . . . . . . . .
	7  a . . . . . . . . .
	6  a . . . . . . . . .
	4  a . . a . a . . a .`

var paragraphTests = []struct {
	number, quote string
	test          func(paragraph)
}{
	{"1.1", "take turns clockwise, beginning with the starting seat", func(t paragraph) {
		for seats := lancelot.MinSeats; seats <= lancelot.MaxSeats; seats++ {
			for first := range seats {
				p := t.position(lancelot.Options{Seats: seats, First: lancelot.Seat(first)}.Setup())
				for i, turn := range strings.Fields("d4 e5 f6 g7 h8 i9") {
					if want := lancelot.Seat((first + i) % seats); p.ToMove() != want {
						t.Errorf("%d seats: %s acts, want %s", seats, p.ToMove(), want)
					}
					p = t.play(p, turn)
				}
			}
		}
		for _, seats := range []int{1, 6} {
			if _, err := (lancelot.Options{Seats: seats, Size: 8, Target: 7}).Setup().Position(); err == nil {
				t.Errorf("%d seats are accepted", seats)
			}
		}
	}},
	{"1.2", "Each seat has 30 stones of one colour.", func(t paragraph) {
		p := t.position(lancelot.Options{Seats: 5}.Setup())
		for seat := range lancelot.Seat(5) {
			t.equal(p.InHand(seat), 30)
		}
	}},
	{"1.3", "a letter for the column, from the left, and a number for the row, from below", func(t paragraph) {
		p := t.board(2, a, basic, `
			11 a . . . . . . b
			4  . . . . . . . a`)
		t.equal(p.At(ruleSquare("d11")), lancelot.StoneOf(a))
		t.equal(p.At(ruleSquare("k11")), lancelot.StoneOf(b))
		t.equal(p.At(ruleSquare("k4")), lancelot.StoneOf(a))
		t.equal(ruleSquare("d4").String(), "d4")
	}},
	{"1.4", "The number of seats decides how much of the plan is the board.", func(t paragraph) {
		for _, row := range t.Table() {
			seats, _ := strconv.Atoi(row[0])
			p := t.position(lancelot.Options{Seats: seats}.Setup())
			squares := p.Squares()
			t.equal(squares[0].String()+" to "+squares[len(squares)-1].String(), row[1])
			size := strconv.Itoa(p.Size())
			t.equal(size+"×"+size, row[2])
			t.equal(len(squares), p.Size()*p.Size())
		}
		t.equal(len(t.Table()), 4)
		p := t.position(lancelot.Options{Seats: 2}.Setup())
		t.cannot(p, "c4 l4 d3 d12 a1 n14", lancelot.TurnOffBoard)
	}},
	{"1.5", "The whole plan has the columns a to n and the rows 1 to 14.", func(t paragraph) {
		t.equal(lancelot.PlanSize, 14)
		for _, text := range []string{"o1", "a15", "a0"} {
			if _, err := lancelot.ParseSquare(text); err == nil {
				t.Errorf("%s is a square", text)
			}
		}
		ruleSquare("n14")
	}},
	{"1.6", "places one stone from its hand on an empty square of the board. Passing is not allowed.", func(t paragraph) {
		p := t.play(t.position(lancelot.Options{Seats: 2}.Setup()), "g8")
		t.equal(p.InHand(a), 29)
		t.equal(p.At(ruleSquare("g8")), lancelot.StoneOf(a))
		t.cannot(p, "g8", lancelot.TurnOccupied)
		if p.IsLegal(lancelot.NoTurn) {
			t.Error("passing is legal")
		}
	}},
	{"1.7", "A stone never moves again. It can only be captured.", func(t paragraph) {
		random := rand.New(rand.NewPCG(1, 7))
		for range 5 {
			t.atRandom(random, lancelot.Options{Seats: 3}, func(before, after lancelot.Position, turn lancelot.Turn) {
				gone := 0
				for _, s := range before.Squares() {
					was, is := before.At(s), after.At(s)
					switch {
					case s == turn.Stone():
						t.equal(is, lancelot.StoneOf(before.ToMove()))
					case was == is:
					case is == lancelot.Free:
						gone++
					default:
						t.Errorf("%s becomes %s on %s", was, is, s)
					}
				}
				t.equal(gone, after.Captured(before.ToMove())-before.Captured(before.ToMove()))
			})
		}
	}},

	{"2.1", "A line is a whole row or a whole column of the board.", func(t paragraph) {
		for seats := 2; seats <= 5; seats++ {
			p := t.position(lancelot.Options{Seats: seats}.Setup())
			t.equal(p.LineCount(), 2*p.Size())
			for _, l := range p.Lines() {
				if l.Kind != lancelot.Row && l.Kind != lancelot.Column || l.Len() != p.Size() {
					t.Errorf("%s has %d squares", l, l.Len())
				}
			}
		}
	}},
	{"2.2", "the number of its own stones there minus the stones of all other seats there together", func(t paragraph) {
		p := t.parse(t.Diagrams()[0]["position"])
		t.equal(t.lead(p, a, "row 7"), 2)
		t.equal(t.lead(p, b, "row 7"), -2)
		p = t.board(3, a, basic, "5  a . a b c . . . . .")
		t.equal(t.lead(p, a, "row 5"), 0)
		t.equal(t.lead(p, c, "row 5"), -2)
	}},

	{"3.1", "may not be placed where its owner's lead on any line through that square would then be more than 2", func(t paragraph) {
		p := t.board(3, a, basic, `
			8  a . b . . . . . . a
			7  c . . . . . . . . .
			6  . a . a . . . . . .
			4  a . . . . . . . . .`)
		// Row 6: lead 2. Row 8: lead 1. Column c: lead 1. Column d: lead 1.
		t.equal(t.open(p, "row 6"), "")
		t.equal(t.open(p, "row 8"), "d8 f8 g8 h8 i8 j8 k8")
		t.equal(t.open(p, "column c"), "c3 c5 c9 c10 c11 c12")
		t.cannot(p, "c6 h6", lancelot.TurnChivalry)
		// Another seat may play there.
		p = t.play(p, "k3")
		t.can(p, "c6 h6")
	}},
	{"3.2", "on a line where nobody else has a stone, a seat may place at most two", func(t paragraph) {
		p := t.position(lancelot.Options{Seats: 2}.Setup())
		p = t.play(p, "d4 k11 f4 j9")
		t.cannot(p, "e4 g4 h4 i4 j4 k4", lancelot.TurnChivalry)
		p = t.play(p, "e5 h4")
		t.can(p, "e4 g4")
	}},
	{"3.3", "in row 7 as well as in column e, because a stone there would give a lead of 3", func(t paragraph) {
		p := t.board(2, a, basic, `
			11 . a . . . . . .
			9  . . . . b . . .
			7  . . . a . . a .
			5  . a . . . b . .`)
		t.equal(t.open(p, "row 7"), "")
		t.equal(t.open(p, "column e"), "")
		for i, l := range p.Lines() {
			if l.String() == "row 7" || l.String() == "column e" {
				t.equal(p.Lead(a, i), 2)
				continue
			}
			t.equal(t.open(p, l.String()) != "", true)
		}
	}},

	{"4.1", "is exactly 2, all stones of the other seats on that line are captured", func(t paragraph) {
		p := t.board(2, a, basic, "9  . a b . b a a .")
		t.equal(t.lead(p, a, "row 9"), 1)
		t.equal(t.captures(p, "g9"), "f9 h9")
		after := t.play(p, "g9")
		t.equal(after, t.play(p, "g9"))
		t.equal(t.lead(after, a, "row 9"), 4)
		t.equal(after.Captured(a), 2)
		t.equal(after.InHand(b), 28)
		// The diagrams have the positions before and after.
		t.equal(t.parse(t.Diagrams()[0]["position"]), p)
		t.equal(t.parse(t.Diagrams()[1]["position"]), after)
		for i, lead := range []string{"lead +1", "lead +4"} {
			if !strings.Contains(t.Diagrams()[i]["caption"], lead) {
				t.Errorf("diagram %d does not say %s", i+1, lead)
			}
		}
		// A lead of 1, or a line without other stones, captures nothing.
		t.equal(t.captures(p, "g8"), "")
		t.equal(t.captures(t.board(2, a, basic, "9  . a . . . . . ."), "g9"), "")
		// Stones of several seats are captured together.
		p = t.board(3, a, basic, "9  . a b . c a a . . .")
		t.equal(t.captures(p, "f9"), "e9 g9")
	}},
	{"4.2", "the stones on all of them are captured", func(t paragraph) {
		p := t.board(2, a, basic, `
			11 . . . . a . . .
			10 . . . . b . . .
			9  . . . . a . . .
			6  a b a . . . . .`)
		t.equal(t.captures(p, "h6"), "e6 h10")
	}},
	{"4.3", "All lines are evaluated together, before any stone is removed.", func(t paragraph) {
		p := t.board(2, a, diagonals, `
			11 a . . . a . . .
			10 . . . . b . . a
			9  . . b . . . b .
			8  . . . . a a . .
			7  a b a . . . . .
			4  . . . . . . . a`)
		// On h7 meet row 7, column h, the diagonal d11-k4 with f9, and e4-k10 with
		// j9: on each the lead becomes 2.
		step := t.step(p, "h7")
		t.equal(len(step.Actions), 1)
		t.equal(len(step.Actions[0].Lines), 4)
		t.equal(t.captures(p, "h7"), "e7 f9 h10 j9")
	}},
	{"4.4", "Only the lines through the square of the new stone count.", func(t paragraph) {
		p := t.board(3, b, basic, `
			9  . . . . . b . . . .
			8  a a a b . c . . . .
			7  . . . . . b . . . .`)
		// In row 8, the lead of a is 3 - 2. When b captures c's stone, it becomes 2, but
		// nothing is captured.
		t.equal(t.lead(p, a, "row 8"), 1)
		t.equal(t.captures(p, "h3"), "h8")
		after := t.play(p, "h3")
		t.equal(t.lead(after, a, "row 8"), 2)
		t.equal(after.At(ruleSquare("f8")), lancelot.StoneOf(b))
		after = t.play(after, "k3")
		t.equal(t.captures(after, "c3"), "")
	}},
	{"4.5", "After a capture a lead can be more than 2. That line is then closed to its owner.", func(t paragraph) {
		p := t.play(t.board(2, a, basic, "9  . a b . b a a ."), "g9 k4")
		t.equal(t.lead(p, a, "row 9"), 4)
		t.equal(t.open(p, "row 9"), "")
	}},
	{"4.6", "in safety, as long as the owner's lead stays above 1", func(t paragraph) {
		p := t.board(3, b, basic, thirdExample)
		p = t.play(p, "e4 l12")
		t.equal(t.lead(p, a, "row 4"), 3)
		t.equal(t.open(p, "row 4"), "")
		// Two more stones make the lead 1. Now the owner can capture them.
		p = t.play(p, "l11 g4 k12 k11 l4 d11")
		t.equal(p.ToMove(), a)
		t.equal(t.lead(p, a, "row 4"), 1)
		t.equal(t.captures(p, "d4"), "e4 g4 l4")
	}},
	{"4.7", "Yellow captures the stones on k9, k7 and i4", func(t paragraph) {
		p := t.board(2, a, basic, `
			9  . . . . . . . b
			8  . . . . . . . a
			7  . . . . . . . b
			6  . . . . . . . a
			5  . . . . . . . a
			4  . a a . . b . .`)
		t.equal(t.captures(p, "k4"), "i4 k7 k9")
		after := t.play(p, "k4")
		t.equal(t.lead(p, a, "column k"), 1)
		t.equal(t.lead(p, a, "row 4"), 1)
		t.equal(after.Captured(a), 3)
	}},
	{"4.8", "The others can safely place a stone on the squares there.", func(t paragraph) {
		for _, seat := range []lancelot.Seat{b, c} {
			p := t.board(3, seat, basic, thirdExample)
			for _, line := range []string{"row 4", "column c"} {
				for _, text := range strings.Fields(t.open(p, line)) {
					after := t.play(p, text)
					for after.ToMove() != a {
						after = t.play(after, "l12")
					}
					for _, turn := range after.AppendTurns(nil) {
						if captured := t.captures(after, turn.String()); captured != "" {
							t.Errorf("after %s Blue captures %s with %s", text, captured, turn)
						}
					}
				}
			}
			t.equal(t.open(p, "row 4"), "d4 e4 g4 i4 j4 l4")
		}
	}},

	{"5.1", "The first seat to capture the target number of stones, of any colour, wins at once.", func(t paragraph) {
		for _, row := range t.Table() {
			seats, _ := strconv.Atoi(row[0])
			target, _ := strconv.Atoi(row[1])
			p := t.position(lancelot.Options{Seats: seats}.Setup())
			t.equal(p.Target(), target)
		}
		t.equal(len(t.Table()), 4)
		s := t.drawn(3, a, basic, "9  . a b . c a a . . .")
		s.Captured[a], s.InHand[b], s.InHand[c] = 6, 26, 26
		p := t.play(t.position(s), "f9")
		o := p.Outcome()
		if o.Reason != lancelot.TargetReached || !slices.Equal(o.Winners(), []lancelot.Seat{a}) {
			t.Errorf("%v, winners %v", o.Reason, o.Winners())
		}
		t.equal(len(p.AppendTurns(nil)), 0)
	}},
	{"5.2", "a game whose target cannot be reached goes on until nobody can place a stone", func(t paragraph) {
		for target, ok := range map[int]bool{1: true, 7: true, 60: true, 61: false, -1: false} {
			_, err := lancelot.Options{Seats: 2, Target: target}.Setup().Position()
			t.equal(err == nil, ok)
		}
		random := rand.New(rand.NewPCG(5, 2))
		p := t.atRandom(random, lancelot.Options{Seats: 2, Target: 60}, nil)
		t.equal(p.Outcome().Reason, lancelot.NoLegalTurn)
	}},
	{"5.3", "A seat that has no legal turn, or no stone in hand, is skipped.", func(t paragraph) {
		s := t.drawn(3, a, basic, "9  . a b . c a a . . .")
		s.Captured[c] += s.InHand[b]
		s.InHand[b] = 0
		s.Target = 60
		p := t.position(s)
		step := t.step(p, "c3")
		if !slices.Equal(step.Skipped, []lancelot.Seat{b}) {
			t.Errorf("skipped %v", step.Skipped)
		}
		p = t.play(p, "c3")
		t.equal(p.ToMove(), c)
		// Seat a has a stone but no open square: in both rows with free squares its
		// lead is two or more, before and after b's stone.
		p = t.board(2, b, basic, `
			11 b b a b a b a b
			10 b a b a b a b a
			9  a b a b a b a b
			8  b a b a b a b a
			7  a b a b a b a b
			6  b b b a b a b a
			5  a a a a b b . .
			4  a a a . . . . .`)
		t.equal(p.InHand(a), 1)
		step = t.step(p, "k4")
		if !slices.Equal(step.Skipped, []lancelot.Seat{a}) {
			t.Errorf("skipped %v", step.Skipped)
		}
		p = t.play(p, "k4")
		t.equal(p.ToMove(), b)
	}},
	{"5.4", "The seat with the most captured stones wins; seats with equally many share the win.", func(t paragraph) {
		random := rand.New(rand.NewPCG(5, 4))
		alone, shared := 0, 0
		for game := 0; game < 500 && (alone < 5 || shared < 5); game++ {
			p := t.atRandom(random, lancelot.Options{Seats: 2 + game%2, Target: 60}, nil)
			most := 0
			for seat := range lancelot.Seat(p.Seats()) {
				most = max(most, p.Captured(seat))
			}
			var want []lancelot.Seat
			for seat := range lancelot.Seat(p.Seats()) {
				if p.Captured(seat) == most {
					want = append(want, seat)
				}
			}
			o := p.Outcome()
			if o.Reason != lancelot.NoLegalTurn || !slices.Equal(o.Winners(), want) {
				t.Errorf("%s: %v, winners %v, want %v", p.String(), o.Reason, o.Winners(), want)
			}
			for _, seat := range want {
				t.equal(o.WinShare(seat), 1/float64(len(want)))
			}
			if len(want) == 1 {
				alone++
			} else {
				shared++
			}
		}
		if alone < 5 || shared < 5 {
			t.Errorf("%d games won alone, %d shared", alone, shared)
		}
	}},

	{"6.1", "Every diagonal of the board that is at least four squares long is a line too.", func(t paragraph) {
		for seats := 2; seats <= 5; seats++ {
			p := t.position(lancelot.Options{Seats: seats, Rules: diagonals}.Setup())
			// In both directions, lengths from 4 to the full size and back to 4.
			n := 2 * p.Size()
			n += 2 * (2*(p.Size()-3) - 1)
			t.equal(p.LineCount(), n)
			for _, l := range p.Lines() {
				if l.Len() < 4 {
					t.Errorf("%s has %d squares", l, l.Len())
				}
			}
		}
		p := t.board(2, a, diagonals, `
			8  a . . . . . . .
			6  a . . . . . b .
			5  . a . . . a . .
			4  . . . . a . . .`)
		// d8-h4 has five squares and two stones of a. d6-f4 has three squares and is
		// not a line. On h4-k7 the lead of a is 1.
		t.cannot(p, "e7 f6", lancelot.TurnChivalry)
		t.can(p, "f4")
		t.equal(t.captures(p, "k7"), "j6")
		// Without the rule neither diagonal is a line.
		s := p.Setup()
		s.Rules = basic
		p = t.position(s)
		t.can(p, "e7 f6")
		t.equal(t.captures(p, "k7"), "")
	}},
	{"6.2", "Blue places a stone on c6 and captures the stones on c5, c2 and d7", func(t paragraph) {
		p := t.board(5, a, diagonals, `
			9  . . a . . . . . . . . . . .
			8  . . a . a . . . . . . . . .
			7  . . . b . a . . . . . . . .
			6  . . . . . . . . . . . . . .
			5  . a c . . . . a . . . . . .
			3  . . a . . . . . . . . . . .
			2  . . d . . . . . . . . . . .`)
		t.equal(t.captures(p, "c6"), "c2 c5 d7")
		for _, s := range strings.Fields("l1 k2 j3 i4 g6 e8 d9 c10") {
			if p.At(ruleSquare(s)) == lancelot.Free {
				t.cannot(p, s, lancelot.TurnChivalry)
			}
		}
	}},

	{"7.1", "the seat to the right of the starting seat, the last in turn order, places Excalibur on any square of the board", func(t paragraph) {
		p := t.position(lancelot.Options{Seats: 3, Rules: excalibur, First: b}.Setup())
		t.equal(p.ToMove(), a)
		t.equal(p.PlacesExcalibur(), true)
		t.equal(len(p.AppendTurns(nil)), 100)
		t.cannot(p, "g8", lancelot.TurnExcaliburFirst)
		p = t.play(p, "Xg8")
		t.equal(p.Excalibur().String(), "g8")
		t.equal(p.ToMove(), b)
		t.equal(p.InHand(a), 30)
		t.equal(p.HasExcaliburTurn(a), true)
	}},
	{"7.2", "Excalibur counts as an opponent's stone for everyone.", func(t paragraph) {
		p := t.board(3, a, excalibur, "6  a . X . b . . . . .")
		t.equal(t.lead(p, a, "row 6"), -1)
		t.equal(t.lead(p, b, "row 6"), -1)
		t.equal(t.lead(p, c, "row 6"), -3)
		t.equal(t.lead(p, c, "column e"), -1)
	}},
	{"7.3", "Excalibur is never captured.", func(t paragraph) {
		p := t.board(2, a, excalibur, "6  a . X . a b . a")
		t.equal(t.lead(p, a, "row 6"), 1)
		t.equal(t.captures(p, "e6"), "i6")
		after := t.play(p, "e6")
		t.equal(after.Excalibur().String(), "f6")
		t.equal(after.Captured(a), 1)
	}},
	{"7.4", "Yellow places a stone in row 7 and captures f7 and m7. Excalibur stays on h7.", func(t paragraph) {
		p := t.board(4, a, excalibur, "7  . a . a b . X a . a . c")
		t.equal(t.open(p, "row 7"), "b7 d7 g7 j7 l7")
		for _, text := range strings.Fields("b7 d7 g7 j7 l7") {
			t.equal(t.captures(p, text), "f7 m7")
			after := t.play(p, text)
			t.equal(after.At(ruleSquare("h7")), lancelot.Excalibur)
		}
	}},
	{"7.5", "Once per game, a seat may use the king's power", func(t paragraph) {
		p := t.board(2, a, excalibur, `
			8  . . . b . . . .
			6  . . X . . . . .`)
		t.cannot(p, "Xf6,e5 e5,Xf6", lancelot.TurnUnmoved)
		t.cannot(p, "Xg8,e5 e5,Xe5", lancelot.TurnOccupied)
		t.cannot(p, "Xc3,e5", lancelot.TurnOffBoard)
		after := t.play(p, "Xh9,e5")
		t.equal(after.Excalibur().String(), "h9")
		t.equal(after.HasExcaliburTurn(a), false)
		t.equal(after.HasExcaliburTurn(b), true)
		after = t.play(after, "k11")
		t.cannot(after, "Xf6,d4", lancelot.TurnNoExcaliburTurn)
		t.can(after, "d4")
		// The opening placement does not use it up.
		opened := t.play(t.position(lancelot.Options{Seats: 2, Rules: excalibur}.Setup()), "Xf6 d4")
		t.can(opened, "Xf7,e5")
	}},
	{"7.6", "The seat may move Excalibur first or place its stone first.", func(t paragraph) {
		p := t.board(2, a, excalibur, "6  . . X . . . . .")
		t.can(p, "Xh9,e5 e5,Xh9")
		t.equal(t.play(p, "Xh9,e5"), t.play(p, "e5,Xh9"))
	}},
	{"7.7", "its placement is treated as a stone's", func(t paragraph) {
		p := t.board(2, a, excalibur, `
			10 X . . . . . . .
			8  . . . b . a a .
			6  . . a . . a . .`)
		// In row 6 the lead of a is 2, so a may place neither Excalibur nor a stone there.
		t.cannot(p, "Xh6,d4 d4,Xh6", lancelot.TurnChivalry)
		// In row 8 the lead of a is 1, so Excalibur there captures b's stone.
		t.equal(t.captures(p, "Xe8,d4"), "g8")
		t.equal(t.captures(p, "d4,Xe8"), "g8")
		after := t.play(p, "Xe8,d4")
		// Afterwards it counts against everyone: 2 - 1.
		t.equal(t.lead(after, a, "row 8"), 1)
		t.equal(t.lead(after, b, "row 8"), -3)
	}},
	{"7.8", "Each is evaluated on the board as it is at that moment.", func(t paragraph) {
		p := t.board(2, a, excalibur, `
			10 X . . . . . . .
			9  . . . b . . . .
			8  . . . b . a a .
			7  . . . a . . . .
			6  . . . a . . . .`)
		// Column g: 2 - 2. Excalibur captures g8 in row 8; then column g is 2 - 1, and a
		// stone there captures g9. If the stone is first, column g is 3 - 2, which
		// captures nothing.
		t.equal(t.captures(p, "Xe8,g4"), "g8 g9")
		t.equal(t.captures(p, "g4,Xe8"), "g8")
	}},
	{"7.9", "Excalibur still counts as an opponent's stone while the stone is evaluated.", func(t paragraph) {
		p := t.board(2, a, excalibur, "6  a . X b a . . .")
		// Row 6: 2 - 2. With Excalibur away, it is 2 - 1.
		t.equal(t.captures(p, "k6,Xh9"), "")
		t.equal(t.captures(p, "Xh9,k6"), "g6")
	}},
	{"7.10", "it counts as the seat's own for the stone too", func(t paragraph) {
		p := t.board(2, a, excalibur, `
			10 X . . . . . . .
			6  a . . . a b . .
			5  a . . . . . . .`)
		// Row 6: 2 - 1. Excalibur there makes the lead 2 and captures i6. Then the row is
		// 3 - 0 and closed to the stone. Column d is 2 - 1 with Excalibur, and 2 without
		// it.
		t.equal(t.captures(p, "Xf6,k4"), "i6")
		t.cannot(p, "Xf6,k6", lancelot.TurnChivalry)
		p = t.board(2, a, excalibur, `
			10 X . . . . . . .
			6  a . . . b . . .`)
		// Row 6: 1 - 1; Excalibur makes it 2 - 1, the stone 3 - 1.
		t.equal(t.captures(p, "Xf6,k6"), "h6")
		// A stone alone captures nothing.
		t.equal(t.captures(p, "k6"), "")
	}},
	{"7.11", "A square that the first action empties is available to the second.", func(t paragraph) {
		p := t.board(2, a, excalibur, `
			11 . . . . . . . b
			8  . . . X . a b a
			6  . . . . . . . b`)
		// Row 8 is 2 - 2. When Excalibur has left, a stone on its square captures j8.
		t.equal(t.captures(p, "Xd4,g8"), "j8")
		t.cannot(p, "g8,Xd4", lancelot.TurnOccupied)
		// The square of a captured stone is free, but the line is closed.
		p = t.board(2, a, excalibur, `
			10 X . . . . . . .
			8  . . . b . a a .`)
		t.cannot(p, "g8", lancelot.TurnOccupied)
		t.cannot(p, "Xe8,g8 e8,Xg8", lancelot.TurnChivalry)
	}},
	{"7.12", "every turn places a stone. The target is checked when the turn is complete", func(t paragraph) {
		s := t.drawn(2, a, excalibur, `
			10 X . . . . . . .
			8  . . . b . a a .
			5  . . . b . a a .`)
		s.Target = 1
		p := t.position(s)
		t.cannot(p, "Xe8", lancelot.TurnNoStone)
		// The target of 1 is reached by the first action, but the second follows.
		t.equal(t.captures(p, "Xe8,d5"), "g5 g8")
		after := t.play(p, "Xe8,d5")
		t.equal(after.Outcome().Reason, lancelot.TargetReached)
		t.equal(after.Captured(a), 2)
	}},
	{"7.13", "Yellow captures the stone on e6 in the row, and the stones on g3, g4 and g9 in the column.", func(t paragraph) {
		p := t.board(3, a, excalibur, `
			12 . . . . a . . . . .
			11 . X . . . . . . . .
			10 . . . . a . . . . .
			9  . . . . c . . . . .
			6  a . b . . . . . a .
			5  . . . . a . . . . .
			4  . . . . b . . . . .
			3  . . . . b . . . . .`)
		t.equal(t.captures(p, "Xg6,g8"), "e6 g3 g4 g9")
		t.equal(t.captures(p, "g8,Xg6"), "e6 g3 g4 g9")
		t.equal(t.play(p, "Xg6,g8"), t.play(p, "g8,Xg6"))
	}},

	{"8.1", "`Xg6,g8` if Excalibur goes first, `g8,Xg6` if the stone does", func(t paragraph) {
		for text, shown := range map[string]string{"g8": "g8", "Xg6,g8": "X g6 · g8", "g8,Xg6": "g8 · X g6", "Xg6": "X g6"} {
			for _, form := range []string{text, shown} {
				turn, err := lancelot.ParseTurn(form)
				if err != nil || turn.String() != text {
					t.Errorf("%s is read as %s: %v", form, turn, err)
				}
			}
			if !strings.Contains(t.Text, "`"+text+"`") || !strings.Contains(t.Text, "`"+shown+"`") {
				t.Errorf("the paragraph lacks %s or %s", text, shown)
			}
		}
	}},
	{"8.2", "A position is written in seven fields", func(t paragraph) {
		text := t.Code()[0]
		p, err := lancelot.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		t.equal(p.String(), text)
		t.equal(t.Diagrams()[0]["position"], text)
		t.equal(len(strings.Fields(text)), len(t.Table()))
		t.equal(p.At(ruleSquare("f10")), lancelot.StoneOf(b))
		t.equal(p.At(ruleSquare("f4")), lancelot.StoneOf(b))
		t.equal(p.ToMove(), a)
		t.equal(p.Captured(b), 2)
		t.equal(p.InHand(a), 21)
		t.equal(p.Target(), 7)
		s := t.drawn(5, c, lancelot.Rules{Diagonals: true, Excalibur: true}, "14 . . . . . . . . . . X . a b")
		s.ExcaliburTurn[b] = false
		drawn := t.position(s)
		t.equal(drawn.String(), "10*1ab/14/14/14/14/14/14/14/14/14/14/14/14/14 c 0,0,0,0,0 29,29,30,30,30 acde diagonals+excalibur 10")
	}},
	{"8.3", "Until Excalibur is placed, the seat that places it is the seat to act.", func(t paragraph) {
		p, err := lancelot.ParsePosition(t.Code()[0])
		if err != nil {
			t.Fatal(err)
		}
		t.equal(p.String(), t.Code()[0])
		t.equal(t.Diagrams()[0]["position"], t.Code()[0])
		t.equal(p.PlacesExcalibur(), true)
		p = t.play(p, "Xd4")
		t.equal(p.ToMove(), a)
	}},
	{"8.4", "A position that cannot come from a game is refused, with every reason at once", func(t paragraph) {
		t.equal(t.refused("8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"), "")
		t.equal(t.refused("8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"), "board-size")
		t.equal(t.refused("9/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"), "row-length")
		t.equal(t.refused("c7/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"), "stone")
		t.equal(t.refused("a7/8/8/8/8/8/8/8 b 0,0 30,30 - basic 7"), "too-many-stones")
		t.equal(t.refused("8/8/8/8/8/8/8/8 a 1,0 30,30 - basic 7"), "captured-sum")
		t.equal(t.refused("8/8/8/8/8/8/8/8 a 0,0 30,29 - basic 7"), "captured-sum")
		t.equal(t.refused("8/8/8/8/8/8/8/8 a 7,0 30,23 - basic 7"), "target-reached")
		t.equal(t.refused("*7/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"), "excalibur-without-rule")
		t.equal(t.refused("a7/8/8/8/8/8/8/8 b 0,0 29,30 ab excalibur 7"), "excalibur-missing")
		t.equal(t.refused("8/8/8/8/8/8/8/8 b 0,0 30,30 ab excalibur 7"), "")
		t.equal(t.refused("*a6/8/8/8/8/8/8 a 0,8 30,30 a basic 7"), "board-size too-many-stones excalibur-turn-without-rule target-reached excalibur-without-rule")
		t.equal(t.refused(t.Diagrams()[0]["position"]), "too-many-stones target-reached excalibur-without-rule")
		t.equal(len(t.Table()), 5)
	}},
	{"8.5", "If the named seat has no legal turn, the next seat that has one is to act.", func(t paragraph) {
		p, err := lancelot.ParsePosition("8/8/8/8/8/8/8/8 a 0,30 0,30 - basic 40")
		if err != nil {
			t.Fatal(err)
		}
		t.equal(p.ToMove(), b)
	}},
}
