// Package level defines the playing levels of the computer, which both games
// share.
//
// A level is stored and sent as a number, its code, whose meaning never changes.
// The codes 1 to 10 are the numbered levels. The beginners, which are weaker than
// level 3, came later; their codes are 11 to 17. So the order of the codes is not
// that of the strengths: [Offered] lists the levels by strength. The code 0 is no
// level.
package level

import (
	"slices"
	"strconv"
	"strings"
)

const (
	// Full is the code of full strength, the only level whose search is limited by
	// time alone.
	Full = 10
	// FirstBeginner is the code of the weakest beginner; the next codes are the
	// next stronger ones.
	FirstBeginner = Full + 1
	// Beginners is the number of beginners.
	Beginners = 7
	// Max is the largest code.
	Max = Full + Beginners
)

// firstNumbered is the weakest numbered level that is offered. The levels 1 and 2
// are as strong as some beginners, but the steps between them are uneven. They
// stay valid, as games use them.
const firstNumbered = 3

// Valid reports whether a number is the code of a level.
func Valid(code int) bool { return code >= 1 && code <= Max }

// Beginner returns the number of a beginner, from 1 to Beginners; 0 for numbered
// levels and for numbers that are no code.
func Beginner(code int) int {
	if code < FirstBeginner || code > Max {
		return 0
	}
	return code - Full
}

// Offered returns the codes of the levels to choose from, the weakest first.
func Offered() []int {
	var codes []int
	for code := FirstBeginner; code <= Max; code++ {
		codes = append(codes, code)
	}
	for code := firstNumbered; code <= Full; code++ {
		codes = append(codes, code)
	}
	return codes
}

// Text returns the place of a level in the list [Offered], as in "strength 8 of 15";
// "former level 2" for levels that are not offered.
func Text(code int) string {
	offered := Offered()
	if n := slices.Index(offered, code) + 1; n > 0 {
		return "strength " + strconv.Itoa(n) + " of " + strconv.Itoa(len(offered))
	}
	return "former level " + strconv.Itoa(code)
}

// beginnerPrefix marks the number of a beginner in [Parse].
const beginnerPrefix = "beginner"

// Parse returns the code of a level as written on a command line: "3", or
// "beginner2". ok is false for all other texts.
func Parse(text string) (code int, ok bool) {
	number, beginner := strings.CutPrefix(text, beginnerPrefix)
	n, err := strconv.Atoi(number)
	most := Full
	if beginner {
		most = Beginners
	}
	if err != nil || n < 1 || n > most {
		return 0, false
	}
	if beginner {
		n += Full
	}
	return n, true
}

// Syntax says what [Parse] accepts.
const Syntax = "1 to 10 or beginner1 to beginner7"
