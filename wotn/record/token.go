package record

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tafelrunde/internal/excerpt"
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
	first   bool // the token is the first of its line
	blank   bool // and a blank line or nothing precedes it
}

// lexer splits a text into tokens. It skips lines that begin with %.
type lexer struct {
	text string
	at   int
	tags bool // the last token was a tag
	// Texts that are damaged often would otherwise be searched to their end again and again.
	line, closing, brace ahead
	nested               *braces // shared by copies of the lexer
}

// braces has the closing brace of each opening one in a part of the text.
type braces struct {
	from, to int
	closing  map[int]int
}

// ahead is the offset at which a search from an earlier offset has ended.
type ahead struct {
	from, to int
	known    bool
}

// next returns the offset of the first byte at or after at that is among bytes, or the
// length of the text.
func (a *ahead) next(text string, at int, bytes string) int {
	if !a.known || at < a.from || at > a.to {
		*a = ahead{from: at, to: len(text), known: true}
		if i := strings.IndexAny(text[at:], bytes); i >= 0 {
			a.to = at + i
		}
	}
	return a.to
}

const ellipsis = "…"

// skipSpace skips white space and returns the number of line ends in it.
func (l *lexer) skipSpace() (lines int) {
	for l.at < len(l.text) {
		switch {
		case l.text[l.at] == '\n':
			lines++
			l.at++
		case l.text[l.at] == '%' && (l.at == 0 || l.text[l.at-1] == '\n'):
			l.at = l.lineEnd()
		default:
			n := l.spaceAt(l.at)
			if n == 0 {
				return lines
			}
			l.at += n
		}
	}
	return lines
}

// spaceAt returns the length in bytes of the white space at i, or 0. Control characters
// count as white space, and so do the invisible characters in texts pasted from HTML and
// word processors: zero-width spaces, direction marks and byte order marks.
func (l *lexer) spaceAt(i int) int {
	if c := l.text[i]; c < utf8.RuneSelf {
		if c <= ' ' || c == 0x7f {
			return 1
		}
		return 0
	}
	c, n := utf8.DecodeRuneInString(l.text[i:])
	if unicode.IsSpace(c) || c >= '\u200b' && c <= '\u200f' || c == '\u2060' || c == '\ufeff' {
		return n
	}
	return 0
}

func (l *lexer) has(prefix string) bool { return strings.HasPrefix(l.text[l.at:], prefix) }

func (l *lexer) lineEnd() int { return l.line.next(l.text, l.at, "\n") }

// next returns the next token.
func (l *lexer) next() token {
	begin := l.at
	lines := l.skipSpace()
	t := token{at: l.at, first: begin == 0 || lines > 0, blank: begin == 0 || lines > 1}
	defer func() { l.tags = t.kind == tokenTag }()
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
	case c == '}' || c == ']':
		t.kind, t.text = tokenMove, l.text[l.at:l.at+1]
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
	begin := l.at + 1
	length := l.brace.next(l.text, begin, "}") - begin
	next := length + 1
	if begin+length == len(l.text) {
		next = length
		t.problem = OpenComment
	}
	if before := beforeTags(l.text[begin : begin+length]); before < length {
		length, next = before, before
		t.problem = OpenComment
	} else if end := l.nestedEnd(t.at, begin+length); end > begin+length {
		length, next = end-begin, end-begin+1
		t.problem = NestedComment
	}
	t.kind, t.text = tokenComment, oneLine(l.text[begin:begin+length])
	l.at = begin + next
}

// nestedEnd returns the offset of the brace that closes the comment at an offset if braces
// nest, or end, its first closing brace, if they do not: in PGN they do not, but some
// programs write comments inside comments.
func (l *lexer) nestedEnd(at, end int) int {
	if strings.IndexByte(l.text[at+1:end], '{') < 0 {
		return end
	}
	if l.nested == nil {
		l.nested = &braces{}
	}
	if at < l.nested.from || at >= l.nested.to {
		*l.nested = matchBraces(l.text, at)
	}
	if closing, ok := l.nested.closing[at]; ok {
		return closing
	}
	return end
}

// matchBraces matches the braces of a text from an offset to the next tags after a blank
// line.
func matchBraces(text string, from int) braces {
	b := braces{from: from, to: from + beforeTags(text[from:]), closing: map[int]int{}}
	var open []int
	for i := from; i < b.to; i++ {
		switch n := len(open); {
		case text[i] == '{':
			open = append(open, i)
		case text[i] == '}' && n > 0:
			b.closing[open[n-1]] = i
			open = open[:n-1]
		}
	}
	return b
}

// beforeTags returns the offset of the first blank line that a tag follows, or the
// length of the text. A comment that contains one was not closed: the tag begins the
// next game.
func beforeTags(text string) int {
	for at := 0; ; {
		i := strings.Index(text[at:], "\n[")
		if i < 0 {
			return len(text)
		}
		at += i + 1
		tag := lexer{text: text, at: at + 1}
		before := strings.TrimRight(text[max(0, at-64):at], " \t\r\n")
		blank := strings.Count(text[max(0, at-64)+len(before):at], "\n") > 1
		if blank && tag.tagName() != "" && strings.HasPrefix(strings.TrimLeft(text[tag.at:min(len(text), tag.at+16)], " \t"), `"`) {
			return max(0, at-64) + len(before)
		}
	}
}

// bracket reads a tag, [Name "value"], or a footnote mark, [1].
func (l *lexer) bracket(t *token) {
	if strict := *l; strict.strictTag(t) {
		*l = strict
		return
	}
	if l.repairedTag(t) {
		return
	}
	// Anything else in brackets is left out, up to the end of the line at most.
	end := l.closing.next(l.text, l.at, "]\n")
	switch {
	case end < len(l.text) && l.text[end] == ']':
		l.at = end + 1
	case l.tags || t.first:
		l.at = l.lineEnd()
	default:
		l.at++
	}
	t.kind, t.problem, t.text = tokenMalformed, TagText, excerpt.Of(l.text[t.at:l.at])
}

// strictTag reads a well-formed tag or footnote mark.
func (l *lexer) strictTag(t *token) bool {
	l.at++
	if l.at < len(l.text) && isDigit(l.text[l.at]) {
		for l.at < len(l.text) && isDigit(l.text[l.at]) {
			l.at++
		}
		t.kind = tokenFootnote
	} else {
		t.kind, t.name = tokenTag, usualName(l.tagName())
		l.skipSpace()
		value, ok := l.quoted()
		l.skipSpace()
		if t.text = value; t.name == "" || !ok {
			return false
		}
	}
	if !l.has("]") {
		return false
	}
	l.at++
	return true
}

// repairedTag reads a tag with quotation marks in its value, or without some of its
// quotation marks or its closing bracket. Between moves only a line of its own with a
// quotation mark is one.
func (l *lexer) repairedTag(t *token) bool {
	line := l.text[l.at:l.lineEnd()]
	name := lexer{text: line, at: 1}
	t.name = usualName(name.tagName())
	value := line[name.at:]
	if t.name == "" || !(t.name[0] >= 'A' && t.name[0] <= 'Z') || value == "" || value[0] != ' ' && value[0] != '\t' && value[0] != '"' ||
		!(l.tags || t.first && strings.ContainsAny(value, `"“”„`)) {
		return false
	}
	// The tag ends with the bracket that nothing or another tag follows.
	length := len(line)
	for i := 0; i < len(value); i++ {
		if value[i] != ']' {
			continue
		}
		j := i + 1
		for j < len(value) && (value[j] == ' ' || value[j] == '\t' || value[j] == '\r') {
			j++
		}
		if j == len(value) || value[j] == '[' {
			length = name.at + i + 1
			value = value[:i]
			break
		}
		i = j - 1
	}
	t.kind, t.problem = tokenTag, TagRepaired
	t.text = strings.Trim(oneLine(value), ` "“”„`)
	l.at += length
	return true
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

// promotionAhead reports whether a promotion in brackets, as in a8(Q), follows.
func (l *lexer) promotionAhead() bool {
	if l.has(")") {
		return l.at > 2 && l.text[l.at-2] == '(' && strings.IndexByte("QRBN", l.text[l.at-1]) >= 0 && isDigit(l.text[l.at-3])
	}
	return l.has("(") && l.at+2 < len(l.text) && l.text[l.at+2] == ')' && strings.IndexByte("QRBN", l.text[l.at+1]) >= 0 && isDigit(l.text[l.at-1])
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// results are the results that begin with a digit.
var results = [...]string{WhiteWins, BlackWins, Draw}

// spacedResults are the results without and with spaces, in the same order.
var spacedResults = [...]string{WhiteWins, BlackWins, Draw, "1 - 0", "0 - 1", "1/2 - 1/2"}

// number reads a result, castling with zeros, or a move number. Dots separated
// from their number count as part of it.
func (l *lexer) number(t *token) {
	for i, text := range spacedResults {
		if l.has(text) && l.endsAt(l.at+len(text)) {
			t.kind, t.text = tokenResult, results[i%len(results)]
			l.at += len(text)
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
	// Four digits and more are a move of correspondence chess, such as 5254.
	if dots == end && (!l.endsAt(end) || end-l.at > 3) {
		l.move(t)
		return
	}
	t.kind = tokenNumber
	t.number, _ = strconv.Atoi(l.text[l.at:end])
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
	return i >= len(l.text) || strings.IndexByte("(){}[];$*!?", l.text[i]) >= 0 || l.spaceAt(i) > 0
}

// move reads up to the next token, including a kind in brackets at its
// beginning.
func (l *lexer) move(t *token) {
	t.kind = tokenMove
	if l.text[l.at] == '(' {
		l.at += strings.IndexByte(l.text[l.at:], ')')
	}
	l.at++
	for !l.endsAt(l.at) || l.promotionAhead() {
		l.at++
	}
	t.text = l.text[t.at:l.at]
}
