package badges

import (
	"slices"

	"tafelrunde/lancelot"
)

// Bounds of the laws of Lancelot.
const (
	manyLines  = 3
	manyStones = 5
	manyOwners = 3
	fewStones  = 12
)

// lancelotLaws are the badges of Lancelot. To win means to win alone; a stone that a seat
// captures belonged to another seat.
var lancelotLaws = []law[*lancelotGame]{
	{Badge{"three-lines", Lancelot, "One turn captures stones on three lines or more."}, (*lancelotGame).threeLines},
	{Badge{"great-capture", Lancelot, "One turn captures five stones or more."}, (*lancelotGame).greatCapture},
	{Badge{"all-colors", Lancelot, "One turn captures stones of three other seats or more."}, (*lancelotGame).allColors},
	{Badge{"sword-capture", Lancelot, "The move of Excalibur, as a part of a turn, captures a stone."}, (*lancelotGame).swordCapture},
	{Badge{"without-excalibur", Lancelot, "The seat wins a game with Excalibur without having moved it."}, (*lancelotGame).withoutExcalibur},
	{Badge{"five-seats", Lancelot, "The seat wins a game of five seats."}, (*lancelotGame).fiveSeats},
	{Badge{"few-stones", Lancelot, "The seat reaches the target and has placed twelve stones or fewer."}, (*lancelotGame).fewStones},
	{Badge{"unscathed", Lancelot, "The seat reaches the target and has lost no stone."}, (*lancelotGame).unscathed},
	{Badge{"by-a-hair", Lancelot, "The seat reaches the target, and another seat lacks one stone for it."}, (*lancelotGame).byAHair},
	{Badge{"shared-win", Lancelot, "No seat has a legal turn any more, and the seat shares the win."}, (*lancelotGame).sharedWin},
}

// lancelotGame is a game as one seat has played it.
type lancelotGame struct {
	*lancelot.Game
	seat    lancelot.Seat
	winners []lancelot.Seat
}

// FindLancelot returns the badges that a seat has earned in a finished game, in the order
// of [All]. winners are the seats that win or share the win.
func FindLancelot(g *lancelot.Game, seat lancelot.Seat, winners []lancelot.Seat) []Earned {
	if !isUsual(g.Start()) {
		return nil
	}
	return earnedIn(lancelotLaws, &lancelotGame{Game: g, seat: seat, winners: winners})
}

// isUsual reports whether a position is the start of a game with the usual target.
func isUsual(start *lancelot.Position) bool {
	o := lancelot.Options{Seats: start.Seats(), Rules: start.Rules(), First: start.ToMove()}
	if start.PlacesExcalibur() {
		o.First = (o.First + 1) % lancelot.Seat(o.Seats)
	}
	usual, err := lancelot.Start(o)
	return err == nil && usual.String() == start.String()
}

// after returns the number of turns after the first turn of the seat that fulfils a
// condition.
func (g *lancelotGame) after(condition func(turn int, s lancelot.Step) bool) int {
	for turn := range g.Len() {
		if s := g.Step(turn); s.Seat == g.seat && condition(turn, s) {
			return turn + 1
		}
	}
	return 0
}

// end returns the number of turns at the end if a condition holds.
func (g *lancelotGame) end(condition bool) int {
	if condition {
		return g.Len()
	}
	return 0
}

// wins reports whether the seat has won alone.
func (g *lancelotGame) wins() bool { return len(g.winners) == 1 && g.winners[0] == g.seat }

// reachesTarget reports whether the seat has won by reaching the target.
func (g *lancelotGame) reachesTarget() bool {
	return g.wins() && g.Outcome().Reason == lancelot.TargetReached && g.Outcome().Wins(g.seat)
}

func (g *lancelotGame) threeLines() int {
	return g.after(func(turn int, s lancelot.Step) bool {
		var lines []int
		for _, a := range s.Actions {
			for _, line := range a.Lines {
				on := g.Start().LineSquares(line)
				captured := slices.ContainsFunc(a.Captures, func(c lancelot.Capture) bool { return on.Has(c.Square) })
				if captured && !slices.Contains(lines, line) {
					lines = append(lines, line)
				}
			}
		}
		return len(lines) >= manyLines
	})
}

func (g *lancelotGame) greatCapture() int {
	return g.after(func(_ int, s lancelot.Step) bool { return len(s.Captures()) >= manyStones })
}

func (g *lancelotGame) allColors() int {
	return g.after(func(_ int, s lancelot.Step) bool {
		var owners []lancelot.Seat
		for _, c := range s.Captures() {
			if !slices.Contains(owners, c.Seat) {
				owners = append(owners, c.Seat)
			}
		}
		return len(owners) >= manyOwners
	})
}

func (g *lancelotGame) swordCapture() int {
	return g.after(func(_ int, s lancelot.Step) bool {
		return slices.ContainsFunc(s.Actions, func(a lancelot.Action) bool { return a.Excalibur && len(a.Captures) > 0 })
	})
}

func (g *lancelotGame) withoutExcalibur() int {
	return g.end(g.wins() && g.Start().Rules().Excalibur && g.Position().HasExcaliburTurn(g.seat))
}

func (g *lancelotGame) fiveSeats() int {
	return g.end(g.wins() && g.Start().Seats() == lancelot.MaxSeats)
}

func (g *lancelotGame) fewStones() int {
	placed := lancelot.StonesPerSeat - g.Position().InHand(g.seat)
	return g.end(g.reachesTarget() && placed <= fewStones)
}

func (g *lancelotGame) unscathed() int {
	if !g.reachesTarget() {
		return 0
	}
	for turn := range g.Len() {
		if slices.ContainsFunc(g.Step(turn).Captures(), func(c lancelot.Capture) bool { return c.Seat == g.seat }) {
			return 0
		}
	}
	return g.end(true)
}

func (g *lancelotGame) byAHair() int {
	if !g.reachesTarget() {
		return 0
	}
	p := g.Position()
	for seat := range lancelot.Seat(p.Seats()) {
		if seat != g.seat && p.Captured(seat) == p.Target()-1 {
			return g.end(true)
		}
	}
	return 0
}

func (g *lancelotGame) sharedWin() int {
	return g.end(g.Outcome().Reason == lancelot.NoLegalTurn && len(g.winners) > 1 && slices.Contains(g.winners, g.seat))
}
