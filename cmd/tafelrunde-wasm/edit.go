//go:build js && wasm

package main

import (
	"syscall/js"

	"tafelrunde/internal/editor"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// sides are the names of the directions of castling, in the order of the rights.
var sides = [2]string{"short", "long"}

// wotnEdit has the arguments variant, text and edits.
func wotnEdit(args []js.Value) (any, problems) {
	v, text, edits := variant(args[0]), str(args[1]), args[2]
	setup, err := editor.ReadWotn(v, text)
	for i := range edits.Length() {
		editWotn(&setup, edits.Index(i))
		_, err = setup.Position()
	}
	if edits.Length() > 0 || text == "" {
		text = setup.String()
	}
	return wotnEdited(setup, text, err), nil
}

func editWotn(s *wotn.Setup, edit js.Value) {
	square := func(name string) wotn.Square {
		parsed, err := wotn.ParseSquare(str(edit.Get(name)))
		if err != nil {
			panic(err)
		}
		return parsed
	}
	switch do := str(edit.Get("do")); do {
	case "put":
		kind := kindOfLetter(str(edit.Get("kind")))
		if kind == wotn.NoKind {
			panic("unknown kind")
		}
		editor.PutWotn(s, square("square"), wotn.Piece{Kind: kind, Color: color(edit.Get("color"))})
	case "remove":
		editor.PutWotn(s, square("square"), wotn.Piece{})
	case "move":
		editor.MoveWotn(s, square("from"), square("to"))
	case "turn":
		editor.TurnWotn(s, color(edit.Get("color")))
	case "castling":
		right := castlingRight(color(edit.Get("color")), str(edit.Get("side")))
		if s.Castling &^= right; edit.Get("on").Bool() {
			s.Castling |= right
		}
	case "en-passant":
		if s.EnPassant = wotn.NoSquare; str(edit.Get("square")) != "" {
			s.EnPassant = square("square")
		}
	case "clear":
		editor.ClearWotn(s)
	case "mirror":
		*s = s.Mirror()
	case "start":
		*s, _ = editor.ReadWotn(s.Variant, "")
	default:
		panic("unknown edit " + do)
	}
}

func castlingRight(c wotn.Color, side string) wotn.Castling {
	for i, name := range sides {
		if name == side {
			return wotn.WhiteShort << (2*int(c) + i)
		}
	}
	panic("unknown side " + side)
}

// wotnEdited returns a setup as a WotnEdited of the contract. err is the reason why it
// is not playable.
func wotnEdited(s wotn.Setup, text string, err error) object {
	pieces, choices, castling, kinds := list{}, list{}, list{}, list{}
	for i, piece := range s.Board {
		square := wotn.Square(i)
		if piece.Kind == wotn.NoKind {
			continue
		}
		pieces = append(pieces, object{"square": square.String(), "kind": piece.Kind.String(), "color": piece.Color.String()})
		if next := s.HandicapPromotions(square); len(next) > 0 {
			choices = append(choices, object{"square": square.String(), "kinds": values(next, letter)})
		}
	}
	possible := s.PossibleCastling()
	for c := wotn.White; c <= wotn.Black; c++ {
		for _, side := range sides {
			right := castlingRight(c, side)
			castling = append(castling, object{
				"color": c.String(), "side": side, "right": s.Castling&right != 0, "possible": possible&right != 0,
			})
		}
	}
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		if s.Variant.HasKind(k) {
			kinds = append(kinds, k.String())
		}
	}
	enPassant := ""
	if s.EnPassant != wotn.NoSquare {
		enPassant = s.EnPassant.String()
	}
	field := func(code string) editor.Field { return editor.WotnField(wotn.SetupCode(code)) }
	return object{
		"text":             text,
		"problems":         edited(wotnProblems(err), field),
		"dropped":          edited(setupProblems(s.Dropped()), field),
		"pieces":           pieces,
		"turn":             s.ToMove.String(),
		"castling":         castling,
		"enPassant":        enPassant,
		"enPassantSquares": squareNames(s.PossibleEnPassant().AppendSquares(nil)),
		"kinds":            kinds,
		"promotions":       choices,
	}
}

// edited returns problems as EditedProblems of the contract.
func edited(ps problems, field func(code string) editor.Field) list {
	shown := ps.value()
	for i, p := range ps {
		concerned := editor.Text
		if p.offset == noOffset {
			concerned = field(p.code)
		}
		shown[i].(object)["field"] = string(concerned)
	}
	return shown
}

// lancelotEdit has the arguments text and edits.
func lancelotEdit(args []js.Value) (any, problems) {
	text, edits := str(args[0]), args[1]
	setup, err := editor.ReadLancelot(text)
	for i := range edits.Length() {
		editLancelot(&setup, edits.Index(i))
		_, err = setup.Position()
	}
	if edits.Length() > 0 || text == "" {
		text = setup.String()
	}
	return lancelotEdited(setup, text, err), nil
}

func editLancelot(s *lancelot.Setup, edit js.Value) {
	square := func(name string) lancelot.Square {
		parsed, err := lancelot.ParseSquare(str(edit.Get(name)))
		if err != nil {
			panic(err)
		}
		return parsed
	}
	bounded := func(name string, least, most int) int { return limit(edit, name, least, most) }
	seat := func() int { return bounded("seat", 0, s.Seats-1) }
	switch do := str(edit.Get("do")); do {
	case "put":
		cell := lancelot.Excalibur
		if owner := edit.Get("cell").Get("seat"); !owner.IsUndefined() {
			cell = lancelot.StoneOf(lancelot.Seat(limit(edit.Get("cell"), "seat", 0, s.Seats-1)))
		}
		editor.PutLancelot(s, square("square"), cell)
	case "remove":
		editor.PutLancelot(s, square("square"), lancelot.Free)
	case "move":
		editor.MoveLancelot(s, square("from"), square("to"))
	case "turn":
		s.ToMove = lancelot.Seat(seat())
	case "captured":
		s.Captured[seat()] = bounded("n", 0, editor.MaxCount)
	case "in-hand":
		s.InHand[seat()] = bounded("n", 0, editor.MaxCount)
	case "excalibur-turn":
		s.ExcaliburTurn[seat()] = edit.Get("on").Bool()
	case "target":
		s.Target = bounded("n", 0, editor.MaxCount)
	case "diagonals":
		s.Rules.Diagonals = edit.Get("on").Bool()
	case "excalibur":
		editor.ExcaliburRule(s, edit.Get("on").Bool())
	case "seats":
		editor.SeatsLancelot(s, bounded("n", lancelot.MinSeats, lancelot.MaxSeats))
	case "clear":
		editor.ClearLancelot(s)
	default:
		panic("unknown edit " + do)
	}
}

// lancelotEdited returns a setup as a LancelotEdited of the contract. err is the reason
// why it is not playable.
func lancelotEdited(s lancelot.Setup, text string, err error) object {
	seats := make([]lancelot.Seat, s.Seats)
	for seat := range seats {
		seats[seat] = lancelot.Seat(seat)
	}
	squares := s.Squares()
	columns, rows := axes(squares, s.Height)
	counts := func(of [lancelot.MaxSeats]int) any {
		return values(seats, func(seat lancelot.Seat) any { return of[seat] })
	}
	return object{
		"text":           text,
		"problems":       edited(lancelotProblems(err), func(code string) editor.Field { return editor.LancelotField(lancelot.SetupCode(code)) }),
		"seats":          s.Seats,
		"columns":        columns,
		"rows":           rows,
		"cells":          cells(squares, s.At),
		"rules":          object{"diagonals": s.Rules.Diagonals, "excalibur": s.Rules.Excalibur, "target": s.Target},
		"toAct":          int(s.ToMove),
		"captured":       counts(s.Captured),
		"inHand":         counts(s.InHand),
		"excaliburTurns": values(seats, func(seat lancelot.Seat) any { return s.ExcaliburTurn[seat] }),
		"most": object{
			"seats": lancelot.MaxSeats, "stones": lancelot.StonesPerSeat, "target": lancelot.MaxTarget,
		},
	}
}
