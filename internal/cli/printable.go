package cli

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Printable returns a line of untrusted text for a terminal. Control characters,
// changes of the writing direction, invisible characters and invalid UTF-8 are
// escaped as in Go strings, such as \x1b. Tabs are kept.
func Printable(line string) string {
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
