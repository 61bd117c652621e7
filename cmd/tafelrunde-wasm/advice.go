//go:build js && wasm

package main

import (
	"context"
	"strings"
	"syscall/js"
	"time"

	"tafelrunde/internal/judge"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
	lancelotsearch "tafelrunde/lancelot/search"
)

// lancelotAnalyser resumes its search if the next request has the same position.
// lancelotClassifier has its own tree, so that verdicts do not interrupt that search.
var (
	lancelotAnalyser   = lancelotsearch.Tree{Memory: fullMemory, Resume: true}
	lancelotClassifier lancelotsearch.Tree
)

// sliceTime is the time of one slice of an analysis of Lancelot. Between slices, which
// keep the search tree, the watch is asked whether to stop.
const sliceTime = 100 * time.Millisecond

// adviceRequest is an unfinished position of Lancelot.
type adviceRequest struct {
	position lancelot.Position
	began    time.Time
}

// newAdviceRequest converts the arguments of a request.
func newAdviceRequest(start, turns js.Value) (q adviceRequest, wrong problems) {
	q.began = time.Now()
	game, wrong := lancelotPlay(str(start), texts(turns))
	if wrong != nil {
		return q, wrong
	}
	if game.Outcome().Over() {
		return q, gameOver
	}
	q.position = *game.Position()
	return q, nil
}

// analyseLancelot searches a position and returns the win shares of all seats
// and the best turns. Its arguments are start, turns, limits and, optionally, a
// watch.
func analyseLancelot(args []js.Value) (any, problems) {
	q, wrong := newAdviceRequest(args[0], args[1])
	if wrong != nil {
		return nil, wrong
	}
	watch := js.Undefined()
	if len(args) > 3 {
		watch = args[3]
	}
	limits := args[2]
	if memory := limit(limits, "hash", 1, maxHash) << 20; memory != lancelotAnalyser.Memory {
		lancelotAnalyser.NewGame()
		lancelotAnalyser.Memory = memory
	}
	multiPV := limit(limits, "multiPV", 1, maxMultiPV)
	most := uint64(limit(limits, "nodes", 0, 1<<40))
	deadline := q.began.Add(time.Duration(limit(limits, "milliseconds", 0, 1<<30)) * time.Millisecond)
	timed := deadline.After(q.began)
	reported, nodes := q.began, uint64(0)
	for {
		end := time.Now().Add(sliceTime)
		if timed && end.After(deadline) {
			end = deadline
		}
		ctx, cancel := context.WithDeadline(context.Background(), end)
		slice := engine.Limits{}
		if most > 0 {
			slice.Nodes = most - nodes
		}
		advice := lancelotAnalyser.Advise(ctx, &q.position, slice, multiPV)
		cancel()
		nodes += advice.Nodes
		now := time.Now()
		stopped := !watch.IsUndefined() && watch.Call("stopped").Bool()
		if advice.Done || stopped || timed && !now.Before(deadline) || most > 0 && nodes >= most {
			return q.analysis(&advice, nodes, advice.Done), nil
		}
		if !watch.IsUndefined() && now.Sub(reported) >= reportEvery {
			watch.Call("report", toJS(q.analysis(&advice, nodes, false)))
			reported = now
		}
	}
}

// analysis returns a LancelotAnalysis of the contract.
func (q *adviceRequest) analysis(advice *lancelotsearch.Advice, nodes uint64, done bool) object {
	candidates := list{}
	for i := range advice.Candidates {
		candidates = append(candidates, q.candidate(&advice.Candidates[i]))
	}
	return object{
		"depth":        len(advice.Candidates[0].PV),
		"winShares":    q.winShares(advice.WinShares),
		"candidates":   candidates,
		"nodes":        int(nodes),
		"milliseconds": int(time.Since(q.began).Milliseconds()),
		"done":         done,
	}
}

// classifyLancelot compares a turn with the best one. Its arguments are start, the
// turns before, the turn and limits.
func classifyLancelot(args []js.Value) (any, problems) {
	q, wrong := newAdviceRequest(args[0], args[1])
	if wrong != nil {
		return nil, wrong
	}
	text, _, _ := strings.Cut(str(args[2]), skipMark)
	turn, err := q.position.ParseTurn(text)
	if err != nil {
		return nil, lancelotProblems(err)
	}
	limits := engine.Limits{
		MoveTime: time.Duration(limit(args[3], "milliseconds", 0, 1<<30)) * time.Millisecond,
		Nodes:    uint64(limit(args[3], "nodes", 0, 1<<40)),
	}
	lancelotClassifier.NewGame()
	lancelotClassifier.Memory = limit(args[3], "hash", 1, maxHash) << 20
	v := judge.ClassifyTurn(lancelotClassifier.Compare(context.Background(), &q.position, turn, limits))
	return object{
		"kind":   string(v.Kind),
		"loss":   int(v.Loss),
		"only":   v.Only,
		"solves": judge.Solves(float64(v.Loss)),
		"seat":   int(q.position.ToMove()),
		"played": q.candidate(&v.Played),
		"better": q.candidate(&v.Better),
	}, nil
}

// limit returns one of the limits of an analysis.
func limit(limits js.Value, name string, least, most int) int {
	return max(least, min(most, number(limits.Get(name))))
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
			return object{"by": int(t.By), "on": t.Turn.Stone().String(), "captures": values(t.Captures, capture)}
		}),
		"excaliburThreats": values(c.ExcaliburThreats, func(t lancelotsearch.Threat) any {
			return object{"by": int(t.By), "turn": t.Turn.String(), "captures": values(t.Captures, capture)}
		}),
		"gains":      gains,
		"gain":       int(c.Gain),
		"kingmaking": kingmaking(c.Kingmaking),
		"pv":         values(c.PV, func(t lancelot.Turn) any { return t.String() }),
	}
}

func kingmaking(k lancelotsearch.Kingmaking) any {
	if k.Instead == lancelot.NoTurn {
		return nil
	}
	return object{"instead": k.Instead.String(), "seat": int(k.For), "change": int(k.Change)}
}
