package files

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"tafelrunde/internal/lessons"
	"tafelrunde/lancelot"
)

var update = flag.Bool("update", false, "write new solutions of all mini-games, made of hints")

// TestLessons plays every exercise of the program. After a change of an engine,
// -update stores new solutions of the mini-games.
func TestLessons(t *testing.T) {
	l, err := Load(Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for _, course := range l.Courses {
		for _, id := range course.Stages {
			for i, e := range l.Checked[id] {
				exercise := l.Stages[id].Exercises[i]
				t.Run(id+"/"+exercise.ID, func(t *testing.T) {
					t.Parallel()
					if exercise.Engine == nil || !*update {
						if err := e.Verify(); err != nil {
							t.Errorf("%v", err)
						}
						return
					}
					line, err := e.Solve()
					if err != nil {
						t.Fatal(err)
					}
					state, err := e.State(line, nil)
					if err != nil {
						t.Fatal(err)
					}
					store(t, id, i, line, state.Moves)
				})
			}
		}
	}
}

// TestHintsSolveMiniGames follows nothing but hints: from the start, for three
// stars, and after a first move that is not that of the solution. Whole games are
// followed from the start only.
func TestHintsSolveMiniGames(t *testing.T) {
	l, err := Load(Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for _, course := range l.Courses {
		for _, id := range course.Stages {
			for i, e := range l.Checked[id] {
				exercise := l.Stages[id].Exercises[i]
				if exercise.Engine == nil || !inSample(id) {
					continue
				}
				t.Run(id+"/"+exercise.ID, func(t *testing.T) {
					t.Parallel()
					if moves := followHints(t, e, nil); moves > exercise.Par {
						t.Errorf("solved in %d moves, par is %d", moves, exercise.Par)
					}
					if exercise.Success != "won" {
						followHints(t, e, []string{anotherFirstMove(t, e, exercise)})
					}
				})
			}
		}
	}
}

// anotherFirstMove returns a quiet first move that is not that of the solution.
func anotherFirstMove(t *testing.T, e *lessons.Exercise, exercise Exercise) string {
	for _, move := range map[string][]string{
		"wotn":     {"e1f1", "e1f2", "a2a3", "e1d1"},
		"lancelot": {"d4", "d5", "e5"},
	}[exercise.Game] {
		if state, err := e.State([]string{move}, nil); err == nil && state.Status == lessons.Open && move != exercise.Solution[0] {
			return move
		}
	}
	t.Fatal("there is no other first move")
	return ""
}

// followHints plays hints and replies until the exercise is solved. It returns the
// number of the learner's moves.
func followHints(t *testing.T, e *lessons.Exercise, line []string) int {
	for len(line) < 120 {
		state, err := e.State(line, nil)
		if err != nil {
			t.Fatal(err)
		}
		if state.Status == lessons.Solved {
			return state.Moves
		}
		if state.Status == lessons.Failed {
			break
		}
		next := e.Hint
		if state.EngineMoves {
			next = e.Reply
		}
		move, err := next(line)
		if err != nil {
			t.Fatal(err)
		}
		line = append(slices.Clone(line), move)
	}
	t.Fatalf("not solved by %q", line)
	return 0
}

// TestWrongMovesHaveReasons: wrong first moves that a file does not explain get a
// fact. "Captures nothing" is one only where the task is a capture.
func TestWrongMovesHaveReasons(t *testing.T) {
	l, err := Load(Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for id, stage := range l.Stages {
		if stage.Game != "lancelot" {
			continue
		}
		for i, e := range l.Checked[id] {
			exercise := stage.Exercises[i]
			if exercise.Engine != nil {
				continue
			}
			position, err := lancelot.ParsePosition(exercise.Position)
			if err != nil {
				t.Fatal(err)
			}
			if exercise.ID == "power" {
				continue // it has hundreds of thousands of turns
			}
			for turn := range position.Turns() {
				state, err := e.State([]string{turn.String()}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if state.Status != lessons.Failed || state.Wrong >= 0 {
					continue
				}
				about := state.Fact == lessons.CapturesNothing && !strings.Contains(exercise.Success, "captur")
				if about || state.Fact == lessons.NoFact || state.Fact == lessons.Unmet && state.Cause.Name == "" {
					t.Errorf("%s/%s: %s: %q %+v", id, exercise.ID, turn, state.Fact, state.Cause)
				}
			}
		}
	}
}

// storing is held while a file is written: the tests of a file run in parallel.
var storing sync.Mutex

// store writes the solution of an exercise into its file. Only the lines with the
// solution and par change.
func store(t *testing.T, id string, index int, line []string, par int) {
	storing.Lock()
	defer storing.Unlock()
	name := "data/" + id + ".json"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	written, err := json.Marshal(line)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	at := -1
	for n, l := range lines {
		switch trimmed := strings.TrimSpace(l); {
		case strings.HasPrefix(trimmed, `"id": `):
			at++
		case at == index && strings.HasPrefix(trimmed, `"par": `):
			lines[n] = fmt.Sprintf(`      "par": %d,`, par)
		case at == index && strings.HasPrefix(trimmed, `"solution": `):
			lines[n] = `      "solution": ` + strings.ReplaceAll(string(written), ",", ", ") + ","
		}
	}
	if err := os.WriteFile(name, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestBadFilesAreRefused: errors name file, exercise and reason.
func TestBadFilesAreRefused(t *testing.T) {
	const courses = `[{"id": "c", "game": "wotn", "express": true, "stages": ["s"], "texts": {
		"en": {"title": "T", "about": "A"}, "de": {"title": "T", "about": "A"}}}]`
	good := map[string]any{
		"id": "x", "position": "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "par": 1, "success": "captured d5",
		"solution": []string{"e4d5s"}, "also": []string{"e4d5d"},
		"wrong": []any{map[string]any{"moves": []string{"e4e5"}, "reason": "not captured d5", "text": "past"}},
	}
	texts := map[string]string{"title": "T", "about": "A", "x.task": "T", "x.done": "D", "x.past": "P"}
	for _, test := range []struct {
		change map[string]any
		text   string // a key whose German text is removed
		want   string
	}{
		{nil, "", ""},
		{map[string]any{"position": "4k3/8 w"}, "", "s.json:1: exercise x: position: "},
		{map[string]any{"position": "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"}, "", "position: the game is over"},
		{map[string]any{"success": "taken d5"}, "", `s.json:1: exercise x: success: unknown condition "taken"`},
		{map[string]any{"success": "captured z9"}, "", `success: captured: "z9" is not a square`},
		{map[string]any{"success": "captured d5 and"}, "", "success: a condition is missing"},
		{map[string]any{"success": "(captured d5"}, "", "success: a parenthesis is not closed"},
		{map[string]any{"failure": "piece d5"}, "", "failure: piece needs square and pieces"},
		{map[string]any{"par": 0}, "", "s.json:1: exercise x: par: must be at least 1"},
		{map[string]any{"par": 2}, "", "s.json:1: exercise x: par: is 2, the solution needs 1"},
		{map[string]any{"solution": []string{"e4e5"}}, "", "s.json:1: exercise x: solution: the exercise is failed at its end"},
		{map[string]any{"solution": []string{"e4f5"}}, "", "s.json:1: exercise x: solution: move 1, e4f5"},
		{map[string]any{"also": nil}, "", `s.json:1: exercise x: also: ["e4d5d"] lead to success in 1 moves too`},
		{map[string]any{"also": []string{"e4d5d", "e1d1"}}, "", "s.json:1: exercise x: also: e1d1 does not lead to success"},
		{map[string]any{"wrong": []any{map[string]any{"moves": []string{"e4d5d"}, "reason": "captured d5", "text": "past"}}}, "",
			`s.json:1: exercise x: wrong[0]: the exercise is solved after ["e4d5d"]`},
		{map[string]any{"wrong": []any{map[string]any{"moves": []string{"e4e5"}, "reason": "captured d5", "text": "past"}}}, "",
			`s.json:1: exercise x: wrong[0]: "captured d5" does not hold`},
		{map[string]any{"engine": map[string]any{"level": 99, "nodes": 1, "seed": 1}}, "", "engine: there is no level 99"},
		{map[string]any{"marks": []string{"e4 purple"}}, "", `s.json:1: exercise x: marks: "e4 purple"`},
		{map[string]any{"id": "x.y"}, "", "s.json:1: exercise x.y: the id"},
		{map[string]any{"goal": "win"}, "", `s.json:1: exercise x: json: unknown field "goal"`},
		{map[string]any{"par": "one"}, "", "s.json:1: exercise x: json: cannot unmarshal string"},
		{map[string]any{"id": 7}, "", "s.json:1: exercise number 1: json: cannot unmarshal number"},
		{nil, "x.task", "s.json:1: texts.de: x.task is missing"},
		{nil, "x.past", "s.json:1: texts.de: x.past is missing"},
	} {
		exercise := map[string]any{}
		for key, value := range good {
			exercise[key] = value
		}
		for key, value := range test.change {
			exercise[key] = value
		}
		german := map[string]string{}
		for key, text := range texts {
			if key != test.text {
				german[key] = text
			}
		}
		stage, err := json.Marshal(map[string]any{
			"game": "wotn", "exercises": []any{exercise}, "texts": map[string]any{"en": texts, "de": german},
		})
		if err != nil {
			t.Fatal(err)
		}
		l, err := Load(fstest.MapFS{"courses.json": {Data: []byte(courses)}, "s.json": {Data: stage}})
		if err == nil {
			err = l.Verify()
		}
		switch {
		case test.want == "" && err != nil:
			t.Errorf("the good file: %v", err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%v without %s: %v, want %q", test.change, test.text, err, test.want)
		}
	}
}

// TestBadStagesAreRefused: a stage has no text after it, and ends with a mini-game if its
// course is not express.
func TestBadStagesAreRefused(t *testing.T) {
	l := fstest.MapFS{}
	for _, name := range []string{"courses.json", "wotn-ranks.json"} {
		data, err := fs.ReadFile(Embedded(), name)
		if err != nil {
			t.Fatal(err)
		}
		l[name] = &fstest.MapFile{Data: data}
	}
	refused := func(want string) {
		t.Helper()
		if _, err := Load(l); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	good := l["wotn-ranks.json"].Data
	l["wotn-ranks.json"].Data = append(slices.Clone(good), "}\n"...)
	refused(fmt.Sprintf("wotn-ranks.json:%d: there is more text after the end", bytes.Count(good, []byte("\n"))+1))
	var stage map[string]any
	if err := json.Unmarshal(good, &stage); err != nil {
		t.Fatal(err)
	}
	exercises := stage["exercises"].([]any)
	stage["exercises"] = exercises[:len(exercises)-1]
	l["wotn-ranks.json"].Data, _ = json.Marshal(stage)
	refused("the stage wotn-ranks does not end with a mini-game")
}

// TestPlacesOfErrors: errors name the line and the exercise, also where a file is not
// JSON or an object has a key twice.
func TestPlacesOfErrors(t *testing.T) {
	const good = `{
  "game": "wotn",
  "exercises": [
    {
      "id": "x",
      "position": "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
      "par": 1,
      "success": "captured d5",
      "solution": ["e4d5s"],
      "also": ["e4d5d"]
    },
    {
      "id": "y",
      "position": "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
      "par": 1,
      "success": "captured d5",
      "solution": ["e4d5s"],
      "also": ["e4d5d"]
    }
  ],
  "texts": {
    "en": {
      "title": "T",
      "about": "A",
      "x.task": "T",
      "x.done": "D",
      "y.task": "T",
      "y.done": "D"
    },
    "de": {
      "title": "T",
      "about": "A",
      "x.task": "T",
      "x.done": "D",
      "y.task": "T",
      "y.done": "D"
    }
  }
}
`
	const courses = `[{"id": "c", "game": "wotn", "express": true, "stages": ["s"],
  "texts": {"en": {"title": "T", "about": "A"}, "de": {"title": "T", "about": "A"}}}]`
	for _, test := range []struct{ old, new, want string }{
		{"", "", ""},
		{`"also": ["e4d5d"]`, `"also": ["e4d5d"], "par": 1`, `s.json:10: exercise x: "par" is there twice, first in line 7`},
		{`"y.done": "D"`, `"y.task": "D"`, `s.json:28: "y.task" is there twice, first in line 27`},
		{`"game": "wotn",`, `"game": "wotn", "game": "wotn",`, `s.json:2: "game" is there twice, first in line 2`},
		{`"par": 1,`, `"par": 1`, "s.json:8: exercise x: invalid character"},
		{`"id": "y",`, `"id": "y" `, "s.json:14: exercise y: invalid character"},
		{`"id": "x",`, `"id": "x`, "s.json:5: exercise number 1: invalid character"},
		{`["e4d5d"]`, `["e4d5d",]`, "s.json:10: exercise x: invalid character"},
		{"  }\n}\n", "  }\n", "s.json:39: the text ends too early"},
		{`"par": 1`, `"par": "1"`, "s.json:7: exercise x: json: cannot unmarshal string"},
		{`"id": "x"`, `"id": "x", "goal": 1`, `s.json:4: exercise x: json: unknown field "goal"`},
		{`"game": "wotn"`, `"game": 1`, "s.json:2: json: cannot unmarshal number"},
		{`"success": "captured d5"`, `"success": "captured d9"`, "s.json:4: exercise x: success: "},
		{`"x.done": "D"`, `"x.done": "Nxd5"`, `s.json:26: texts.en: x.done has "Nxd5"`},
		{`"x.done": "D"`, `"x.do": "D"`, "s.json:26: texts.en: nothing uses x.do"},
		{`"x.done": "D"`, `"x.done": ""`, "s.json:26: texts.en: x.done is missing"},
	} {
		text := strings.Replace(good, test.old, test.new, 1)
		_, err := Load(fstest.MapFS{"courses.json": {Data: []byte(courses)}, "s.json": {Data: []byte(text)}})
		if test.want == "" {
			if err != nil {
				t.Errorf("the good file: %v", err)
			}
		} else if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v, want %q", test.new, err, test.want)
		}
	}
}

// TestTextsAreSpoken: texts that screen readers cannot read as words are refused.
func TestTextsAreSpoken(t *testing.T) {
	for text, wrong := range map[string]string{
		"Capture the pawn on d5, then move from d7 to d6.": "",
		"The lead is −1.":          "",
		"After dxe5 it is gone.":   `"dxe5"`,
		"Play d7-d6.":              `"d7-d6"`,
		"A pawn → a squire.":       `"→"`,
		"Nxf3 wins.":               `"Nxf3"`,
		"Level 2, and 2 × 2 is 4.": `"×"`,
	} {
		errs := checkTexts(Texts{"en": {"x.task": text}, "de": {"x.task": "gut"}}, []string{"x.task"})
		if (wrong == "") != (len(errs) == 0) || wrong != "" && !strings.Contains(errs[0].Error(), "texts.en: x.task has "+wrong) {
			t.Errorf("%s: %v", text, errs)
		}
	}
}

// TestCoursesAreComplete: what the issue of each course is, and that each ends with
// a game.
func TestCoursesAreComplete(t *testing.T) {
	l, err := Load(Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for _, course := range l.Courses {
		last := l.Stages[course.Stages[len(course.Stages)-1]].Exercises
		if final := last[len(last)-1]; final.Engine == nil || final.Success != "won" {
			t.Errorf("the course %s does not end with a game", course.ID)
		}
		if course.Express {
			continue
		}
		for _, id := range course.Stages {
			exercises := l.Stages[id].Exercises
			if exercises[len(exercises)-1].Engine == nil {
				t.Errorf("the stage %s does not end with a mini-game", id)
			}
		}
	}
	if !slices.ContainsFunc(l.Courses, func(c Course) bool { return c.Express }) {
		t.Error("there is no express course")
	}
}
