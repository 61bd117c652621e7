package wotn_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"tafelrunde/wotn"
)

// ffishDir holds Fairy-Stockfish for Node, a test-only dependency, with all 22
// kinds described in its own way.
const ffishDir = "testdata/ffish"

// ffishLetters are the letters that wotn-pieces.ini gives to our kinds.
var ffishLetters = map[wotn.Kind]byte{
	wotn.Pawn: 'p', wotn.Squire: 's', wotn.Priest: 'i', wotn.Knight: 'n', wotn.Bishop: 'b', wotn.Baron: 'o',
	wotn.Guard: 'm', wotn.Archbishop: 'd', wotn.Earl: 'e', wotn.Rook: 'r', wotn.Ship: 'f', wotn.Nightrider: 'h',
	wotn.Watchtower: 'a', wotn.Fool: 'c', wotn.Cannon: 'u', wotn.Cardinal: 'v', wotn.Giraffe: 'l',
	wotn.Chancellor: 'w', wotn.Queen: 'q', wotn.Lord: 'x', wotn.LordChancellor: 'y', wotn.King: 'k',
}

// TestMovementAgainstFairyStockfish compares where every man may go with an
// engine that is not ours, on positions placed at random and met in random
// games. Experience is not compared, for the engine knows none; so positions in
// which it matters for legality are left out.
func TestMovementAgainstFairyStockfish(t *testing.T) {
	if _, err := os.Stat(ffishDir + "/node_modules/ffish"); errors.Is(err, fs.ErrNotExist) {
		if os.Getenv("TAFELRUNDE_FFISH") != "" || os.Getenv("CI") != "" {
			t.Fatal("Fairy-Stockfish is not installed: run npm ci in wotn/" + ffishDir)
		}
		t.Skip("Fairy-Stockfish is not installed: run npm ci in wotn/" + ffishDir)
	}
	random := rand.New(rand.NewPCG(1994, 22))
	positions := append(placedAtRandom(random, 3000), metInGames(random, 2000)...)
	var moved [2][wotn.NumKinds]int
	var fens, want []string
	for i := range positions {
		p := &positions[i]
		fens = append(fens, ffishFEN(p))
		want = append(want, pairs(p, &moved[p.Turn()]))
	}
	for c, byKind := range moved {
		for k := wotn.Pawn; k <= wotn.King; k++ {
			if byKind[k] < 500 {
				t.Errorf("only %d moves of a %s of %s are compared", byKind[k], k.EnglishName(), wotn.Color(c))
			}
		}
	}
	// The second description spells the same men otherwise.
	for _, variant := range []string{"wotn-pieces", "wotn-pieces-alt"} {
		got := ffishMoves(t, variant, fens)
		if len(got) != len(want) {
			t.Fatalf("%s: %d answers to %d positions", variant, len(got), len(want))
		}
		different := 0
		for i := range want {
			if got[i] != want[i] {
				if different++; different <= 5 {
					t.Errorf("%s: %s\n ours   %s\n theirs %s", variant, positions[i].String(), want[i], got[i])
				}
			}
		}
		t.Logf("%s: %d positions, %d differ", variant, len(want), different)
	}
}

// ffishMoves asks the engine.
func ffishMoves(t *testing.T, variant string, fens []string) []string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	node := exec.CommandContext(ctx, "node", "moves.cjs", variant)
	node.Dir = ffishDir
	node.Stdin = strings.NewReader(strings.Join(fens, "\n") + "\n")
	var out, complaints bytes.Buffer
	node.Stdout, node.Stderr = &out, &complaints
	if err := node.Run(); err != nil {
		t.Fatalf("node: %v\n%s", err, complaints.String())
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// ffishFEN is a position as FEN with the engine's letters.
func ffishFEN(p *wotn.Position) string {
	board, rest, _ := strings.Cut(p.String(), " ")
	letters := []byte(board)
	for i, c := range letters {
		if k := wotn.KindOfLetter(c &^ 0x20); c >= 'A' && k != wotn.NoKind {
			letters[i] = ffishLetters[k] &^ 0x20
			letters[i] |= c & 0x20
		}
	}
	return string(letters) + " " + rest
}

// pairs are the squares that legal moves join, "e2e4 g1f3", in order and each
// once. It counts the moves of every kind.
func pairs(p *wotn.Position, moved *[wotn.NumKinds]int) string {
	var all []string
	for _, m := range p.AppendMoves(nil) {
		moved[m.Kind()]++
		all = append(all, m.From().String()+m.To().String())
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " ")
}

// comparable tells whether the rules that the engine does not know make no
// difference: each side has one king, no man can become another, and castling
// is with rooks.
func comparable(p *wotn.Position) bool {
	for c := wotn.White; c <= wotn.Black; c++ {
		if p.Pieces(c, wotn.King).Count() != 1 {
			return false
		}
	}
	corners := map[wotn.Castling]wotn.Square{
		wotn.WhiteShort: 7, wotn.WhiteLong: 0, wotn.BlackShort: 63, wotn.BlackLong: 56,
	}
	for right, corner := range corners {
		if p.Castling()&right != 0 && p.At(corner).Kind != wotn.Rook {
			return false
		}
	}
	for _, m := range p.AppendMoves(nil) {
		if m.Promotion() == wotn.King {
			return false
		}
	}
	return true
}

// placedAtRandom sets up n positions with men of all kinds, many in check, some
// with rooks and king at home.
func placedAtRandom(random *rand.Rand, n int) []wotn.Position {
	var positions []wotn.Position
	for len(positions) < n {
		s := wotn.Setup{Variant: wotn.Alternative, Turn: wotn.Color(random.IntN(2)), EnPassant: wotn.NoSquare, MoveNumber: 1}
		squares := random.Perm(64)
		if random.IntN(4) == 0 {
			s.Board[4], s.Board[0], s.Board[7] = pieceOfLetter('K'), pieceOfLetter('R'), pieceOfLetter('R')
			s.Board[60], s.Board[56], s.Board[63] = pieceOfLetter('k'), pieceOfLetter('r'), pieceOfLetter('r')
			s.Castling = wotn.WhiteShort | wotn.WhiteLong | wotn.BlackShort | wotn.BlackLong
			squares = slices.DeleteFunc(squares, func(sq int) bool { return s.Board[sq].Kind != wotn.NoKind })
		} else {
			s.Board[squares[0]], s.Board[squares[1]] = pieceOfLetter('K'), pieceOfLetter('k')
		}
		for _, sq := range squares[2 : 4+random.IntN(26)] {
			m := wotn.Piece{Kind: wotn.Pawn + wotn.Kind(random.IntN(int(wotn.King-wotn.Pawn))), Color: wotn.Color(random.IntN(2))}
			s.Board[sq] = m
		}
		if p, err := s.Position(); err == nil && comparable(&p) {
			positions = append(positions, p)
		}
	}
	return positions
}

// kind returns the man of a letter of FEN.
func pieceOfLetter(letter byte) wotn.Piece {
	return wotn.Piece{Kind: wotn.KindOfLetter(letter &^ 0x20), Color: wotn.Color(letter >> 5 & 1)}
}

// metInGames takes n positions from random games in both ways that prefer
// captures, so that men rise.
func metInGames(random *rand.Rand, n int) []wotn.Position {
	var positions []wotn.Position
	for game := 0; len(positions) < n; game++ {
		p := wotn.Start(wotn.Variant(game % 2))
		for range 200 {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			for try := 0; try < 3 && m.Captured() == wotn.NoKind; try++ {
				m = moves[random.IntN(len(moves))]
			}
			p.PlayInto(&p, m)
			if random.IntN(5) == 0 && comparable(&p) {
				positions = append(positions, p)
			}
		}
	}
	return positions[:n]
}
