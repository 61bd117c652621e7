package badges_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tafelrunde/internal/badges"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// findIn returns the badges of a side in a game of testdata, which has ended where its moves
// end. The winners are those of the rules.
func findIn(t *testing.T, variant, start, side string, moves []string) []badges.Earned {
	t.Helper()
	if variant == "lancelot" {
		position, err := lancelot.ParsePosition(start)
		if err != nil {
			t.Fatal(err)
		}
		g := lancelot.NewGame(position)
		for _, m := range moves {
			if err := g.PlayText(m); err != nil {
				t.Fatal(err)
			}
		}
		return badges.FindLancelot(g, lancelot.Seat(side[0]-'a'), g.Outcome().Winners())
	}
	v, err := wotn.ParseVariant(variant)
	if err != nil {
		t.Fatal(err)
	}
	position := wotn.Start(v)
	if start != "" {
		if position, err = wotn.ParsePosition(v, start); err != nil {
			t.Fatal(err)
		}
	}
	g := wotn.NewGame(position)
	for _, m := range moves {
		if err := g.PlayText(m); err != nil {
			t.Fatal(err)
		}
	}
	color := wotn.White
	if side == wotn.Black.String() {
		color = wotn.Black
	}
	return badges.FindWotn(g, color, g.Outcome().Wins(color))
}

// TestGames has a game that earns each badge with its last move, and one that just misses it.
func TestGames(t *testing.T) {
	text, err := os.ReadFile("testdata/games.txt")
	if err != nil {
		t.Fatal(err)
	}
	tested := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "|")
		if line[0] == '#' {
			continue
		}
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
		}
		moves := strings.Fields(fields[4])
		earned := findIn(t, fields[1], fields[2], fields[3], moves)
		answer, code, _ := strings.Cut(fields[0], " ")
		at := slices.IndexFunc(earned, func(e badges.Earned) bool { return e.Code == badges.Code(code) })
		switch {
		case answer == "no" && at >= 0, answer == "yes" && (at < 0 || earned[at].Ply != len(moves)):
			t.Errorf("%s: %v in %s", fields[0], earned, fields[4])
		}
		tested[fields[0]] = true
	}
	for _, b := range badges.All() {
		if !tested["yes "+string(b.Code)] || !tested["no "+string(b.Code)] {
			t.Errorf("%s has no game that earns it, or none that misses it", b.Code)
		}
	}
}

// TestOneMoveLess: what a move earns was not earned before it.
func TestOneMoveLess(t *testing.T) {
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 3))
		g := playWotn(wotn.Start(wotn.Standard), random)
		for c := range wotn.Color(wotn.NumColors) {
			for _, e := range badges.FindWotn(g, c, g.Outcome().Wins(c)) {
				before := wotn.NewGame(*g.Start())
				for _, m := range g.Moves()[:e.Ply-1] {
					if err := before.PlayOn(m); err != nil {
						t.Fatal(err)
					}
				}
				if list := badges.FindWotn(before, c, false); slices.ContainsFunc(list, func(b badges.Earned) bool { return b.Code == e.Code }) {
					t.Errorf("seed %d: %v, but one move before %v", seed, e, list)
				}
			}
		}
	}
}

// TestOtherStarts: a game from a position that was set up, with another target or of orthodox
// chess earns nothing.
func TestOtherStarts(t *testing.T) {
	capture := []string{"g8", "k4", "g9", "g11", "g5"}
	for name, tc := range map[string]struct {
		variant, start string
		moves          []string
	}{
		"the handicap is Black's": {"wotn", "rnbqkbnh/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", []string{"a2a3", "g8f6", "b2b3", "e7e6", "c2c3", "f8e7", "d2d3", "e8g8"}},
		"a position":              {"wotn", "r3k3/8/8/8/8/8/8/Q3K3 w - - 0 1", []string{"a1a8l"}},
		"a target of one":         {"lancelot", "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 1", capture},
		"stones captured before":  {"lancelot", "8/8/8/8/8/8/8/8 a 6,0 30,24 - basic 7", capture},
	} {
		for _, side := range []string{"w", "b"} {
			if tc.variant == "lancelot" {
				side = map[string]string{"w": "a", "b": "b"}[side]
			}
			if earned := findIn(t, tc.variant, tc.start, side, tc.moves); len(earned) > 0 {
				t.Errorf("%s: %v", name, earned)
			}
		}
	}
}

// TestAgainstTwin compares the badges of random games with a slow implementation, and counts
// them: a test of badges that nobody earns would show nothing.
func TestAgainstTwin(t *testing.T) {
	games := uint64(120)
	if testing.Short() {
		games = 30
	}
	found := map[badges.Code]int{}
	count := func(list []badges.Earned) {
		for _, e := range list {
			found[e.Code]++
		}
	}
	for seed := range games {
		random := rand.New(rand.NewPCG(seed, 1))
		g := playWotn(handicapStart(wotn.Variant(seed%2), int(seed%5), random), random)
		for c := range wotn.Color(wotn.NumColors) {
			won := g.Outcome().Wins(c)
			fast, slow := badges.FindWotn(g, c, won), slowWotn(g, c, won)
			if count(fast); !reflect.DeepEqual(fast, slow) {
				t.Errorf("seed %d, %v: %v, slow %v, in %s %v", seed, c, fast, slow, g.Start(), g.Moves())
			}
		}
		rules := lancelot.Rules{Diagonals: seed%2 == 0, Excalibur: seed/2%2 == 0}
		start, err := lancelot.Start(lancelot.Options{Seats: 2 + int(seed%4), Rules: rules, First: lancelot.Seat(seed % 2)})
		if err != nil {
			t.Fatal(err)
		}
		l := playLancelot(start, random)
		for seat := range lancelot.Seat(start.Seats()) {
			winners := l.Outcome().Winners()
			fast, slow := badges.FindLancelot(l, seat, winners), slowLancelot(l, seat, winners)
			if count(fast); !reflect.DeepEqual(fast, slow) {
				t.Errorf("seed %d, %v: %v, slow %v, in %s %v", seed, seat, fast, slow, l.Start(), l.Turns())
			}
		}
	}
	if len(found) < 10 {
		t.Errorf("only %v", found)
	}
}

// handicapStart spends handicap points on random pieces.
func handicapStart(v wotn.Variant, points int, random *rand.Rand) wotn.Position {
	start := wotn.Start(v)
	setup := start.Setup()
	for points > 0 {
		square := wotn.NewSquare(random.IntN(8), random.IntN(2))
		kinds := setup.HandicapPromotions(square)
		if len(kinds) == 0 {
			continue
		}
		before := setup
		if err := setup.HandicapPromote(wotn.White, square, kinds[random.IntN(len(kinds))]); err != nil {
			panic(err)
		}
		if position, err := setup.Position(); err == nil {
			start = position
			points--
		} else {
			setup = before
		}
	}
	return start
}

var codeForm = regexp.MustCompile(`^[a-z-]{3,20}$`)

// TestTableIsDocumented compares the badges with the tables of docs/formats/badges.md.
func TestTableIsDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/formats/badges.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| `[^`]+` \\| .* \\|$").FindAllString(string(text), -1)
	var want []string
	seen := map[badges.Code]bool{}
	for _, b := range badges.All() {
		if want = append(want, fmt.Sprintf("| `%s` | %s |", b.Code, b.Law)); seen[b.Code] || !codeForm.MatchString(string(b.Code)) {
			t.Errorf("%q is used twice or has another form", b.Code)
		}
		seen[b.Code] = true
	}
	if !slices.Equal(rows, want) {
		t.Errorf("the tables have\n%s\nwant\n%s", strings.Join(rows, "\n"), strings.Join(want, "\n"))
	}
}

// BenchmarkWotn measures a game of 300 plies.
func BenchmarkWotn(b *testing.B) {
	g := playWotn(wotn.Start(wotn.Standard), rand.New(rand.NewPCG(1, 1)))
	for b.Loop() {
		badges.FindWotn(g, wotn.White, true)
	}
	b.ReportMetric(float64(g.Len()), "plies")
}

// BenchmarkLancelot measures a game of five seats.
func BenchmarkLancelot(b *testing.B) {
	start, err := lancelot.Start(lancelot.Options{Seats: 5, Rules: lancelot.Rules{Diagonals: true, Excalibur: true}})
	if err != nil {
		b.Fatal(err)
	}
	g := playLancelot(start, rand.New(rand.NewPCG(1, 1)))
	for b.Loop() {
		badges.FindLancelot(g, 0, g.Outcome().Winners())
	}
	b.ReportMetric(float64(g.Len()), "turns")
}
