package pictures

import (
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/eval"
	"tafelrunde/wotn/search"
)

// claims say what the tricks in docs/rules/pieces.md show: the move, and what is true
// after it. A fork attacks the highlighted pieces, a pin keeps the first of them from
// capturing the pinning piece or moving off the line.
var claims = map[wotn.Kind]struct{ move, claim string }{
	wotn.Pawn:           {"e4d5d", "fork"},
	wotn.Squire:         {"c5c7n", "fork"},
	wotn.Priest:         {"d4f6", "fork"},
	wotn.Knight:         {"g5f7", "mate"},
	wotn.Bishop:         {"d3b5", "pin"},
	wotn.Baron:          {"c5e6", "fork"},
	wotn.Guard:          {"f6h6", "mate"},
	wotn.Archbishop:     {"e4e6", "fork"},
	wotn.Earl:           {"f4e6", "fork"},
	wotn.Rook:           {"a1a8", "mate"},
	wotn.Ship:           {"f4f6", "fork"},
	wotn.Nightrider:     {"b3d2", "pin"},
	wotn.Watchtower:     {"d6f8", "mate"},
	wotn.Fool:           {"e3e5", "fork"},
	wotn.Cannon:         {"c4c6", "mate"},
	wotn.Cardinal:       {"e4f6", "mate"},
	wotn.Giraffe:        {"e4d5", "fork"},
	wotn.Chancellor:     {"f1f7", "mate"},
	wotn.Queen:          {"e2e4", "fork"},
	wotn.Lord:           {"d2b1", "fork"},
	wotn.LordChancellor: {"a5h5k", "only move"},
	wotn.King:           {"g6g7", "mate"},
}

// kindSection is a heading of pieces.md, the text below it and its diagram.
var kindSection = regexp.MustCompile("(?m)^## ([A-Z]) (.+)\n\n([^`]+)\n\n")

// TestTricks checks the tricks of both languages: there is one for each kind, in the
// order of the kinds; it is the best move of the engine; and its claim is true.
func TestTricks(t *testing.T) {
	var sources [2][]Block
	for i, file := range []string{"pieces.md", "pieces.de.md"} {
		text, err := os.ReadFile("../../docs/rules/" + file)
		if err != nil {
			t.Fatal(err)
		}
		if sources[i], err = Blocks(string(text)); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		var letters string
		for j, m := range kindSection.FindAllStringSubmatch(string(text), -1) {
			letters += m[1]
			if k := wotn.Pawn + wotn.Kind(j); k < wotn.NumKinds && m[2] != []string{k.Name(), GermanName(VariantOf(k), k)}[i] {
				t.Errorf("%s: %s has the name %s", file, k, m[2])
			}
		}
		if letters != "PSDNBMGAYRIHTFXCZEQLVK" || len(sources[i]) != len(letters) {
			t.Fatalf("%s: sections %s, %d diagrams", file, letters, len(sources[i]))
		}
	}
	for i, b := range sources[0] {
		k := wotn.Pawn + wotn.Kind(i)
		t.Run(k.Name(), func(t *testing.T) { checkTrick(t, k, b) })
		german := sources[1][i]
		b.Diagram.Title, german.Diagram.Title = "", ""
		if b.Diagram != german.Diagram {
			t.Errorf("%s: the diagram is different in German", k)
		}
	}
}

func checkTrick(t *testing.T, k wotn.Kind, b Block) {
	if problems := untrue(&b); problems != nil {
		t.Error(strings.Join(problems, "; "))
	}
	if b.Diagram.Variant != VariantOf(k) {
		t.Errorf("the variant is %s", b.Diagram.Variant)
	}
	text, _, err := b.Start()
	if err != nil {
		t.Fatal(err)
	}
	p, err := wotn.ParsePosition(b.Diagram.Variant, text)
	if err != nil {
		t.Fatal(err)
	}
	want := claims[k]
	move, err := p.ParseMove(want.move)
	if err != nil {
		t.Fatal(err)
	}
	if p.At(move.From()).Kind != k {
		t.Errorf("%s moves a %s", want.move, p.At(move.From()).Kind)
	}
	if !strings.Contains(b.Diagram.Marks, "arrow "+want.move[:2]+" "+want.move[2:4]) {
		t.Errorf("the diagram does not show %s", want.move)
	}
	all, err := b.Diagram.readBoard()
	if err != nil {
		t.Fatal(err)
	}
	marks, err := readMarks(all, b.Diagram.Marks)
	if err != nil {
		t.Fatal(err)
	}
	var targets []wotn.Square
	for _, m := range marks {
		for _, s := range m.squares {
			if m.name == "square" {
				targets = append(targets, wotn.NewSquare(s.column, s.row))
			}
		}
	}

	game := wotn.NewGame(p)
	e := search.New(search.Config{NewEvaluator: func() search.Evaluator { return eval.New() }, Hash: 4})
	result := e.Search(context.Background(), game, engine.Limits{Depth: 6}, nil)
	var after wotn.Position
	p.PlayInto(&after, move)
	if want.claim == "mate" {
		if outcome := after.Outcome(); outcome.Reason != wotn.Checkmate {
			t.Errorf("no mate: %v", outcome)
		}
		return
	}
	if result.Best != move {
		t.Errorf("the engine plays %v (%v)", result.Best, result.Score)
	}
	values := eval.New().Values(p.Variant())
	switch want.claim {
	case "only move":
		if moves := p.AppendMoves(nil); len(moves) != 1 {
			t.Errorf("the legal moves are %v", moves)
		}
		if after.Pieces(wotn.White, wotn.King).Count() != 2 || p.Checkers() == 0 {
			t.Error("no second king answers a check")
		}
	case "fork":
		// A fork attacks a king, and whatever the answer is, the other piece can be
		// captured without loss.
		attacked := after.Attacks(after.At(move.To()).Kind, wotn.White, move.To(), after.Occupied())
		for _, s := range targets {
			if !attacked.Has(s) || after.At(s).Color != wotn.Black {
				t.Errorf("%s is not attacked", s)
			}
		}
		if len(targets) < 2 || after.Checkers() == 0 {
			t.Error("no check")
		}
		for _, reply := range after.AppendMoves(nil) {
			var answered wotn.Position
			after.PlayInto(&answered, reply)
			best := 0
			for _, m := range answered.AppendMoves(nil) {
				if answered.At(m.To()).Kind == wotn.NoKind {
					continue
				}
				var done wotn.Position
				answered.PlayInto(&done, m)
				loss := 0
				if done.AttackersOf(m.To(), wotn.Black) != 0 {
					loss = values[answered.At(m.From()).Kind]
				}
				best = max(best, values[answered.At(m.To()).Kind]-loss)
			}
			if best < values[wotn.Squire] {
				t.Errorf("after %v White wins %d", reply, best)
			}
		}
	case "pin":
		pinned := targets[0]
		for _, reply := range after.AppendMoves(nil) {
			if reply.From() != pinned {
				continue
			}
			var answered wotn.Position
			after.PlayInto(&answered, reply)
			if answered.AttackersOf(reply.To(), wotn.White) == 0 {
				t.Errorf("the pinned piece escapes with %v", reply)
			}
		}
		if after.AttackersOf(pinned, wotn.White) == 0 {
			t.Error("the pinned piece is not attacked")
		}
	}
}

// TestKindDiagrams checks the diagrams of all kinds: their marks agree with the rules.
func TestKindDiagrams(t *testing.T) {
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		empty := EmptyBoard(k)
		if _, err := empty.Diagram.Embedded(); err != nil {
			t.Errorf("%s: %v", k, err)
		}
		leaps := wotn.Leaps(k, d4)
		reached := len(empty.Quiet)
		lines := wotn.Lines(k, d4)
		want := leaps.Count()
		for _, line := range lines {
			want += len(line)
		}
		if k == wotn.Pawn {
			want = 1
		}
		if reached != want {
			t.Errorf("%s: %d squares, want %d", k, reached, want)
		}
		full, err := FilledBoard(k)
		if err != nil {
			t.Errorf("%s: %v", k, err)
			continue
		}
		if problems := untrue(&Block{Diagram: full.Diagram}); problems != nil {
			t.Errorf("%s: %s", k, strings.Join(problems, "; "))
		}
		if len(full.Captures) == 0 || len(full.Quiet) == 0 {
			t.Errorf("%s: it moves to %v and captures on %v", k, full.Quiet, full.Captures)
		}
		for _, s := range full.Promotions {
			if !slices.Contains(full.Captures, s) && !slices.Contains(full.Quiet, s) {
				t.Errorf("%s: it is promoted on %s without moving there", k, s)
			}
		}
	}
}
