package lessons

import (
	"cmp"
	"context"
	"math"
	"slices"

	"tafelrunde/lancelot"
	lancelotengine "tafelrunde/lancelot/engine"
	lancelotsearch "tafelrunde/lancelot/search"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/eval"
	wotnsearch "tafelrunde/wotn/search"
)

// An adviser compares moves of a position by searches at full strength. They are
// limited by nodes alone, so that they have the same results on every machine. Win
// shares are the learner's, in thousandths.
type adviser interface {
	// best returns the best move.
	best() string
	// good returns at most n moves, the best first by a shorter search, without those
	// that are much worse than the best.
	good(n int) []string
	// loss returns the win share that a move loses against the best one.
	loss(move string) float64
}

// newAdviser returns an adviser for the position of a state that considers only these
// legal moves, of which there is at least one.
func newAdviser(state *State, only []string) adviser {
	if state.Lancelot != nil {
		return newLancelotAdviser(state.Lancelot.Position(), only)
	}
	return newWotnAdviser(state.Wotn, only)
}

const (
	// steadyPart is the divisor of the part of a search in which the best move may change.
	steadyPart = 4
	// steadyShare is the change of the win share that does not matter.
	steadyShare = 20
	// decided is the win share above which a position is won, and 1000-decided that
	// below which no move loses much.
	decided = 975
)

// steadiness decides how long a search lasts: until its best move and the win share of
// that have hardly changed during three quarters of it. A move that a search has just
// found may be refuted by the next ply.
type steadiness struct {
	least uint64 // nodes of the shortest search
	move  string
	share float64
	since uint64 // nodes at the last change
}

// reached reports whether a search may end that has the best move with a win share
// after a number of nodes.
func (s *steadiness) reached(move string, share float64, nodes uint64) bool {
	if move != s.move || math.Abs(share-s.share) > steadyShare {
		s.move, s.share, s.since = move, share, nodes
	}
	if share >= decided || share <= 1000-decided {
		return nodes >= s.least/2
	}
	return nodes >= max(s.least, steadyPart*s.since)
}

// The sizes of the searches of a wotnAdviser, in nodes.
const (
	wotnLeast = 300_000 // of a search for the best move
	wotnMost  = 600_000 // of one that is not steady
	wotnLines = 150_000 // of a search of several moves
	wotnAlone = 300_000 // of a search of one move
	wotnHash  = 8       // MiB

	wotnRivals = 3       // moves that are compared if a search is not steady
	wotnRival  = 150_000 // of a search of one of them
)

// wotnAdviser is the adviser for Way of the Knight.
type wotnAdviser struct {
	game   *wotn.Game
	only   []wotn.Move
	engine *wotnsearch.Engine
	enough bool // the search may end
	top    string
}

func newWotnAdviser(game *wotn.Game, only []string) *wotnAdviser {
	a := &wotnAdviser{game: game}
	for _, text := range only {
		if move, err := game.Position().ParseMove(text); err == nil {
			a.only = append(a.only, move)
		}
	}
	a.engine = wotnsearch.New(a.config(1))
	return a
}

func (a *wotnAdviser) config(lines int) wotnsearch.Config {
	return wotnsearch.Config{
		NewEvaluator: func() wotnsearch.Evaluator { return eval.New() },
		Hash:         wotnHash,
		MultiPV:      lines,
		Poll:         func(uint64) bool { return a.enough },
	}
}

// steady searches some moves with at least and at most a number of nodes until the best
// one is steady.
func (a *wotnAdviser) steady(moves []wotn.Move, least, most uint64) engine.Result {
	a.engine.Configure(a.config(1))
	s := steadiness{least: least}
	a.enough = false
	return a.engine.Search(context.Background(), a.game, engine.Limits{Nodes: most, Moves: moves}, func(info engine.Info) {
		a.enough = s.reached(info.PV[0].String(), a.shareOf(info.Score), info.Nodes)
	})
}

// best searches the last best moves of a search that is not steady each alone, and so
// deeper: their order may depend on where that search ended.
func (a *wotnAdviser) best() string {
	var rivals []string
	a.engine.Configure(a.config(1))
	s := steadiness{least: wotnLeast}
	a.enough = false
	result := a.engine.Search(context.Background(), a.game, engine.Limits{Nodes: wotnMost, Moves: a.only}, func(info engine.Info) {
		move := info.PV[0].String()
		if info.Nodes >= wotnMost/steadyPart {
			rivals = append(slices.DeleteFunc(rivals, func(rival string) bool { return rival == move }), move)
		}
		a.enough = s.reached(move, a.shareOf(info.Score), info.Nodes)
	})
	a.top = result.Best.String()
	if a.enough {
		return a.top
	}
	slices.Reverse(rivals)
	rivals = rivals[:min(len(rivals), wotnRivals)]
	if len(rivals) > 1 {
		shares := map[string]float64{}
		for _, rival := range rivals {
			shares[rival] = a.shareAlone(rival, wotnRival)
		}
		a.top = slices.MaxFunc(rivals, func(x, y string) int { return cmp.Compare(shares[x], shares[y]) })
	}
	return a.top
}

func (a *wotnAdviser) good(n int) []string {
	a.engine.Configure(a.config(n))
	a.enough = false
	result := a.engine.Search(context.Background(), a.game, engine.Limits{Nodes: wotnLines, Moves: a.only}, nil)
	var good []string
	top := a.shareOf(result.Score)
	for _, line := range result.PVs {
		if top-a.shareOf(line.Score) <= 2*hintMargin {
			good = append(good, line.PV[0].String())
		}
	}
	return good
}

// loss searches both moves alone, and so deeper than among others.
func (a *wotnAdviser) loss(text string) float64 {
	return a.shareAlone(a.top, wotnAlone) - a.shareAlone(text, wotnAlone)
}

// shareAlone returns the win share of a move by a search of that move alone with at least
// a number of nodes.
func (a *wotnAdviser) shareAlone(text string, nodes uint64) float64 {
	move, err := a.game.Position().ParseMove(text)
	if err != nil {
		return 0
	}
	return a.shareOf(a.steady([]wotn.Move{move}, nodes, 2*nodes).Score)
}

func (a *wotnAdviser) shareOf(score engine.Score) float64 {
	return 1000 * engine.WDLOf(a.game.Position(), score).Share()
}

// The sizes of the searches of a lancelotAdviser, in nodes.
const (
	lancelotSlice  = 100_000 // of a search between two looks at the best turn
	lancelotLeast  = 300_000 // of a search that finds good turns
	lancelotMost   = 1_200_000
	lancelotReply  = 300_000 // after a turn, for its win share
	lancelotRound  = 500_000 // after all turns of a round
	lancelotRivals = 3       // turns that are compared in a search for the best one
	lancelotOthers = 24      // turns of the first round
	lancelotMemory = 32      // MiB
	replyMemory    = 8       // MiB
)

// lancelotAdviser is the adviser for Lancelot. Its search cannot be restricted to some
// turns, so it looks at more turns than it returns.
type lancelotAdviser struct {
	position *lancelot.Position
	only     []string
	tree     lancelotsearch.Tree
	after    map[string]*lancelotsearch.Tree // of the positions after turns
	top      string                          // the best turn
}

func newLancelotAdviser(position *lancelot.Position, only []string) *lancelotAdviser {
	return &lancelotAdviser{
		position: position,
		only:     only,
		tree:     lancelotsearch.Tree{Seed: 1, Memory: lancelotMemory << 20, Resume: true},
		after:    map[string]*lancelotsearch.Tree{},
	}
}

func (a *lancelotAdviser) best() string {
	s := steadiness{least: lancelotLeast}
	for nodes := uint64(lancelotSlice); ; nodes += lancelotSlice {
		advice := a.advise(lancelotRivals, lancelotSlice)
		c := &advice.Candidates[0]
		if s.reached(c.Turn.String(), float64(c.WinShares[a.position.ToMove()]), nodes) || advice.Done || nodes >= lancelotMost {
			break
		}
	}
	a.top = s.move
	allowed := slices.Contains(a.only, s.move)
	if allowed && (s.share >= decided || s.share <= 1000-decided) {
		return a.top
	}
	if other := a.lastLeft(); !allowed || a.shareAfter(other, lancelotReply) > a.shareAfter(a.top, lancelotReply) {
		a.top = other
	}
	return a.top
}

// lastLeft returns the best of the turns by searches after each one: the search of the
// position may hardly have looked at a good turn. It drops the worse half until one is left.
func (a *lancelotAdviser) lastLeft() string {
	var turns []string
	for _, c := range a.advise(lancelotOthers, lancelotSlice).Candidates {
		if turn := c.Turn.String(); slices.Contains(a.only, turn) {
			turns = append(turns, turn)
		}
	}
	if len(turns) == 0 {
		turns = a.good(lancelotOthers)
	}
	for len(turns) > 1 {
		shares := map[string]float64{}
		for _, turn := range turns {
			shares[turn] = a.shareAfter(turn, lancelotRound/uint64(len(turns)))
		}
		turns = slices.SortedStableFunc(slices.Values(turns), func(x, y string) int { return cmp.Compare(shares[y], shares[x]) })
		turns = turns[:len(turns)/2]
	}
	return turns[0]
}

func (a *lancelotAdviser) good(n int) []string {
	var good []string
	for _, looked := range []int{n, n + hintLines, len(a.only)} {
		var top lancelotengine.Score
		for _, c := range a.advise(looked, lancelotLeast).Candidates {
			turn, share := c.Turn.String(), c.WinShares[a.position.ToMove()]
			if !slices.Contains(a.only, turn) || len(good) == n {
				continue
			}
			if len(good) == 0 {
				top = share
			}
			if top-share <= 2*hintMargin {
				good = append(good, turn)
			}
		}
		if len(good) > 0 {
			return good
		}
	}
	return slices.Clone(a.only[:1])
}

// advise continues the search and returns its best turns.
func (a *lancelotAdviser) advise(n int, nodes uint64) lancelotsearch.Advice {
	return a.tree.Advise(context.Background(), a.position, lancelotengine.Limits{Nodes: nodes}, n)
}

func (a *lancelotAdviser) loss(turn string) float64 {
	return a.shareAfter(a.top, lancelotReply) - a.shareAfter(turn, lancelotReply)
}

// shareAfter continues the search of the position after a turn and returns the win share.
func (a *lancelotAdviser) shareAfter(text string, nodes uint64) float64 {
	turn, err := a.position.ParseTurn(text)
	if err != nil {
		return 0
	}
	var after lancelot.Position
	a.position.PlayInto(&after, turn)
	if outcome := after.Outcome(); outcome.Over() {
		return 1000 * outcome.WinShare(a.position.ToMove())
	}
	tree, known := a.after[text]
	if !known {
		tree = &lancelotsearch.Tree{Seed: 1, Memory: replyMemory << 20, Resume: true}
		a.after[text] = tree
	}
	advice := tree.Advise(context.Background(), &after, lancelotengine.Limits{Nodes: nodes}, 1)
	return float64(advice.WinShares[a.position.ToMove()])
}
