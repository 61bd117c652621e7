package editor_test

import (
	"fmt"
	"strings"
	"testing"

	"tafelrunde/internal/editor"
	"tafelrunde/wotn"
)

func TestIncompleteFEN(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   wotn.StartText,
		" \n":                                wotn.StartText,
		"8":                                  "8/8/8/8/8/8/8/8 w - - 0 1",
		"9k/K99/ b KX":                       "8/K7/8/8/8/8/8/8 b K - 0 1",
		"4k3/8/8/8/8/8/8/4K3 x - - 7 3":      "4k3/8/8/8/8/8/8/4K3 w - - 7 3",
		"rnbqkbn/ppp?pppp/8/8/8/8/8/4K3/8 b": "rnbqkbn1/ppp5/8/8/8/8/8/4K3 b - - 0 1",
		"4k3/8/8/8/8/8/8/4K3 w - e9 12x 5 6": "4k3/8/8/8/8/8/8/4K3 w - - 12 5",
		"\xff/\xff":                          "8/8/8/8/8/8/8/8 w - - 0 1",
		strings.Repeat("/", 1000):            "8/8/8/8/8/8/8/8 w - - 0 1",
		strings.Repeat("p", 1000):            "pppppppp/8/8/8/8/8/8/8 w - - 0 1",
	} {
		s, err := editor.ReadWotn(wotn.Standard, text)
		if s.String() != want {
			t.Errorf("%.40q is read as %s, want %s", text, s, want)
		}
		if _, wanted := wotn.ParsePosition(wotn.Standard, text); (err == nil) != (wanted == nil) && strings.TrimSpace(text) != "" {
			t.Errorf("%.40q: error %v, want %v", text, err, wanted)
		}
	}
}

// wotnTwin is a position as a map from squares to letters of FEN. It is edited and
// written without package wotn.
type wotnTwin struct {
	pieces map[string]byte
	turn   string
}

func (w *wotnTwin) board() string {
	text := ""
	for rank := 8; rank >= 1; rank-- {
		for file := 'a'; file <= 'h'; file++ {
			letter := w.pieces[fmt.Sprintf("%c%d", file, rank)]
			if letter == 0 {
				letter = '1'
			}
			text += string(letter)
		}
		text += "/"
	}
	for n := 8; n > 1; n-- {
		text = strings.ReplaceAll(text, strings.Repeat("1", n), fmt.Sprint(n))
	}
	return strings.TrimSuffix(text, "/")
}

func newWotnTwin(fen string) *wotnTwin {
	fields := strings.Fields(fen)
	w := &wotnTwin{map[string]byte{}, fields[1]}
	for i, rank := range strings.Split(fields[0], "/") {
		file := 'a'
		for _, c := range []byte(rank) {
			if c >= '1' && c <= '8' {
				file += rune(c - '0')
				continue
			}
			w.pieces[fmt.Sprintf("%c%d", file, 8-i)] = c
			file++
		}
	}
	return w
}

// FuzzWotn reads a text, edits it and compares the text of the result with a twin after
// each edit. Every text is read, what is written is read as it was, and castling
// rights and en-passant squares that were possible stay possible.
func FuzzWotn(f *testing.F) {
	for _, text := range []string{wotn.StartText, "9k/K99/ b KX", "8/8/8/3pP3/8/8/8/4K2R w K d6 3 17", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"} {
		f.Add(byte(0), text, []byte{0x04, 0x06, 0x3c, 0x05, 0x80, 0x41})
	}
	f.Fuzz(func(t *testing.T, variant byte, text string, edits []byte) {
		v := wotn.Variant(variant) % wotn.NumVariants
		s, _ := editor.ReadWotn(v, text)
		if again, err := wotn.ParseSetup(v, s.String()); err != nil || again != s {
			t.Fatalf("%q is read as %s, and that as %s, %v", text, s, again, err)
		}
		twin := newWotnTwin(s.String())
		for i := 0; i+1 < min(len(edits), 200); i += 2 {
			from, to := wotn.Square(edits[i]&63), wotn.Square(edits[i+1]&63)
			castling, enPassant := s.Castling&s.PossibleCastling(), s.EnPassant
			passes := enPassant < wotn.NoSquare && s.PossibleEnPassant().Has(enPassant)
			switch edits[i]>>6 + edits[i+1]>>6<<2 {
			case 0, 1, 2, 3, 4:
				editor.MoveWotn(&s, from, to)
				if piece := twin.pieces[from.String()]; piece != 0 {
					delete(twin.pieces, from.String())
					twin.pieces[to.String()] = piece
				}
			case 5, 6, 7:
				kind := wotn.Kind(edits[i+1] & 63)
				if kind > wotn.NoKind && kind < wotn.NumKinds {
					editor.PutWotn(&s, from, wotn.Piece{Kind: kind, Color: wotn.Black})
					twin.pieces[from.String()] = kind.String()[0] | 0x20
				}
			case 8, 9:
				editor.PutWotn(&s, from, wotn.Piece{})
				delete(twin.pieces, from.String())
			case 10:
				editor.TurnWotn(&s, s.ToMove.Other())
				twin.turn = s.ToMove.String()
			case 11:
				editor.ClearWotn(&s)
				clear(twin.pieces)
			default:
				continue
			}
			board, turn, _ := strings.Cut(s.String(), " ")
			if board != twin.board() || !strings.HasPrefix(turn, twin.turn) {
				t.Fatalf("%s, twin %s %s", s, twin.board(), twin.turn)
			}
			if lost := castling & s.Castling &^ s.PossibleCastling(); lost != 0 {
				t.Fatalf("%s has the right %s, whose pieces have left", s, lost)
			}
			if passes && s.EnPassant == enPassant && !s.PossibleEnPassant().Has(enPassant) {
				t.Fatalf("%s has the en-passant square of a pawn that has left", s)
			}
			if again, err := wotn.ParseSetup(v, s.String()); err != nil || again != s {
				t.Fatalf("%s is read as %s, %v", s, again, err)
			}
		}
	})
}

func TestWotnFields(t *testing.T) {
	if got := editor.WotnField(wotn.SetupCounter); got != editor.Counters {
		t.Errorf("a counter is a problem of %s", got)
	}
	for text, want := range map[string]editor.Field{
		"8/8/8/8/8/8/8/4K3":                         editor.Board,
		"4k3/8/8/8/8/8/8/4RK2 w":                    editor.Turn,
		"4k3/8/8/8/8/8/8/5K2 w K - 0 1":             editor.Castling,
		"4k3/8/8/8/8/8/8/5K2 w - e6 0 1":            editor.EnPassant,
		"4k3/7P/8/8/8/8/8/5K2 w - - 0 1":            editor.Board,
		"4k3/8/8/8/8/8/8/1N3K2 w Q - 0 1":           editor.Castling,
		"4kk2/8/8/8/8/8/8/5K2 w - - 0 1 (in chess)": editor.Board,
	} {
		fen, chess := strings.CutSuffix(text, " (in chess)")
		v := wotn.Standard
		if chess {
			v = wotn.Chess
		}
		_, err := editor.ReadWotn(v, fen)
		setup, ok := err.(*wotn.SetupError)
		if !ok || editor.WotnField(setup.Problems[0].Code) != want {
			t.Errorf("%s: %v, want a problem of %s", text, err, want)
		}
	}
}
