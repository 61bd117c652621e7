package lessons

import (
	"fmt"
	"slices"
)

// The bounds of what a hint in a mini-game considers besides the best move.
const (
	hintLines      = 10     // moves that are compared by the goal
	hintTries      = 2      // of them that are searched before the best move is the hint
	hintMargin     = 20     // the win share, in thousandths, that serving the goal may cost
	distanceBudget = 10_000 // moves played to measure a distance
	maxDistance    = 6
)

// Hint returns a good move for the learner after moves: that of the solution, or
// one that leads to success. It is "" if there is none.
func (e *Exercise) Hint(moves []string) (string, error) {
	state, err := e.State(moves, nil)
	if err != nil || state.Status != Open || state.Next != "" || state.EngineMoves {
		return "", err
	}
	if next := e.after(moves); next != "" {
		return next, nil
	}
	if e.source.Engine != nil {
		return e.suggest(&state, moves), nil
	}
	r, err := e.played(moves)
	if err != nil || !e.alone() {
		return "", err
	}
	for depth := 1; depth <= max(1, e.source.Par); depth++ {
		budget := 200_000
		for _, move := range r.legal() {
			if e.forces(r, move, depth, &budget) {
				return move, nil
			}
		}
	}
	return "", nil
}

// played returns the exercise after moves, with the learner to move if the learner
// makes all moves.
func (e *Exercise) played(moves []string) (run, error) {
	r := e.start()
	for _, text := range moves {
		if err := r.play(text); err != nil {
			return r, err
		}
		if e.alone() {
			if err := r.pass(); err != nil {
				return r, err
			}
		}
	}
	return r, nil
}

// suggest returns a move that serves the goal of a mini-game: one that solves it or, by
// a search, the best one or one that is about as good and brings success nearer. Moves
// after which the exercise could fail at once are avoided.
func (e *Exercise) suggest(state *State, moves []string) string {
	r, err := e.played(moves)
	if err != nil {
		return ""
	}
	legal := r.legal()
	if i := slices.IndexFunc(legal, func(move string) bool { return e.solves(r, move) }); i >= 0 {
		return legal[i]
	}
	safe := e.safest(r, legal)
	if len(safe) == 1 {
		return safe[0]
	}
	a := newAdviser(state, safe)
	best := a.best()
	if e.success.atom.name == "won" || e.distance(r, Solved) == maxDistance {
		return best // the search has the same goal, or the goal is far
	}
	good := a.good(hintLines)
	for range hintTries {
		near := e.nearest(r, good, moves)
		if slices.Contains(near, best) {
			break
		}
		if a.loss(near[0]) <= hintMargin {
			return near[0]
		}
		good = slices.DeleteFunc(good, func(move string) bool { return move == near[0] })
		if len(good) == 0 {
			break
		}
	}
	return best
}

// solves reports whether a legal move solves the exercise at once.
func (e *Exercise) solves(r run, move string) bool {
	next := r.clone()
	return next.play(move) == nil && e.verdict(next) == Solved
}

// safest returns those of the moves that fail after none of the opponent's replies,
// else those that do not fail at once, else all.
func (e *Exercise) safest(r run, moves []string) []string {
	var safe, open []string
	for _, move := range moves {
		next := r.clone()
		if next.play(move) != nil || e.verdict(next) == Failed {
			continue
		}
		open = append(open, move)
		if !slices.ContainsFunc(next.legal(), func(reply string) bool {
			after := next.clone()
			return !next.learnersTurn() && after.play(reply) == nil && e.verdict(after) == Failed
		}) {
			safe = append(safe, move)
		}
	}
	switch {
	case len(safe) > 0:
		return safe
	case len(open) > 0:
		return open
	}
	return moves
}

// nearest returns those of the moves after which, with the engine's reply, the
// learner is best placed in the race between success and failure.
func (e *Exercise) nearest(r run, moves []string, before []string) []string {
	distances := make([]int, len(moves))
	fewest := maxDistance
	for i, move := range moves {
		next := r.clone()
		if next.play(move) != nil {
			return moves // the moves are legal
		}
		distances[i] = e.distance(next, Solved)
		fewest = min(fewest, distances[i])
	}
	var best []string
	var first race
	for i, move := range moves {
		if distances[i] > fewest+1 {
			continue
		}
		now := e.replied(append(slices.Clone(before), move))
		if len(best) == 0 || now.better(first) {
			first, best = now, nil
		}
		if now == first {
			best = append(best, move)
		}
	}
	return best
}

// race holds two distances in a position with the learner to move: the learner's
// moves until success and the opponents' moves until failure, each without replies.
type race struct{ own, others int }

func (a race) better(b race) bool {
	aWins, bWins := a.own <= a.others, b.own <= b.others
	switch {
	case aWins != bWins:
		return aWins
	case aWins && a.own != b.own:
		return a.own < b.own
	case !aWins && a.own-a.others != b.own-b.others:
		return a.own-a.others < b.own-b.others
	}
	return a.others > b.others
}

// replied returns the race after the engine's replies to moves.
func (e *Exercise) replied(moves []string) race {
	lost := race{maxDistance + 1, 0}
	for {
		state, err := e.State(moves, nil)
		switch {
		case err != nil || state.Status == Failed:
			return lost
		case state.Status == Solved:
			return race{0, maxDistance}
		case !state.EngineMoves:
			r, err := e.played(moves)
			if err != nil {
				return lost
			}
			return race{e.distance(r, Solved), e.distance(r, Failed)}
		}
		moves = append(moves, e.search(&state))
	}
}

// distance returns the number of moves until the exercise is solved if only the
// learner moves, or until it has failed if only one opponent moves. It is at most
// maxDistance, which stands for unknown too.
func (e *Exercise) distance(r run, wanted Status) int {
	if verdict := e.verdict(r); verdict == wanted {
		return 0
	} else if verdict != Open {
		return maxDistance
	}
	sides, deepest := []int{r.side()}, maxDistance-1
	if wanted == Failed {
		if !e.fails {
			return maxDistance
		}
		sides, deepest = r.opponents(), 3
	}
	for depth := 1; depth <= deepest; depth++ {
		for _, side := range sides {
			budget := distanceBudget
			if e.reaches(r, side, wanted, depth, &budget) {
				return depth
			}
			if budget < 0 {
				return maxDistance
			}
		}
	}
	return maxDistance
}

// reaches reports whether a side can bring about a status within depth moves if
// nobody else moves.
func (e *Exercise) reaches(r run, side int, wanted Status, depth int, budget *int) bool {
	r = r.clone()
	if r.passTo(side) != nil {
		return false
	}
	for _, move := range r.legal() {
		if *budget--; *budget < 0 {
			return false
		}
		next := r.clone()
		if next.play(move) != nil {
			continue
		}
		verdict := e.verdict(next)
		if verdict == wanted || verdict == Open && depth > 1 && e.reaches(next, side, wanted, depth-1, budget) {
			return true
		}
	}
	return false
}

// Solve returns moves that solve a mini-game from its start: suggested moves of the
// learner and the engine's replies.
func (e *Exercise) Solve() ([]string, error) { return e.follow(nil) }

// follow continues line with suggested moves and the engine's replies until the
// mini-game is solved.
func (e *Exercise) follow(line []string) ([]string, error) {
	for len(line) < 400 {
		state, err := e.State(line, nil)
		if err != nil {
			return nil, err
		}
		switch {
		case state.Status == Solved:
			return line, nil
		case state.Status == Failed:
			return nil, fmt.Errorf("failed after %q", line)
		}
		move := ""
		if state.EngineMoves {
			move, err = e.Reply(line)
		} else {
			move = e.suggest(&state, line)
		}
		if err != nil {
			return nil, err
		}
		line = append(line, move)
	}
	return nil, fmt.Errorf("not solved in 400 moves")
}
