package matchplay

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"tafelrunde/internal/engines"
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

// ParseSPRT parses "ELO0,ELO1", the hypotheses of a test with 5 % error.
func ParseSPRT(text string) (*SPRT, error) {
	n, err := parseNumbers(text, 2)
	if err != nil || n[0] >= n[1] {
		return nil, fmt.Errorf("two numbers, the smaller first, such as 0,5, not %q", text)
	}
	return &SPRT{Elo0: n[0], Elo1: n[1], Alpha: 0.05, Beta: 0.05}, nil
}

// ParseDraw sets the rule for draws to "MOVES,CENTIPAWNS,FROM".
func (a *Adjudication) ParseDraw(text string) error {
	n, err := parseNumbers(text, 3)
	if err != nil {
		return fmt.Errorf("three numbers such as 8,10,40, not %q", text)
	}
	a.DrawMoves, a.DrawScore, a.DrawFrom = int(n[0]), int(n[1]), int(n[2])
	return nil
}

// ParseResign sets the rule for resignations to "MOVES,CENTIPAWNS".
func (a *Adjudication) ParseResign(text string) error {
	n, err := parseNumbers(text, 2)
	if err != nil {
		return fmt.Errorf("two numbers such as 4,900, not %q", text)
	}
	a.ResignMoves, a.ResignScore = int(n[0]), int(n[1])
	return nil
}

// parseNumbers parses count finite numbers with commas between.
func parseNumbers(text string, count int) ([]float64, error) {
	fields := strings.Split(text, ",")
	if len(fields) != count {
		return nil, fmt.Errorf("%d numbers instead of %d", len(fields), count)
	}
	numbers := make([]float64, count)
	for i, field := range fields {
		n, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
		if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
			return nil, fmt.Errorf("%q is not a number", field)
		}
		numbers[i] = n
	}
	return numbers, nil
}

// ParseContestants parses the two engines of a match; see [ParseContestant]. If they
// have the same name, they are numbered.
func ParseContestants(texts []string, control Control, limits Limits, builtIn map[string]Program) (contestants [2]Contestant, err error) {
	if len(texts) != 2 {
		return contestants, fmt.Errorf("a match has two engines, not %d", len(texts))
	}
	for i, text := range texts {
		if contestants[i], err = ParseContestant(text, control, limits, builtIn); err != nil {
			return contestants, fmt.Errorf("engine %d: %w", i+1, err)
		}
	}
	if contestants[0].Name == contestants[1].Name {
		contestants[0].Name += " 1"
		contestants[1].Name += " 2"
	}
	return contestants, nil
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
			var level Setting
			level, err = levelSetting(value)
			settings = append(settings, level)
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

// levelSetting returns the setting for a level of the engine.
func levelSetting(value string) (Setting, error) {
	code, ok := engines.ParseLevel(value)
	_, notNumber := strconv.Atoi(value)
	switch n := engines.Beginner(code); {
	case n > 0:
		return Setting{Name: "Beginner", Value: strconv.Itoa(n)}, nil
	case !ok && notNumber != nil:
		return Setting{}, fmt.Errorf("%q is not %s", value, engines.LevelSyntax)
	}
	return Setting{Name: "Skill Level", Value: value}, nil // other programs may have more levels
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
