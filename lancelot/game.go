package lancelot

// Game is a start position and the turns played from it. It stores every
// position, so that access to earlier positions is cheap. Use [NewGame] to create
// one. A Game is not safe for concurrent use while one goroutine changes it.
type Game struct {
	positions []Position // before each turn, and after the last
	steps     []Step
}

// NewGame returns a game without turns.
func NewGame(start Position) *Game { return &Game{positions: []Position{start}} }

// Play plays a turn. The error is a [*TurnError]; the game is then unchanged.
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

// PlayText parses and plays a turn. The error is a [*SyntaxError] or a [*TurnError],
// as in [Position.ParseTurn]; the game is then unchanged.
func (g *Game) PlayText(text string) error {
	t, err := g.at(g.Len()).ParseTurn(text)
	if err != nil {
		return err
	}
	return g.Play(t)
}

// SkipTo makes a seat the one to act, for example because the seats before it have
// left the match. If the seat has no legal turn, the next seat that has one is to
// act. The error is a [*SetupError], also if the game is finished; the game is then
// unchanged.
func (g *Game) SkipTo(seat Seat) error {
	now := g.at(g.Len())
	if now.ToMove() == seat {
		return nil
	}
	setup := now.Setup()
	setup.ToMove = seat
	p, err := setup.PositionOnAnyBoard()
	if err != nil {
		return err
	}
	*now = p
	return nil
}

// Undo takes back the last turn. It reports whether there was one.
func (g *Game) Undo() bool {
	if g.Len() == 0 {
		return false
	}
	g.positions = g.positions[:g.Len()]
	g.steps = g.steps[:len(g.steps)-1]
	return true
}

// Len returns the number of turns played.
func (g *Game) Len() int { return len(g.steps) }

// at returns the position after so many turns.
func (g *Game) at(turns int) *Position { return &g.positions[turns] }

// Start returns the start position. The caller must not change it.
func (g *Game) Start() *Position { return g.at(0) }

// Position returns the current position. The caller must not change it, and must
// copy it to keep it while the game changes.
func (g *Game) Position() *Position { return g.at(g.Len()) }

// PositionAfter returns the position after n turns, 0 to Len. See [Game.Position].
func (g *Game) PositionAfter(n int) *Position { return g.at(n) }

// Turns returns the turns played.
func (g *Game) Turns() []Turn {
	turns := make([]Turn, g.Len())
	for i := range turns {
		turns[i] = g.steps[i].Turn
	}
	return turns
}

// Step returns the consequences of a turn, counted from 0.
func (g *Game) Step(turn int) Step { return g.steps[turn] }

// Captured returns the owners of the stones that a seat has captured, in the
// order of the turns. Captures before the start position are not included.
func (g *Game) Captured(by Seat) []Seat {
	var owners []Seat
	for i := range g.steps {
		if g.steps[i].Seat != by {
			continue
		}
		for _, c := range g.steps[i].Captures() {
			owners = append(owners, c.Seat)
		}
	}
	return owners
}

// Outcome returns the outcome of the current position.
func (g *Game) Outcome() Outcome { return g.at(g.Len()).Outcome() }
