package judge_test

import (
	"context"
	"os"
	"slices"
	"testing"

	"tafelrunde/internal/judge"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/net"
	"tafelrunde/wotn/record"
	"tafelrunde/wotn/search"
)

// nodes is the quality of the review in the browser.
const nodes = judge.WotnNodes

// evaluate returns the evaluation of a position by a search of some nodes with empty
// memory, as in a review, or by the rules.
func evaluate(t *testing.T, e *search.Engine, game *wotn.Game, nodes uint64) judge.Position {
	t.Helper()
	if outcome := game.Outcome(); outcome.Over() {
		share := 500.0
		if outcome.Result() != wotn.Draw {
			share = 0 // the side to move is mated
		}
		return judge.Position{Share: share, Second: -1}
	}
	e.Clear()
	found := e.Search(context.Background(), game, engine.Limits{Nodes: nodes}, nil)
	share := func(i engine.Info) float64 { return float64(i.WDL[0]) + float64(i.WDL[1])/2 }
	p := judge.Position{Share: share(found.PVs[0]), Second: -1, Best: found.Best.String()}
	p.Mate, _ = found.PVs[0].Score.Mate()
	if len(found.PVs) > 1 {
		p.Second = share(found.PVs[1])
	}
	return p
}

// reviewer returns the engine of a review, with memory in MiB.
func reviewer(memory int) *search.Engine {
	c := net.Config()
	c.Hash, c.MultiPV = memory, 2
	return search.New(c)
}

// player returns the engine of a level.
func player(level int, seed uint64) *search.Engine {
	c := net.Config()
	c.Hash, c.Level, c.Seed = 1, level, seed
	return search.New(c)
}

// TestSampleGames: the review confirms those comments on the sample games of the
// rules that are right. docs/lab/review.md has the table.
func TestSampleGames(t *testing.T) {
	e := reviewer(judge.WotnMemory)
	for i, c := range []struct {
		file        string
		plies       int    // moves of the main line before the move
		move        string // in SAN
		comment     string
		worse       judge.Kind // the verdict is at least this bad
		best, reply string     // the best move in its place, and the best reply, or ""
		allowsMate  int        // moves until the mate that it allows
	}{
		{"betza", 33, "d5", "17...d5 loses to 18.Qf8+", judge.Mistake, "", "", 0}, // ten times the nodes find 18.Qf8+
		{"betza", 37, "Bf5", "19...Bf5 fails", judge.Blunder, "", "", 0},
		{"betza", 13, "d6", "7...Ne7! instead of 7...d6? 8.Nc3!", judge.Mistake, "", "Nc3", 0},
		{"betza", 14, "Bc4", "8.Qc3 instead of 8.Bc4", judge.Inaccuracy, "", "Nf5", 0},
		{"betza", 29, "(BNN)xe5", "15...(BNN)xe5? is too greedy", judge.Mistake, "", "", 0},
		{"betza", 12, "Qxb6/BNN", "7.Qxb6? improves an enemy piece", judge.Mistake, "", "", 0},
		{"betza", 5, "Nxd4", "3...Nxd4?!", judge.Good, "", "", 0},
		{"trenholme", 12, "Ne2", "7.Ne2?? allows mate", judge.Blunder, "", "(NW)f3#", 1},
		{"trenholme", 4, "f3", "3.f3?", judge.Inaccuracy, "Nf3", "", 0},
		{"trenholme", 6, "(WfbD)e4", "4.(WfbD)e4? is not good", judge.Blunder, "", "dxe4/WfbD", 0},
	} {
		if testing.Short() && i%4 > 0 {
			continue
		}
		game := playedGame(t, c.file, c.plies)
		move, err := game.Position().ParseSAN(c.move)
		if err != nil {
			t.Fatalf("%s: %v", c.comment, err)
		}
		before := evaluate(t, e, game, nodes)
		best := "-"
		if m, err := game.Position().ParseMove(before.Best); err == nil {
			best = game.Position().SAN(m)
		}
		if err := game.Play(move); err != nil {
			t.Fatalf("%s: %v", c.comment, err)
		}
		after := evaluate(t, e, game, nodes)
		reply := "-"
		if m, err := game.Position().ParseMove(after.Best); err == nil {
			reply = game.Position().SAN(m)
		}
		got := judge.Classify(move.String(), before, after)
		t.Logf("| %s | %s | %.0f | %s | %s | %d |", c.comment, got.Kind, got.Loss/10, best, reply, got.AllowsMate)
		if rank(got.Kind) < rank(c.worse) {
			t.Errorf("%s: %s, want at least %s", c.comment, got.Kind, c.worse)
		}
		if c.best != "" && best != c.best {
			t.Errorf("%s: the best move is %s", c.comment, best)
		}
		if c.reply != "" && reply != c.reply {
			t.Errorf("%s: the best reply is %s", c.comment, reply)
		}
		if got.AllowsMate != c.allowsMate {
			t.Errorf("%s: allows a mate in %d, want %d", c.comment, got.AllowsMate, c.allowsMate)
		}
	}
}

func rank(kind judge.Kind) int {
	return slices.Index([]judge.Kind{judge.Good, judge.Inaccuracy, judge.Mistake, judge.Blunder}, kind)
}

// playedGame returns a sample game after some moves of its main line.
func playedGame(t *testing.T, file string, plies int) *wotn.Game {
	t.Helper()
	text, err := os.ReadFile("../../wotn/testdata/games/" + file + ".pgn")
	if err != nil {
		t.Fatal(err)
	}
	read, err := record.Read(string(text), wotn.Standard)
	if err != nil {
		t.Fatal(err)
	}
	game := wotn.NewGame(read.Line.Start)
	for _, m := range read.Line.Moves[:plies] {
		if err := game.Play(m.Move); err != nil {
			t.Fatal(err)
		}
	}
	return game
}
