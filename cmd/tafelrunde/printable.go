package main

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// printable returns a line of text that others have written, for a terminal:
// what steers one, changes the direction of writing, is invisible or is no valid
// UTF-8 stands there as in a string of Go, such as \x1b. Tabs stay.
func printable(line string) string {
	var b strings.Builder
	for len(line) > 0 {
		r, size := utf8.DecodeRuneInString(line)
		switch {
		case r == '\t', strconv.IsPrint(r) && (r != utf8.RuneError || size > 1):
			b.WriteString(line[:size])
		default:
			quoted := strconv.Quote(line[:size])
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		line = line[size:]
	}
	return b.String()
}
