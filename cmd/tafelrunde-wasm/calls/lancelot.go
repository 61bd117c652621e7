package calls

import (
	"errors"
	"strings"

	"tafelrunde/internal/editor"
	"tafelrunde/internal/judge"
	"tafelrunde/lancelot"
)

// LancelotOptions are the rules of a game of Lancelot.
type LancelotOptions struct {
	Seats     int  `json:"seats"`
	Diagonals bool `json:"diagonals"`
	Excalibur bool `json:"excalibur"`
	// Target 0 is the default for the number of seats.
	Target int `json:"target"`
	// First is the seat that begins.
	First int `json:"first"`
}

// lancelotStart returns the start of a game.
func lancelotStart(options LancelotOptions) (string, Problems) {
	setup := lancelot.Options{
		Seats:  options.Seats,
		Rules:  lancelot.Rules{Diagonals: options.Diagonals, Excalibur: options.Excalibur},
		Target: options.Target,
		First:  lancelot.Seat(options.First),
	}.Setup()
	position, err := setup.Position()
	if err != nil {
		return "", lancelotProblems(err)
	}
	return position.String(), nil
}

// lancelotNextStart returns the start of the next game of a series. A start that was set up by
// hand stays.
func lancelotNextStart(start string) (string, Problems) {
	position, err := lancelot.ParsePosition(start)
	if err != nil {
		return "", lancelotProblems(err)
	}
	next := lancelot.NextStart(position)
	return next.String(), nil
}

// lancelotSetup parses a position, or returns all problems with it.
func lancelotSetup(text string) (string, Problems) {
	position, err := lancelot.ParsePosition(text)
	if err != nil {
		return "", lancelotProblems(err)
	}
	return position.String(), nil
}

// skipMark separates a turn from the seat that acts after it, if seats in
// between have left the match.
const skipMark = ">"

// seatLettered returns the seat with a letter. For other texts the result is
// not a valid seat.
func seatLettered(letter string) lancelot.Seat {
	if len(letter) != 1 || letter[0] < 'a' {
		return lancelot.MaxSeats
	}
	return lancelot.Seat(letter[0] - 'a')
}

// lancelotPlay returns the game after turns given as text.
func lancelotPlay(start string, turns []string) (*lancelot.Game, Problems) {
	position, err := lancelot.ParsePosition(start)
	if err != nil {
		return nil, lancelotProblems(err)
	}
	game := lancelot.NewGame(position)
	for ply, text := range turns {
		text, next, skips := strings.Cut(text, skipMark)
		if err := game.PlayText(text); err != nil {
			return nil, illegalTurn(ply, text, err)
		}
		if !skips {
			continue
		}
		if err := game.SkipTo(seatLettered(next)); err != nil {
			return nil, lancelotProblems(err)
		}
	}
	return game, nil
}

// lancelotGame returns a game. If seats are out of the match, a turn can name the seat that acts
// next: "g8>c".
//
// pending is part of a turn: "" none, "Xg6" (Excalibur first, stone to follow), "g8" (stone
// first, Excalibur may follow).
func lancelotGame(start string, turns []string, pending string) (LancelotState, Problems) {
	game, wrong := lancelotPlay(start, turns)
	if wrong != nil {
		return LancelotState{}, wrong
	}
	return lancelotState(game, pending)
}

// LancelotBoard has what positions of Lancelot have, playable or not.
type LancelotBoard struct {
	Seats int `json:"seats"`
	// Columns are the names of the columns from the left ("d".."k"), and Rows the numbers of the
	// rows from below (4..11).
	Columns []string `json:"columns"`
	Rows    []int    `json:"rows"`
	// Cells are the squares that are not free.
	Cells []PlacedCell  `json:"cells"`
	Rules LancelotRules `json:"rules"`
	// ToAct is the seat to move on this board. In a match of the server, toAct is the seat that
	// must act, which can also be a set-up.
	ToAct    int   `json:"toAct"`
	Captured []int `json:"captured"`
	InHand   []int `json:"inHand"`
	// ExcaliburTurns says whether each seat still has its Excalibur turn (the king's power).
	ExcaliburTurns []bool `json:"excaliburTurns"`
}

// LancelotRules are the rules of a position and its target.
type LancelotRules struct {
	Diagonals bool `json:"diagonals"`
	Excalibur bool `json:"excalibur"`
	Target    int  `json:"target"`
}

// PlacedCell is a square with what is on it.
type PlacedCell struct {
	Square lancelot.Square `json:"square"`
	Cell   Cell            `json:"cell"`
}

// Cell is what is on a square: exactly one of its fields.
type Cell struct {
	Seat      *int  `json:"seat,omitempty"`
	Excalibur *bool `json:"excalibur,omitempty"`
}

// LancelotState is a game of Lancelot.
type LancelotState struct {
	LancelotBoard
	Start    string `json:"start"`
	Position string `json:"position"`
	// Sides are the letters of the seats in positions and turns: "a" to "e".
	Sides []string `json:"sides"`
	// Excalibur is its square, or "".
	Excalibur string `json:"excalibur"`
	// Phase is the action expected from the seat to act.
	Phase Phase `json:"phase"`
	// CapturedFrom has for each seat the owners of the stones it has captured since the start, in
	// the order of the turns.
	CapturedFrom [][]int        `json:"capturedFrom"`
	Lines        []LancelotLine `json:"lines"`
	// StoneSquares are the effects of a stone of the seat to act, after the pending part of the
	// turn. Empty if no stone can be placed.
	StoneSquares []LancelotSquare `json:"stoneSquares"`
	// ExcaliburSquares are the effects of Excalibur, in the opening placement or an Excalibur
	// turn. Empty if it cannot be placed.
	ExcaliburSquares []LancelotSquare `json:"excaliburSquares"`
	// Pending is the first part of the turn, included in the cells, or "".
	Pending string `json:"pending"`
	// CanFinish says that the pending part is a legal turn by itself.
	CanFinish bool `json:"canFinish"`
	// PendingCaptures are stones captured by the pending part.
	PendingCaptures []judge.Capture    `json:"pendingCaptures"`
	Played          []LancelotStep     `json:"played"`
	Outcome         judge.RulesOutcome `json:"outcome"`
}

// Phase is an action that is expected from a seat.
type Phase string

// The phases of a game of Lancelot.
const (
	PlaceExcalibur Phase = "place-excalibur"
	Turn           Phase = "turn"
	Over           Phase = "over"
)

// LineName is a line of a board of Lancelot.
type LineName struct {
	Kind LineKind `json:"kind"`
	// Name is "6", "g" or "d4–k11".
	Name string `json:"name"`
}

// LineKind is the direction of a line.
type LineKind string

// LancelotLine is a line with the leads on it.
type LancelotLine struct {
	LineName
	Squares []lancelot.Square `json:"squares"`
	// Leads are the leads by seat: own stones minus all others, including Excalibur.
	Leads []int `json:"leads"`
	// Status is the effect of each seat's lead on its next stone: it captures nothing here, it
	// captures, or it cannot be placed.
	Status []LineStatus `json:"status"`
}

// LineStatus is the effect of a lead.
type LineStatus string

func lineName(line lancelot.Line) LineName {
	return LineName{LineKind(line.Kind.String()), line.Name()}
}

// lancelotState returns a game. text is the pending part of a turn, or "".
func lancelotState(game *lancelot.Game, text string) (LancelotState, Problems) {
	start, position := game.Start(), game.Position()
	pending := lancelot.NoTurn
	if text != "" {
		part, err := lancelot.ParseTurn(text)
		if err != nil {
			return LancelotState{}, lancelotProblems(err)
		}
		pending = part
	}
	now, err := position.PartialTurn(pending)
	if err != nil {
		return LancelotState{}, lancelotProblems(err)
	}

	seats := seatsTo(position.Seats())
	lines := make([]LancelotLine, position.LineCount())
	for l := range lines {
		line := position.Line(l)
		lines[l] = LancelotLine{
			LineName: lineName(line),
			Squares:  line.Squares(),
			Leads:    values(seats, func(s lancelot.Seat) int { return now.Lead(s, l) }),
			Status: values(seats, func(s lancelot.Seat) LineStatus {
				return LineStatus(judge.LineStatus(position, &now, s, l).String())
			}),
		}
	}
	squares := position.Squares()
	columns, rows := axes(squares, position.Size())
	played := make([]LancelotStep, game.Len())
	for turn := range played {
		played[turn] = lancelotStep(game.Step(turn))
	}
	return LancelotState{
		LancelotBoard: LancelotBoard{
			Seats:          position.Seats(),
			Columns:        columns,
			Rows:           rows,
			Cells:          cells(squares, now.At),
			Rules:          LancelotRules{position.Rules().Diagonals, position.Rules().Excalibur, position.Target()},
			ToAct:          int(position.ToMove()),
			Captured:       values(seats, now.Captured),
			InHand:         values(seats, now.InHand),
			ExcaliburTurns: values(seats, position.HasExcaliburTurn),
		},
		Start:     start.String(),
		Position:  position.String(),
		Sides:     values(seats, lancelot.Seat.String),
		Excalibur: orEmpty(now.Excalibur()),
		Phase:     phase(position),
		CapturedFrom: values(seats, func(s lancelot.Seat) []int {
			owners := game.Captured(s)
			if s == position.ToMove() {
				for _, c := range now.Captures() {
					owners = append(owners, c.Seat)
				}
			}
			return values(owners, seatNumber)
		}),
		Lines:            lines,
		StoneSquares:     values(now.StonePlacements(), placement),
		ExcaliburSquares: values(now.ExcaliburPlacements(), placement),
		Pending:          orEmpty(now.Part()),
		CanFinish:        now.CanFinish(),
		PendingCaptures:  judge.NewCaptures(now.Captures()),
		Played:           played,
		Outcome:          judge.NewOutcome(game.Outcome()),
	}, nil
}

// seatsTo returns the seats of a game with n of them.
func seatsTo(n int) []lancelot.Seat {
	seats := make([]lancelot.Seat, n)
	for seat := range seats {
		seats[seat] = lancelot.Seat(seat)
	}
	return seats
}

// cells returns the squares that are not free.
func cells(squares []lancelot.Square, at func(lancelot.Square) lancelot.Cell) (found []PlacedCell) {
	for _, square := range squares {
		switch cell := at(square); cell {
		case lancelot.Free:
		case lancelot.Excalibur:
			found = append(found, PlacedCell{square, Cell{Excalibur: new(true)}})
		default:
			seat, _ := cell.Seat()
			found = append(found, PlacedCell{square, Cell{Seat: new(int(seat))}})
		}
	}
	return found
}

// axes returns the names of the columns from the left and the numbers of the rows from
// below of a board of that size.
func axes(squares []lancelot.Square, size int) (columns []string, rows []int) {
	columns, rows = make([]string, size), make([]int, size)
	for i := range size {
		columns[i] = string(rune('a' + squares[i].Column()))
		rows[i] = squares[i*size].Row() + 1
	}
	return columns, rows
}

func phase(position *lancelot.Position) Phase {
	switch outcome := position.Outcome(); {
	case outcome.Over():
		return Over
	case position.PlacesExcalibur():
		return PlaceExcalibur
	}
	return Turn
}

// LancelotSquare is the effect of a stone or Excalibur on a free square, for the seat to act.
type LancelotSquare struct {
	Square lancelot.Square `json:"square"`
	Legal  bool            `json:"legal"`
	// ClosedBy are indices of the lines that close this square by the rule of chivalry.
	ClosedBy []int `json:"closedBy"`
	// Captures are the stones it captures.
	Captures []judge.Capture `json:"captures"`
}

func placement(p lancelot.Placement) LancelotSquare {
	return LancelotSquare{p.Square, p.Legal(), p.ClosedBy, judge.NewCaptures(p.Captures)}
}

func seatNumber(s lancelot.Seat) int { return int(s) }

// LancelotStep is a turn that was played, and its effects.
type LancelotStep struct {
	// Text is the turn: "g8", "Xg6,g8", "g8,Xg6", or "Xg6" for the opening placement.
	Text string `json:"text"`
	Seat int    `json:"seat"`
	// Stone is its square, or "".
	Stone     string          `json:"stone"`
	Excalibur *ExcaliburMove  `json:"excalibur"`
	Captures  []judge.Capture `json:"captures"`
	// Lines are indices of the lines on which the lead became two.
	Lines []int `json:"lines"`
	// Skipped are seats skipped after this turn because they have no legal turn.
	Skipped []int `json:"skipped"`
}

// ExcaliburMove is a move of Excalibur. In the opening placement it comes from "".
type ExcaliburMove struct {
	From string          `json:"from"`
	To   lancelot.Square `json:"to"`
}

func lancelotStep(step lancelot.Step) LancelotStep {
	shown := LancelotStep{
		Text:     step.Turn.String(),
		Seat:     int(step.Seat),
		Captures: judge.NewCaptures(step.Captures()),
		Skipped:  values(step.Skipped, seatNumber),
	}
	for _, action := range step.Actions {
		shown.Lines = append(shown.Lines, action.Lines...)
		if action.Excalibur {
			shown.Excalibur = &ExcaliburMove{orEmpty(action.From), action.To}
		} else {
			shown.Stone = action.To.String()
		}
	}
	return shown
}

// lancelotProblems returns an error of package lancelot as problems, one per
// reason.
func lancelotProblems(err error) Problems {
	var (
		syntax *lancelot.SyntaxError
		setup  *lancelot.SetupError
		turn   *lancelot.TurnError
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax):
		return refusalAt(syntax.Offset, string(syntax.Code), editor.LancelotArgs(syntax), err.Error())
	case errors.As(err, &turn):
		return refusal(string(turn.Code), editor.LancelotArgs(turn), err.Error())
	case errors.As(err, &setup):
		var all Problems
		for _, p := range setup.Problems {
			all = append(all, refusal(string(p.Code), editor.LancelotSetupArgs(p), p.String())...)
		}
		return all
	}
	return Violation(err.Error())
}
