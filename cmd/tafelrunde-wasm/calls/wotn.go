package calls

import (
	"errors"

	"tafelrunde/internal/editor"
	"tafelrunde/internal/judge"
	"tafelrunde/wotn"
	"tafelrunde/wotn/record"
)

// BySide is a value for each side of Way of the Knight.
type BySide[T any] struct {
	White T `json:"w"`
	Black T `json:"b"`
}

func bySide[T any](of func(wotn.Color) T) BySide[T] { return BySide[T]{of(wotn.White), of(wotn.Black)} }

// WotnState is a game of Way of the Knight or chess.
type WotnState struct {
	Variant wotn.Variant `json:"variant"`
	Start   string       `json:"start"`
	// Position is the FEN after all moves.
	Position string `json:"position"`
	// Turn is the side to move.
	Turn wotn.Color `json:"turn"`
	// Ply is the number of moves of both sides played so far, and MoveNumber FEN's move number.
	Ply        int        `json:"ply"`
	MoveNumber int        `json:"moveNumber"`
	Pieces     []Piece    `json:"pieces"`
	Legal      []WotnMove `json:"legal"`
	// Premoves are the possible premoves of the side that is not to move; empty if the game is
	// over.
	Premoves []WotnPremove `json:"premoves"`
	Played   []WotnMove    `json:"played"`
	// Check has the squares of the kings in check. Only the only king of a side can be in check.
	Check []wotn.Square `json:"check"`
	Kings BySide[int]   `json:"kings"`
	// Experience is the sum of the levels of each side's pieces.
	Experience BySide[int] `json:"experience"`
	// Captured are the pieces that each side has captured since the start, the highest level
	// first.
	Captured BySide[[]wotn.Kind] `json:"captured"`
	Outcome  judge.RulesOutcome  `json:"outcome"`
	// CanWin says which sides have material with which they could give mate. If a side has none,
	// the game is drawn when the time of the other one is over.
	CanWin BySide[bool] `json:"canWin"`
	// Claims are draws that the side to move may claim now.
	Claims []Claim `json:"claims"`
	// HalfmoveClock is the number of plies since the last capture, pawn move or promotion.
	HalfmoveClock int `json:"halfmoveClock"`
}

// Claim is the reason of a draw that must be claimed.
type Claim string

// Piece is a piece on the board.
type Piece struct {
	PlacedPiece
	// First, Promotions and Captures are its career: the kind it had at the start of the game,
	// its promotions, and the kinds of the pieces it has captured.
	First      wotn.Kind    `json:"first"`
	Promotions []CareerStep `json:"promotions"`
	Captures   []wotn.Kind  `json:"captures"`
}

// PlacedPiece is a piece and its square.
type PlacedPiece struct {
	Square wotn.Square `json:"square"`
	Kind   wotn.Kind   `json:"kind"`
	Color  wotn.Color  `json:"color"`
}

// CareerStep is a promotion of a piece, and FEN's number of the move.
type CareerStep struct {
	MoveNumber int       `json:"moveNumber"`
	Kind       wotn.Kind `json:"kind"`
}

// WotnMove is a move of Way of the Knight or chess.
type WotnMove struct {
	// Text has coordinates: "e2e4", "d4e5d".
	Text string `json:"text"`
	SAN  string `json:"san"`
	// Color is the side that makes the move.
	Color wotn.Color  `json:"color"`
	From  wotn.Square `json:"from"`
	To    wotn.Square `json:"to"`
	Kind  wotn.Kind   `json:"kind"`
	// Promotion is the kind it promotes to, or "".
	Promotion string `json:"promotion"`
	// Captures is the square of the captured piece, or "". It differs from To en passant.
	Captures string `json:"captures"`
	// Corner is the move of the piece in the corner, in castling.
	Corner   *CornerMove    `json:"corner,omitempty"`
	Notation judge.Notation `json:"notation"`
}

// CornerMove is the move of the piece in the corner in castling.
type CornerMove struct {
	From wotn.Square `json:"from"`
	To   wotn.Square `json:"to"`
}

// CastlingSide is the direction of castling.
type CastlingSide string

// The directions of castling.
const (
	Short CastlingSide = "short"
	Long  CastlingSide = "long"
)

// WotnPremove has the squares that a piece could move to after some move of the opponent.
type WotnPremove struct {
	From wotn.Square   `json:"from"`
	To   []wotn.Square `json:"to"`
	// Captures are those of To on which the opponent has a piece now.
	Captures []wotn.Square `json:"captures"`
	// Promotes are those of To on which it promotes, and Promotions the kinds that it can become
	// there.
	Promotes   []wotn.Square `json:"promotes"`
	Promotions []wotn.Kind   `json:"promotions"`
}

// ReadVariant is a variant of texts that do not name one.
type ReadVariant string

// Detect is the variant that each text shows.
const Detect ReadVariant = "detect"

// wotnReader returns a reader of games. Those that do not name a variant have the given
// one.
func (v ReadVariant) wotnReader(text string) *record.Reader {
	if v == Detect {
		return record.NewDetectingReader(text)
	}
	return record.NewReader(text, v.variant())
}

// variant returns a variant that is not to be detected. It panics for other texts, which
// violate the types.
func (v ReadVariant) variant() wotn.Variant {
	parsed, err := wotn.ParseVariant(string(v))
	if err != nil {
		panic(err)
	}
	return parsed
}

// wotnStart parses the start position of a game; "" is the usual one.
func wotnStart(v wotn.Variant, text string) (wotn.Position, Problems) {
	if text == "" {
		return wotn.Start(v), nil
	}
	position, err := wotn.ParsePosition(v, text)
	return position, wotnProblems(err)
}

// wotnPlay returns the game after moves in coordinate notation.
func wotnPlay(v wotn.Variant, start string, moves []string) (*wotn.Game, Problems) {
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
			return nil, refusal("illegal-move", Args{"ply": ply, "move": text, "reason": p.Code}, p.Message)
		}
	}
	return game, nil
}

// wotnGame returns a game. The start "" is the usual start position. The problem illegal-move
// has args {ply, move}; ply counts from 0.
func wotnGame(variant wotn.Variant, start string, moves []string) (WotnState, Problems) {
	game, wrong := wotnPlay(variant, start, moves)
	if wrong != nil {
		return WotnState{}, wrong
	}
	return wotnState(game), nil
}

func wotnState(game *wotn.Game) WotnState {
	position := game.Position()
	outcome := game.Outcome()
	state := WotnState{
		Variant:       position.Variant(),
		Start:         game.Start().String(),
		Position:      position.String(),
		Turn:          position.ToMove(),
		Ply:           game.Len(),
		MoveNumber:    position.MoveNumber(),
		Pieces:        pieces(game),
		Played:        make([]WotnMove, game.Len()),
		Kings:         bySide(func(c wotn.Color) int { return position.Pieces(c, wotn.King).Count() }),
		Experience:    bySide(position.Experience),
		Captured:      bySide(game.Captured),
		Outcome:       judge.RulesOutcome{Over: outcome.Over(), Reason: outcome.Reason.String(), Winners: wotnWinners(outcome)},
		CanWin:        bySide(position.CanWin),
		Claims:        values(game.Claims(), func(r wotn.Reason) Claim { return Claim(r.String()) }),
		HalfmoveClock: position.HalfmoveClock(),
	}
	if !outcome.Over() {
		state.Legal = values(position.AppendMoves(nil), func(m wotn.Move) WotnMove { return wotnMove(position, m) })
		state.Premoves = values(position.Premoves(position.ToMove().Other()), func(p wotn.Premove) WotnPremove {
			return wotnPremove(position, p)
		})
	}
	for i, m := range game.Moves() {
		state.Played[i] = wotnMove(game.PositionAfter(i), m)
	}
	if position.Checkers() != 0 {
		state.Check = position.Pieces(position.ToMove(), wotn.King).AppendSquares(nil)
	}
	return state
}

func wotnPremove(position *wotn.Position, p wotn.Premove) WotnPremove {
	premove := WotnPremove{
		From:     p.From,
		To:       p.To.AppendSquares(nil),
		Captures: (p.To & position.OccupiedBy(position.ToMove())).AppendSquares(nil),
		Promotes: p.Promotes.AppendSquares(nil),
	}
	if p.Promotes != 0 {
		premove.Promotions = position.Variant().Promotions(position.At(p.From).Kind)
	}
	return premove
}

// pieces returns the pieces on the board with their careers.
func pieces(game *wotn.Game) []Piece {
	position, careers := game.Position(), game.Careers()
	return values(position.Occupied().AppendSquares(nil), func(s wotn.Square) Piece {
		piece, career := position.At(s), careers[s]
		return Piece{
			PlacedPiece: PlacedPiece{s, piece.Kind, piece.Color},
			First:       career.First,
			Promotions: values(career.Promotions, func(r wotn.Promotion) CareerStep {
				return CareerStep{game.PositionAfter(r.Ply).MoveNumber(), r.Kind}
			}),
			Captures: career.Captured,
		}
	})
}

func wotnWinners(outcome wotn.Outcome) []int {
	return values(outcome.Winners(), func(c wotn.Color) int { return int(c) })
}

// wotnMove returns a legal move of position.
func wotnMove(position *wotn.Position, m wotn.Move) WotnMove {
	move := WotnMove{
		Text:      m.String(),
		SAN:       position.SAN(m),
		Color:     position.ToMove(),
		From:      m.From(),
		To:        m.To(),
		Kind:      m.Kind(),
		Promotion: orEmpty(m.Promotion()),
		Notation:  judge.NewNotation(position.Notation(m)),
	}
	if m.Captured() != wotn.NoKind {
		move.Captures = m.CaptureSquare().String()
	}
	if from, to, castles := m.Corner(); castles {
		move.Corner = &CornerMove{from, to}
	}
	return move
}

// IllegalReason is the reason why a piece cannot move to a square.
type IllegalReason struct {
	Code wotn.MoveCode `json:"code"`
	// Kind is that of the piece that would move, or "".
	Kind string `json:"kind"`
	// Square is the square of the reason, and Other the kind of the piece there, or "".
	Square string `json:"square"`
	Other  string `json:"other"`
}

// wotnIllegal returns the reason why the side to move cannot move between two squares, or null
// if it can. If both are the same, the reason why the piece cannot move at all.
func wotnIllegal(variant wotn.Variant, start string, moves []string, from, to string) (*IllegalReason, Problems) {
	game, wrong := wotnPlay(variant, start, moves)
	if wrong != nil {
		return nil, wrong
	}
	var squares [2]wotn.Square
	for i, text := range []string{from, to} {
		s, err := wotn.ParseSquare(text)
		if err != nil {
			return nil, wotnProblems(err)
		}
		squares[i] = s
	}
	reason := game.Position().WhyIllegal(squares[0], squares[1])
	if reason == nil {
		return nil, nil
	}
	return &IllegalReason{reason.Code, orEmpty(reason.Kind), orEmpty(reason.Square), orEmpty(reason.Other)}, nil
}

// ReadPosition is a position that was read from a FEN.
type ReadPosition struct {
	// Start is the canonical FEN.
	Start string `json:"start"`
	// Problems has one if rights were dropped in chess, because they are impossible.
	Problems Problems `json:"problems"`
}

// wotnSetup parses a FEN, or returns all problems with it.
func wotnSetup(variant wotn.Variant, text string) (ReadPosition, Problems) {
	setup, err := wotn.ParseSetup(variant, text)
	var position wotn.Position
	if err == nil {
		position, err = setup.Position()
	}
	if err != nil {
		return ReadPosition{}, wotnProblems(err)
	}
	return ReadPosition{position.String(), droppedRights(&setup, text)}, nil
}

// HandicapPromotion is a handicap promotion: the piece on a square becomes a kind of the next
// level.
type HandicapPromotion struct {
	Square string `json:"square"`
	Kind   string `json:"kind"`
}

// HandicapView is a start position and what can be changed in it.
type HandicapView struct {
	// Start is the FEN of the start position after the handicap promotions.
	Start string `json:"start"`
	// Choices are the handicap promotions available for the next point.
	Choices []HandicapChoice `json:"choices"`
}

// HandicapChoice is a square and the kinds its piece can become.
type HandicapChoice struct {
	Square wotn.Square `json:"square"`
	Kinds  []wotn.Kind `json:"kinds"`
}

// wotnHandicap applies handicap promotions of both sides to the start position, in order. It
// returns the choices of a side for its next point.
func wotnHandicap(variant wotn.Variant, color wotn.Color, promotions []HandicapPromotion) (HandicapView, Problems) {
	position := wotn.Start(variant)
	setup := position.Setup()
	for i, p := range promotions {
		on, _ := wotn.ParseSquare(p.Square)
		var err error = &wotn.HandicapError{Code: wotn.HandicapNoPiece, Square: on}
		if on != wotn.NoSquare {
			err = setup.HandicapPromote(setup.Board[on].Color, on, kindOfLetter(p.Kind))
		}
		if err != nil {
			return HandicapView{}, refusal(handicapCode(err), Args{"point": i, "square": p.Square, "kind": p.Kind}, err.Error())
		}
	}
	view := HandicapView{Start: setup.String()}
	for _, choice := range handicapChoices(&setup) {
		if setup.Board[choice.Square].Color == color {
			view.Choices = append(view.Choices, choice)
		}
	}
	return view, nil
}

// handicapChoices returns the handicap promotions of each piece that has some.
func handicapChoices(s *wotn.Setup) (choices []HandicapChoice) {
	for square := range wotn.NoSquare {
		if s.Board[square].Kind == wotn.NoKind {
			continue
		}
		if kinds := s.HandicapPromotions(square); len(kinds) > 0 {
			choices = append(choices, HandicapChoice{square, kinds})
		}
	}
	return choices
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

// Series is a series of games between players 0 and 1: their handicap points, the games each
// has won, and the drawn games.
type Series struct {
	Points [2]int `json:"points"`
	Won    [2]int `json:"won"`
	Drawn  int    `json:"drawn"`
}

// NextGame is a series after a game, and the player with White in the next game.
type NextGame struct {
	Series Series `json:"series"`
	White  Player `json:"white"`
}

// Player is 0 or 1.
type Player int

// wotnNext returns a series of games after another game. white is the player who had White,
// winners are the colors that won (0 is White) as in Outcome.
func wotnNext(series Series, white Player, winners []int) NextGame {
	last := wotn.Series{Points: series.Points, Won: series.Won, Drawn: series.Drawn}
	winner := wotn.NoPlayer
	if len(winners) == 1 {
		// The first winner is a color: 0 is White.
		winner = int(white) ^ winners[0]
	}
	last = last.After(winner)
	return NextGame{Series{last.Points, last.Won, last.Drawn}, Player(last.Points.White(int(white)))}
}

// wotnProblems returns an error of package wotn as problems, one per reason.
func wotnProblems(err error) Problems {
	var (
		syntax *wotn.SyntaxError
		setup  *wotn.SetupError
		move   *wotn.MoveError
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax):
		return refusalAt(syntax.Offset, string(syntax.Code), editor.WotnArgs(syntax), err.Error())
	case errors.As(err, &move):
		return refusal(string(move.Code), editor.WotnArgs(move), err.Error())
	case errors.As(err, &setup):
		return setupProblems(setup.Problems)
	}
	return Violation(err.Error())
}

func setupProblems(found []wotn.SetupProblem) (all Problems) {
	for _, p := range found {
		all = append(all, refusal(string(p.Code), editor.WotnSetupArgs(p), p.String())...)
	}
	return all
}
