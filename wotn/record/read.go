package record

import (
	"errors"
	"io"
	"slices"
	"strings"

	"tafelrunde/wotn"
)

// Bounds on what a hostile text can cost.
const (
	// maxDepth is how deep variations may lie within variations.
	maxDepth = 64
	// maxReadings is how many positions a note with open rises is followed in:
	// five open choices among three kinds.
	maxReadings = 243
)

// Reader reads the games of a text one after the other.
type Reader struct {
	lex     lexer
	tok     token
	last    token // the one before
	variant wotn.Variant

	game     Game
	played   *wotn.Game // the moves of the game so far
	numbered bool       // a move number stands before the present token
	numberAt int        // and there
}

// NewReader returns a reader of the games in text. The ways are those of games
// that do not name their own by the tag Variant.
func NewReader(text string, ways wotn.Variant) *Reader {
	r := &Reader{lex: lexer{text: text}, variant: ways}
	r.advance()
	return r
}

// Read reads the first game of a text, or bare moves. The ways are those of a
// game that does not name its own. The error, if any, is a *Problem; the game
// then holds what was read before it. It is NoGame for a text without a game.
// That the text goes on after the game is reported as MoreGames among the
// game's problems.
func Read(text string, ways wotn.Variant) (Game, error) {
	r := NewReader(text, ways)
	game, err := r.Next()
	switch {
	case err == io.EOF || err == nil && len(game.Tags) == 0 && len(game.Line.Moves) == 0 && game.Line.Start == wotn.Start(ways):
		return game, &Problem{Code: NoGame, Ply: -1}
	case err == nil && r.tok.kind != tokenEnd:
		game.Problems = append(game.Problems, r.problem(MoreGames))
	}
	return game, err
}

// Next reads the next game. It returns io.EOF after the last one, and else a
// *Problem if the moves or tags of the game are wrong; the game then holds what
// was read before it, and reading can go on with the game after it.
func (r *Reader) Next() (Game, error) {
	r.game = Game{Variant: r.variant, Result: Unknown}
	if r.tok.kind == tokenEnd {
		return r.game, io.EOF
	}
	err := r.readGame()
	if err != nil {
		r.skipGame()
		return r.game, err
	}
	return r.game, nil
}

func (r *Reader) advance() { r.last, r.tok = r.tok, r.lex.next() }

// problem returns a problem at the present token that concerns no move.
func (r *Reader) problem(code Code) *Problem {
	return &Problem{Code: code, Offset: r.tok.at, Ply: -1, Text: r.tok.text}
}

func (r *Reader) report(p *Problem) { r.game.Problems = append(r.game.Problems, p) }

// skipGame goes to where the next game can begin: after a result or before a
// tag.
func (r *Reader) skipGame() {
	for r.tok.kind != tokenEnd && r.tok.kind != tokenTag {
		result := r.tok.kind == tokenResult
		r.advance()
		if result {
			r.skipFootnote()
			return
		}
	}
}

// skipFootnote passes over a mark such as the [1] in "1-0[1]".
func (r *Reader) skipFootnote() {
	if r.footnote() {
		r.advance()
	}
}

// footnote tells whether the present token is a footnote mark right after a
// move, its mark or a result.
func (r *Reader) footnote() bool {
	return r.tok.kind == tokenFootnote && r.tok.at == r.last.end &&
		(r.last.kind == tokenMove || r.last.kind == tokenNAG || r.last.kind == tokenResult)
}

func (r *Reader) readGame() error {
	claimed, err := r.readTags()
	if err != nil {
		for r.tok.kind == tokenTag {
			r.advance()
		}
		return err
	}
	begin, reported := r.tok.at, len(r.game.Problems)
	r.played = wotn.NewGame(r.game.Line.Start)
	line := lineReader{Reader: r, steps: [][]reading{{{position: r.game.Line.Start}}}}
	err = line.read()
	line.finish()
	r.game.Line = line.line()
	r.game.Comments = line.pending
	if err != nil && r.readProse(begin) {
		r.game.Comments, r.game.Problems, err = nil, r.game.Problems[:reported], nil
	}
	if err != nil {
		r.game.Result = claimed
		return err
	}
	if r.tok.kind == tokenResult {
		r.game.Result = r.tok.text
		if claimed != Unknown && claimed != r.tok.text {
			r.report(r.problem(ResultDiffers))
		}
		r.advance()
		r.skipFootnote()
	} else {
		r.game.Result = claimed
	}
	for r.tok.kind == tokenComment {
		r.addComment(r.tok.text)
		r.advance()
	}
	return nil
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

// readTags reads the tags, sets ways and start, and returns the result that the
// tags give.
func (r *Reader) readTags() (result string, err error) {
	result = Unknown
	var tags []Tag
	var fen, setUp *token
	r.game.Line.Start = wotn.Start(r.game.Variant)
	for r.tok.kind == tokenTag {
		t := r.tok
		repeated := slices.ContainsFunc(tags, func(o Tag) bool { return o.Name == t.name })
		if repeated {
			p := r.problem(RepeatedTag)
			p.Text = t.name
			r.report(p)
			r.advance()
			continue
		}
		tags = append(tags, Tag{t.name, t.text})
		switch t.name {
		case "Variant":
			w, ok := parseVariantTag(t.text)
			if !ok {
				return result, r.problem(UnknownVariant)
			}
			r.game.Variant, r.game.Line.Start = w, wotn.Start(w)
		case "FEN":
			fen = &t
		case "SetUp":
			setUp = &t
		case "Result":
			if isResult(t.text) {
				result = t.text
			}
		}
		r.advance()
	}
	r.game.Tags = inOrder(slices.DeleteFunc(tags, func(t Tag) bool { return ownTag(t.Name) }))
	return result, r.setUp(fen, setUp)
}

// setUp takes the start of the game from its tags.
func (r *Reader) setUp(fen, setUp *token) error {
	switch {
	case fen != nil:
		start, err := wotn.ParsePosition(r.game.Variant, fen.text)
		if err != nil {
			return &Problem{Code: FENRefused, Offset: fen.at, Ply: -1, Text: fen.text, Err: err}
		}
		r.game.Line.Start = start
	case setUp != nil && setUp.text == "1":
		return &Problem{Code: FENMissing, Offset: setUp.at, Ply: -1}
	}
	return nil
}

// reading is a position that a line may have reached: one for each way to read
// the rises that notes leave open.
type reading struct {
	position wotn.Position
	parent   int // index of the reading before the move
	move     wotn.Move
}

// lineReader reads one line. The line of the game itself has one reading after
// every move, that of a variation one or more.
type lineReader struct {
	*Reader
	depth int // 0 for the game itself
	ply   int // half-moves before the line
	opens int // where its bracket stands
	// steps[i] are the readings after i moves of the line.
	steps   [][]reading
	moves   []Move
	pending []string // comments before the next move
}

// read reads up to the end of the line: in the game itself a result, a tag or
// the end of the text, in a variation its closing bracket, which is passed
// over.
func (l *lineReader) read() error {
	l.numbered = false
	for {
		var problem *Problem
		switch t := l.tok; t.kind {
		case tokenEnd, tokenTag:
			if l.depth > 0 {
				return &Problem{Code: OpenVariation, Offset: l.opens, Ply: -1}
			}
			return nil
		case tokenResult:
			if l.depth == 0 {
				return nil
			}
			l.advance()
			continue
		case tokenClose:
			if l.depth > 0 {
				l.advance()
				return nil
			}
			return l.problem(StrayClose)
		case tokenComment:
			l.comment(t.text)
		case tokenNumber:
			l.numbered, l.numberAt = true, t.at
		case tokenNAG:
			l.nag(t.number)
		case tokenFootnote:
			if !l.footnote() {
				problem = l.problem(TagText)
			}
		case tokenOpen:
			if err := l.variation(); err != nil {
				return err
			}
			continue
		case tokenMove:
			problem = l.move()
		case tokenMalformed:
			problem = l.problem(t.problem)
			if t.problem == OpenComment {
				return problem
			}
		}
		if problem != nil {
			if l.depth == 0 {
				return problem
			}
			problem.InVariation = true
			l.report(problem)
			return l.giveUp()
		}
		l.advance()
	}
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

// finish gives comments that no move follows to the last move.
func (l *lineReader) finish() {
	l.numbered = false
	if n := len(l.moves); n > 0 {
		l.moves[n-1].After = append(l.moves[n-1].After, l.pending...)
		l.pending = nil
	}
}

// move plays the move of the present token in every reading.
func (l *lineReader) move() *Problem {
	before := l.steps[len(l.steps)-1]
	var after []reading
	var refusal error
	m := Move{Before: l.pending}
	if l.depth == 0 {
		if l.played.Outcome().Over() {
			return l.moveProblem(GameOver, nil)
		}
	}
	for i := range before {
		fitting, err := l.match(&before[i].position)
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
	case after == nil:
		return l.moveProblem(codeOf(refusal), refusal)
	case len(after) > maxReadings:
		return l.moveProblem(TooManyKinds, nil)
	}
	m.SAN = l.tok.text
	if len(before) == 1 {
		m.SAN = openSAN(&before[0].position, after)
	}
	if l.depth == 0 {
		if err := l.played.Play(after[0].move); err != nil {
			return l.moveProblem(codeOf(err), err)
		}
	}
	l.steps = append(l.steps, after)
	l.moves = append(l.moves, m)
	l.pending, l.numbered = nil, false
	return nil
}

// match returns the moves that the present token can mean in a position.
func (l *lineReader) match(p *wotn.Position) ([]wotn.Move, error) {
	if l.depth > 0 {
		return p.MatchSAN(l.tok.text)
	}
	m, err := p.ParseSAN(l.tok.text)
	if err != nil {
		return nil, err
	}
	return []wotn.Move{m}, nil
}

// openSAN returns the move that led from p to the readings in short notation,
// with "/any" if there are several; then without a mark of check, which depends
// on the kind.
func openSAN(p *wotn.Position, after []reading) string {
	san := p.SAN(after[0].move)
	if len(after) == 1 {
		return san
	}
	return san[:strings.IndexAny(san, "/=")] + "/any"
}

// codeOf returns the problem that an error of the rules stands for.
func codeOf(err error) Code {
	var refused *wotn.MoveError
	switch {
	case !errors.As(err, &refused):
		return UnreadableMove
	case refused.Code == wotn.Ambiguous:
		return AmbiguousMove
	case refused.Code == wotn.PromotionMissing:
		return PromotionMissing
	case refused.Code == wotn.GameOver:
		return GameOver
	}
	return IllegalMove
}

// lacksPiece tells that a move was refused because the side has no man of its
// kind at all, in a game that gives no start of its own: as one with handicap
// whose start was not copied.
func (l *lineReader) lacksPiece(err error) bool {
	var refused *wotn.MoveError
	ways := l.game.Variant
	if !errors.As(err, &refused) || refused.Code != wotn.CannotReach || ways == wotn.Chess || l.game.Line.Start != wotn.Start(ways) {
		return false
	}
	notation, inBrackets := strings.CutPrefix(l.tok.text, "(")
	notation, _, closed := strings.Cut(notation, ")")
	kind := wotn.KindOfBetza(notation)
	at := &l.steps[len(l.steps)-1][0].position
	return inBrackets && closed && kind != wotn.NoKind && at.Pieces(at.Turn(), kind) == 0
}

func (l *lineReader) moveProblem(code Code, err error) *Problem {
	ply := l.ply + len(l.moves)
	at := &l.steps[len(l.steps)-1][0].position
	return &Problem{Code: code, Offset: l.tok.at, Ply: ply, MoveNumber: moveNumber(at), Text: l.tok.text, Err: err}
}

// variation reads a variation to the last move.
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

// giveUp keeps the rest of a variation, from the present token to its closing
// bracket, as comments.
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
			return &Problem{Code: OpenVariation, Offset: l.opens, Ply: -1}
		case tokenMalformed:
			if t.problem == OpenComment {
				return l.problem(OpenComment)
			}
		case tokenOpen:
			depth++
		case tokenClose:
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
	l.pending, l.numbered = nil, false
	for _, text := range kept {
		l.comment(text)
	}
	return nil
}

// line returns the line read, with the first of the readings left at its end.
func (l *lineReader) line() Line {
	at := 0
	for i := len(l.moves); i > 0; i-- {
		l.moves[i-1].Move = l.steps[i][at].move
		at = l.steps[i][at].parent
	}
	return Line{Start: l.steps[0][at].position, Moves: l.moves}
}
