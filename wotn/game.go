package wotn

// Plies without capture, pawn move or promotion after which a draw can be
// claimed, and after which the game is drawn.
const (
	fiftyMoves       = 100
	seventyFiveMoves = 150
)

// Game is a start position and the moves played from it. It covers the rules
// that depend on earlier positions: repetition and claims of a draw. Use
// [NewGame] to create one. A Game is not safe for concurrent use while one
// goroutine changes it.
type Game struct {
	positions []Position
	moves     []Move
	claimed   Reason
}

// NewGame returns a game without moves.
func NewGame(start Position) *Game { return &Game{positions: []Position{start}} }

// Len returns the number of moves played.
func (g *Game) Len() int { return len(g.moves) }

// Moves returns the moves played. The caller must not change the slice.
func (g *Game) Moves() []Move { return g.moves }

// Start returns the start position. The caller must not change it.
func (g *Game) Start() *Position { return &g.positions[0] }

// Position returns the current position. The caller must not change it, and must
// copy it to keep it while the game changes.
func (g *Game) Position() *Position { return &g.positions[len(g.moves)] }

// PositionAfter returns the position after n moves, 0 to Len. See [Game.Position].
func (g *Game) PositionAfter(n int) *Position { return &g.positions[n] }

// Play plays a move. The error is a [*MoveError], also if the game is finished; the
// game is then unchanged.
func (g *Game) Play(m Move) error {
	if g.Outcome().Over() {
		return g.Position().moveError(MoveGameOver, m.String())
	}
	return g.PlayOn(m)
}

// PlayOn plays a move, also after a draw that ends games played here: by
// repetition, move count or material. The players of a recorded game may have gone
// on; only after checkmate, stalemate and a claimed draw there is no move. The error
// is a [*MoveError]; the game is then unchanged.
func (g *Game) PlayOn(m Move) error {
	if g.claimed != Running || !g.Position().HasMoves() {
		return g.Position().moveError(MoveGameOver, m.String())
	}
	next, err := g.Position().Play(m)
	if err != nil {
		return err
	}
	g.positions = append(g.positions, next)
	g.moves = append(g.moves, m)
	return nil
}

// PlayText parses and plays a move in coordinate notation. The error is a
// [*SyntaxError] or a [*MoveError], as in [Position.ParseMove]; the game is then
// unchanged.
func (g *Game) PlayText(text string) error {
	m, err := g.Position().ParseMove(text)
	if err != nil {
		return err
	}
	return g.Play(m)
}

// Undo takes back the claim of a draw, or else the last move. It reports
// whether there was one.
func (g *Game) Undo() bool {
	switch {
	case g.claimed != Running:
		g.claimed = Running
	case len(g.moves) > 0:
		g.moves = g.moves[:len(g.moves)-1]
		g.positions = g.positions[:len(g.positions)-1]
	default:
		return false
	}
	return true
}

// Repetitions returns how many times the current position has occurred,
// including now. See [Position.Repeats].
func (g *Game) Repetitions() int {
	now := g.Position()
	count := 1
	// Captures, pawn moves and promotions are irreversible, so positions before
	// the last one cannot repeat. The loss of castling rights does not reset
	// the clock, but it changes the position.
	last := len(g.positions) - 1
	for i := last - 1; i >= 0 && last-i <= int(now.halfmoveClock); i-- {
		if g.positions[i].Repeats(now) {
			count++
		}
	}
	return count
}

// Claims returns the draws that the side to move can claim: ThreefoldRepetition
// and FiftyMoves, in this order.
func (g *Game) Claims() (claims []Reason) {
	if g.Outcome().Over() {
		return nil
	}
	if g.Repetitions() >= 3 {
		claims = append(claims, ThreefoldRepetition)
	}
	if g.Position().HalfmoveClock() >= fiftyMoves {
		claims = append(claims, FiftyMoves)
	}
	return claims
}

// Claim ends the game as a draw for a reason among [Game.Claims]. The error is a
// [*MoveError]; the game is then unchanged.
func (g *Game) Claim(r Reason) error {
	for _, c := range g.Claims() {
		if c == r {
			g.claimed = r
			return nil
		}
	}
	return g.Position().moveError(MoveNotClaimable, r.String())
}

// Outcome returns the outcome of the game.
func (g *Game) Outcome() Outcome {
	if g.claimed != Running {
		return Outcome{g.claimed, Draw}
	}
	if o := g.Position().Outcome(); o.Over() {
		return o
	}
	switch {
	case g.Repetitions() >= 5:
		return Outcome{FivefoldRepetition, Draw}
	case g.Position().HalfmoveClock() >= seventyFiveMoves:
		return Outcome{SeventyFiveMoves, Draw}
	}
	return Outcome{}
}
