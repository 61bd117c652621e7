package wotn_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"tafelrunde/wotn"
)

// playAll plays moves in coordinate notation from a FEN.
func playAll(t *testing.T, fen, moves string) *wotn.Game {
	t.Helper()
	fen, chess := strings.CutPrefix(fen, "chess ")
	variant := wotn.Standard
	if chess {
		variant = wotn.Chess
	}
	p, err := wotn.ParsePosition(variant, fen)
	if err != nil {
		t.Fatal(err)
	}
	g := wotn.NewGame(p)
	for _, text := range strings.Fields(moves) {
		m, err := g.Position().ParseMove(text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return g
}

func TestOutcome(t *testing.T) {
	shuffle := "g1f3 g8f6 f3g1 f6g8 "
	for _, c := range []struct {
		name, fen, moves string
		result           wotn.Result
		reason           wotn.Reason
		claims           string
	}{
		{"running", wotn.StartText, "e2e4", wotn.Unfinished, wotn.Running, "[]"},
		{"fool's mate", wotn.StartText, "f2f3 e7e5 g2g4 d8h4", wotn.BlackWins, wotn.Checkmate, "[]"},
		{"promotion to king prevents mate", "V2r4/7k/8/8/8/8/6PP/4r2K w - - 0 1", "", wotn.Unfinished, wotn.Running, "[]"},
		{"stalemate", "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "g5g6", wotn.Draw, wotn.Stalemate, "[]"},
		{"bare kings", "7k/8/8/8/8/8/8/K7 w - - 0 1", "", wotn.Draw, wotn.BareKings, "[]"},
		{"two kings against one are not bare kings", "7k/8/8/8/8/8/8/K1K5 w - - 0 1", "", wotn.Unfinished, wotn.Running, "[]"},
		{"a knight cannot mate in chess", "chess 8/8/8/4k3/8/8/8/K1N5 w - - 0 1", "", wotn.Draw, wotn.InsufficientMaterial, "[]"},
		{"bishops on one color cannot mate in chess", "chess 8/8/8/4k3/8/4B3/7b/K5B1 w - - 0 1", "", wotn.Draw, wotn.InsufficientMaterial, "[]"},
		{"two knights can mate in chess", "chess 8/8/8/4k3/8/8/8/K1N2N2 w - - 0 1", "", wotn.Unfinished, wotn.Running, "[]"},
		{"a knight can become another piece", "8/8/8/4k3/8/8/8/K1N5 w - - 0 1", "", wotn.Unfinished, wotn.Running, "[]"},
		{"threefold is a claim", wotn.StartText, strings.Repeat(shuffle, 2), wotn.Unfinished, wotn.Running, "[threefold]"},
		{"fivefold ends the game", wotn.StartText, strings.Repeat(shuffle, 4), wotn.Draw, wotn.FivefoldRepetition, "[]"},
		{"fifty moves is a claim", "7k/8/8/8/8/8/8/K1K5 w - - 99 80", "a1a2", wotn.Unfinished, wotn.Running, "[fifty-moves]"},
		{"seventy-five moves end the game", "7k/8/8/8/8/8/8/K1K5 w - - 149 90", "a1a2", wotn.Draw, wotn.SeventyFiveMoves, "[]"},
		{"mate takes precedence over seventy-five moves", "7k/8/5KQ1/8/8/8/8/8 w - - 149 90", "g6g7", wotn.WhiteWins, wotn.Checkmate, "[]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := playAll(t, c.fen, c.moves)
			if got := g.Outcome(); got.Reason != c.reason || got.Result() != c.result || fmt.Sprint(g.Claims()) != c.claims {
				t.Errorf("%v, claims %v", got, g.Claims())
			}
		})
	}
}

func TestPromotionToKingAnswersCheck(t *testing.T) {
	p, err := wotn.ParsePosition(wotn.Standard, "V2r4/7k/8/8/8/8/6PP/4r2K w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(fastMoves(&p)); got != "[a8d8k]" {
		t.Error(got)
	}
}

func TestHalfmoveClock(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		quiet     int
	}{
		{"7k/8/8/8/8/8/8/K5S1 w - - 7 80", "g1g3", 8},
		{"7k/8/8/6S1/8/8/8/K7 w - - 7 80", "g5g7n", 0}, // a promotion by rank
		{"6nk/8/8/8/8/8/6V1/K7 w - - 7 80", "g2g8", 0}, // a capture without promotion
		{"7k/8/8/8/8/8/6P1/K7 w - - 7 80", "g2g3", 0},
		{"4k3/8/8/8/8/8/8/4K2R w K - 7 80", "e1g1", 8},
	} {
		if g := playAll(t, c.fen, c.move); g.Position().HalfmoveClock() != c.quiet {
			t.Errorf("%s %s: halfmove clock %d, want %d", c.fen, c.move, g.Position().HalfmoveClock(), c.quiet)
		}
	}
}

func TestRepetitionRequiresSameCastlingRights(t *testing.T) {
	g := playAll(t, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h2 e8e7 h2h1 e7e8 h1h2 e8e7 h2h1 e7e8")
	if n := g.Repetitions(); n != 2 {
		t.Errorf("%d, want 2: the first position has the castling right", n)
	}
}

func TestUndoAndClaim(t *testing.T) {
	g := playAll(t, wotn.StartText, strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 2))
	if err := g.Claim(wotn.FiftyMoves); !errors.Is(err, wotn.ErrIllegalMove) {
		t.Error(err)
	}
	if err := g.Claim(wotn.ThreefoldRepetition); err != nil {
		t.Fatal(err)
	}
	if o := g.Outcome(); !o.Draw() || o.Reason != wotn.ThreefoldRepetition || o.WinShare(wotn.Black) != 0.5 {
		t.Error(o)
	}
	var refused *wotn.MoveError
	if err := g.Play(g.Position().AppendMoves(nil)[0]); !errors.As(err, &refused) || refused.Code != wotn.MoveGameOver {
		t.Error(err)
	}
	for n := 8; n >= 0; n-- { // the claim, then eight moves
		if !g.Undo() {
			t.Fatal(n)
		}
	}
	if g.Undo() || g.Len() != 0 || *g.Position() != *g.Start() {
		t.Error("undo does not return to the start")
	}
}

func ExampleGame() {
	g := wotn.NewGame(wotn.Start(wotn.Standard))
	for _, text := range []string{"d2d4", "e7e5", "d4e5d"} {
		m, err := g.Position().ParseMove(text)
		if err != nil {
			panic(err)
		}
		fmt.Println(g.Position().SAN(m))
		if err := g.Play(m); err != nil {
			panic(err)
		}
	}
	fmt.Println(g.Position())
	// Output:
	// d4
	// e5
	// dxe5/AD
	// rnbqkbnr/pppp1ppp/8/4D3/8/8/PPP1PPPP/RNBQKBNR b KQkq - 0 2
}

func TestPlayText(t *testing.T) {
	g := wotn.NewGame(wotn.Start(wotn.Standard))
	var syntax *wotn.SyntaxError
	var illegal *wotn.MoveError
	if err := g.PlayText("pawn"); !errors.As(err, &syntax) {
		t.Error(err)
	}
	if err := g.PlayText("e2e5"); !errors.As(err, &illegal) {
		t.Error(err)
	}
	if err := g.PlayText("e2e4"); err != nil || g.Len() != 1 {
		t.Errorf("%v after %d moves", err, g.Len())
	}
}

func TestSetupErrorHas(t *testing.T) {
	_, err := wotn.ParsePosition(wotn.Standard, "8/8/8/8/8/8/8/4K3 w - - 0 1")
	var refused *wotn.SetupError
	if !errors.As(err, &refused) || !refused.Has(wotn.SetupNoKing) || refused.Has(wotn.SetupPawnRank) {
		t.Error(err)
	}
}
