package wotn_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tafelrunde/wotn"
)

// slowReason returns the code of the reason why a move is not legal, found by trial on
// the board of letters, or "" if it is legal.
func (g *slowGame) slowReason(legal map[string]bool, from, to [2]int) string {
	if len(legal) == 0 {
		return "game-over"
	}
	piece := g.board[from[0]][from[1]]
	fromName, toName := name(from[0], from[1]), name(to[0], to[1])
	if piece == 0 {
		return "no-piece"
	}
	if isWhite(piece) != g.white {
		return "not-yours"
	}
	if legal[fromName+toName] {
		return ""
	}
	target := g.board[to[0]][to[1]]
	home := 0
	if !g.white {
		home = 7
	}
	if upper(piece) == 'K' && from == [2]int{home, 4} && to[0] == home && (to[1] == 6 || to[1] == 2) {
		right, files := byte('K'), []int{5, 6}
		if to[1] == 2 {
			right, files = 'Q', []int{1, 2, 3}
		}
		if !g.white {
			right |= 0x20
		}
		if strings.IndexByte(g.castling, right) < 0 {
			return "castling-lost"
		}
		for _, f := range files {
			if g.board[home][f] != 0 {
				return "castling-blocked"
			}
		}
		switch {
		case g.inCheck(g.white):
			return "castling-check"
		case g.attacked(home, (from[1]+to[1])/2, !g.white):
			return "castling-through"
		}
		return "king-attacked"
	}
	if target != 0 && isWhite(target) == g.white {
		return "own-piece"
	}
	for _, reached := range g.targets(from[0], from[1]) {
		if reached != to {
			continue
		}
		after := g.after(fromName + toName)
		switch {
		case upper(piece) == 'K':
			return "king-attacked"
		case !g.inCheck(g.white):
			return "pinned"
		}
		// Does a piece that gave check still attack the king?
		king := after.kings(g.white)[0]
		for r := range 8 {
			for f := range 8 {
				enemy := g.board[r][f]
				if enemy == 0 || isWhite(enemy) == g.white || after.board[r][f] != enemy {
					continue
				}
				before, still := false, false
				g.slowAttacks(r, f, func(tr, tf int) { before = before || [2]int{tr, tf} == king })
				after.slowAttacks(r, f, func(tr, tf int) { still = still || [2]int{tr, tf} == king })
				if before && still {
					return "in-check"
				}
			}
		}
		return "pinned"
	}
	if upper(piece) == 'P' {
		up, start := 1, 1
		if !g.white {
			up, start = -1, 6
		}
		switch {
		case to[0] == from[0]+up && abs(to[1]-from[1]) == 1:
			return "pawn-diagonal"
		case to[1] != from[1]:
			return "cannot-reach"
		case to[0] == from[0]+up:
			return "pawn-straight"
		case to[0] != from[0]+2*up:
			return "cannot-reach"
		case from[0] != start:
			return "pawn-double"
		case g.board[from[0]+up][from[1]] != 0:
			return "blocked"
		}
		return "pawn-straight"
	}
	alone := slowGame{variant: g.variant}
	alone.board[from[0]][from[1]] = piece
	reaches := false
	alone.slowAttacks(from[0], from[1], func(r, f int) { reaches = reaches || [2]int{r, f} == to })
	if reaches {
		return "blocked"
	}
	return "cannot-reach"
}

// checkIllegalReasons compares the reasons of all pairs of squares of a position with
// those found by trial: there is one for each move that is not legal, and no other.
func checkIllegalReasons(t *testing.T, p *wotn.Position) {
	t.Helper()
	slow := newSlowGame(p.Variant().String(), p.String())
	legal := map[string]bool{}
	movable := map[string]bool{}
	for _, m := range slow.moves() {
		legal[m[:4]] = true
		movable[m[:2]] = true
	}
	for from := wotn.Square(0); from < wotn.NoSquare; from++ {
		for to := wotn.Square(0); to < wotn.NoSquare; to++ {
			reason := p.WhyIllegal(from, to)
			found := reason != nil
			piece := p.At(from)
			if from == to {
				own := piece.Kind != wotn.NoKind && piece.Color == p.ToMove()
				if want := !own || !movable[from.String()]; found != want {
					t.Fatalf("%s: %s has a reason to stay: %v, want %v", p, from, found, want)
				}
				if over := len(legal) == 0; found && over != (reason.Code == wotn.MoveGameOver) {
					t.Fatalf("%s: %s has to stay: %q, and the game is over: %v", p, from, reason.Code, over)
				}
				continue
			}
			want := slow.slowReason(legal, [2]int{from.Rank(), from.File()}, [2]int{to.Rank(), to.File()})
			if !found {
				if want != "" {
					t.Fatalf("%s: %s%s has no reason, want %s", p, from, to, want)
				}
				continue
			}
			if string(reason.Code) != want {
				t.Fatalf("%s: %s%s: %q, want %q", p, from, to, reason.Code, want)
			}
			// The error of a move written as text has the same reason.
			if _, err := p.ParseMove(from.String() + to.String()); !reflect.DeepEqual(err, error(reason)) {
				t.Fatalf("%s: %s%s: %#v, parsed %#v", p, from, to, reason, err)
			}
			if reason.Kind != piece.Kind {
				t.Fatalf("%s: %s%s: the piece is %s, not %s", p, from, to, piece.Kind, reason.Kind)
			}
			if reason.Other != wotn.NoKind && p.At(reason.Square).Kind != reason.Other {
				t.Fatalf("%s: %s%s: %s on %s", p, from, to, reason.Other, reason.Square)
			}
			switch reason.Code {
			case wotn.MoveBlocked, wotn.MoveCastlingBlocked, wotn.MovePawnStraight:
				if reason.Other == wotn.NoKind {
					t.Fatalf("%s: %s%s: nothing is in the way on %s", p, from, to, reason.Square)
				}
			case wotn.MovePinned, wotn.MoveInCheck, wotn.MoveKingAttacked, wotn.MoveCastlingCheck:
				if reason.Other == wotn.NoKind || p.At(reason.Square).Color == p.ToMove() {
					t.Fatalf("%s: %s%s: no enemy attacks from %s", p, from, to, reason.Square)
				}
			}
		}
	}
}

func TestIllegalReasonsOfRandomPositions(t *testing.T) {
	positions := 400
	if testing.Short() {
		positions = 15
	}
	codes := map[wotn.MoveCode]bool{}
	for v := wotn.Variant(0); v < wotn.NumVariants; v++ {
		rnd := rand.New(rand.NewPCG(7, uint64(v)))
		for done := 0; done < positions; {
			setup := randomSetup(v, rnd)
			p, err := setup.Position()
			if err != nil {
				continue
			}
			done++
			checkIllegalReasons(t, &p)
			for from := range wotn.NoSquare {
				for to := range wotn.NoSquare {
					if reason := p.WhyIllegal(from, to); reason != nil {
						codes[reason.Code] = true
					}
				}
			}
		}
	}
	for _, code := range []wotn.MoveCode{
		wotn.MoveNoPiece, wotn.MoveNotYours, wotn.MoveOwnPiece, wotn.MoveCannotReach, wotn.MoveBlocked,
		wotn.MovePawnStraight, wotn.MovePawnDiagonal, wotn.MovePawnDouble, wotn.MovePinned, wotn.MoveInCheck,
		wotn.MoveKingAttacked, wotn.MoveCastlingLost, wotn.MoveCastlingBlocked, wotn.MoveCastlingCheck,
		wotn.MoveCastlingThrough, wotn.MoveNoMoves,
	} {
		if !codes[code] && !testing.Short() {
			t.Errorf("no position has the reason %s", code)
		}
	}
}

// TestNoMoveIsPossibleAfterTheEnd: after mate and stalemate every move is refused because the
// game is over, however it is written, and not because of the check.
func TestNoMoveIsPossibleAfterTheEnd(t *testing.T) {
	for _, end := range []string{
		"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", // mate
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",                                // stalemate
	} {
		for v := range wotn.NumVariants {
			p, err := wotn.ParsePosition(v, end)
			if err != nil {
				t.Fatal(err)
			}
			checkIllegalReasons(t, &p)
			for _, text := range []string{"Nf3", "Kf2", "O-O", "Kh7", "Kg8", "Qh6"} {
				var refused *wotn.MoveError
				if _, err := p.ParseSAN(text); !errors.As(err, &refused) || refused.Code != wotn.MoveGameOver {
					t.Errorf("%v, %s, %s: %v", v, end, text, err)
				}
			}
		}
	}
}

// FuzzIllegalReasons compares the reasons in positions of random games.
func FuzzIllegalReasons(f *testing.F) {
	f.Add("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", uint8(0), uint64(1))
	f.Add("r3k2r/1g2y2p/3x4/2i2t2/2I2T2/3X4/1G2Z2P/R3K2R w KQkq - 0 1", uint8(1), uint64(2))
	f.Add("4k3/4r3/8/8/3v4/2R5/8/3VK3 w - - 0 1", uint8(0), uint64(3))
	f.Add("6k1/8/1s3d2/2PpP3/3N4/2H1F3/1V3L2/4K3 w - d6 0 1", uint8(0), uint64(4))
	f.Fuzz(func(t *testing.T, text string, variant uint8, seed uint64) {
		p, err := wotn.ParsePosition(wotn.Variant(variant)%wotn.NumVariants, text)
		if err != nil {
			return
		}
		rnd := rand.New(rand.NewPCG(seed, 1))
		for range 8 {
			checkIllegalReasons(t, &p)
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				return
			}
			p.PlayInto(&p, moves[rnd.IntN(len(moves))])
		}
	})
}
