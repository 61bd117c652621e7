package xboard

import (
	"fmt"
	"strings"
	"time"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// start begins a search for a purpose.
func (s *session) start(p purpose, game *wotn.Game, limits engine.Limits) {
	s.halt()
	if len(game.Position().AppendMoves(nil)) == 0 {
		return
	}
	results := make(chan engine.Result, 1)
	s.purpose, s.results, s.since = p, results, time.Now()
	report := s.report
	if p == hinting {
		report = func(engine.Info) {}
	}
	s.task = engine.StartSearch(s.searcher, game, limits, p == pondering, report, func(r engine.Result) { results <- r })
}

// think begins to think about the engine's move.
func (s *session) think() {
	if s.ended() {
		s.halt()
		return
	}
	s.start(moving, s.game, s.clocks.limits(s.plays, s.game.Len()/2))
}

// ponder begins to think about the reply to a move that the opponent is
// expected to make.
func (s *session) ponder(expected wotn.Move) {
	if s.game == nil || !s.game.Position().IsLegal(expected) {
		return
	}
	game := s.copyGame()
	if game.Play(expected) != nil {
		return
	}
	if game.Outcome().Over() {
		return
	}
	s.expected = expected
	s.out.WriteLines("Hint: " + expected.String())
	s.start(pondering, game, s.clocks.limits(s.plays, game.Len()/2))
}

// continuePondering makes the search on the opponent's time one about the
// engine's move: the move expected was made.
func (s *session) continuePondering() {
	s.purpose, s.since = moving, time.Now()
	s.task.PonderHit()
}

// analyse thinks about the position until told otherwise.
func (s *session) analyse() {
	s.halt()
	if s.game == nil {
		return
	}
	if s.game.Outcome().Over() {
		return
	}
	s.start(analysing, s.copyGame(), engine.Limits{Infinite: true})
}

// copyGame returns the game for a search that goes on while the game changes.
func (s *session) copyGame() *wotn.Game {
	game := wotn.NewGame(*s.game.Start())
	for _, m := range s.game.Moves() {
		if err := game.Play(m); err != nil {
			panic("a move of the game is refused: " + err.Error())
		}
	}
	return game
}

// conclude takes the end of a search that nobody ended.
func (s *session) conclude() {
	result := <-s.results
	s.task = nil
	switch s.purpose {
	case moving:
		s.move(result)
	case hinting:
		s.out.WriteLines("Hint: " + result.Best.String())
	}
	s.catchUp()
}

// move makes the engine's move.
func (s *session) move(result engine.Result) {
	if err := s.game.Play(result.Best); err != nil {
		// The searcher has broken its promise; better to say so than to go on.
		s.out.WriteLines("# " + err.Error())
		s.plays = nobody
		return
	}
	if s.clocks.known {
		s.clocks.own = max(1, s.clocks.own-time.Since(s.since)+s.clocks.increment)
	}
	s.out.WriteLines("move " + result.Best.String())
	if s.ended() {
		return
	}
	if s.ponders && result.Ponder != wotn.NoMove && len(s.waiting) == 0 {
		s.ponder(result.Ponder)
	}
}

// moveNow makes the engine move with what it has found.
func (s *session) moveNow(string) {
	if s.task != nil && s.purpose == moving {
		s.task.Stop()
		s.conclude()
	}
}

func (s *session) easy(string) {
	s.ponders = false
	if s.task != nil && s.purpose == pondering {
		s.halt()
	}
}

// hint says what the engine would play, or what it expects to be played.
func (s *session) hint(string) {
	switch {
	case s.game == nil:
	case s.task != nil && s.purpose == pondering:
		s.out.WriteLines("Hint: " + s.expected.String())
	case s.task != nil: // analysing: the line in view says it
		if latest := s.latest.Load(); latest != nil && len(latest.PV) > 0 {
			s.out.WriteLines("Hint: " + latest.PV[0].String())
		}
	default:
		const nodes = 50_000
		s.start(hinting, s.game, engine.Limits{Nodes: nodes})
	}
}

func (s *session) analyzeMode(string) {
	s.plays = nobody
	s.analyses = true
	s.post.Store(true)
}

func (s *session) leaveAnalysis(string) {
	if s.analyses {
		s.analyses = false
		s.halt()
	}
}

// progress answers "." in analysis.
func (s *session) progress(string) {
	if s.task == nil || s.purpose != analysing {
		return
	}
	info := s.latest.Load()
	if info == nil {
		info = new(engine.Info)
	}
	moves := len(s.game.Position().AppendMoves(nil))
	s.out.WriteLines(fmt.Sprintf("stat01: %d %d %d %d %d", time.Since(s.since).Milliseconds()/10, info.Nodes, info.Depth, 0, moves))
}

// The score of mate in n moves, as the protocol has it.
const mateScore = 100_000

// report writes what a search has found, if that is asked for.
func (s *session) report(i engine.Info) {
	if i.Rank <= 1 && i.Bound == engine.Exact {
		s.latest.Store(&i)
	}
	if !s.post.Load() {
		return
	}
	score := i.Score.Centipawns()
	if n, mate := i.Score.Mate(); mate && n > 0 {
		score = mateScore + n
	} else if mate {
		score = -mateScore + n
	}
	pv := make([]string, len(i.PV))
	for n, m := range i.PV {
		pv[n] = m.String()
	}
	mark := ""
	switch i.Bound {
	case engine.LowerBound:
		mark = "!"
	case engine.UpperBound:
		mark = "?"
	}
	s.out.WriteLines(fmt.Sprintf("%d %d %d %d %d %d %d\t%s%s", i.Depth, score, i.Time.Milliseconds()/10, i.Nodes,
		i.SelDepth, i.NodesPerSecond(), 0, strings.Join(pv, " "), mark))
}
