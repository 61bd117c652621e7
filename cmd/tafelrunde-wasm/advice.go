//go:build js && wasm

package main

import (
	"context"
	"strings"
	"syscall/js"
	"time"

	"tafelrunde/lancelot"
	lancelotsearch "tafelrunde/lancelot/search"
)

// Who gives advice is asked for the same position again and again and goes on
// where the last answer ended; verdicts have a tree of their own, so that they do
// not disturb that.
var (
	lancelotAdviser = lancelotsearch.Tree{Memory: fullMemory, Resume: true}
	lancelotJudge   = lancelotsearch.Tree{Memory: fullMemory / 2}
)

// question is what both kinds of advice begin with: a game that is not over, until
// when to think, the language, and the names of the seats.
type question struct {
	position lancelot.Position
	ctx      context.Context
	cancel   context.CancelFunc
	language lancelotsearch.Language
	names    []string
}

func lancelotQuestion(start, turns, milliseconds, language, names js.Value) (q question, wrong problems) {
	began := time.Now()
	game, wrong := lancelotPlay(str(start), texts(turns))
	if wrong != nil {
		return q, wrong
	}
	if game.Outcome().Over() {
		return q, gameOver
	}
	q.position = game.Position()
	q.ctx, q.cancel = context.WithDeadline(context.Background(), began.Add(time.Duration(milliseconds.Float()*float64(time.Millisecond))))
	q.language, q.names = lancelotsearch.Language(str(language)), texts(names)
	if len(q.names) != q.position.Seats() {
		panic("each seat has a name")
	}
	return q, nil
}

// adviseLancelot tells the chances of all seats and what the best turns do:
// (start, turns, milliseconds, number of turns, language, names).
func adviseLancelot(args []js.Value) (any, problems) {
	q, wrong := lancelotQuestion(args[0], args[1], args[2], args[4], args[5])
	if wrong != nil {
		return nil, wrong
	}
	defer q.cancel()
	advice := lancelotAdviser.Advise(q.ctx, &q.position, lancelotsearch.Limits{}, max(1, number(args[3])))
	told := list{}
	for i := range advice.Candidates {
		told = append(told, q.candidate(&advice.Candidates[i]))
	}
	return object{
		"winShares": q.chances(advice.WinShares),
		"turns":     told,
		"nodes":     int(advice.Nodes),
		"done":      advice.Done,
	}, nil
}

// judgeLancelot tells whether a turn was a mistake and what was better: (start,
// turns before, turn, milliseconds, language, names).
func judgeLancelot(args []js.Value) (any, problems) {
	q, wrong := lancelotQuestion(args[0], args[1], args[3], args[4], args[5])
	if wrong != nil {
		return nil, wrong
	}
	defer q.cancel()
	text, _, _ := strings.Cut(str(args[2]), passMark)
	turn, err := q.position.ParseTurn(text)
	if err != nil {
		return nil, lancelotProblems(err)
	}
	v := lancelotJudge.Judge(q.ctx, &q.position, turn, lancelotsearch.Limits{})
	return object{
		"kind":   string(v.Kind),
		"loss":   int(v.Loss),
		"seat":   int(q.position.ToAct()),
		"played": q.candidate(&v.Played),
		"better": q.candidate(&v.Better),
		"text":   v.SentenceFor(q.language, q.names),
	}, nil
}

func (q *question) chances(c [lancelot.MaxSeats]lancelotsearch.Score) any {
	return values(c[:q.position.Seats()], func(s lancelotsearch.Score) any { return int(s) })
}

func (q *question) candidate(c *lancelotsearch.Candidate) any {
	gains := -1
	if c.Gain > 0 {
		gains = int(c.Gains)
	}
	return object{
		"turn":      c.Turn.String(),
		"winShares": q.chances(c.WinShares),
		"proved":    c.Proved,
		"captures":  values(c.Captures, capture),
		"threats": values(c.Threats, func(e lancelotsearch.Threat) any {
			return object{"by": int(e.By), "on": e.On.String(), "captures": values(e.Captures, capture)}
		}),
		"gains": gains,
		"gain":  int(c.Gain),
		"pv":    values(c.PV, func(t lancelot.Turn) any { return t.String() }),
		"text":  c.SentenceFor(q.language, q.names),
	}
}
