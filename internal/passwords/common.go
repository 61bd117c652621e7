package passwords

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// common.txt has the 10,000 most common passwords of 8 and more characters, in
// small letters and in order. It is an excerpt of the list of zxcvbn for Go,
// github.com/trustelem/zxcvbn v1.0.1, under the license in common.LICENSE.txt.
//
//go:embed common.txt
var commonText string

var commonList = sync.OnceValue(func() []string { return strings.Fields(commonText) })

// IsCommon reports whether a password is easy to guess: a password of the list of
// common ones, also with digits and signs around it; up to four characters
// repeated; a sequence such as "abcdefgh"; or one of own, the names of the person
// and the site, with any digits and signs.
func IsCommon(password string, own ...string) bool {
	password = strings.ToLower(strings.TrimSpace(password))
	if utf8.RuneCountInString(password) < 2 || listed(password) || listed(strings.TrimFunc(password, notLetter)) || repeats([]rune(password)) || sequence([]rune(password)) {
		return true
	}
	bare := letters(password)
	return slices.ContainsFunc(own, func(name string) bool {
		name = strings.ToLower(strings.TrimSpace(name))
		return name != "" && (password == name || bare != "" && bare == letters(name))
	})
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

func listed(password string) bool {
	_, found := slices.BinarySearch(commonList(), password)
	if !found {
		_, found = slices.BinarySearch(commonList(), qwerty.Replace(password))
	}
	return found
}

// qwerty swaps the two letters in which the German keyboard differs from the
// American one, from which many passwords of the list come.
var qwerty = strings.NewReplacer("y", "z", "z", "y")

// letters returns the letters of a text.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if notLetter(r) {
			return -1
		}
		return r
	}, text)
}

// repeats reports whether text consists of up to four characters that are
// repeated. The last repetition may be incomplete.
func repeats(text []rune) bool {
	for n := 1; n <= 4 && 2*n <= len(text); n++ {
		if slices.Equal(text[n:], text[:len(text)-n]) {
			return true
		}
	}
	return false
}

// sequence reports whether text is an ascending or descending sequence of
// characters.
func sequence(text []rune) bool {
	if len(text) < 2 {
		return false
	}
	step := text[1] - text[0]
	if step != 1 && step != -1 {
		return false
	}
	for i := 1; i < len(text); i++ {
		after := text[i] - text[i-1]
		wraps := text[i-1] == '9' && text[i] == '0' || text[i-1] == '0' && text[i] == '9'
		if after != step && !wraps {
			return false
		}
	}
	return true
}
