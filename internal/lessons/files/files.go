// Package files reads the files of the lessons, which are part of the program.
// docs/formats/lessons.md describes them.
package files

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tafelrunde/internal/lessons"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

//go:embed data/*.json
var embedded embed.FS

// Embedded returns the folder of the files in the program.
func Embedded() fs.FS {
	folder, err := fs.Sub(embedded, "data")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return folder
}

// coursesFile lists the courses; every other file is a stage.
const coursesFile = "courses.json"

// Languages are those of the texts.
var Languages = []string{"en", "de"}

// MaxText is the length of a text in characters: two or three short sentences.
const MaxText = 320

// notation is what screen readers do not read as words: moves such as "dxe5" and
// "d7-d6", and symbols.
var notation = regexp.MustCompile(`[a-nA-Z]?x[a-n][0-9]+|[a-n][0-9]+[-–][a-n][0-9]+|[→←×≤≥<>=]`)

// Texts are texts by language and key.
type Texts map[string]map[string]string

// Course is a list of stages.
type Course struct {
	ID   string `json:"id"`
	Game string `json:"game"`
	// Express courses are for the first minutes.
	Express bool     `json:"express"`
	Stages  []string `json:"stages"`
	Texts   Texts    `json:"texts"`
}

// Stage is a list of exercises about one subject.
type Stage struct {
	Game      string     `json:"game"`
	Exercises []Exercise `json:"exercises"`
	Texts     Texts      `json:"texts"`
}

// Exercise is an exercise of a stage, with what the page shows beside its
// position.
type Exercise struct {
	ID string `json:"id"`
	lessons.Source
	// Chess says that people who play chess know this and can skip it.
	Chess bool `json:"chess"`
	// Marks are circles ("e4") and arrows ("e2 e4"), each with a color or without.
	Marks []string `json:"marks"`
}

// Lessons are all courses and stages.
type Lessons struct {
	Courses []Course
	Stages  map[string]Stage
	// Checked are the exercises by stage, in the order of the file.
	Checked map[string][]*lessons.Exercise
	// lines are the lines of the values by file.
	lines map[string]lines
}

// Load reads all files of a folder. The error joins everything that is wrong:
// each error names file, line, exercise and field.
func Load(folder fs.FS) (*Lessons, error) {
	l := &Lessons{Stages: map[string]Stage{}, Checked: map[string][]*lessons.Exercise{}, lines: map[string]lines{}}
	if err := l.read(folder, coursesFile, &l.Courses); err != nil {
		return nil, err
	}
	names, err := fs.Glob(folder, "*.json")
	if err != nil {
		return nil, err
	}
	var wrong []error
	for _, name := range names {
		if name == coursesFile {
			continue
		}
		stage, errs := l.readStage(folder, name)
		if len(errs) > 0 {
			wrong = append(wrong, errs...)
			continue
		}
		id := strings.TrimSuffix(name, path.Ext(name))
		checked, errs := l.check(name, &stage)
		l.Stages[id], l.Checked[id] = stage, checked
		wrong = append(wrong, errs...)
	}
	wrong = append(wrong, l.checkCourses()...)
	return l, errors.Join(wrong...)
}

// at returns file and line of a value: "wotn-start.json:12".
func (l *Lessons) at(name, path string) string {
	return fmt.Sprintf("%s:%d", name, l.lines[name].of(path))
}

// atExercise returns file, line and exercise.
func (l *Lessons) atExercise(name string, i int, id string) string {
	return fmt.Sprintf("%s: exercise %s", l.at(name, fmt.Sprintf("exercises.%d", i)), id)
}

// read decodes a file. Unknown fields and keys that are there twice are errors.
func (l *Lessons) read(folder fs.FS, name string, into any) error {
	text, err := fs.ReadFile(folder, name)
	if err != nil {
		return err
	}
	found, err := locate(text)
	if err != nil {
		return fmt.Errorf("%s:%w", name, err)
	}
	l.lines[name] = found
	if offset, err := decode(text, into); err != nil {
		return fmt.Errorf("%s:%d: %w", name, lineAt(text, offset), err)
	}
	return nil
}

// decode decodes a text. It returns the byte of an error, as far as it is known.
func decode(text []byte, into any) (offset int64, err error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	err = decoder.Decode(into)
	var mistyped *json.UnmarshalTypeError
	if errors.As(err, &mistyped) {
		offset = mistyped.Offset
	}
	return offset, err
}

// readStage decodes a stage. The errors name the exercise.
func (l *Lessons) readStage(folder fs.FS, name string) (stage Stage, wrong []error) {
	var raw struct {
		Game      string            `json:"game"`
		Exercises []json.RawMessage `json:"exercises"`
		Texts     Texts             `json:"texts"`
	}
	if err := l.read(folder, name, &raw); err != nil {
		return stage, []error{err}
	}
	stage = Stage{Game: raw.Game, Texts: raw.Texts}
	for i, text := range raw.Exercises {
		var exercise Exercise
		if offset, err := decode(text, &exercise); err != nil {
			id := fmt.Sprintf("number %d", i+1)
			var named struct {
				ID string `json:"id"`
			}
			if json.Unmarshal(text, &named) == nil && named.ID != "" {
				id = named.ID
			}
			line := l.lines[name].of(fmt.Sprintf("exercises.%d", i)) + lineAt(text, offset) - 1
			wrong = append(wrong, fmt.Errorf("%s:%d: exercise %s: %w", name, line, id, err))
		}
		stage.Exercises = append(stage.Exercises, exercise)
	}
	return stage, wrong
}

func (l *Lessons) checkCourses() (wrong []error) {
	used := map[string]bool{}
	for i, course := range l.Courses {
		bad := func(format string, args ...any) {
			at := l.at(coursesFile, strconv.Itoa(i))
			wrong = append(wrong, fmt.Errorf("%s: course %s: %s", at, course.ID, fmt.Sprintf(format, args...)))
		}
		for _, id := range course.Stages {
			stage, ok := l.Stages[id]
			switch {
			case !ok:
				bad("there is no stage %s", id)
			case stage.Game != course.Game:
				bad("the stage %s is of another game", id)
			case used[id]:
				bad("the stage %s is listed twice", id)
			case !course.Express && (len(stage.Exercises) == 0 || stage.Exercises[len(stage.Exercises)-1].Engine == nil):
				bad("the stage %s does not end with a mini-game", id)
			}
			used[id] = true
		}
		for _, err := range checkTexts(course.Texts, []string{"title", "about"}) {
			bad("%v", err)
		}
	}
	for id := range l.Stages {
		if !used[id] {
			wrong = append(wrong, fmt.Errorf("%s: the stage %s is in no course", coursesFile, id))
		}
	}
	return wrong
}

// check checks the exercises of a stage without playing them.
func (l *Lessons) check(name string, stage *Stage) (checked []*lessons.Exercise, wrong []error) {
	keys := []string{"title", "about"}
	seen := map[string]bool{}
	for i := range stage.Exercises {
		exercise := &stage.Exercises[i]
		bad := func(reason error) {
			wrong = append(wrong, fmt.Errorf("%s: %w", l.atExercise(name, i, exercise.ID), reason))
		}
		if exercise.ID == "" || strings.Contains(exercise.ID, ".") || seen[exercise.ID] {
			bad(fmt.Errorf("the id is empty, contains a dot or is not unique"))
		}
		seen[exercise.ID] = true
		exercise.Game = stage.Game
		e, err := lessons.New(exercise.Source)
		if err != nil {
			bad(err)
		}
		checked = append(checked, e)
		for _, mark := range exercise.Marks {
			if err := checkMark(stage.Game, mark); err != nil {
				bad(err)
			}
		}
		keys = append(keys, exercise.ID+".task", exercise.ID+".done")
		for _, w := range exercise.Wrong {
			keys = append(keys, exercise.ID+"."+w.Text)
		}
	}
	for _, err := range checkTexts(stage.Texts, keys) {
		wrong = append(wrong, fmt.Errorf("%s: %w", l.at(name, err.path()), err))
	}
	if len(stage.Exercises) == 0 {
		wrong = append(wrong, fmt.Errorf("%s: there are no exercises", name))
	}
	return checked, wrong
}

// textError is an error in a text.
type textError struct{ language, key, reason string }

func (e textError) Error() string { return fmt.Sprintf("texts.%s: %s", e.language, e.reason) }

// path returns the path of the text in its file.
func (e textError) path() string { return "texts." + e.language + "." + e.key }

// checkTexts compares the keys in each language with the wanted ones.
func checkTexts(texts Texts, keys []string) (wrong []textError) {
	slices.Sort(keys)
	keys = slices.Compact(keys)
	for _, language := range Languages {
		bad := func(key, format string, args ...any) {
			wrong = append(wrong, textError{language, key, key + fmt.Sprintf(format, args...)})
		}
		for _, key := range keys {
			switch text := texts[language][key]; {
			case strings.TrimSpace(text) == "":
				bad(key, " is missing")
			case len([]rune(text)) > MaxText:
				bad(key, " has more than %d characters", MaxText)
			case notation.MatchString(text):
				bad(key, " has %q: write words, for screen readers", notation.FindString(text))
			}
		}
		for key := range texts[language] {
			if _, wanted := slices.BinarySearch(keys, key); !wanted {
				wrong = append(wrong, textError{language, key, "nothing uses " + key})
			}
		}
	}
	return wrong
}

var colors = []string{"green", "red", "blue", "yellow"}

// checkMark checks a mark, one or two squares and perhaps a color.
func checkMark(game, mark string) error {
	words := strings.Fields(mark)
	if n := len(words); n > 1 && slices.Contains(colors, words[n-1]) {
		words = words[:n-1]
	}
	if len(words) < 1 || len(words) > 2 {
		return fmt.Errorf("marks: %q is neither a square nor an arrow", mark)
	}
	for _, word := range words {
		var err error
		if game == "wotn" {
			_, err = wotn.ParseSquare(word)
		} else {
			_, err = lancelot.ParseSquare(word)
		}
		if err != nil {
			return fmt.Errorf("marks: %q: %w", mark, err)
		}
	}
	return nil
}

// Verify plays all exercises. Each error names file, line, exercise and field.
func (l *Lessons) Verify() error {
	var wrong []error
	for _, course := range l.Courses {
		for _, id := range course.Stages {
			for i, e := range l.Checked[id] {
				if e == nil {
					continue
				}
				if err := e.Verify(); err != nil {
					at := l.atExercise(id+".json", i, l.Stages[id].Exercises[i].ID)
					wrong = append(wrong, fmt.Errorf("%s: %w", at, err))
				}
			}
		}
	}
	return errors.Join(wrong...)
}
