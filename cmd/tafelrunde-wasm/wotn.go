//go:build js && wasm

package main

import (
	"errors"
	"syscall/js"

	"tafelrunde/wotn"
	"tafelrunde/wotn/record"
)

// variant parses the name of a variant.
func variant(v js.Value) wotn.Variant {
	parsed, err := wotn.ParseVariant(str(v))
	if err != nil {
		panic("unknown variant " + v.String())
	}
	return parsed
}

// detected is the variant of a text that is to be detected.
const detected = "detect"

// wotnReaderOf returns a reader of games. Those that do not name a variant have the given
// one.
func wotnReaderOf(of js.Value, text string) *record.Reader {
	if str(of) == detected {
		return record.NewDetectingReader(text)
	}
	return record.NewReader(text, variant(of))
}

func letter(k wotn.Kind) any { return k.String() }

func squareNames(squares []wotn.Square) list {
	return values(squares, func(s wotn.Square) any { return s.String() })
}

// wotnStart parses the start position of a game; "" is the usual one.
func wotnStart(v wotn.Variant, text string) (wotn.Position, problems) {
	if text == "" {
		return wotn.Start(v), nil
	}
	position, err := wotn.ParsePosition(v, text)
	return position, wotnProblems(err)
}

// wotnPlay returns the game after moves in coordinate notation.
func wotnPlay(v wotn.Variant, start string, moves []string) (*wotn.Game, problems) {
	position, wrong := wotnStart(v, start)
	if wrong != nil {
		return nil, wrong
	}
	game := wotn.NewGame(position)
	for ply, text := range moves {
		m, err := game.Position().ParseMove(text)
		if err == nil {
			err = game.PlayOn(m)
		}
		if err != nil {
			p := wotnProblems(err)[0]
			return nil, problems{{
				code:    "illegal-move",
				args:    object{"ply": ply, "move": text, "reason": p.code},
				message: p.message,
				offset:  noOffset,
			}}
		}
	}
	return game, nil
}

func wotnGame(args []js.Value) (any, problems) {
	game, wrong := wotnPlay(variant(args[0]), str(args[1]), texts(args[2]))
	if wrong != nil {
		return nil, wrong
	}
	return wotnState(game), nil
}

// wotnState returns a game as a WotnState of the contract.
func wotnState(game *wotn.Game) object {
	position := game.Position()
	outcome := game.Outcome()

	var legal list
	if !outcome.Over() {
		legal = values(position.AppendMoves(nil), func(m wotn.Move) any { return wotnMove(position, m) })
	}
	sides := func(of func(c wotn.Color) any) any { return object{"w": of(wotn.White), "b": of(wotn.Black)} }
	played := make(list, game.Len())
	for i, m := range game.Moves() {
		played[i] = wotnMove(game.PositionAfter(i), m)
	}
	check := list{}
	if position.Checkers() != 0 {
		check = squareNames(position.Pieces(position.ToMove(), wotn.King).AppendSquares(nil))
	}
	premoves := list{}
	if !outcome.Over() {
		premoves = values(position.Premoves(position.ToMove().Other()), func(p wotn.Premove) any { return wotnPremove(position, p) })
	}
	return object{
		"variant":       position.Variant().String(),
		"start":         game.Start().String(),
		"position":      position.String(),
		"turn":          position.ToMove().String(),
		"ply":           game.Len(),
		"moveNumber":    position.MoveNumber(),
		"pieces":        pieces(game),
		"legal":         legal,
		"premoves":      premoves,
		"played":        played,
		"check":         check,
		"kings":         sides(func(c wotn.Color) any { return position.Pieces(c, wotn.King).Count() }),
		"experience":    sides(func(c wotn.Color) any { return position.Experience(c) }),
		"captured":      sides(func(c wotn.Color) any { return values(game.Captured(c), letter) }),
		"outcome":       object{"over": outcome.Over(), "reason": outcome.Reason.String(), "winners": wotnWinners(outcome)},
		"claims":        values(game.Claims(), func(r wotn.Reason) any { return r.String() }),
		"halfmoveClock": position.HalfmoveClock(),
	}
}

// wotnPremove returns a WotnPremove of the contract.
func wotnPremove(position *wotn.Position, p wotn.Premove) any {
	promotions := list{}
	if p.Promotes != 0 {
		promotions = values(position.Variant().Promotions(position.At(p.From).Kind), letter)
	}
	return object{
		"from":       p.From.String(),
		"to":         squareNames(p.To.AppendSquares(nil)),
		"captures":   squareNames((p.To & position.OccupiedBy(position.ToMove())).AppendSquares(nil)),
		"promotes":   squareNames(p.Promotes.AppendSquares(nil)),
		"promotions": promotions,
	}
}

// pieces returns the pieces on the board with their careers.
func pieces(game *wotn.Game) list {
	position, careers := game.Position(), game.Careers()
	return values(position.Occupied().AppendSquares(nil), func(s wotn.Square) any {
		piece, career := position.At(s), careers[s]
		return object{
			"square": s.String(),
			"kind":   piece.Kind.String(),
			"color":  piece.Color.String(),
			"first":  career.First.String(),
			"promotions": values(career.Promotions, func(r wotn.Promotion) any {
				return object{"moveNumber": game.PositionAfter(r.Ply).MoveNumber(), "kind": r.Kind.String()}
			}),
			"captures": values(career.Captured, letter),
		}
	})
}

func wotnWinners(outcome wotn.Outcome) list {
	return values(outcome.Winners(), func(c wotn.Color) any { return int(c) })
}

// wotnMove returns a legal move of position as a WotnMove of the contract.
func wotnMove(position *wotn.Position, m wotn.Move) any {
	move := object{
		"text":      m.String(),
		"san":       position.SAN(m),
		"color":     position.ToMove().String(),
		"from":      m.From().String(),
		"to":        m.To().String(),
		"kind":      m.Kind().String(),
		"promotion": "",
		"captures":  "",
		"notation":  notation(position.Notation(m)),
	}
	if m.Promotion() != wotn.NoKind {
		move["promotion"] = m.Promotion().String()
	}
	if m.Captured() != wotn.NoKind {
		move["captures"] = m.CaptureSquare().String()
	}
	if from, to, castles := m.Corner(); castles {
		move["corner"] = object{"from": from.String(), "to": to.String()}
	}
	return move
}

// notation returns the parts of a move as a Notation of the contract.
func notation(n wotn.Notation) any {
	kindOrNone := func(k wotn.Kind) string {
		if k == wotn.NoKind {
			return ""
		}
		return k.String()
	}
	castling, check := "", ""
	switch {
	case n.Castling && n.To.File() > 4:
		castling = "short"
	case n.Castling:
		castling = "long"
	}
	switch {
	case n.Mate:
		check = "mate"
	case n.Check:
		check = "check"
	}
	return object{
		"castling":  castling,
		"kind":      n.Kind.String(),
		"origin":    n.Origin,
		"captured":  kindOrNone(n.Captured),
		"to":        n.To.String(),
		"promotion": kindOrNone(n.Promotion),
		"check":     check,
	}
}

// wotnIllegal returns the reason why a piece cannot move to a square, or null if it can.
func wotnIllegal(args []js.Value) (any, problems) {
	game, wrong := wotnPlay(variant(args[0]), str(args[1]), texts(args[2]))
	if wrong != nil {
		return nil, wrong
	}
	var squares [2]wotn.Square
	for i := range squares {
		s, err := wotn.ParseSquare(str(args[3+i]))
		if err != nil {
			return nil, wotnProblems(err)
		}
		squares[i] = s
	}
	reason, illegal := game.Position().WhyIllegal(squares[0], squares[1])
	if !illegal {
		return nil, nil
	}
	found := object{"code": string(reason.Code), "kind": "", "square": "", "other": ""}
	if reason.Kind != wotn.NoKind {
		found["kind"] = reason.Kind.String()
	}
	if reason.Square != wotn.NoSquare {
		found["square"] = reason.Square.String()
	}
	if reason.Other != wotn.NoKind {
		found["other"] = reason.Other.String()
	}
	return found, nil
}

func wotnSetup(args []js.Value) (any, problems) {
	text := str(args[1])
	setup, err := wotn.ParseSetup(variant(args[0]), text)
	var position wotn.Position
	if err == nil {
		position, err = setup.Position()
	}
	if err != nil {
		return nil, wotnProblems(err)
	}
	return object{"start": position.String(), "problems": droppedRights(&setup, text).value()}, nil
}

func wotnHandicap(args []js.Value) (any, problems) {
	v, side, promotions := variant(args[0]), color(args[1]), args[2]
	position := wotn.Start(v)
	setup := position.Setup()
	for i := range promotions.Length() {
		square, kind := str(promotions.Index(i).Get("square")), str(promotions.Index(i).Get("kind"))
		on, _ := wotn.ParseSquare(square)
		var err error = &wotn.HandicapError{Code: wotn.HandicapNoPiece, Square: on}
		if on != wotn.NoSquare {
			err = setup.HandicapPromote(setup.Board[on].Color, on, kindOfLetter(kind))
		}
		if err != nil {
			return nil, problems{{
				code:    handicapCode(err),
				args:    object{"point": i, "square": square, "kind": kind},
				message: err.Error(),
				offset:  noOffset,
			}}
		}
	}
	choices := list{}
	for square, piece := range setup.Board {
		kinds := setup.HandicapPromotions(wotn.Square(square))
		if piece.Kind == wotn.NoKind || piece.Color != side || len(kinds) == 0 {
			continue
		}
		choices = append(choices, object{"square": wotn.Square(square).String(), "kinds": values(kinds, letter)})
	}
	return object{"start": setup.String(), "choices": choices}, nil
}

func kindOfLetter(text string) wotn.Kind {
	if len(text) != 1 {
		return wotn.NoKind
	}
	return wotn.KindOfLetter(text[0])
}

func handicapCode(err error) string {
	var refused *wotn.HandicapError
	if !errors.As(err, &refused) {
		return "internal"
	}
	return string(refused.Code)
}

func color(v js.Value) wotn.Color {
	switch str(v) {
	case "w":
		return wotn.White
	case "b":
		return wotn.Black
	}
	panic("unknown color " + v.String())
}

func wotnNext(args []js.Value) any {
	pair := func(v js.Value) [2]int { return [2]int{v.Index(0).Int(), v.Index(1).Int()} }
	last := args[0]
	series := wotn.Series{Points: pair(last.Get("points")), Won: pair(last.Get("won")), Drawn: last.Get("drawn").Int()}
	white, winners := args[1].Int(), args[2]
	winner := wotn.NoPlayer
	if winners.Length() == 1 {
		// The first winner is a color: 0 is White.
		winner = white ^ winners.Index(0).Int()
	}
	series = series.After(winner)
	return object{
		"series": object{
			"points": list{series.Points[0], series.Points[1]},
			"won":    list{series.Won[0], series.Won[1]},
			"drawn":  series.Drawn,
		},
		"white": series.Points.White(white),
	}
}

// wotnProblems returns an error of package wotn as problems, one per reason.
func wotnProblems(err error) problems {
	var (
		syntax *wotn.SyntaxError
		setup  *wotn.SetupError
		move   *wotn.MoveError
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax):
		return problems{{string(syntax.Code), syntax.Args(), err.Error(), syntax.Offset}}
	case errors.As(err, &move):
		return problems{{string(move.Code), move.Args(), err.Error(), noOffset}}
	case errors.As(err, &setup):
		return setupProblems(setup.Problems)
	}
	return problems{{"internal", nil, err.Error(), noOffset}}
}

func setupProblems(found []wotn.SetupProblem) (all problems) {
	for _, p := range found {
		all = append(all, problem{string(p.Code), p.Args(), p.String(), noOffset})
	}
	return all
}
