package run

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestSequencesRise draws from more and from fewer puzzles than a run has.
func TestSequencesRise(t *testing.T) {
	for _, n := range []int{0, 1, 59, 60, 61, 467} {
		var items []Item
		rating := map[string]int{}
		for i := range n {
			items = append(items, Item{fmt.Sprint("p", i), 600 + i*7919%1500/10})
			rating[items[i].ID] = items[i].Rating
		}
		ids := Sequence(items, 1)
		if len(ids) != min(n, Length) || !slices.IsSortedFunc(ids, func(a, b string) int { return rating[a] - rating[b] }) {
			t.Errorf("%d puzzles: %v", n, ids)
		}
		if len(slices.Compact(slices.Sorted(slices.Values(ids)))) != len(ids) {
			t.Errorf("%d puzzles: one returns in %v", n, ids)
		}
		slices.Reverse(items)
		if again := Sequence(items, 1); !slices.Equal(ids, again) {
			t.Errorf("%d puzzles: %v, in another order %v", n, ids, again)
		}
		if other := Sequence(items, 2); n > 2*Length && slices.Equal(ids, other) {
			t.Errorf("%d puzzles: the seed changes nothing", n)
		}
	}
}

// results reads "+2@800" for a puzzle solved with two moves at 800, "-" for a mistake and "s" for a
// skipped puzzle.
func results(t *testing.T, text string) (list []Result) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		r := Result{Win: word[0] == '+', Skipped: word[0] == 's'}
		if _, err := fmt.Sscanf(word[1:], "%d@%d", &r.Moves, &r.At); err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list
}

func TestPlay(t *testing.T) {
	for _, c := range []struct {
		kind       Kind
		results    string
		moves, now int
		want       State
		err        error
	}{
		{kind: Streak},
		{kind: Storm, want: State{Limit: 180_000}},
		{kind: Storm, now: 180_000, want: State{Limit: 180_000, Ended: true}},
		// The first move of a run starts the clock.
		{kind: Storm, results: "+1@0 +1@400", want: State{Score: 2, Combo: 2, BestCombo: 2, Limit: 180_000}},
		{kind: Storm, results: "+1@0 +1@399", err: errFast},
		{kind: Storm, results: "+3@600 -0@600 +2@1300", want: State{Score: 2, Combo: 2, BestCombo: 3, Limit: 170_000}},
		{kind: Storm, results: "+3@599", err: errFast},
		{kind: Storm, results: "-2@299", err: errFast},
		{kind: Storm, results: "+1@900 -0@899", err: errOrder},
		{kind: Storm, results: "+0@900", err: errMoves},
		{kind: Storm, results: "+51@60000", err: errMoves},
		{kind: Storm, results: "-0@-1", err: errOrder},
		{kind: Storm, results: "s0@10", err: errSkipped},
		// The fifth move of a combo, also within a puzzle.
		{kind: Storm, results: "+4@900", moves: 1, want: State{Score: 1, Combo: 5, BestCombo: 5, Limit: 183_000}},
		{kind: Storm, results: "+4@900 -1@180001", want: State{Score: 1, BestCombo: 5, Limit: 173_000, Ended: true}},
		{kind: Storm, results: "+4@900 +1@180001", err: errLate},
		{kind: Storm, results: "+4@900 +2@183000", want: State{Score: 2, Combo: 6, BestCombo: 6, Limit: 183_000, Ended: true}},
		{kind: Storm, results: "+4@179900 +2@180600", err: errLate}, // the fifth move came too late
		{kind: Storm, results: "-0@175000 +1@175400", err: errEnded},
		{kind: Storm, results: "-0@180001", err: errLate},
		{kind: Storm, results: "+30@60000", moves: 10, want: State{Score: 1, Combo: 40, BestCombo: 40, Limit: 180_000 + 3_000 + 5_000 + 7_000 + 20_000}},

		{kind: Streak, results: "+3@90000000 s1@90000400 +1@90009000", now: 99999999, want: State{Score: 2, Combo: 5, BestCombo: 5}},
		{kind: Streak, results: "s0@5 s0@6", err: errSkipped},
		{kind: Streak, results: "+1@900 -0@901", want: State{Score: 1, BestCombo: 1, Ended: true}},
		{kind: Streak, results: "-0@901 +1@9000", err: errEnded},
		{kind: Streak, results: "-0@901", moves: 1, err: errMoves},
	} {
		got, err := Play(c.kind, results(t, c.results), c.moves, c.now)
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s %q, %d moves, at %d: %+v, %v; want %+v, %v", c.kind, c.results, c.moves, c.now, got, err, c.want, c.err)
		}
	}
	if _, err := Play("race", nil, 0, 0); err == nil {
		t.Error("there are other kinds")
	}
}

// step is the unit of times in the fuzz test.
const step = 100

// twin plays a storm in steps of its clock, or a streak without one. It counts the time that is
// left instead of the moment when it ends.
func twin(kind Kind, list []Result) (s State, ok bool) {
	left, clock, skips := StormTime, 0, 0
	advance := func(to int) {
		for ; clock < to; clock += step {
			left -= step
		}
	}
	right := func() {
		s.Combo++
		s.BestCombo = max(s.BestCombo, s.Combo)
		extra, special := map[int]int{5: 3, 12: 5, 20: 7}[s.Combo], s.Combo >= 30 && s.Combo%10 == 0
		if special {
			extra = 10
		}
		left += extra * 1000
	}
	for i, r := range list {
		if s.Ended || r.At < clock || r.Moves > maxMoves || r.Win && r.Moves < 1 {
			return s, false
		}
		var moves []int
		for m := range r.Moves {
			moves = append(moves, clock+m*moveTime+firstMoveTime)
			if i == 0 {
				moves[m] -= firstMoveTime
			}
		}
		if r.Moves > 0 && moves[r.Moves-1] > r.At {
			return s, false
		}
		if r.Win {
			moves[r.Moves-1] = r.At
		}
		for _, at := range moves {
			if advance(at); kind == Storm && left < 0 {
				return s, false
			}
			right()
		}
		advance(r.At)
		switch {
		case r.Skipped:
			if skips++; kind == Storm || skips > 1 || r.Win {
				return s, false
			}
		case r.Win:
			s.Score++
		case kind == Streak:
			s.Combo, s.Ended = 0, true
		case left < 0:
			return s, false
		default:
			s.Combo = 0
			left -= Penalty
		}
		if kind == Storm {
			s.Limit = clock + left
			s.Ended = left <= 0
		}
	}
	if len(list) == 0 && kind == Storm {
		s.Limit = StormTime
	}
	return s, true
}

// FuzzPlay compares Play with a slow twin. Two bytes are a result.
func FuzzPlay(f *testing.F) {
	f.Add(true, []byte{})
	f.Add(true, []byte("\x05\x00\x05\x05\x00\x04\x09\x10"))
	f.Add(true, []byte("\x11\xff\x11\xff\x11\xff\x11\xff\x11\xff\x11\xff\x11\xff\x11\xff\x04\x40\x04\x40"))
	f.Add(true, []byte(strings.Repeat("\x11\x20", 70)))
	f.Add(false, []byte("\x05\x00\x02\x20\x05\x30\x00\x05"))
	f.Add(false, []byte("\x05\x00\x02\x20\x02\x30"))
	f.Fuzz(func(t *testing.T, storm bool, data []byte) {
		kind := Streak
		if storm {
			kind = Storm
		}
		var list []Result
		at := 0
		for pair := range slices.Chunk(data[:len(data)/2*2], 2) {
			at += (int(pair[1]) - 1) * step
			list = append(list, Result{Win: pair[0]&1 > 0, Skipped: pair[0]&2 > 0, Moves: int(pair[0] >> 2), At: at})
		}
		got, err := Play(kind, list, 0, 0)
		want, ok := twin(kind, list)
		if (err == nil) != ok || ok && !reflect.DeepEqual(got, want) {
			t.Errorf("%s %+v: %+v, %v; want %+v, possible: %v", kind, list, got, err, want, ok)
		}
	})
}
