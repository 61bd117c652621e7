package record

import (
	"errors"
	"io"
	"slices"
	"strings"

	"tafelrunde/internal/excerpt"
	"tafelrunde/wotn"
)

// Bounds on the cost of malicious texts.
const (
	// maxDepth bounds the nesting of variations.
	maxDepth = 64
	// maxReadings bounds the number of positions for which a variation with
	// open promotions is followed: five open promotions of three kinds.
	maxReadings = 243
)

// Reader reads the games of a text one by one.
type Reader struct {
	lex     lexer
	tok     token
	last    token // the token before
	variant wotn.Variant
	detect  bool // whether the reader chooses the variant

	game     Game
	named    bool          // whether the game has a Variant tag
	head     []string      // comments before and between the tags
	letters  pieceLetters  // those of the moves so far
	stray    string        // the last result between the moves, or ""
	played   *wotn.Game    // the moves of the main line so far; nil after PastDraw
	end      wotn.Position // the position after the main line
	numbered bool          // whether a move number precedes the current token
	numberAt int           // offset of that move number
}

// NewReader returns a reader of the games in text. Games without a Variant tag have the
// given variant.
func NewReader(text string, variant wotn.Variant) *Reader {
	r := &Reader{lex: lexer{text: text, nested: &braces{}}, variant: variant}
	r.advance()
	return r
}

// NewDetectingReader returns a reader that chooses the variant of games without a
// Variant tag: orthodox chess, which AssumedChess among the problems reports, unless the
// game has something that only Way of the Knight has: a promotion after a slash, a kind
// in brackets or a FEN with its letters.
func NewDetectingReader(text string) *Reader {
	r := &Reader{lex: lexer{text: text, nested: &braces{}}, detect: true}
	r.advance()
	return r
}

// Read parses the first game of a text. A game without a Variant tag has the given
// variant. Comments alone are a game if tags precede them. The error is a *Problem,
// NoGame for a text without a game; the returned game then contains what precedes the
// error. If the text continues after the game, MoreGames is among the game's problems.
func Read(text string, variant wotn.Variant) (Game, error) {
	return NewReader(text, variant).only()
}

// ReadDetecting parses the first game of a text like [Read], with the variant that a
// [NewDetectingReader] chooses.
func ReadDetecting(text string) (Game, error) { return NewDetectingReader(text).only() }

func (r *Reader) only() (Game, error) {
	text := r.lex.text
	game, err := r.Next()
	switch {
	case err == io.EOF || err == nil && game.empty(r.variant) && !(len(game.Comments) > 0 && strings.HasPrefix(text, "[")):
		return game, &Problem{Code: NoGame, Ply: -1}
	case err == nil && r.tok.kind != tokenEnd:
		game.Problems = append(game.Problems, r.problem(MoreGames))
	}
	return game, err
}

// Empty reports whether a game has neither tags, besides those of its start, nor moves nor a
// start position of its own: a bare result, or a comment. A text of many games has none
// there.
func (g *Game) Empty() bool { return g.empty(g.Variant) }

// empty reports whether a game has neither tags nor moves, nor another start position
// than the usual one of the given variant.
func (g *Game) empty(variant wotn.Variant) bool {
	return len(g.Tags) == 0 && len(g.Line.Moves) == 0 && g.Line.Start == wotn.Start(variant)
}

// Next reads the next game. After the last one it returns io.EOF. A damaged tag, a
// bracket, a comment or a symbol is repaired or left out, and reported. If a tag or a
// move of the game cannot be used, Next returns a *Problem and the game up to there; the
// following call continues with the next game.
func (r *Reader) Next() (Game, error) {
	if r.tok.kind == tokenEnd {
		return Game{Variant: r.variant, Result: Unknown}, io.EOF
	}
	heading := r.skipHeading()
	variants := []wotn.Variant{r.variant}
	if r.detect {
		variants = r.candidates()
	}
	var furthest Reader
	var reason error
	for i, v := range variants {
		reading := *r
		reading.game, reading.head, reading.letters, reading.stray = Game{Variant: v, Result: Unknown}, nil, noLetters, ""
		if heading != nil {
			reading.report(heading)
			reading.head = []string{heading.Text}
		}
		err := reading.readGame()
		if err == nil {
			*r = reading
			return r.game, nil
		}
		if i == 0 || len(reading.game.Line.Moves) > len(furthest.game.Line.Moves) {
			furthest, reason = reading, err
		}
	}
	*r = furthest
	r.skipGame()
	return r.game, reason
}

// skipHeading skips words, such as a heading, before the tags of the next game. They become a
// comment. It returns the problem, nil if there are no such words.
func (r *Reader) skipHeading() *Problem {
	look, words := *r, false
	for {
		switch t := look.tok; {
		case t.kind == tokenTag && t.first && words:
			p := r.problem(StrayText)
			p.Text = oneLine(r.lex.text[r.tok.at:t.at])
			*r = look
			return p
		case t.kind == tokenMove && !hasSquare(t.text) && !isCastling(t.text) && !isNullMove(t.text) && resultOf(t.text) == "":
			words = true
		case t.kind != tokenNumber && t.kind != tokenMalformed && t.kind != tokenNAG:
			return nil
		}
		look.advance()
	}
}

// candidates returns the variants that the next game can have.
func (r *Reader) candidates() []wotn.Variant {
	if r.hasKnights() {
		return []wotn.Variant{wotn.Standard, wotn.Alternative, wotn.Chess}
	}
	return []wotn.Variant{wotn.Chess}
}

// hasKnights reports whether the next game has something that only Way of the Knight has.
func (r *Reader) hasKnights() bool {
	look := *r
	seen := map[string]bool{}
	depth := 0
	moved, broken := false, false // whether there was a move, and a blank line between the tags
	fen, later := false, false    // whether a FEN has kinds of Way of the Knight, before and after that line
	for ; ; look.advance() {
		for !moved && look.strayBetweenTags(seen) {
			look.skipStray()
		}
		switch t := look.tok; t.kind {
		case tokenEnd:
			return fen || later
		case tokenTag:
			switch {
			case moved && !t.first:
				continue
			case moved:
				return fen || later
			case t.blank && len(seen) > 0:
				broken, fen, later = true, fen || later, false
			}
			if seen[t.name] && broken {
				return fen // the tags since the blank line are those of the next game
			}
			seen[t.name] = true
			later = later || t.name == "FEN" && hasKnightKinds(t.text)
		case tokenOpen:
			depth++
		case tokenClose:
			depth--
		case tokenResult:
			if depth <= 0 {
				return fen || later
			}
		case tokenNumber:
			moved = true
		case tokenMove:
			moved = true
			_, promotion, _ := strings.Cut(strings.TrimRight(t.text, "+#"), "/")
			if t.text[0] == '(' || promotion == "any" || wotn.KindOfBetza(promotion) != wotn.NoKind {
				return true
			}
		}
	}
}

// hasKnightKinds reports whether the board of a FEN has a kind that orthodox chess does
// not have.
func hasKnightKinds(fen string) bool {
	board, _, _ := strings.Cut(strings.TrimSpace(fen), " ")
	for i := range len(board) {
		if k := wotn.KindOfLetter(board[i] &^ 0x20); isLetter(board[i]) && k != wotn.NoKind && !wotn.Chess.HasKind(k) {
			return true
		}
	}
	return false
}

// Offset returns the byte offset in the text at which the next game begins, if there is
// one.
func (r *Reader) Offset() int { return r.tok.at }

func (r *Reader) advance() { r.last, r.tok = r.tok, r.lex.next() }

// problem returns a problem at the current token that is not about a move.
func (r *Reader) problem(code Code) *Problem {
	return &Problem{Code: code, Offset: r.tok.at, Ply: -1, Text: excerpt.Of(r.tok.text)}
}

func (r *Reader) report(p *Problem) { r.game.Problems = append(r.game.Problems, p) }

// skipGame skips to the next possible start of a game: after a result or before
// a tag.
func (r *Reader) skipGame() {
	for depth := 0; r.tok.kind != tokenEnd && r.tok.kind != tokenTag; {
		switch r.tok.kind {
		case tokenOpen:
			depth++
		case tokenClose:
			depth--
		}
		result := r.tok.kind == tokenResult && depth <= 0
		r.advance()
		if result {
			r.skipFootnote()
			return
		}
	}
}

// skipFootnote skips a mark such as the [1] in "1-0[1]".
func (r *Reader) skipFootnote() {
	if r.footnote() {
		r.advance()
	}
}

// footnote reports whether the current token is a footnote mark directly after
// a move, a suffix or a result.
func (r *Reader) footnote() bool {
	return r.tok.kind == tokenFootnote && r.tok.at == r.last.end &&
		(r.last.kind == tokenMove || r.last.kind == tokenNAG || r.last.kind == tokenResult)
}

func (r *Reader) readGame() error {
	claimed, err := r.readTags()
	if err != nil {
		r.game.Result = claimed
		return err
	}
	begin, reported := r.tok.at, len(r.game.Problems)
	r.played, r.end = wotn.NewGame(r.game.Line.Start), r.game.Line.Start
	line := lineReader{Reader: r, steps: [][]reading{{{position: r.game.Line.Start}}}, pending: r.head}
	err = line.read()
	line.finish()
	r.game.Line = line.line()
	r.game.Comments = line.pending
	if err != nil && r.game.Variant != wotn.Chess && r.readProse(begin, reported) {
		r.game.Comments, err = nil, nil
	}
	if err != nil {
		r.game.Result = claimed
		r.resultOfRules()
		return err
	}
	r.game.Result = claimed
	if r.stray != "" && claimed == Unknown {
		r.game.Result = r.stray
	}
	if r.tok.kind == tokenResult {
		// An asterisk is no other result: many programs write it after every game.
		if r.tok.text != Unknown {
			r.game.Result = r.tok.text
		}
		if claimed != Unknown && claimed != r.game.Result {
			r.report(r.problem(ResultDiffers))
		}
		r.resultOfRules()
		r.advance()
		r.skipFootnote()
		r.skipRest()
	} else {
		r.resultOfRules()
	}
	for r.tok.kind == tokenComment {
		r.addComment(r.tok.text)
		r.advance()
	}
	return nil
}

// skipRest adds what follows the result to the game as a comment if it is at the end of the
// text and no game, such as a closing [/pgn].
func (r *Reader) skipRest() {
	look := *r
	for {
		switch t := look.tok; {
		case t.kind == tokenEnd && t.at > r.tok.at:
			text := strings.TrimSpace(r.lex.text[r.tok.at:])
			p := r.problem(StrayText)
			p.Text = excerpt.Of(text)
			r.report(p)
			r.addComment(oneLine(text))
			r.lex, r.tok, r.last = look.lex, look.tok, look.last
			return
		case t.kind == tokenMalformed, t.kind == tokenMove && !hasSquare(t.text) && !isCastling(t.text), t.kind == tokenClose, t.kind == tokenNAG, t.kind == tokenFootnote:
			look.advance()
		default:
			return
		}
	}
}

// resultOfRules replaces the result of a game that ends with checkmate or stalemate by
// theirs. Other rules that end a game played here do not decide a recorded one.
func (r *Reader) resultOfRules() {
	o := r.end.Outcome()
	if o.Reason != wotn.Checkmate && o.Reason != wotn.Stalemate || r.game.Result == o.Result().String() {
		return
	}
	if r.game.Result != Unknown {
		p := r.problem(WrongResult)
		p.Text = r.game.Result
		r.report(p)
	}
	r.game.Result = o.Result().String()
}

// addComment adds a comment after the last move of the game.
func (r *Reader) addComment(text string) {
	if text == "" {
		return
	}
	comments := &r.game.Comments
	if n := len(r.game.Line.Moves); n > 0 {
		comments = &r.game.Line.Moves[n-1].After
	}
	*comments = append(*comments, text)
}

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

// reading is a position that a variation can have reached, one for each choice
// of its open promotions.
type reading struct {
	position wotn.Position
	parent   int // index of the reading before the move
	move     wotn.Move
}

// lineReader reads one line. The main line has one reading after each move, a
// variation one or more.
type lineReader struct {
	*Reader
	depth int // 0 for the main line
	ply   int // plies before the line
	opens int // offset of the opening bracket
	// steps[i] are the readings after i moves.
	steps   [][]reading
	moves   []Move
	pending []string // comments before the next move
}

// read reads up to the end of the line: a result, a tag or the end of the text
// for the main line, the closing bracket for a variation.
func (l *lineReader) read() error {
	l.numbered = false
	for {
		var problem *Problem
		switch t := l.tok; t.kind {
		case tokenTag:
			if after, inside := l.tagsInside(); inside {
				l.note(TagText)
				l.lex, l.tok, l.last = after.lex, after.tok, after.last
				continue
			}
			l.unclosed()
			return nil
		case tokenEnd:
			l.unclosed()
			return nil
		case tokenResult:
			switch {
			case l.depth > 0:
			case l.lineFollows():
				l.note(StrayResult)
				l.stray = t.text
			default:
				return nil
			}
		case tokenClose:
			if l.depth > 0 {
				l.advance()
				return nil
			}
			l.note(StrayClose)
		case tokenComment:
			if t.problem != "" {
				l.note(t.problem)
			}
			l.comment(t.text)
		case tokenNumber:
			if l.nextGame() {
				return nil
			}
			l.numbered, l.numberAt = true, t.at
		case tokenNAG:
			l.nag(t.number)
		case tokenFootnote:
			if !l.footnote() {
				l.note(TagText)
			}
		case tokenOpen:
			if err := l.variation(); err != nil {
				return err
			}
			continue
		case tokenMove:
			if result := resultOf(t.text); result != "" {
				l.tok.kind, l.tok.text = tokenResult, result
				continue
			}
			if problem = l.word(); problem != nil && problem.Code == UnreadableMove && l.strayText() {
				continue
			}
		case tokenMalformed:
			l.note(t.problem)
		}
		if problem != nil {
			if l.depth == 0 && problem.Code != NullMove {
				return problem
			}
			problem.InVariation = l.depth > 0
			l.report(problem)
			return l.giveUp()
		}
		l.advance()
	}
}

// note reports a problem at the current token, which is left out.
func (l *lineReader) note(code Code) {
	p := l.problem(code)
	p.InVariation = l.depth > 0
	l.report(p)
}

// tagsInside reports whether the current tag, and others after it, are a text in brackets
// between the moves of a game, and returns the reader after them: the next move of the line
// follows, with its number unless the tag is on a line of moves.
func (l *lineReader) tagsInside() (after Reader, inside bool) {
	after = *l.Reader
	begun := len(l.steps) > 1 && after.last.kind != tokenResult
	for after.tok.kind == tokenTag {
		after.advance()
	}
	position := &l.steps[len(l.steps)-1][0].position
	switch next := after.tok; next.kind {
	case tokenNumber:
		return after, begun && next.number == position.MoveNumber() && next.number > 1
	case tokenMove, tokenOpen, tokenClose, tokenNAG, tokenComment:
		return after, begun && !l.tok.first && !next.first
	}
	return after, false
}

// nextGame reports whether the current number begins another game, without tags and a result
// between them: after a blank line the numbers begin again.
func (l *lineReader) nextGame() bool {
	position := &l.steps[len(l.steps)-1][0].position
	return l.tok.blank && l.tok.number == 1 && l.depth == 0 && len(l.moves) > 0 && position.MoveNumber() > 1 && l.game.Variant == wotn.Chess
}

// unclosed reports a variation at whose end the game ends.
func (l *lineReader) unclosed() {
	if l.depth == 1 { // once for all variations
		l.report(&Problem{Code: OpenVariation, Offset: l.opens, Ply: -1, InVariation: true})
	}
}

// lineFollows reports whether a variation or the number of the next move of the line
// follows the current token, a result.
func (l *lineReader) lineFollows() bool {
	look := l.lex
	next := look.next()
	position := l.steps[len(l.steps)-1][0].position
	return next.kind == tokenOpen || next.kind == tokenNumber && next.number == position.MoveNumber() && next.number > 1
}

// word reads a symbol, a null move or a move.
func (l *lineReader) word() *Problem {
	text := l.tok.text
	nag, known := symbols[text]
	switch {
	case known && l.numbered && !isSymbol(text): // the piece of a move with a space, as in 2.N f3
		return l.moveProblem(UnreadableMove, nil)
	case known && nag > 0:
		l.nag(nag)
		return nil
	case known:
		return nil
	case isNullMove(text):
		return l.moveProblem(NullMove, nil)
	case isSymbol(text):
		l.note(MarkText)
		return nil
	}
	if l.tok.text, nag = cutSymbol(text); l.tok.text == "" {
		l.tok.text = text
	}
	problem := l.move()
	l.tok.text = text
	if problem == nil && nag > 0 {
		l.nag(nag)
	}
	return problem
}

// strayText reads words of a sentence in a game of chess up to the number of the next move or
// the end of the line, keeps them as a comment, and reports whether it did. Other programs
// skip such words and with them damaged moves. Here a move among them, or another number,
// leaves the line unreadable.
func (l *lineReader) strayText() bool {
	if l.game.Variant != wotn.Chess || !isWord(l.tok.text) {
		return false
	}
	position := &l.steps[len(l.steps)-1][0].position
	// Words alone are no game.
	begun := len(l.moves) > 0 || len(l.game.Tags) > 0 || l.depth > 0
	look := *l.Reader
	for end := false; !end; {
		look.advance()
		switch t := look.tok; t.kind {
		case tokenMove:
			if hasSquare(t.text) || isCastling(t.text) || isNullMove(t.text) {
				return false
			}
			end = resultOf(t.text) != ""
		case tokenNumber:
			dots := l.lex.text[t.at:t.end]
			black := strings.Contains(dots, "..") || strings.Contains(dots, ellipsis)
			if t.number != position.MoveNumber() || black != (position.ToMove() == wotn.Black) {
				return false
			}
			end = true
		case tokenEnd, tokenTag, tokenResult:
			end = true
		case tokenClose:
			if l.depth == 0 {
				return false
			}
			end = true
		default:
			return false
		}
	}
	if !begun && look.tok.kind != tokenNumber {
		return false
	}
	text := oneLine(l.lex.text[l.tok.at:look.tok.at])
	p := l.problem(StrayText)
	p.Text, p.InVariation = excerpt.Of(text), l.depth > 0
	l.report(p)
	l.comment(text)
	l.lex, l.tok, l.last = look.lex, look.tok, look.last
	return true
}

func (l *lineReader) comment(text string) {
	if text == "" {
		return
	}
	n := len(l.moves)
	if n == 0 || l.numbered || len(l.moves[n-1].Variations) > 0 || len(l.pending) > 0 {
		l.pending = append(l.pending, text)
		return
	}
	l.moves[n-1].After = append(l.moves[n-1].After, text)
}

func (l *lineReader) nag(n int) {
	if len(l.moves) == 0 {
		l.report(l.problem(StrayMark))
		return
	}
	last := &l.moves[len(l.moves)-1]
	last.NAGs = append(last.NAGs, n)
}

// finish adds the pending comments to the last move.
func (l *lineReader) finish() {
	l.numbered = false
	if n := len(l.moves); n > 0 {
		l.moves[n-1].After = append(l.moves[n-1].After, l.pending...)
		l.pending = nil
	}
}

// move plays the move of the current token in every reading.
func (l *lineReader) move() *Problem {
	before := l.steps[len(l.steps)-1]
	var after []reading
	var refusal error
	m := Move{Before: l.pending}
	if l.depth == 0 && !before[0].position.HasMoves() {
		return l.moveProblem(GameOver, nil)
	}
	text, letters := l.tok.text, noLetters
	if l.game.Variant == wotn.Chess {
		if text, letters = inEnglish(text); l.letters|letters == mixedLetters {
			return l.moveProblem(PieceLetters, nil)
		}
	}
	for i := range before {
		fitting, err := matchMove(&before[i].position, text, l.depth > 0)
		if err != nil && refusal == nil {
			refusal = err
		}
		m.AnyPromotion = m.AnyPromotion || len(fitting) > 1
		for _, move := range fitting {
			next := reading{parent: i, move: move}
			before[i].position.PlayInto(&next.position, move)
			if !slices.ContainsFunc(after, func(r reading) bool { return r.position.Key() == next.position.Key() && r.position == next.position }) {
				after = append(after, next)
			}
		}
	}
	switch {
	case after == nil && l.depth == 0 && l.lacksPiece(refusal):
		return l.moveProblem(NoSuchPiece, nil)
	case after == nil && l.game.Variant == wotn.Chess && codeOf(refusal) == UnreadableMove && hasForeignLetter(text):
		return l.moveProblem(PieceLetters, nil)
	case after == nil:
		return l.moveProblem(codeOf(refusal), refusal)
	case len(after) > maxReadings:
		return l.moveProblem(TooManyKinds, nil)
	}
	if letters == germanLetters && l.letters == noLetters {
		p := l.moveProblem(GermanLetters, nil)
		p.InVariation = l.depth > 0
		l.report(p)
	}
	l.letters |= letters
	m.SAN = l.tok.text
	if len(before) == 1 {
		m.SAN = openSAN(&before[0].position, after)
	}
	if l.depth == 0 {
		l.end = after[0].position
		if l.played != nil && l.played.Play(after[0].move) != nil {
			l.report(l.moveProblem(PastDraw, nil))
			l.played = nil
		}
	}
	l.steps = append(l.steps, after)
	l.moves = append(l.moves, m)
	l.pending, l.numbered = nil, false
	return nil
}

// openSAN returns the move from p to the readings in SAN, with "/any" if there
// are several. A check mark is then omitted, because it depends on the kind.
func openSAN(p *wotn.Position, after []reading) string {
	san := p.SAN(after[0].move)
	if len(after) == 1 {
		return san
	}
	return san[:strings.IndexAny(san, "/=")] + "/any"
}

// codeOf returns the code for an error of package wotn.
func codeOf(err error) Code {
	var refused *wotn.MoveError
	switch {
	case !errors.As(err, &refused):
		return UnreadableMove
	case refused.Code == wotn.MoveAmbiguous:
		return AmbiguousMove
	case refused.Code == wotn.MovePromotionMissing:
		return PromotionMissing
	case refused.Code == wotn.MoveGameOver:
		return GameOver
	}
	return IllegalMove
}

// lacksPiece reports whether a move is illegal because the side has no piece of
// its kind, in a game without FEN. That is typical of handicap games whose
// start position was not copied.
func (l *lineReader) lacksPiece(err error) bool {
	var refused *wotn.MoveError
	variant := l.game.Variant
	if !errors.As(err, &refused) || refused.Code != wotn.MoveCannotReach || variant == wotn.Chess || l.game.Line.Start != wotn.Start(variant) {
		return false
	}
	notation, inBrackets := strings.CutPrefix(l.tok.text, "(")
	notation, _, closed := strings.Cut(notation, ")")
	kind := wotn.KindOfBetza(notation)
	at := &l.steps[len(l.steps)-1][0].position
	return inBrackets && closed && kind != wotn.NoKind && at.Pieces(at.ToMove(), kind) == 0
}

func (l *lineReader) moveProblem(code Code, err error) *Problem {
	ply := l.ply + len(l.moves)
	at := &l.steps[len(l.steps)-1][0].position
	return &Problem{Code: code, Offset: l.tok.at, Ply: ply, MoveNumber: moveNumber(at), Text: excerpt.Of(l.tok.text), Err: err}
}

// variation reads a variation of the last move.
func (l *lineReader) variation() error {
	v := lineReader{
		Reader: l.Reader, depth: l.depth + 1, ply: l.ply + len(l.moves) - 1, opens: l.tok.at,
	}
	switch {
	case len(l.moves) == 0:
		p := l.problem(StrayVariation)
		p.InVariation = true
		l.report(p)
	case v.depth > maxDepth:
		p := l.problem(TooDeep)
		p.InVariation = true
		l.report(p)
	default:
		v.steps = l.steps[len(l.steps)-2 : len(l.steps)-1]
	}
	l.advance()
	var err error
	if v.steps == nil {
		err = v.giveUp()
	} else {
		v.steps = slices.Clip(v.steps)
		err = v.read()
	}
	if err != nil {
		return err
	}
	v.finish()
	l.numbered = false
	if len(v.moves) > 0 {
		last := &l.moves[len(l.moves)-1]
		last.Variations = append(last.Variations, v.line())
		return nil
	}
	for _, text := range v.pending {
		l.comment(text)
	}
	return nil
}

// giveUp keeps the rest of the line, up to its closing bracket or the end of the game,
// as comments.
func (l *lineReader) giveUp() error {
	kept := l.pending
	begin := l.tok.at
	if l.numbered {
		begin = l.numberAt
	}
	keep := func(end int) {
		kept = append(kept, oneLine(l.lex.text[begin:end]))
	}
	for depth := 1; depth > 0; l.advance() {
		switch t := l.tok; t.kind {
		case tokenEnd, tokenTag:
			keep(t.at)
			l.unclosed()
			l.keep(kept)
			return nil
		case tokenResult:
			if l.depth == 0 && depth == 1 {
				keep(t.at)
				l.keep(kept)
				return nil
			}
		case tokenOpen:
			depth++
		case tokenClose:
			if l.depth == 0 && depth == 1 {
				break // closes nothing
			}
			depth--
			if depth == 0 {
				keep(t.at)
			}
		case tokenComment:
			keep(t.at)
			begin = t.end
			kept = append(kept, t.text)
		}
	}
	l.keep(kept)
	return nil
}

// keep adds the comments of a line that was given up.
func (l *lineReader) keep(comments []string) {
	l.pending, l.numbered = nil, false
	for _, text := range comments {
		l.comment(text)
	}
}

// line returns the line with the first remaining reading.
func (l *lineReader) line() Line {
	at := 0
	for i := len(l.moves); i > 0; i-- {
		l.moves[i-1].Move = l.steps[i][at].move
		at = l.steps[i][at].parent
	}
	return Line{Start: l.steps[0][at].position, Moves: l.moves}
}
