package search

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"tafelrunde/lancelot"
)

// Advice is what a search tells a player about a position.
type Advice struct {
	// WinShares are those of all seats to win, in thousandths.
	WinShares [lancelot.MaxSeats]Score
	// Candidates are the turns looked at that promise most, the best first.
	Candidates []Candidate
	// Nodes is the number of positions judged.
	Nodes uint64
	// Done tells that the position is solved or leaves no choice, so that to search
	// on finds nothing more.
	Done bool
}

// Candidate is a turn and what it does.
type Candidate struct {
	Turn lancelot.Turn
	// Line is the turn and what is expected to follow.
	PV []lancelot.Turn
	// WinShares are those of all seats after the turn. That of the seat to act is
	// the turn's worth.
	WinShares [lancelot.MaxSeats]Score
	// Proved tells that the chances are how the game ends when all play for
	// themselves.
	Proved bool
	// Captures are the stones that the turn takes.
	Captures []lancelot.Capture
	// Threats are, for each other seat that could take stones of the one to act
	// with its next stone, the most of them that it could take.
	Threats []Threat
	// Gains is the seat, besides the one that acts, that gains most if this turn is
	// played instead of another, and Gain how many thousandths of a chance; 0 if none
	// does. Both sides of the comparison have been searched: the other turns count as
	// often as the search has tried them.
	Gains lancelot.Seat
	Gain  Score

	seat     lancelot.Seat
	seats    int
	captured int // in all, after the turn
	target   int
	over     bool // at once
	wins     bool // at once
}

// Threat is what a seat could take with its next stone, as the board then is.
type Threat struct {
	By       lancelot.Seat
	On       lancelot.Square
	Captures []lancelot.Capture // stones of the seat that exposes them
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

// Of the time or the nodes given, the turns that are told about get the last
// quarter, all alike, so that what is said of each has been searched and is no
// guess at a glance.
const evenPart = 4

// Advise searches the position, which must not be over, and tells about at most
// n turns, of which there is at least one.
func (t *Tree) Advise(ctx context.Context, p *lancelot.Position, limits Limits, n int) Advice {
	var best int32
	if n > 1 {
		best = t.searchMost(ctx, p, limits)
	} else {
		t.Search(ctx, p, limits, nil)
		best = t.bestEdge(t.nodes.at(t.root))
	}
	root := t.nodes.at(t.root)
	order := t.different(t.ranked(root, best))
	order = order[:max(1, min(n, len(order)))]
	t.searchEvenly(ctx, p, limits, order)
	var advice Advice
	for _, at := range order {
		advice.Candidates = append(advice.Candidates, t.candidate(p, at))
	}
	// All have now been searched enough to be compared by what was found.
	slices.SortStableFunc(advice.Candidates, func(a, b Candidate) int {
		return cmp.Compare(b.WinShares[p.ToAct()], a.WinShares[p.ToAct()])
	})
	advice.WinShares = advice.Candidates[0].WinShares
	advice.Nodes = t.clock.nodes
	advice.Done = root.count == 1 || root.state&solved != 0
	return advice
}

// Judge searches the position and compares the turn, which must be legal, with
// the best one.
func (t *Tree) Judge(ctx context.Context, p *lancelot.Position, turn lancelot.Turn, limits Limits) Verdict {
	t.Include = []lancelot.Turn{turn}
	defer func() { t.Include = nil }()
	best := t.searchMost(ctx, p, limits)
	root := t.nodes.at(t.root)
	played := root.first + int32(slices.IndexFunc(t.edges.from(root.first, root.count), func(e edge) bool { return e.turn == turn }))
	if played != best {
		t.searchEvenly(ctx, p, limits, []int32{played, best})
	}
	v := Verdict{Better: t.candidate(p, best)}
	v.Played = v.Better
	if played != best {
		v.Played = t.candidate(p, played)
		seat := p.ToAct()
		v.Loss = max(0, v.Better.WinShares[seat]-v.Played.WinShares[seat])
	}
	if v.Kind = verdictKind(v.Loss); v.Kind == Good {
		v.Better = v.Played
	}
	return v
}

// searchMost searches for all but the last part of the limits and answers the
// edge of the best turn.
func (t *Tree) searchMost(ctx context.Context, p *lancelot.Position, limits Limits) int32 {
	most := limits
	most.Nodes -= limits.Nodes / evenPart
	if deadline, timed := ctx.Deadline(); timed {
		early, cancel := context.WithDeadline(ctx, deadline.Add(-time.Until(deadline)/evenPart))
		defer cancel()
		t.Search(early, p, most, nil)
	} else {
		t.Search(ctx, p, most, nil)
	}
	return t.bestEdge(t.nodes.at(t.root))
}

// searchEvenly tries these edges of the root all alike until the limits are
// reached.
func (t *Tree) searchEvenly(ctx context.Context, p *lancelot.Position, limits Limits, edges []int32) {
	if len(edges) == 1 {
		return
	}
	for _, at := range edges {
		t.even = append(t.even, evenly{edge: at})
	}
	spent := t.clock.nodes
	t.clock = startClock(ctx, limits)
	t.clock.nodes = spent
	t.run(p, nil)
	t.even = nil
}

// ranked are the edges of a node, that of the best turn first and the others by
// how often they have been tried.
func (t *Tree) ranked(n *node, best int32) []int32 {
	order := make([]int32, n.count)
	for i := range order {
		order[i] = n.first + int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		if (a == best) != (b == best) {
			if a == best {
				return -1
			}
			return 1
		}
		return cmp.Compare(t.edges.at(b).visits, t.edges.at(a).visits)
	})
	return order
}

// different leaves out edges that lead where one before them leads: often the same
// two actions in the other order.
func (t *Tree) different(order []int32) []int32 {
	known := map[int32]bool{}
	return slices.DeleteFunc(order, func(at int32) bool {
		child := t.edges.at(at).child
		same := child != 0 && known[child]
		known[child] = true
		return same
	})
}

// candidate tells about the turn of an edge of the root.
func (t *Tree) candidate(p *lancelot.Position, at int32) Candidate {
	e, seat := t.edges.at(at), p.ToAct()
	var after lancelot.Position
	p.PlayInto(&after, e.turn)
	c := Candidate{Turn: e.turn, WinShares: t.chances(e, p), seat: seat, seats: p.Seats(), captured: after.Captured(seat), target: p.Target()}
	_, c.Proved = t.valueOf(e, seat)
	o := after.Outcome()
	c.over = o.Over()
	c.wins = c.over && o.WinShare(seat) == 1
	if step, err := p.Explain(e.turn); err == nil {
		c.Captures = step.Captures()
	}
	c.PV = append([]lancelot.Turn{e.turn}, t.from(e.child, &after)...)
	if !o.Over() {
		c.Threats = exposures(&after, seat)
	}
	if instead, ok := t.instead(e); ok {
		for other := range lancelot.Seat(p.Seats()) {
			if gain := c.WinShares[other] - instead[other]; other != seat && gain > c.Gain {
				c.Gains, c.Gain = other, gain
			}
		}
	}
	return c
}

// instead are the chances of all seats if another turn than that of an edge of the
// root is played, each counting as often as the search has tried it; false if it
// has tried none.
func (t *Tree) instead(but *edge) (c [lancelot.MaxSeats]Score, ok bool) {
	root := t.nodes.at(t.root)
	var sums [lancelot.MaxSeats]float64
	tried := 0.0
	edges := t.edges.from(root.first, root.count)
	for i := range edges {
		e := &edges[i]
		if e.turn == but.turn || e.visits == 0 || e.child == 0 {
			continue
		}
		child := t.nodes.at(e.child)
		parts := float64(child.visits)
		if child.state&solved != 0 {
			parts = 1
		}
		if parts == 0 {
			continue
		}
		for seat := range sums {
			sums[seat] += float64(e.visits) * float64(child.sums[seat]) / parts
		}
		tried += float64(e.visits)
	}
	if tried == 0 {
		return c, false
	}
	for seat, sum := range sums {
		c[seat] = scoreOf(float32(sum / tried))
	}
	return c, true
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
func exposures(p *lancelot.Position, seat lancelot.Seat) (list []Threat) {
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
		e := Threat{By: by, On: on}
		for best.Any() {
			e.Captures = append(e.Captures, lancelot.Capture{Square: p.Square(best.Pop()), Seat: seat})
		}
		list = append(list, e)
	}
	slices.SortStableFunc(list, func(a, b Threat) int { return cmp.Compare(len(b.Captures), len(a.Captures)) })
	return list
}

// Language is a language that sentences are written in.
type Language string

// The languages.
const (
	English Language = "en"
	German  Language = "de"
)

// words are how a sentence is put: in which language, and how seats are called.
type words struct {
	in Language
	// names are those of the seats; without them the seat to act is told "you" and
	// the others are called by their letters.
	names []string
}

// choose is the text in the language.
func (w words) choose(english, german string) string {
	if w.in == German {
		return german
	}
	return english
}

// name is what a seat is called as the subject of a sentence.
func (w words) name(seat lancelot.Seat) string {
	if int(seat) < len(w.names) {
		return w.names[seat]
	}
	return w.choose("seat ", "Streiter ") + strings.ToUpper(seat.String())
}

// stones counts stones in words; by whom they are told of, in the accusative.
func (w words) stones(n int) string {
	if n == 1 {
		return w.choose("one stone", "einen Stein")
	}
	return w.choose(strconv.Itoa(n)+" stones", strconv.Itoa(n)+" Steine")
}

// own counts stones of the seat that acts, in the accusative.
func (w words) own(n int, seat lancelot.Seat) string {
	switch {
	case w.names != nil:
		return w.stones(n) + w.choose(" of ", " von ") + w.name(seat)
	case n == 1:
		return w.choose("one of your stones", "einen deiner Steine")
	}
	return strconv.Itoa(n) + w.choose(" of your stones", " deiner Steine")
}

// percent is a chance in hundredths, as the language writes it.
func (w words) percent(chance Score) string {
	return strconv.Itoa(int(chance+5)/10) + w.choose("%", " %")
}

// Sentence tells the seat to act in words what the turn does and what it leads to.
func (c *Candidate) Sentence(in Language) string { return c.sentence(words{in: in}) }

// SentenceFor tells anybody the same; names are those of all seats.
func (c *Candidate) SentenceFor(in Language, names []string) string {
	return c.sentence(words{in, names})
}

func (c *Candidate) sentence(w words) string {
	parts := []string{c.takes(w)}
	if !c.over {
		parts = append(parts, c.exposes(w))
	}
	if c.Gain >= 20 {
		name := w.name(c.Gains)
		if c.seats == 2 {
			parts = append(parts, w.choose(name+" gains by it", "das nützt "+name))
		} else {
			parts = append(parts, w.choose("of the others "+name+" gains most", "von den anderen hat "+name+" am meisten davon"))
		}
	}
	if !c.over {
		parts = append(parts, c.prospect(w))
	}
	return c.Turn.Display() + " " + strings.Join(parts, "; ") + "."
}

func (c *Candidate) takes(w words) string {
	switch n := len(c.Captures); {
	case c.wins && n > 0:
		return w.choose("takes "+w.stones(n)+" and wins the game", "schlägt "+w.stones(n)+" und gewinnt das Spiel")
	case c.wins:
		return w.choose("wins the game", "gewinnt das Spiel")
	case c.over && c.WinShares[c.seat] > 0:
		return w.choose("ends the game, and the win is shared", "beendet das Spiel mit einem geteilten Sieg")
	case c.over:
		return w.choose("ends the game and loses it", "beendet das Spiel und verliert es")
	case n > 0:
		counts := strconv.Itoa(c.captured)
		target := strconv.Itoa(c.target)
		return w.choose("takes "+w.stones(n)+", which makes "+counts+" of "+target, "schlägt "+w.stones(n)+", das macht zusammen "+counts+" von "+target)
	}
	return w.choose("takes nothing", "schlägt nichts")
}

// exposes tells what others could take with a single stone; of the king's power it
// says nothing.
func (c *Candidate) exposes(w words) string {
	if len(c.Threats) == 0 {
		if w.names != nil {
			one := w.own(1, c.seat)
			return w.choose("no single stone can then take "+one, "kein einzelner Stein kann dann "+one+" schlagen")
		}
		return w.choose("no single stone can then take one of yours", "kein einzelner Stein kann dann einen von deinen schlagen")
	}
	var list []string
	for _, e := range c.Threats {
		name, own, on := w.name(e.By), w.own(len(e.Captures), c.seat), e.On.Display()
		list = append(list, w.choose(name+" could then take "+own+" by playing "+on, name+" könnte dann "+own+" mit "+on+" schlagen"))
	}
	return strings.Join(list, ", ")
}

func (c *Candidate) prospect(w words) string {
	chance := c.WinShares[c.seat]
	switch {
	case c.Proved && chance == 1000 && c.seats == 2:
		return w.choose("the win is then forced", "der Sieg ist damit erzwungen")
	case c.Proved && chance == 1000:
		return w.choose("that wins if everybody plays as well as possible", "das gewinnt, wenn alle so gut wie möglich spielen")
	case c.Proved && chance == 0 && c.seats == 2:
		other := w.name(1 - c.seat)
		return w.choose("that loses if "+other+" plays well", "das verliert, wenn "+other+" gut spielt")
	case c.Proved && chance == 0:
		return w.choose("that loses if the others play well", "das verliert, wenn die anderen gut spielen")
	}
	percent := w.percent(chance)
	if w.names != nil {
		name := w.name(c.seat)
		return w.choose("the chance that "+name+" wins is then "+percent, "die Siegaussicht von "+name+" ist dann "+percent)
	}
	return w.choose("your chance to win is then "+percent, "deine Siegaussicht ist dann "+percent)
}

// Sentence tells the seat that acted in words whether the turn was a mistake, what
// it did and what was better.
func (v *Verdict) Sentence(in Language) string { return v.sentence(words{in: in}) }

// SentenceFor tells anybody the same; names are those of all seats.
func (v *Verdict) SentenceFor(in Language, names []string) string {
	return v.sentence(words{in, names})
}

func (v *Verdict) sentence(w words) string {
	turn, loss := v.Played.Turn.Display(), strconv.Itoa(int(v.Loss+5)/10) // at least 5
	var kind string
	switch v.Kind {
	case Good:
		return w.choose(turn+" was good: nothing much better was found.", turn+" war gut: Es fand sich nichts, was viel besser wäre.")
	case Inaccuracy:
		kind = w.choose("an inaccuracy", "ungenau")
	case Mistake:
		kind = w.choose("a mistake", "ein Fehler")
	case Blunder:
		kind = w.choose("a blunder", "ein schwerer Fehler")
	}
	return w.choose(
		turn+" was "+kind+" and cost "+loss+" percentage points of the chance to win. "+v.Played.sentence(w)+" Better: "+v.Better.sentence(w),
		turn+" war "+kind+" und kostete "+loss+" Prozentpunkte der Siegaussicht. "+v.Played.sentence(w)+" Besser: "+v.Better.sentence(w))
}
