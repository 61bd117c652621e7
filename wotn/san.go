package wotn

// Algebraic notation (SAN) with Betza's extensions (docs/formats/wotn.md): a
// promotion follows a slash in Betza's notation, and kinds without a letter of
// their own are written in brackets.

// sanLetters are the kinds that SAN writes as a letter.
const sanLetters = 1<<Knight | 1<<Bishop | 1<<Rook | 1<<Queen | 1<<King

// sanName returns the kind in SAN: "" for a pawn, "N", "(WfbD)".
func (k Kind) sanName() string {
	switch {
	case k == Pawn:
		return ""
	case sanLetters>>k&1 != 0:
		return kindRows[k].betza
	}
	return "(" + kindRows[k].betza + ")"
}

// Notation contains the parts of a move in algebraic notation.
type Notation struct {
	// Castling reports whether the move is castling; then the king's target
	// square determines the side, and otherwise only the check is written.
	Castling bool
	// Kind is the kind of the moving piece before the move.
	Kind Kind
	// Origin is the written part of the square of origin: the file of a pawn
	// that captures, otherwise what distinguishes the piece from others of its
	// kind ("g", "1" or "g1"), or "".
	Origin string
	// Captured is the kind of the captured piece, or NoKind.
	Captured Kind
	// To is the target square, in castling that of the king.
	To Square
	// Promotion is the kind after a promotion, or NoKind.
	Promotion Kind
	// Check and Mate report whether the move gives check, and whether the check
	// is checkmate.
	Check, Mate bool
}

// Notation returns the parts of a legal move in algebraic notation.
func (p *Position) Notation(m Move) Notation {
	n := Notation{
		Castling: m.IsCastling(), Kind: m.Kind(), Captured: m.Captured(), To: m.To(), Promotion: m.Promotion(),
	}
	switch {
	case n.Castling:
	case m.Kind() != Pawn:
		n.Origin = p.disambiguation(m)
	case m.Captured() != NoKind:
		n.Origin = m.From().String()[:1]
	}
	var next Position
	p.PlayInto(&next, m)
	if next.Checkers() != 0 {
		n.Check, n.Mate = true, !next.HasMoves()
	}
	return n
}

// SAN returns a legal move in algebraic notation, with + for check and # for
// checkmate: "Nxd4/NW", "(BNN)ge7", "O-O". In chess a promotion is written
// "e8=Q".
func (p *Position) SAN(m Move) string { return p.Notation(m).san(p.variant) }

func (n Notation) san(v Variant) string {
	text := ""
	switch {
	case n.Castling && n.To.File() == g1.File():
		text = "O-O"
	case n.Castling:
		text = "O-O-O"
	default:
		text = n.Kind.sanName() + n.Origin
		if n.Captured != NoKind {
			text += "x"
		}
		text += n.To.String()
	}
	if n.Promotion != NoKind {
		separator := "/"
		if v == Chess {
			separator = "="
		}
		text += separator + kindRows[n.Promotion].betza
	}
	switch {
	case n.Mate:
		text += "#"
	case n.Check:
		text += "+"
	}
	return text
}

// disambiguation returns the part of the square of origin that distinguishes
// the piece from others of its kind that can move to the same square: the file,
// otherwise the rank, otherwise both.
func (p *Position) disambiguation(m Move) string {
	others, sameFile, sameRank := false, false, false
	var buffer [MaxMoves]Move
	for _, o := range p.AppendMoves(buffer[:0]) {
		if o.Kind() != m.Kind() || o.To() != m.To() || o.From() == m.From() || o.IsCastling() {
			continue
		}
		others = true
		sameFile = sameFile || o.From().File() == m.From().File()
		sameRank = sameRank || o.From().Rank() == m.From().Rank()
	}
	from := m.From().String()
	switch {
	case !others:
		return ""
	case !sameFile:
		return from[:1]
	case !sameRank:
		return from[1:]
	}
	return from
}

// sanMove is a parsed move in SAN.
type sanMove struct {
	kind         Kind
	file, rank   int // of the square of origin; -1 if not given
	to           Square
	castling     bool
	promotion    Kind
	anyPromotion bool // "/any"
}

// matches reports whether m matches s apart from the promotion.
func (s *sanMove) matches(m Move) bool {
	if s.castling || m.IsCastling() {
		return s.castling == m.IsCastling() && s.to.File() == m.To().File()
	}
	return m.Kind() == s.kind && m.To() == s.to &&
		(s.file < 0 || s.file == m.From().File()) && (s.rank < 0 || s.rank == m.From().Rank())
}

// ParseSAN parses a move in algebraic notation, with any spelling of the kinds
// ("(DA)c3" or "(AD)c3"). Marks such as +, # and ! at the end are ignored. The
// promotion can be omitted if only one kind is possible. ParseSAN returns a
// *SyntaxError if text is not a move, and a *MoveError if no legal move or
// several match.
func (p *Position) ParseSAN(text string) (Move, error) {
	moves, err := p.MatchSAN(text)
	if err != nil {
		return NoMove, err
	}
	if len(moves) > 1 {
		return NoMove, p.moveError(MovePromotionMissing, text, moves...)
	}
	return moves[0], nil
}

// MatchSAN parses a move like [Position.ParseSAN], but "/any" or a missing
// promotion matches every possible promotion, as in annotations. It returns at
// least one move; the moves differ only in the promotion.
func (p *Position) MatchSAN(text string) ([]Move, error) {
	s, err := readSAN(text)
	if err != nil {
		return nil, err
	}
	var fitting, alike []Move
	for _, m := range p.AppendMoves(nil) {
		if !s.matches(m) {
			continue
		}
		alike = append(alike, m)
		if s.promotion == m.Promotion() || m.Promotion() != NoKind && s.promotion == NoKind {
			fitting = append(fitting, m)
		}
	}
	switch {
	case alike == nil:
		return nil, p.sanRefusal(text, s)
	case fitting == nil:
		return nil, p.promotionError(text, s.promotion, alike)
	case s.anyPromotion && fitting[0].Promotion() == NoKind:
		return nil, p.moveError(MovePromotionNone, text, fitting...)
	}
	for _, m := range fitting {
		if m.From() != fitting[0].From() {
			return nil, p.moveError(MoveAmbiguous, text, fitting...)
		}
	}
	return fitting, nil
}

// sanRefusal returns the reason why no legal move matches s.
func (p *Position) sanRefusal(text string, s sanMove) *MoveError {
	e := p.moveError(MoveCannotReach, text)
	e.Kind = s.kind
	if s.castling {
		e.Kind = King
	}
	if !p.HasMoves() {
		e.Code = MoveGameOver
		return e
	}
	if s.castling {
		for i := range castlingPaths[p.turn&1] {
			if path := &castlingPaths[p.turn&1][i]; path.to.File() == s.to.File() {
				p.illegalCastling(e, path)
			}
		}
		return e
	}
	for b := p.Pieces(p.turn, s.kind); b != 0; b &= b - 1 {
		from := b.First()
		if (s.file < 0 || s.file == from.File()) && (s.rank < 0 || s.rank == from.Rank()) && p.reaches(from).Has(s.to) {
			p.exposes(e, from, s.to)
			return e
		}
	}
	if p.colors[p.turn].Has(s.to) {
		p.because(e, MoveOwnPiece, s.to)
	}
	return e
}

// readSAN parses a move in SAN without regard to a position.
func readSAN(text string) (sanMove, error) {
	body := text
	for len(body) > 0 && isMark(body[len(body)-1]) {
		body = body[:len(body)-1]
	}
	switch body {
	case "O-O", "0-0":
		return sanMove{castling: true, to: g1}, nil
	case "O-O-O", "0-0-0":
		return sanMove{castling: true, to: c1}, nil
	}
	s := sanMove{kind: Pawn, file: -1, rank: -1}
	for i := 0; i < len(body); i++ {
		if body[i] != '/' && body[i] != '=' {
			continue
		}
		if promotion := body[i+1:]; promotion == "any" {
			s.anyPromotion = true
		} else if s.promotion = KindOfBetza(promotion); s.promotion == NoKind {
			return sanMove{}, &SyntaxError{SyntaxSANBetza, i + 1, promotion}
		}
		body = body[:i]
		break
	}
	start, err := s.readPiece(body)
	if err != nil {
		return sanMove{}, err
	}
	if !s.readSquares(body[start:]) {
		return sanMove{}, &SyntaxError{SyntaxSAN, start, text}
	}
	return s, nil
}

func isMark(c byte) bool { return c == '+' || c == '#' || c == '!' || c == '?' }

// readPiece parses the kind and returns the offset of the squares.
func (s *sanMove) readPiece(body string) (int, error) {
	switch {
	case body == "":
	case body[0] == '(':
		for i := range body {
			if body[i] == ')' {
				if s.kind = KindOfBetza(body[1:i]); s.kind == NoKind {
					return 0, &SyntaxError{SyntaxSANBetza, 1, body[1:i]}
				}
				return i + 1, nil
			}
		}
	case body[0] == 'P':
		return 1, nil
	default:
		if k := KindOfLetter(body[0]); sanLetters>>k&1 != 0 {
			s.kind = k
			return 1, nil
		}
	}
	return 0, nil
}

// readSquares parses the text after the kind: optional file and rank of origin,
// an optional x or -, and the target square.
func (s *sanMove) readSquares(text string) bool {
	if len(text) < 2 {
		return false
	}
	to, ok := parseSquare(text[len(text)-2:])
	if !ok {
		return false
	}
	s.to = to
	from := text[:len(text)-2]
	if n := len(from); n > 0 && (from[n-1] == 'x' || from[n-1] == '-' || from[n-1] == ':') {
		from = from[:n-1]
	}
	if from != "" && from[0] >= 'a' && from[0] <= 'h' {
		s.file = int(from[0] - 'a')
		from = from[1:]
	}
	if from != "" && from[0] >= '1' && from[0] <= '8' {
		s.rank = int(from[0] - '1')
		from = from[1:]
	}
	return from == ""
}
