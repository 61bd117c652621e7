package wotn_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"tafelrunde/wotn"
)

// everything contains each type that implements encoding.TextMarshaler.
type everything struct {
	Position wotn.Position
	Square   wotn.Square
	Kind     wotn.Kind
	Color    wotn.Color
	Variant  wotn.Variant
	Count    map[wotn.Kind]int
}

func TestTextRoundTrip(t *testing.T) {
	for v := wotn.Standard; v < wotn.NumVariants; v++ {
		for _, s := range []wotn.Square{0, 63, wotn.NoSquare} {
			in := everything{wotn.Start(v), s, wotn.Squire, wotn.Color(v & 1), v, map[wotn.Kind]int{wotn.NoKind: 1, wotn.King: 2}}
			text, err := json.Marshal(in)
			if err != nil {
				t.Fatal(err)
			}
			var out everything
			if err := json.Unmarshal(text, &out); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if !maps.Equal(in.Count, out.Count) || in.Position != out.Position || in.Square != out.Square ||
				in.Kind != out.Kind || in.Color != out.Color || in.Variant != out.Variant {
				t.Errorf("%s is read as %+v", text, out)
			}
		}
	}
}

func TestTextErrors(t *testing.T) {
	var e everything
	for field, text := range map[string]string{"Square": "i9", "Kind": "NN", "Color": "red", "Variant": "draughts"} {
		err := json.Unmarshal(fmt.Appendf(nil, `{%q: %q}`, field, text), &e)
		var syntax *wotn.SyntaxError
		if !errors.As(err, &syntax) || syntax.Code != wotn.SyntaxName || syntax.Text != text {
			t.Errorf("%s %q: %v", field, text, err)
		}
	}
	p := wotn.Start(wotn.Chess)
	before := p
	var syntax *wotn.SyntaxError
	if err := p.UnmarshalText([]byte("chess 8/8/8/8/8/8/8/8 x")); !errors.As(err, &syntax) || syntax.Offset != 22 || p != before {
		t.Errorf("%v, position %s", err, &p)
	}
	var setup *wotn.SetupError
	if err := p.UnmarshalText([]byte("8/8/8/8/8/8/8/8 w - - 0 1")); !errors.As(err, &setup) || p != before {
		t.Errorf("%v, position %s", err, &p)
	}
}

func TestBitboardSets(t *testing.T) {
	a, b := wotn.Bitboard(0b1100), wotn.Bitboard(0b1010)
	if a.Union(b) != 0b1110 || a.Intersection(b) != 0b1000 || a.Difference(b) != 0b0100 {
		t.Error("set operations")
	}
	if a.IsEmpty() || !a.Difference(a).IsEmpty() {
		t.Error("IsEmpty")
	}
	if got := slices.Collect(a.Squares()); !slices.Equal(got, a.AppendSquares(nil)) || len(got) != 2 {
		t.Errorf("squares %v", got)
	}
	for range a.Squares() {
		break // an iterator must accept an early end
	}
}

func TestMovesIterator(t *testing.T) {
	p := wotn.Start(wotn.Standard)
	if got := slices.Collect(p.Moves()); !slices.Equal(got, p.AppendMoves(nil)) {
		t.Errorf("moves %v", got)
	}
	// The position may change during the iteration.
	n := 0
	for m := range p.Moves() {
		p.PlayInto(&p, m)
		if n++; n == 1 {
			break
		}
	}
	if p.ToMove() != wotn.Black {
		t.Error("the move was not played")
	}
}

func ExamplePosition_Moves() {
	p, err := wotn.ParsePosition(wotn.Standard, "7k/8/8/8/8/8/r7/7K w - - 0 1")
	if err != nil {
		panic(err)
	}
	for m := range p.Moves() {
		fmt.Println(m, p.SAN(m))
	}
	// Output:
	// h1g1 Kg1
}

func ExamplePosition_MarshalText() {
	text, err := json.Marshal(wotn.Start(wotn.Chess))
	fmt.Println(string(text), err)
	// Output: "chess rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" <nil>
}

// TestMarshalByValue: values that are not addressable are written as text, and every
// type but Move can read what it has written.
func TestMarshalByValue(t *testing.T) {
	start := wotn.Start(wotn.Alternative)
	move := start.AppendMoves(nil)[0]
	for value, want := range map[any]string{
		start:                `"wotn-alternative ` + wotn.StartText + `"`,
		start.Setup():        `"wotn-alternative ` + wotn.StartText + `"`,
		move:                 `"` + move.String() + `"`,
		wotn.NewSquare(4, 3): `"e4"`,
		wotn.Squire:          `"S"`,
		wotn.Black:           `"b"`,
		wotn.Chess:           `"chess"`,
	} {
		text, err := json.Marshal(value)
		if err != nil || string(text) != want {
			t.Errorf("%T: %s, %v, want %s", value, text, err, want)
		}
		again := reflect.New(reflect.TypeOf(value))
		if err := json.Unmarshal(text, again.Interface()); value != move && (err != nil || again.Elem().Interface() != value) {
			t.Errorf("%T: %v from %s, %v", value, again.Elem(), text, err)
		}
	}
	setup := wotn.Setup{MoveNumber: 3}
	if err := setup.UnmarshalText([]byte("chess 8/8/9")); err == nil || setup != (wotn.Setup{MoveNumber: 3}) {
		t.Errorf("%v, %+v", err, setup)
	}
	// A setup need not be playable.
	if err := setup.UnmarshalText([]byte("chess 8/8/8/8/8/8/8/8 b - - 0 1")); err != nil || setup.Variant != wotn.Chess || setup.ToMove != wotn.Black {
		t.Errorf("%v, %+v", err, setup)
	}
}

func TestNewSquare(t *testing.T) {
	for _, c := range []struct {
		file, rank int
		want       wotn.Square
	}{{0, 0, 0}, {7, 7, 63}, {4, 3, 28}, {8, 0, wotn.NoSquare}, {0, 8, wotn.NoSquare}, {-1, 3, wotn.NoSquare}, {3, -1, wotn.NoSquare}} {
		if got := wotn.NewSquare(c.file, c.rank); got != c.want {
			t.Errorf("file %d, rank %d: %s, want %s", c.file, c.rank, got, c.want)
		}
	}
}
