package games_test

import (
	"flag"
	"slices"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

var updateDemo = flag.Bool("demo", false, "write browser/lobby/demo.json and browser/play/scenes.json")

// demoFrame is a position of the demonstration on the first page.
type demoFrame struct {
	// Text is the part after "home.demo." of the key of the caption.
	Text     string               `json:"text"`
	Pieces   []games.DiagramPiece `json:"pieces"`
	Last     []string             `json:"last"`
	Captured []string             `json:"captured"`
	Lead     *demoLead            `json:"lead,omitempty"`
}

// demoLead is the lead of the first seat on the row of the demonstration of Lancelot.
type demoLead struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Value int    `json:"value"`
}

// demo is a recorded sequence of positions of one game.
type demo struct {
	Game    string      `json:"game"`
	Columns []string    `json:"columns"`
	Rows    []int       `json:"rows"`
	Frames  []demoFrame `json:"frames"`
}

func (d *demo) add(t *testing.T, settings *match.Settings, position, text string, last, captured []string) {
	t.Helper()
	diagram, err := games.DiagramOf(settings, position)
	if err != nil {
		t.Fatal(err)
	}
	if captured == nil {
		captured = []string{}
	}
	d.Game, d.Columns, d.Rows = settings.Game, diagram.Columns, diagram.Rows
	d.Frames = append(d.Frames, demoFrame{Text: text, Pieces: diagram.Pieces, Last: last, Captured: captured})
}

func (d *demo) last() *demoFrame { return &d.Frames[len(d.Frames)-1] }

// TestDemoFollowsTheRules plays the demonstration of the first page by the rules and
// compares it with the committed file. The page shows it without the rules.
func TestDemoFollowsTheRules(t *testing.T) {
	const committed = "../../../browser/lobby/demo.json"
	var all [2]demo

	chess := &match.Settings{Game: "wotn", Variant: "wotn", Seats: 2}
	start, err := wotn.ParsePosition(wotn.Standard, "4k3/3b4/8/3p4/4P3/5N2/8/4K3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	game := wotn.NewGame(start)
	position := func() string { p := game.Position(); return p.String() }
	all[0].add(t, chess, position(), "wotn-start", []string{}, nil)
	for _, step := range []struct{ move, text string }{
		{"e4d5s", "wotn-squire"}, {"e8f8", "wotn-squire"}, {"d5d7n", "wotn-knight"},
	} {
		p := game.Position()
		m, err := p.ParseMove(step.move)
		if err != nil {
			t.Fatal(err)
		}
		if err := game.Play(m); err != nil {
			t.Fatal(err)
		}
		all[0].add(t, chess, position(), step.text, []string{m.From().String(), m.To().String()}, nil)
	}

	stones := &match.Settings{Game: "lancelot", Variant: "basic", Seats: 2}
	board, err := lancelot.ParsePosition("8/8/8/8/1a1ba3/8/8/8 a 0,0 28,29 - basic 7")
	if err != nil {
		t.Fatal(err)
	}
	row := slices.IndexFunc(board.Lines(), func(line lancelot.Line) bool {
		return line.First.String() == "d7" && line.Last.String() == "k7"
	})
	lead := func(value int) *demoLead { return &demoLead{"d7", "k7", value} }
	turns := lancelot.NewGame(board)
	all[1].add(t, stones, board.String(), "lancelot-start", []string{}, nil)
	all[1].last().Lead = lead(board.Lead(0, row))
	if err := turns.PlayText("i7"); err != nil {
		t.Fatal(err)
	}
	step, after := turns.Step(0), turns.Position()
	captures := step.Captures()
	if len(captures) != 1 {
		t.Fatalf("%v are captured", captures)
	}
	all[1].add(t, stones, after.String(), "lancelot-captures", []string{"i7"}, []string{captures[0].Square.String()})
	all[1].last().Lead = lead(after.Lead(0, row))

	// The moment before: the stone is placed, its lead is two, and it captures.
	moment := *all[1].last()
	moment.Lead, moment.Captured = lead(board.Lead(0, row)+1), []string{}
	if moment.Lead.Value != 2 {
		t.Errorf("the stone makes a lead of %d", moment.Lead.Value)
	}
	moment.Pieces = slices.Clone(moment.Pieces)
	for _, piece := range all[1].Frames[0].Pieces {
		if piece.Square == captures[0].Square.String() {
			moment.Pieces = append(moment.Pieces, piece)
		}
	}
	all[1].Frames = slices.Insert(all[1].Frames, 1, moment)

	compareOrWrite(t, committed, all)
}
