//go:build js && wasm

package main

import (
	"context"
	"slices"
	"syscall/js"
	"time"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/eval"
	wotnsearch "tafelrunde/wotn/search"
)

const (
	// reportEvery is the least time between two results of a running analysis.
	reportEvery = 200 * time.Millisecond
	// shownPlies is the greatest length of a principal variation in a result.
	shownPlies = 16
	maxMultiPV = 5
	maxHash    = 256 // MiB
)

// wotnAnalyser keeps its hash table from one analysis to the next, unless the number of
// nodes is limited.
var wotnAnalyser *wotnsearch.Engine

// analysis is a running analysis of a position.
type analysis struct {
	position wotn.Position
	began    time.Time
	watch    js.Value
	pvs      []engine.Info // by rank, the best first
	nodes    uint64
	reported time.Time
	fresh    bool // pvs has changed since the last report
	stopped  bool
}

// analyseWotn searches a position and returns its principal
// variations. Its arguments are
// variant, start, moves, limits and, optionally, a watch. It polls
// watch.stopped and passes results to watch.report.
func analyseWotn(args []js.Value) (any, problems) {
	game, wrong := wotnPlay(variant(args[0]), str(args[1]), texts(args[2]))
	if wrong != nil {
		return nil, wrong
	}
	// A recorded game can go on after a draw by the rules.
	if !game.Position().HasMoves() {
		return nil, gameOver
	}
	a := analysis{position: *game.Position(), began: time.Now(), watch: js.Undefined()}
	if len(args) > 4 {
		a.watch = args[4]
	}
	given := func(name string, least, most int) int { return limit(args[3], name, least, most) }
	limits := engine.Limits{
		MoveTime: time.Duration(given("milliseconds", 0, 1<<30)) * time.Millisecond,
		Nodes:    uint64(given("nodes", 0, 1<<40)),
		Depth:    given("depth", 0, wotnsearch.MaxPly),
	}
	config := wotnsearch.Config{
		NewEvaluator: func() wotnsearch.Evaluator { return eval.New() },
		Hash:         given("hash", 1, maxHash),
		MultiPV:      given("multiPV", 1, maxMultiPV),
		Poll:         a.poll,
	}
	if wotnAnalyser == nil {
		wotnAnalyser = wotnsearch.New(config)
	} else {
		wotnAnalyser.Configure(config)
	}
	if limits.Nodes > 0 {
		wotnAnalyser.Clear()
	}
	found := wotnAnalyser.Search(context.Background(), game, limits, a.receive)
	a.nodes = found.Nodes
	// A search that its time has stopped inside a depth has variations of two depths.
	if limits.MoveTime == 0 || len(a.pvs) < len(found.PVs) || slices.IsSortedFunc(found.PVs, better) {
		a.pvs = found.PVs
	}
	limited := limits.MoveTime > 0 && found.Time >= limits.MoveTime*9/10 || limits.Nodes > 0 && found.Nodes >= limits.Nodes
	return a.result(!a.stopped && !limited), nil
}

// better compares principal variations by score, the greater first.
func better(x, y engine.Info) int { return int(y.Score) - int(x.Score) }

// receive stores a principal variation. Of several, only those with exact scores
// are stored: the search reports them together and sorted, whereas a bound
// belongs to the next depth, and its move can be in another variation too.
func (a *analysis) receive(info engine.Info) {
	at := info.Rank - 1
	if info.Bound != engine.Exact && len(a.pvs) > 1 {
		return
	}
	if at == len(a.pvs) {
		a.pvs = append(a.pvs, info)
	} else if at < len(a.pvs) {
		// A proved mate makes a move the first that was another one.
		if other := slices.IndexFunc(a.pvs, func(o engine.Info) bool { return o.PV[0] == info.PV[0] }); other > at {
			a.pvs = slices.Insert(slices.Delete(a.pvs, other, other+1), at+1, a.pvs[at])
		}
		a.pvs[at] = info
	}
	a.fresh = true
}

// poll reports new results from time to time and returns whether the analysis
// must stop.
func (a *analysis) poll(nodes uint64) bool {
	if a.watch.IsUndefined() {
		return false
	}
	a.nodes = nodes
	if a.fresh && time.Since(a.reported) >= reportEvery {
		a.watch.Call("report", toJS(a.result(false)))
		a.reported, a.fresh = time.Now(), false
	}
	a.stopped = a.watch.Call("stopped").Bool()
	return a.stopped
}

// result returns the state of the analysis as a WotnAnalysis of the contract.
func (a *analysis) result(done bool) object {
	depth, hashFull := 0, 0
	if len(a.pvs) > 0 {
		depth, hashFull = a.pvs[0].Depth, a.pvs[0].HashFull
	}
	return object{
		"depth":        depth,
		"pvs":          values(a.pvs, a.pv),
		"nodes":        int(a.nodes),
		"milliseconds": int(time.Since(a.began).Milliseconds()),
		"hashFull":     hashFull,
		"done":         done,
	}
}

// pv returns a principal variation as a WotnPV of the contract.
func (a *analysis) pv(i engine.Info) any {
	mate, _ := i.Score.Mate()
	position := a.position
	pv := list{}
	for _, m := range i.PV[:min(len(i.PV), shownPlies)] {
		pv = append(pv, object{"text": m.String(), "san": position.SAN(m), "notation": notation(position.Notation(m))})
		position.PlayInto(&position, m)
	}
	return object{
		"depth": i.Depth,
		"score": i.Score.Centipawns(),
		"mate":  mate,
		"wdl":   list{i.WDL[0], i.WDL[1], i.WDL[2]},
		"pv":    pv,
	}
}
