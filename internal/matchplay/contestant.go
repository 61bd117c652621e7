package matchplay

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"tafelrunde/internal/level"
)

// ParseControl parses "[MOVES/]SECONDS[+INCREMENT]". An empty text returns the zero
// Control, that is, no clocks.
func ParseControl(text string) (control Control, err error) {
	if text == "" {
		return control, nil
	}
	invalid := fmt.Errorf("%q is not [MOVES/]SECONDS[+INCREMENT], such as 40/60 or 1+0.01", text)
	rest := text
	if moves, behind, ok := strings.Cut(rest, "/"); ok {
		if control.Moves, err = strconv.Atoi(moves); err != nil || control.Moves < 1 {
			return control, invalid
		}
		rest = behind
	}
	base, increment, incremented := strings.Cut(rest, "+")
	var ok bool
	if control.Base, ok = parseSeconds(base); !ok || control.Base == 0 {
		return control, invalid
	}
	if incremented {
		if control.Increment, ok = parseSeconds(increment); !ok {
			return control, invalid
		}
	}
	return control, nil
}

// parseSeconds parses a number of seconds up to 1,000,000.
func parseSeconds(text string) (time.Duration, bool) {
	const most = 1e6
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(n >= 0 && n <= most) {
		return 0, false
	}
	return time.Duration(n * float64(time.Second)), true
}

// ParseContestant parses an engine as written on the command line: a name of
// builtIn or the name of a program, then pairs key=value with spaces between.
// control and limits apply unless the text has its own.
func ParseContestant(text string, control Control, limits Limits, builtIn map[string]Program) (Contestant, error) {
	contestant := Contestant{Control: control, Limits: limits}
	words, err := splitWords(text)
	if err != nil {
		return contestant, err
	}
	if len(words) == 0 || strings.Contains(words[0], "=") {
		return contestant, errors.New("an engine begins with tafelrunde or the name of a program")
	}
	program, proto := words[0], "uci"
	var args []string
	var settings []Setting
	contestant.Name = program[strings.LastIndex(program, "/")+1:]
	for _, word := range words[1:] {
		key, value, ok := strings.Cut(word, "=")
		if !ok || key == "" {
			return contestant, fmt.Errorf("%q is not key=value", word)
		}
		empty := strings.TrimSpace(value) == ""
		switch key {
		case "name", "proto", "args", "tc", "movetime", "nodes", "depth", "level":
			if empty {
				return contestant, fmt.Errorf("%s= is empty", key)
			}
		}
		switch key {
		case "name":
			contestant.Name = value
		case "proto":
			proto = value
		case "args":
			if args, err = splitWords(value); err != nil {
				return contestant, err
			}
		case "tc":
			contestant.Control, err = ParseControl(value)
			contestant.Limits = Limits{}
		case "movetime":
			contestant.Limits.MoveTime, err = time.ParseDuration(value)
		case "nodes":
			contestant.Limits.Nodes, err = strconv.ParseUint(value, 10, 63)
		case "depth":
			contestant.Limits.Depth, err = strconv.Atoi(value)
		case "level":
			code, ok := level.Parse(value)
			_, notNumber := strconv.Atoi(value)
			switch n := level.Beginner(code); {
			case n > 0:
				settings = append(settings, Setting{Name: "Beginner", Value: strconv.Itoa(n)})
			case !ok && notNumber != nil:
				err = fmt.Errorf("%q is not %s", value, level.Syntax)
			default: // other programs may have more levels
				settings = append(settings, Setting{Name: "Skill Level", Value: value})
			}
		default:
			settings = append(settings, Setting{Name: key, Value: value})
		}
		if err != nil {
			return contestant, fmt.Errorf("%s: %w", key, err)
		}
	}
	if contestant.Control.Base == 0 && contestant.Limits == (Limits{}) {
		return contestant, errors.New("its search has no limit: give --tc, --movetime, --nodes or --depth")
	}
	start := StartUCI
	switch proto {
	case "uci":
	case "xboard", "cecp":
		start = StartXBoard
	default:
		return contestant, fmt.Errorf("unknown protocol %q; want uci or xboard", proto)
	}
	run := Command(program, args...)
	if inside := builtIn[program]; inside != nil {
		if proto != "uci" || args != nil {
			return contestant, errors.New("proto and args are for programs")
		}
		run = inside
	}
	contestant.Start = func(ctx context.Context) (Player, error) { return start(ctx, run, settings) }
	return contestant, nil
}

// splitWords splits text at spaces outside quotation marks.
func splitWords(text string) (words []string, err error) {
	var word strings.Builder
	inside, quoted := false, false
	for _, r := range text {
		switch {
		case r == '"':
			quoted, inside = !quoted, true
		case r == ' ' && !quoted:
			if inside {
				words = append(words, word.String())
			}
			word.Reset()
			inside = false
		default:
			word.WriteRune(r)
			inside = true
		}
	}
	if quoted {
		return nil, errors.New("a quotation mark is not closed")
	}
	if inside {
		words = append(words, word.String())
	}
	return words, nil
}
