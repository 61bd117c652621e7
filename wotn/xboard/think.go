package xboard

import (
	"fmt"
	"strings"
	"time"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// start starts a search for a purpose.
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

// think starts the search for the engine's move.
func (s *session) think() {
	if s.ended() {
		s.halt()
		return
	}
	s.start(moving, s.game, s.clocks.limits(s.plays, s.game.Len()/2))
}

// ponder starts the search for the reply to the expected move of the opponent.
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

// continuePondering turns pondering into the search for the engine's move after
// a ponder hit.
func (s *session) continuePondering() {
	s.purpose, s.since = moving, time.Now()
	s.task.PonderHit()
}

// analyse starts an analysis of the position without limits.
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

// copyGame returns a copy of the game for a search during which the game can
// change.
func (s *session) copyGame() *wotn.Game {
	game := wotn.NewGame(*s.game.Start())
	for _, m := range s.game.Moves() {
		if err := game.Play(m); err != nil {
			panic("a move of the game is refused: " + err.Error())
		}
	}
	return game
}

// Conclude uses the result of a search that has ended by itself.
func (s *session) Conclude() {
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

// move plays the engine's move.
func (s *session) move(result engine.Result) {
	if err := s.game.Play(result.Best); err != nil {
		// The searcher has returned an illegal move. Report it and stop
		// playing.
		s.out.WriteLines("# " + err.Error())
		s.plays = noColor
		return
	}
	if s.clocks.known {
		s.clocks.own = max(1, s.clocks.own-time.Since(s.since)+s.clocks.increment)
	}
	s.out.WriteLines("move " + result.Best.String())
	if s.ended() {
		return
	}
	if s.ponderMode && result.Ponder != wotn.NoMove && len(s.waiting) == 0 {
		s.ponder(result.Ponder)
	}
}

// moveNow stops the search and plays its best move so far.
func (s *session) moveNow(string) {
	if s.task != nil && s.purpose == moving {
		s.task.Stop()
		s.Conclude()
	}
}

func (s *session) easy(string) {
	s.ponderMode = false
	if s.task != nil && s.purpose == pondering {
		s.halt()
	}
}

// hint writes the engine's best move, or the move that it expects.
func (s *session) hint(string) {
	switch {
	case s.game == nil:
	case s.task != nil && s.purpose == pondering:
		s.out.WriteLines("Hint: " + s.expected.String())
	case s.task != nil: // analysing; the current variation has the hint
		if latest := s.latest.Load(); latest != nil && len(latest.PV) > 0 {
			s.out.WriteLines("Hint: " + latest.PV[0].String())
		}
	default:
		const nodes = 50_000
		s.start(hinting, s.game, engine.Limits{Nodes: nodes})
	}
}

func (s *session) analyzeMode(string) {
	s.plays = noColor
	s.analysisMode = true
	s.post.Store(true)
}

func (s *session) leaveAnalysis(string) {
	if s.analysisMode {
		s.analysisMode = false
		s.halt()
	}
}

// progress answers "." in analysis mode.
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

// mateScore plus n is the protocol's score of mate in n moves.
const mateScore = 100_000

// report stores a principal variation, and writes it if the user interface has
// enabled that with post.
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
