package record

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tafelrunde/wotn"
)

// TestForeignFiles reads files as other programs and people write them. want is the
// variant, the number of games, and of the last one the players, the plies, the result
// and the codes of its problems.
func TestForeignFiles(t *testing.T) {
	for _, test := range []struct {
		file     string
		games    int
		white    string
		plies    int
		last     string
		result   string
		problems []Code
	}{
		{"01-promotion-no-equals", 1, "Ada", 11, "c8+", Unknown, []Code{AssumedChess}},
		{"02-fivefold-goes-on", 1, "Ada", 20, "Qh4#", BlackWins, []Code{PastDraw}},
		{"05-fivefold-result-kept", 1, "Ada", 16, "Ng8", WhiteWins, nil},
		{"06-move-number-zero", 1, "Ada", 1, "Ra8#", WhiteWins, nil},
		{"07-impossible-castling-rights", 1, "Ada", 2, "xd8", Unknown, []Code{FENRights}},
		{"09-variant-normal", 1, "Ada", 4, "Nc6", Unknown, nil},
		{"10-variant-empty", 1, "Ada", 4, "Nc6", Unknown, []Code{AssumedChess}},
		{"11-quotes-in-tag-value", 1, "Ada", 1, "e4", Unknown, []Code{TagRepaired, AssumedChess}},
		{"14-chess-read-as-wotn", 1, "Ada", 12, "Be7", WhiteWins, []Code{AssumedChess}},
		{"16-tags-only", 40, "A39", 0, "", WhiteWins, []Code{AssumedChess}},
		{"17-null-move", 1, "Ada", 2, "e5", Unknown, []Code{NullMove}},
		{"19-symbols", 1, "Ada", 6, "a6", Unknown, nil},
		{"20-en-passant-suffix", 1, "Ada", 6, "cxd6", Unknown, nil},
		{"21-coordinates", 1, "Ada", 5, "Bb5", Unknown, nil},
		{"25-comment-in-header", 1, "Ada", 1, "e4", Unknown, nil},
		{"26-comment-before-tags", 1, "Ada", 1, "b4", Unknown, nil},
		{"38-assumed-chess-noise", 12, "A11", 6, "Qa5", Unknown, []Code{AssumedChess}},
	} {
		text, err := os.ReadFile(filepath.Join("testdata/foreign", test.file+".pgn"))
		if err != nil {
			t.Fatal(err)
		}
		r := NewDetectingReader(string(text))
		games := 0
		var last Game
		for {
			game, err := r.Next()
			if err == io.EOF {
				break
			}
			if games++; err != nil {
				t.Errorf("%s: game %d: %v", test.file, games, err)
			}
			last = game
		}
		var problems []Code
		for _, p := range last.Problems {
			problems = append(problems, p.Code)
		}
		san := ""
		if n := len(last.Line.Moves); n > 0 {
			san = last.Line.Moves[n-1].SAN
		}
		if games != test.games || last.Variant != wotn.Chess || last.Tag("White") != test.white || len(last.Line.Moves) != test.plies ||
			!strings.HasSuffix(san, test.last) || last.Result != test.result || !slices.Equal(problems, test.problems) {
			t.Errorf("%s: %d games; %s, %s, %d plies to %s, %s, %v", test.file, games, last.Variant, last.Tag("White"), len(last.Line.Moves), san, last.Result, last.Problems)
		}
	}
}

// TestSymbols: marks of books and of ChessBase are NAGs, also directly after a move.
func TestSymbols(t *testing.T) {
	game, err := Read("1.e4 e5 += 2.Nf3 □ Nc6 ± 3.Bb5 N a6+/- 4.Ba4= Nf6∓ (4...d6 +-) 5.O-O-+ 1/2", wotn.Chess)
	if err != nil || len(game.Problems) > 0 || game.Result != Draw {
		t.Fatal(err, game.Problems, game.Result)
	}
	want := [][]int{nil, {14}, {7}, {16}, {146}, {16}, {10}, {17}, {19}}
	for i, m := range game.Line.Moves {
		if !slices.Equal(m.NAGs, want[i]) {
			t.Errorf("%s has %v, want %v", m.SAN, m.NAGs, want[i])
		}
	}
}

// TestSpellings: moves in other spellings than SAN.
func TestSpellings(t *testing.T) {
	for _, test := range []struct {
		variant    wotn.Variant
		fen, moves string
		want       string
	}{
		{wotn.Chess, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8Q", "a8=Q+"},
		{wotn.Chess, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8(R)+", "a8=R+"},
		{wotn.Chess, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8/B", "a8=B"},
		{wotn.Chess, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=n", "a8=N"},
		{wotn.Chess, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"},
		{wotn.Chess, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7-a8=Q", "a8=Q+"},
		{wotn.Chess, wotn.StartText, "e2-e4 e7-e5 Ng1-f3 b8-c6 ♗b5 a7a6", "e4 e5 Nf3 Nc6 Bb5 a6"},
		{wotn.Chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0 o-o-o", "O-O O-O-O"},
		{wotn.Chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1 e8g8", "O-O-O O-O"},
		{wotn.Chess, wotn.StartText, "e4 a6 e5 d5 exd6ep cxd6", "e4 a6 e5 d5 exd6 cxd6"},
		{wotn.Chess, wotn.StartText, "e4 a6 e5 d5 exd6e.p. exd6", "e4 a6 e5 d5 exd6 exd6"},
		{wotn.Standard, wotn.StartText, "e2e4 d7d5 e4d5s", "e4 d5 exd5/WfbD"},
	} {
		game, err := Read("[FEN \""+test.fen+"\"] "+test.moves, test.variant)
		var found []string
		for _, m := range game.Line.Moves {
			found = append(found, m.SAN)
		}
		if got := strings.Join(found, " "); err != nil || got != test.want {
			t.Errorf("%s: %s, %v", test.moves, got, err)
		}
	}
}

// TestGamesWithoutMoves: a tag that is repeated after a blank line belongs to another
// game, also if it is not the first one after that line.
func TestGamesWithoutMoves(t *testing.T) {
	r := NewDetectingReader("[White \"Ann\"]\n[Result \"1-0\"]\n\n[Variant \"wotn\"]\n[FEN \"4k3/8/8/8/8/8/4M3/4K3 w - - 0 1\"]\n[White \"Bo\"]\n[Result \"0-1\"]\n\n[Event \"x\"]\n\n[White \"Cid\"]\n\n1. e4 *\n")
	for _, want := range []string{"Ann chess 1-0 0", "Bo wotn 0-1 0", "Cid chess * 1"} {
		game, err := r.Next()
		got := game.Tag("White") + " " + game.Variant.String() + " " + game.Result + " " + strconv.Itoa(len(game.Line.Moves))
		if err != nil || got != want {
			t.Errorf("got %s, want %s (%v, %v)", got, want, err, game.Problems)
		}
	}
}

// TestDamageStaysInTheGame: whatever is wrong in the tags of one game, a text with three
// games has three, and the others are unchanged.
func TestDamageStaysInTheGame(t *testing.T) {
	const before, after = "[White \"Ann\"]\n\n1. d4 d5 *\n\n", "[White \"Cid\"]\n\n1. c4 c5 *\n"
	for _, damaged := range []string{
		`[Annotator "Rob "The Rock" Stone"]`, `[Annotator "Rob]`, `[Annotator "Rob"`, `[Annotator Rob]`, `[Annotator`,
		`Annotator "Rob"]`, "[Annotator \"Rob\nStone\"]", `[]`, `[ ]`, `[+ "x"]`, `{a comment}`, `; a comment`, `% hidden`,
		`[Annotator “Rob”]`, `[Annotator 'Rob']`, `[Annotator "a]b"]`, `[Annotator ""]`, `[Annotator "a" "b"]`, "\n", `{open`,
	} {
		text := before + "[White \"Bo\"]\n" + damaged + "\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n\n" + after
		r := NewReader(text, wotn.Chess)
		var games []string
		for {
			game, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Errorf("%s: %v", damaged, err)
			}
			moves := ""
			for _, m := range game.Line.Moves {
				moves += " " + m.Move.String()
			}
			games = append(games, game.Tag("White")+moves+" "+game.Line.Start.String()[:8])
		}
		want := []string{"Ann d2d4 d7d5 rnbqkbnr", "Bo e2e4 4k3/8/8/", "Cid c2c4 c7c5 rnbqkbnr"}
		if damaged == "{open" {
			// The comment ends before the next tags after a blank line, so it hides the FEN.
			want[1] = "Bo rnbqkbnr"
		}
		if !slices.Equal(games, want) {
			t.Errorf("%s: %q", damaged, games)
		}
	}
}

// TestWordsAloneAreNoGame: a text never yields a game that it does not contain.
func TestWordsAloneAreNoGame(t *testing.T) {
	for _, text := range []string{"hello nonsense", "Black resigned", "1. e4 *\n\nEnd of the file."} {
		r := NewReader(text, wotn.Chess)
		game, err := r.Next()
		if err == nil && len(game.Line.Moves) > 0 {
			game, err = r.Next()
		}
		if err == nil {
			t.Errorf("%q is read as\n%s", text, &game)
		}
	}
}

// TestStrayTextKeepsTheGame: text without moves between tags, tags between moves and a tag
// without its bracket neither split a game nor lose its start position.
func TestStrayTextKeepsTheGame(t *testing.T) {
	const pawn = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	for _, test := range []struct {
		text  string
		start string // of the first game, "" for the usual one
		moves []int  // of each game
		codes []Code // of the first game
	}{
		{"[White \"A\"]\n[FEN \"" + pawn + "\"].\n[Black \"B\"]\n\n1. e4 *", pawn, []int{1}, []Code{TagText}},
		{"[White \"A\"] bad\n[FEN \"" + pawn + "\"] -\n[Black \"B\"],\n\n1. e4 *", pawn, []int{1}, []Code{TagText, TagText, MarkText}},
		{"[White \"A\"]\n1\n[Black \"B\"]\n*\n[Event \"C\"]\n$1\n[Site \"D\"]\n\n1. e4 e5 1-0\n\n[White \"A\"]\n\n1. d4 *", "", []int{2, 1}, []Code{TagText, TagText, TagText}},
		{"My games\n\n[White \"A\"]\n\n1. e4 *\n\nRunde 2\n\n[White \"B\"]\n\n1. d4 d5 *", "", []int{1, 2}, []Code{StrayText}},
		{"> [White \"A\"]\n> [Black \"B\"]\n\n1. e4 e5 1-0", "", []int{2}, []Code{TagText, TagText}},
		{"[White \"A\"]\nFEN \"" + pawn + "\"]\n[Black \"B\"]\n\n1. e4 *", pawn, []int{1}, []Code{TagRepaired}},
		{"1. e4 e5 [see \"x\"] 2. Nf3 Nc6 *", "", []int{4}, []Code{TagText}},
		{"1. e4 [see \"x\"] e5 2. Nf3 *", "", []int{3}, []Code{TagText}},
		{"1. e4 e5\n[Black \"B\"]\n[Round \"2\"]\n2. Nf3 Nc6 *", "", []int{4}, []Code{TagText}},
		{"1. e4 e5\n\n1. d4 d5", "", []int{2, 2}, nil},
		{"1. e4 e5\n[White \"B\"]\n\n1. d4 d5 2. c4 *", "", []int{2, 3}, nil},
		{"[White \"A\"] 1. e4 e5 *\n[White \"B\"] 1. d4 *", "", []int{2, 1}, nil},
		{"[White \"A\"]\n*\n[White \"B\"]\n\n1. d4 *", "", []int{0, 1}, nil},
	} {
		if test.start == "" {
			test.start = wotn.Start(wotn.Chess).String()
		}
		r := NewReader(test.text, wotn.Chess)
		var moves []int
		for {
			game, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Errorf("%q: %v", test.text, err)
			}
			if moves = append(moves, len(game.Line.Moves)); len(moves) > 1 {
				continue
			}
			var codes []Code
			for _, p := range game.Problems {
				codes = append(codes, p.Code)
			}
			if !slices.Equal(codes, test.codes) || game.Line.Start.String() != test.start {
				t.Errorf("%q: from %s with %v, want %s with %v", test.text, &game.Line.Start, codes, test.start, test.codes)
			}
		}
		if !slices.Equal(moves, test.moves) {
			t.Errorf("%q: games of %v moves, want %v", test.text, moves, test.moves)
		}
	}
}
