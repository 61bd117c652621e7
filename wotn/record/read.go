package record

import (
	"errors"
	"io"
	"slices"
	"strings"

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
	strict  bool // whether sentences between the moves are an error

	game     Game
	named    bool       // whether the game has a Variant tag
	played   *wotn.Game // the moves of the main line so far
	numbered bool       // whether a move number precedes the current token
	numberAt int        // offset of that move number
}

// NewReader returns a reader of the games in text. Games without a Variant tag
// have the given variant, or are orthodox chess if they have other tags and can
// only be read as such: AssumedChess is then among the problems of the game.
func NewReader(text string, variant wotn.Variant) *Reader {
	r := &Reader{lex: lexer{text: text}, variant: variant}
	r.advance()
	return r
}

// Read parses the first game of a text. A game without a Variant tag has the
// given variant, or is orthodox chess as in [NewReader]. Comments alone are a game
// if tags precede them. The error is a *Problem, NoGame for a text without a game;
// the returned game then contains what precedes the error. If the text continues
// after the game, MoreGames is among the game's problems.
func Read(text string, variant wotn.Variant) (Game, error) {
	r := NewReader(text, variant)
	game, err := r.Next()
	switch {
	case err == io.EOF || err == nil && game.empty(variant) && !(len(game.Comments) > 0 && strings.HasPrefix(text, "[")):
		return game, &Problem{Code: NoGame, Ply: -1}
	case err == nil && r.tok.kind != tokenEnd:
		game.Problems = append(game.Problems, r.problem(MoreGames))
	}
	return game, err
}

// empty reports whether a game has neither tags nor moves, nor another start position
// than the usual one of the given variant.
func (g *Game) empty(variant wotn.Variant) bool {
	return len(g.Tags) == 0 && len(g.Line.Moves) == 0 && g.Line.Start == wotn.Start(variant)
}

// Next reads the next game. After the last one it returns io.EOF. If tags or
// moves of a game are invalid it returns a *Problem and the game up to there;
// the following call continues with the next game.
func (r *Reader) Next() (Game, error) {
	r.game = Game{Variant: r.variant, Result: Unknown}
	if r.tok.kind == tokenEnd {
		return r.game, io.EOF
	}
	begin := *r
	err := r.readGame()
	if err != nil {
		// Bare moves are usually notes of this program's games: a promotion that they lack is
		// an error.
		tagged := begin.tok.kind == tokenTag
		if tagged && !r.named && r.variant != wotn.Chess && r.readChess(begin) {
			return r.game, nil
		}
		r.skipGame()
		return r.game, err
	}
	return r.game, nil
}

// readChess reads the game again as orthodox chess, from begin, the state of the reader
// before the game. It reports whether that succeeded; if not, the reader is unchanged.
func (r *Reader) readChess(begin Reader) bool {
	chess := begin
	chess.game = Game{Variant: wotn.Chess, Result: Unknown, Problems: []*Problem{
		{Code: AssumedChess, Offset: begin.tok.at, Ply: -1},
	}}
	chess.strict = true
	if chess.readGame() != nil {
		return false
	}
	chess.strict = begin.strict
	*r = chess
	return true
}

// Offset returns the byte offset in the text at which the next game begins, if there is
// one.
func (r *Reader) Offset() int { return r.tok.at }

func (r *Reader) advance() { r.last, r.tok = r.tok, r.lex.next() }

// problem returns a problem at the current token that is not about a move.
func (r *Reader) problem(code Code) *Problem {
	return &Problem{Code: code, Offset: r.tok.at, Ply: -1, Text: r.tok.text}
}

func (r *Reader) report(p *Problem) { r.game.Problems = append(r.game.Problems, p) }

// skipGame skips to the next possible start of a game: after a result or before
// a tag.
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
	if err != nil && !r.strict && r.readProse(begin, reported) {
		r.game.Comments, err = nil, nil
	}
	if err != nil {
		r.game.Result = claimed
		r.resultOfRules()
		return err
	}
	if r.tok.kind == tokenResult {
		r.game.Result = r.tok.text
		if claimed != Unknown && claimed != r.tok.text {
			r.report(r.problem(ResultDiffers))
		}
		r.resultOfRules()
		r.advance()
		r.skipFootnote()
	} else {
		r.game.Result = claimed
		r.resultOfRules()
	}
	for r.tok.kind == tokenComment {
		r.addComment(r.tok.text)
		r.advance()
	}
	return nil
}

// resultOfRules replaces the result of a game that the rules have ended by theirs.
func (r *Reader) resultOfRules() {
	o := r.played.Outcome()
	if !o.Over() || r.game.Result == o.Result().String() {
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

// readTags reads the tags, sets the variant and the start position, and returns
// the value of the Result tag.
func (r *Reader) readTags() (result string, err error) {
	result, r.named = Unknown, false
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
			r.named = true
			v, ok := parseVariantTag(t.text)
			if !ok {
				return result, r.problem(UnknownVariant)
			}
			r.game.Variant, r.game.Line.Start = v, wotn.Start(v)
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

// setUp sets the start position from the tags.
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
			switch t.problem {
			case OpenComment:
				return l.problem(OpenComment)
			case MarkText:
				p := l.problem(MarkText)
				p.InVariation = l.depth > 0
				l.report(p)
			default:
				problem = l.problem(t.problem)
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

// match returns the moves that the current token can mean in a position.
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
	return &Problem{Code: code, Offset: l.tok.at, Ply: ply, MoveNumber: moveNumber(at), Text: l.tok.text, Err: err}
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

// giveUp keeps the rest of a variation, up to its closing bracket, as comments.
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

// line returns the line with the first remaining reading.
func (l *lineReader) line() Line {
	at := 0
	for i := len(l.moves); i > 0; i-- {
		l.moves[i-1].Move = l.steps[i][at].move
		at = l.steps[i][at].parent
	}
	return Line{Start: l.steps[0][at].position, Moves: l.moves}
}
