package puzzles

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tafelrunde/internal/puzzles"
	"tafelrunde/lab/puzzles/themes"
)

// Win shares in thousandths.
const (
	minLoss  = 300 // what the opponent's move before a puzzle loses at least
	maxShare = 850 // the solver's greatest share before that move
	// minGap is by how much the best move is better than the second best when a puzzle is made,
	// keptGap when it is checked again.
	minGap, keptGap = 350, 250
	// maxMoves is the greatest number of the solver's moves.
	maxMoves = 5
	// fewMoves are so few legal moves that finding one of them, without a proved win, is no puzzle.
	fewMoves = 3
	// maxAlso is the greatest number of first moves that are accepted besides that of the solution.
	maxAlso = 3
	// floorGap is how much better than the second best move the solution must be after any reply
	// of each of several opponents.
	floorGap = 100
)

// scaled returns a limit for win shares of two seats as one for more: the average share is smaller.
func scaled(limit, seats int) int { return limit * 2 / seats }

// makeSeeds are the seeds of searches when a puzzle is made.
var makeSeeds = []uint64{1, 2}

// Proof checks puzzles.
type Proof struct {
	// Nodes is the number of positions of each search of a solution that is not proved exhaustively. The
	// last searches of Lancelot have deepFactor times as many.
	Nodes uint64
	// Gap is the smallest difference between the best move and the second best.
	Gap int
	// Seeds are those of the searches that must agree, one or more.
	Seeds     []uint64
	analysers map[string]analyser
	themes    *themes.Detector
}

// deep returns the proof with as many nodes as the last searches of Lancelot have.
func (r *Proof) deep() *Proof { return &Proof{Nodes: r.Nodes * deepFactor, Gap: r.Gap, Seeds: r.Seeds} }

// tolerance is by how much a search that is repeated may miss the limits of a puzzle.
func (r *Proof) tolerance() int { return minGap - r.Gap }

func (r *Proof) analyser(rules string) analyser {
	if r.analysers == nil {
		r.analysers = map[string]analyser{}
	}
	if r.analysers[rules] == nil {
		r.analysers[rules] = newAnalyser(rules, false)
	}
	return r.analysers[rules]
}

// Failure is the reason why a puzzle is wrong.
type Failure struct {
	// Move is the number of the solver's move that is wrong, from 0; -1 for the whole puzzle.
	Move   int
	Reason string
}

// Error returns the reason.
func (f *Failure) Error() string {
	if f.Move < 0 {
		return f.Reason
	}
	return fmt.Sprintf("move %d: %s", f.Move+1, f.Reason)
}

// Check returns nil if a puzzle is right, otherwise why it is not.
func (r *Proof) Check(p *puzzles.Puzzle) *Failure {
	if err := errors.Join(p.Check(), p.CheckGame()); err != nil {
		return &Failure{-1, err.Error()}
	}
	before, solution, err := steps(p)
	if err != nil {
		return &Failure{-1, err.Error()}
	}
	if reason := excluded(p, before, solution); reason != "" {
		return &Failure{0, reason}
	}
	if reason := r.contradicts(p, solution); reason != "" {
		return &Failure{-1, reason}
	}
	j, wins, own := r.analyser(p.Rules), p.Mate+p.Target, 0
	search, share := r, 1000 // after the first move
	if p.Rules == puzzles.Lancelot {
		search = r.deep()
	}
	for i, s := range solution {
		var reason string
		switch {
		case wins == 0 && s.own:
			var shares [2]int
			if shares, reason = search.only(j, s.at, s.move); i == 0 {
				share = shares[0]
			}
		case wins > 0 && s.own:
			var also []string
			if own < len(p.Also) {
				also = p.Also[own]
			}
			if reason = winsOnly(j, s, wins-own, also); reason == "" && wins-own > 1 {
				reason = r.slower(j, s.at, append([]string{s.move}, also...), r.Gap)
			}
		case wins > 0:
			if n := j.wins(s.at.play(s.move), wins-own); n != wins-own {
				reason = fmt.Sprintf("after the reply %s the win takes %d moves, not %d", s.move, n, wins-own)
			}
		}
		if reason != "" {
			return &Failure{own, reason}
		}
		if s.own {
			own++
		}
	}
	if before == nil {
		return nil
	}
	shares, _ := j.shares(before, max(1, r.Nodes/beforePart), r.Seeds[0])
	if reason := noMistake([]int{shares[solution[0].at.seat()], share}, before.seats(), r.tolerance()); reason != "" {
		return &Failure{-1, reason}
	}
	return nil
}

// contradicts returns what is wrong with the win shares and the themes that a puzzle has, and the rule
// about themes that excludes it, without a search of its moves; "" if nothing is wrong.
func (r *Proof) contradicts(p *puzzles.Puzzle, solution []step) string {
	first := solution[0].at
	switch {
	case p.Mate+p.Target > 0 && p.Shares[1] != 1000:
		return fmt.Sprintf("a proved win has %d ‰", p.Shares[1])
	case p.Mate+p.Target == 0 && p.Shares[1]-p.Shares[2] < scaled(minGap, first.seats()):
		return fmt.Sprintf("the second best move has %d ‰ against %d ‰", p.Shares[2], p.Shares[1])
	}
	if reason := noMistake(p.Shares[:2], first.seats(), 0); p.Previous != "" && reason != "" {
		return reason
	}
	if r.themes == nil {
		r.themes = themes.New()
	}
	found, err := r.themes.Of(p)
	if err != nil {
		return err.Error()
	}
	if winsNothing(p, found) {
		return "one move without a theme"
	}
	if handicapGame(p.Rules, p.From) {
		found = append(found, puzzles.Handicap)
	}
	if !slices.Equal(found, p.Themes) {
		return fmt.Sprintf("the themes are %v, not %v", found, p.Themes)
	}
	if dull(p, first) {
		return "it takes the piece that has just moved"
	}
	return ""
}

// noMistake returns why the move before a puzzle is no mistake, by the solver's shares before it and after
// the solution's first move, which may miss the limits by some thousandths; "" if it is one.
func noMistake(shares []int, seats, tolerance int) string {
	switch {
	case shares[0] > maxShare+tolerance:
		return fmt.Sprintf("the solver had %d ‰ already", shares[0])
	// With three or more seats a turn that gives one seat the win often costs another one than the solver.
	case seats == 2 && shares[1]-shares[0] < minLoss-tolerance:
		return fmt.Sprintf("the move before it loses %d ‰", shares[1]-shares[0])
	}
	return ""
}

// winsNothing reports whether a puzzle with some themes, that of handicap games left out, is one move that
// wins nothing.
func winsNothing(p *puzzles.Puzzle, themes []puzzles.Theme) bool {
	return len(p.Solution) == 1 && len(themes) == 0
}

// excluded returns the rule that excludes a puzzle without a search; "" if there is none.
func excluded(p *puzzles.Puzzle, before position, solution []step) string {
	first := solution[0]
	switch {
	case len(first.at.moves()) == 1:
		return "it is the only legal move"
	case p.Mate+p.Target == 0 && len(solution) == 1 && len(first.at.moves()) <= fewMoves:
		return "a move is easily found among so few"
	case before != nil && takesBack(before, p.Previous, first.at, first.move):
		return "it takes back"
	case p.Target == 1 && !strings.Contains(first.move, ","):
		return "the page shows how many stones each square captures, and one stone wins"
	case len(p.Also) > 0 && len(p.Also[0]) > maxAlso:
		return "too many moves win"
	case first.at.seats() > 2 && len(solution) > 1:
		return "the solution of a puzzle for more than two seats has several turns"
	}
	return ""
}

// takesBack reports whether a move captures where the previous one, played before, has captured.
func takesBack(before position, previous string, at position, move string) bool {
	square := before.captures(previous)
	return square != "" && square == at.captures(move)
}

// dull reports whether the solution of an easy puzzle with one move captures the piece that has just
// moved, does not mate, and cannot be answered by a recapture.
func dull(p *puzzles.Puzzle, at position) bool {
	square := at.captures(p.Solution[0])
	// Moves of Way of the Knight begin with both squares.
	if p.Rating >= dullRating || p.Mate > 0 || square == "" || len(p.Previous) < 4 || p.Previous[2:4] != square {
		return false
	}
	after := at.play(p.Solution[0])
	return !slices.ContainsFunc(after.moves(), func(reply string) bool { return after.captures(reply) == square })
}

// winsOnly returns why the move and also are not all the moves that win in n moves; "" if they are.
func winsOnly(j analyser, s step, n int, also []string) string {
	if found := j.wins(s.at, n); found != n {
		return fmt.Sprintf("the win takes %d moves, not %d", found, n)
	}
	moves, want := j.winners(s.at, n), append([]string{s.move}, also...)
	slices.Sort(moves)
	slices.Sort(want)
	if !slices.Equal(moves, want) {
		return fmt.Sprintf("the moves that win are %v, not %v", moves, want)
	}
	return ""
}

// slower returns the best move that does not win as fast as the winners, as a reason, if its share
// in one of the searches is less than gap below theirs; "" if there is none.
func (r *Proof) slower(j analyser, at position, winners []string, gap int) string {
	for _, seed := range r.Seeds {
		for _, c := range j.every(at, r.Nodes, seed) {
			if !slices.Contains(winners, c.move) {
				if c.share > 1000-gap {
					return fmt.Sprintf("%s wins more slowly, with %d ‰", c.move, c.share)
				}
				break
			}
		}
	}
	return ""
}

// only returns the win shares after a move and after the best other one in the first of the
// searches, and why the move is not the only good one; "" if it is.
func (r *Proof) only(j analyser, at position, move string) (shares [2]int, reason string) {
	if n := len(at.moves()); n > manyMoves {
		return shares, fmt.Sprintf("there are %d legal moves", n)
	}
	for i, seed := range r.Seeds {
		list := j.every(at, r.Nodes, seed)
		switch {
		case len(list) < 2:
			return shares, "it is the only legal move"
		case list[0].move != move:
			return shares, fmt.Sprintf("%s has %d ‰", list[0].move, list[0].share)
		case list[0].share-list[1].share < scaled(r.Gap, at.seats()):
			return shares, fmt.Sprintf("%s has %d ‰ against %d ‰", list[1].move, list[1].share, list[0].share)
		}
		if i == 0 {
			shares = [2]int{list[0].share, list[1].share}
		}
	}
	if at.seats() > 2 {
		reason = r.withstands(j, at, move, shares[1]+scaled(floorGap, at.seats()))
	}
	return shares, reason
}

// withstands returns the reply of another seat after which the solver's share is less than a
// floor, as a reason; "" if there is none. Every reply of each seat is tried after the best reply of each seat
// before it and after the four that are worst for the solver. After all replies is too strict: the next seat
// can often give the win away to the one after it.
func (r *Proof) withstands(j analyser, at position, move string, floor int) string {
	solver := at.seat()
	for list := []position{at.play(move)}; len(list) > 0; {
		var next []position
		part := uint64(len(list)) // each shares the nodes with the others
		for _, after := range list {
			if len(after.moves()) == 0 || after.seat() == solver {
				continue
			}
			if n := len(after.moves()); n > manyMoves {
				return fmt.Sprintf("there are %d replies", n)
			}
			share := func(reply string, nodes uint64) int {
				shares, _ := j.shares(after.play(reply), nodes, r.Seeds[0])
				return shares[solver]
			}
			worst := eachMove(after, min(r.Nodes, replyNodes)/part, share, func(a, b choice) int { return cmp.Compare(a.share, b.share) })
			if worst[0].share < floor {
				return fmt.Sprintf("after the reply %s it has %d ‰", worst[0].move, worst[0].share)
			}
			_, best := j.shares(after, max(1, min(r.Nodes, Nodes)/part), r.Seeds[0])
			next = append(next, after.play(best))
			for _, c := range worst[:min(closest, len(worst))] {
				if c.move != best {
					next = append(next, after.play(c.move))
				}
			}
		}
		list = next
	}
	return ""
}
