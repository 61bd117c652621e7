package ugi

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tafelrunde/lancelot"
)

// limits are the limits of one search. The first one reached ends it.
type limits struct {
	nodes     uint64        // 0 for no limit
	moveTime  time.Duration // 0 for no limit
	clock     []time.Duration
	increment []time.Duration // a turn, by seat
	infinite  bool
}

// maxTime is the longest time that a limit accepts.
const maxTime = 24 * time.Hour

// limitNames are the names of the limits that have a value.
var limitNames = []string{"nodes", "movetime", "clock", "inc"}

// parseLimits parses the words after go.
func parseLimits(words []string, seats int) (l limits, err error) {
	for i := 0; i < len(words); i++ {
		name := words[i]
		if name == "infinite" {
			l.infinite = true
			continue
		}
		if !slices.Contains(limitNames, name) {
			return l, fmt.Errorf("unknown limit %q; known are %s and infinite", name, strings.Join(limitNames, ", "))
		}
		if i++; i == len(words) {
			return l, fmt.Errorf("%s needs a value", name)
		}
		value := words[i]
		switch name {
		case "nodes":
			if l.nodes, err = strconv.ParseUint(value, 10, 64); err != nil || l.nodes == 0 {
				return l, fmt.Errorf("nodes is a number from 1, not %q", value)
			}
		case "movetime":
			if l.moveTime, err = parseMilliseconds(value); err != nil || l.moveTime == 0 {
				return l, fmt.Errorf("movetime is a number of milliseconds from 1, not %q", value)
			}
		case "clock", "inc":
			var list []time.Duration
			for _, part := range strings.Split(value, ",") {
				d, err := parseMilliseconds(part)
				if err != nil {
					return l, fmt.Errorf("%s is milliseconds for each seat with commas between, not %q", name, value)
				}
				list = append(list, d)
			}
			if len(list) != seats {
				return l, fmt.Errorf("%s has times for %d seats, not for %d", name, len(list), seats)
			}
			if name == "clock" {
				l.clock = list
			} else {
				l.increment = list
			}
		}
	}
	if l.nodes == 0 && l.moveTime == 0 && l.clock == nil && !l.infinite {
		return l, errors.New("a search needs nodes, movetime, clock or infinite")
	}
	return l, nil
}

func parseMilliseconds(text string) (time.Duration, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || n > maxTime.Milliseconds() {
		return 0, errors.New("not a time")
	}
	return time.Duration(n) * time.Millisecond, nil
}

// reserve is the time of a clock that a search never uses.
const reserve = 50 * time.Millisecond

// minTurnsLeft is the smallest number of turns that the rest of a clock is divided
// by.
const minTurnsLeft = 6

// allot returns how long to search the position; 0 means no limit.
func (l *limits) allot(p *lancelot.Position) time.Duration {
	if l.clock == nil {
		return l.moveTime
	}
	seat := p.ToAct()
	// About half of the free squares are filled before a game ends.
	free := p.FreeSquares()
	turnsLeft := max(minTurnsLeft, free.Len()/(2*p.Seats()))
	share := l.clock[seat] / time.Duration(turnsLeft)
	if l.increment != nil {
		share += l.increment[seat] * 4 / 5
	}
	share = max(time.Millisecond, min(share, l.clock[seat]-reserve))
	if l.moveTime == 0 {
		return share
	}
	return min(share, l.moveTime)
}
