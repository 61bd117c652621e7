package wotn_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"tafelrunde/wotn"
)

// checkInvariants checks p for everything that is true of all positions.
func checkInvariants(t *testing.T, p *wotn.Position) {
	t.Helper()
	text := p.String()
	setup, err := wotn.ParseSetup(p.Variant(), text)
	if err != nil {
		t.Fatalf("%s: the FEN is not parsed: %v", text, err)
	}
	if setup != p.Setup() {
		t.Fatalf("%s: the FEN is parsed as %s", text, &setup)
	}
	again, err := setup.Position()
	if err != nil {
		t.Fatalf("%s: the position is not playable: %v", text, err)
	}
	if again != *p {
		t.Fatalf("%s: the position from its setup differs (incremental key %x, computed %x)", text, p.Key(), again.Key())
	}
	slow := newSlowGame(p.Variant().String(), text)
	fast, want := fastMoves(p), slow.moves()
	if !slices.Equal(fast, want) {
		t.Fatalf("%s (%s):\nfast %v\nslow %v", text, p.Variant(), fast, want)
	}
	if len(fast) != p.CountMoves() {
		t.Fatalf("%s: %d moves, counted %d", text, len(fast), p.CountMoves())
	}
	if slow.inCheck(p.ToMove() == wotn.White) != (p.Checkers() != 0) {
		t.Fatalf("%s: check %v", text, p.Checkers())
	}
}

// checkMoveInvariants checks a legal move for everything that is true of all
// moves.
func checkMoveInvariants(t *testing.T, p *wotn.Position, m wotn.Move) {
	t.Helper()
	if got, err := p.ParseMove(m.String()); err != nil || got != m {
		t.Fatalf("%s: %s is parsed as %s, %v", p, m, got, err)
	}
	san := p.SAN(m)
	if got, err := p.ParseSAN(san); err != nil || got != m {
		t.Fatalf("%s: %s is written %s and parsed as %s, %v", p, m, san, got, err)
	}
	if !p.IsLegal(m) {
		t.Fatalf("%s: %s is listed but not legal", p, m)
	}
	var into wotn.Position
	p.PlayInto(&into, m)
	if played, err := p.Play(m); err != nil || played != into {
		t.Fatalf("%s: Play and PlayInto of %s differ: %v", p, m, err)
	}
}

// walkGame plays the moves that choose picks and checks the invariants of each
// position.
func walkGame(t *testing.T, p wotn.Position, plies int, choose func(n int) int) {
	t.Helper()
	for range plies {
		checkInvariants(t, &p)
		moves := p.AppendMoves(nil)
		if len(moves) == 0 {
			return
		}
		m := moves[choose(len(moves))]
		checkMoveInvariants(t, &p, m)
		p.PlayInto(&p, m)
	}
}

func TestInvariantsOfRandomGames(t *testing.T) {
	games := 60
	if testing.Short() {
		games = 10
	}
	for v := wotn.Variant(0); v < wotn.NumVariants; v++ {
		rnd := rand.New(rand.NewPCG(2, uint64(v)))
		for range games {
			walkGame(t, wotn.Start(v), 120, rnd.IntN)
		}
	}
}

// randomSetup places pieces at random: with several kings, on crowded and empty
// boards, of all kinds in the variant, with castling rights and en-passant
// squares that are sometimes valid.
func randomSetup(v wotn.Variant, rnd *rand.Rand) wotn.Setup {
	s := wotn.Setup{Variant: v, ToMove: wotn.Color(rnd.IntN(2)), EnPassant: wotn.NoSquare, MoveNumber: 1}
	for c := wotn.White; c <= wotn.Black; c++ {
		home, rank := wotn.Square(4), wotn.Square(0)
		if c == wotn.Black {
			home, rank = 60, 56
		}
		king := wotn.Square(rnd.IntN(64))
		if rnd.IntN(3) == 0 {
			king = home
			for i, corner := range []wotn.Square{rank + 7, rank} {
				if rnd.IntN(2) == 0 {
					s.Board[corner] = wotn.Piece{Kind: randomCorner(v, rnd), Color: c}
					s.Castling |= 1 << (2*int(c) + i)
				}
			}
		}
		s.Board[king] = wotn.Piece{Kind: wotn.King, Color: c}
		for range rnd.IntN(14) {
			kind := wotn.Pawn + wotn.Kind(rnd.IntN(int(wotn.NumKinds-wotn.Pawn)))
			if kind == wotn.King && rnd.IntN(4) > 0 {
				kind = wotn.LordChancellor
			}
			sq := wotn.Square(rnd.IntN(64))
			if v.HasKind(kind) && s.Board[sq].Kind == wotn.NoKind && s.Board[sq].Kind != wotn.King {
				s.Board[sq] = wotn.Piece{Kind: kind, Color: c}
			}
		}
	}
	if rnd.IntN(2) == 0 {
		file, rank := rnd.IntN(8), 5-3*int(s.ToMove)
		s.EnPassant = wotn.NewSquare(file, rank)
		s.Board[s.EnPassant^8] = wotn.Piece{Kind: wotn.Pawn, Color: s.ToMove.Other()}
		if file > 0 {
			s.Board[(s.EnPassant^8)-1] = wotn.Piece{Kind: wotn.Pawn, Color: s.ToMove}
		}
	}
	return s
}

// randomCorner returns a rook or a kind that a handicap can make of it.
func randomCorner(v wotn.Variant, rnd *rand.Rand) wotn.Kind {
	kind := wotn.Rook
	for range rnd.IntN(8) {
		if next := v.Promotions(kind); len(next) > 0 && v != wotn.Chess {
			kind = next[rnd.IntN(len(next))]
		}
	}
	return kind
}

func TestInvariantsOfRandomSetups(t *testing.T) {
	want := 6000
	if testing.Short() {
		want = 600
	}
	for v := wotn.Variant(0); v < wotn.NumVariants; v++ {
		rnd := rand.New(rand.NewPCG(3, uint64(v)))
		several, enPassant, castling := 0, 0, 0
		for played := 0; played < want; {
			s := randomSetup(v, rnd)
			p, err := s.Position()
			if err != nil {
				continue
			}
			played++
			if p.Pieces(p.ToMove(), wotn.King).Count() > 1 {
				several++
			}
			if p.EnPassant() != wotn.NoSquare {
				enPassant++
			}
			if p.Castling() != 0 {
				castling++
			}
			walkGame(t, p, 3, rnd.IntN)
		}
		if v != wotn.Chess && several < want/50 || enPassant < want/50 || castling < want/50 {
			t.Errorf("%s: of %d positions only %d with several kings, %d with en passant, %d with castling rights",
				v, want, several, enPassant, castling)
		}
	}
}

// TestLegalMovesAreListed tries every text that could be a move.
func TestLegalMovesAreListed(t *testing.T) {
	for _, row := range readSuite(t, "testdata/rules.perft") {
		p := &row.position
		listed := fastMoves(p)
		for pair := range 64 * 64 {
			squares := wotn.Square(pair/64).String() + wotn.Square(pair%64).String()
			for _, promotions := range []string{"", "d", "k", "c"} {
				_, err := p.ParseMove(squares + promotions)
				if slices.Contains(listed, squares+promotions) != (err == nil) || err != nil && !errors.Is(err, wotn.ErrIllegalMove) {
					t.Fatalf("%s: %s listed: %v, parsed: %v", p, squares+promotions, err != nil, err)
				}
			}
		}
	}
}

func FuzzGame(f *testing.F) {
	f.Add(uint8(0), wotn.StartText, []byte("\x03\x11\x1d\x07"))
	f.Add(uint8(0), "k6K/8/3v4/4R3/8/2V5/8/K6k w - - 0 1", []byte("several kings"))
	f.Add(uint8(0), "4k3/4r3/8/8/3v4/2R5/8/3VK3 w - - 0 1", []byte("a promotion to king answers check"))
	f.Add(uint8(0), "6k1/8/1s3d2/2PpP3/3N4/2H1F3/1V3L2/4K3 w - d6 0 1", []byte("en passant"))
	f.Add(uint8(1), "r3k2r/1g2y2p/3x4/2i2t2/2I2T2/3X4/1G2Z2P/R3K2R w KQkq - 0 1", []byte("crowded"))
	f.Add(uint8(2), "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", []byte("kiwipete"))
	f.Fuzz(func(t *testing.T, variant uint8, text string, choices []byte) {
		p, err := wotn.ParsePosition(wotn.Variant(variant%3), text)
		if err != nil {
			return
		}
		i := 0
		walkGame(t, p, min(len(choices), 40), func(n int) int { i++; return int(choices[i-1]) % n })
	})
}

func FuzzSetupText(f *testing.F) {
	for _, text := range []string{
		wotn.StartText, "8/8/8/8/8/8/8/8 w - - 0 1", "k7/8/8/8/8/8/8/K7", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq e3 0 1",
		"k7/8/8/8/8/8/8/K7 w - - 9999 9999", "\xff\xfe", "kK/////// w",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for v := wotn.Variant(0); v < wotn.NumVariants; v++ {
			s, err := wotn.ParseSetup(v, text)
			if err != nil {
				var syntax *wotn.SyntaxError
				if !errors.As(err, &syntax) || syntax.Offset < 0 || syntax.Offset > len(text) || err.Error() == "" {
					t.Fatalf("%q: %v", text, err)
				}
				continue
			}
			again, err := wotn.ParseSetup(v, s.String())
			if err != nil || again != s {
				t.Fatalf("%q: written %q, parsed as %q, %v", text, &s, &again, err)
			}
			p, err := s.Position()
			if err != nil {
				var setup *wotn.SetupError
				if !errors.As(err, &setup) || len(setup.Problems) == 0 || err.Error() == "" {
					t.Fatalf("%q: %v", text, err)
				}
				continue
			}
			checkInvariants(t, &p)
		}
	})
}

func FuzzMoveText(f *testing.F) {
	for _, text := range []string{"e2e4", "e4", "Nf3", "(WfbD)e4", "exd4/AD", "O-O", "d4e5d", "(BNN)g5+", "dxe5/any", "(", "/", "x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, row := range readSuite(t, "testdata/rules.perft") {
			p := &row.position
			for _, read := range []func(string) (wotn.Move, error){p.ParseMove, p.ParseSAN} {
				m, err := read(text)
				var syntax *wotn.SyntaxError
				var move *wotn.MoveError
				switch {
				case err == nil && !p.IsLegal(m):
					t.Fatalf("%s: %q is parsed as %s, which is not legal", p, text, m)
				case err != nil && !errors.As(err, &syntax) && !errors.As(err, &move) || err != nil && err.Error() == "":
					t.Fatalf("%q: %v", text, err)
				}
			}
		}
	})
}

// TestDifferences: the squares that differ are those that differ square by square, in positions far from each other too.
func TestDifferences(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for variant := range wotn.NumVariants {
		var last []wotn.Position
		for range 10 {
			p := wotn.Start(variant)
			for range 60 {
				last = append(last, p)
				q := last[random.IntN(len(last))]
				var want wotn.Bitboard
				for s := range wotn.Square(64) {
					if p.At(s) != q.At(s) {
						want |= s.Bitboard()
					}
				}
				if got := p.Differences(&q); got != want {
					t.Fatalf("%v and %v differ on %v, not %v", p, q, want, got)
				}
				moves := p.AppendMoves(nil)
				if len(moves) == 0 {
					break
				}
				p.PlayInto(&p, moves[random.IntN(len(moves))])
			}
		}
	}
}
