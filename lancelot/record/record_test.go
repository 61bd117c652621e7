package record_test

import (
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/record"
)

// played returns a random game with at most a number of turns.
func played(t testing.TB, o lancelot.Options, turns int, seed uint64) *lancelot.Game {
	t.Helper()
	start, err := o.Setup().Position()
	if err != nil {
		t.Fatal(err)
	}
	g := lancelot.NewGame(start)
	r := rand.New(rand.NewPCG(seed, 0))
	for range turns {
		p := *g.Position()
		list := p.AppendTurns(nil)
		if len(list) == 0 {
			break
		}
		if err := g.Play(list[r.IntN(len(list))]); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// annotate adds random NAGs, comments and variations, nested up to a depth, to
// turns from start.
func annotate(r *rand.Rand, start lancelot.Position, turns []record.Turn, depth int) {
	at := start
	for i := range turns {
		turn := &turns[i]
		before := at
		at.PlayInto(&at, turn.Turn)
		if r.IntN(4) == 0 {
			turn.Comments = []string{`a } and a \`, "{", "[%csl Gd4,Rk11][%cal Be5g10]", "[%clk 0:01:30] $1 (1. d4) !", ""}[:1+r.IntN(5)]
		}
		if r.IntN(4) == 0 {
			turn.NAGs = []int{1 + r.IntN(6), r.IntN(256)}[:1+r.IntN(2)]
		}
		for range r.IntN(3) {
			if depth == 0 || r.IntN(10) > 0 {
				continue
			}
			var v record.Line
			if r.IntN(2) == 0 {
				v.Comments = []string{"(instead)", "$1 !"}
			}
			now := before
			for range 1 + r.IntN(4) {
				list := now.AppendTurns(nil)
				if len(list) == 0 {
					break
				}
				played := list[r.IntN(len(list))]
				v.Turns = append(v.Turns, record.Turn{Turn: played})
				now.PlayInto(&now, played)
			}
			annotate(r, before, v.Turns, depth-1)
			turn.Variations = append(turn.Variations, v)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for seats := 2; seats <= 5; seats++ {
		for rules := range 4 {
			for _, turns := range []int{0, 1, seats, 20, 200} {
				o := lancelot.Options{Seats: seats, Rules: lancelot.Rules{Diagonals: rules&1 != 0, Excalibur: rules&2 != 0}}
				g := record.New(played(t, o, turns, uint64(rules)), record.Tag{Name: "A", Value: `Anna "the" \ Knight`}, record.Tag{Name: "Event", Value: ""})
				if r.IntN(2) == 0 {
					g.Comments = []string{"before", "two\nlines"}
				}
				annotate(r, g.Start, g.Turns, 2)
				text := g.String()
				again, err := record.Read(text)
				if err != nil {
					t.Fatalf("%v in\n%s", err, text)
				}
				if !reflect.DeepEqual(again, g) {
					t.Fatalf("%s\nis parsed as\n%s", text, &again)
				}
				if game, err := again.Game(); err != nil || game.Len() != len(g.Turns) {
					t.Fatal(err)
				}
				two, err := record.ReadAll(text + "\n" + text)
				if err != nil || len(two) != 2 || !reflect.DeepEqual(two[1], g) {
					t.Fatalf("%d games, %v", len(two), err)
				}
			}
		}
	}
}

var generatedGames = flag.Int("generated", 200, "number of generated games that are written and read")

// TestGeneratedRoundTrip writes and reads random games for two to five seats of all
// rules, with tags, comments with commands, NAGs and nested variations.
func TestGeneratedRoundTrip(t *testing.T) {
	variations, commands := 0, 0
	for seed := range uint64(*generatedGames) {
		r := rand.New(rand.NewPCG(seed, 2))
		o := lancelot.Options{Seats: 2 + r.IntN(4), Rules: lancelot.Rules{Diagonals: r.IntN(2) == 0, Excalibur: r.IntN(2) == 0}, Target: 1 + r.IntN(9)}
		g := record.New(played(t, o, r.IntN(60), seed))
		if r.IntN(2) == 0 {
			g.Tags = []record.Tag{{Name: "A", Value: `Anna "the" \ Knight`}}
		}
		if r.IntN(2) == 0 {
			g.Comments = []string{"before [%clk 0:05:00]"}
		}
		annotate(r, g.Start, g.Turns, 3)
		text := g.String()
		again, err := record.Read(text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if !reflect.DeepEqual(again, g) {
			t.Fatalf("seed %d: %s\nis parsed as\n%s", seed, text, &again)
		}
		variations += strings.Count(text, "(")
		commands += strings.Count(text, "[%")
	}
	if variations == 0 || commands == 0 {
		t.Errorf("%d variations, %d commands", variations, commands)
	}
	t.Logf("%d games, %d variations, %d commands", *generatedGames, variations, commands)
}

func TestReadErrors(t *testing.T) {
	const start = `[Position "8/8/8/8/8/8/8/aab5 a 0,0 28,29 - basic 1"]` + "\n"
	offset := len(start)
	for _, row := range []struct {
		text   string
		code   record.Code
		offset int
		turn   int
		words  string
	}{
		{"", record.NoStart, 0, 0, "neither a Position tag nor a turn"},
		{" {x} *", record.NoStart, 1, 0, ""},
		{`[A "x"]`, record.NoStart, 7, 0, ""},
		{"1. g4 z4", record.BadTurn, 6, 2, "a column is a to n"},
		{"1. c3 c3", record.BadTurn, 6, 2, "a stone of seat a"},
		{`[Position "8"]`, record.BadStart, 12, 0, "7 fields"},
		{`[Position "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7] 1. g8`, record.BadTag, 0, 0, "a tag is"},
		{`[Position "8/8/8/8/8/8/8/8 a 7,0 30,23 - basic 7"]`, record.BadStart, 11, 0, "reached the target"},
		{start + "2. h5", record.BadNumber, offset, 1, "this is turn 1"},
		{start + "1. h5 1. g4", record.BadNumber, offset + 6, 2, "this is turn 2"},
		{start + "h5 i99", record.BadTurn, offset + 4, 2, "row is 1 to 14"},
		{start + "h5 h5", record.BadTurn, offset + 3, 2, "a stone of seat a stands on h5"},
		{start + "h5 &", record.BadTurn, offset + 3, 2, "a column is a to n"},
		{start + "1. g4 h5", record.BadTurn, offset + 6, 2, "finished"},
		{start + "1. h5 1-0-0", record.BadTurn, offset + 6, 2, ""},
		{start + "1. h5 0-0", record.BadTurn, offset + 6, 2, ""},
		{start + "1. h5 1-1", record.BadTurn, offset + 6, 2, ""},
		{start + "1. h5 1-0 x", record.Trailing, offset + 10, 0, "text after the end"},
		{start + "1. h5\n" + start, record.Trailing, offset + 6, 0, ""},
	} {
		_, err := record.Read(row.text)
		var e *record.Error
		if !errors.As(err, &e) {
			t.Errorf("%q: %v", row.text, err)
			continue
		}
		if e.Code != row.code || e.Offset != row.offset || e.Turn != row.turn || !strings.Contains(err.Error(), row.words) {
			t.Errorf("%q: %s at %d, turn %d (%v), want %s at %d, turn %d, %q", row.text, e.Code, e.Offset, e.Turn, err, row.code, row.offset, row.turn, row.words)
		}
		if (e.Code == record.BadTurn || e.Code == record.BadStart) != (errors.Unwrap(err) != nil) {
			t.Errorf("%q: the wrapped error is %v", row.text, errors.Unwrap(err))
		}
	}
}

// TestReportedProblems: what is no error is dropped or kept as a comment, and reported.
func TestReportedProblems(t *testing.T) {
	const start = `[Position "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 1"] `
	for _, c := range []struct {
		text   string
		code   record.Code
		offset int
		turns  string // as written
	}{
		{"1. h5 $x g4", record.BadNAG, 6, "1. h5 g4"},
		{"1. h5 $256 $1 g4", record.BadNAG, 6, "1. h5 $1 g4"},
		{"$1 1. h5", record.BadNAG, 0, "1. h5"},
		{"! 1. h5 ! g4", record.BadNAG, 0, "1. h5 $1 g4"},
		{"1. h5!!! g4", record.BadNAG, 5, "1. h5 g4"},
		{"1. h5 (1. i5!!! h5) i5", record.BadNAG, 12, "1. h5 (1. i5 h5) i5"},
		{"(1. h5) 1. i5", record.BadVariation, 0, "{1. h5} 1. i5"},
		{"1. h5 ({x}) i5", record.BadVariation, 10, "1. h5 {x} i5"},
		{"1. h5 (2. i5) i5", record.BadNumber, 7, "1. h5 {2. i5} i5"},
		{"1. h5 (1. i5 i5 {good} (g5) x) i5", record.BadTurn, 13, "1. h5 (1. i5 {i5} {good} {(g5) x}) i5"},
		{"1. h5 (1. i5 *) i5", record.BadTurn, 13, "1. h5 (1. i5 {*}) i5"},
		{"1. h5 (1. i5 }) i5", record.BadComment, 13, "1. h5 (1. i5 {\\}}) i5"},
		{"1. h5" + strings.Repeat(" (i5", 65) + strings.Repeat(")", 65), record.BadVariation, 5 + 64*4 + 1, ""},
	} {
		g, err := record.Read(start + c.text)
		if err != nil || len(g.Problems) != 1 {
			t.Errorf("%s: %v, %v", c.text, g.Problems, err)
			continue
		}
		if p := g.Problems[0]; p.Code != c.code || p.Offset != len(start)+c.offset || p.Commented != (c.code != record.BadNAG) {
			t.Errorf("%s: %+v", c.text, p)
		}
		_, turns, _ := strings.Cut(g.String(), "\n\n")
		if got := strings.Join(strings.Fields(strings.TrimSuffix(turns, "*\n")), " "); c.turns != "" && got != c.turns {
			t.Errorf("%s: %s, want %s", c.text, got, c.turns)
		}
	}
}

// TestDamage: damage stays inside its game, is left out and reported, and the other games of
// the text do not change.
func TestDamage(t *testing.T) {
	const start = "[Position \"8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7\"]\n"
	const before, after = "[A \"Ann\"]\n" + start + "\n1. d4 d5 *\n\n", "[A \"Cid\"]\n" + start + "\n1. e4 e5 *\n"
	for _, c := range []struct {
		tags, turns string
		want        string // the second game as read
		codes       string
	}{
		{`[Event "Rob "The Rock" Stone"]`, "1. f4 f5 *", "Bo f4 f5", "tag"},
		{`[Event "Rob`, "1. f4 f5 *", "Bo f4 f5", "tag"},
		{`[Event Rob]`, "1. f4 f5 *", "Bo f4 f5", "tag"},
		{`[Event`, "1. f4 f5 *", "Bo f4 f5", "tag"},
		{`[]`, "1. f4 f5 *", "Bo f4 f5", "tag"},
		{`[B "x"] [B "y"]`, "1. f4 f5 *", "Bo f4 f5", "tag-twice"},
		{"{a comment}", "1. f4 f5 *", "Bo f4 f5 {a comment}", ""},
		{"\n", "1. f4 f5 *", "Bo f4 f5", ""},
		{"", "1. f4 {open f5 *", "Bo f4 {open f5 *}", "comment"},
		{"", "1. f4 } f5 *", "Bo f4 f5", "comment"},
		{"", "1. f4 ) f5 *", "Bo f4 f5", "variation"},
		{"", "1. f4 [x] f5 [ g6 *", "Bo f4 f5 g6", "tag tag"},
		{"", "1. f4 f5 (2. g5", "Bo f4 f5", "variation"},
		{"", "1. f4 f5 (2. g5 zz", "Bo f4 f5 {zz}", "turn variation"},
		{"", "1. f4 f5 (2. g5 (", "Bo f4 f5", "variation"},
		{"", "1. f4 f5 * {after}", "Bo f4 f5 {after}", ""},
		{"", "", "Bo", ""},
	} {
		text := before + "[A \"Bo\"]\n" + c.tags + "\n" + start + "\n" + c.turns + "\n\n" + after
		var games []string
		var codes []string
		for r := record.NewReader(text); ; {
			g, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Errorf("%s%s: %v", c.tags, c.turns, err)
			}
			for _, p := range g.Problems {
				codes = append(codes, string(p.Code))
			}
			one, comments := g.Tag("A"), slices.Clone(g.Comments)
			for _, turn := range g.Turns {
				one += " " + turn.Turn.String()
				comments = append(comments, turn.Comments...)
				for _, v := range turn.Variations {
					comments = append(comments, v.Turns[len(v.Turns)-1].Comments...)
				}
			}
			for _, comment := range comments {
				one += " {" + comment + "}"
			}
			games = append(games, one)
		}
		want := []string{"Ann d4 d5", c.want, "Cid e4 e5"}
		if got := strings.Join(codes, " "); !slices.Equal(games, want) || got != c.codes {
			t.Errorf("%s%s: %q, %s", c.tags, c.turns, games, got)
		}
	}
	// Games without turns are those of their tags.
	r := record.NewReader("[A \"Ann\"]\n" + start + "\n[A \"Bo\"]\n" + start)
	for _, want := range []string{"Ann", "Bo"} {
		if g, err := r.Next(); err != nil || g.Tag("A") != want || len(g.Problems) > 0 {
			t.Errorf("%s: %v, %v", g.Tag("A"), g.Problems, err)
		}
	}
}

// TestResultProblems: the result of the rules is used, then that after the turns. One
// that differs is reported; one that is not stated is not.
func TestResultProblems(t *testing.T) {
	const start = `[Position "8/8/8/8/8/8/8/aab5 a 0,0 28,29 - basic 1"]`
	for _, c := range []struct {
		text, result string
		offset       int // of the reported result, -1 for none
		found        string
	}{
		{start + " g4", "1-0", -1, ""},
		{start + " g4 *", "1-0", -1, ""},
		{start + " g4 1-0", "1-0", -1, ""},
		{start + " g4 0-1", "1-0", len(start) + 4, "0-1"},
		{start + `[Result "0-1"] g4`, "1-0", len(start) + 9, "0-1"},
		{start + `[Result "*"] g4 1-0`, "1-0", -1, ""},
		{start + `[Result "1-0"] g4 *`, "1-0", -1, ""},
		{start + " h5 0-1", "0-1", -1, ""},
		{start + `[Result "0-1"] h5`, "0-1", -1, ""},
		{start + `[Result "0-1"] h5 *`, "0-1", -1, ""},
		{start + `[Result "0-1"] h5 1-0`, "1-0", len(start) + 9, "0-1"},
		{start + `[Result "draw"] h5`, "*", len(start) + 9, "draw"},
		{start + `[Result "1-0-0"] h5 1-0`, "1-0", len(start) + 9, "1-0-0"},
	} {
		g, err := record.Read(c.text)
		if err != nil || g.Result.String() != c.result {
			t.Errorf("%s: %s, %v, want %s", c.text, g.Result, err, c.result)
			continue
		}
		offset, found := -1, ""
		for _, p := range g.Problems {
			offset, found = p.Offset, p.Found
			if p.Code != record.BadResult || p.Want != c.result {
				t.Errorf("%s: %v", c.text, p)
			}
		}
		if len(g.Problems) > 1 || offset != c.offset || found != c.found {
			t.Errorf("%s: %v", c.text, g.Problems)
		}
	}
}

// TestAssumedStart: turns without a Position tag begin from the first usual start that
// fits them, the players and the result.
func TestAssumedStart(t *testing.T) {
	const (
		two        = "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"
		sword      = "8/8/8/8/8/8/8/8 b 0,0 30,30 ab excalibur 7"
		three      = "10/10/10/10/10/10/10/10/10/10 a 0,0,0 30,30,30 - basic 8"
		threeSword = "10/10/10/10/10/10/10/10/10/10 c 0,0,0 30,30,30 abc excalibur 8"
	)
	for _, c := range []struct {
		text, start, result string
		turns               int
	}{
		{"g8", two, "*", 1},
		{"1. g8 e5 2. h9", "", "", 0}, // the numbers are those of turns
		{"1. g8 e5 3. h9 *", two, "*", 3},
		{"g8! {good} (g9) e5 1-0", two, "1-0", 2},
		{"g8 c3", three, "*", 2},
		{"g8 h9 i10 0-1-0", three, "0-1-0", 3},
		{`[C "Clara"] g8 h9`, three, "*", 2},
		{`[A "Anna"] g8 h9`, two, "*", 2},
		{`[Result "1-0-0"] g8 h9`, three, "1-0-0", 2},
		{"Xg6 d4 e9,Xh6", sword, "*", 3},
		{`[C "Clara"] xg6 d4 e9`, threeSword, "*", 3},
	} {
		g, err := record.Read(c.text)
		if c.start == "" {
			if err == nil {
				t.Errorf("%s is read", c.text)
			}
			continue
		}
		if err != nil || g.Start.String() != c.start || g.Result.String() != c.result || len(g.Turns) != c.turns {
			t.Errorf("%s: %s, %s, %d turns, %v", c.text, &g.Start, g.Result, len(g.Turns), err)
			continue
		}
		if len(g.Problems) != 1 || g.Problems[0].Code != record.AssumedStart || g.Problems[0].Want != c.start {
			t.Errorf("%s: %v", c.text, g.Problems)
		}
	}
}

// TestSeveralAssumedStarts reads lists of turns that follow one another.
func TestSeveralAssumedStarts(t *testing.T) {
	games, err := record.ReadAll("g8 h9 1-0\n\n1. g8 c3 *\n[C \"Clara\"]\nd4")
	if err != nil || len(games) != 3 || games[0].Start.Seats() != 2 || games[1].Start.Seats() != 3 || games[2].Tag("C") != "Clara" {
		t.Errorf("%d games, %v", len(games), err)
	}
}

// TestResigned: players may agree on a result while the game is running by the
// rules.
func TestResigned(t *testing.T) {
	for _, result := range []string{"1-0-0", "0-1-0", "1/2-0-1/2", "1/3-1/3-1/3", "*"} {
		g, err := record.Read(`[Position "10/10/10/10/10/10/10/10/10/10 a 0,0,0 30,30,30 - basic 8"] g8 h9 ` + result)
		if err != nil || g.Result.String() != result || len(g.Turns) != 2 {
			t.Errorf("%s: %s, %v", result, g.Result, err)
		}
	}
}

// TestDocument reads and writes the game in docs/formats/lancelot.md.
func TestDocument(t *testing.T) {
	document, err := os.ReadFile("../../docs/formats/lancelot.md")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, _ := strings.Cut(string(document), "```\n[Event")
	shown, _, _ = strings.Cut(shown, "```")
	g, err := record.Read("[Event" + shown)
	if err != nil || g.String() != "[Event"+shown {
		t.Errorf("%s, %v", g.String(), err)
	}
}

func FuzzRead(f *testing.F) {
	g := record.New(played(f, lancelot.Options{Seats: 3, Rules: lancelot.Rules{Excalibur: true}}, 9, 1), record.Tag{Name: "A", Value: "Anna"})
	g.Comments = []string{"x"}
	f.Add(g.String())
	annotate(rand.New(rand.NewPCG(2, 3)), g.Start, g.Turns, 2)
	f.Add(g.String())
	f.Add(`[Position "8/8/8/8/8/8/8/aab5 a 0,0 28,29 - basic 1"] 1. h5!? $10 ({why} 1. i5 e6 (i6 $3) {x}) {y} 2. g6 *`)
	f.Add(`[Position "8/8/8/8/8/8/8/aab5 a 0,0 28,29 - basic 1"] 1. g4 {ends} 1-0`)
	f.Add(`[Result "1-0"][Position "8/8/8/8/8/8/8/aab5 a 0,0 28,29 - basic 1"] 1. g4 0-1`)
	f.Add(`[Result "draw"] 1. g8 e5! (h4) {x} c3 0-1-0`)
	f.Add("Xg6 d4 e9,Xh6 *")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := record.Read(text)
		if err != nil {
			var e *record.Error
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(text) || err.Error() == "" {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		for _, p := range g.Problems {
			used := p.Code == record.AssumedStart || p.Code == record.BadResult && !p.Commented
			if p.Offset < 0 || p.Offset > len(text) || p.Error() == "" || used && p.Want == "" {
				t.Fatalf("%q: %#v", text, p)
			}
		}
		g.Problems = nil
		if again, err := record.Read(g.String()); err != nil || !reflect.DeepEqual(again, g) {
			t.Fatalf("%q is written as %q, parsed with error %v", text, g.String(), err)
		}
	})
}

// TestReaderContinuesAfterErrors reads a text with valid and invalid games.
func TestReaderContinuesAfterErrors(t *testing.T) {
	const start = `[Position "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"]` + "\n"
	game := func(name, tags, moves string) string {
		return "[A \"" + name + "\"]\n" + tags + "\n" + moves + "\n\n"
	}
	parts := []string{
		game("one", start, "1. e4 e5 *"),
		game("two", start, "1. e4 {[A comment]\n[of lines]} e4\n[no tag\ng4 *"),
		game("three", start, "1. f4 *"),
		game("four", "", "1. f4 f5 *"),
		game("five", start+"[A \"again\"]\n", "1. f4 *"),
		game("six", start, "1. f4 f5 f6 *"),
		game("seven", start, "1. z9"),
	}
	text := strings.Join(parts, "")
	var names []string
	r := record.NewReader(text)
	for {
		g, err := r.Next()
		if err == io.EOF {
			break
		}
		var wrong *record.Error
		switch {
		case errors.As(err, &wrong):
			names = append(names, "-")
		case err != nil:
			t.Fatal(err)
		default:
			names = append(names, g.Tag("A"))
		}
		if at := r.Offset(); at < len(text) && text[at] != '[' {
			t.Errorf("after %v the next game begins with %.20q", names, text[at:])
		}
	}
	if want := []string{"one", "-", "three", "four", "five", "six", "-"}; !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
	if _, err := record.NewReader(" \n").Next(); err != io.EOF {
		t.Errorf("an empty text: %v", err)
	}
}

// TestAgree: Agree accepts valid results of a running game and only the own
// result of a finished one.
func TestAgree(t *testing.T) {
	g := record.New(played(t, lancelot.Options{Seats: 3}, 3, 1))
	for _, text := range []string{"", "*"} {
		if err := g.Agree(text); err != nil || g.Result != (record.Result{}) {
			t.Errorf("%q: %v, %v", text, g.Result, err)
		}
	}
	if err := g.Agree("1/2-0-1/2"); err != nil || g.Result != record.Won(3, 0, 2) {
		t.Errorf("%v, %v", g.Result, err)
	}
	again, err := record.Read(g.String())
	if err != nil || again.Result != g.Result {
		t.Errorf("parsed as %v, %v", again.Result, err)
	}
	for _, text := range []string{"1-0", "1-0-0-0", "draw", "0-0-0"} {
		var wrong *record.Error
		if err := g.Agree(text); !errors.As(err, &wrong) || wrong.Code != record.BadResult {
			t.Errorf("%q: %v", text, err)
		}
	}
	over := record.New(played(t, lancelot.Options{Seats: 2, Target: 1}, 400, 1))
	result := over.Result.String()
	if err := over.Agree(result); err != nil || result == "*" {
		t.Errorf("%s: %v", result, err)
	}
	for _, text := range []string{"1-0", "0-1", "1/2-1/2"} {
		if err := over.Agree(text); (err == nil) != (text == result) {
			t.Errorf("%s over %s: %v", text, result, err)
		}
	}
}
