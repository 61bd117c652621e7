package games_test

import (
	"fmt"
	"reflect"
	"testing"

	"tafelrunde/internal/badges"
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
)

// playedOut opens a table, seats people at it and plays moves for the seats to act.
func playedOut(t *testing.T, settings match.Settings, commands ...match.Command) *match.State {
	t.Helper()
	state, at := match.New(), match.Moment(1)
	do := func(c match.Command) {
		t.Helper()
		at++
		c.At = at
		events, after, err := match.Decide(games.Rules{}, state, c)
		if err != nil || len(events) == 0 {
			t.Fatalf("%+v: %v", c, err)
		}
		state = after
	}
	player := func(i int) match.Player { return match.Player{ID: fmt.Sprint("p", i), Name: fmt.Sprint("Player ", i)} }
	settings.Visibility, settings.Clock.Kind = match.Public, match.NoClock
	do(match.Command{By: "p0", Do: match.Open{Settings: settings, Owner: player(0)}})
	for i := 1; i < settings.Seats; i++ {
		do(match.Command{By: player(i).ID, Do: match.Sit{Player: player(i), Seat: i}})
	}
	for _, c := range commands {
		if c.By == "" {
			c.By = player(state.ToAct()).ID
		}
		do(c)
	}
	return state
}

func moves(list ...string) (commands []match.Command) {
	for _, m := range list {
		commands = append(commands, match.Command{Do: match.Move{Text: m, Ply: match.AnyPly}})
	}
	return commands
}

// TestBadges: seats have the badges of their side, also where colors and seats differ, and
// where a seat has left the game.
func TestBadges(t *testing.T) {
	lord := []string{"e2e3", "h7h5", "d1h5", "a7a5", "h5h8l"}
	resigned := func(by string, list []string) []match.Command {
		return append(moves(list...), match.Command{By: by, Do: match.Resign{}})
	}
	wotn := match.Settings{Game: "wotn", Variant: "wotn", Seats: 2}
	second := wotn
	second.First = 1
	for name, tc := range map[string]struct {
		settings match.Settings
		commands []match.Command
		want     [][]badges.Earned
	}{
		"lost":            {wotn, resigned("p0", lord), [][]badges.Earned{{{Code: "first-lord", Ply: 5}}, nil}},
		"White is seat 1": {second, resigned("p0", lord), [][]badges.Earned{nil, {{Code: "first-lord", Ply: 5}}}},
		"in progress":     {wotn, moves(lord...), [][]badges.Earned{nil, nil}},
	} {
		state := playedOut(t, tc.settings, tc.commands...)
		if got := games.Badges(state); !reflect.DeepEqual(got, tc.want) {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
		aborted := *state
		aborted.Outcome.Reason = match.ByAbort
		if got := games.Badges(&aborted); !reflect.DeepEqual(got, make([][]badges.Earned, len(tc.want))) {
			t.Errorf("%s, but aborted: %v", name, got)
		}
	}
}

// TestBadgesAfterSkipping: a seat that has left the game is skipped, and the moves are still
// those of their seats.
func TestBadgesAfterSkipping(t *testing.T) {
	commands := append(moves("Xd4", "h10"), match.Command{By: "p1", Do: match.Resign{}})
	commands = append(commands, moves("g11", "g6", "k10", "g7,Xg5")...)
	state := playedOut(t, match.Settings{Game: "lancelot", Variant: "excalibur", Seats: 3, Timeout: match.Skip},
		append(commands, match.Command{By: "p2", Do: match.Resign{}})...)
	if got := games.Badges(state); !reflect.DeepEqual(got, [][]badges.Earned{{{Code: "sword-capture", Ply: 6}}, nil, nil}) {
		t.Errorf("%v", got)
	}
}

// TestBadgesOfTakenOver: an engine that plays for a seat at the end has played it, not the person.
func TestBadgesOfTakenOver(t *testing.T) {
	state := playedOut(t, match.Settings{Game: "wotn", Variant: "wotn", Seats: 2},
		append(moves("e2e3", "h7h5", "d1h5", "a7a5", "h5h8l"), match.Command{By: "p1", Do: match.Resign{}})...)
	state.Seats[0].Engine = 5
	if got := games.Badges(state); !reflect.DeepEqual(got, make([][]badges.Earned, 2)) {
		t.Errorf("%v", got)
	}
}
