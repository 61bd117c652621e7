package record

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tafelrunde/internal/testkit"
	"tafelrunde/wotn"
)

// readAll returns the games of a reader as texts, with the codes of their errors.
func readAll(t *testing.T, r *Reader) []string {
	t.Helper()
	var all []string
	for range 10_000 {
		game, err := r.Next()
		if err == io.EOF {
			return all
		}
		text := game.String()
		if p, ok := err.(*Problem); ok {
			text += string(p.Code)
		}
		all = append(all, text)
	}
	t.Fatal("the reader does not end")
	return nil
}

// damagedGame returns a game with damage in its tags, in its moves or in both. Games are
// separated by blank lines.
func damagedGame(random *rand.Rand, number int) string {
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	tags := fmt.Sprintf("[Event \"game %d\"]\n", number)
	tags += pick("[White \"Ann\"]\n", "[White \"A \"B\" C\"]\n", "[White \"Ann\"\n", "[White Ann]\n", "[White \"Ann]\n", "White \"Ann\"]\n", "; a comment\n", "% hidden\n", "{ a\ncomment }\n", "")
	tags += pick("[Black \"Ben\"]\n", "[1]\n", "[ \"x\"]\n", "[]\n", "[Black \"Ben\"] [Round \"1\"]\n", "")
	moves := "1. e4 " + pick("e5 2. Nf3", "e5 {c} 2. Nf3 (2. Nc3 Nc6", "e5) 2. Nf3", "e5 ] 2. Nf3", "e5 [x] 2. Nf3", "e5 {never closed", "e5 ^ 2. -- Nc6", "(1. d4 (1. c4", "e5 2. Ke5 Nc6", "$999 e5 += 2. Nf3 \u00b1", "{a {b} c} e5", "{a {b} e5", "e5 } 2. Nf3", "e5 now some words 2. Nf3", "e5 2. Sf3 Nc6", "e5 2. Sf3 Sc6", "e5 1-0 (1... c5)")
	return tags + "\n" + moves + pick(" 1-0", " *", " 1/2-1/2", "", "\n") + "\n\n"
}

// TestGamesTogether: the games of two texts are those of the texts together, whatever
// is damaged in them.
func TestGamesTogether(t *testing.T) {
	readers := map[string]func(string) *Reader{
		"detect": NewDetectingReader,
		"chess":  func(text string) *Reader { return NewReader(text, wotn.Chess) },
		"wotn":   func(text string) *Reader { return NewReader(text, wotn.Standard) },
	}
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 1000 {
		text := ""
		var want []string
		names := slices.Sorted(func(yield func(string) bool) {
			for name := range readers {
				if !yield(name) {
					return
				}
			}
		})
		name := names[random.IntN(len(names))]
		for number := range 3 {
			one := damagedGame(random, number)
			alone := readAll(t, readers[name](one))
			if len(alone) != 1 {
				t.Fatalf("round %d, %s: %d games in\n%s\n%s", round, name, len(alone), one, strings.Join(alone, "\n"))
			}
			want = append(want, alone...)
			text += one
		}
		if got := readAll(t, readers[name](text)); !slices.Equal(got, want) {
			t.Fatalf("round %d, %s: together\n%s\nread as\n%s\nwant\n%s", round, name, text, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestQuotationsAreShort: an error does not repeat a long text.
func TestQuotationsAreShort(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	for _, text := range []string{
		"[FEN \"" + long + "\"]\n\n1. e4 *", "[FEN \"8/8/8/8/8/8/8/8 " + long + "\"]\n\n1. e4 *", "1. " + long, "1. e4 e5 2. Qa" + long,
		"[Variant \"" + long + "\"]\n\n1. e4", "1. e4 (1. " + long + ") e5", "1. e4 $" + strings.Repeat("9", 200_000), "1. e4 " + strings.Repeat("!", 200_000), "[" + long + "\n1. e4",
	} {
		for _, variant := range []wotn.Variant{wotn.Standard, wotn.Chess} {
			game, err := Read(text, variant)
			problems := game.Problems
			if p, ok := err.(*Problem); ok {
				problems = append(problems, p)
			}
			if len(problems) == 0 {
				t.Errorf("%.40s: no problem", text)
			}
			for _, p := range problems {
				if len(p.Error()) > 400 {
					t.Errorf("%.40s: an error of %d bytes: %.80s", text, len(p.Error()), p.Error())
				}
			}
		}
	}
}

// BenchmarkLinear reads and writes texts of growing size.
func BenchmarkLinear(b *testing.B) {
	shapes := map[string]func(n int) string{
		"comment": func(n int) string { return "1. e4 {" + strings.Repeat("word [%x ", n/9) + "} *" },
		"tags": func(n int) string {
			var b strings.Builder
			for i := 0; b.Len() < n; i++ {
				fmt.Fprintf(&b, "[T%d \"x\"] ", i)
			}
			return b.String() + "\n\n1. e4 *"
		},
		"repeated tags": func(n int) string { return strings.Repeat("[White \"x\"]\n", n/12) + "\n1. e4 *" },
		"brackets":      func(n int) string { return "1. e4 " + strings.Repeat("[", n) },
		"damaged tags":  func(n int) string { return strings.Repeat("[White \"a\"b\" ", n/13) },
		"open comments": func(n int) string { return strings.Repeat("[Event \"x\"]\n\n1. e4 {never closed\n\n", n/34) },
		"nesting":       func(n int) string { return "1. e4 " + strings.Repeat("(1. d4 ", n/7) },
		"variations":    func(n int) string { return "1. e4 " + strings.Repeat("(1. d4) ", n/8) },
		"marks":         func(n int) string { return "1. e4 " + strings.Repeat("$1 ", n/3) },
		"token":         func(n int) string { return "1. " + strings.Repeat("e", n) },
		"closings":      func(n int) string { return "1. e4 " + strings.Repeat(") } ] ", n/6) },
		"moves":         func(n int) string { return strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", n/16) },
		"results":       func(n int) string { return "1. e4 " + strings.Repeat("(1. d4 *) * ", n/12) },
		"nested":        func(n int) string { return "1. e4 " + strings.Repeat("{ {} ", n/5) },
		"nested games":  func(n int) string { return strings.Repeat("1. e4 {a {b} c} * {d {e} ", n/25) },
		"words":         func(n int) string { return "1. e4 " + strings.Repeat("(1. d4 words ", n/13) },
		"rest":          func(n int) string { return strings.Repeat("1. e4 * words ] ) ", n/18) },
		"lines":         func(n int) string { return strings.Repeat("neither\n", n/8) },
	}
	testkit.Linear(b, shapes, func(text string) {
		for r := NewDetectingReader(text); ; {
			game, err := r.Next()
			if err == io.EOF {
				break
			}
			_ = game.String()
		}
	})
}
