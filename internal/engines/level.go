package engines

import (
	"slices"
	"strconv"
	"strings"
)

const (
	// FullLevel is the code of full strength, the only level whose search is limited by
	// time alone.
	FullLevel = 10
	// FirstBeginner is the code of the weakest beginner; the next codes are the
	// next stronger ones.
	FirstBeginner = FullLevel + 1
	// Beginners is the number of beginners.
	Beginners = 7
	// MaxLevel is the largest code.
	MaxLevel = FullLevel + Beginners
)

// firstNumbered is the weakest numbered level that is offered. The levels 1 and 2
// are as strong as some beginners, but the steps between them are uneven. They
// stay valid, as games use them.
const firstNumbered = 3

// ValidLevel reports whether a number is the code of a level.
func ValidLevel(code int) bool { return code >= 1 && code <= MaxLevel }

// Beginner returns the number of a beginner, from 1 to Beginners; 0 for numbered
// levels and for numbers that are no code.
func Beginner(code int) int {
	if code < FirstBeginner || code > MaxLevel {
		return 0
	}
	return code - FullLevel
}

// OfferedLevels returns the codes of the levels to choose from, the weakest first.
func OfferedLevels() []int {
	var codes []int
	for code := FirstBeginner; code <= MaxLevel; code++ {
		codes = append(codes, code)
	}
	for code := firstNumbered; code <= FullLevel; code++ {
		codes = append(codes, code)
	}
	return codes
}

// LevelText returns the place of a level in the list [OfferedLevels], as in "strength 8 of 15";
// "former level 2" for levels that are not offered.
func LevelText(code int) string {
	offered := OfferedLevels()
	if n := slices.Index(offered, code) + 1; n > 0 {
		return "strength " + strconv.Itoa(n) + " of " + strconv.Itoa(len(offered))
	}
	return "former level " + strconv.Itoa(code)
}

// beginnerPrefix marks the number of a beginner in [ParseLevel].
const beginnerPrefix = "beginner"

// ParseLevel returns the code of a level as written on a command line: "3", or
// "beginner2". ok is false for all other texts.
func ParseLevel(text string) (code int, ok bool) {
	number, beginner := strings.CutPrefix(text, beginnerPrefix)
	n, err := strconv.Atoi(number)
	most := FullLevel
	if beginner {
		most = Beginners
	}
	if err != nil || n < 1 || n > most {
		return 0, false
	}
	if beginner {
		n += FullLevel
	}
	return n, true
}

// LevelSyntax says what [ParseLevel] accepts.
const LevelSyntax = "1 to 10 or beginner1 to beginner7"
