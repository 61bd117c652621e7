package wotn_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tafelrunde/wotn"
)

// TestPossibleRights compares the possible rights and squares of random setups with
// the problems of setups that have them.
func TestPossibleRights(t *testing.T) {
	castling, enPassant := 0, 0
	for v := wotn.Variant(0); v < wotn.NumVariants; v++ {
		rnd := rand.New(rand.NewPCG(7, uint64(v)))
		for range 200 {
			s := randomSetup(v, rnd)
			for i := range 4 {
				one := s
				one.Castling = 1 << i
				want := !hasProblem(one, wotn.SetupCastlingKing) && !hasProblem(one, wotn.SetupCastlingCorner)
				if got := s.PossibleCastling()&one.Castling != 0; got != want {
					t.Fatalf("%s: right %s possible: %v", s, one.Castling, got)
				} else if got {
					castling++
				}
			}
			for square := range wotn.NoSquare {
				one := s
				one.EnPassant = square
				if got := s.PossibleEnPassant().Has(square); got == hasProblem(one, wotn.SetupEnPassant) {
					t.Fatalf("%s: en-passant square %s possible: %v", s, square, got)
				} else if got {
					enPassant++
				}
			}
		}
	}
	if castling < 50 || enPassant < 50 {
		t.Errorf("only %d castling rights and %d en-passant squares are possible", castling, enPassant)
	}
}

func hasProblem(s wotn.Setup, code wotn.SetupCode) bool {
	_, err := s.Position()
	var setup *wotn.SetupError
	return errors.As(err, &setup) && setup.Has(code) ||
		slices.ContainsFunc(s.Dropped(), func(p wotn.SetupProblem) bool { return p.Code == code })
}

// TestMirror compares the FEN of a mirrored setup with that of a twin, which changes
// the text.
func TestMirror(t *testing.T) {
	for v := wotn.Variant(0); v < wotn.NumVariants; v++ {
		rnd := rand.New(rand.NewPCG(8, uint64(v)))
		for range 200 {
			s := randomSetup(v, rnd)
			m := s.Mirror()
			if got, want := m.String(), mirroredText(s.String()); got != want {
				t.Fatalf("%s: mirrored %s, want %s", s, got, want)
			}
			if m.Mirror() != s {
				t.Fatalf("%s: mirrored twice %s", s, m.Mirror())
			}
			p, err := s.Position()
			q, mirroredErr := m.Position()
			if (err == nil) != (mirroredErr == nil) || err == nil && len(p.AppendMoves(nil)) != len(q.AppendMoves(nil)) {
				t.Fatalf("%s: %v and %v, or other numbers of moves", s, err, mirroredErr)
			}
		}
	}
}

func mirroredText(fen string) string {
	fields := strings.Fields(fen)
	ranks := strings.Split(swapCase(fields[0]), "/")
	for i := range 4 {
		ranks[i], ranks[7-i] = ranks[7-i], ranks[i]
	}
	fields[0] = strings.Join(ranks, "/")
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	rights := ""
	for _, right := range "KQkq" {
		if strings.ContainsRune(swapCase(fields[2]), right) {
			rights += string(right)
		}
	}
	if fields[2] = rights; rights == "" {
		fields[2] = "-"
	}
	if fields[3] != "-" {
		fields[3] = fields[3][:1] + string('9'-fields[3][1]+'0')
	}
	return strings.Join(fields, " ")
}

func swapCase(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r ^ 0x20
		}
		return r
	}, text)
}
