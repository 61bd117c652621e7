package accounts

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// common.txt has the 10,000 most common passwords of 8 and more characters, in
// small letters and in order. It is an excerpt of the list of zxcvbn for Go,
// github.com/trustelem/zxcvbn v1.0.1, under the license in common.LICENSE.txt.
//
//go:embed common.txt
var commonText string

// words.txt has words that are common in passwords with something around them: the
// most common passwords of 4 to 7 letters and first names, from the lists of zxcvbn
// for Go, and German words and first names, from the npm package
// @zxcvbn-ts/language-de 3.0.2, under the license in words.LICENSE.txt. They are in
// small letters and in order, with and without umlauts.
//
//go:embed words.txt
var wordText string

var (
	commonList = sync.OnceValue(func() []string { return strings.Fields(commonText) })
	wordList   = sync.OnceValue(func() []string { return strings.Fields(wordText) })
)

const (
	minWord, maxWord = 4, 24
	// A common word is accepted with more digits and signs around it than this; see
	// cost.
	maxCost = 5
)

// IsCommonPassword reports whether a password is easy to guess: a password of the list of
// common ones, also with digits and signs around it; a common word with few digits
// and signs around it; an easy text that is repeated; a sequence such as
// "abcdefgh"; or one of own, the names of the person and the site, with any digits
// and signs around it. Letters that are replaced by similar digits and signs, as in
// "p4$$word", make no difference.
func IsCommonPassword(password string, own ...string) bool {
	text := []rune(strings.ToLower(strings.TrimSpace(password)))
	if len(text) < 2 || sequence(text) {
		return true
	}
	if n := period(text); n > 0 && (n <= 4 || IsCommonPassword(string(text[:n]), own...)) {
		return true
	}
	password = string(text)
	bare := letters(password)
	var stems []string
	for _, name := range own {
		name = strings.ToLower(strings.TrimSpace(name))
		if name != "" && (password == name || bare != "" && bare == letters(name)) {
			return true
		}
		if stem := letters(name); stem != "" {
			stems = append(stems, stem)
		}
	}
	return listed(commonList(), password) || hasCommonStem(text, stems)
}

// hasCommonStem reports whether text consists of a common password, a common word
// or the letters of one of own, and of digits and signs around it.
func hasCommonStem(text []rune, own []string) bool {
	first := slices.IndexFunc(text, unicode.IsLetter)
	if first < 0 {
		return false
	}
	last := len(text)
	for !unicode.IsLetter(text[last-1]) {
		last--
	}
	for from := 0; from <= first; from++ {
		for to := min(len(text), from+max(maxWord, last-from)); to >= last; to-- {
			stem := text[from:to]
			if !mostlyLetters(stem) {
				continue
			}
			for _, leet := range leets {
				word := leet.Replace(string(stem))
				if slices.Contains(own, letters(word)) || listed(commonList(), word) {
					return true
				}
				if to-from >= minWord && to-from <= maxWord && listed(wordList(), word) && cost(text[:from])+cost(text[to:]) <= maxCost {
					return true
				}
			}
		}
	}
	return false
}

// mostlyLetters reports whether at least half of text are letters: a number is not
// a word.
func mostlyLetters(text []rune) bool {
	n := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n > 0 && 2*n >= len(text)
}

// leets replace digits and signs by the letters that they resemble. The first
// replaces nothing.
var leets = []*strings.Replacer{
	strings.NewReplacer(),
	strings.NewReplacer("4", "a", "@", "a", "8", "b", "3", "e", "€", "e", "6", "g", "9", "g", "1", "i", "!", "i", "|", "i", "0", "o", "5", "s", "$", "s", "7", "t", "+", "t"),
	strings.NewReplacer("4", "a", "@", "a", "8", "b", "3", "e", "€", "e", "6", "g", "9", "g", "1", "l", "!", "l", "|", "l", "0", "o", "5", "s", "$", "s", "7", "t", "+", "t"),
}

// cost estimates how hard digits and signs are to guess, in characters. Years,
// repetitions and sequences are easier than others.
func cost(text []rune) (sum int) {
	for len(text) > 0 {
		n := 1
		for n < len(text) && unicode.IsDigit(text[n]) == unicode.IsDigit(text[0]) {
			n++
		}
		run := text[:n]
		switch start := string(run[:min(2, n)]); {
		case n > 1 && (period(run) == 1 || sequence(run)):
			sum++
		case n == 4 && (start == "19" || start == "20"):
			sum += 2
		default:
			sum += n
		}
		text = text[n:]
	}
	return sum
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

func listed(list []string, password string) bool {
	_, found := slices.BinarySearch(list, password)
	if !found {
		_, found = slices.BinarySearch(list, qwerty.Replace(password))
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

// period returns the length of the shortest text whose repetition text is; 0 if
// there is none. The last repetition may be incomplete; if it is the only one, at
// most its last character, a separator, is missing.
func period(text []rune) int {
	for n := 1; 2*n <= len(text)+1; n++ {
		if slices.Equal(text[n:], text[:len(text)-n]) {
			return n
		}
	}
	return 0
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
