package judge_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/judge"
	"tafelrunde/lancelot"
	lancelotengine "tafelrunde/lancelot/engine"
	lancelotsearch "tafelrunde/lancelot/search"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/search"
)

var agreement = flag.Int("agreement", 0, "compare the verdicts on so many moves of each game with those of a longer search, at full quality")

// compared returns the number of moves to compare and the nodes of the review, given
// those in the browser: without the flag a few moves and fewer nodes.
func compared(full uint64) (moves int, nodes uint64) {
	if *agreement == 0 {
		return 6, full / 10
	}
	return *agreement, full
}

// confusion counts verdicts: rows are those of the review, columns those of a search
// that is ten times longer.
type confusion [4][4]int

func (c *confusion) String() string {
	kinds := []judge.Kind{judge.Good, judge.Inaccuracy, judge.Mistake, judge.Blunder}
	var b strings.Builder
	b.WriteString("\n| review | good | inaccuracy | mistake | blunder |\n| --- | ---: | ---: | ---: | ---: |\n")
	for row, kind := range kinds {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d |\n", kind, c[row][0], c[row][1], c[row][2], c[row][3])
	}
	all, same, near := c.sums()
	fmt.Fprintf(&b, "%d moves, %d with the same kind, %d with the same or the next kind\n", all, same, near)
	return b.String()
}

// sums returns the number of all moves, of those with the same kind, and of those
// whose kinds differ by at most one.
func (c *confusion) sums() (all, same, near int) {
	for row := range c {
		for column, n := range c[row] {
			all += n
			if row == column {
				same += n
			}
			if row-column <= 1 && column-row <= 1 {
				near += n
			}
		}
	}
	return all, same, near
}

// check fails if the verdicts of two searches have little in common.
func (c *confusion) check(t *testing.T, want int) {
	t.Log(c)
	all, same, _ := c.sums()
	if all != want {
		t.Errorf("%d moves were compared, want %d", all, want)
	}
	if 2*same < all {
		t.Errorf("only %d of %d moves have the same kind", same, all)
	}
}

// TestAgreementOfWotn compares the verdicts of the review with those of searches that
// are ten times longer, for one move of each of many games between low levels, whose
// moves are often errors. docs/lab/review.md has the table of
//
//	go test ./internal/judge -run Agreement -agreement 300 -v
func TestAgreementOfWotn(t *testing.T) {
	moves, nodes := compared(nodes)
	var found confusion
	for n := range moves {
		players := [2]*search.Engine{}
		r := rand.New(rand.NewPCG(uint64(n), 1))
		for side := range players {
			players[side] = player(lowLevel(r), uint64(2*n+side)+1)
		}
		choose := func(ply int, game *wotn.Game) wotn.Move {
			return players[ply%2].Search(context.Background(), game, engine.Limits{Nodes: 500}, nil).Best
		}
		// The move compared is that of a random ply, or the last one of a short game.
		variant := []wotn.Variant{wotn.Standard, wotn.Alternative}[n%2]
		game := wotn.NewGame(wotn.Start(variant))
		for range 6 + r.IntN(60) {
			if err := game.Play(choose(game.Len(), game)); err != nil {
				t.Fatal(err)
			}
			if game.Outcome().Over() {
				game.Undo()
				break
			}
		}
		move := choose(game.Len(), game)
		classify := func(nodes uint64) judge.Kind {
			e := reviewer(max(1, int(nodes/judge.WotnNodes)) * judge.WotnMemory)
			before := evaluate(t, e, game, nodes)
			if err := game.Play(move); err != nil {
				t.Fatal(err)
			}
			defer game.Undo()
			return judge.Classify(move.String(), before, evaluate(t, e, game, nodes)).Kind
		}
		found[rank(classify(nodes))][rank(classify(10*nodes))]++
	}
	found.check(t, moves)
}

// TestAgreementOfLancelot does the same for Lancelot, with two and three seats and all
// rules.
func TestAgreementOfLancelot(t *testing.T) {
	moves, nodes := compared(judge.LancelotNodes)
	var found confusion
	for n := range moves {
		r := rand.New(rand.NewPCG(uint64(n), 2))
		seats := 2 + n%2
		start, err := lancelot.Start(lancelot.Options{
			Seats: seats,
			Rules: lancelot.Rules{Diagonals: n/2%2 == 1, Excalibur: n/4%2 == 1},
		})
		if err != nil {
			t.Fatal(err)
		}
		players := make([]lancelotsearch.Engine, seats)
		for seat := range players {
			players[seat] = lancelotsearch.Engine{Seed: uint64(seats*n+seat) + 1, Level: lowLevel(r)}
		}
		choose := func(game *lancelot.Game) lancelot.Turn {
			player := &players[game.Position().ToMove()]
			return player.Search(context.Background(), game, lancelotengine.Limits{Nodes: 500}, nil).Best
		}
		game := lancelot.NewGame(start)
		for range 6 + r.IntN(40) {
			if err := game.Play(choose(game)); err != nil {
				t.Fatal(err)
			}
			if game.Outcome().Over() {
				game.Undo()
				break
			}
		}
		turn := choose(game)
		classify := func(nodes uint64) judge.Kind {
			return judge.ClassifyTurn(new(lancelotsearch.Tree).Compare(context.Background(), game.Position(), turn, lancelotengine.Limits{Nodes: nodes})).Kind
		}
		found[rank(classify(nodes))][rank(classify(10*nodes))]++
	}
	found.check(t, moves)
}

// lowLevel returns one of the levels that often err.
func lowLevel(r *rand.Rand) int { return engines.OfferedLevels()[2+r.IntN(6)] }
