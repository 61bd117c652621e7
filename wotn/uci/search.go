package uci

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"tafelrunde/internal/excerpt"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// goCommand handles "go". Invalid limits are reported and ignored, and those that are
// too small become the smallest, because the user interface waits for a best move. For
// the same reason the answer to "go" after a refused position is "bestmove 0000".
func (s *session) goCommand(rest string) {
	words := strings.Fields(rest)
	if len(words) > 0 && words[0] == "perft" {
		if s.refused {
			s.reportError(errNoPosition)
			return
		}
		s.perft(words[1:])
		return
	}
	limits, ponder := s.readLimits(words)
	p := s.game.Position()
	if s.refused || !p.HasMoves() {
		switch {
		case s.refused:
			s.reportError(errNoPosition)
		case p.Checkers() != 0:
			s.out.WriteLines("info depth 0 score mate 0")
		default:
			s.out.WriteLines("info depth 0 score cp 0")
		}
		s.begin(engine.StartNoSearch(limits.Infinite, ponder, func() {
			s.out.WriteLines("bestmove " + wotn.NoMove.String())
		}), !limits.Infinite && !ponder, !limits.Infinite)
		return
	}
	s.begin(engine.StartSearch(s.searcher, s.game, limits, ponder, s.report, func(r engine.Result) {
		line := "bestmove " + r.Best.String()
		if r.Ponder != wotn.NoMove {
			line += " ponder " + r.Ponder.String()
		}
		if r.NoMate > 0 {
			s.out.WriteLines(fmt.Sprintf("info string no mate in %d", r.NoMate), line)
			return
		}
		s.out.WriteLines(line)
	}), limits.Finite() && !ponder, limits.Finite())
}

// errNoPosition is the error of a search after a refused position.
var errNoPosition = errors.New("go: no position: the last one was refused")

// readLimits returns the limits that follow "go". If there are limits, but none that
// ends the search, such as only the clock of the other side, the search ends at once.
func (s *session) readLimits(words []string) (limits engine.Limits, ponder bool) {
	number := func(name string, least int) (n int, ok bool) {
		if len(words) == 0 {
			s.reportError(fmt.Errorf("go: %s without a number", name))
			return 0, false
		}
		text := words[0]
		n, err := strconv.Atoi(text)
		if err != nil {
			s.reportError(fmt.Errorf("go: %s %s is not a whole number", name, excerpt.Of(text)))
			if !known(text) {
				words = words[1:]
			}
			return 0, false
		}
		words = words[1:]
		if n < least {
			s.reportError(fmt.Errorf("go: %s %d is below %d", name, n, least))
			n = least
		}
		return n, true
	}
	clock := func(name string, to *time.Duration, least time.Duration) {
		if n, ok := number(name, math.MinInt); ok {
			*to = max(least, milliseconds(n))
		}
	}
	limited := false
	for len(words) > 0 {
		name := words[0]
		words = words[1:]
		limited = limited || name != "searchmoves" && name != "ponder" && name != "infinite" && known(name)
		switch name {
		case "searchmoves":
			words = s.readMoves(words, &limits)
		case "ponder":
			ponder = true
		case "infinite":
			limits.Infinite = true
		case "wtime":
			clock(name, &limits.Clock[wotn.White], 1)
		case "btime":
			clock(name, &limits.Clock[wotn.Black], 1)
		case "winc":
			clock(name, &limits.Increment[wotn.White], 0)
		case "binc":
			clock(name, &limits.Increment[wotn.Black], 0)
		case "movetime":
			clock(name, &limits.MoveTime, 1)
		case "movestogo":
			limits.MovesToGo, _ = number(name, 0)
		case "depth":
			limits.Depth, _ = number(name, 1)
		case "mate":
			limits.Mate, _ = number(name, 1)
		case "nodes":
			n, _ := number(name, 1)
			limits.Nodes = uint64(n)
		default:
			s.reportError(fmt.Errorf("go: unknown limit %s", excerpt.Of(name)))
		}
	}
	if own := limits.Clock[s.game.Position().ToMove()]; limited && own == 0 && limits.MoveTime == 0 &&
		limits.Depth == 0 && limits.Nodes == 0 && limits.Mate == 0 {
		limits.MoveTime = 1
	}
	return limits, ponder
}

// known reports whether a word can follow "go".
func known(word string) bool {
	_, is := goKeywords[word]
	return is
}

// goKeywords are the words that can follow "go".
var goKeywords = map[string]struct{}{
	"searchmoves": {}, "ponder": {}, "infinite": {}, "wtime": {}, "btime": {}, "winc": {}, "binc": {},
	"movetime": {}, "movestogo": {}, "depth": {}, "mate": {}, "nodes": {}, "perft": {},
}

// milliseconds returns n milliseconds, limited to what a Duration holds.
func milliseconds(n int) time.Duration {
	const most = int(math.MaxInt64 / time.Millisecond)
	return time.Duration(max(-most, min(most, n))) * time.Millisecond
}

// readMoves adds the moves after "searchmoves" to the limits and returns the
// words after them.
func (s *session) readMoves(words []string, limits *engine.Limits) []string {
	for len(words) > 0 {
		if known(words[0]) {
			break
		}
		m, err := s.game.Position().ParseMove(words[0])
		if err != nil {
			s.reportError(fmt.Errorf("go: searchmoves: %w", err))
		} else {
			limits.Moves = append(limits.Moves, m)
		}
		words = words[1:]
	}
	return words
}

// report writes a principal variation.
func (s *session) report(i engine.Info) {
	var b strings.Builder
	fmt.Fprintf(&b, "info depth %d", i.Depth)
	if i.SelDepth > 0 {
		fmt.Fprintf(&b, " seldepth %d", i.SelDepth)
	}
	if i.Rank > 0 {
		fmt.Fprintf(&b, " multipv %d", i.Rank)
	}
	if n, mate := i.Score.Mate(); mate {
		fmt.Fprintf(&b, " score mate %d", n)
	} else {
		fmt.Fprintf(&b, " score cp %d", i.Score.Centipawns())
	}
	switch i.Bound {
	case engine.LowerBound:
		b.WriteString(" lowerbound")
	case engine.UpperBound:
		b.WriteString(" upperbound")
	}
	if s.showWDL && i.WDL != [3]int{} {
		fmt.Fprintf(&b, " wdl %d %d %d", i.WDL[0], i.WDL[1], i.WDL[2])
	}
	fmt.Fprintf(&b, " nodes %d nps %d", i.Nodes, i.NodesPerSecond())
	if i.HashFull > 0 {
		fmt.Fprintf(&b, " hashfull %d", i.HashFull)
	}
	fmt.Fprintf(&b, " time %d", i.Time.Milliseconds())
	if len(i.PV) > 0 {
		b.WriteString(" pv")
		for _, m := range i.PV {
			b.WriteString(" " + m.String())
		}
	}
	s.out.WriteLines(b.String())
}

// perft counts move sequences while commands are read.
func (s *session) perft(words []string) {
	depth := 1
	if len(words) > 0 {
		n, err := strconv.Atoi(words[0])
		if err != nil || n < 1 {
			s.reportError(fmt.Errorf("go perft: want a depth of at least 1, got %s", excerpt.Of(words[0])))
			return
		}
		depth = n
	}
	p := *s.game.Position()
	s.begin(engine.StartTask(func(ctx context.Context) {
		var total uint64
		for _, m := range p.AppendMoves(nil) {
			var next wotn.Position
			p.PlayInto(&next, m)
			n, ok := count(ctx, &next, depth-1)
			if !ok {
				s.out.WriteLines("info string perft stopped")
				return
			}
			s.out.WriteLines(fmt.Sprintf("%s: %d", m, n))
			total += n
		}
		s.out.WriteLines("", fmt.Sprintf("Nodes searched: %d", total), "")
	}), true, true)
}

// count is wotn.Perft that stops when ctx is done; ok is false then.
func count(ctx context.Context, p *wotn.Position, depth int) (n uint64, ok bool) {
	const untested = 3 // too few plies to be worth a check of ctx
	if depth <= untested {
		return wotn.Perft(p, depth), ctx.Err() == nil
	}
	for _, m := range p.AppendMoves(nil) {
		var next wotn.Position
		p.PlayInto(&next, m)
		below, ok := count(ctx, &next, depth-1)
		if !ok {
			return 0, false
		}
		n += below
	}
	return n, true
}
