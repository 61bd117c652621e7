package match_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tafelrunde/internal/match"
)

// counting is a game for any number of seats. A move is a number from 1 to 3,
// and the seat whose move makes the sum 20 or more wins. 9 is an illegal move. A
// draw can be claimed while the sum is 10.
type counting struct{}

func (counting) Check(s *match.Settings) *match.Refusal {
	if s.Game != "counting" {
		return match.Refuse("game", "there is no game %q", s.Game)
	}
	return nil
}

func (counting) FirstRound(s *match.Settings, seed uint64) match.Round {
	r := match.Round{First: s.First, Points: s.Points}
	if s.First == match.RandomSeat {
		r.First = int(seed % uint64(s.Seats))
	}
	return r
}

func (counting) NextRound(s *match.Settings, last match.Round, o match.Outcome) match.Round {
	return match.Round{First: (last.First + 1) % s.Seats, Points: last.Points}
}

func (counting) CheckPromotions(_ *match.Settings, r match.Round) *match.Refusal {
	for _, promotion := range r.Promotions {
		if promotion.Square != "a1" {
			return match.Refuse("handicap-kind", "only the piece on a1 can be promoted")
		}
	}
	return nil
}

func (counting) ChoosePromotions(_ *match.Settings, r match.Round) []match.HandicapPromotion {
	_, points := r.HandicapSeat()
	return slices.Repeat([]match.HandicapPromotion{{Square: "a1", Kind: "x"}}, points)
}

func (counting) Start(s *match.Settings, r match.Round) (match.Position, *match.Refusal) {
	return count{sum: len(r.Promotions), act: r.First, seats: s.Seats}, nil
}

type count struct {
	sum, act, seats int
}

func (c count) Text() string { return fmt.Sprintf("%d/%d", c.sum, c.act) }

func (c count) ToAct() int {
	if c.sum >= 20 {
		return -1
	}
	return c.act
}

func (c count) Play(move string) (match.Position, string, *match.Refusal) {
	n, err := strconv.Atoi(move)
	if err != nil || n < 1 || n > 3 {
		return nil, "", match.Refuse("illegal", "%q is no number from 1 to 3", move)
	}
	return count{sum: c.sum + n, act: (c.act + 1) % c.seats, seats: c.seats}, move, nil
}

func (c count) Outcome() match.Outcome {
	if c.sum < 20 {
		return match.Outcome{}
	}
	return match.Outcome{Over: true, Reason: "twenty", Winners: []int{(c.act + c.seats - 1) % c.seats}}
}

func (c count) Claims() []string {
	if c.sum == 10 {
		return []string{"ten"}
	}
	return nil
}

func (c count) CanWin(seat int) bool { return c.sum != 13 }

func (c count) Skip(out []bool) match.Position {
	for range out {
		c.act = (c.act + 1) % c.seats
		if !out[c.act] {
			break
		}
	}
	return c
}

var rules counting

func person(i int) match.Player {
	return match.Player{ID: "p" + strconv.Itoa(i), Name: "Player " + strconv.Itoa(i), Account: true}
}

func settings(seats int) match.Settings {
	return match.Settings{
		Game: "counting", Seats: seats, Visibility: match.Public, Takebacks: true, Timeout: match.Skip,
		Clock: match.Clock{Kind: match.RealTime, Initial: match.Minute, Increment: 2 * match.Second},
	}
}

// table executes commands in order and keeps all events.
type table struct {
	t      testing.TB
	state  *match.State
	now    match.Moment
	events []match.Event
}

// begin opens a table with people in all seats, which starts the game.
func begin(t testing.TB, s match.Settings) *table {
	t.Helper()
	x := &table{t: t, state: match.New(), now: 1_000_000}
	x.must("p0", match.Open{Settings: s, Owner: person(0)})
	for i := 1; i < s.Seats; i++ {
		x.must("p"+strconv.Itoa(i), match.Sit{Player: person(i), Seat: match.RandomSeat})
	}
	return x
}

func (x *table) try(by string, do match.Action) ([]match.Event, error) {
	events, after, err := match.Decide(rules, x.state, match.Command{At: x.now, By: by, Do: do})
	checkDeclared(x.t, by, do, err)
	if err != nil {
		return nil, err
	}
	x.state, x.events = after, append(x.events, events...)
	return events, nil
}

func (x *table) must(by string, do match.Action) []match.Event {
	x.t.Helper()
	events, err := x.try(by, do)
	if err != nil {
		x.t.Fatalf("%s %#v: %v", by, do, err)
	}
	return events
}

func (x *table) refused(code, by string, do match.Action) {
	x.t.Helper()
	before := x.state
	_, err := x.try(by, do)
	var refusal *match.Refusal
	if !errors.As(err, &refusal) || refusal.Code != code {
		x.t.Fatalf("%s %#v: %v, want refusal %s", by, do, err, code)
	}
	if x.state != before {
		x.t.Fatal("a refused command changed the state")
	}
}

// play moves for the seat to act after a time.
func (x *table) play(text string, after, lag match.Millis) match.Event {
	x.t.Helper()
	x.now = x.now.After(after)
	seat := x.state.ToAct()
	return x.must(x.state.Seats[seat].Player.ID, match.Move{Text: text, Lag: lag, Ply: match.AnyPly})[0]
}

func (x *table) wantEnd(reason string, winners ...int) {
	x.t.Helper()
	o := x.state.Outcome
	if x.state.Phase != match.Finished || o.Reason != reason || !slices.Equal(o.Winners, winners) {
		x.t.Fatalf("phase %s, outcome %+v; want %s %v", x.state.Phase, o, reason, winners)
	}
}

func TestGame(t *testing.T) {
	x := begin(t, settings(2))
	x.refused("not-your-turn", "p1", match.Move{Text: "1", Ply: match.AnyPly})
	x.refused("illegal", "p0", match.Move{Text: "9", Ply: match.AnyPly})
	x.refused("not-seated", "stranger", match.Move{Text: "1", Ply: match.AnyPly})
	x.refused("not-yours", "", match.Move{Text: "1", Seat: 0, Ply: match.AnyPly})
	x.must("p0", match.Move{Text: "3", Ply: 0})
	x.refused("stale", "p0", match.Move{Text: "3", Ply: 0})
	for range 6 {
		x.play("3", 0, 0)
	}
	x.wantEnd("twenty", 0)
	if want := []float64{1, 0}; !slices.Equal(x.state.Score, want) {
		t.Errorf("score %v, want %v", x.state.Score, want)
	}
}

func TestClockStartsWithFirstMove(t *testing.T) {
	x := begin(t, settings(2))
	x.play("1", 50*match.Second, 0)
	x.play("1", 50*match.Second, 0)
	if e := x.play("1", 10*match.Second, 0); e.Spent != 10_000 || e.Clock != 52_000 {
		t.Errorf("spent %d, left %d; want 10 s of a minute and 2 s more", e.Spent, e.Clock)
	}
	x.now = x.now.After(match.Minute + 1)
	x.refused("time-over", "p1", match.Move{Text: "1", Ply: match.AnyPly})
	x.refused("time-left", "", match.Flag{}) // the line may still be compensated
	x.now = x.now.After(x.state.Seats[1].Quota)
	x.must("", match.Flag{})
	x.wantEnd(match.ByTime, 0)
}

func TestAbortWithoutFirstMove(t *testing.T) {
	x := begin(t, settings(2))
	x.now = x.now.After(match.FirstMoveTime + 1)
	x.must("", match.Flag{})
	x.wantEnd(match.ByAbort)
	if x.state.Score[0] != 0 || x.state.Score[1] != 0 {
		t.Errorf("an aborted game counts: %v", x.state.Score)
	}
}

// TestTournamentGame: the table of a tournament begins with all its players, and its game
// is the only one. An absent player loses it in the tournament, which reads who caused the end.
func TestTournamentGame(t *testing.T) {
	open := match.Open{Settings: settings(2), Owner: person(0), Players: []match.Player{person(0), person(1)}}
	x := &table{t: t, state: match.New(), now: 1_000_000}
	x.refused("tournament", "", open)
	open.Settings.Tournament = "t"
	x.refused("tournament", "", open)
	open.Settings.Takebacks = false
	x.must("", open)
	x.refused("tournament", "p0", match.Abort{})
	for seat := range 2 {
		x.refused("tournament", "p0", match.TakeOver{Seat: seat, Level: 3, Since: x.now - 60_000})
	}
	if seats := x.state.Replaceable("p0"); len(seats) > 0 {
		t.Errorf("replaceable: %v", seats)
	}
	x.play("1", 0, 0)
	x.now = x.now.After(match.FirstMoveTime + 1)
	x.must("", match.Flag{})
	x.wantEnd(match.ByAbort)
	if x.state.EndedBy != 1 {
		t.Errorf("ended by %d, not by the seat that did not move", x.state.EndedBy)
	}
	x.refused("tournament", "p0", match.Rematch{})
	if open := x.state.OpenCommands(person(0)); slices.Contains(open, "rematch") || slices.Contains(open, "abort") {
		t.Errorf("open: %v", open)
	}

	open.Players = []match.Player{{Engine: 3}, person(1)}
	x = &table{t: t, state: match.New(), now: 1_000_000}
	x.must("", open)
	if seat, level := x.state.EngineToMove(); seat != 0 || level != 3 {
		t.Errorf("the engine of level %d has seat %d", level, seat)
	}
}

// TestBerserk: a player halves the time once, before the first move, and has no increment then.
func TestBerserk(t *testing.T) {
	open := match.Open{Settings: settings(2), Owner: person(0), Players: []match.Player{person(0), person(1)}}
	open.Settings.Takebacks, open.Settings.Tournament = false, "t"
	open.Settings.Clock.Increment = 3 * match.Second
	x := &table{t: t, state: match.New(), now: 1_000_000}
	x.must("", open)
	x.refused("no-berserk", "p1", match.Berserk{})
	open.Settings.Berserk, open.Settings.Clock = true, match.Clock{Kind: match.Correspondence, PerTurn: match.Day}
	x = &table{t: t, state: match.New(), now: 1_000_000}
	x.refused("tournament", "", open)
	open.Settings.Clock = match.Clock{Kind: match.RealTime, Initial: match.Minute, Increment: 3 * match.Second}
	x.must("", open)
	x.must("p1", match.Berserk{})
	x.refused("no-berserk", "p1", match.Berserk{})
	x.play("1", 0, 0)
	x.refused("no-berserk", "p0", match.Berserk{})
	x.play("1", 0, 0)
	x.play("1", match.Second, 0)
	x.play("1", match.Second, 0)
	if a, b := x.state.Seats[0].Clock, x.state.Seats[1].Clock; a != 62*match.Second || b != 29*match.Second || !x.state.Seats[1].Berserk {
		t.Errorf("clocks %d and %d", a, b)
	}
}

func TestTimeoutIsDrawIfOpponentCannotWin(t *testing.T) {
	x := begin(t, settings(2))
	for _, text := range strings.Split("3 3 3 3 1", " ") {
		x.play(text, 0, 0)
	}
	x.now = x.now.After(match.Day)
	x.must("", match.Flag{})
	x.wantEnd(match.ByTimeDrawn)
}

func TestLagQuota(t *testing.T) {
	lag := settings(2).Clock.Lag()
	// 60 s + 40 × 2 s = 140 s: 0.15 s + 0.56 s.
	if want := (match.Lag{Gain: 710, Start: 2130, Cap: 4970}); lag != want {
		t.Fatalf("accounts %+v, want %+v", lag, want)
	}
	x := begin(t, settings(2))
	x.play("1", 0, 0)
	x.play("1", 0, 0)
	if e := x.play("1", 5*match.Second, 1*match.Second); e.Lag != 1000 || e.Spent != 4000 {
		t.Errorf("%+v: want 1 s compensated", e)
	}
	x.play("1", 0, 0)
	// 2130 + 710 − 0 (first move) + 710 − 1000 are left.
	if e := x.play("1", 5*match.Second, match.Minute); e.Lag != 2550 || e.Spent != 2450 {
		t.Errorf("%+v: want all of the account and no more", e)
	}
	x.play("1", 0, 0)
	if e := x.play("1", 5*match.Second, match.Minute); e.Lag != lag.Gain {
		t.Errorf("%+v: want only what the last move paid in", e)
	}
}

// TestDowntimeCredit stops the server while clocks run.
func TestDowntimeCredit(t *testing.T) {
	x := begin(t, settings(2))
	away := func(from, until match.Millis) match.Downtime {
		return match.Downtime{From: x.now.After(from), Until: x.now.After(until)}
	}
	x.play("1", 0, 0)
	x.play("1", 0, 0)
	x.now = x.now.After(100 * match.Second)
	// It was there for the first 10 s of the turn, and for the last 5.
	hold := away(-90*match.Second, -5*match.Second)
	x.must("", hold)
	x.refused("no-downtime", "", hold) // once is enough
	x.refused("time-left", "", match.Flag{})
	if e := x.play("1", 0, 0); e.Spent != 15*match.Second || e.Clock != 47*match.Second {
		t.Errorf("%+v: want 15 s spent", e)
	}
	// Downtime before the turn or in the future is not credited.
	x.now = x.now.After(10 * match.Second)
	x.refused("no-downtime", "", away(-match.Minute, -9*match.Second))
	x.refused("no-downtime", "", away(-1*match.Second, match.Minute))
	if e := x.must("", away(-8*match.Second, match.Minute))[0]; e.Lag != 8*match.Second || e.Seat != 1 {
		t.Errorf("%+v: want 8 s for seat 1", e)
	}
	if a, b := x.state.Seats[0].Credited, x.state.Seats[1].Credited; a != 85*match.Second || b != 8*match.Second {
		t.Errorf("%v and %v are credited, want 85 s and 8 s", a, b)
	}
	// A first move has its whole minute too.
	x = begin(t, settings(3))
	x.now = x.now.After(match.FirstMoveTime + 1)
	x.must("", away(-match.Minute, 0))
	x.refused("time-left", "", match.Flag{})
	// Days go on.
	s := settings(2)
	s.Clock = match.Clock{Kind: match.Correspondence, PerTurn: match.Day}
	x = begin(t, s)
	x.now = x.now.After(match.Day / 2)
	x.refused("no-clock", "", away(-match.Day/2, 0))
	// An engine has no clock.
	x = begin(t, settings(2))
	x.must("p0", match.TakeOver{Seat: 0, Level: 1})
	x.now = x.now.After(match.Minute)
	x.refused("no-clock", "", away(-match.Minute, 0))
}

func TestDraws(t *testing.T) {
	x := begin(t, settings(2))
	x.refused("draw-early", "p0", match.OfferDraw{})
	x.play("1", 0, 0)
	x.play("1", 0, 0)
	x.must("p0", match.OfferDraw{})
	x.refused("draw-offered", "p0", match.OfferDraw{})
	x.must("p1", match.DeclineDraw{})
	x.refused("draw-again", "p0", match.OfferDraw{})
	x.play("1", 0, 0)
	x.must("p0", match.OfferDraw{})
	x.play("1", 0, 0) // moving on declines
	x.refused("no-draw-offer", "p1", match.DeclineDraw{})
	x.play("3", 0, 0)
	x.must("p0", match.OfferDraw{})
	x.must("p1", match.OfferDraw{})
	x.wantEnd(match.ByAgreement)
}

func TestClaimedDraw(t *testing.T) {
	x := begin(t, settings(2))
	x.play("3", 0, 0)
	x.play("3", 0, 0)
	x.refused("not-claimable", "p0", match.ClaimDraw{Reason: "ten"})
	x.play("3", 0, 0)
	x.play("1", 0, 0)
	x.refused("not-your-turn", "p1", match.ClaimDraw{Reason: "ten"})
	x.must("p0", match.ClaimDraw{Reason: "ten"})
	x.wantEnd("ten")
}

func TestTakeback(t *testing.T) {
	x := begin(t, settings(3))
	x.refused("no-move", "p0", match.OfferTakeback{})
	for range 4 {
		x.play("1", 0, 0)
	}
	x.must("p2", match.OfferTakeback{})
	x.must("p0", match.OfferTakeback{})
	x.refused("takeback-offered", "p0", match.OfferTakeback{})
	x.must("p1", match.OfferTakeback{})
	if len(x.state.Moves) != 2 || x.state.ToAct() != 2 || x.state.Position.Text() != "2/2" {
		t.Fatalf("%d moves, %s to act", len(x.state.Moves), x.state.Position.Text())
	}
	x.must("p0", match.OfferTakeback{})
	x.must("p1", match.DeclineTakeback{})
	x.refused("no-takeback-offer", "p1", match.DeclineTakeback{})
}

// TestAssisted checks that hints are only for one person who plays a casual game
// against engines, and that an engine agrees to takebacks at once.
func TestAssisted(t *testing.T) {
	open := func(s match.Settings, engines ...int) *table {
		x := &table{t: t, state: match.New(), now: 1_000_000}
		x.must("p0", match.Open{Settings: s, Owner: person(0), OwnerSeat: 0, Engines: engines})
		return x
	}
	x := open(settings(2), 0, 3)
	if !x.state.Assisted() {
		t.Error("a casual game against an engine has no hints")
	}
	x.play("1", 0, 0)
	x.must("", match.Move{Seat: 1, Text: "1", Ply: match.AnyPly})
	x.must("p0", match.OfferTakeback{})
	if len(x.state.Moves) != 0 || x.state.Takeback != nil {
		t.Errorf("%d moves remain after a takeback", len(x.state.Moves))
	}
	x.must("p0", match.Resign{})
	if x.state.Assisted() {
		t.Error("a finished game has hints")
	}
	if x := open(settings(3), 0, 3, 3); !x.state.Assisted() {
		t.Error("a casual game against two engines has no hints")
	}
	x = open(settings(3), 0, 3)
	x.must("p1", match.Sit{Player: person(1), Seat: 2})
	if x.state.Phase != match.Playing || x.state.Assisted() {
		t.Errorf("phase %s: a game with two people has hints", x.state.Phase)
	}
	x = begin(t, settings(2))
	x.must("p1", match.TakeOver{Seat: 1, Level: 3})
	if x.state.Assisted() {
		t.Error("a game has hints whose engine plays for a person")
	}
}

func TestEliminatedSeatIsSkipped(t *testing.T) {
	x := begin(t, settings(3))
	for range 3 {
		x.play("1", 0, 0)
	}
	x.must("p0", match.Resign{})
	if x.state.ToAct() != 1 {
		t.Fatalf("seat %d to act", x.state.ToAct())
	}
	x.refused("out", "p0", match.Resign{})
	x.play("1", 0, 0)
	if e := x.play("1", 0, 0); x.state.ToAct() != 1 || e.Position == "" {
		t.Fatalf("seat %d to act after %+v", x.state.ToAct(), e)
	}
	x.refused("out", "p0", match.OfferTakeback{})
	x.must("p1", match.Resign{})
	x.wantEnd(match.ByLast, 2)
}

// TestComputersAreNotLeftAlone: when the last person of a game resigns or loses on
// time, the computers of the other seats win, and do not play on.
func TestComputersAreNotLeftAlone(t *testing.T) {
	for _, timeout := range []match.Timeout{match.Skip, match.ByEngine} {
		s := settings(3)
		s.Rated, s.Timeout, s.TakeoverLevel = false, timeout, 3
		x := begin(t, s)
		for range 3 {
			x.play("1", 0, 0)
		}
		x.must("p1", match.TakeOver{Seat: 1, Level: 3})
		x.must("p2", match.TakeOver{Seat: 2, Level: 3})
		flagged := *x
		x.must("p0", match.Resign{})
		x.wantEnd(match.ByResignation, 1, 2)
		x = &flagged
		x.now = x.now.After(60 * match.Minute)
		x.must("", match.Flag{})
		x.wantEnd(match.ByTime, 1, 2)
	}
}

func TestNoTakebackAcrossElimination(t *testing.T) {
	x := begin(t, settings(3))
	for range 3 {
		x.play("1", 0, 0)
	}
	x.must("p0", match.Resign{})
	x.refused("no-move", "p2", match.OfferTakeback{})
}

// TestAbortAfterEngineFailure makes the engine of a seat fail after all seats have
// moved: the game can be aborted without a loser, or continued from another position.
func TestAbortAfterEngineFailure(t *testing.T) {
	s := settings(2)
	s.Rated, s.Takebacks = false, true
	x := begin(t, s)
	x.must("p0", match.Move{Text: "1", Ply: match.AnyPly})
	away := match.TakeOver{Seat: 1, Level: 3, Since: x.now - 60_000}
	x.must("p0", away)
	x.must("", match.Move{Seat: 1, Text: "1", Ply: match.AnyPly})
	fail := match.FailEngine{Seat: 1, Ply: 3, Game: 1}
	x.refused("stale", "", fail)
	x.refused("not-your-turn", "", match.FailEngine{Seat: 1, Ply: 2, Game: 1})
	x.must("p0", match.Move{Text: "1", Ply: match.AnyPly})
	x.refused("too-late-to-abort", "p0", match.Abort{})
	for range 2 {
		x.must("", fail)
		if seat, _ := x.state.EngineToMove(); !x.state.EngineFailed || seat >= 0 {
			t.Fatalf("the engine of seat %d is still to move", seat)
		}
		if _, runs := x.state.Deadline(); runs {
			t.Error("a clock runs")
		}
		x.refused("not-your-turn", "", fail)
		x.must("p0", match.Chat{Name: "p0", Text: "What now?"})
		x.must("p0", match.OfferTakeback{})
		if x.state.EngineFailed || len(x.state.Moves) != 2 {
			t.Fatalf("after a move was taken back: %+v", x.state)
		}
		x.must("p0", match.Move{Text: "1", Ply: match.AnyPly})
	}
	x.must("", fail)
	x.must("p1", match.Return{})
	if x.state.EngineFailed {
		t.Error("a person plays for the seat")
	}
	x.must("p0", away)
	x.must("", fail)
	x.must("p0", match.Abort{})
	if o := x.state.Outcome; o.Reason != match.ByAbort || o.Cause != match.ByEngineFailure || x.state.EndedBy != 1 {
		t.Errorf("%+v by seat %d", o, x.state.EndedBy)
	}
}

// TestNoReturnAfterOwnTakeover: in a game for two nobody lets an engine choose a move
// and plays on.
func TestNoReturnAfterOwnTakeover(t *testing.T) {
	s := settings(2)
	s.Rated = false
	x := begin(t, s)
	x.must("p0", match.TakeOver{Seat: 0, Level: 3})
	x.refused("out", "p0", match.Return{})
	x.must("", match.Move{Seat: 0, Text: "1", Ply: match.AnyPly})
	x.refused("out", "p0", match.Return{})

	x = begin(t, s)
	x.must("p0", match.TakeOver{Seat: 1, Level: 3, Since: x.now - 60_000})
	x.must("p1", match.Return{})
}

func TestTakeoverOfThreeSeats(t *testing.T) {
	s := settings(3)
	s.Timeout = match.ByEngine
	x := begin(t, s)
	for range 3 {
		x.play("1", 0, 0)
	}
	x.now = x.now.After(match.Day)
	x.must("", match.Flag{})
	if seat, level := x.state.EngineToMove(); seat != 0 || level != 5 {
		t.Fatalf("engine of level %d to move for seat %d", level, seat)
	}
	x.refused("out", "p0", match.Return{})
	x.must("", match.Move{Seat: 0, Text: "1", Ply: match.AnyPly})
	x.must("p1", match.TakeOver{Seat: 1, Level: 3})
	x.refused("not-yours", "p1", match.Move{Text: "1", Ply: match.AnyPly})
	x.must("p1", match.Return{})
	x.must("p1", match.Move{Text: "1", Ply: match.AnyPly})
	x.refused("present", "p1", match.TakeOver{Seat: 2, Level: 3, Since: x.now})
	x.must("p1", match.TakeOver{Seat: 2, Level: 3, Since: x.now - 60_000})
}

// TestTakebackOfTakeover: the takeover of a seat whose time was over ends when its turn is taken back.
func TestTakebackOfTakeover(t *testing.T) {
	s := settings(3)
	s.Timeout = match.ByEngine
	x := begin(t, s)
	for range 4 {
		x.play("1", 10*match.Second, 0)
	}
	clock := x.state.Seats[1].Clock
	x.now = x.now.After(match.Day)
	x.must("", match.Flag{})
	x.must("", match.Move{Seat: 1, Text: "1", Ply: match.AnyPly})

	x.play("1", 0, 0)
	x.must("p2", match.OfferTakeback{}) // to after the takeover
	x.must("p0", match.OfferTakeback{})
	if seat := x.state.Seats[1]; seat.Engine == 0 || len(x.state.Moves) != 5 {
		t.Fatalf("after %d moves: %+v", len(x.state.Moves), seat)
	}
	x.must("p0", match.OfferTakeback{}) // to before it
	x.must("p2", match.OfferTakeback{})
	if seat := x.state.Seats[1]; seat.Engine != 0 || seat.Forfeited || seat.Clock != clock {
		t.Fatalf("the seat has %+v, want a person with %d ms", seat, clock)
	}
	x.play("1", 0, 0)
	x.must("p1", match.Move{Text: "1", Ply: match.AnyPly})
}

func TestSeriesWithHandicapAndRematch(t *testing.T) {
	s := settings(2)
	s.Handicap, s.Points = true, []int{2, 0}
	x := begin(t, s)
	if x.state.Phase != match.Promoting {
		t.Fatalf("phase %s", x.state.Phase)
	}
	one := []match.HandicapPromotion{{Square: "a1", Kind: "x"}}
	two := append(slices.Clone(one), one[0])
	x.refused("not-your-points", "p1", match.Promote{Promotions: one})
	x.refused("handicap-kind", "p0", match.Promote{Promotions: []match.HandicapPromotion{{Square: "h8"}}})
	x.must("p0", match.Promote{Promotions: one})
	x.refused("points-left", "p0", match.Promote{Promotions: one, Done: true})
	x.refused("points-exceeded", "p0", match.Promote{Promotions: append(two, one[0])})
	x.must("p0", match.Promote{Promotions: two, Done: true})
	if x.state.Position.Text() != "2/0" {
		t.Fatal(x.state.Position.Text())
	}
	x.refused("not-finished", "p0", match.Rematch{})
	x.play("1", 0, 0)
	x.play("1", 0, 0)
	x.must("p1", match.Resign{})
	x.must("p0", match.Rematch{})
	x.must("p0", match.DeclineRematch{})
	x.must("p0", match.Rematch{})
	x.must("p1", match.Rematch{})
	if x.state.Game != 2 || x.state.Round.First != 1 || x.state.Phase != match.Promoting || len(x.state.Round.Promotions) != 0 {
		t.Errorf("%+v", x.state)
	}
}

// TestRematchOffers: an offer stands until it is accepted, declined or withdrawn, in real
// time for at most RematchTime. An answer to one offer never answers another.
func TestRematchOffers(t *testing.T) {
	over := func(s match.Settings) *table {
		x := begin(t, s)
		x.must("p0", match.Resign{})
		return x
	}
	x := over(settings(2))
	wantEnd := func(by, endedBy int, end match.OfferEnd, reason string) {
		t.Helper()
		if o := x.state.Rematch; o == nil || o.By != by || o.EndedBy != endedBy || o.End != end || o.Reason != reason || o.Stands() {
			t.Errorf("%+v", o)
		}
		if x.state.Seats[0].Rematch || x.state.Seats[1].Rematch {
			t.Error("a seat still agrees")
		}
	}
	if x.state.Rematch.Stands() {
		t.Error("an offer after the game")
	}
	x.refused("no-rematch-offer", "p1", match.Rematch{Accept: 1})
	x.must("p0", match.Rematch{})
	first := x.state.Rematch.Seq
	if o := x.state.Rematch; !o.Stands() || o.By != 0 || o.At != x.now || first != x.state.Seq {
		t.Errorf("%+v", o)
	}
	x.refused("rematch-offered", "p0", match.Rematch{Accept: first})
	x.must("p0", match.DeclineRematch{})
	wantEnd(0, 0, match.OfferWithdrawn, "")
	x.refused("no-rematch-offer", "p1", match.Rematch{Accept: first})
	x.refused("no-rematch-offer", "p1", match.DeclineRematch{})

	x.must("p0", match.Rematch{})
	x.refused("no-rematch-offer", "p1", match.Rematch{Accept: first})
	x.refused("no-rematch-offer", "p1", match.DeclineRematch{Offer: first})
	x.must("p1", match.DeclineRematch{Offer: x.state.Rematch.Seq, Reason: "later"})
	wantEnd(0, 1, match.OfferDeclined, "later")

	x.must("p1", match.Rematch{})
	due, ok := x.state.Due()
	if !ok || due != x.now.After(match.RematchTime) {
		t.Errorf("due %d, %v", due, ok)
	}
	x.now = due
	x.refused("time-left", "", match.Flag{})
	x.now++
	x.must("", match.Flag{})
	wantEnd(1, 1, match.OfferExpired, match.ByExpiry)
	x.refused("time-left", "", match.Flag{})

	x.must("p1", match.Rematch{})
	x.must("p0", match.Rematch{Accept: x.state.Rematch.Seq})
	if x.state.Game != 2 || x.state.Phase != match.Playing || x.state.Rematch != nil {
		t.Errorf("%+v", x.state)
	}

	// By correspondence an offer stands for good.
	slow := settings(2)
	slow.Clock = match.Clock{Kind: match.Correspondence, PerTurn: match.Day}
	x = over(slow)
	x.must("p1", match.Rematch{})
	if due, ok := x.state.Due(); ok {
		t.Errorf("due %d", due)
	}
	x.now = x.now.After(30 * match.Day)
	x.refused("time-left", "", match.Flag{})
	x.must("p0", match.Rematch{Accept: x.state.Rematch.Seq})
}

// TestPair: after the first game of a pair the second one starts automatically, with the other seat. After the
// pair no game does, and aborted games do not count.
func TestPair(t *testing.T) {
	s := settings(2)
	s.Pair = true
	x := begin(t, s)
	x.must("p0", match.Abort{})
	if _, ok := x.state.Due(); ok || x.state.WithinPair() {
		t.Error("an aborted game is repeated by itself")
	}
	x.must("p0", match.Rematch{})
	x.must("p1", match.Rematch{})
	first := x.state.Round.First
	x.must("p0", match.Resign{})
	due, ok := x.state.Due()
	if !ok || due != x.now.After(match.PairTime) {
		t.Errorf("due %d, %v", due, ok)
	}
	x.now = due
	x.refused("time-left", "", match.Flag{})
	x.must("p1", match.Rematch{}) // p1 wants to start early
	x.must("p1", match.DeclineRematch{})
	x.now++
	x.must("", match.Flag{})
	if x.state.Phase != match.Playing || x.state.Round.First != 1-first || x.state.Rematch != nil {
		t.Errorf("%+v", x.state)
	}
	x.must("p0", match.Resign{})
	if _, ok := x.state.Due(); ok || x.state.WithinPair() {
		t.Error("a third game begins by itself")
	}
	x.must("p0", match.Rematch{})
	x.must("p1", match.Rematch{}) // a new pair
	x.must("p1", match.Resign{})
	if !x.state.WithinPair() {
		t.Error("a rematch is no pair")
	}
	x.must("p0", match.Rematch{})
	x.must("p1", match.Rematch{})
	if x.state.Phase != match.Playing {
		t.Errorf("%+v", x.state)
	}
}

// TestPairEndsWithAPlayer: the second game of a pair does not begin if a player is deleted.
func TestPairEndsWithAPlayer(t *testing.T) {
	gone := match.Rename{Player: match.Player{ID: "gone", Name: match.DeletedName, Account: true}}
	for _, player := range []string{"p0", "p1"} {
		s := settings(2)
		s.Pair = true
		x := begin(t, s)
		x.must("p0", match.Resign{})
		if !x.state.WithinPair() {
			t.Fatal("no second game is to begin")
		}
		x.must(player, gone)
		if due, ok := x.state.Due(); ok || x.state.WithinPair() {
			t.Errorf("due %d", due)
		}
		x.now = x.now.After(match.PairTime) + 1
		x.refused("time-left", "", match.Flag{})
	}
}

func TestEngineHandicapPromotions(t *testing.T) {
	s := settings(2)
	s.Handicap, s.Points = true, []int{0, 2}
	x := &table{t: t, state: match.New(), now: 1}
	x.must("p0", match.Open{Settings: s, Owner: person(0), OwnerSeat: 0, Engines: []int{0, 3}})
	if x.state.Phase != match.Playing || x.state.Position.Text() != "2/0" || len(x.state.Round.Promotions) != 2 {
		t.Fatalf("%s %+v", x.state.Phase, x.state.Round)
	}
	n := len(x.events)
	if e := x.events[n-2]; e.Type != match.Promoted || e.Seat != 1 || len(e.Promotions) != 2 || x.events[n-1].Type != match.Started {
		t.Errorf("%+v", x.events)
	}
}

func TestTableBeforeGame(t *testing.T) {
	s := settings(3)
	s.Visibility, s.Invited = match.Private, []string{"player 1"}
	x := &table{t: t, state: match.New(), now: 1}
	x.refused("no-table", "p0", match.Resign{})
	x.must("p0", match.Open{Settings: s, Owner: person(0), OwnerSeat: 1, Engines: []int{4}})
	x.refused("opened", "p0", match.Open{Settings: s, Owner: person(0)})
	x.refused("not-invited", "p2", match.Sit{Player: person(2), Seat: 2})
	x.refused("taken", "p1", match.Sit{Player: person(1), Seat: 0})
	x.refused("no-seat", "p1", match.Sit{Player: person(1), Seat: 3})
	x.refused("seated", "p0", match.Sit{Player: person(0), Seat: 2})
	x.refused("not-playing", "p0", match.Resign{})
	x.refused("not-full", "p0", match.Start{})
	x.must("p0", match.Leave{})
	x.must("p0", match.Sit{Player: person(0), Seat: 1})
	x.refused("not-owner", "p1", match.Start{Level: 2})
	x.must("p0", match.Start{Level: 2})
	if x.state.Phase != match.Playing || x.state.Seats[2].Engine != 2 {
		t.Fatalf("%+v", x.state)
	}
	x.refused("chat-empty", "p0", match.Chat{Name: "a", Text: " "})
	x.refused("chat-long", "p0", match.Chat{Name: "a", Text: strings.Repeat("a", 501)})
	x.refused("chat-text", "p0", match.Chat{Name: "a", Text: "a\x00"})
	x.must("w", match.Chat{Name: "Watcher", Text: "hello"})
}

func TestInvalidSettings(t *testing.T) {
	for code, change := range map[string]func(s *match.Settings){
		"seats":           func(s *match.Settings) { s.Seats = 6 },
		"first-seat":      func(s *match.Settings) { s.First = 2 },
		"clock-kind":      func(s *match.Settings) { s.Clock.Kind = "sand" },
		"clock-initial":   func(s *match.Settings) { s.Clock.Initial = 61 * match.Minute },
		"clock-increment": func(s *match.Settings) { s.Clock.Increment = -1 },
		"clock-per-turn":  func(s *match.Settings) { s.Clock = match.Clock{Kind: match.Correspondence, PerTurn: 1} },
		"visibility":      func(s *match.Settings) { s.Visibility = "" },
		"invited":         func(s *match.Settings) { s.Visibility = match.Private },
		"timeout":         func(s *match.Settings) { s.Seats, s.Timeout = 3, "" },
		"points":          func(s *match.Settings) { s.Points = []int{1} },
		"rated-handicap":  func(s *match.Settings) { s.Rated, s.Handicap = true, true },
		"pair":            func(s *match.Settings) { s.Pair, s.Handicap = true, true },
		"game":            func(s *match.Settings) { s.Game = "go" },
	} {
		s := settings(2)
		change(&s)
		x := &table{t: t, state: match.New()}
		x.refused(code, "p0", match.Open{Settings: s, Owner: person(0)})
	}
}

// anyAction draws a person and a command, valid or not.
func anyAction(t *rapid.T, seats int) (string, match.Action) {
	by := rapid.SampledFrom([]string{"p0", "p1", "p2", "p3", "p4", "w", ""}).Draw(t, "by")
	n := rapid.IntRange(-1, seats).Draw(t, "n")
	moment := match.Moment(rapid.Int64Range(0, 2_000_000).Draw(t, "since"))
	move := match.Move{Seat: n, Text: rapid.SampledFrom([]string{"1", "2", "3", "9", ""}).Draw(t, "text"), Lag: match.Millis(rapid.Int64Range(-5000, 50_000).Draw(t, "lag")), Ply: match.AnyPly}
	return by, rapid.SampledFrom([]match.Action{
		move, move, move, move, move, move, match.Resign{}, match.OfferDraw{}, match.DeclineDraw{},
		match.ClaimDraw{Reason: "ten"}, match.OfferTakeback{}, match.OfferTakeback{}, match.OfferTakeback{}, match.DeclineTakeback{},
		match.Rematch{}, match.Rematch{}, match.DeclineRematch{}, match.Flag{}, match.Flag{}, match.Abort{}, match.Leave{},
		match.TakeOver{Seat: n, Level: 3, Since: moment}, match.Return{}, match.ClaimAbsence{Since: moment}, match.Start{Level: n},
		match.Chat{Name: "x", Text: "hello"}, match.Promote{Promotions: []match.HandicapPromotion{{Square: "a1"}}, Done: n > 0},
		match.Sit{Player: match.Player{ID: by, Name: "x"}, Seat: match.RandomSeat},
		match.Downtime{From: moment, Until: moment + 1_000_000}, match.Downtime{From: 0, Until: 1 << 60},
	}).Draw(t, "action")
}

// TestFoldProperties checks with random commands that a refused command changes
// nothing, that the events, encoded and decoded as JSON, lead to the same state, that
// no clock is negative and no lag quota exceeds its maximum, that a finished game has
// an outcome, and that earlier states do not change.
func TestFoldProperties(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seats := rapid.IntRange(2, 5).Draw(rt, "seats")
		s := settings(seats)
		s.First = match.RandomSeat
		s.Timeout = rapid.SampledFrom([]match.Timeout{match.ByEngine, match.Skip}).Draw(rt, "timeout")
		if rapid.Bool().Draw(rt, "correspondence") {
			s.Clock = match.Clock{Kind: match.Correspondence, PerTurn: match.Day}
		}
		if seats == 2 && rapid.Bool().Draw(rt, "handicap") {
			s.Points = []int{1, 0}
		}
		x := begin(t, s)
		lag := s.Clock.Lag()
		past := []*match.State{x.state}
		copies := []match.State{*x.state}
		for range rapid.IntRange(0, 60).Draw(rt, "steps") {
			x.now = x.now.After(match.Millis(rapid.SampledFrom([]int64{-500, 0, 10, 3_000, 3_000, 3_000, 70_000, 90_000_000}).Draw(rt, "wait")))
			by, do := anyAction(rt, seats)
			if move, ok := do.(match.Move); ok && x.state.ToAct() >= 0 && rapid.IntRange(0, 9).Draw(rt, "mine") > 0 {
				move.Seat = x.state.ToAct()
				by = x.state.Seats[move.Seat].Player.ID
				if x.state.Seats[move.Seat].Engine > 0 {
					by = ""
				}
				do = move
			}
			before := *x.state
			events, err := x.try(by, do)
			if (err == nil) != (len(events) > 0) {
				rt.Fatalf("%d events and error %v", len(events), err)
			}
			if err != nil && !reflect.DeepEqual(before, *x.state) {
				rt.Fatalf("refused %#v changed the state", do)
			}
			past, copies = append(past, x.state), append(copies, *x.state)
			for i, c := range x.state.Seats {
				if c.Clock < 0 || c.Quota < 0 || c.Quota > lag.Cap {
					rt.Fatalf("seat %d: clock %d, quota %d", i, c.Clock, c.Quota)
				}
			}
			if (x.state.Phase == match.Finished) != x.state.Outcome.Over {
				rt.Fatalf("phase %s, outcome %+v", x.state.Phase, x.state.Outcome)
			}
			if x.state.Phase == match.Playing {
				if a := x.state.ToAct(); a < 0 || x.state.Seats[a].Out {
					rt.Fatalf("seat %d to act", a)
				}
			}
		}
		replayed := match.New()
		for i, e := range x.events {
			text, err := json.Marshal(e)
			if err != nil {
				rt.Fatal(err)
			}
			var read match.Event
			if err := json.Unmarshal(text, &read); err != nil {
				rt.Fatal(err)
			}
			if replayed, err = match.Apply(rules, replayed, read); err != nil {
				rt.Fatalf("event %d: %v", i, err)
			}
		}
		if x.state.Seq != int64(len(x.events)) || fmt.Sprintf("%+v", match.Plain(replayed)) != fmt.Sprintf("%+v", match.Plain(x.state)) && !sameButOffers(replayed, x.state) {
			rt.Fatalf("replayed %+v\nplayed   %+v", *replayed, *x.state)
		}
		for i := range past {
			if !reflect.DeepEqual(*past[i], copies[i]) {
				rt.Fatalf("state %d has changed since", i)
			}
		}
	})
}

// sameButOffers compares two states by their text, without the pointers to the takeback
// and the offer of a rematch, and those by value.
func sameButOffers(a, b *match.State) bool {
	if !reflect.DeepEqual(a.Takeback, b.Takeback) || !reflect.DeepEqual(a.Rematch, b.Rematch) {
		return false
	}
	x, y := match.Plain(a), match.Plain(b)
	x.Takeback, y.Takeback, x.Rematch, y.Rematch = nil, nil, nil, nil
	return fmt.Sprintf("%+v", x) == fmt.Sprintf("%+v", y)
}

func TestInvalidEvents(t *testing.T) {
	x := begin(t, settings(2))
	for _, e := range []match.Event{
		{Type: match.Opened, Seat: -1},
		{Type: match.Moved, Seat: 1, Move: "1"},
		{Type: match.Moved, Seat: 0, Move: "9"},
		{Type: match.Moved, Seat: 7, Move: "1"},
		{Type: match.TakenBack, Ply: 3},
		{Type: match.Ended},
		{Type: match.DowntimeCredited, Seat: 1, Lag: 5000},
		{Type: match.DowntimeCredited, Seat: 0},
		{Type: "unheard-of"},
	} {
		if _, err := match.Apply(rules, x.state, e); err == nil {
			t.Errorf("%+v: no error", e)
		}
	}
}

// TestDecline: an invited person declines, and the table is closed once too few
// people remain invited.
func TestDecline(t *testing.T) {
	private := func(s *match.Settings) {
		s.Visibility, s.Seats, s.Timeout = match.Private, 2, match.Skip
		s.Invited = []string{"Ben", "Cleo"}
	}
	ben := match.Player{ID: "b", Name: "ben", Account: true}
	cleo := match.Player{ID: "c", Name: "Cleo", Account: true}
	settings := match.Settings{Game: "counting", Seats: 2, Visibility: match.Public, Clock: match.Clock{Kind: match.NoClock}}
	decide := func(s *match.State, by string, do match.Action) (*match.State, error) {
		_, after, err := match.Decide(counting{}, s, match.Command{At: 5, By: by, Do: do})
		checkDeclared(t, by, do, err)
		if err != nil {
			return s, err
		}
		return after, nil
	}
	owner := match.Player{ID: "a", Name: "Ann", Account: true}
	open := func(change func(*match.Settings)) *match.State {
		now := settings
		change(&now)
		s, err := decide(match.New(), "a", match.Open{Settings: now, Owner: owner})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := open(private)
	for _, p := range []match.Player{{ID: "d", Name: "Dora", Account: true}, {ID: "e", Name: "Ben"}} {
		if _, err := decide(s, p.ID, match.Decline{Player: p}); err == nil {
			t.Errorf("%v declined", p)
		}
	}
	s, err := decide(s, "b", match.Decline{Player: ben})
	if err != nil || s.Phase != match.Waiting || s.Settings.Invites("Ben") || !s.Settings.Invites("Cleo") {
		t.Fatalf("%+v, %v", s, err)
	}
	if _, err := decide(s, "b", match.Decline{Player: ben}); err == nil {
		t.Error("declined twice")
	}
	s, err = decide(s, "c", match.Decline{Player: cleo})
	if err != nil || s.Phase != match.TableClosed || !slices.Equal(s.Declined, []string{"ben", "Cleo"}) {
		t.Fatalf("%+v, %v", s, err)
	}
	if _, err := decide(s, "c", match.Decline{Player: cleo}); err == nil {
		t.Error("declined at a closed table")
	}
	// With three seats and two invited people, one is too few.
	three := open(func(s *match.Settings) { private(s); s.Seats = 3 })
	sitting, err := decide(three, "b", match.Sit{Player: ben, Seat: match.RandomSeat})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := decide(sitting, "b", match.Decline{Player: ben}); err == nil {
		t.Error("declined from a seat")
	}
	for _, s := range []*match.State{three, sitting} {
		if s, err = decide(s, "c", match.Decline{Player: cleo}); err != nil || s.Phase != match.TableClosed {
			t.Errorf("%+v, %v", s, err)
		}
	}
	if s, err := decide(open(func(*match.Settings) {}), "b", match.Decline{Player: ben}); err == nil {
		t.Errorf("declined at a public table: %+v", s)
	}
}
