package record

import (
	"errors"
	"strconv"
	"strings"

	"tafelrunde/lancelot"
)

// Read parses one game, which must be the whole text. The error is an [*Error].
func Read(text string) (Game, error) {
	r := reader{text: text}
	g, err := r.game()
	if err != nil {
		return Game{}, err
	}
	if r.spaces(); r.at < len(text) {
		at := r.at
		return Game{}, &Error{Code: Trailing, Offset: at, Found: r.word()}
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

// reader parses a text from left to right.
type reader struct {
	text string
	at   int // offset of the next byte
	turn int // number of the next turn
}

func (r *reader) fail(code Code, offset int, found string) *Error {
	return &Error{Code: code, Offset: offset, Turn: r.turn, Found: found}
}

func (r *reader) peek() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

func (r *reader) spaces() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

// word reads to the next space, bracket or brace, but at least one byte unless
// the text has ended.
func (r *reader) word() string {
	begin := r.at
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n[]{}", r.text[r.at]) < 0 {
		r.at++
	}
	if r.at == begin && r.at < len(r.text) {
		r.at++
	}
	return r.text[begin:r.at]
}

func (r *reader) game() (Game, *Error) {
	r.turn = 0
	var g Game
	result, resultAt, err := r.tags(&g)
	if err != nil {
		return g, err
	}
	r.turn = 1
	p := g.Start
	for {
		r.spaces()
		begin := r.at
		switch c := r.peek(); {
		case r.at == len(r.text), c == '[':
			// An incomplete record has no result.
			return g, r.finish(&g, &p, Result{}, begin, result, resultAt)
		case c == '{':
			comment, ok := r.quoted('}')
			if !ok {
				return g, r.fail(BadComment, begin, "{")
			}
			comments := &g.Comments
			if n := len(g.Turns); n > 0 {
				comments = &g.Turns[n-1].Comments
			}
			*comments = append(*comments, comment)
			continue
		case c == '}':
			return g, r.fail(BadComment, begin, "}")
		}
		word := r.word()
		if found, ok := parseResult(word, p.Seats()); ok {
			return g, r.finish(&g, &p, found, begin, result, resultAt)
		}
		if number, ok := strings.CutSuffix(word, "."); ok {
			if want := strconv.Itoa(r.turn); number != want {
				e := r.fail(BadNumber, begin, word)
				e.Want = want
				return g, e
			}
			continue
		}
		turn, err := p.ParseTurn(word)
		if err != nil {
			e := r.fail(BadTurn, begin, word)
			var syntax *lancelot.SyntaxError
			if errors.As(err, &syntax) {
				e.Offset += syntax.Offset
			}
			e.Err = err
			return g, e
		}
		g.Turns = append(g.Turns, Turn{Turn: turn})
		p.PlayInto(&p, turn)
		r.turn++
	}
}

// finish sets the result. It must agree with the rules, if the game is over by
// them, and with the tag, if there is one.
func (r *reader) finish(g *Game, last *lancelot.Position, found Result, foundAt int, tag string, tagAt int) *Error {
	g.Result = found
	if o := last.Outcome(); o.Over() {
		if rules := resultOf(o, last.Seats()); found != rules {
			e := r.fail(BadResult, foundAt, found.String())
			e.Want = rules.String()
			return e
		}
	}
	if tag != "" && tag != found.String() {
		e := r.fail(BadResult, tagAt, tag)
		e.Want = found.String()
		return e
	}
	return nil
}

// tags reads the tags and sets the starting position. It returns the value of the
// Result tag and its offset.
func (r *reader) tags(g *Game) (result string, resultAt int, err *Error) {
	seen := map[string]bool{}
	start, startAt := "", 0
	for r.spaces(); r.peek() == '['; r.spaces() {
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
		if name == "" || r.peek() != '"' {
			return "", 0, r.fail(BadTag, begin, "[")
		}
		value, ok := r.quoted('"')
		r.spaces()
		if !ok || r.peek() != ']' {
			return "", 0, r.fail(BadTag, begin, "[")
		}
		r.at++
		if seen[name] {
			return "", 0, r.fail(DuplicateTag, begin, name)
		}
		seen[name] = true
		switch name {
		case PositionTag:
			start, startAt = value, valueAt+1
		case ResultTag:
			result, resultAt = value, valueAt+1
		default:
			g.Tags = append(g.Tags, Tag{name, value})
		}
	}
	if !seen[PositionTag] {
		return "", 0, r.fail(NoStart, r.at, "")
	}
	p, refused := lancelot.ParsePosition(start)
	if refused != nil {
		e := r.fail(BadStart, startAt, "")
		var syntax *lancelot.SyntaxError
		if errors.As(refused, &syntax) {
			e.Offset += syntax.Offset
		}
		e.Err = refused
		return "", 0, e
	}
	g.Start = p
	return result, resultAt, nil
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
