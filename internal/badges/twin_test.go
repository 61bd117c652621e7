package badges_test

import (
	"tafelrunde/internal/badges"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// slowWotn is a second implementation of the laws: it looks at the boards and careers after
// every number of moves, and not at the moves.
func slowWotn(g *wotn.Game, side wotn.Color, won bool) []badges.Earned {
	at := map[badges.Code]int{}
	note := func(code badges.Code, ply int, earned bool) {
		if at[code] == 0 && earned {
			at[code] = ply
		}
	}
	first := wotn.Start(g.Start().Variant())
	points := g.Start().Experience(wotn.White) - first.Experience(wotn.White)
	prefix := wotn.NewGame(*g.Start())
	for ply, m := range g.Moves() {
		before, careers := *prefix.Position(), prefix.Careers()
		if err := prefix.PlayOn(m); err != nil {
			panic(err)
		}
		if after := prefix.Position(); before.ToMove() == side {
			slowMove(prefix, &before, after, careers, m, func(code badges.Code, earned bool) { note(code, ply+1, earned) })
		}
	}
	last := g.Position()
	mate := last.Outcome().Reason == wotn.Checkmate && last.ToMove() != side
	for k := wotn.Knight; k < wotn.NumKinds; k++ {
		mate = mate && last.Checkers()&last.Pieces(side, k) == 0
	}
	note("two-kings", g.Len(), won && last.Pieces(side, wotn.King).Count() > 1)
	note("against-handicap", g.Len(), won && side == wotn.Black && points > 2)
	note("humble-mate", g.Len(), mate)
	return inOrder(at)
}

// slowMove notes what the last move of a game earns. careers are those before it.
func slowMove(g *wotn.Game, before, after *wotn.Position, careers [64]wotn.Career, m wotn.Move, note func(badges.Code, bool)) {
	side := before.ToMove()
	was, is := before.At(m.From()), after.At(m.To())
	promoted := was.Kind != is.Kind
	note("first-lord", promoted && is.Kind == wotn.Lord)
	note("chancellor-king", was.Kind == wotn.LordChancellor && is.Kind == wotn.King)
	note("from-the-ranks", promoted && careers[m.From()].First == wotn.Pawn && is.Kind.Level() > 7)
	note("regicide", after.Pieces(side.Other(), wotn.King).Count() < before.Pieces(side.Other(), wotn.King).Count())
	lost := before.Experience(side.Other()) - after.Experience(side.Other())
	note("giant-slayer", was.Kind == wotn.Pawn && lost > 8)
	corners := [4]wotn.Square{wotn.NewSquare(0, 0), wotn.NewSquare(7, 0), wotn.NewSquare(0, 7), wotn.NewSquare(7, 7)}
	for _, corner := range corners {
		piece := before.At(corner)
		castled := m.IsCastling() && piece.Color == side && piece.Kind != wotn.NoKind && after.At(corner).Kind == wotn.NoKind
		note("corner-castle", castled && piece.Kind != wotn.Rook)
	}
	// A career lists the plies at which a piece was promoted.
	career := g.Careers()[m.To()].Promotions
	n := len(career)
	note("four-steps", promoted && n > 3 && career[n-4].Ply == g.Len()-7)
}

// slowLancelot is a second implementation of the laws: it compares the stones on the board
// before and after every turn.
func slowLancelot(g *lancelot.Game, seat lancelot.Seat, winners []lancelot.Seat) []badges.Earned {
	at := map[badges.Code]int{}
	note := func(code badges.Code, turns int, earned bool) {
		if at[code] == 0 && earned {
			at[code] = turns
		}
	}
	seats := lancelot.Seat(g.Start().Seats())
	lost, used := 0, false
	for i := range g.Len() {
		before, after, turn := g.PositionAfter(i), g.PositionAfter(i+1), g.Step(i).Turn
		if before.ToMove() != seat {
			gone := before.Stones(seat).Difference(after.Stones(seat))
			lost += gone.Count()
			continue
		}
		var taken lancelot.Set
		owners := 0
		for other := range seats {
			gone := before.Stones(other).Difference(after.Stones(other))
			if taken = taken.Union(gone); !gone.IsEmpty() {
				owners++
			}
		}
		moves := before.Excalibur() != lancelot.NoSquare && turn.Excalibur() != lancelot.NoSquare
		used = used || moves
		note("great-capture", i+1, taken.Count() > 4)
		note("all-colors", i+1, owners > 2)
		note("three-lines", i+1, slowLines(before, turn) > 2)
		note("sword-capture", i+1, moves && slowSword(before, turn))
	}
	last := g.Position()
	alone := len(winners) == 1 && winners[0] == seat
	reached := alone && last.Captured(seat) >= last.Target()
	hair := false
	for other := range seats {
		hair = hair || other != seat && last.Captured(other)+1 == last.Target()
	}
	shares := false
	for _, w := range winners {
		shares = shares || w == seat && !alone
	}
	note("without-excalibur", g.Len(), alone && g.Start().Rules().Excalibur && !used)
	note("five-seats", g.Len(), alone && seats == 5)
	note("few-stones", g.Len(), reached && g.Start().InHand(seat)-last.InHand(seat) < 13)
	note("unscathed", g.Len(), reached && lost == 0)
	note("by-a-hair", g.Len(), reached && hair)
	note("shared-win", g.Len(), shares && last.Outcome().Reason == lancelot.NoLegalTurn)
	return inOrder(at)
}

// slowLines counts the lines on which a turn captures a stone.
func slowLines(before *lancelot.Position, turn lancelot.Turn) int {
	n := 0
	for line := range before.LineCount() {
		if captures(before, turn, line) {
			n++
		}
	}
	return n
}

// captures reports whether an action of a turn makes the lead of the seat on a line two.
func captures(before *lancelot.Position, turn lancelot.Turn, line int) bool {
	for _, a := range step(before, turn).Actions {
		for _, l := range a.Lines {
			on := before.LineSquares(line)
			for _, c := range a.Captures {
				if l == line && on.Has(c.Square) {
					return true
				}
			}
		}
	}
	return false
}

// slowSword reports whether Excalibur captures a stone in a turn.
func slowSword(before *lancelot.Position, turn lancelot.Turn) bool {
	for _, a := range step(before, turn).Actions {
		if a.Excalibur && len(a.Captures) > 0 {
			return true
		}
	}
	return false
}

func step(before *lancelot.Position, turn lancelot.Turn) lancelot.Step {
	s, err := before.Explain(turn)
	if err != nil {
		panic(err)
	}
	return s
}

// inOrder returns badges in the order of badges.All, nil for none.
func inOrder(at map[badges.Code]int) (all []badges.Earned) {
	for _, b := range badges.All() {
		if ply := at[b.Code]; ply > 0 {
			all = append(all, badges.Earned{Code: b.Code, Ply: ply})
		}
	}
	return all
}
