package record

import (
	"errors"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tafelrunde/wotn"
)

func readFile(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile("../testdata/games/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func mustRead(t testing.TB, text string, variant wotn.Variant) Game {
	t.Helper()
	game, err := Read(text, variant)
	if err != nil {
		t.Fatalf("%v\nin %s", err, text)
	}
	return game
}

// sans returns the moves of a line in SAN.
func sans(l *Line) string {
	var words []string
	for _, m := range l.Moves {
		words = append(words, m.SAN)
	}
	return strings.Join(words, " ")
}

// coordinates returns the moves of a line in coordinate notation.
func coordinates(l *Line) string {
	var words []string
	for _, m := range l.Moves {
		words = append(words, m.Move.String())
	}
	return strings.Join(words, " ")
}

// last returns the position at the end of a line.
func last(l *Line) wotn.Position {
	p := l.Start
	for _, m := range l.Moves {
		p.PlayInto(&p, m.Move)
	}
	return p
}

// Betza's game in the English source, without its annotations.
const betzaBare = `1.e4 e5 2.Nf3 Nc6 3.d4 Nxd4?! 4.Nxd4/NW exd4/WfbD 5.Qxd4 Qf6!? 6.e5 Qb6 7.Be3 7...Ne7!
8.Bc4? 8...Nf5 9.Qd5 Nxe3/NW! 10.Qxf7+ Kd8 11.fxe3/DA Qxb2 12.(DA)c3 Bb4 13.Ke2 Bxc3/BD 14.Nxc3/NW Qxc3/BNN+
15.Ke3 15...(BNN)xe5? 16.Rae1 c6?! 17.Rhf1!! 17...d6 18.Kd2 (BNN)g6 19.Qxg7! 19...Bd7 20.Bd3 (BNN)h4+ 21.Kc1 Kc7
22.Re7 Rhd8 23.Rff7 1-0[1]`

// The handicap game in the English source.
const trenholmeBare = `1.d4 d5 2.Bf4 Nf6 3.f3? Nc6 4.(WfbD)e4? 4...dxe4/WfbD 5.fxe4/WfbD Nxe4/NW 6.g3 (NW)xd4 7.Ne2?? (NW)f3#[2]`

// Both games as printed in the English source, with their annotations.
const (
	betzaProse = `1.e4 e5 2.Nf3 Nc6 3.d4 Nxd4?! An attempt to avoid 3...exd4/AD 4.Nxd4/NW Nxd4/NW 5.Qxd4/BNN, where White has benefited from the exchange; however, 3...d6 and 3...d5!? are probably better moves. 4.Nxd4/NW exd4/WfbD 5.Qxd4 Qf6!? 6.e5 Qb6 7.Be3 7.Qxb6/BNN? axb6/AD, improving an enemy piece, would be inadvisable. 7...Ne7! Threatening ...Nf5 and (in some lines) ...Qxb2. If instead 7...d6?, then 8.Nc3! dxe5/any 9.Bb5+ and the piece on e5 cannot capture the White queen. 8.Bc4? 8.Qc3 is probably forced. 8...Nf5 9.Qd5 Nxe3/NW! 9...Qe6 10.Nc3 leaves White ahead in development. 10.Qxf7+ Kd8 11.fxe3/DA Qxb2 11...Qxe3+ should equalise. 12.(DA)c3 Bb4 13.Ke2 Bxc3/BD 14.Nxc3/NW Qxc3/BNN+ 15.Ke3 Necessary to avoid checks. 15...(BNN)xe5? This move is too greedy and opens lines for White's pieces. The unicorn has immense forking power, but usage of it is thwarted by the fact that White's pieces are all defending each other and are all of less value than the unicorn. Furthermore, White's queen cannot be captured without White's recapturing piece being improved, allowing White to continue the attack with his queen. 16.Rae1 c6?! 17.Rhf1!! (see diagram) 17...d6 If 17...d5, then White wins by 18.Qf8+ Rxf8/any 19.Rxf8/FLD+ Ke8 20.(FLD)xe5/NB dxc4/any 21.(NB)xg7+. 18.Kd2 (BNN)g6 Defending e7. 19.Qxg7! The immediate 19.Bd3 can be met by 19...(BNN)g5+; this move prevents this defense and threatens 20.Bd3 on the next move. 19...Bd7 19...Bf5 fails to 20.Rxf5! 20.Bd3 (BNN)h4+ 21.Kc1 Kc7 22.Re7 Rhd8 23.Rff7 1-0[1]`

	trenholmeProse = `1.d4 d5 2.Bf4 Nf6 3.f3? Nc6 4.(WfbD)e4? Not a good move: the player who initiates an exchange in Way of the Knight is almost always the one who ends up worse from it. 4...dxe4/WfbD 5.fxe4/WfbD Nxe4/NW 6.g3 (NW)xd4 7.Ne2?? (NW)f3#[2]`
)

// written returns moves in the writer's spelling: without numbers, suffixes,
// footnotes and result, and with AD for the priest.
func written(text string) string {
	var words []string
	for _, word := range strings.Fields(strings.ReplaceAll(text, "DA", "AD")) {
		word, _, _ = strings.Cut(word[strings.LastIndexByte(word, '.')+1:], "[")
		if word = strings.TrimRight(word, "!?"); word != "1-0" {
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}

// TestSampleGames replays both games of the English source, with and without
// annotations, and checks every move including its check mark.
// TestReaderOffset: a reader that begins at the offset reads the remaining games.
func TestReaderOffset(t *testing.T) {
	text := "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. e5 *\n\n[White \"C\"]\n\n1. d4 d5 *\n"
	r := NewReader(text, wotn.Standard)
	for i, want := range []string{"A", "B", "C"} {
		at := r.Offset()
		if !strings.HasPrefix(text[at:], "[White \""+want) {
			t.Errorf("game %d begins at %.12q", i, text[at:])
		}
		g, err := r.Next()
		again, errAgain := NewReader(text[at:], wotn.Standard).Next()
		if (err == nil) != (want != "B") || (errAgain == nil) != (err == nil) || again.Tag("White") != g.Tag("White") || g.Tag("White") != want {
			t.Errorf("game %d: %v %v, %v %v", i, g.Tags, err, again.Tags, errAgain)
		}
	}
	if r.Offset() != len(text) {
		t.Errorf("the text ends at %d, not %d", r.Offset(), len(text))
	}
}

func TestSampleGames(t *testing.T) {
	for _, test := range []struct {
		file, bare, prose, result string
		outcome                   wotn.Result
	}{
		{"betza.pgn", betzaBare, betzaProse, WhiteWins, wotn.Unfinished},
		{"trenholme.pgn", trenholmeBare, trenholmeProse, BlackWins, wotn.BlackWins},
	} {
		t.Run(test.file, func(t *testing.T) {
			want := written(test.bare)
			game := mustRead(t, readFile(t, test.file), wotn.Standard)
			if got := sans(&game.Line); got != want {
				t.Errorf("with annotations:\n got %s\nwant %s", got, want)
			}
			if game.Result != test.result {
				t.Errorf("result %s, want %s", game.Result, test.result)
			}
			head := "[FEN \"" + game.Line.Start.String() + "\"]\n"
			bare := mustRead(t, head+test.bare, wotn.Standard)
			if got := sans(&bare.Line); got != want {
				t.Errorf("without annotations:\n got %s\nwant %s", got, want)
			}
			prose := mustRead(t, head+test.prose, wotn.Standard)
			if got := sans(&prose.Line); got != want || prose.Problems != nil || prose.Result != bare.Result {
				t.Errorf("with plain sentences:\n got %s\nwant %s\nproblems %v, result %s", got, want, prose.Problems, prose.Result)
			}
			end := last(&bare.Line)
			if o := end.Outcome(); o.Result() != test.outcome {
				t.Errorf("the last position is %v, want %v", o.Result(), test.outcome)
			}
		})
	}
}

// TestProse checks that plain sentences between moves become comments, and that
// text after which no sequence of moves reaches the end is an error.
func TestProse(t *testing.T) {
	game := mustRead(t, betzaProse, wotn.Standard)
	for ply, want := range map[int]string{
		5:  "An attempt to avoid 3...exd4/AD 4.Nxd4/NW Nxd4/NW 5.Qxd4/BNN, where White has benefited from the exchange; however, 3...d6 and 3...d5!? are probably better moves.",
		14: "8.Qc3 is probably forced.", 6: "", 32: "(see diagram)", 37: "19...Bf5 fails to 20.Rxf5!",
	} {
		if got := strings.Join(game.Line.Moves[ply].After, "|"); got != want {
			t.Errorf("comment at ply %d: %q, want %q", ply, got, want)
		}
	}
	if nags := game.Line.Moves[5].NAGs; !reflect.DeepEqual(nags, []int{6}) {
		t.Errorf("NAGs %v", nags)
	}
	if again := mustRead(t, game.String(), wotn.Standard); !reflect.DeepEqual(game, again) {
		t.Errorf("writes\n%s", game.String())
	}
	for _, test := range []struct{ text, want string }{
		{"1.e4 e5 is best. 2.Nf3 then 2...Nc6", ""},
		{"1.e4 a comment 1... e5 2.Nf3 1/2-1/2 1.d4", ""},
		{"1.e4 e5 2.Bb9 Nc6 3.d4", "2.Bb9: not a move in algebraic or Betza's notation (at offset 10)"},
		{"1.e4 e5 2.Nf3 and so on", "2...and: not a move in algebraic or Betza's notation (at offset 14)"},
		{"Hello 1.e4 e5", "1.Hello: not a move in algebraic or Betza's notation (at offset 0)"},
		{"1.e4 is good {so} 1...e5", "1...is: not a move in algebraic or Betza's notation (at offset 5)"},
		{"1.e4 hopes for 1...e6 2.d5", "1...hopes: not a move in algebraic or Betza's notation (at offset 5)"},
		{"1.e4 lost 1-0 1...e5", "1...lost: not a move in algebraic or Betza's notation (at offset 5)"},
	} {
		_, err := Read(test.text, wotn.Standard)
		if got := ""; err != nil {
			if got = err.Error(); got != test.want {
				t.Errorf("%s: %s", test.text, got)
			}
		} else if test.want != "" {
			t.Errorf("%s: no error", test.text)
		}
	}
	// The search for a sequence of moves must end for every text.
	if _, err := Read(strings.Repeat("1.a3 1.a4 1.b3 1...a6 1...a5 2.h3 2.h4 2...h6 2...h5 3.e3 3...e6 no ", 200), wotn.Standard); err == nil {
		t.Error("no error")
	}
}

// TestBetzaAnnotations replays every variation of Betza's annotations. One
// contains an illegal move: it is reported and becomes a comment.
func TestBetzaAnnotations(t *testing.T) {
	game := mustRead(t, readFile(t, "betza.pgn"), wotn.Standard)
	var got []string
	for _, m := range game.Line.Moves {
		for i := range m.Variations {
			v := &m.Variations[i]
			got = append(got, moveNumber(&v.Start)+sans(v)+" = "+coordinates(v))
		}
	}
	want := []string{
		"3...exd4/AD Nxd4/NW Nxd4/NW Qxd4/BNN = e5d4d f3d4m c6d4m d1d4l",
		"3...d6 = d7d6",
		"3...d5 = d7d5",
		"7.Qxb6/BNN axb6/AD = d4b6l a7b6d",
		"7...d6 Nc3 dxe5/any Bb5+ = d7d6 b1c3 d6e5s f1b5",
		"8.Qc3 = d4c3",
		"9...Qe6 Nc3 = b6e6 b1c3",
		"11...Qxe3+ = b6e3",
		"17...d5 Qf8+ Rxf8/any Rxf8/FLD+ Ke8 (FLD)xe5/NB dxc4/any (NB)xg7+ = d7d5 f7f8 h8f8h f1f8f d8e8 f8e5c d5c4s e5g7",
		"19.Bd3 = c4d3",
		"19...Bf5 Rxf5/any = c8f5 f1f5h",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("variations:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(game.Problems) != 1 {
		t.Fatalf("problems: %v", game.Problems)
	}
	p := game.Problems[0]
	if p.Code != IllegalMove || !p.InVariation || p.Ply != 37 || p.MoveNumber != "19..." || p.Text != "(BNN)g5+" || !errors.Is(p, wotn.ErrIllegalMove) {
		t.Errorf("problem %+v", p)
	}
	note := game.Line.Moves[36].Variations[0].Moves[0]
	if comments := []string{
		"The immediate 19.Bd3 can be met by", "19...(BNN)g5+",
		"; this move prevents this defense and threatens 20.Bd3 on the next move.",
	}; !reflect.DeepEqual(note.After, comments) {
		t.Errorf("the comment after 19.Bd3 is %q", note.After)
	}
}

func TestMoveErrors(t *testing.T) {
	const queen = "[FEN \"4k3/8/8/8/8/8/8/Q3K1Q1 w - - 0 1\"]"
	const named = "[Variant \"wotn\"] "
	for _, test := range []struct {
		text string
		want Problem
		says string
	}{
		{
			"1.e4 e5 2.Hello", Problem{Code: UnreadableMove, Offset: 10, Ply: 2, MoveNumber: "2.", Text: "Hello"},
			"2.Hello: not a move in algebraic or Betza's notation (at offset 10)",
		},
		{
			"1.e4 e5 2.Nf3 Nc6 3.d4 exd4/XY", Problem{Code: UnreadableMove, Offset: 23, Ply: 5, MoveNumber: "3...", Text: "exd4/XY"},
			"3...exd4/XY: not a move in algebraic or Betza's notation (at offset 23)",
		},
		{
			"1.e4 e5 2.Bd3 Kd7", Problem{Code: IllegalMove, Offset: 14, Ply: 3, MoveNumber: "2...", Text: "Kd7"},
			"2...Kd7: there is a piece of the same side on the target square (at offset 14)",
		},
		{ // Betza's handicap game without its start position
			"1.d4 d5 2.Bf4 Nf6 3.f3 Nc6 4.(WfbD)e4", Problem{Code: NoSuchPiece, Offset: 29, Ply: 6, MoveNumber: "4.", Text: "(WfbD)e4"},
			"4.(WfbD)e4: the side has no piece of this kind; a handicap game must start with its position, [FEN \"…\"] (at offset 29)",
		},
		{
			"1.d4 d5 2.(N)b5", Problem{Code: IllegalMove, Offset: 10, Ply: 2, MoveNumber: "2.", Text: "(N)b5"},
			"2.(N)b5: the piece does not move this way (at offset 10)",
		},
		{
			queen + " Qd4", Problem{Code: AmbiguousMove, Offset: 41, Ply: 0, MoveNumber: "1.", Text: "Qd4"},
			"1.Qd4: several pieces can make this move: a1d4, g1d4 (at offset 41)",
		},
		{
			named + "1.e4 d5 2.exd5", Problem{Code: PromotionMissing, Offset: 27, Ply: 2, MoveNumber: "2.", Text: "exd5"},
			"2.exd5: the move must name the kind that the piece promotes to: e4d5s, e4d5d (at offset 27)",
		},
		{
			"1.e4 d5 2.exd5/any", Problem{Code: PromotionMissing, Offset: 10, Ply: 2, MoveNumber: "2.", Text: "exd5/any"},
			"2.exd5/any: the move must name the kind that the piece promotes to: e4d5s, e4d5d (at offset 10)",
		},
	} {
		game, err := Read(test.text, wotn.Standard)
		var p *Problem
		if !errors.As(err, &p) {
			t.Errorf("%s: error %v", test.text, err)
			continue
		}
		if p.Error() != test.says {
			t.Errorf("%s: says %q, want %q", test.text, p.Error(), test.says)
		}
		got := *p
		got.Err = nil
		if got != test.want {
			t.Errorf("%s: %+v, want %+v", test.text, got, test.want)
		}
		if len(game.Line.Moves) != test.want.Ply {
			t.Errorf("%s: keeps %q", test.text, sans(&game.Line))
		}
	}
}

func TestTextErrors(t *testing.T) {
	for _, test := range []struct {
		text   string
		code   Code
		offset int
	}{
		{"", NoGame, 0},
		{" \n% only a hidden line\n", NoGame, 0},
		{"{a comment}", NoGame, 0},
		{"*", NoGame, 0},
		{"[Variant \"Crazyhouse\"] 1.e4", UnknownVariant, 0},
		{"[SetUp \"1\"] 1.e4", FENMissing, 0},
		{"[White \"A\"] [FEN \"8/8 w\"] 1.e4", FENRefused, 12},
	} {
		_, err := Read(test.text, wotn.Standard)
		var p *Problem
		if !errors.As(err, &p) || p.Code != test.code || p.Offset != test.offset || p.Ply != -1 {
			t.Errorf("%q: %v, want %s at %d", test.text, err, test.code, test.offset)
		}
	}
	_, err := Read("[FEN \"P7/8/8/8/8/8/8/4K3 w - - 0 1\"]", wotn.Standard)
	var refused *wotn.SetupError
	if !errors.As(err, &refused) || len(refused.Problems) != 2 {
		t.Errorf("a FEN that is not playable: %v", err)
	}
	_, err = Read("[FEN \"9/8/8/8/8/8/8/4K3 w - - 0 1\"]", wotn.Standard)
	var syntax *wotn.SyntaxError
	if !errors.As(err, &syntax) || syntax.Code != wotn.SyntaxFENBoard {
		t.Errorf("a FEN with a syntax error: %v", err)
	}
}

// TestDetection: a game without a Variant tag is orthodox chess, unless it has something
// of Way of the Knight.
func TestDetection(t *testing.T) {
	const scandinavian = "1.e4 d5 2.exd5 Qxd5 3.Nc3 Qa5 1-0"
	for _, test := range []struct {
		text    string
		want    wotn.Variant
		assumed bool
	}{
		{scandinavian, wotn.Chess, true},
		{"[Event \"Casual\"] " + scandinavian, wotn.Chess, true},
		{"[Event \"Casual\"]\n[White \"Ann\"]\n\n1. e4 { [%clk 0:10:00] } d5 (1... c5) 2. exd5 *", wotn.Chess, true},
		{"[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"] 1.a8=Q+", wotn.Chess, true},
		{"[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"] 1.a8/Q+", wotn.Chess, true},
		{"1.e4 e5 2.Nf3 Nc6", wotn.Chess, true},
		{"[Variant \"\"] 1.e4 e5", wotn.Chess, true},
		{"[Variant \"?\"] 1.e4 e5", wotn.Chess, true},
		{"[Variant \"normal\"] " + scandinavian, wotn.Chess, false},
		{"[Variant \"Standard\"] " + scandinavian, wotn.Chess, false},
		{"[Variant \"Standard Chess\"] " + scandinavian, wotn.Chess, false},
		{"[Variant \"Orthodox\"] " + scandinavian, wotn.Chess, false},
		{"[Variant \"From Position\"] [FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"] 1.a8=Q+", wotn.Chess, false},
		{"[Variant \"wotn\"] 1.e4 e5", wotn.Standard, false},
		{"1.e4 d5 2.exd5/WfbD Nf6", wotn.Standard, false},
		{"1.e4 e5 (1...d5 2.exd5/WfbD) 2.Nf3", wotn.Standard, false},
		{"[FEN \"4k3/8/8/8/8/8/4M3/4K3 w - - 0 1\"] 1.Kd1", wotn.Standard, false},
		{"[FEN \"4k3/8/8/8/8/8/4G3/4K3 w - - 0 1\"] 1.Kd1", wotn.Alternative, false},
		{"1.e4 d5 2.exd5/WfbD which was best. 2...Nf6", wotn.Standard, false},
	} {
		game, err := ReadDetecting(test.text)
		assumed := len(game.Problems) == 1 && game.Problems[0].Code == AssumedChess
		if err != nil || game.Variant != test.want || assumed != test.assumed || len(game.Problems) > 0 && !assumed {
			t.Errorf("%s: %s, %v, %v", test.text, game.Variant, game.Problems, err)
		}
		if again, err := ReadDetecting(game.String()); err != nil || again.Variant != test.want || len(again.Problems) > 0 {
			t.Errorf("%s: read again as %s, %v, %v", test.text, again.Variant, again.Problems, err)
		}
	}
	// A variant that was chosen is followed.
	var p *Problem
	if _, err := Read("[Event \"Casual\"] "+scandinavian, wotn.Standard); !errors.As(err, &p) || p.Code != PromotionMissing {
		t.Errorf("chess read as Way of the Knight: %v", err)
	}
	if game, err := Read("1.e4 e5", wotn.Standard); err != nil || game.Variant != wotn.Standard {
		t.Errorf("%s, %v", game.Variant, err)
	}
	// The error is that of the reading that came further.
	if _, err := ReadDetecting("1.e4 d5 2.exd5 Qxd5 3.Nc3 Ke4/WfbD"); !errors.As(err, &p) || p.Ply != 5 {
		t.Errorf("the error of the better reading: %v", err)
	}
	// In a text with several games each one is detected by itself.
	r := NewDetectingReader("[Event \"a\"] " + scandinavian + "\n\n1.e4 d5 2.exd5/WfbD *\n\n1.e4 Ke4 *\n\n" + scandinavian)
	var found []wotn.Variant
	for {
		game, err := r.Next()
		if err == io.EOF {
			break
		}
		if err == nil {
			found = append(found, game.Variant)
		}
	}
	if want := []wotn.Variant{wotn.Chess, wotn.Standard, wotn.Chess}; !slices.Equal(found, want) {
		t.Errorf("variants %v, want %v", found, want)
	}
}

// TestResultOfRules: in a game that the rules have ended, their result is used. Another
// one is reported; one that is not stated is not.
func TestResultOfRules(t *testing.T) {
	const mate = "1.f3 e5 2.g4 Qh4#"
	for _, test := range []struct {
		text, result string
		reported     string
	}{
		{mate, BlackWins, ""},
		{mate + " *", BlackWins, ""},
		{mate + " 0-1", BlackWins, ""},
		{mate + " 1-0", BlackWins, "1-0"},
		{mate + " 1/2-1/2", BlackWins, "1/2-1/2"},
		{"[Result \"1-0\"] " + mate, BlackWins, "1-0"},
		{"1.f3 e5 2.g4 1-0", WhiteWins, ""},
	} {
		game, err := Read(test.text, wotn.Chess)
		if err != nil || game.Result != test.result {
			t.Errorf("%s: %s, %v", test.text, game.Result, err)
			continue
		}
		switch {
		case test.reported == "" && len(game.Problems) == 0:
		case len(game.Problems) != 1 || game.Problems[0].Code != WrongResult || game.Problems[0].Text != test.reported:
			t.Errorf("%s: %v", test.text, game.Problems)
		}
		if again, err := Read(game.String(), wotn.Chess); err != nil || again.Result != game.Result || len(again.Problems) > 0 {
			t.Errorf("%s: read again as %s, %v, %v", test.text, again.Result, again.Problems, err)
		}
	}
}

// TestVariationProblems checks that errors in variations are reported, become
// comments and do not affect the rest of the game.
func TestVariationProblems(t *testing.T) {
	for _, test := range []struct {
		text string
		code Code
		keep string // the expected movetext
	}{
		{"1.e4 (see diagram) e5", UnreadableMove, "1.e4 {see diagram} 1...e5 *"},
		{"1.e4 (1.d4 d5 2.Kd7 Kd1 (2.c4) {lost}) e5", IllegalMove, "1.e4 (1.d4 d5 {2.Kd7 Kd1 (2.c4)} {lost}) 1...e5 *"},
		{"1.e4 (1.d4 d5 2.c4 (2.Ke5) dxc4) e5", IllegalMove, "1.e4 (1.d4 d5 2.c4 {2.Ke5} 2...dxc4/any) 1...e5 *"},
		{"1.e4 (1.d4 $300 d5) e5", MarkText, "1.e4 (1.d4 d5) 1...e5 *"},
		{"1.e4!!! e5 2.Nf3", MarkText, "1.e4 e5 2.Nf3 *"},
		{"1.e4 $256 $1 e5", MarkText, "1.e4! e5 *"},
		{"1.e4 $ e5", MarkText, "1.e4 e5 *"},
		{"1.e4 e5!!! A strong move. 2.Nf3 1-0", MarkText, "1.e4 e5 {A strong move.} 2.Nf3 1-0"},
		{"1.e4 (1.d4 [x] d5) e5", TagText, "1.e4 (1.d4 d5) 1...e5 *"},
		{"1.e4 (1.d4 } d5) e5", MarkText, "1.e4 (1.d4 d5) 1...e5 *"},
		{"1.e4 {open", OpenComment, "1.e4 {open} *"},
		{"1.e4 (1.d4", OpenVariation, "1.e4 (1.d4) *"},
		{"1.e4 (1.d4 (1.c4", OpenVariation, "1.e4 (1.d4 (1.c4)) *"},
		{"1.e4) e5", StrayClose, "1.e4 e5 *"},
		{"1.e4 [1] e5", TagText, "1.e4 e5 *"},
		{"[1] 1.e4", TagText, "1.e4 *"},
		{"[Event name] 1.e4", TagText, "1.e4 *"},
		{"1.e4 [%clk 0:10] e5", TagText, "1.e4 e5 *"},
		{"1.e4 e5 1-0 2.Nf3 1-0", StrayResult, "1.e4 e5 2.Nf3 1-0"},
		{"1.e4 e5 2.-- Nc6 3.Nf3 1-0", NullMove, "1.e4 e5 {2.-- Nc6 3.Nf3} 1-0"},
		{"1.e4 e5 ☃ 2.Nf3", MarkText, "1.e4 e5 2.Nf3 *"},
		{"(1.d4) 1.e4 e5", StrayVariation, "{1.d4} 1.e4 e5 *"},
		{"1.e4 ($1 1.d4) e5", StrayMark, "1.e4 (1.d4) 1...e5 *"},
		{"[Result \"0-1\"] 1.e4 1-0", ResultDiffers, "1.e4 1-0"},
		{"[Event \"a\"] [Event \"b\"] 1.e4", RepeatedTag, "1.e4 *"},
		{"1.e4 1-0 1.d4", MoreGames, "1.e4 1-0"},
		{"1.e4" + strings.Repeat(" (1.d4", maxDepth+1) + strings.Repeat(")", maxDepth+1), TooDeep, ""},
	} {
		game, err := Read(test.text, wotn.Standard)
		if err != nil || len(game.Problems) != 1 || game.Problems[0].Code != test.code {
			t.Errorf("%s: %v %v", test.text, err, game.Problems)
			continue
		}
		_, moves, _ := strings.Cut(game.String(), "\n\n")
		if test.keep != "" && moves != test.keep+"\n" {
			t.Errorf("%s: writes %q, want %q", test.text, moves, test.keep)
		}
	}
}

// TestAnyPromotion checks that the moves after "/any", or after a missing
// promotion in a variation, can be made with every possible kind.
func TestAnyPromotion(t *testing.T) {
	const text = "1.e4 d5 2.Nc3 (2.exd5%s e6 3.%s) 2...e6"
	for _, test := range []struct{ promotion, next, want string }{
		{"/any", "Nf3", "e4d5s e7e6 g1f3"},      // possible with both kinds: the first is used
		{"/any", "dxe6/N", ""},                  // no pawn is on d5 any more
		{"/any", "(AD)d7+", "e4d5d e7e6 d5d7b"}, // only a priest moves there
		{"", "(DA)f7+", "e4d5d e7e6 d5f7b"},     // a missing promotion is /any
		{"/any", "(WfbD)d6", "e4d5s e7e6 d5d6"}, // only a squire moves there
		{"/AD", "(WfbD)d6", ""},                 // the promotion is given: no squire
		{"/any", "(WfbD)d7+", "e4d5s e7e6 d5d7n"},
	} {
		game := mustRead(t, strings.Replace(strings.Replace(text, "%s", test.promotion, 1), "%s", test.next, 1), wotn.Standard)
		v := &game.Line.Moves[2].Variations[0]
		if test.want == "" {
			if len(game.Problems) != 1 || game.Problems[0].Code != IllegalMove || len(v.Moves) != 2 {
				t.Errorf("%s: %v, problems %v", test.next, coordinates(v), game.Problems)
			}
			continue
		}
		if got := coordinates(v); got != test.want || game.Problems != nil || !v.Moves[0].AnyPromotion || v.Moves[0].SAN != "exd5/any" {
			t.Errorf("%s: %s %v, want %s", test.next, got, game.Problems, test.want)
		}
	}
}

// TestTooManyAnyPromotions checks that the number of positions followed is
// bounded.
func TestTooManyAnyPromotions(t *testing.T) {
	moves := ""
	for i, file := range "abcdefgh" {
		moves += " " + string(file) + "6 Kh" + string("21"[i%2])
	}
	game := mustRead(t, `[FEN "8/8/8/PPPPPPPP/8/8/8/K6k w - - 0 1"] 1.Ka2 (`+moves+`)`, wotn.Standard)
	// Each of the eight pawns can become a squire or a priest: 256 positions.
	if len(game.Problems) != 1 || game.Problems[0].Code != TooManyKinds || game.Problems[0].Ply != 14 {
		t.Errorf("problems %v", game.Problems)
	}
	v := &game.Line.Moves[0].Variations[0]
	if len(v.Moves) != 14 || v.Moves[12].SAN != "g6" || !v.Moves[12].AnyPromotion {
		t.Errorf("followed %s", sans(v))
	}
}

// TestAnnotationsRoundTrip checks that comments, NAGs and nested variations are
// written where they were read.
func TestAnnotationsRoundTrip(t *testing.T) {
	for _, text := range []string{
		"{a} {b} 1.e4! $14 {c} {d} (1.d4 d5 (1...f5? {e} 2.g4 (2.c4)) 2.c4) ({f} 1.c4) 1... {g} e5 {h} 2.Nf3 *",
		"1.e4 e5 2. {before} Nf3 {after} 2...Nc6 1-0",
		"1.e4 (1.d4) 1... {x} e5 (1...c5) {y} 1/2-1/2",
		"{nothing was played} *",
		"1.e4 ; a brace } is kept\n e5 ; {and so is this} 0-1",
		"1.e4 (1.d4 ; a } brace\n) 1...e5 *",
	} {
		text = "[Event \"test\"]\n\n" + text
		game := mustRead(t, text, wotn.Standard)
		again := mustRead(t, game.String(), wotn.Standard)
		if !reflect.DeepEqual(game, again) {
			t.Errorf("%s\nis written as %s", text, game.String())
		}
		if n := strings.Count(text, "{") + strings.Count(text, ";"); strings.Count(game.String(), "{")+strings.Count(game.String(), ";") != n {
			t.Errorf("%s\nis written as %s", text, game.String())
		}
	}
	// This text is already in the writer's form.
	const same = "{a} {b} 1.e4! $14 {c} {d} (1.d4 d5 (1...f5? {e} 2.g4 (2.c4)) 2.c4) ({f} 1.c4)\n1... {g} e5 {h} 2.Nf3 *\n"
	game := mustRead(t, same, wotn.Standard)
	if _, moves, _ := strings.Cut(game.String(), "\n\n"); moves != same {
		t.Errorf("writes\n%s", moves)
	}
}

// TestMoveSpellings checks the forms of numbers, dots, castling and suffixes
// that occur in texts.
func TestMoveSpellings(t *testing.T) {
	const want = "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6"
	for _, text := range []string{
		"1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.O-O Nf6",
		"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 *",
		"e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6",
		"1 e4 1... e5 2 Nf3 2…Nc6 3.Bc4! 3...Bc5?! 4.O-O ... Nf6!?[12]",
		"\ufeff1.e4\u00a0e5\r\n% hidden\r\n2.Ng1-f3 Nb8-c6 3.Bc4; and so on\r\nBc5 4.0-0 Nf6 1-0",
		"1 . Pe4 ... e5 2 . Nf3? Nc6 Bc4 B:c5 O-O Nf6",
	} {
		game, err := Read(text, wotn.Standard)
		if err != nil || sans(&game.Line) != want {
			t.Errorf("%s: %v %s", text, err, sans(&game.Line))
		}
	}
}

// TestSeveralGames checks that the games after an invalid one are read.
func TestSeveralGames(t *testing.T) {
	text := readFile(t, "betza.pgn") + "\n\n" + readFile(t, "trenholme.pgn") +
		"[Event \"broken\"]\n1.e4 Ke7 1-0 1.d4 d5 [Variant \"Way of the Knight (alternative ways)\"] 1.Nf3 *"
	r := NewReader(text, wotn.Standard)
	var got []string
	for {
		game, err := r.Next()
		if err == io.EOF {
			break
		}
		line := game.Tag("Event") + "|" + game.Variant.String() + "|" + game.Result
		if len(game.Line.Moves) < 5 {
			line += "|" + sans(&game.Line)
		}
		var p *Problem
		if errors.As(err, &p) {
			line += "|" + string(p.Code)
		}
		got = append(got, line)
	}
	want := []string{
		"Sample game constructed by Betza|wotn|1-0", "Sample game using Trenholme's handicap system|wotn|0-1",
		"broken|wotn|*|e4|illegal-move", "|wotn|*|d4 d5", "|wotn-alternative|*|Nf3",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("games\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestWriter(t *testing.T) {
	for _, file := range []string{"betza.pgn", "trenholme.pgn"} {
		game := mustRead(t, readFile(t, file), wotn.Standard)
		for line := range strings.Lines(game.String()) {
			if len(strings.TrimSuffix(line, "\n")) > lineWidth {
				t.Errorf("%s: a line of %d columns: %s", file, len(line)-1, line)
			}
		}
		again := mustRead(t, game.String(), wotn.Standard)
		game.Problems = nil
		if !reflect.DeepEqual(game, again) {
			t.Errorf("%s changes when it is written and read", file)
		}
	}
	game := mustRead(t, "[Note \"a \\\"b\\\" c\\\\d\"] [Round \"3\"] [Event \"e\"] [White \"?\"] 1.e4", wotn.Alternative)
	const want = `[Event "e"]
[Site "?"]
[Date "????.??.??"]
[Round "3"]
[White "?"]
[Black "?"]
[Result "*"]
[Variant "Way of the Knight (alternative ways)"]
[Note "a \"b\" c\\d"]

1.e4 *
`
	if game.String() != want {
		t.Errorf("writes\n%s", game.String())
	}
	// A line must never begin with a percent sign.
	game = mustRead(t, "1.e4 {"+strings.Repeat("123456789 ", 7)+"%hidden?} e5", wotn.Standard)
	if again := mustRead(t, game.String(), wotn.Standard); !reflect.DeepEqual(game, again) || strings.Contains(game.String(), "\n%") {
		t.Errorf("writes\n%s", game.String())
	}
}

func TestChess(t *testing.T) {
	game := mustRead(t, "[Variant \"Chess\"] [FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"] 1.a8=Q+ (1.a8=N) (1.a8 Ke7) 1...Kd7", wotn.Standard)
	if game.Variant != wotn.Chess || game.Problems != nil {
		t.Fatalf("%v %v", game.Variant, game.Problems)
	}
	if got := sans(&game.Line.Moves[0].Variations[1]); got != "a8/any Ke7" {
		t.Errorf("the open promotion is %s", got)
	}
	if again := mustRead(t, game.String(), wotn.Standard); !reflect.DeepEqual(game, again) {
		t.Errorf("writes\n%s", game.String())
	}
}

func TestNew(t *testing.T) {
	played := wotn.NewGame(wotn.Start(wotn.Standard))
	for _, san := range strings.Fields("f4 e5 g4 Qh4#") {
		m, err := played.Position().ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		if err := played.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	game, err := New(played, []Tag{{"Black", "B"}, {"White", "A"}, {"Result", Unknown}})
	if err != nil || game.Result != BlackWins || sans(&game.Line) != "f4 e5 g4 Qh4#" {
		t.Errorf("%v %s", err, game.String())
	}
	if again := mustRead(t, game.String(), wotn.Alternative); !reflect.DeepEqual(game, again) {
		t.Errorf("writes\n%s", game.String())
	}
	for _, test := range []struct {
		tags []Tag
		code Code
	}{
		{[]Tag{{"not a name", ""}}, TagText},
		{[]Tag{{"", "x"}}, TagText},
		{[]Tag{{"Ärger", "x"}}, TagText},
		{[]Tag{{"1st", "x"}}, TagText},
		{[]Tag{{"White", "x"}, {"White", "y"}}, RepeatedTag},
	} {
		_, err := New(played, test.tags)
		var p *Problem
		if !errors.As(err, &p) || p.Code != test.code {
			t.Errorf("%v: %v", test.tags, err)
		}
	}
}

// TestCommentPlacement reads and writes comments in all possible places.
func TestCommentPlacement(t *testing.T) {
	const text = "{before} 1. {number} e4 {after} (1. {v} d4 {w}) {then} e5 {end} *"
	game := mustRead(t, text, wotn.Standard)
	want := func(got []string, want ...string) {
		t.Helper()
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	moves := game.Line.Moves
	want(moves[0].Before, "before", "number")
	want(moves[0].After, "after")
	want(moves[0].Variations[0].Moves[0].Before, "v")
	want(moves[0].Variations[0].Moves[0].After, "w")
	want(moves[1].Before, "then")
	want(moves[1].After, "end")
	if again := mustRead(t, game.String(), wotn.Standard); again.String() != game.String() || !reflect.DeepEqual(again.Line, game.Line) {
		t.Errorf("written and read again:\n%s", again.String())
	}
	none := mustRead(t, "[White \"Ann\"]\n\n{only}\n; more\n*", wotn.Standard)
	want(none.Comments, "only", "more")
	if again := mustRead(t, none.String(), wotn.Standard); !reflect.DeepEqual(again.Comments, none.Comments) {
		t.Errorf("written and read again:\n%s", again.String())
	}
}
