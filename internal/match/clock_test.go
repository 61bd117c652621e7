package match_test

import (
	"encoding/json"
	"slices"
	"testing"

	"tafelrunde/internal/match"
)

// started returns a game in which both seats have moved once: 60 s each, seat 0 to
// move.
func started(t *testing.T, change ...func(*match.Settings)) *table {
	s := settings(2)
	for _, c := range change {
		c(&s)
	}
	x := begin(t, s)
	for range s.Seats {
		x.play("1", 0, 0)
	}
	return x
}

func TestClockAtEndOfGame(t *testing.T) {
	const second = match.Second
	for name, c := range map[string]struct {
		used match.Millis
		end  func(x *table)
		want [2]match.Millis
	}{
		"flag":                  {64 * second, func(x *table) { x.must("", match.Flag{}) }, [2]match.Millis{0, 60 * second}},
		"resign in one's turn":  {20 * second, func(x *table) { x.must("p0", match.Resign{}) }, [2]match.Millis{40 * second, 60 * second}},
		"resign in the other's": {20 * second, func(x *table) { x.must("p1", match.Resign{}) }, [2]match.Millis{40 * second, 60 * second}},
		"draw agreed":           {30 * second, func(x *table) { x.must("p1", match.OfferDraw{}); x.must("p0", match.OfferDraw{}) }, [2]match.Millis{30 * second, 60 * second}},
		"absence":               {5 * second, func(x *table) { x.must("p0", match.ClaimAbsence{Since: 1}) }, [2]match.Millis{55 * second, 60 * second}},
		"resign out of time":    {60500, func(x *table) { x.must("p0", match.Resign{}) }, [2]match.Millis{0, 60 * second}},
		"downtime": {30 * second, func(x *table) {
			x.must("", match.Downtime{From: x.now - 10_000, Until: x.now})
			x.must("p0", match.Resign{})
		}, [2]match.Millis{40 * second, 60 * second}},
		"takeback": {30 * second, func(x *table) {
			x.must("p1", match.OfferTakeback{})
			x.must("p0", match.OfferTakeback{}) // seat 1 is to move again
			x.now = x.now.After(7 * second)
			x.must("p0", match.Resign{})
		}, [2]match.Millis{60 * second, 53 * second}},
	} {
		t.Run(name, func(t *testing.T) {
			x := started(t)
			x.now = x.now.After(c.used)
			c.end(x)
			if x.state.Phase != match.Finished {
				t.Fatalf("phase %s", x.state.Phase)
			}
			if got := [2]match.Millis{x.state.Seats[0].Clock, x.state.Seats[1].Clock}; got != c.want {
				t.Errorf("clocks %v, want %v", got, c.want)
			}
		})
	}
	t.Run("claim", func(t *testing.T) {
		x := started(t)
		for range 8 {
			x.play("1", 0, 0)
		}
		before := x.state.Seats[0].Clock
		x.now = x.now.After(9 * second)
		x.must("p0", match.ClaimDraw{Reason: "ten"})
		if got := x.state.Seats[0].Clock; got != before-9*second {
			t.Errorf("clock %v, want %v", got, before-9*second)
		}
	})
	t.Run("first moves", func(t *testing.T) {
		x := begin(t, settings(2))
		x.play("1", 0, 0)
		x.now = x.now.After(30 * second)
		x.must("p1", match.Abort{})
		if c := x.state.Seats; c[0].Clock != match.Minute || c[1].Clock != match.Minute {
			t.Errorf("a clock ran before the first move: %+v", c)
		}
	})
	t.Run("after a move that ends the game", func(t *testing.T) {
		x := started(t)
		for x.state.Phase == match.Playing {
			x.play("3", 5*second, 0)
		}
		last := x.events[len(x.events)-2]
		if last.Type != match.Moved || x.state.Seats[last.Seat].Clock != last.Clock {
			t.Errorf("%+v: clock %v", last, x.state.Seats[last.Seat].Clock)
		}
	})
}

// TestClockOfEliminatedSeat: also with three to five seats the final clock of a seat
// agrees with how it ended, and a takeover by an engine does not add time.
func TestClockOfEliminatedSeat(t *testing.T) {
	three := func(s *match.Settings) { s.Seats = 3 }
	x := started(t, three)
	x.now = x.now.After(65 * match.Second)
	x.must("", match.Flag{})
	if c := x.state.Seats[0]; !c.Out || c.Clock != 0 {
		t.Errorf("a seat skipped on time: %+v", c)
	}
	if c := x.state.Seats[1]; c.Clock != match.Minute {
		t.Errorf("the seat after it: %+v", c)
	}

	x = started(t, three)
	x.now = x.now.After(20 * match.Second)
	x.must("p0", match.TakeOver{Seat: 0, Level: 3})
	x.now = x.now.After(10 * match.Second)
	x.must("p0", match.Return{})
	if c := x.state.Seats[0]; c.Clock != 40*match.Second {
		t.Errorf("a seat given away and taken back: %+v", c)
	}
	if deadline, _ := x.state.Deadline(); deadline != x.now.After(40*match.Second+x.state.Seats[0].Quota) {
		t.Errorf("deadline %d", deadline)
	}

	// The turn of another seat is not charged to the player who leaves.
	x = started(t, three)
	x.now = x.now.After(20 * match.Second)
	x.must("p1", match.Resign{})
	if c := x.state.Seats; c[0].Clock != match.Minute || c[1].Clock != match.Minute {
		t.Errorf("after a resignation in another's turn: %+v", c)
	}
}

// TestAbortCause: the cause of an event from an old version, which names none, follows
// from its time.
func TestAbortCause(t *testing.T) {
	for name, c := range map[string]struct {
		points []int
		moves  int
		after  match.Millis
		by     string
		do     match.Action
		cause  match.Cause
		seat   int
		old    match.Cause // without a cause in the event
	}{
		"no first move":         {nil, 0, 61 * match.Second, "", match.Flag{}, match.NoFirstMove, 0, match.NoFirstMove},
		"no first move, second": {nil, 1, 61 * match.Second, "", match.Flag{}, match.NoFirstMove, 1, match.NoFirstMove},
		"points not spent":      {[]int{0, 1}, 0, 6 * match.Minute, "", match.Flag{}, match.NoPromotions, 1, match.NoPromotions},
		"by a player":           {nil, 1, match.Second, "p0", match.Abort{}, match.ByPlayer, 0, ""},
		"absent":                {nil, 0, match.Second, "p1", match.ClaimAbsence{Since: 1}, match.Absent, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := settings(2)
			s.Points = c.points
			x := begin(t, s)
			for range c.moves {
				x.play("1", 0, 0)
			}
			x.now = x.now.After(c.after)
			x.must(c.by, c.do)
			x.wantEnd(match.ByAbort)
			if x.state.Outcome.Cause != c.cause || x.state.EndedBy != c.seat {
				t.Errorf("cause %q, seat %d; want %q, %d", x.state.Outcome.Cause, x.state.EndedBy, c.cause, c.seat)
			}
			state := match.New()
			for _, e := range x.events {
				if e.Type == match.Ended {
					outcome := *e.Outcome
					outcome.Cause = ""
					e.Outcome = &outcome
				}
				var err error
				if state, err = match.Apply(rules, state, e); err != nil {
					t.Fatal(err)
				}
			}
			if state.Outcome.Cause != c.old || state.EndedBy != c.seat {
				t.Errorf("an old event: cause %q, seat %d; want %q, %d", state.Outcome.Cause, state.EndedBy, c.old, c.seat)
			}
		})
	}
}

// TestSettingsSendZeroNumbers: an increment of 0 is sent, not omitted.
func TestSettingsSendZeroNumbers(t *testing.T) {
	data, err := json.Marshal(match.Settings{Clock: match.Clock{Kind: match.RealTime, Initial: match.Minute}})
	if err != nil {
		t.Fatal(err)
	}
	var sent struct {
		Target        *int `json:"target"`
		TakeoverLevel *int `json:"takeoverLevel"`
		Clock         struct {
			Initial   *int `json:"initial"`
			Increment *int `json:"increment"`
			PerTurn   *int `json:"perTurn"`
		} `json:"clock"`
	}
	if err := json.Unmarshal(data, &sent); err != nil {
		t.Fatal(err)
	}
	if slices.Contains([]*int{sent.Target, sent.TakeoverLevel, sent.Clock.Initial, sent.Clock.Increment, sent.Clock.PerTurn}, nil) {
		t.Errorf("a number is left out: %s", data)
	}
	// Settings stored without them are still read.
	var old match.Settings
	if err := json.Unmarshal([]byte(`{"clock":{"kind":"real-time","initial":60000}}`), &old); err != nil || old.Clock.Increment != 0 || old.Clock.Initial != match.Minute {
		t.Errorf("%+v, %v", old, err)
	}
}
