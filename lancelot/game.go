package lancelot

// Game is a start and the turns played from it. It keeps every position on the
// way, so that looking back costs nothing. It is not safe for use by several
// goroutines while one of them changes it.
type Game struct {
	positions []Position // before each turn, and after the last
	steps     []Step
}

// NewGame is a game in which nothing has been played.
func NewGame(start Position) *Game { return &Game{positions: []Position{start}} }

// Play adds a turn; the error is an [*IllegalTurnError] and leaves the game as
// it was.
func (g *Game) Play(t Turn) error {
	p := g.at(g.Len())
	step, err := p.Explain(t)
	if err != nil {
		return err
	}
	var after Position
	p.PlayInto(&after, t)
	g.positions = append(g.positions, after)
	g.steps = append(g.steps, step)
	return nil
}

// PlayText reads a turn and adds it; see [Position.ParseTurn] for the errors.
func (g *Game) PlayText(text string) error {
	t, err := g.at(g.Len()).ParseTurn(text)
	if err != nil {
		return err
	}
	return g.Play(t)
}

// PassTo lets a seat act now, because those before it are out of the match and are
// passed over. It is no turn; if the seat has none that is legal, the next that has
// one is to act. The error is a [*SetupError], as when the game is over, and leaves
// the game as it was.
func (g *Game) PassTo(seat Seat) error {
	now := g.at(g.Len())
	if now.ToAct() == seat {
		return nil
	}
	setup := now.Setup()
	setup.ToAct = seat
	p, err := setup.PositionOnAnyField()
	if err != nil {
		return err
	}
	*now = p
	return nil
}

// Undo takes the last turn back and reports whether there was one.
func (g *Game) Undo() bool {
	if g.Len() == 0 {
		return false
	}
	g.positions = g.positions[:g.Len()]
	g.steps = g.steps[:len(g.steps)-1]
	return true
}

// Len is the number of turns played.
func (g *Game) Len() int { return len(g.steps) }

// at is the position after so many turns.
func (g *Game) at(turns int) *Position { return &g.positions[turns] }

// Position is the position now.
func (g *Game) Position() Position { return *g.at(g.Len()) }

// PositionAfter is the position after so many turns, from 0 to [Game.Len].
func (g *Game) PositionAfter(turns int) Position { return *g.at(turns) }

// Turns are the turns played.
func (g *Game) Turns() []Turn {
	turns := make([]Turn, g.Len())
	for i := range turns {
		turns[i] = g.steps[i].Turn
	}
	return turns
}

// Step is what the turn counted from 0 did.
func (g *Game) Step(turn int) Step { return g.steps[turn] }

// Outcome is how the game stands by the rules.
func (g *Game) Outcome() Outcome { return g.at(g.Len()).Outcome() }
