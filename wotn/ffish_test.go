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

// ffishDir contains Fairy-Stockfish for Node, a test dependency, configured
// with all 22 kinds.
const ffishDir = "testdata/ffish"

// ffishLetters are the letters of the kinds in wotn-pieces.ini.
var ffishLetters = map[wotn.Kind]byte{
	wotn.Pawn: 'p', wotn.Squire: 's', wotn.Priest: 'i', wotn.Knight: 'n', wotn.Bishop: 'b', wotn.Baron: 'o',
	wotn.Guard: 'm', wotn.Archbishop: 'd', wotn.Earl: 'e', wotn.Rook: 'r', wotn.Ship: 'f', wotn.Nightrider: 'h',
	wotn.Watchtower: 'a', wotn.Fool: 'c', wotn.Cannon: 'u', wotn.Cardinal: 'v', wotn.Giraffe: 'l',
	wotn.Chancellor: 'w', wotn.Queen: 'q', wotn.Lord: 'x', wotn.LordChancellor: 'y', wotn.King: 'k',
}

// TestMovementAgainstFairyStockfish compares the movement of all kinds with an
// independent engine, in random positions and positions from random games.
// Fairy-Stockfish does not know promotions by capture, so positions in which
// they affect legality are left out.
func TestMovementAgainstFairyStockfish(t *testing.T) {
	if _, err := os.Stat(ffishDir + "/node_modules/ffish"); errors.Is(err, fs.ErrNotExist) {
		if os.Getenv("TAFELRUNDE_FFISH") != "" || os.Getenv("CI") != "" {
			t.Fatal("Fairy-Stockfish is not installed: run npm ci in wotn/" + ffishDir)
		}
		t.Skip("Fairy-Stockfish is not installed: run npm ci in wotn/" + ffishDir)
	}
	random := rand.New(rand.NewPCG(1994, 22))
	parts := 1
	if testing.Short() {
		parts = 5
	}
	positions := append(randomPositions(random, 3000/parts), positionsFromGames(random, 2000/parts)...)
	var moved [2][wotn.NumKinds]int
	var fens, want []string
	for i := range positions {
		p := &positions[i]
		fens = append(fens, ffishFEN(p))
		want = append(want, pairs(p, &moved[p.ToMove()]))
	}
	for c, byKind := range moved {
		for k := wotn.Pawn; k <= wotn.King; k++ {
			if byKind[k] < 500/parts {
				t.Errorf("only %d moves of a %s of %s were compared", byKind[k], k.Name(), wotn.Color(c))
			}
		}
	}
	// The second configuration describes the same kinds in a different
	// spelling.
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

// ffishMoves returns the engine's moves in each position.
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

// ffishFEN returns the position as FEN with the engine's letters.
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

// pairs returns the squares of the legal moves, "e2e4 g1f3", sorted and without
// duplicates. It adds the moves of every kind to moved.
func pairs(p *wotn.Position, moved *[wotn.NumKinds]int) string {
	var all []string
	for _, m := range p.AppendMoves(nil) {
		moved[m.Kind()]++
		all = append(all, m.From().String()+m.To().String())
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " ")
}

// comparable reports whether the engine's rules give the same moves: each side
// has one king, no piece can promote to King, and castling is with rooks.
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

// randomPositions returns n positions with pieces of all kinds on random
// squares. Many are in check, and some have rooks and king at home.
func randomPositions(random *rand.Rand, n int) []wotn.Position {
	var positions []wotn.Position
	for len(positions) < n {
		s := wotn.Setup{Variant: wotn.Alternative, ToMove: wotn.Color(random.IntN(2)), EnPassant: wotn.NoSquare, MoveNumber: 1}
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

// pieceOfLetter returns the piece of a letter of FEN.
func pieceOfLetter(letter byte) wotn.Piece {
	return wotn.Piece{Kind: wotn.KindOfLetter(letter &^ 0x20), Color: wotn.Color(letter >> 5 & 1)}
}

// positionsFromGames returns n positions from random games in both variants.
// The games prefer captures, so that pieces promote.
func positionsFromGames(random *rand.Rand, n int) []wotn.Position {
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
