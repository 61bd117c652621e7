package wotn_test

import (
	"math/rand/v2"
	"testing"

	"tafelrunde/wotn"
)

// checkPremoves checks the law of premoves: every legal reply to any move of p is
// among them, and if it promotes, so is its promotion, unless it captures a piece
// that has just moved to a square that was free.
func checkPremoves(t *testing.T, p *wotn.Position) (replies, promotions int) {
	t.Helper()
	c := p.ToMove().Other()
	byOrigin := map[wotn.Square]wotn.Premove{}
	for _, premove := range p.Premoves(c) {
		if premove.Promotes&^premove.To != 0 {
			t.Fatalf("%s: %s promotes on %v, which it does not reach", p, premove.From, premove.Promotes&^premove.To)
		}
		byOrigin[premove.From] = premove
	}
	for m := range p.Moves() {
		var next wotn.Position
		p.PlayInto(&next, m)
		for reply := range next.Moves() {
			replies++
			premove := byOrigin[reply.From()]
			if !premove.To.Has(reply.To()) {
				t.Fatalf("%s: after %s, %s is no premove", p, m, reply)
			}
			if reply.Promotion() == wotn.NoKind {
				continue
			}
			promotions++
			movedThere := reply.To() == m.To() && p.At(reply.To()).Kind == wotn.NoKind
			if !premove.Promotes.Has(reply.To()) && !movedThere {
				t.Fatalf("%s: after %s, %s is no promotion of a premove", p, m, reply)
			}
		}
	}
	return replies, promotions
}

func TestPremovesHaveAllReplies(t *testing.T) {
	random := rand.New(rand.NewPCG(24, 11))
	replies, promotions := 0, 0
	for _, p := range append(randomPositions(random, 150), positionsFromGames(random, 150)...) {
		r, n := checkPremoves(t, &p)
		replies, promotions = replies+r, promotions+n
	}
	if replies < 100_000 || promotions < 10_000 {
		t.Errorf("only %d replies and %d promotions were checked", replies, promotions)
	}
}

// TestPremovesOffer checks what premoves have besides the law: squares behind own
// and other pieces, and promotions only where a capture may promote.
func TestPremovesOffer(t *testing.T) {
	for _, tc := range []struct {
		fen          string
		from         string
		to, promotes string
	}{
		{"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "e2", "d3 e3 f3 e4", "d3 f3"},
		{"4k3/8/8/P7/8/8/8/4K3 b - - 0 1", "a5", "a6 b6", "a6 b6"},
		{"4k3/4p3/3S4/8/8/8/8/4K3 w - - 0 1", "e7", "e5 d6 e6 f6", "d6 f6"},
		{"4k3/8/8/8/8/1s6/8/H3K3 b - - 0 1", "a1", "b3 c5 d7 c2 e3 g4", ""},
		{"4k3/8/8/8/8/1h6/8/H3K3 b - - 0 1", "a1", "b3 c5 d7 c2 e3 g4", "b3"},
		{"4k3/8/8/8/8/8/8/R3K2R b K - 0 1", "e1", "d1 f1 g1 d2 e2 f2", ""},
		{"r3k2r/8/8/8/8/8/8/4K3 w q - 0 1", "e8", "c8 d8 f8 d7 e7 f7", ""},
	} {
		p, err := wotn.ParsePosition(wotn.Standard, tc.fen)
		if err != nil {
			t.Fatal(err)
		}
		for _, premove := range p.Premoves(p.ToMove().Other()) {
			if premove.From.String() != tc.from {
				continue
			}
			if to, promotes := sortedSquares(tc.to), sortedSquares(tc.promotes); premove.To != to || premove.Promotes != promotes {
				t.Errorf("%s, %s: %v, promotes on %v; want %v, %v", tc.fen, tc.from,
					premove.To.AppendSquares(nil), premove.Promotes.AppendSquares(nil), to.AppendSquares(nil), promotes.AppendSquares(nil))
			}
		}
	}
}

// sortedSquares returns the set of squares in a text such as "e4 d5".
func sortedSquares(text string) (set wotn.Bitboard) {
	for s := wotn.Square(0); s < 64; s++ {
		for i := 0; i+1 < len(text); i += 3 {
			if text[i:i+2] == s.String() {
				set |= s.Bitboard()
			}
		}
	}
	return set
}
