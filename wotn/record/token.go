package record

import (
	"strconv"
	"strings"
)

// tokenKind is a kind of token in PGN.
type tokenKind uint8

const (
	tokenEnd       tokenKind = iota
	tokenTag                 // name and value
	tokenComment             // text
	tokenNAG                 // number
	tokenNumber              // a move number with its dots
	tokenOpen                // (
	tokenClose               // )
	tokenResult              // text
	tokenFootnote            // [1]
	tokenMove                // text
	tokenMalformed           // problem
)

// token is a token, text[at:end].
type token struct {
	kind    tokenKind
	at, end int
	name    string
	text    string
	number  int
	problem Code
}

// lexer splits a text into tokens. It skips lines that begin with %.
type lexer struct {
	text string
	at   int
}

// White space in text pasted from HTML and word processors.
const (
	noBreakSpace  = "\u00a0"
	byteOrderMark = "\ufeff"
	ellipsis      = "…"
)

func (l *lexer) skipSpace() {
	for l.at < len(l.text) {
		switch {
		case l.text[l.at] == '%' && (l.at == 0 || l.text[l.at-1] == '\n'):
			l.at = l.lineEnd()
		case l.spaceAt(l.at):
			l.at++
		default:
			return
		}
	}
}

// spaceAt reports whether byte i belongs to white space.
func (l *lexer) spaceAt(i int) bool {
	c := l.text[i]
	if c < 0x80 {
		return c == ' ' || c >= '\t' && c <= '\r'
	}
	for _, space := range [...]string{noBreakSpace, byteOrderMark} {
		for j := range len(space) {
			if i >= j && strings.HasPrefix(l.text[i-j:], space) {
				return true
			}
		}
	}
	return false
}

func (l *lexer) has(prefix string) bool { return strings.HasPrefix(l.text[l.at:], prefix) }

func (l *lexer) lineEnd() int {
	if i := strings.IndexByte(l.text[l.at:], '\n'); i >= 0 {
		return l.at + i
	}
	return len(l.text)
}

// next returns the next token.
func (l *lexer) next() token {
	l.skipSpace()
	t := token{at: l.at}
	if l.at == len(l.text) {
		t.end = l.at
		return t
	}
	switch c := l.text[l.at]; {
	case c == '[':
		l.bracket(&t)
	case c == '{':
		l.comment(&t)
	case c == ';':
		end := l.lineEnd()
		t.kind, t.text = tokenComment, oneLine(l.text[l.at+1:end])
		l.at = end
	case c == '$':
		l.nag(&t)
	case c == '!' || c == '?':
		l.suffix(&t)
	case c == '(':
		if l.pieceAhead() {
			l.move(&t)
			break
		}
		t.kind = tokenOpen
		l.at++
	case c == ')':
		t.kind = tokenClose
		l.at++
	case c == '*':
		t.kind, t.text = tokenResult, Unknown
		l.at++
	case c >= '0' && c <= '9' || c == '.' || l.has(ellipsis):
		l.number(&t)
	default:
		l.move(&t)
	}
	t.end = l.at
	return t
}

// oneLine joins the words of a comment with single spaces.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func (l *lexer) comment(t *token) {
	end := strings.IndexByte(l.text[l.at:], '}')
	if end < 0 {
		t.kind, t.problem = tokenMalformed, OpenComment
		l.at = len(l.text)
		return
	}
	t.kind, t.text = tokenComment, oneLine(l.text[l.at+1:l.at+end])
	l.at += end + 1
}

// bracket reads a tag, [Name "value"], or a footnote mark, [1].
func (l *lexer) bracket(t *token) {
	l.at++
	if l.at < len(l.text) && isDigit(l.text[l.at]) {
		for l.at < len(l.text) && isDigit(l.text[l.at]) {
			l.at++
		}
		t.kind = tokenFootnote
	} else {
		t.kind, t.name = tokenTag, l.tagName()
		l.skipSpace()
		value, ok := l.quoted()
		t.text = value
		l.skipSpace()
		if t.name == "" || !ok {
			t.kind = tokenMalformed
		}
	}
	if l.at == len(l.text) || l.text[l.at] != ']' {
		t.kind = tokenMalformed
	} else {
		l.at++
	}
	if t.kind == tokenMalformed {
		t.problem, t.text = TagText, l.text[t.at:min(len(l.text), t.at+40)]
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isTagByte reports whether c can be byte i of a tag name.
func isTagByte(c byte, i int) bool { return isLetter(c) || i > 0 && (isDigit(c) || c == '_') }

func isTagName(name string) bool {
	for i := range len(name) {
		if !isTagByte(name[i], i) {
			return false
		}
	}
	return name != ""
}

func (l *lexer) tagName() string {
	l.skipSpace()
	begin := l.at
	for l.at < len(l.text) && isTagByte(l.text[l.at], l.at-begin) {
		l.at++
	}
	return l.text[begin:l.at]
}

// quoted reads a string in quotes, with \ before " and \.
func (l *lexer) quoted() (string, bool) {
	if !l.has(`"`) {
		return "", false
	}
	l.at++
	var value []byte
	for l.at < len(l.text) {
		c := l.text[l.at]
		switch {
		case c == '"':
			l.at++
			return string(value), true
		case c == '\n':
			return "", false
		case c == '\\' && l.at+1 < len(l.text) && (l.text[l.at+1] == '"' || l.text[l.at+1] == '\\'):
			l.at++
			c = l.text[l.at]
		}
		value = append(value, c)
		l.at++
	}
	return "", false
}

func (l *lexer) nag(t *token) {
	l.at++
	begin := l.at
	for l.at < len(l.text) && isDigit(l.text[l.at]) {
		l.at++
	}
	n, err := strconv.ParseUint(l.text[begin:l.at], 10, 8)
	if err != nil {
		t.kind, t.problem, t.text = tokenMalformed, MarkText, l.text[t.at:l.at]
		return
	}
	t.kind, t.number = tokenNAG, int(n)
}

// suffixes are the suffixes of moves for NAGs 1 to 6.
var suffixes = [...]string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

func (l *lexer) suffix(t *token) {
	for l.at < len(l.text) && (l.text[l.at] == '!' || l.text[l.at] == '?') {
		l.at++
	}
	text := l.text[t.at:l.at]
	for n, s := range suffixes {
		if s == text {
			t.kind, t.number = tokenNAG, n
			return
		}
	}
	t.kind, t.problem, t.text = tokenMalformed, MarkText, text
}

// pieceAhead reports whether a bracket opens a kind, as in (NW)d4, rather than
// a variation.
func (l *lexer) pieceAhead() bool {
	i := l.at + 1
	for i < len(l.text) && isLetter(l.text[i]) {
		i++
	}
	return i > l.at+1 && i+1 < len(l.text) && l.text[i] == ')' && (isLetter(l.text[i+1]) || isDigit(l.text[i+1]))
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// results are the results that begin with a digit.
var results = [...]string{WhiteWins, BlackWins, Draw}

// number reads a result, castling with zeros, or a move number. Dots separated
// from their number count as part of it.
func (l *lexer) number(t *token) {
	for _, r := range results {
		if l.has(r) && l.endsAt(l.at+len(r)) {
			t.kind, t.text = tokenResult, r
			l.at += len(r)
			return
		}
	}
	end := l.at
	for end < len(l.text) && isDigit(l.text[end]) {
		end++
	}
	dots := end
	for l.dotAt(dots) > 0 {
		dots += l.dotAt(dots)
	}
	if dots == end && !l.endsAt(end) {
		l.move(t)
		return
	}
	t.kind = tokenNumber
	l.at = dots
}

// dotAt returns the length in bytes of the dot or ellipsis at i, or 0.
func (l *lexer) dotAt(i int) int {
	switch {
	case i < len(l.text) && l.text[i] == '.':
		return 1
	case strings.HasPrefix(l.text[i:], ellipsis):
		return len(ellipsis)
	}
	return 0
}

// endsAt reports whether the text of a move ends before i.
func (l *lexer) endsAt(i int) bool {
	return i >= len(l.text) || strings.IndexByte("(){}[];$*!?", l.text[i]) >= 0 || l.spaceAt(i)
}

// move reads up to the next token, including a kind in brackets at its
// beginning.
func (l *lexer) move(t *token) {
	t.kind = tokenMove
	if l.text[l.at] == '(' {
		l.at += strings.IndexByte(l.text[l.at:], ')')
	}
	l.at++
	for !l.endsAt(l.at) {
		l.at++
	}
	t.text = l.text[t.at:l.at]
}
