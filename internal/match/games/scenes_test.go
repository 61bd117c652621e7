package games_test

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// scene is a small moving picture that explains a rule. Its moves and turns begin again
// at the start for each line.
type scene struct {
	game, name, start string
	// view has the first and the last square of the part of the board that is shown.
	view  string
	lines []string
	// row is the row of which the lead of the first seat is shown, 0 for none.
	// Its stones are all in the view.
	row int
	// closed hatches the squares that are closed to the first seat in the last position.
	closed bool
}

// scenes are the pictures of both games in the order of their page.
var scenes = []scene{
	{game: "wotn", name: "levels", start: wotn.StartText, view: "e1-h4", lines: []string{"g1f3 e7e5 e2e4"}},
	{game: "wotn", name: "capture", start: "4k3/3b4/8/3p4/4P3/5N2/8/4K3 w - - 0 1", view: "b4-f8", lines: []string{"e4d5s e8f8 d5d7n"}},
	{game: "wotn", name: "half", start: "4k3/8/6b1/8/8/3Q4/8/4K3 w - - 0 1", view: "c3-g7", lines: []string{"d3g6"}},
	{game: "wotn", name: "ranks", start: "7k/8/8/P7/8/8/8/4K3 w - - 0 1", view: "a5-d8", lines: []string{"a5a6s h8h7 a6a7n h7h6 a7c8m"}},
	{game: "wotn", name: "choice", start: "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", view: "c3-f6", lines: []string{"e4d5s", "e4d5d"}},
	{game: "wotn", name: "kings", start: "7k/8/8/8/V3r3/8/8/K7 w - - 0 1", view: "a1-e5", lines: []string{"a4e4k"}},
	{game: "lancelot", name: "place", start: "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7", view: "f5-j9", lines: []string{"g7 h8 i6"}},
	{game: "lancelot", name: "lead", start: "8/8/8/8/2ab4/8/8/8 a 0,0 29,29 - basic 7", view: "e5-i9", lines: []string{"h7"}, row: 7},
	{game: "lancelot", name: "two", start: "8/8/8/8/1a1ba3/8/8/8 a 0,0 28,29 - basic 7", view: "e5-i9", lines: []string{"i7"}, row: 7},
	{game: "lancelot", name: "closed", start: "8/8/8/8/1a6/8/8/8 a 0,0 29,30 - basic 7", view: "e5-i9", lines: []string{"g7"}, row: 7, closed: true},
	{game: "lancelot", name: "cross", start: "8/5a2/5b2/5a2/8/2aba3/8/8 a 0,0 26,28 - basic 7", view: "f6-j10", lines: []string{"i6"}},
	{game: "lancelot", name: "target", start: "8/8/8/8/1abb1aa1/8/8/8 a 4,2 25,24 - basic 7", view: "e4-j9", lines: []string{"h7"}, row: 7},
}

// recordedScene is a scene as the page has it.
type recordedScene struct {
	Game    string       `json:"game"`
	Name    string       `json:"name"`
	Columns []string     `json:"columns"`
	Rows    []int        `json:"rows"`
	Row     int          `json:"row,omitempty"`
	Frames  []sceneFrame `json:"frames"`
}

// sceneFrame is a position of a scene. Lines after the first one begin with the start.
type sceneFrame struct {
	Pieces   []games.DiagramPiece `json:"pieces"`
	Last     []string             `json:"last"`
	Promoted bool                 `json:"promoted,omitempty"`
	Captured []string             `json:"captured,omitempty"`
	Closed   []string             `json:"closed,omitempty"`
	Lead     *int                 `json:"lead,omitempty"` // of the first seat on the row
}

func (s *scene) settings() *match.Settings {
	if s.game == "wotn" {
		return &match.Settings{Game: "wotn", Variant: "wotn", Seats: 2}
	}
	return &match.Settings{Game: "lancelot", Variant: "basic", Seats: 2}
}

// shows reports whether a square is in the view.
func (s *scene) shows(square string) bool {
	first, last, _ := strings.Cut(s.view, "-")
	row := func(square string) int { n, _ := strconv.Atoi(square[1:]); return n }
	return first[0] <= square[0] && square[0] <= last[0] && row(first) <= row(square) && row(square) <= row(last)
}

// frame returns a position with the squares of the last move or turn.
func (s *scene) frame(t *testing.T, position string, last ...string) (f sceneFrame) {
	t.Helper()
	d, err := games.DiagramOf(s.settings(), position)
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	f.Last = slices.DeleteFunc(last, func(square string) bool { return !s.shows(square) })
	if f.Last == nil {
		f.Last = []string{}
	}
	f.Pieces = slices.DeleteFunc(d.Pieces, func(p games.DiagramPiece) bool { return !s.shows(p.Square) })
	return f
}

// wotn records the positions of a scene of Way of the Knight.
func (s *scene) wotn(t *testing.T) (frames []sceneFrame) {
	for _, line := range s.lines {
		start, err := wotn.ParsePosition(wotn.Standard, s.start)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		game := wotn.NewGame(start)
		f := s.frame(t, start.String())
		frames = append(frames, f)
		for text := range strings.FieldsSeq(line) {
			p := game.Position()
			m, err := p.ParseMove(text)
			if err != nil {
				t.Fatalf("%s: %s: %v", s.name, text, err)
			}
			if err := game.Play(m); err != nil {
				t.Fatalf("%s: %s: %v", s.name, text, err)
			}
			if !s.shows(m.To().String()) { // a move by the other side, somewhere else
				continue
			}
			p = game.Position()
			f := s.frame(t, p.String(), m.From().String(), m.To().String())
			f.Promoted = len(text) > 4
			frames = append(frames, f)
		}
	}
	return frames
}

// lancelot records the positions of a scene of Lancelot. Stones are captured one
// position after the stone that captures them is placed. A scene with a lead ends when
// that stone is placed: afterwards the lead would be greater than the 2 that captures.
func (s *scene) lancelot(t *testing.T) (frames []sceneFrame) {
	start, err := lancelot.ParsePosition(s.start)
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	add := func(p *lancelot.Position, more int, last ...string) *sceneFrame {
		f := s.frame(t, p.String(), last...)
		if row := slices.IndexFunc(p.Lines(), func(line lancelot.Line) bool {
			return line.First.Row() == line.Last.Row() && line.First.Row()+1 == s.row
		}); row >= 0 {
			f.Lead = new(p.Lead(0, row) + more)
		}
		frames = append(frames, f)
		return &frames[len(frames)-1]
	}
	add(&start, 0)
	game := lancelot.NewGame(start)
	for text := range strings.FieldsSeq(s.lines[0]) {
		before := game.Position()
		if err := game.PlayText(text); err != nil {
			t.Fatalf("%s: %s: %v", s.name, text, err)
		}
		captures := game.Step(game.Len() - 1).Captures()
		var last *sceneFrame
		if len(captures) > 0 {
			last = add(before, 1, text)
			last.Pieces = append(last.Pieces, games.DiagramPiece{Square: text, Stone: int(before.ToMove())})
		}
		if len(captures) == 0 || s.row == 0 {
			last = add(game.Position(), 0, text)
		}
		for _, c := range captures {
			last.Captured = append(last.Captured, c.Square.String())
		}
	}
	if s.closed {
		p, last := game.Position(), &frames[len(frames)-1]
		closed := p.FreeSquares().Difference(p.OpenTo(0))
		for square := range closed.Squares() {
			if s.shows(square.String()) {
				last.Closed = append(last.Closed, square.String())
			}
		}
	}
	return frames
}

// TestScenesFollowTheRules plays the small pictures of both games by the rules and compares
// them with the committed file. The page shows them without the rules.
func TestScenesFollowTheRules(t *testing.T) {
	const committed = "../../../browser/play/scenes.json"
	var all []recordedScene
	for _, s := range scenes {
		r := recordedScene{Game: s.game, Name: s.name, Row: s.row}
		whole, err := games.DiagramOf(s.settings(), s.start)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		for _, column := range whole.Columns {
			for _, row := range whole.Rows {
				if !s.shows(column + strconv.Itoa(row)) {
					continue
				}
				if !slices.Contains(r.Columns, column) {
					r.Columns = append(r.Columns, column)
				}
				if !slices.Contains(r.Rows, row) {
					r.Rows = append(r.Rows, row)
				}
			}
		}
		if s.game == "wotn" {
			r.Frames = s.wotn(t)
		} else {
			r.Frames = s.lancelot(t)
		}
		all = append(all, r)
	}
	compareOrWrite(t, committed, all)
}

// compareOrWrite compares a value with the JSON in a committed file, or writes the file
// with -demo. The formatter of the page breaks lines elsewhere.
func compareOrWrite(t *testing.T, committed string, value any) {
	t.Helper()
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	if *updateDemo {
		if err := os.WriteFile(committed, text, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(committed)
	if err != nil {
		t.Fatal(err)
	}
	var a, b bytes.Buffer
	if err := json.Compact(&a, text); err != nil {
		t.Fatal(err)
	}
	if err := json.Compact(&b, have); err != nil {
		t.Fatal(err)
	}
	if a.String() != b.String() {
		t.Errorf("%s does not follow from the rules: run go test ./internal/match/games -run 'Demo|Scenes' -demo, then biome", committed)
	}
}
