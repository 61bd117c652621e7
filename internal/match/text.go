package match

import (
	"strings"
	"unicode"
)

// CleanText returns a text that others will read without the characters that
// cannot be seen and change how the rest is shown: those that turn the direction of
// writing (U+202E and others), characters without width, tags, fillers and control
// characters but the line feed. Joiners stay between characters that can be seen:
// Persian and emoji need them. Space around the text is taken off.
func CleanText(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	joiner := rune(0) // is written if something follows that can be seen
	seen := false
	for _, r := range text {
		switch {
		case r == '\u200c' || r == '\u200d':
			if seen {
				joiner = r
			}
			continue
		case r == '\t' || r == '\u2028' || r == '\u2029':
			r = ' '
		case r != '\n' && hidden(r):
			continue
		}
		seen = !unicode.IsSpace(r)
		if joiner != 0 && seen {
			b.WriteRune(joiner)
		}
		joiner = 0
		b.WriteRune(r)
	}
	return strings.TrimSpace(b.String())
}

// hidden reports whether a character is not to be seen.
func hidden(r rune) bool {
	switch r {
	case '\u034f', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u2800', '\u3164', '\uffa0': // fillers
		return true
	}
	// Of format characters (Cf) are those that turn the direction. Variation
	// selectors from U+FE00 are marks and stay; those from U+E0100 choose forms of
	// ideographs and stay too.
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r)
}
