package search

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"tafelrunde/lancelot"
)

// Advice is what a search tells a player about a position.
type Advice struct {
	// Chances are those of all seats to win, in thousandths.
	Chances [lancelot.MaxSeats]Score
	// Candidates are the turns looked at that promise most, the best first.
	Candidates []Candidate
	// Nodes is the number of positions judged.
	Nodes uint64
}

// Candidate is a turn and what it does.
type Candidate struct {
	Turn lancelot.Turn
	// Line is the turn and what is expected to follow.
	Line []lancelot.Turn
	// Chances are those of all seats after the turn. That of the seat to act is
	// the turn's worth.
	Chances [lancelot.MaxSeats]Score
	// Proved tells that the chances are how the game ends when all play for
	// themselves.
	Proved bool
	// Takes are the stones that the turn takes.
	Takes []lancelot.Taken
	// Exposes are, for each other seat that could take stones of the one to act
	// with its next stone, the most of them that it could take.
	Exposes []Exposure
	// Gains is the seat, besides the one that acts, whose chance grows most by the
	// turn, and Gain by how many thousandths; 0 if none grows.
	Gains lancelot.Seat
	Gain  Score

	seat     lancelot.Seat
	captured int // in all, after the turn
	target   int
	wins     bool // at once
}

// Exposure is what a seat could take with its next stone, as the board then is.
type Exposure struct {
	By    lancelot.Seat
	On    lancelot.Square
	Takes []lancelot.Taken // stones of the seat that exposes them
}

// Verdict is what a turn was worth, compared with the best.
type Verdict struct {
	Played, Better Candidate // the same if nothing was better
	// Loss is how much of the chance to win the turn gave away, in thousandths.
	Loss Score
	Kind VerdictKind
}

// VerdictKind is how grave a loss is.
type VerdictKind string

// The kinds, by the loss in thousandths.
const (
	Good       VerdictKind = "good"       // less than 50
	Inaccuracy VerdictKind = "inaccuracy" // from 50
	Mistake    VerdictKind = "mistake"    // from 100
	Blunder    VerdictKind = "blunder"    // from 200
)

func verdictKind(loss Score) VerdictKind {
	switch {
	case loss < 50:
		return Good
	case loss < 100:
		return Inaccuracy
	case loss < 200:
		return Mistake
	}
	return Blunder
}

// Advise searches the position, which must not be over, and tells about at most
// n turns, of which there is at least one.
func (t *Tree) Advise(ctx context.Context, p *lancelot.Position, limits Limits, n int) Advice {
	line := t.Search(ctx, p, limits, nil)
	root := t.nodes.at(t.root)
	edges := slices.Clone(t.edges.from(root.first, root.count))
	best := t.best(root).turn
	slices.SortStableFunc(edges, func(a, b edge) int {
		if (a.turn == best) != (b.turn == best) {
			if a.turn == best {
				return -1
			}
			return 1
		}
		return cmp.Compare(b.visits, a.visits)
	})
	advice := Advice{Chances: line.Chances, Nodes: line.Nodes}
	for i := range edges[:max(1, min(n, len(edges)))] {
		advice.Candidates = append(advice.Candidates, t.candidate(p, &edges[i]))
	}
	return advice
}

// Judge searches the position and compares the turn, which must be legal, with
// the best one.
func (t *Tree) Judge(ctx context.Context, p *lancelot.Position, turn lancelot.Turn, limits Limits) Verdict {
	t.Include = []lancelot.Turn{turn}
	defer func() { t.Include = nil }()
	t.Search(ctx, p, limits, nil)
	root := t.nodes.at(t.root)
	best := t.best(root)
	v := Verdict{Better: t.candidate(p, best)}
	v.Played = v.Better
	if best.turn != turn {
		edges := t.edges.from(root.first, root.count)
		i := slices.IndexFunc(edges, func(e edge) bool { return e.turn == turn })
		v.Played = t.candidate(p, &edges[i])
		seat := p.ToAct()
		v.Loss = max(0, v.Better.Chances[seat]-v.Played.Chances[seat])
	}
	if v.Kind = verdictKind(v.Loss); v.Kind == Good {
		v.Better = v.Played
	}
	return v
}

// candidate tells about the turn of an edge of the root.
func (t *Tree) candidate(p *lancelot.Position, e *edge) Candidate {
	seat := p.ToAct()
	var after lancelot.Position
	p.PlayInto(&after, e.turn)
	c := Candidate{Turn: e.turn, Chances: t.chances(e, p), seat: seat, captured: after.Captured(seat), target: p.Target()}
	_, c.Proved = t.valueOf(e, seat)
	o := after.Outcome()
	c.wins = o.Over() && o.Return(seat) == 1
	if step, err := p.Explain(e.turn); err == nil {
		c.Takes = step.Takes()
	}
	c.Line = append([]lancelot.Turn{e.turn}, t.from(e.child, &after)...)
	if !o.Over() {
		c.Exposes = exposures(&after, seat)
	}
	before := sharesOf(p)
	for other := range lancelot.Seat(p.Seats()) {
		if gain := c.Chances[other] - scoreOf(before[other]); other != seat && gain > c.Gain {
			c.Gains, c.Gain = other, gain
		}
	}
	return c
}

// from is the best line from a node.
func (t *Tree) from(at int32, p *lancelot.Position) (turns []lancelot.Turn) {
	board := *p
	for at != 0 && t.nodes.at(at).count > 0 && !board.Outcome().Over() {
		e := t.best(t.nodes.at(at))
		if e.visits == 0 {
			break
		}
		turns = append(turns, e.turn)
		board.PlayInto(&board, e.turn)
		at = e.child
	}
	return turns
}

// exposures are, for each other seat with a stone in hand, the capture of most
// stones of the seat, on the board as it is.
func exposures(p *lancelot.Position, seat lancelot.Seat) (list []Exposure) {
	own := p.Stones(seat)
	for by := range lancelot.Seat(p.Seats()) {
		if by == seat || p.InHand(by) == 0 {
			continue
		}
		best, on := lancelot.Set{}, lancelot.NoSquare
		for open := p.OpenTo(by); open.Any(); {
			square := open.Pop()
			var taken lancelot.Set
			for _, line := range p.LinesThrough(square) {
				if p.LineState(int(line)).Lead(by) == 1 {
					squares := p.LineSquares(int(line))
					mine := own.And(&squares)
					for w := range taken {
						taken[w] |= mine[w]
					}
				}
			}
			if taken.Len() > best.Len() {
				best, on = taken, p.Square(square)
			}
		}
		if on == lancelot.NoSquare {
			continue
		}
		e := Exposure{By: by, On: on}
		for best.Any() {
			e.Takes = append(e.Takes, lancelot.Taken{Square: p.Square(best.Pop()), Seat: seat})
		}
		list = append(list, e)
	}
	slices.SortStableFunc(list, func(a, b Exposure) int { return cmp.Compare(len(b.Takes), len(a.Takes)) })
	return list
}

// Language is a language that sentences are written in.
type Language string

// The languages.
const (
	English Language = "en"
	German  Language = "de"
)

// Sentence tells in words what the turn does and what it leads to.
func (c *Candidate) Sentence(in Language) string {
	parts := []string{c.takes(in)}
	switch {
	case c.wins:
	case len(c.Exposes) > 0:
		parts = append(parts, c.exposes(in))
	default:
		parts = append(parts, choose(in, "nobody can take a stone of yours with the next stone", "niemand kann mit dem nächsten Stein einen von deinen schlagen"))
	}
	if c.Gain >= 20 {
		name := strings.ToUpper(c.Gains.String())
		parts = append(parts, choose(in, "seat "+name+" gains most from it besides you", "am meisten hat außer dir Streiter "+name+" davon"))
	}
	if !c.wins {
		parts = append(parts, c.prospect(in))
	}
	return c.Turn.Display() + " " + strings.Join(parts, "; ") + "."
}

// choose is the text in a language.
func choose(in Language, english, german string) string {
	if in == German {
		return german
	}
	return english
}

// stones counts stones in words; by whom they are told of, in the accusative.
func stones(in Language, n int) string {
	if n == 1 {
		return choose(in, "one stone", "einen Stein")
	}
	return choose(in, strconv.Itoa(n)+" stones", strconv.Itoa(n)+" Steine")
}

func (c *Candidate) takes(in Language) string {
	switch n := len(c.Takes); {
	case c.wins && n > 0:
		return choose(in, "takes "+stones(in, n)+" and wins the game", "schlägt "+stones(in, n)+" und gewinnt das Spiel")
	case c.wins:
		return choose(in, "wins the game", "gewinnt das Spiel")
	case n > 0:
		counts := strconv.Itoa(c.captured)
		target := strconv.Itoa(c.target)
		return choose(in, "takes "+stones(in, n)+", which makes "+counts+" of "+target, "schlägt "+stones(in, n)+", das sind "+counts+" von "+target)
	}
	return choose(in, "takes nothing", "schlägt nichts")
}

func (c *Candidate) exposes(in Language) string {
	var list []string
	for _, e := range c.Exposes {
		name := strings.ToUpper(e.By.String())
		n := len(e.Takes)
		list = append(list, choose(in,
			"seat "+name+" could take "+stones(in, n)+" of yours on "+e.On.Display(),
			"Streiter "+name+" könnte auf "+e.On.Display()+" "+stones(in, n)+" von dir schlagen"))
	}
	return strings.Join(list, choose(in, ", ", ", "))
}

func (c *Candidate) prospect(in Language) string {
	chance := c.Chances[c.seat]
	switch {
	case c.Proved && chance == 1000:
		return choose(in, "it wins by force", "es gewinnt in jedem Fall")
	case c.Proved && chance == 0:
		return choose(in, "it loses if the others play well", "es verliert, wenn die anderen gut spielen")
	}
	percent := strconv.Itoa(int(chance+5) / 10)
	return choose(in, "your chance to win is then "+percent+" %", "deine Aussicht auf den Sieg ist dann "+percent+" %")
}

// Sentence tells in words whether the turn was a mistake, what it did and what was
// better.
func (v *Verdict) Sentence(in Language) string {
	turn, loss := v.Played.Turn.Display(), strconv.Itoa(int(v.Loss+5)/10) // at least 5
	var kind string
	switch v.Kind {
	case Good:
		return choose(in, turn+" was good: nothing much better was found.", turn+" war gut: Es fand sich nichts, das viel besser wäre.")
	case Inaccuracy:
		kind = choose(in, "inexact", "ungenau")
	case Mistake:
		kind = choose(in, "a mistake", "ein Fehler")
	case Blunder:
		kind = choose(in, "a grave mistake", "ein schwerer Fehler")
	}
	return choose(in,
		turn+" was "+kind+" and cost "+loss+" percentage points of the chance to win. "+v.Played.Sentence(in)+" Better: "+v.Better.Sentence(in),
		turn+" war "+kind+" und kostete "+loss+" Prozentpunkte der Siegaussicht. "+v.Played.Sentence(in)+" Besser: "+v.Better.Sentence(in))
}
