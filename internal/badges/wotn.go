package badges

import (
	"slices"

	"tafelrunde/wotn"
)

// Bounds of the laws of Way of the Knight.
const (
	heavyHandicap = 3             // points
	humble        = wotn.Level(2) // squires and priests
	noble         = wotn.Level(8) // chancellors and queens
	giant         = wotn.Level(9) // lords
	steps         = 4             // promotions in a row
	crowns        = 2             // kings
)

// wotnLaws are the badges of Way of the Knight. A piece keeps its identity when it is
// promoted.
var wotnLaws = []law[*wotnGame]{
	{Badge{"first-lord", Wotn, "A move promotes a piece to lord (in the alternative variant: duke)."}, (*wotnGame).firstLord},
	{Badge{"chancellor-king", Wotn, "A move promotes a lord chancellor to king."}, (*wotnGame).chancellorKing},
	{Badge{"two-kings", Wotn, "The side wins and has two kings or more at the end."}, (*wotnGame).twoKings},
	{Badge{"corner-castle", Wotn, "The side castles with a piece in the corner that a handicap has promoted."}, (*wotnGame).cornerCastle},
	{Badge{"against-handicap", Wotn, "The side wins against an opponent who has spent three handicap points or more."}, (*wotnGame).againstHandicap},
	{Badge{"humble-mate", Wotn, "The side gives checkmate, and every piece that gives the check is of level 1 or 2."}, (*wotnGame).humbleMate},
	{Badge{"from-the-ranks", Wotn, "A move promotes a piece that was a pawn at the start of the game to level 8 or more."}, (*wotnGame).fromTheRanks},
	{Badge{"four-steps", Wotn, "Four moves of the side in a row promote the same piece."}, (*wotnGame).fourSteps},
	{Badge{"regicide", Wotn, "A move captures a king, which only a side with two kings or more can lose."}, (*wotnGame).regicide},
	{Badge{"giant-slayer", Wotn, "A pawn captures a piece of level 9 or more."}, (*wotnGame).giantSlayer},
}

// wotnGame is a game as one side has played it.
type wotnGame struct {
	*wotn.Game
	side wotn.Color
	won  bool
	// handicap is the number of points spent on pieces of White before the game.
	handicap int
	// movers are the pieces that moved, by ply.
	movers []*piece
}

// piece is a piece of a game from the start on.
type piece struct{ first wotn.Kind }

// FindWotn returns the badges that a side has earned in a finished game, in the order of
// [All]. won reports whether the side has won.
func FindWotn(g *wotn.Game, side wotn.Color, won bool) []Earned {
	points, usual := handicapOf(g.Start())
	if !usual {
		return nil
	}
	return earnedIn(wotnLaws, &wotnGame{Game: g, side: side, won: won, handicap: points, movers: moversOf(g)})
}

// moversOf returns the piece that made each move.
func moversOf(g *wotn.Game) []*piece {
	var board [64]*piece
	for s := range g.Start().Occupied().Squares() {
		board[s] = &piece{g.Start().At(s).Kind}
	}
	movers := make([]*piece, g.Len())
	for ply, m := range g.Moves() {
		if s := m.CaptureSquare(); s != wotn.NoSquare {
			board[s] = nil
		}
		if from, to, castles := m.Corner(); castles {
			board[from], board[to] = nil, board[from]
		}
		movers[ply] = board[m.From()]
		board[m.From()], board[m.To()] = nil, board[m.From()]
	}
	return movers
}

// handicapOf returns the number of handicap points that lead from the usual start to a
// position. It reports false if none do: White, who has the points, may have promoted
// pieces, and nothing else may differ.
func handicapOf(start *wotn.Position) (points int, usual bool) {
	variant := start.Variant()
	if variant == wotn.Chess {
		return 0, false
	}
	first := wotn.Start(variant)
	if start.ToMove() != first.ToMove() || start.Castling() != first.Castling() || start.EnPassant() != wotn.NoSquare || start.Occupied() != first.Occupied() {
		return 0, false
	}
	for s := range start.Occupied().Squares() {
		was, is := first.At(s), start.At(s)
		if was == is {
			continue
		}
		if is.Color != was.Color || is.Color != wotn.White || !becomes(variant, was.Kind, is.Kind) {
			return 0, false
		}
		points += int(is.Kind.Level()) - int(was.Kind.Level())
	}
	return points, true
}

// becomes reports whether promotions lead from a kind to another.
func becomes(v wotn.Variant, from, to wotn.Kind) bool {
	return from == to || from.Level() < to.Level() &&
		slices.ContainsFunc(v.Promotions(from), func(k wotn.Kind) bool { return becomes(v, k, to) })
}

// after returns the ply after the first move of the side that fulfils a condition.
func (g *wotnGame) after(condition func(ply int, m wotn.Move) bool) int {
	for ply, m := range g.Moves() {
		if g.PositionAfter(ply).ToMove() == g.side && condition(ply, m) {
			return ply + 1
		}
	}
	return 0
}

// end returns the ply at the end if a condition holds.
func (g *wotnGame) end(condition bool) int {
	if condition {
		return g.Len()
	}
	return 0
}

func (g *wotnGame) firstLord() int {
	return g.after(func(_ int, m wotn.Move) bool { return m.Promotion() == wotn.Lord })
}

func (g *wotnGame) chancellorKing() int {
	return g.after(func(_ int, m wotn.Move) bool { return m.Promotion() == wotn.King })
}

func (g *wotnGame) twoKings() int {
	return g.end(g.won && g.Position().Pieces(g.side, wotn.King).Count() >= crowns)
}

// cornerCastle relies on the start: a piece in a corner with its right has not moved, so
// that only a handicap can have promoted it.
func (g *wotnGame) cornerCastle() int {
	return g.after(func(ply int, m wotn.Move) bool {
		from, _, castles := m.Corner()
		return castles && g.PositionAfter(ply).At(from).Kind != wotn.Rook
	})
}

func (g *wotnGame) againstHandicap() int {
	return g.end(g.won && g.side == wotn.Black && g.handicap >= heavyHandicap)
}

func (g *wotnGame) humbleMate() int {
	p := g.Position()
	if p.ToMove() == g.side || p.Outcome().Reason != wotn.Checkmate {
		return 0
	}
	for s := range p.Checkers().Squares() {
		if p.At(s).Kind.Level() > humble {
			return 0
		}
	}
	return g.end(true)
}

func (g *wotnGame) fromTheRanks() int {
	return g.after(func(ply int, m wotn.Move) bool {
		return m.Promotion() != wotn.NoKind && m.Promotion().Level() >= noble && g.movers[ply].first == wotn.Pawn
	})
}

func (g *wotnGame) fourSteps() int {
	return g.after(func(ply int, _ wotn.Move) bool {
		for i := range steps {
			p := ply - 2*i // the moves of a side are two plies apart
			if p < 0 || g.movers[p] != g.movers[ply] || g.Moves()[p].Promotion() == wotn.NoKind {
				return false
			}
		}
		return true
	})
}

func (g *wotnGame) regicide() int {
	return g.after(func(_ int, m wotn.Move) bool { return m.Captured() == wotn.King })
}

func (g *wotnGame) giantSlayer() int {
	return g.after(func(_ int, m wotn.Move) bool {
		return m.Kind() == wotn.Pawn && m.Captured() != wotn.NoKind && m.Captured().Level() >= giant
	})
}
