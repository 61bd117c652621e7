package xboard

import (
	"math"
	"strconv"
	"strings"
	"time"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// clocks is everything that limits the engine's searches.
type clocks struct {
	// session is the number of moves for base; 0 if base is for the whole game.
	session         int
	base, increment time.Duration
	// move is the time for each move; if it is not 0, there is no clock.
	move time.Duration
	// own and other are the clocks of the engine and its opponent; known is
	// true after the first command about them.
	own, other time.Duration
	known      bool
	depth      int
	// nodeRate, if not 0, replaces time by nodes, at this rate a second.
	nodeRate int
}

// defaultBase is the time for a game without commands about clocks.
const defaultBase = 5 * time.Minute

// level handles "level MOVES BASE INCREMENT". BASE is in minutes or
// minutes:seconds, INCREMENT in seconds.
func (s *session) level(rest string) {
	fields := strings.Fields(rest)
	if len(fields) != 3 {
		s.refuse("not MOVES BASE INCREMENT", "level "+rest)
		return
	}
	moves, err := strconv.Atoi(fields[0])
	minutes, seconds, _ := strings.Cut(fields[1], ":")
	base, ok := duration(minutes, time.Minute)
	if seconds != "" {
		more, readable := duration(seconds, time.Second)
		base, ok = base+more, ok && readable
	}
	increment, readable := duration(fields[2], time.Second)
	if err != nil || moves < 0 || !ok || !readable {
		s.refuse("not MOVES BASE INCREMENT", "level "+rest)
		return
	}
	s.clocks.session, s.clocks.base, s.clocks.increment = moves, base, increment
	s.clocks.own, s.clocks.other, s.clocks.known = base, base, true
	s.clocks.move = 0
}

func (s *session) secondsPerMove(rest string) {
	t, ok := duration(rest, time.Second)
	if !ok || t == 0 {
		s.refuse("not a number of seconds", "st "+rest)
		return
	}
	s.clocks.move = t
}

func (s *session) depth(rest string) {
	if n, ok := s.number("sd", rest); ok {
		s.clocks.depth = max(0, n)
	}
}

func (s *session) nodeRate(rest string) {
	if n, ok := s.number("nps", rest); ok {
		s.clocks.nodeRate = max(0, n)
	}
}

func (s *session) ownTime(rest string) {
	if n, ok := s.number("time", rest); ok {
		s.clocks.own, s.clocks.known = centiseconds(n), true
	}
}

func (s *session) otherTime(rest string) {
	if n, ok := s.number("otim", rest); ok {
		s.clocks.other, s.clocks.known = centiseconds(n), true
	}
}

// duration parses a decimal number of units.
func duration(text string, unit time.Duration) (time.Duration, bool) {
	n, err := strconv.ParseFloat(text, 64)
	const most = 1000 * time.Hour
	if err != nil || math.IsNaN(n) || n < 0 || n*float64(unit) > float64(most) {
		return 0, false
	}
	return time.Duration(n * float64(unit)), true
}

// centiseconds returns n centiseconds; at least 1 ns, which stands for a clock
// that has run out.
func centiseconds(n int) time.Duration {
	const most = int(math.MaxInt64 / (10 * time.Millisecond))
	return max(1, time.Duration(min(most, n))*10*time.Millisecond)
}

// limits returns the limits for the engine's next move after the number made.
func (c *clocks) limits(plays wotn.Color, made int) engine.Limits {
	l := engine.Limits{Depth: c.depth}
	if c.move > 0 {
		l.MoveTime = c.move
	} else {
		own, other := c.own, c.other
		if !c.known {
			own, other = defaultBase, defaultBase
		}
		// 0 is a clock that no command has set, and would mean that there is none.
		l.Clock[plays], l.Clock[plays.Other()] = max(1, own), other
		l.Increment = [wotn.NumColors]time.Duration{c.increment, c.increment}
		if c.session > 0 {
			l.MovesToGo = c.session - made%c.session
		}
	}
	if c.nodeRate > 0 {
		return inNodes(l, plays, c.nodeRate)
	}
	return l
}

// inNodes converts limits of time to a limit of nodes: the whole time for a
// move, or an equal share of the clock.
func inNodes(l engine.Limits, plays wotn.Color, rate int) engine.Limits {
	const usualMoves = 30
	share := l.MoveTime
	if share == 0 {
		moves := usualMoves
		if l.MovesToGo > 0 {
			moves = min(moves, l.MovesToGo)
		}
		share = l.Clock[plays]/time.Duration(moves) + l.Increment[plays]
		share = min(share, l.Clock[plays])
	}
	return engine.Limits{Depth: l.Depth, Nodes: max(1, uint64(share.Seconds()*float64(rate)))}
}
