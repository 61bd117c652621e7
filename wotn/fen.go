package wotn

import "strconv"

// SyntaxError is the error for text that cannot be parsed.
type SyntaxError struct {
	// Code is the reason.
	Code SyntaxCode
	// Offset is the byte offset of the error in the text.
	Offset int
	// Text is the invalid part of the text.
	Text string
}

// SyntaxCode is the reason why a text cannot be parsed. Its text is stable.
type SyntaxCode string

// Errors in a FEN.
const (
	FENBoard      SyntaxCode = "fen-board"       // a character other than a piece, a number or a slash
	FENRankLength SyntaxCode = "fen-rank-length" // a rank without exactly eight squares
	FENRanks      SyntaxCode = "fen-ranks"       // not eight ranks
	FENTurn       SyntaxCode = "fen-turn"        // a side to move other than w or b
	FENCastling   SyntaxCode = "fen-castling"    // castling rights other than "-" or some of KQkq, each once
	FENEnPassant  SyntaxCode = "fen-en-passant"  // neither a square nor "-"
	FENCounter    SyntaxCode = "fen-counter"     // not a number from 0 to 9999
	FENFields     SyntaxCode = "fen-fields"      // text after the sixth field
	FENEmpty      SyntaxCode = "fen-empty"       // no text
)

var syntaxTexts = map[SyntaxCode]string{
	FENBoard:      "not a piece, a number of free squares or a slash",
	FENRankLength: "a rank must have eight squares",
	FENRanks:      "the board must have eight ranks",
	FENTurn:       "the side to move must be w or b",
	FENCastling:   "castling rights must be - or some of KQkq",
	FENEnPassant:  "the en-passant field must be a square or -",
	FENCounter:    "not a number from 0 to 9999",
	FENFields:     "more than six fields",
	FENEmpty:      "the text is empty",
	MoveText:      "not a move in coordinate notation",
	SANText:       "not a move in algebraic notation",
	SANBetza:      "not a kind in Betza's notation",
	UnknownName:   "unknown name",
}

// Error returns the reason, the invalid text and its offset.
func (e *SyntaxError) Error() string {
	text := syntaxTexts[e.Code]
	if e.Text != "" {
		text += ": " + strconv.Quote(e.Text)
	}
	return text + " (at offset " + strconv.Itoa(e.Offset) + ")"
}

// fenField is a field of a FEN and its offset.
type fenField struct {
	text string
	at   int
}

func fenFields(text string) (fields []fenField) {
	for i := 0; i < len(text); {
		if isSpace(text[i]) {
			i++
			continue
		}
		j := i
		for j < len(text) && !isSpace(text[j]) {
			j++
		}
		fields = append(fields, fenField{text[i:j], i})
		i = j
	}
	return fields
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// ParseSetup parses a FEN: pieces from the eighth rank down, side to move,
// castling rights, en-passant square, halfmove clock, move number. Missing
// fields at the end default to "w - - 0 1". The result need not be playable;
// see [Setup.Position]. The error is a *SyntaxError.
func ParseSetup(v Variant, text string) (Setup, error) {
	s := Setup{Variant: v, EnPassant: NoSquare, MoveNumber: 1}
	fields := fenFields(text)
	if len(fields) == 0 {
		return Setup{}, &SyntaxError{Code: FENEmpty}
	}
	readers := []func(fenField) *SyntaxError{
		s.readBoard, s.readTurn, s.readCastling, s.readEnPassant,
		func(f fenField) *SyntaxError { return readCounter(&s.HalfmoveClock, f) },
		func(f fenField) *SyntaxError { return readCounter(&s.MoveNumber, f) },
	}
	for i, f := range fields {
		if i >= len(readers) {
			return Setup{}, &SyntaxError{FENFields, f.at, f.text}
		}
		if err := readers[i](f); err != nil {
			return Setup{}, err
		}
	}
	return s, nil
}

func (s *Setup) readBoard(f fenField) *SyntaxError {
	rank, file := 7, 0
	for i := 0; i < len(f.text); i++ {
		c := f.text[i]
		piece := Piece{Kind: KindOfLetter(c &^ 0x20)}
		if c >= 'a' {
			piece.Color = Black
		}
		switch {
		case c == '/':
			if file != 8 {
				return &SyntaxError{FENRankLength, f.at + i, f.text[:i]}
			}
			rank, file = rank-1, 0
			if rank < 0 {
				return &SyntaxError{FENRanks, f.at + i, f.text}
			}
		case c >= '1' && c <= '8':
			file += int(c - '0')
		case (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') && piece.Kind != NoKind:
			if file < 8 {
				s.Board[NewSquare(file, rank)] = piece
			}
			file++
		default:
			return &SyntaxError{FENBoard, f.at + i, string(rune(c))}
		}
		if file > 8 {
			return &SyntaxError{FENRankLength, f.at + i, f.text[:i+1]}
		}
	}
	if file != 8 {
		return &SyntaxError{FENRankLength, f.at + len(f.text), f.text}
	}
	if rank != 0 {
		return &SyntaxError{FENRanks, f.at + len(f.text), f.text}
	}
	return nil
}

func (s *Setup) readTurn(f fenField) *SyntaxError {
	switch f.text {
	case "w":
		s.Turn = White
	case "b":
		s.Turn = Black
	default:
		return &SyntaxError{FENTurn, f.at, f.text}
	}
	return nil
}

func (s *Setup) readCastling(f fenField) *SyntaxError {
	if f.text == "-" {
		return nil
	}
	for i := 0; i < len(f.text); i++ {
		right := Castling(0)
		for j := range castlingLetters {
			if castlingLetters[j] == f.text[i] {
				right = 1 << j
			}
		}
		if right == 0 || s.Castling&right != 0 {
			return &SyntaxError{FENCastling, f.at + i, f.text}
		}
		s.Castling |= right
	}
	return nil
}

func (s *Setup) readEnPassant(f fenField) *SyntaxError {
	sq, ok := ParseSquare(f.text)
	if !ok && f.text != "-" {
		return &SyntaxError{FENEnPassant, f.at, f.text}
	}
	s.EnPassant = sq
	return nil
}

func readCounter(to *int, f fenField) *SyntaxError {
	n, err := strconv.ParseUint(f.text, 10, 16)
	if err != nil || n > maxCounter {
		return &SyntaxError{FENCounter, f.at, f.text}
	}
	*to = int(n)
	return nil
}

// String returns the setup as FEN.
func (s *Setup) String() string {
	var text []byte
	for rank := 7; rank >= 0; rank-- {
		free := 0
		for file := 0; file < 8; file++ {
			piece := s.Board[NewSquare(file, rank)]
			if piece.Kind == NoKind || piece.Kind >= NumKinds {
				free++
				continue
			}
			if free > 0 {
				text = append(text, '0'+byte(free))
				free = 0
			}
			text = append(text, piece.letter())
		}
		if free > 0 {
			text = append(text, '0'+byte(free))
		}
		if rank > 0 {
			text = append(text, '/')
		}
	}
	return string(text) + " " + s.Turn.String() + " " + s.Castling.String() + " " + s.EnPassant.String() +
		" " + strconv.Itoa(s.HalfmoveClock) + " " + strconv.Itoa(s.MoveNumber)
}
