package record

import (
	"flag"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tafelrunde/wotn"
)

var generatedGames = flag.Int("generated", 400, "number of generated games that are written and read")

// TestGeneratedRoundTrip writes and reads random games of all variants, with
// tags, comments with commands (arrows, squares, clocks, evaluations), NAGs and
// nested variations, from usual, handicap and set-up starts.
func TestGeneratedRoundTrip(t *testing.T) {
	counts := make(map[string]int)
	for seed := range uint64(*generatedGames) {
		g := generator{rand.New(rand.NewPCG(seed, 1994))}
		game := g.game(t)
		text := game.String()
		again, err := Read(text, wotn.Standard)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if !reflect.DeepEqual(game, again) {
			t.Fatalf("seed %d changes:\n%s\n%s", seed, text, again.String())
		}
		counts[game.Variant.String()]++
		counts["bytes"] += len(text)
		if game.Line.Start != wotn.Start(game.Variant) {
			counts["with another start"]++
		}
		if game.Line.Start.ToMove() == wotn.Black {
			counts["that Black begins"]++
		}
		countLine(&game.Line, 0, counts)
	}
	names := []string{
		"wotn", "wotn-alternative", "chess", "with another start", "that Black begins",
		"moves", "variations", "variations inside variations", "NAGs", "comments", "cal", "csl", "clk", "eval", "unknown",
	}
	for _, name := range names {
		if counts[name] == 0 {
			t.Errorf("no %s", name)
		}
	}
	t.Logf("%d games: %v", *generatedGames, counts)
}

// countLine counts what a line and its variations have.
func countLine(l *Line, depth int, counts map[string]int) {
	for i := range l.Moves {
		m := &l.Moves[i]
		counts["moves"]++
		counts["NAGs"] += len(m.NAGs)
		for _, comment := range slices.Concat(m.Before, m.After) {
			counts["comments"]++
			for _, command := range []string{"cal", "csl", "clk", "eval", "unknown"} {
				counts[command] += strings.Count(comment, "[%"+command+" ")
			}
		}
		for v := range m.Variations {
			counts["variations"]++
			if depth > 0 {
				counts["variations inside variations"]++
			}
			countLine(&m.Variations[v], depth+1, counts)
		}
	}
}

// generator makes random games.
type generator struct{ *rand.Rand }

func (g generator) game(t *testing.T) Game {
	variant := []wotn.Variant{wotn.Standard, wotn.Alternative, wotn.Chess}[g.IntN(3)]
	start := wotn.Start(variant)
	// A handicap: some pieces are promoted before the game.
	for range g.IntN(3) * g.IntN(3) {
		setup := start.Setup()
		square := wotn.Square(g.IntN(64))
		piece := setup.Board[square]
		if piece == (wotn.Piece{}) || piece.Kind == wotn.King || variant == wotn.Chess {
			continue
		}
		kinds := variant.Promotions(piece.Kind)
		if len(kinds) == 0 {
			continue
		}
		setup.Board[square].Kind = kinds[g.IntN(len(kinds))]
		if p, err := setup.Position(); err == nil {
			start = p
		}
	}
	if g.IntN(3) == 0 {
		start = g.setUp(start)
	}
	game := Game{Variant: variant, Line: g.line(start, 1+g.IntN(40), 0), Result: Unknown}
	if len(game.Line.Moves) == 0 {
		t.Fatal("no moves")
	}
	for _, tag := range []Tag{{"Event", g.words()}, {"White", `"Anna" \ B.`}, {"Note", g.words()}} {
		if g.IntN(2) == 0 {
			game.Tags = append(game.Tags, tag)
		}
	}
	played := wotn.NewGame(start)
	for _, m := range game.Line.Moves {
		if err := played.Play(m.Move); err != nil {
			t.Fatal(err)
		}
	}
	if o := played.Outcome(); o.Over() {
		game.Result = o.Result().String()
	} else {
		game.Result = []string{WhiteWins, BlackWins, Draw, Unknown}[g.IntN(4)]
	}
	return game
}

// setUp returns a position such as one from the position editor: one after random
// moves, without some of its pieces, and with the other side to move where that is
// legal. The game is not over in it.
func (g generator) setUp(start wotn.Position) wotn.Position {
	position := start
	for range g.IntN(60) {
		legal := position.AppendMoves(nil)
		if len(legal) == 0 {
			break
		}
		position.PlayInto(&position, legal[g.IntN(len(legal))])
	}
	for range g.IntN(20) {
		setup := position.Setup()
		switch square := g.IntN(80); {
		case square < 64:
			setup.Board[square] = wotn.Piece{}
			setup.Castling, setup.EnPassant = 0, wotn.NoSquare
		case square < 72:
			setup.ToMove, setup.EnPassant = 1-setup.ToMove, wotn.NoSquare
		default:
			setup.MoveNumber, setup.HalfmoveClock = 1+g.IntN(200), g.IntN(50)
		}
		if p, err := setup.Position(); err == nil {
			position = p
		}
	}
	if position.Outcome().Over() {
		return start
	}
	return position
}

func (g generator) line(start wotn.Position, length, depth int) Line {
	line := Line{Start: start}
	position := start
	for range length {
		legal := position.AppendMoves(nil)
		if len(legal) == 0 || position.Outcome().Over() {
			break
		}
		m := Move{Move: legal[g.IntN(len(legal))]}
		m.SAN = position.SAN(m.Move)
		for range g.IntN(3) * g.IntN(2) {
			m.NAGs = append(m.NAGs, g.IntN(140))
		}
		m.Before, m.After = g.comments(), g.comments()
		for range g.IntN(3) * g.IntN(2) {
			if depth < 3 {
				m.Variations = append(m.Variations, g.line(position, 1+g.IntN(4), depth+1))
			}
		}
		line.Moves = append(line.Moves, m)
		position.PlayInto(&position, m.Move)
	}
	return line
}

func (g generator) comments() (list []string) {
	for range g.IntN(5) / 4 * (1 + g.IntN(2)) {
		list = append(list, g.words())
	}
	return list
}

// words returns a comment: words, signs of PGN, and commands.
func (g generator) words() string {
	all := []string{
		"good", "e4", "12.Nf3", "(or", "d5)", "$5", "{", "}", ";", "%", "[%cal Ge2e4,Rd1h5]", "[%csl Yd5]", "[%clk 0:01:30]",
		"[%eval #-3]", "[%eval 0.35]", "[%eval -1.20]", "[%unknown a b]", "1-0", "*", "…", "\"", `\`, "Zug", "grün", "/any", "--", "!?",
	}
	words := make([]string, 1+g.IntN(8))
	for i := range words {
		words[i] = all[g.IntN(len(all))]
	}
	return strings.Join(words, " ")
}
