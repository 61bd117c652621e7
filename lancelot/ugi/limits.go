package ugi

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tafelrunde/internal/excerpt"
	"tafelrunde/lancelot/engine"
)

// maxTime is the longest time that a limit accepts.
const maxTime = 24 * time.Hour

// limitNames are the names of the limits that have a value.
var limitNames = []string{"depth", "nodes", "movetime", "clock", "inc"}

// parseLimits parses the words after go.
func parseLimits(words []string, seats int) (l engine.Limits, err error) {
	for i := 0; i < len(words); i++ {
		name := words[i]
		if name == "infinite" {
			l.Infinite = true
			continue
		}
		if !slices.Contains(limitNames, name) {
			return l, fmt.Errorf("unknown limit %q; want %s or infinite", excerpt.Of(name), strings.Join(limitNames, ", "))
		}
		if i++; i == len(words) {
			return l, fmt.Errorf("%s needs a value", name)
		}
		value := words[i]
		switch name {
		case "depth":
			if l.Depth, err = strconv.Atoi(value); err != nil || l.Depth < 1 {
				return l, fmt.Errorf("depth is a number of turns from 1, not %q", excerpt.Of(value))
			}
		case "nodes":
			if l.Nodes, err = strconv.ParseUint(value, 10, 64); err != nil || l.Nodes == 0 {
				return l, fmt.Errorf("nodes is a number from 1, not %q", excerpt.Of(value))
			}
		case "movetime":
			if l.MoveTime, err = parseMilliseconds(value); err != nil || l.MoveTime == 0 {
				return l, fmt.Errorf("movetime is a number of milliseconds from 1, not %q", excerpt.Of(value))
			}
		case "clock", "inc":
			times := &l.Increment
			if name == "clock" {
				times = &l.Clock
			}
			list := strings.Split(value, ",")
			if len(list) != seats {
				return l, fmt.Errorf("%s has times for %d seats, not for %d", name, len(list), seats)
			}
			for seat, part := range list {
				d, err := parseMilliseconds(part)
				if err != nil {
					return l, fmt.Errorf("%s is milliseconds for each seat with commas between, not %q", name, excerpt.Of(value))
				}
				if name == "clock" {
					d = max(d, 1) // 0 would mean that there is no clock
				}
				times[seat] = d
			}
		}
	}
	if l.Depth == 0 && l.Nodes == 0 && l.MoveTime == 0 && l.Clock[0] == 0 && !l.Infinite {
		return l, errors.New("a search needs depth, nodes, movetime, clock or infinite")
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
