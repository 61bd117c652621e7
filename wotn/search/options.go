package search

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"tafelrunde/internal/engines"
	"tafelrunde/wotn/engine"
)

// The range of UCI_Elo. The scale is nominal: it maps linearly to the levels.
const (
	minElo = 800
	maxElo = 2600
)

// strength holds the playing level requested by the user interface.
type strength struct {
	level    int
	beginner int // counts instead of level, unless 0
	elo      int
	limited  bool // elo counts instead of both
	analyse  bool // nothing counts: full strength
}

// playingLevel returns the level to play at.
func (s *strength) playingLevel() int {
	switch {
	case s.analyse:
		return MaxLevel
	case s.limited:
		return levelOfElo(s.elo)
	case s.beginner > 0:
		return FirstBeginner + s.beginner - 1
	}
	return s.level
}

// levelOfElo returns the level closest to an Elo number.
func levelOfElo(elo int) int {
	const steps = MaxLevel - 1
	return 1 + ((elo-minElo)*steps+(maxElo-minElo)/2)/(maxElo-minElo)
}

// Options returns the options for user interfaces; docs/formats/uci.md
// describes them.
func (e *Engine) Options() []engine.Option {
	spin := func(name string, value, least, most int) engine.Option {
		return engine.Option{Name: name, Type: engine.Spin, Default: strconv.Itoa(value), Min: least, Max: most}
	}
	check := func(name string) engine.Option {
		return engine.Option{Name: name, Type: engine.Check, Default: "false"}
	}
	options := []engine.Option{
		spin("Threads", 1, 1, MaxThreads),
		spin("Hash", DefaultHash, 1, MaxHash),
		{Name: "Clear Hash", Type: engine.Button},
		spin("MultiPV", 1, 1, MaxMultiPV),
		check("Ponder"),
		spin("Move Overhead", int(DefaultMoveOverhead.Milliseconds()), 0, 10000),
		spin("Skill Level", MaxLevel, 1, MaxLevel),
		spin("Beginner", 0, 0, Beginners),
		check("UCI_LimitStrength"),
		spin("UCI_Elo", maxElo, minElo, maxElo),
		check("UCI_AnalyseMode"),
		spin("Seed", 0, 0, math.MaxInt32),
		{Name: "Off", Type: engine.String},
	}
	if e.config.OpenEvaluator != nil {
		options = append(options, engine.Option{Name: "EvalFile", Type: engine.String})
	}
	return options
}

// SetOption sets one of Options. The value is one that engine.Option.Parse has
// returned. The error is that of ParseTechniques or of Config.OpenEvaluator, or says that the memory is
// too small for the hash table; nothing changes then.
func (e *Engine) SetOption(name, value string) error {
	n, _ := strconv.Atoi(value) // of spins, which Option.Parse has checked
	c := e.config
	switch name {
	case "Threads":
		c.Threads = n
	case "Hash":
		if err := engines.CheckMemory(n); err != nil {
			return fmt.Errorf("the hash table still has %d MiB: %w", c.Hash, err)
		}
		c.Hash = n
	case "Clear Hash":
		e.Clear()
		return nil
	case "MultiPV":
		c.MultiPV = n
	case "Ponder":
		return nil // the user interface decides when to ponder
	case "Move Overhead":
		c.MoveOverhead = time.Duration(n) * time.Millisecond
	case "Skill Level":
		e.strength.level = n
	case "Beginner":
		e.strength.beginner = n
	case "UCI_LimitStrength":
		e.strength.limited = value == "true"
	case "UCI_Elo":
		e.strength.elo = n
	case "UCI_AnalyseMode":
		e.strength.analyse = value == "true"
	case "Seed":
		c.Seed = uint64(n) // counts from the next game on
	case "Off":
		off, err := ParseTechniques(value)
		if err != nil {
			return err
		}
		c.Off = off
	case "EvalFile":
		open := e.defaultEvaluator
		if value != "" {
			var err error
			if open, err = c.OpenEvaluator(value); err != nil {
				return err
			}
		}
		c.NewEvaluator = open
		e.Clear() // the hash table has evaluations
	}
	c.Level = e.strength.playingLevel()
	e.apply(c)
	return nil
}
