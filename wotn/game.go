package wotn

// HalfmoveClock moves of both sides together after which a draw may be claimed, and
// after which the game is drawn by itself.
const (
	fiftyMoves       = 100
	seventyFiveMoves = 150
)

// Game is a start position and the moves made from it. It knows what one
// position cannot: repetition, claims, and how to take moves back. The zero
// Game is not usable; see [NewGame]. A Game must not be changed while others
// read it.
type Game struct {
	positions []Position
	moves     []Move
	claimed   Reason
}

// NewGame returns a game that begins at start.
func NewGame(start Position) *Game { return &Game{positions: []Position{start}} }

// Len returns the number of moves made.
func (g *Game) Len() int { return len(g.moves) }

// Moves returns the moves made. The slice must not be changed.
func (g *Game) Moves() []Move { return g.moves }

// Start returns the position at which the game began.
func (g *Game) Start() *Position { return &g.positions[0] }

// Position returns the position now. It must not be changed.
func (g *Game) Position() *Position { return &g.positions[len(g.moves)] }

// PositionAfter returns the position after n moves, 0 to Len.
func (g *Game) PositionAfter(n int) *Position { return &g.positions[n] }

// Play makes a move. It returns a *MoveError, and changes nothing, if the move
// is not legal or the game is over.
func (g *Game) Play(m Move) error {
	if g.Outcome().Over() {
		return g.Position().moveError(GameOver, m.String())
	}
	next, err := g.Position().Play(m)
	if err != nil {
		return err
	}
	g.positions = append(g.positions, next)
	g.moves = append(g.moves, m)
	return nil
}

// Undo takes the last move, or a claim that ended the game, back. It reports
// whether there was anything to take back.
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

// Repetitions returns how often the position now has occurred, itself included:
// the same men, side to move, rights and possible en-passant capture.
func (g *Game) Repetitions() int {
	now := g.Position()
	count := 1
	// A capture, pawn move or rise can not be undone, so nothing before the
	// last one repeats; castling rights lost do not reset the counter but
	// change the position.
	last := len(g.positions) - 1
	for i := last - 1; i >= 0 && last-i <= int(now.halfmoveClock); i-- {
		if g.positions[i].Repeats(now) {
			count++
		}
	}
	return count
}

// Claims returns the draws that the side to move may claim now:
// ThreefoldRepetition and FiftyMoves, in this order. There are none when the
// game is over.
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

// Claim ends the game as a draw. It returns a *MoveError if the reason is not
// among Claims.
func (g *Game) Claim(r Reason) error {
	for _, c := range g.Claims() {
		if c == r {
			g.claimed = r
			return nil
		}
	}
	return g.Position().moveError(NotClaimable, r.String())
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
