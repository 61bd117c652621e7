package judge_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"tafelrunde/internal/judge"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/record"
	"tafelrunde/wotn/search"
)

var (
	reasonGames = flag.Int("reasongames", 0, "check the reasons of the faults of so many generated games, with 20,000 nodes for each position")
	reasonFiles = flag.String("reasons", "", "count the reasons of the faults of the games of these files, separated by commas, at full quality")
)

// searched is the evaluation of a position with its principal variation.
type searched struct {
	judge.Position
	pv []wotn.Move
}

// searchedOf is evaluate with the principal variation.
func searchedOf(t *testing.T, e *search.Engine, game *wotn.Game, nodes uint64) searched {
	t.Helper()
	if game.Outcome().Over() {
		return searched{Position: evaluate(t, e, game, nodes)}
	}
	e.Clear()
	found := e.Search(context.Background(), game, engine.Limits{Nodes: nodes}, nil)
	share := func(i engine.Info) float64 { return float64(i.WDL[0]) + float64(i.WDL[1])/2 }
	s := searched{judge.Position{Share: share(found.PVs[0]), Second: -1, Best: found.Best.String()}, found.PVs[0].PV}
	s.Mate, _ = found.PVs[0].Score.Mate()
	return s
}

// reasons counts faults by their reasons.
type reasons struct {
	faults int
	// before counts those whose best move or best reply captures or promotes, or that have
	// to do with a mate.
	before int
	// facts counts those with any fact.
	facts int
	// gains counts those in which a line wins levels.
	gains int
}

// reviewed reviews a game and checks the reasons of its faults.
func (r *reasons) reviewed(t *testing.T, start wotn.Position, moves []wotn.Move, nodes uint64) {
	t.Helper()
	e := reviewer(judge.WotnMemory)
	game := wotn.NewGame(start)
	for _, m := range moves {
		if err := game.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	after := searchedOf(t, e, game, nodes)
	for n := len(moves) - 1; n >= 0; n-- {
		game.Undo()
		before := searchedOf(t, e, game, nodes)
		if v := judge.Classify(moves[n].String(), before.Position, after.Position); v.Kind != judge.Good {
			r.fault(t, game.Position(), moves[n], &v, before.pv, after.pv)
		}
		after = before
	}
}

func (r *reasons) fault(t *testing.T, p *wotn.Position, move wotn.Move, v *judge.Verdict, better, reply []wotn.Move) {
	t.Helper()
	r.faults++
	f := judge.FaultOf(p, move, reply, better)
	tactical := func(line []wotn.Move) bool {
		return len(line) > 0 && (line[0].Captured() != wotn.NoKind || line[0].Promotion() != wotn.NoKind)
	}
	var after, replied wotn.Position
	p.PlayInto(&after, move)
	check := false
	if len(reply) > 0 {
		after.PlayInto(&replied, reply[0])
		check = !replied.Checkers().IsEmpty()
	}
	before := v.AllowsMate > 0 || v.MissesMate > 0 || tactical(reply) || tactical(better)
	gains := f.ReplyGain.Levels > 0 || f.BetterGain.Levels > 0
	threat := func(t judge.Threat) bool { return len(t.Attacks) > 0 || t.Mate }
	if before {
		r.before++
	}
	if before || check || gains || threat(f.Reply) || threat(f.Better) {
		r.facts++
	}
	if !(before || check || gains || threat(f.Reply) || threat(f.Better)) {
		t.Logf("no fact: %s %s (%s): %s instead of %s", p, p.SAN(move), v.Kind, sans(&after, reply), sans(p, better))
	}
	if gains {
		r.gains++
	}
	us := p.ToMove()
	if len(reply) > 0 {
		checkThreat(t, &after, reply[0], f.Reply)
	}
	if len(better) > 0 {
		checkThreat(t, p, better[0], f.Better)
	}
	checkGain(t, p, append([]wotn.Move{move}, reply...), us.Other(), f.ReplyGain)
	checkGain(t, p, better, us, f.BetterGain)
}

// sans returns a line in algebraic notation.
func sans(p *wotn.Position, line []wotn.Move) string {
	game := wotn.NewGame(*p)
	var texts []string
	for _, m := range line[:min(len(line), judge.PVPlies)] {
		texts = append(texts, game.Position().SAN(m))
		_ = game.Play(m)
	}
	return strings.Join(texts, " ")
}

// checkThreat plays each threatened capture. The opponent cannot recapture, or the
// captured piece has a higher level than the capturing one.
func checkThreat(t *testing.T, p *wotn.Position, move wotn.Move, threat judge.Threat) {
	t.Helper()
	us := p.ToMove()
	var after, again wotn.Position
	p.PlayInto(&after, move)
	after.NullMoveInto(&again)
	for _, attacked := range threat.Attacks {
		if piece := p.At(attacked.Square); piece.Kind != attacked.Kind || piece.Color == us {
			t.Errorf("%s %s: there is no %s on %s", p, move, attacked.Kind, attacked.Square)
		}
		found := false
		for next := range again.Moves() {
			if next.From() != move.To() || next.CaptureSquare() != attacked.Square {
				continue
			}
			var taken wotn.Position
			again.PlayInto(&taken, next)
			levels := (taken.Experience(us) - taken.Experience(us.Other())) - (again.Experience(us) - again.Experience(us.Other()))
			worst := levels
			for back := range taken.Moves() {
				if back.To() == next.To() && back.Captured() != wotn.NoKind {
					worst = min(worst, levels-int(back.Captured().Level()))
				}
			}
			found = found || worst > 0
		}
		if !found {
			t.Errorf("%s %s: no capture on %s gains levels", p, move, attacked.Square)
		}
	}
	mates := false
	for next := range again.Moves() {
		var end wotn.Position
		again.PlayInto(&end, next)
		mates = mates || end.Outcome().Reason == wotn.Checkmate
	}
	if threat.Mate && !mates {
		t.Errorf("%s %s threatens no mate", p, move)
	}
}

// checkGain replays a line: the experience of both sides and the pieces on the board give
// the gain.
func checkGain(t *testing.T, p *wotn.Position, line []wotn.Move, side wotn.Color, gain judge.Gain) {
	t.Helper()
	if gain.Levels == 0 {
		return
	}
	balance := func(p *wotn.Position) int { return p.Experience(side) - p.Experience(side.Other()) }
	game := wotn.NewGame(*p)
	for _, m := range line[:gain.Plies] {
		if err := game.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	end := game.Position()
	if got := balance(end) - balance(p); got != gain.Levels {
		t.Errorf("%s %v: %d levels, the line gives %d", p, line, gain.Levels, got)
	}
	if end.ToMove() == side {
		t.Errorf("%s %v: the opponent is not to move after %d plies", p, line, gain.Plies)
	}
	named := 0
	for _, w := range gain.Wins {
		named += int(w.Kind.Level())
	}
	for _, w := range gain.Loses {
		named -= int(w.Kind.Level())
	}
	for _, w := range gain.Promotes {
		named += int(w.To.Level()) - int(w.From.Level())
	}
	if named != gain.Levels {
		t.Errorf("%s %v: the pieces named have %d levels, not %d", p, line, named, gain.Levels)
	}
	for _, c := range []struct {
		color wotn.Color
		lost  []judge.PieceOn
	}{{side, gain.Loses}, {side.Other(), gain.Wins}} {
		if lost := p.OccupiedBy(c.color).Count() - end.OccupiedBy(c.color).Count(); lost < len(c.lost) {
			t.Errorf("%s %v: %s has lost %d pieces, not %d", p, line, c.color, lost, len(c.lost))
		}
	}
	if !end.Outcome().Over() {
		for capture := range end.Moves() {
			if capture.Captured() == wotn.NoKind || capture.Captured() == wotn.King {
				continue
			}
			var taken wotn.Position
			end.PlayInto(&taken, capture)
			levels := balance(end) - balance(&taken)
			for back := range taken.Moves() {
				if back.Captured() != wotn.NoKind && back.CaptureSquare() == capture.To() {
					levels -= int(taken.At(capture.To()).Kind.Level())
					break
				}
			}
			if levels > 0 {
				t.Errorf("%s %v: after %d plies %s wins %d levels back", p, line, gain.Plies, capture, levels)
			}
		}
	}
}

// TestReasonsHold replays the lines behind the reasons of generated games: all that they
// claim is true on the board. docs/lab/review.md has the result of
//
//	go test ./internal/judge -run ReasonsHold -reasongames 50 -v
func TestReasonsHold(t *testing.T) {
	games, quality := 4, uint64(2000)
	if *reasonGames > 0 {
		games, quality = *reasonGames, 20_000
	}
	var found reasons
	for n := range games {
		r := rand.New(rand.NewPCG(uint64(n), 3))
		var players [2]*search.Engine
		for side := range players {
			players[side] = player(lowLevel(r), uint64(2*n+side)+1)
		}
		start := wotn.Start([]wotn.Variant{wotn.Standard, wotn.Alternative}[n%2])
		game := wotn.NewGame(start)
		for game.Len() < 80 && !game.Outcome().Over() {
			move := players[game.Len()%2].Search(context.Background(), game, engine.Limits{Nodes: 500}, nil).Best
			if err := game.Play(move); err != nil {
				t.Fatal(err)
			}
		}
		found.reviewed(t, start, game.Moves(), quality)
	}
	t.Logf("%+v", found)
	if found.faults == 0 || found.gains == 0 || 4*found.facts < 3*found.faults {
		t.Errorf("too few reasons: %+v", found)
	}
}

// TestReasonsOfFiles counts the reasons of the games of files.
func TestReasonsOfFiles(t *testing.T) {
	quality := uint64(nodes)
	if *reasonFiles == "" {
		*reasonFiles, quality = "../../wotn/testdata/games/trenholme.pgn", 2000
	}
	for file := range strings.SplitSeq(*reasonFiles, ",") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		read, err := record.Read(string(text), wotn.Standard)
		if err != nil {
			t.Fatal(err)
		}
		var moves []wotn.Move
		for _, m := range read.Line.Moves {
			moves = append(moves, m.Move)
		}
		var found reasons
		found.reviewed(t, read.Line.Start, moves, quality)
		if found.faults == 0 {
			t.Errorf("%s: no faults", file)
		}
		t.Logf("%s: %+v", file, found)
	}
}
