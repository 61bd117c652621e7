// Package excerpt shortens texts for error messages.
package excerpt

import "unicode/utf8"

// longest is the number of bytes of a text that is not shortened.
const longest = 60

// Of returns a text of at most 60 bytes as it is, and the beginning of a longer one with
// an ellipsis. It does not cut a character.
func Of(text string) string {
	if len(text) <= longest {
		return text
	}
	end := longest
	for end > longest-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}
