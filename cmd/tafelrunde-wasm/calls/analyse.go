package calls

import (
	"context"
	"slices"
	"time"

	"tafelrunde/internal/judge"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/net"
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

// AnalysisLimits are the limits of an analysis. 0 is no limit, except for Hash and MultiPV. Numbers
// out of range become the nearest possible ones.
type AnalysisLimits struct {
	// MultiPV is the number of best moves with a principal variation, 1 to 5.
	MultiPV int `json:"multiPV"`
	// Hash is the size of the hash table in MiB, 1 to 256.
	Hash         int `json:"hash"`
	Milliseconds int `json:"milliseconds"`
	// Nodes: with a limit of nodes the search begins with empty memory, so that its result is
	// reproducible.
	Nodes int `json:"nodes"`
	Depth int `json:"depth"`
}

func (l AnalysisLimits) time() time.Duration {
	return time.Duration(clamp(l.Milliseconds, 0, 1<<30)) * time.Millisecond
}

func (l AnalysisLimits) nodes() uint64 { return uint64(clamp(l.Nodes, 0, 1<<40)) }

// clamp returns the number from least to most that is nearest to n.
func clamp(n, least, most int) int { return max(least, min(most, n)) }

// Watch observes a running call. The worker of the page creates it.
type Watch interface {
	// Stopped reports whether the call must end soon.
	Stopped() bool
	// Report receives a result, at most five times a second.
	Report(result any)
}

// WotnAnalysis is the result of a search in a position of Way of the Knight or chess.
type WotnAnalysis struct {
	Depth int `json:"depth"`
	// PVs are the principal variations, the best first.
	PVs          []WotnPV `json:"pvs"`
	Nodes        int      `json:"nodes"`
	Milliseconds int      `json:"milliseconds"`
	// HashFull is the part of the hash table in use, in thousandths.
	HashFull int `json:"hashFull"`
	// Done says that the search has ended by itself: further search cannot change the result, or the
	// depth is reached.
	Done bool `json:"done"`
}

// WotnPV is a principal variation. Scores are those of the side to move.
type WotnPV struct {
	Depth int `json:"depth"`
	// Score is in hundredths of a pawn.
	Score int `json:"score"`
	// Mate is the number of moves until mate, negative for being mated; 0 if there is no forced
	// mate.
	Mate int `json:"mate"`
	// WDL has the probabilities of winning, drawing and losing, in thousandths.
	WDL [3]int `json:"wdl"`
	// PV has at most 16 plies.
	PV []PVMove `json:"pv"`
}

// PVMove is a move of a principal variation.
type PVMove struct {
	Text     string         `json:"text"`
	SAN      string         `json:"san"`
	Notation judge.Notation `json:"notation"`
}

// wotnAnalyser keeps its hash table from one analysis to the next, unless the number of
// nodes is limited.
var wotnAnalyser *wotnsearch.Engine

// analysis is a running analysis of a position.
type analysis struct {
	position wotn.Position
	began    time.Time
	watch    Watch         // nil if there is none
	pvs      []engine.Info // by rank, the best first
	nodes    uint64
	reported time.Time
	fresh    bool // pvs has changed since the last report
	stopped  bool
}

// analyseWotn searches a position of Way of the Knight until a limit is reached or the watch stops
// it. The hash table is kept for the next call. The problem is game-over if the game is over.
func analyseWotn(variant wotn.Variant, start string, moves []string, limits AnalysisLimits, watch Watch) (WotnAnalysis, Problems) {
	game, wrong := wotnPlay(variant, start, moves)
	if wrong != nil {
		return WotnAnalysis{}, wrong
	}
	// A recorded game can go on after a draw by the rules.
	if !game.Position().HasMoves() {
		return WotnAnalysis{}, gameOver()
	}
	a := analysis{position: *game.Position(), began: time.Now(), watch: watch}
	budget := engine.Limits{MoveTime: limits.time(), Nodes: limits.nodes(), Depth: clamp(limits.Depth, 0, wotnsearch.MaxPly)}
	config := net.Config()
	config.Hash, config.MultiPV, config.Poll = clamp(limits.Hash, 1, maxHash), clamp(limits.MultiPV, 1, maxMultiPV), a.poll
	if wotnAnalyser == nil {
		wotnAnalyser = wotnsearch.New(config)
	} else {
		wotnAnalyser.Configure(config)
	}
	if budget.Nodes > 0 {
		wotnAnalyser.Clear()
	}
	found := wotnAnalyser.Search(context.Background(), game, budget, a.receive)
	a.nodes = found.Nodes
	// A search that its time has stopped inside a depth has variations of two depths.
	if budget.MoveTime == 0 || len(a.pvs) < len(found.PVs) || slices.IsSortedFunc(found.PVs, better) {
		a.pvs = found.PVs
	}
	limited := budget.MoveTime > 0 && found.Time >= budget.MoveTime*9/10 || budget.Nodes > 0 && found.Nodes >= budget.Nodes
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
	if a.watch == nil {
		return false
	}
	a.nodes = nodes
	if a.fresh && time.Since(a.reported) >= reportEvery {
		a.watch.Report(a.result(false))
		a.reported, a.fresh = time.Now(), false
	}
	a.stopped = a.watch.Stopped()
	return a.stopped
}

// result returns the state of the analysis.
func (a *analysis) result(done bool) WotnAnalysis {
	result := WotnAnalysis{
		PVs:          values(a.pvs, a.pv),
		Nodes:        int(a.nodes),
		Milliseconds: int(time.Since(a.began).Milliseconds()),
		Done:         done,
	}
	if len(a.pvs) > 0 {
		result.Depth, result.HashFull = a.pvs[0].Depth, a.pvs[0].HashFull
	}
	return result
}

func (a *analysis) pv(i engine.Info) WotnPV {
	mate, _ := i.Score.Mate()
	position := a.position
	return WotnPV{
		Depth: i.Depth,
		Score: i.Score.Centipawns(),
		Mate:  mate,
		WDL:   i.WDL,
		PV: values(i.PV[:min(len(i.PV), shownPlies)], func(m wotn.Move) PVMove {
			move := PVMove{m.String(), position.SAN(m), judge.NewNotation(position.Notation(m))}
			position.PlayInto(&position, m)
			return move
		}),
	}
}
