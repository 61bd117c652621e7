package wotn

import (
	"strconv"

	"tafelrunde/internal/excerpt"
)

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
	SyntaxFENBoard      SyntaxCode = "fen-board"       // a character other than a piece, a number or a slash
	SyntaxFENRankLength SyntaxCode = "fen-rank-length" // a rank without exactly eight squares
	SyntaxFENRanks      SyntaxCode = "fen-ranks"       // not eight ranks
	SyntaxFENTurn       SyntaxCode = "fen-turn"        // a side to move other than w or b
	SyntaxFENCastling   SyntaxCode = "fen-castling"    // castling rights other than "-" or some of KQkq, each once
	SyntaxFENEnPassant  SyntaxCode = "fen-en-passant"  // neither a square nor "-"
	SyntaxFENCounter    SyntaxCode = "fen-counter"     // not a number from 0 to 9999
	SyntaxFENFields     SyntaxCode = "fen-fields"      // text after the sixth field
	SyntaxFENEmpty      SyntaxCode = "fen-empty"       // no text
)

var syntaxTexts = map[SyntaxCode]string{
	SyntaxFENBoard:      "not a piece, a number of free squares or a slash",
	SyntaxFENRankLength: "a rank must have eight squares",
	SyntaxFENRanks:      "the board must have eight ranks",
	SyntaxFENTurn:       "the side to move must be w or b",
	SyntaxFENCastling:   "castling rights must be - or some of KQkq",
	SyntaxFENEnPassant:  "the en-passant field must be a square or -",
	SyntaxFENCounter:    "not a number from 0 to 9999",
	SyntaxFENFields:     "more than six fields",
	SyntaxFENEmpty:      "the text is empty",
	SyntaxMove:          "not a move in coordinate notation",
	SyntaxSAN:           "not a move in algebraic notation",
	SyntaxSANBetza:      "not a kind in Betza's notation",
	SyntaxName:          "unknown name",
}

// Reason returns the reason in English, without the text and its offset.
func (e *SyntaxError) Reason() string { return syntaxTexts[e.Code] }

// Error returns the reason, the invalid text and its offset.
func (e *SyntaxError) Error() string {
	text := e.Reason()
	if e.Text != "" {
		text += ": " + strconv.Quote(excerpt.Of(e.Text))
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
// fields at the end default to "w - - 0 1", and move number 0, which many programs
// write, is 1. The result need not be playable; see [Setup.Position]. The error is a
// *SyntaxError.
func ParseSetup(v Variant, text string) (Setup, error) {
	s := Setup{Variant: v, EnPassant: NoSquare, MoveNumber: 1}
	fields := fenFields(text)
	if len(fields) == 0 {
		return Setup{}, &SyntaxError{Code: SyntaxFENEmpty}
	}
	readers := []func(fenField) *SyntaxError{
		s.readBoard, s.readTurn, s.readCastling, s.readEnPassant,
		func(f fenField) *SyntaxError { return readCounter(&s.HalfmoveClock, f) },
		func(f fenField) *SyntaxError { return readCounter(&s.MoveNumber, f) },
	}
	for i, f := range fields {
		if i >= len(readers) {
			return Setup{}, &SyntaxError{SyntaxFENFields, f.at, f.text}
		}
		if err := readers[i](f); err != nil {
			return Setup{}, err
		}
	}
	s.MoveNumber = max(s.MoveNumber, 1)
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
				return &SyntaxError{SyntaxFENRankLength, f.at + i, f.text[:i]}
			}
			rank, file = rank-1, 0
			if rank < 0 {
				return &SyntaxError{SyntaxFENRanks, f.at + i, f.text}
			}
		case c >= '1' && c <= '8':
			file += int(c - '0')
		case (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') && piece.Kind != NoKind:
			if file < 8 {
				s.Board[NewSquare(file, rank)] = piece
			}
			file++
		default:
			return &SyntaxError{SyntaxFENBoard, f.at + i, string(rune(c))}
		}
		if file > 8 {
			return &SyntaxError{SyntaxFENRankLength, f.at + i, f.text[:i+1]}
		}
	}
	if file != 8 {
		return &SyntaxError{SyntaxFENRankLength, f.at + len(f.text), f.text}
	}
	if rank != 0 {
		return &SyntaxError{SyntaxFENRanks, f.at + len(f.text), f.text}
	}
	return nil
}

func (s *Setup) readTurn(f fenField) *SyntaxError {
	switch f.text {
	case "w":
		s.ToMove = White
	case "b":
		s.ToMove = Black
	default:
		return &SyntaxError{SyntaxFENTurn, f.at, f.text}
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
			return &SyntaxError{SyntaxFENCastling, f.at + i, f.text}
		}
		s.Castling |= right
	}
	return nil
}

func (s *Setup) readEnPassant(f fenField) *SyntaxError {
	sq, ok := parseSquare(f.text)
	if !ok && f.text != "-" {
		return &SyntaxError{SyntaxFENEnPassant, f.at, f.text}
	}
	s.EnPassant = sq
	return nil
}

func readCounter(to *int, f fenField) *SyntaxError {
	n, err := strconv.ParseUint(f.text, 10, 16)
	if err != nil || n > maxCounter {
		return &SyntaxError{SyntaxFENCounter, f.at, f.text}
	}
	*to = int(n)
	return nil
}

// String returns the setup as FEN.
func (s Setup) String() string {
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
	return string(text) + " " + s.ToMove.String() + " " + s.Castling.String() + " " + s.EnPassant.String() +
		" " + strconv.Itoa(s.HalfmoveClock) + " " + strconv.Itoa(s.MoveNumber)
}
