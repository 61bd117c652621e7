package calls

import (
	"errors"

	"tafelrunde/internal/editor"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// EditedProblem is a problem of an edited position, and the part of the position that it
// concerns. The field is text if the text cannot be parsed.
type EditedProblem struct {
	Problem
	Field editor.Field `json:"field"`
}

// WotnEdit is a change of a position of Way of the Knight that need not be playable. Changes of
// pieces also remove castling rights whose pieces leave their squares, and an en-passant square
// that is no longer possible.
type WotnEdit struct {
	Do WotnChange `json:"do"`
	// Square is that of put, remove and en-passant ("" is none).
	Square string `json:"square,omitempty"`
	// Kind and Color are the piece of put. Color is also the side to move of turn and that of
	// castling.
	Kind  string     `json:"kind,omitempty"`
	Color wotn.Color `json:"color,omitempty"`
	// From and To are the squares of move.
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
	// Side and On are a castling right and its new value.
	Side CastlingSide `json:"side,omitempty"`
	On   bool         `json:"on,omitempty"`
}

// WotnChange is the kind of a [WotnEdit].
type WotnChange string

// The changes of a position of Way of the Knight.
const (
	WotnPut       WotnChange = "put"
	WotnRemove    WotnChange = "remove"
	WotnMovePiece WotnChange = "move"
	WotnTurn      WotnChange = "turn" // sets the side to move
	WotnCastling  WotnChange = "castling"
	WotnEnPassant WotnChange = "en-passant"
	WotnClear     WotnChange = "clear"
	WotnMirror    WotnChange = "mirror" // exchanges the colors, so that the side to move keeps its moves
	WotnStart     WotnChange = "start"  // sets the start position
)

// WotnEdited is a position of Way of the Knight that need not be playable.
type WotnEdited struct {
	// Text is the FEN. Without edits it is the text that was passed.
	Text string `json:"text"`
	// Problems are the reasons why the position is not playable. If the text cannot be parsed, the
	// rest of the view has what can be read.
	Problems []EditedProblem `json:"problems"`
	// Dropped are rights that are dropped in chess, because they are impossible.
	Dropped []EditedProblem `json:"dropped"`
	Pieces  []PlacedPiece   `json:"pieces"`
	Turn    wotn.Color      `json:"turn"`
	// Castling has all castling rights.
	Castling []CastlingRight `json:"castling"`
	// EnPassant is the en-passant square, or "", and EnPassantSquares those that are possible.
	EnPassant        string        `json:"enPassant"`
	EnPassantSquares []wotn.Square `json:"enPassantSquares"`
	// Kinds are those of the variant.
	Kinds []wotn.Kind `json:"kinds"`
	// Promotions are the handicap promotions of each piece that has some.
	Promotions []HandicapChoice `json:"promotions"`
}

// CastlingRight is a right to castle. It is possible if the king and the piece in the corner are
// on their squares.
type CastlingRight struct {
	Color    wotn.Color   `json:"color"`
	Side     CastlingSide `json:"side"`
	Right    bool         `json:"right"`
	Possible bool         `json:"possible"`
}

// wotnEdit applies edits to a position in order. The text "" is the start position. A text that
// cannot be parsed is edited as far as it can be read.
func wotnEdit(variant wotn.Variant, text string, edits []WotnEdit) (WotnEdited, Problems) {
	setup, err := editor.ReadWotn(variant, text)
	for _, edit := range edits {
		if err := edit.apply(&setup); err != nil {
			return WotnEdited{}, Violation(err.Error())
		}
		_, err = setup.Position()
	}
	if len(edits) > 0 || text == "" {
		text = setup.String()
	}
	return wotnEdited(setup, text, err), nil
}

func (e *WotnEdit) apply(s *wotn.Setup) error {
	square := func(text string) wotn.Square {
		parsed, _ := wotn.ParseSquare(text)
		return parsed
	}
	at, from, to := square(e.Square), square(e.From), square(e.To)
	switch e.Do {
	case WotnPut, WotnRemove:
		kind := kindOfLetter(e.Kind)
		if at == wotn.NoSquare || (kind == wotn.NoKind) != (e.Do == WotnRemove) {
			return errors.New("no such square or kind")
		}
		editor.PutWotn(s, at, wotn.Piece{Kind: kind, Color: e.Color})
	case WotnMovePiece:
		if from == wotn.NoSquare || to == wotn.NoSquare {
			return errors.New("no such square")
		}
		editor.MoveWotn(s, from, to)
	case WotnTurn:
		editor.TurnWotn(s, e.Color)
	case WotnCastling:
		right := castlingRight(e.Color, e.Side)
		if s.Castling &^= right; e.On {
			s.Castling |= right
		}
	case WotnEnPassant:
		s.EnPassant = at
	case WotnClear:
		editor.ClearWotn(s)
	case WotnMirror:
		*s = s.Mirror()
	case WotnStart:
		*s, _ = editor.ReadWotn(s.Variant, "")
	default:
		return errors.New("unknown edit " + string(e.Do))
	}
	return nil
}

func castlingRight(c wotn.Color, side CastlingSide) wotn.Castling {
	right := wotn.WhiteShort << (2 * int(c))
	if side == Long {
		return right << 1
	}
	return right
}

// wotnEdited returns a setup. err is the reason why it is not playable.
func wotnEdited(s wotn.Setup, text string, err error) WotnEdited {
	field := func(code string) editor.Field { return editor.WotnField(wotn.SetupCode(code)) }
	view := WotnEdited{
		Text:             text,
		Problems:         edited(wotnProblems(err), field),
		Dropped:          edited(setupProblems(s.Dropped()), field),
		Turn:             s.ToMove,
		EnPassant:        orEmpty(s.EnPassant),
		EnPassantSquares: s.PossibleEnPassant().AppendSquares(nil),
		Promotions:       handicapChoices(&s),
	}
	for square := range wotn.NoSquare {
		if piece := s.Board[square]; piece.Kind != wotn.NoKind {
			view.Pieces = append(view.Pieces, PlacedPiece{square, piece.Kind, piece.Color})
		}
	}
	possible := s.PossibleCastling()
	for c := wotn.White; c <= wotn.Black; c++ {
		for _, side := range []CastlingSide{Short, Long} {
			right := castlingRight(c, side)
			view.Castling = append(view.Castling, CastlingRight{c, side, s.Castling&right != 0, possible&right != 0})
		}
	}
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		if s.Variant.HasKind(k) {
			view.Kinds = append(view.Kinds, k)
		}
	}
	return view
}

// edited returns problems with their fields.
func edited(ps Problems, field func(code string) editor.Field) []EditedProblem {
	return values(ps, func(p Problem) EditedProblem {
		if p.Offset != nil {
			return EditedProblem{p, editor.Text}
		}
		return EditedProblem{p, field(p.Code)}
	})
}

// LancelotEdit is a change of a position of Lancelot that need not be playable. A stone comes from
// the hand of its seat, and one that is removed goes back. Numbers out of range become the nearest
// possible ones.
type LancelotEdit struct {
	Do LancelotChange `json:"do"`
	// Square is that of put and remove, Cell what is put there.
	Square string `json:"square,omitempty"`
	Cell   *Cell  `json:"cell,omitempty"`
	// From and To are the squares of move.
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
	// Seat is the one to move of turn, and that of captured, in-hand and excalibur-turn.
	Seat int `json:"seat,omitempty"`
	// N is a number of stones or seats.
	N int `json:"n,omitempty"`
	// On is the new value of excalibur-turn, diagonals and excalibur.
	On bool `json:"on,omitempty"`
}

// LancelotChange is the kind of a [LancelotEdit].
type LancelotChange string

// The changes of a position of Lancelot.
const (
	LancelotPut           LancelotChange = "put"
	LancelotRemove        LancelotChange = "remove"
	LancelotMove          LancelotChange = "move"
	LancelotTurn          LancelotChange = "turn" // sets the seat to move
	LancelotCaptured      LancelotChange = "captured"
	LancelotInHand        LancelotChange = "in-hand"
	LancelotExcaliburTurn LancelotChange = "excalibur-turn"
	LancelotTarget        LancelotChange = "target"
	LancelotDiagonals     LancelotChange = "diagonals"
	LancelotExcalibur     LancelotChange = "excalibur"
	LancelotSeats         LancelotChange = "seats" // stones keep their squares on the larger or smaller board
	LancelotClear         LancelotChange = "clear" // the start of a game with the same seats and rules
)

// LancelotEdited is a position of Lancelot that need not be playable.
type LancelotEdited struct {
	LancelotBoard
	// Text is the position. Without edits it is the text that was passed.
	Text string `json:"text"`
	// Problems are those of [WotnEdited].
	Problems []EditedProblem `json:"problems"`
	// Most are the largest numbers of the rules: seats, stones of a seat and the target.
	Most LancelotMost `json:"most"`
}

// LancelotMost has the largest numbers of the rules.
type LancelotMost struct {
	Seats  int `json:"seats"`
	Stones int `json:"stones"`
	Target int `json:"target"`
}

// lancelotEdit applies edits to a position in order. The text "" is the start of a basic game for
// two. A text that cannot be parsed is edited as far as it can be read.
func lancelotEdit(text string, edits []LancelotEdit) (LancelotEdited, Problems) {
	setup, err := editor.ReadLancelot(text)
	for _, edit := range edits {
		if err := edit.apply(&setup); err != nil {
			return LancelotEdited{}, Violation(err.Error())
		}
		_, err = setup.Position()
	}
	if len(edits) > 0 || text == "" {
		text = setup.String()
	}
	return lancelotEdited(setup, text, err), nil
}

func (e *LancelotEdit) apply(s *lancelot.Setup) error {
	var wrong error
	square := func(text string) lancelot.Square {
		parsed, err := lancelot.ParseSquare(text)
		wrong = errors.Join(wrong, err)
		return parsed
	}
	seat, count := clamp(e.Seat, 0, s.Seats-1), clamp(e.N, 0, editor.MaxCount)
	switch e.Do {
	case LancelotPut, LancelotRemove:
		cell := lancelot.Free
		switch {
		case e.Do == LancelotRemove:
		case e.Cell == nil:
			return errors.New("no cell")
		case e.Cell.Seat != nil:
			cell = lancelot.StoneOf(lancelot.Seat(clamp(*e.Cell.Seat, 0, s.Seats-1)))
		default:
			cell = lancelot.Excalibur
		}
		if at := square(e.Square); wrong == nil {
			editor.PutLancelot(s, at, cell)
		}
	case LancelotMove:
		if from, to := square(e.From), square(e.To); wrong == nil {
			editor.MoveLancelot(s, from, to)
		}
	case LancelotTurn:
		s.ToMove = lancelot.Seat(seat)
	case LancelotCaptured:
		s.Captured[seat] = count
	case LancelotInHand:
		s.InHand[seat] = count
	case LancelotExcaliburTurn:
		s.ExcaliburTurn[seat] = e.On
	case LancelotTarget:
		s.Target = count
	case LancelotDiagonals:
		s.Rules.Diagonals = e.On
	case LancelotExcalibur:
		editor.ExcaliburRule(s, e.On)
	case LancelotSeats:
		editor.SeatsLancelot(s, clamp(e.N, lancelot.MinSeats, lancelot.MaxSeats))
	case LancelotClear:
		editor.ClearLancelot(s)
	default:
		return errors.New("unknown edit " + string(e.Do))
	}
	return wrong
}

// lancelotEdited returns a setup. err is the reason why it is not playable.
func lancelotEdited(s lancelot.Setup, text string, err error) LancelotEdited {
	squares := s.Squares()
	columns, rows := axes(squares, s.Height)
	return LancelotEdited{
		LancelotBoard: LancelotBoard{
			Seats:          s.Seats,
			Columns:        columns,
			Rows:           rows,
			Cells:          cells(squares, s.At),
			Rules:          LancelotRules{s.Rules.Diagonals, s.Rules.Excalibur, s.Target},
			ToAct:          int(s.ToMove),
			Captured:       s.Captured[:s.Seats],
			InHand:         s.InHand[:s.Seats],
			ExcaliburTurns: s.ExcaliburTurn[:s.Seats],
		},
		Text:     text,
		Problems: edited(lancelotProblems(err), func(code string) editor.Field { return editor.LancelotField(lancelot.SetupCode(code)) }),
		Most:     LancelotMost{lancelot.MaxSeats, lancelot.StonesPerSeat, lancelot.MaxTarget},
	}
}
