package record

import (
	"slices"
	"strings"

	"tafelrunde/internal/excerpt"
	"tafelrunde/wotn"
)

// tagSection has what the tags of a game say.
type tagSection struct {
	tags       []Tag
	fen, setUp *token   // the tags of the start position, or nil
	unknown    *Problem // that of the Variant tag, or nil
	result     string
}

// readTags reads the tags, sets the variant and the start position, and returns
// the value of the Result tag. Comments and damaged lines may stand between the tags. If
// a tag is repeated after a blank line, the game has no moves, and the next one begins
// after that line.
func (r *Reader) readTags() (result string, err error) {
	section := tagSection{result: Unknown}
	seen := map[string]bool{}
	r.named, r.game.Line.Start = false, wotn.Start(r.game.Variant)
	var before func() // goes back to the last blank line between tags
	for {
		if r.skipBetweenTags(seen) {
			continue
		}
		t := r.tok
		if t.kind != tokenTag || seen[t.name] && t.blank {
			break
		}
		if seen[t.name] && before != nil {
			before()
			break
		}
		if t.blank && len(section.tags) > 0 {
			reader, read := *r, section
			before = func() { *r, section = reader, read }
		}
		if seen[t.name] {
			p := r.problem(RepeatedTag)
			p.Text = t.name
			r.report(p)
			r.advance()
			continue
		}
		if t.problem != "" {
			p := r.problem(t.problem)
			p.Text = excerpt.Of(r.lex.text[t.at:t.end])
			r.report(p)
		}
		seen[t.name] = true
		section.add(r)
		r.advance()
	}
	r.game.Tags = inOrder(slices.DeleteFunc(section.tags, func(t Tag) bool { return ownTag(t.Name) }))
	if r.detect && !r.named && r.game.Variant == wotn.Chess {
		r.report(&Problem{Code: AssumedChess, Offset: r.tok.at, Ply: -1})
	}
	if section.unknown != nil {
		return section.result, section.unknown
	}
	return section.result, r.setUp(section.fen, section.setUp)
}

// skipBetweenTags reads a comment, or text that is left out, between the tags of a game, and
// reports whether there was some. seen has the tags so far.
func (r *Reader) skipBetweenTags(seen map[string]bool) bool {
	switch t := r.tok; {
	case t.kind == tokenComment:
		if t.problem != "" {
			r.report(r.problem(t.problem))
		}
		if t.text != "" {
			r.head = append(r.head, t.text)
		}
		r.advance()
	case t.kind == tokenMalformed && t.problem == TagText:
		r.report(r.problem(TagText))
		r.advance()
	case t.kind == tokenMove && t.first && r.tagWithoutBracket():
	case r.strayBetweenTags(seen):
		p := r.problem(TagText)
		p.Text = excerpt.Of(strings.TrimSpace(r.lex.text[t.at:r.strayEnd()]))
		r.report(p)
		r.skipStray()
	case r.damagedLine():
		line := r.lex.text[t.at:r.lineEnd(t.at)]
		if i := strings.IndexByte(line, '['); i > 0 {
			line = line[:i] // a tag can follow
		}
		p := r.problem(TagText)
		p.Text = excerpt.Of(strings.TrimSpace(line))
		r.report(p)
		r.lex.at, r.lex.tags = t.at+len(line), true
		r.advance()
	default:
		return false
	}
	return true
}

// add adds the current tag of a reader, and sets the variant of its game.
func (s *tagSection) add(r *Reader) {
	t := r.tok
	s.tags = append(s.tags, Tag{t.name, t.text})
	value := strings.TrimSpace(t.text)
	given := value != "" && value != "?" // otherwise the tag is as if absent
	switch t.name {
	case "Variant":
		if !given {
			break
		}
		r.named = true
		v, ok := parseVariantTag(t.text)
		if !ok {
			s.unknown = r.problem(UnknownVariant)
			break
		}
		r.game.Variant, r.game.Line.Start = v, wotn.Start(v)
	case "FEN":
		if given {
			s.fen = &t
		}
	case "SetUp":
		s.setUp = &t
	case "Result":
		if of := resultOf(t.text); of != "" {
			s.result = of
		} else if given {
			r.report(r.problem(ResultText))
		}
	}
}

// damagedLine reports whether the current token begins a line that is neither a tag nor
// a move, but is followed by a tag or ends like one.
func (r *Reader) damagedLine() bool {
	if t := r.tok; t.kind != tokenMove || !t.first || hasSquare(t.text) || isSymbol(t.text) || respelled(wotn.Chess, t.text)[0] == 'O' {
		return false
	}
	end := r.lineEnd(r.tok.at)
	line, next := strings.TrimSpace(r.lex.text[r.tok.at:end]), r.lex.text[end:]
	return strings.HasSuffix(line, "]") || len(next) > 2 && next[1] == '[' && isLetter(next[2])
}

// tagWithoutBracket makes a tag of the current line if that only lacks the opening bracket,
// and reports whether it did.
func (r *Reader) tagWithoutBracket() bool {
	line := r.lex.text[r.tok.at:r.lineEnd(r.tok.at)]
	name := lexer{text: line}
	name.tagName()
	if value := strings.TrimSpace(line[name.at:]); !strings.HasPrefix(value, `"`) && !strings.HasPrefix(value, "“") && !strings.HasPrefix(value, "„") {
		return false
	}
	tag := lexer{text: "[" + line, tags: true}
	var t token
	if !tag.repairedTag(&t) {
		return false
	}
	t.at, t.end, t.first, t.blank = r.tok.at, r.tok.at+len(line), true, r.tok.blank
	r.tok, r.lex.at, r.lex.tags = t, t.end, true
	return true
}

// strayBetweenTags reports whether the current token begins a text without moves that the next
// tag of the game follows, on the same line or the next one, such as a full stop after a tag.
// seen has the tags of the game so far.
func (r *Reader) strayBetweenTags(seen map[string]bool) bool {
	switch r.tok.kind {
	case tokenEnd, tokenTag, tokenComment, tokenOpen:
		return false
	}
	if !r.tok.first && r.last.kind != tokenTag {
		return false
	}
	if r.tok.first && len(seen) == 0 && r.tok.kind != tokenMove {
		return false
	}
	end := r.strayEnd()
	for _, word := range strings.Fields(r.lex.text[r.tok.at:end]) {
		if hasSquare(word) || isCastling(word) {
			return false
		}
	}
	next := lexer{text: r.lex.text, at: end}
	for next.at < len(next.text) && (next.text[next.at] == ' ' || next.text[next.at] == '\t' || next.text[next.at] == '\r') {
		next.at++
	}
	sameLine := next.has("[")
	if !sameLine && (len(seen) == 0 || !next.has("\n[")) {
		return false
	}
	if !sameLine {
		next.at++
	}
	var tag token
	return next.strictTag(&tag) && tag.kind == tokenTag && !seen[tag.name]
}

// skipStray goes on after a text that strayBetweenTags has found.
func (r *Reader) skipStray() {
	r.lex.at, r.lex.tags = r.strayEnd(), true
	r.advance()
}

// strayEnd returns the offset of the end of the line of the current token, or of the tag or
// comment on it.
func (r *Reader) strayEnd() int {
	end := r.lex.line.next(r.lex.text, r.tok.at, "\n")
	if i := strings.IndexAny(r.lex.text[r.tok.at:end], "[{;"); i >= 0 {
		return r.tok.at + i
	}
	return end
}

// lineEnd returns the offset of the end of the line at an offset.
func (r *Reader) lineEnd(at int) int {
	line := lexer{text: r.lex.text, at: at}
	return line.lineEnd()
}

// setUp sets the start position from the tags.
func (r *Reader) setUp(fen, setUp *token) error {
	switch {
	case fen != nil:
		refused := func(err error) error {
			return &Problem{Code: FENRefused, Offset: fen.at, Ply: -1, Text: excerpt.Of(fen.text), Err: err}
		}
		setup, err := wotn.ParseSetup(r.game.Variant, fen.text)
		if err != nil {
			return refused(err)
		}
		if r.game.Line.Start, err = setup.Position(); err != nil {
			r.game.Line.Start = wotn.Start(r.game.Variant)
			return refused(err)
		}
		if dropped := setup.Dropped(); len(dropped) > 0 {
			r.report(&Problem{Code: FENRights, Offset: fen.at, Ply: -1, Text: excerpt.Of(fen.text), Err: &wotn.SetupError{Problems: dropped}})
		}
	case setUp != nil && setUp.text == "1":
		return &Problem{Code: FENMissing, Offset: setUp.at, Ply: -1}
	}
	return nil
}
