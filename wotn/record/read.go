package record

import (
	"io"
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
