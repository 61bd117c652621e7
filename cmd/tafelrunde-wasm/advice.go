//go:build js && wasm

package main

import (
	"context"
	"strings"
	"syscall/js"
	"time"

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
	lancelotsearch "tafelrunde/lancelot/search"
)

// lancelotAdviser resumes its search if the next request has the same position.
// lancelotClassifier has its own tree, so that verdicts do not interrupt that search.
var (
	lancelotAdviser    = lancelotsearch.Tree{Memory: fullMemory, Resume: true}
	lancelotClassifier = lancelotsearch.Tree{Memory: fullMemory / 2}
)

// adviceRequest is the common part of both requests: an unfinished position and a
// deadline.
type adviceRequest struct {
	position lancelot.Position
	ctx      context.Context
	cancel   context.CancelFunc
}

// newAdviceRequest converts the arguments of a request. The caller calls cancel.
func newAdviceRequest(start, turns, milliseconds js.Value) (q adviceRequest, wrong problems) {
	began := time.Now()
	game, wrong := lancelotPlay(str(start), texts(turns))
	if wrong != nil {
		return q, wrong
	}
	if game.Outcome().Over() {
		return q, gameOver
	}
	q.position = *game.Position()
	q.ctx, q.cancel = context.WithDeadline(context.Background(), began.Add(time.Duration(milliseconds.Float()*float64(time.Millisecond))))
	return q, nil
}

// adviseLancelot returns the win shares of all seats and the best turns. Its
// arguments are start, turns, milliseconds and the number of turns.
func adviseLancelot(args []js.Value) (any, problems) {
	q, wrong := newAdviceRequest(args[0], args[1], args[2])
	if wrong != nil {
		return nil, wrong
	}
	defer q.cancel()
	advice := lancelotAdviser.Advise(q.ctx, &q.position, engine.Limits{}, max(1, number(args[3])))
	turns := list{}
	for i := range advice.Candidates {
		turns = append(turns, q.candidate(&advice.Candidates[i]))
	}
	return object{
		"winShares": q.winShares(advice.WinShares),
		"turns":     turns,
		"nodes":     int(advice.Nodes),
		"done":      advice.Done,
	}, nil
}

// classifyLancelot compares a turn with the best one. Its arguments are start, the
// turns before, the turn and milliseconds.
func classifyLancelot(args []js.Value) (any, problems) {
	q, wrong := newAdviceRequest(args[0], args[1], args[3])
	if wrong != nil {
		return nil, wrong
	}
	defer q.cancel()
	text, _, _ := strings.Cut(str(args[2]), skipMark)
	turn, err := q.position.ParseTurn(text)
	if err != nil {
		return nil, lancelotProblems(err)
	}
	v := lancelotClassifier.Classify(q.ctx, &q.position, turn, engine.Limits{})
	return object{
		"kind":   string(v.Kind),
		"loss":   int(v.Loss),
		"seat":   int(q.position.ToMove()),
		"played": q.candidate(&v.Played),
		"better": q.candidate(&v.Better),
	}, nil
}

func (q *adviceRequest) winShares(shares [lancelot.MaxSeats]engine.Score) any {
	return values(shares[:q.position.Seats()], func(s engine.Score) any { return int(s) })
}

func (q *adviceRequest) candidate(c *lancelotsearch.Candidate) any {
	gains := -1
	if c.Gain > 0 {
		gains = int(c.Gains)
	}
	return object{
		"turn":      c.Turn.String(),
		"seat":      int(q.position.ToMove()),
		"winShares": q.winShares(c.WinShares),
		"proved":    c.Proved,
		"outcome":   lancelotOutcome(c.Outcome),
		"captures":  values(c.Captures, capture),
		"captured":  c.Captured,
		"target":    q.position.Target(),
		"threats": values(c.Threats, func(t lancelotsearch.Threat) any {
			return object{"by": int(t.By), "on": t.On.String(), "captures": values(t.Captures, capture)}
		}),
		"gains": gains,
		"gain":  int(c.Gain),
		"pv":    values(c.PV, func(t lancelot.Turn) any { return t.String() }),
	}
}
