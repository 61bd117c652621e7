package editor

import (
	"strconv"
	"strings"

	"tafelrunde/wotn"
)

// ReadWotn parses a FEN; "" is the start position. The error is that of
// [wotn.ParsePosition]. If the text is not a FEN, the setup contains the leading part
// of each rank and field that can be parsed. The rest is that of an empty board with
// White to move.
func ReadWotn(v wotn.Variant, text string) (wotn.Setup, error) {
	if strings.TrimSpace(text) == "" {
		text = wotn.StartText
	}
	s, err := wotn.ParseSetup(v, text)
	if err == nil {
		_, err = s.Position()
		return s, err
	}
	ranks := []string{"8", "8", "8", "8", "8", "8", "8", "8"}
	fields := []string{"", "w", "-", "-", "0", "1"}
	parsed := func() (wotn.Setup, error) {
		fields[0] = strings.Join(ranks, "/")
		return wotn.ParseSetup(v, strings.Join(fields, " "))
	}
	// replaces reports whether the text parses with another part, which stays if it does.
	replaces := func(part *string, by string) bool {
		before := *part
		*part = by
		_, err := parsed()
		if err != nil {
			*part = before
		}
		return err == nil
	}
	for i, field := range strings.Fields(text) {
		switch {
		case i == 0:
			for i, rank := range strings.SplitN(field, "/", len(ranks)+1) {
				if i == len(ranks) {
					break
				}
				longestPrefix(rank, func(prefix string) bool {
					for free := range 9 {
						padded := prefix
						if free > 0 {
							padded += strconv.Itoa(free)
						}
						if replaces(&ranks[i], padded) {
							return true
						}
					}
					return false
				})
			}
		case i < len(fields):
			longestPrefix(field, func(prefix string) bool { return replaces(&fields[i], prefix) })
		}
	}
	s, _ = parsed()
	return s, err
}

// WotnField returns the field that a problem of a setup concerns.
func WotnField(code wotn.SetupCode) Field {
	switch code {
	case wotn.SetupOpponentInCheck:
		return Turn
	case wotn.SetupCastlingKing, wotn.SetupCastlingCorner:
		return Castling
	case wotn.SetupEnPassant:
		return EnPassant
	case wotn.SetupCounter:
		return Counters
	}
	return Board
}

// PutWotn puts a piece on a square, or removes the piece there if the kind is NoKind.
// Like all changes of pieces it removes castling rights whose pieces have left their squares,
// and an en-passant square that is no longer possible.
func PutWotn(s *wotn.Setup, square wotn.Square, piece wotn.Piece) {
	if square < wotn.NoSquare {
		changePieces(s, func() { s.Board[square] = piece })
	}
}

// MoveWotn moves the piece on a square to another, without regard to the rules. It
// replaces the piece there. Castling rights and the en-passant square change as in
// [PutWotn].
func MoveWotn(s *wotn.Setup, from, to wotn.Square) {
	if from >= wotn.NoSquare || to >= wotn.NoSquare || s.Board[from].Kind == wotn.NoKind {
		return
	}
	changePieces(s, func() {
		piece := s.Board[from]
		s.Board[from] = wotn.Piece{}
		s.Board[to] = piece
	})
}

// ClearWotn removes all pieces and castling rights. The side to move stays.
func ClearWotn(s *wotn.Setup) {
	*s = wotn.Setup{Variant: s.Variant, ToMove: s.ToMove, EnPassant: wotn.NoSquare, MoveNumber: 1}
}

// TurnWotn sets the side to move. An en-passant square that is no longer possible is
// removed.
func TurnWotn(s *wotn.Setup, c wotn.Color) {
	changePieces(s, func() { s.ToMove = c })
}

func changePieces(s *wotn.Setup, change func()) {
	before := s.PossibleCastling()
	change()
	s.Castling &^= before &^ s.PossibleCastling()
	if s.EnPassant < wotn.NoSquare && !s.PossibleEnPassant().Has(s.EnPassant) {
		s.EnPassant = wotn.NoSquare
	}
}
