package tournaments

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/tournament"
	"tafelrunde/internal/web/core"
)

// arenaOf returns an arena of n players after some games each, all of whom play.
func arenaOf(n, rounds int) *tournament.State {
	s := &tournament.State{Seq: 1, Phase: tournament.Running, Settings: tournament.Settings{Format: tournament.Arena}, Pools: [][]int{nil}}
	for i := range n {
		id := fmt.Sprintf("person-%012x", 1_000_003*i)
		s.Entries = append(s.Entries, tournament.Entry{Player: match.Player{ID: id, Name: "Player " + id[7:], Account: true}, Rating: 1000 + i, Pool: 1})
		s.Pools[0] = append(s.Pools[0], i+1)
	}
	for round := range rounds {
		for i := 0; i < n; i += 2 {
			first, second := i+1, (i+2*round+1)%n+1
			b := tournament.Board{Pool: 1, Round: 1, Entries: []int{first, second}, Match: fmt.Sprintf("match-%012x", 1_000_003*len(s.Boards))}
			if round < rounds-1 {
				points := []tournament.Points{0, 0}
				points[(i/2+round)%2] = tournament.Full
				b.Result = &tournament.Result{Points: points, Reason: "checkmate"}
			}
			s.Boards = append(s.Boards, b)
		}
	}
	return s
}

// TestFirstPart: the first part of a large arena has what the page of a player shows, and is a small
// part of the whole.
func TestFirstPart(t *testing.T) {
	e := newEncodings()
	encoded, err := e.of("arena", arenaOf(1000, 10))
	if err != nil {
		t.Fatal(err)
	}
	last := encoded.view.Pools[0].Standing[999].Entry
	for _, own := range []int{0, last} {
		person := ""
		if own > 0 {
			person = encoded.view.Entries[own-1].Player.ID
		}
		first, err := encoded.firstFor(person)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("whole %d bytes, first part %d", len(encoded.whole.Body), len(first.Body))
		if 8*len(first.Body) > len(encoded.whole.Body) {
			t.Errorf("%d bytes of %d", len(first.Body), len(encoded.whole.Body))
		}
		var w WholeTournament
		if err := json.Unmarshal(first.Body, &w); err != nil {
			t.Fatal(err)
		}
		rows := w.Pools[0].Standing
		if w.Rows != 1000 || len(rows) != firstRows+min(own, 1) || rows[0].Place != 1 || own > 0 && rows[firstRows].Place != 1000 {
			t.Errorf("%d rows of %d", len(rows), w.Rows)
		}
		known := func(entry int) bool {
			return slices.ContainsFunc(w.Entries, func(e TournamentEntry) bool {
				return e.Number == entry && e.Player.ID == encoded.view.Entries[entry-1].Player.ID
			})
		}
		playing := false
		for _, b := range w.Boards {
			playing = playing || b.Result == nil && slices.Contains(b.Entries, own)
			if !known(b.Entries[0]) || !known(b.Entries[1]) {
				t.Errorf("a player is missing: %+v", b)
			}
		}
		if playing != (own > 0) || own > 0 && !known(own) {
			t.Errorf("the own game: %t", playing)
		}
	}
	var small core.TaggedJSON
	if encoded, err = e.of("small", arenaOf(100, 3)); err == nil {
		small, err = encoded.firstFor("")
	}
	if err != nil || small.Tag != encoded.whole.Tag {
		t.Errorf("a small arena is not whole: %v", err)
	}
}

// TestThirds: points of tables are exact although thirds are no binary fractions.
func TestThirds(t *testing.T) {
	for p := tournament.Points(0); p <= tournament.Full; p++ {
		if got, err := exactPoints([]float64{p.Float()}); err != nil || got[0] != p {
			t.Errorf("%v: %v, %v", p, got, err)
		}
	}
	if _, err := exactPoints([]float64{2.0 / 3, 0.3}); err == nil {
		t.Error("three tenths are permitted")
	}
}
