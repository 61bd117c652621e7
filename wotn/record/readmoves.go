package record

import (
	"errors"
	"slices"
	"strings"

	"tafelrunde/internal/excerpt"
	"tafelrunde/wotn"
)

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
