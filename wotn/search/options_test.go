package search_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"tafelrunde/internal/engines"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/search"
)

// set sets an option as the protocols do.
func set(t *testing.T, e *search.Engine, name, value string) error {
	t.Helper()
	option, ok := engine.FindOption(e.Options(), name)
	if !ok {
		t.Fatalf("no option %s", name)
	}
	value, err := option.Parse(value)
	if err != nil {
		t.Fatal(err)
	}
	return e.SetOption(option.Name, value)
}

// TestOptions checks that every option accepts its default value, and that
// options have an effect.
func TestOptions(t *testing.T) {
	e := search.New(search.Config{NewEvaluator: newEvaluator})
	for _, o := range e.Options() {
		if err := set(t, e, o.Name, o.Default); err != nil {
			t.Errorf("%s: %v", o.Name, err)
		}
	}
	if err := set(t, e, "Off", "guessing"); err == nil {
		t.Error("Off accepts an unknown technique")
	}
	game := wotn.NewGame(wotn.Start(wotn.Standard))
	think := func() engine.Result {
		e.NewGame()
		return e.Search(context.Background(), game, engine.Limits{Depth: 6}, nil)
	}
	set(t, e, "MultiPV", "3")
	set(t, e, "Hash", "1")
	if r := think(); len(r.PVs) != 3 || r.Depth != 6 {
		t.Errorf("%d PVs, depth %d", len(r.PVs), r.Depth)
	}
	set(t, e, "Skill Level", "3")
	if r := think(); r.Depth != 2 {
		t.Errorf("level 3 searches to depth %d", r.Depth)
	}
	set(t, e, "Beginner", "2")
	if r := think(); r.Depth != 1 || len(r.PVs) != 3 || r.PVs[0].Score < r.PVs[1].Score {
		t.Errorf("beginner 2 searches to depth %d, %d PVs", r.Depth, len(r.PVs))
	}
	set(t, e, "UCI_AnalyseMode", "true")
	if r := think(); r.Depth != 6 {
		t.Errorf("analysis searches to depth %d", r.Depth)
	}
	set(t, e, "UCI_AnalyseMode", "false")
	set(t, e, "Beginner", "0")
	if r := think(); r.Depth != 2 {
		t.Errorf("level 3 searches to depth %d after a beginner", r.Depth)
	}
	set(t, e, "UCI_LimitStrength", "true")
	set(t, e, "UCI_Elo", "800")
	if r := think(); r.Depth != 1 {
		t.Errorf("Elo 800 searches to depth %d", r.Depth)
	}
	set(t, e, "Seed", "7")
	first, second := think(), think()
	if first.Best != second.Best || first.Score != second.Score {
		t.Errorf("with a seed, %s %s and %s %s", first.Best, first.Score, second.Best, second.Score)
	}
}

// TestEarlyPonderHit checks a ponder hit before the search has begun.
func TestEarlyPonderHit(t *testing.T) {
	e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 1})
	hit := make(chan struct{})
	close(hit)
	begin := time.Now()
	r := e.Search(context.Background(), wotn.NewGame(wotn.Start(wotn.Standard)), engine.Limits{PonderHit: hit, MoveTime: 50 * time.Millisecond}, nil)
	if took := time.Since(begin); took > patience || r.Best == wotn.NoMove {
		t.Errorf("took %v, %s", took, r.Best)
	}
}

// TestHashBeyondMemory: a hash table that does not fit into the memory is refused, and
// the old one stays.
func TestHashBeyondMemory(t *testing.T) {
	if engines.CheckMemory(search.MaxHash) == nil {
		return // a machine with more than 64 GiB
	}
	e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 1})
	err := e.SetOption("Hash", strconv.Itoa(search.MaxHash))
	if err == nil || !strings.Contains(err.Error(), "the hash table still has 1 MiB:") {
		t.Errorf("got error %v", err)
	}
}

// fixed evaluates every position in the same way.
type fixed struct{ search.Evaluator }

func (fixed) Evaluate(*wotn.Position) int { return 123 }

// TestEvalFile: the option takes another evaluator for the evaluation and the search, and the usual one again. A file
// that cannot be used changes nothing.
func TestEvalFile(t *testing.T) {
	e := search.New(search.Config{NewEvaluator: newEvaluator, Threads: 2})
	if _, ok := engine.FindOption(e.Options(), "EvalFile"); ok {
		t.Error("there is the option without a way to open files")
	}
	e.Configure(search.Config{NewEvaluator: newEvaluator, Threads: 2, OpenEvaluator: func(file string) (func() search.Evaluator, error) {
		if file != "some.net" {
			return nil, errors.New("no such file")
		}
		return func() search.Evaluator { return fixed{newEvaluator()} }, nil
	}})
	p := wotn.Start(wotn.Standard)
	usual := e.Evaluate(&p)
	score := func() engine.Score {
		return e.Search(context.Background(), wotn.NewGame(p), engine.Limits{Depth: 1}, nil).Score
	}
	usualScore := score()
	for _, step := range []struct {
		file, err string
		other     bool
	}{{"some.net", "", true}, {"missing", "no such file", true}, {"", "", false}, {"missing", "no such file", false}} {
		err := set(t, e, "EvalFile", step.file)
		if (err == nil) != (step.err == "") || err != nil && err.Error() != step.err {
			t.Errorf("%q: error %v", step.file, err)
		}
		if got := e.Evaluate(&p); (got != usual) != step.other || (got == engine.Centipawns(123)) != step.other {
			t.Errorf("%q: the evaluation is %v", step.file, got)
		}
		if got := score(); (got != usualScore) != step.other {
			t.Errorf("%q: the score of a search is %v, of the usual one %v", step.file, got, usualScore)
		}
	}
}
