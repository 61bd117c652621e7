package tournament

import (
	"slices"
	"testing"

	"tafelrunde/internal/match"
)

// challenge creates a match between the clubs "home" and "guest".
func challenge(t *testing.T, set Settings) *event {
	set.Format, set.Clubs = ClubMatch, []EntryClub{{ID: "home", Name: "Home"}, {ID: "guest", Name: "Guest"}}
	return begin(t, set)
}

// join enters a person for a club.
func (e *event) join(i, rating int, club string) {
	e.t.Helper()
	e.do(person(i).ID, Enter{Player: person(i), Rating: rating, Club: club})
}

func TestClubMatch(t *testing.T) {
	e := challenge(t, settings())
	e.refused("tournament-not-accepted", "p1", Enter{Player: person(1), Club: "home"})
	e.refused("tournament-not-accepted", "director", Start{e.newID})
	e.refused("tournament-not-challenged", "p1", Accept{})
	e.refused("tournament-not-challenged", "p1", Accept{"home"})
	e.do("officer", Accept{"guest"})
	seq := e.s.Seq
	e.do("officer", Accept{"guest"})
	if e.s.Seq != seq {
		t.Error("a club has accepted twice")
	}
	e.refused("tournament-club", "p1", Enter{Player: person(1)})
	e.join(1, 1500, "home")
	e.join(2, 1700, "home")
	e.refused("tournament-few-clubs", "director", Start{e.newID})
	e.join(3, 1600, "guest")
	e.join(4, 1800, "guest")
	e.join(5, 2000, "home") // the last one of the club with more players does not play
	e.join(6, 1400, "guest")
	e.do("p6", Withdraw{})
	e.start()
	if want := [][]int{{2, 4}, {1, 3}}; len(e.s.Pools) != 2 || !slices.Equal(e.s.Pools[0], want[0]) || !slices.Equal(e.s.Pools[1], want[1]) {
		t.Fatalf("boards %v", e.s.Pools)
	}
	var seats [][]int
	e.play(func(b *Board) match.Outcome {
		seats = append(seats, append([]int{b.Round, b.Pool}, b.Entries...))
		if b.Pool == 2 && b.Round == 2 {
			return match.Outcome{Over: true, Reason: "agreement"}
		}
		return stronger(b)
	})
	want := [][]int{{1, 1, 4, 2}, {1, 2, 1, 3}, {2, 1, 2, 4}, {2, 2, 3, 1}}
	if !slices.EqualFunc(seats, want, slices.Equal) {
		t.Errorf("played %v", seats)
	}
	if points := e.s.ClubPoints(); e.s.Phase != Over || points[0] != 3*Full+Full/2 || points[1] != Full/2 {
		t.Errorf("%s, %v", e.s.Phase, points)
	}
}

// A player who leaves gives the rest of the games to the opponent; those that were played count.
func TestLeavingAClubMatch(t *testing.T) {
	set := settings()
	set.Rounds = 3
	e := challenge(t, set)
	e.do("officer", Accept{"guest"})
	e.join(1, 1500, "home")
	e.join(2, 1500, "guest")
	e.start()
	game := e.running()[0]
	e.do("", Record{Match: game.Match, Outcome: stronger(&game)})
	e.do("p1", Withdraw{})
	e.advance()
	if points := e.s.ClubPoints(); e.s.Phase != Over || len(e.s.Boards) != 3 || points[0] != Full || points[1] != 2*Full {
		t.Errorf("%s, %d boards, %v", e.s.Phase, len(e.s.Boards), points)
	}
}

func TestAChallengeIsAnswered(t *testing.T) {
	e := challenge(t, settings())
	e.start()
	if e.s.Phase != Cancelled || e.s.Reason != ByNoAnswer {
		t.Errorf("%s, %s", e.s.Phase, e.s.Reason)
	}
	e = challenge(t, settings())
	e.do("officer", Accept{"guest"})
	e.do("owner", Decline{"guest"})
	if e.s.Phase != Cancelled || e.s.Reason != ByDecline {
		t.Errorf("%s, %s", e.s.Phase, e.s.Reason)
	}
	e = challenge(t, settings())
	e.do("officer", Accept{"guest"})
	e.join(1, 1500, "home")
	e.join(2, 1500, "home")
	e.start()
	if e.s.Phase != Cancelled || e.s.Reason != ByTooFew {
		t.Errorf("%s, %s", e.s.Phase, e.s.Reason)
	}
	e.refused("tournament-begun", "officer", Decline{"guest"})
	e = begin(t, settings())
	e.refused("tournament-not-challenged", "p1", Accept{})
}

func TestSettingsOfClubMatches(t *testing.T) {
	home, guest := EntryClub{ID: "home"}, EntryClub{ID: "guest"}
	for name, change := range map[string]func(s *Settings){
		"no club":        func(s *Settings) { s.Clubs = nil },
		"one club":       func(s *Settings) { s.Clubs = s.Clubs[:1] },
		"the same":       func(s *Settings) { s.Clubs = []EntryClub{home, home} },
		"pools":          func(s *Settings) { s.Pool = 8 },
		"double games":   func(s *Settings) { s.Double = true },
		"a computer":     func(s *Settings) { s.Computer, s.Games.Rated = 1, false },
		"many rounds":    func(s *Settings) { s.Rounds = MaxRounds + 1 },
		"another format": func(s *Settings) { s.Format = Swiss },
	} {
		set := settings()
		set.Format, set.Clubs = ClubMatch, []EntryClub{home, guest}
		if r := set.check(start - match.Moment(match.Day)); r != nil {
			t.Fatal(r)
		}
		change(&set)
		if set.check(start-match.Moment(match.Day)) == nil {
			t.Errorf("%s: permitted", name)
		}
	}
}
