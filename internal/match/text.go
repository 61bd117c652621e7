package match

import (
	"strings"
	"unicode"
)

// CleanText removes invisible characters from a text that other people will read:
// characters that change the direction of writing (U+202E and others), characters
// without width, tags, fillers, and control characters except the line feed.
// Joiners between visible characters remain, because Persian and emoji need them.
// Space around the text is removed.
func CleanText(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	joiner := rune(0) // written if a visible character follows
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

// hidden reports whether CleanText removes a character.
func hidden(r rune) bool {
	switch r {
	case '\u034f', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u2800', '\u3164', '\uffa0': // fillers
		return true
	}
	// Characters that change the direction are format characters (Cf). Variation
	// selectors (from U+FE00 and from U+E0100) are marks and remain.
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r)
}
