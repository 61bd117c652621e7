package record

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"tafelrunde/internal/excerpt"
	"tafelrunde/lancelot"
)

// Read parses one game, which must be the whole text. The error is an [*Error]; the returned
// game then has the tags and turns before it.
func Read(text string) (Game, error) {
	r := reader{text: text}
	g, err := r.game()
	if err != nil {
		return g, err
	}
	if r.spaces(); r.at < len(text) {
		at := r.at
		return g, &Error{Code: Trailing, Offset: at, Found: r.word()}
	}
	return g, nil
}

// ReadAll parses all games of a text. With an error, which is an [*Error], it
// returns the games before it.
func ReadAll(text string) ([]Game, error) {
	r := reader{text: text}
	var games []Game
	for r.spaces(); r.at < len(text); r.spaces() {
		g, err := r.game()
		if err != nil {
			return games, err
		}
		games = append(games, g)
	}
	return games, nil
}

// Reader reads the games of a text one by one.
type Reader struct{ r reader }

// NewReader returns a reader of the games in text.
func NewReader(text string) *Reader {
	r := &Reader{reader{text: text}}
	r.r.spaces()
	return r
}

// Offset returns the byte offset in the text at which the next game begins, if there is
// one.
func (r *Reader) Offset() int { return r.r.at }

// Next reads the next game. After the last one it returns io.EOF. If a game is invalid it
// returns an [*Error] and the game up to there; the following call continues with the next
// line that begins with a tag after a line that does not.
func (r *Reader) Next() (Game, error) {
	if r.r.at >= len(r.r.text) {
		return Game{}, io.EOF
	}
	begin := r.r.at
	g, err := r.r.game()
	if err != nil {
		r.r.at = max(r.r.at, begin+1)
		r.skipGame()
		return g, err
	}
	r.r.spaces()
	return g, nil
}

// skipGame skips to the next tag in a line that follows moves.
func (r *Reader) skipGame() {
	text := r.r.text
	begin := strings.LastIndexByte(text[:r.r.at], '\n') + 1
	tags := strings.HasPrefix(text[begin:], "[")
	for r.r.at < len(text) {
		end := strings.IndexByte(text[r.r.at:], '\n')
		if end < 0 {
			r.r.at = len(text)
			return
		}
		r.r.at += end + 1
		line := strings.TrimLeft(text[r.r.at:], " \t\r")
		switch {
		case strings.HasPrefix(line, "[") && !tags:
			return
		case strings.HasPrefix(line, "["), strings.HasPrefix(line, "\n"), line == "":
		default:
			tags = false
		}
	}
}

// reader parses a text from left to right.
type reader struct {
	text string
	at   int // offset of the next byte
	turn int // number of the next turn
	// problems are those of the game that do not end it.
	problems []*Error
	// nextGame is the offset of the next tag after a blank line, found from the offset
	// searched on.
	nextGame, searched int
}

func (r *reader) report(e *Error) { r.problems = append(r.problems, e) }

func (r *reader) fail(code Code, offset int, found string) *Error {
	return &Error{Code: code, Offset: offset, Turn: r.turn, Found: excerpt.Of(found)}
}

func (r *reader) peek() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

// spaces skips white space and reports whether a blank line is in it.
func (r *reader) spaces() (blank bool) {
	begin := r.at
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
	return strings.Count(r.text[begin:r.at], "\n") > 1
}

// tagAt reports whether a tag begins at an offset: [Name "
func (r *reader) tagAt(at int) bool {
	look := reader{text: r.text, at: at}
	if look.peek() != '[' {
		return false
	}
	look.at++
	look.spaces()
	name := look.at
	for look.at < len(look.text) && nameByte(look.text[look.at]) {
		look.at++
	}
	if look.at == name {
		return false
	}
	look.spaces()
	return look.peek() == '"'
}

// gameEnd returns the offset of the next tag after a blank line, or the length of the text.
// Comments and variations that are not closed end there.
func (r *reader) gameEnd() int {
	if r.nextGame > 0 && r.at >= r.searched && r.at <= r.nextGame {
		return r.nextGame
	}
	r.searched = r.at
	for at := r.at; ; {
		i := strings.Index(r.text[at:], "\n[")
		if i < 0 {
			r.nextGame = len(r.text)
			return r.nextGame
		}
		at += i + 1
		before := strings.TrimRight(r.text[max(r.at, at-64):at-1], " \t\r")
		if strings.HasSuffix(before, "\n") && r.tagAt(at) {
			r.nextGame = at
			return at
		}
	}
}

// comment reads a comment. One that is not closed ends with the game, and is reported.
func (r *reader) comment() string {
	begin := r.at
	inside := reader{text: r.text[:r.gameEnd()], at: begin}
	text, closed := inside.quoted('}')
	r.at = inside.at
	if !closed {
		text = strings.TrimSpace(inside.text[begin+1:])
		r.report(r.fail(BadComment, begin, "{"))
	}
	return text
}

// maxDepth bounds the nesting of variations.
const maxDepth = 64

// marks are the symbols that may follow a turn directly. The index is the NAG.
var marks = [...]string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

// word reads to the next space, bracket or brace, but at least one byte unless
// the text has ended.
func (r *reader) word() string {
	begin := r.at
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n[]{}()", r.text[r.at]) < 0 {
		r.at++
	}
	if r.at == begin && r.at < len(r.text) {
		r.at++
	}
	return r.text[begin:r.at]
}

func (r *reader) game() (Game, *Error) {
	r.turn, r.problems = 0, nil
	var g Game
	tags, err := r.tags(&g)
	problems := r.problems
	switch {
	case err != nil:
		return g, err
	case tags.start:
		g, err = r.body(g, tags)
	default:
		g, err = r.assumed(g, tags)
	}
	g.Problems = append(problems, g.Problems...)
	return g, err
}

// body reads what follows the tags, from the start of g.
func (r *reader) body(g Game, tags ownTags) (Game, *Error) {
	r.turn, r.problems = 1, nil
	p := g.Start
	main := Line{}
	found, foundAt, err := r.line(&main, &p, 0)
	if err != nil {
		found = Result{}
	} else {
		r.finalComments(&main)
	}
	g.Comments, g.Turns, g.Problems = append(slices.Clone(tags.comments), main.Comments...), main.Turns, r.problems
	r.finish(&g, &p, found, foundAt, tags)
	return g, err
}

// lastComments returns the comments of the last turn, or those before the first one.
func (l *Line) lastComments() *[]string {
	if n := len(l.Turns); n > 0 {
		return &l.Turns[n-1].Comments
	}
	return &l.Comments
}

// finalComments adds the comments after the result to the last turn.
func (r *reader) finalComments(l *Line) {
	comments := l.lastComments()
	for at := r.at; ; at = r.at {
		if r.spaces(); r.peek() != '{' {
			r.at = at
			return
		}
		*comments = append(*comments, r.comment())
	}
}

// assumed reads the turns of a game without a Position tag, from the first usual start
// that fits them and the result. If none does, the error is that of the start from which
// most could be read.
func (r *reader) assumed(g Game, tags ownTags) (Game, *Error) {
	begin := r.at
	var best, partial Game
	var end int
	var found bool
	var wrong *Error
	var wrongEnd int
	for _, start := range usualStarts(&g, tags.result) {
		r.at, g.Start = begin, start
		read, err := r.body(g, tags)
		switch {
		case err == nil && len(read.Turns) == 0:
			return g, &Error{Code: NoStart, Offset: begin}
		case err != nil:
			if wrong == nil || err.Offset > wrong.Offset {
				wrong, wrongEnd, partial = err, r.at, read
			}
			continue
		case !found:
			best, end, found = read, r.at, true
		}
		if len(read.Problems) < len(best.Problems) {
			best, end = read, r.at
		}
		if len(best.Problems) == 0 {
			break
		}
	}
	if !found {
		r.at, best = wrongEnd, partial
	} else {
		r.at, wrong = end, nil
	}
	assumed := &Error{Code: AssumedStart, Offset: begin, Want: best.Start.String()}
	best.Problems = append([]*Error{assumed}, best.Problems...)
	return best, wrong
}

// usualStarts returns the starts that a game without a Position tag may have, the most
// usual first. The number of seats is that of the result or of the players' tags, if
// they have one.
func usualStarts(g *Game, result string) []lancelot.Position {
	var starts []lancelot.Position
	for seats := lancelot.MinSeats; seats <= lancelot.MaxSeats; seats++ {
		if named := namedSeats(g, result); named != 0 && seats != named {
			continue
		}
		for _, rules := range []lancelot.Rules{{}, {Excalibur: true}, {Diagonals: true}, {Diagonals: true, Excalibur: true}} {
			if start, err := lancelot.Start(lancelot.Options{Seats: seats, Rules: rules}); err == nil {
				starts = append(starts, start)
			}
		}
	}
	return starts
}

// namedSeats returns the number of seats of a result, else the last seat with a name,
// and 0 if there are fewer than two.
func namedSeats(g *Game, result string) int {
	for seats := lancelot.MinSeats; seats <= lancelot.MaxSeats; seats++ {
		if r, ok := parseResult(result, seats); ok && r != (Result{}) {
			return seats
		}
	}
	named := 0
	for seat := range lancelot.Seat(lancelot.MaxSeats) {
		if g.Tag(SeatTag(seat)) != "" {
			named = int(seat) + 1
		}
	}
	if named < lancelot.MinSeats {
		return 0
	}
	return named
}

// line reads turns from p up to the end of the line, and sets p to the position
// there. depth is 0 for the main line, which ends with a result, a tag or the text; it
// returns the result and its offset. A variation ends with a closing bracket.
func (r *reader) line(l *Line, p *lancelot.Position, depth int) (Result, int, *Error) {
	// The position before the last turn.
	var before lancelot.Position
	for {
		r.spaces()
		begin := r.at
		var last *Turn
		if n := len(l.Turns); n > 0 {
			last = &l.Turns[n-1]
		}
		switch c := r.peek(); {
		case r.at == len(r.text), r.nextTag():
			// An incomplete record has no result. Variations that are not closed end with
			// the game.
			if depth == 1 {
				r.report(r.fail(BadVariation, begin, ""))
			}
			return Result{}, begin, nil
		case c == '[':
			r.skipBracket(false)
			continue
		case c == '{':
			comments := l.lastComments()
			*comments = append(*comments, r.comment())
			continue
		case c == '}' && depth == 0:
			r.at++
			r.report(r.fail(BadComment, begin, "}"))
			continue
		case c == '}':
			return Result{}, begin, r.fail(BadComment, begin, "}")
		case c == '(':
			r.at++
			r.variation(l, before, depth)
			continue
		case c == ')' && depth == 0:
			r.at++
			r.report(r.fail(BadVariation, begin, ")"))
			continue
		case c == ')':
			if last == nil {
				return Result{}, begin, r.fail(BadVariation, begin, ")")
			}
			r.at++
			return Result{}, begin, nil
		}
		word := r.word()
		if depth == 0 {
			if found, ok := parseResult(word, p.Seats()); ok {
				return found, begin, nil
			}
		}
		if number, ok := strings.CutSuffix(word, "."); ok {
			if want := strconv.Itoa(r.turn); number != want {
				e := r.fail(BadNumber, begin, word)
				e.Want = want
				return Result{}, begin, e
			}
			continue
		}
		text := strings.TrimRight(word, "!?")
		if text == "" || word[0] == '$' {
			r.nag(last, word, begin)
			continue
		}
		turn, err := p.ParseTurn(text)
		if err != nil {
			return Result{}, begin, r.badTurn(begin, word, err)
		}
		l.Turns = append(l.Turns, Turn{Turn: turn})
		if mark := word[len(text):]; mark != "" {
			r.nag(&l.Turns[len(l.Turns)-1], mark, begin+len(text))
		}
		before = *p
		p.PlayInto(p, turn)
		r.turn++
	}
}

// badTurn returns the error for a turn that cannot be played, which begins at an offset.
func (r *reader) badTurn(at int, word string, err error) *Error {
	e := r.fail(BadTurn, at, word)
	var syntax *lancelot.SyntaxError
	if errors.As(err, &syntax) {
		e.Offset += syntax.Offset
	}
	e.Err = err
	return e
}

// nag adds a symbol such as ! or $1, which begins at an offset, to a turn. It reports one that is
// unknown, or for which there is no turn.
func (r *reader) nag(of *Turn, word string, at int) {
	nag := slices.Index(marks[:], word)
	if number, ok := strings.CutPrefix(word, "$"); ok {
		n, err := strconv.ParseUint(number, 10, 8)
		if nag = int(n); err != nil {
			nag = -1
		}
	}
	if nag < 0 || of == nil {
		r.report(r.fail(BadNAG, at, word))
		return
	}
	of.NAGs = append(of.NAGs, nag)
}

// nextTag reports whether the next byte begins a tag, also a damaged one in a line of its own.
func (r *reader) nextTag() bool {
	if r.peek() != '[' {
		return false
	}
	before := strings.TrimRight(r.text[max(0, r.at-64):r.at], " \t\r")
	return r.tagAt(r.at) || before == "" || strings.HasSuffix(before, "\n")
}

// skipBracket leaves out a bracket that begins no tag, with what is inside it in its line,
// and reports it. If it is not closed, it leaves out the rest of the line, or only the
// bracket.
func (r *reader) skipBracket(restOfLine bool) {
	begin := r.at
	line := r.text[begin:min(len(r.text), begin+maxTagBytes)]
	if end := strings.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	switch end := strings.IndexByte(line, ']'); {
	case end >= 0:
		r.at += end + 1
	case restOfLine:
		r.at += len(line)
	default:
		r.at++
	}
	r.report(r.fail(BadTag, begin, r.text[begin:r.at]))
}

// maxTagBytes bounds the length of a bracket that is left out.
const maxTagBytes = 4096

// variation reads a variation of the last turn of l, from the position before that turn, after
// the opening bracket. depth is that of l. If a variation cannot be read to its end, the rest
// is kept as a comment, and the problem is reported.
func (r *reader) variation(l *Line, before lancelot.Position, depth int) {
	opens, next := r.at-1, r.turn
	var v Line
	var wrong *Error
	if len(l.Turns) == 0 || depth == maxDepth {
		wrong = r.fail(BadVariation, opens, "(")
	} else {
		r.turn--
		var at int
		if _, at, wrong = r.line(&v, &before, depth+1); wrong != nil {
			r.at = at
		}
		r.turn = next
	}
	var rest []string
	if wrong != nil {
		var closed bool
		rest, closed = r.rest()
		wrong.Commented = true
		r.report(wrong)
		if !closed && depth == 0 {
			r.report(r.fail(BadVariation, opens, "("))
		}
	}
	comments := l.lastComments()
	if n := len(v.Turns); n > 0 {
		v.Turns[n-1].Comments = append(v.Turns[n-1].Comments, rest...)
		l.Turns[len(l.Turns)-1].Variations = append(l.Turns[len(l.Turns)-1].Variations, v)
	} else {
		*comments = append(append(*comments, v.Comments...), rest...)
	}
}

// rest reads up to the bracket that closes a variation, and returns the text before it as
// comments. It reports whether there is such a bracket.
func (r *reader) rest() (comments []string, closed bool) {
	begin := r.at
	keep := func() {
		if text := strings.Join(strings.Fields(r.text[begin:r.at]), " "); text != "" {
			comments = append(comments, text)
		}
	}
	for depth := 1; r.at < len(r.text); r.at++ {
		switch r.text[r.at] {
		case '{':
			keep()
			comments = append(comments, r.comment())
			begin = r.at
			r.at--
		case '[':
			if r.nextTag() {
				keep()
				return comments, false // the tag of the next game
			}
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				keep()
				r.at++
				return comments, true
			}
		}
	}
	keep()
	return comments, false
}

// finish sets the result: that of the rules if they have ended the game, else the one
// after the turns, else that of the tag. Others that were stated are problems.
func (r *reader) finish(g *Game, last *lancelot.Position, found Result, foundAt int, tags ownTags) {
	g.Result = found
	claimed, readable := parseResult(tags.result, last.Seats())
	if found == (Result{}) {
		g.Result = claimed
	}
	if o := last.Outcome(); o.Over() {
		g.Result = resultOf(o, last.Seats())
	}
	report := func(offset int, stated string) {
		e := r.fail(BadResult, offset, stated)
		e.Want = g.Result.String()
		g.Problems = append(g.Problems, e)
	}
	if found != (Result{}) && found != g.Result {
		report(foundAt, found.String())
	}
	if tags.result != "" && (!readable || claimed != (Result{}) && claimed != g.Result) {
		report(tags.resultAt, tags.result)
	}
}

// ownTags are the tags that are not among those of a game.
type ownTags struct {
	start    bool   // whether there is a Position tag
	result   string // the value of the Result tag
	resultAt int    // and its offset
	comments []string
}

// tags reads the tags and sets the starting position, if they have it.
func (r *reader) tags(g *Game) (ownTags, *Error) {
	var own ownTags
	seen := map[string]bool{}
	start, startAt := "", 0
	for {
		blank := r.spaces()
		if r.peek() == '{' && r.commentsBeforeTag(&own) {
			continue
		}
		if r.peek() != '[' {
			break
		}
		begin := r.at
		r.at++
		r.spaces()
		nameAt := r.at
		for r.at < len(r.text) && nameByte(r.text[r.at]) {
			r.at++
		}
		name := r.text[nameAt:r.at]
		r.spaces()
		valueAt := r.at
		value, ok := "", name != "" && r.peek() == '"'
		if ok {
			value, ok = r.quoted('"')
			r.spaces()
			ok = ok && r.peek() == ']' && !strings.Contains(value, "\n")
		}
		if !ok {
			r.at = begin
			if name == PositionTag { // without its start the game would be another one
				return own, r.fail(BadTag, begin, "[")
			}
			r.skipBracket(true)
			continue
		}
		if seen[name] && blank {
			r.at = begin // the next game, and this one has no turns
			break
		}
		r.at++
		if seen[name] {
			r.report(r.fail(DuplicateTag, begin, name))
			continue
		}
		seen[name] = true
		switch name {
		case PositionTag:
			start, startAt = value, valueAt+1
		case ResultTag:
			own.result, own.resultAt = value, valueAt+1
		default:
			g.Tags = append(g.Tags, Tag{name, value})
		}
	}
	if !seen[PositionTag] {
		return own, nil
	}
	own.start = true
	p, refused := lancelot.ParsePosition(start)
	if refused != nil {
		e := r.fail(BadStart, startAt, "")
		var syntax *lancelot.SyntaxError
		if errors.As(refused, &syntax) {
			e.Offset += syntax.Offset
		}
		e.Err = refused
		return own, e
	}
	g.Start = p
	return own, nil
}

// commentsBeforeTag reads comments if a tag follows them, and reports whether one does.
func (r *reader) commentsBeforeTag(own *ownTags) bool {
	look := *r
	look.problems = nil
	var comments []string
	for look.peek() == '{' {
		comments = append(comments, look.comment())
		look.spaces()
	}
	r.nextGame, r.searched = look.nextGame, look.searched
	if look.problems != nil || !look.tagAt(look.at) {
		return false
	}
	own.comments = append(own.comments, comments...)
	r.at = look.at
	return true
}

func nameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// quoted reads from an opening byte to the closing one and returns the text
// between. A backslash escapes the next byte.
func (r *reader) quoted(closing byte) (string, bool) {
	var b strings.Builder
	for r.at++; r.at < len(r.text); r.at++ {
		c := r.text[r.at]
		if c == closing {
			r.at++
			return b.String(), true
		}
		if c == '\\' {
			if r.at++; r.at == len(r.text) {
				break
			}
			c = r.text[r.at]
		}
		b.WriteByte(c)
	}
	return "", false
}
