package cli

import (
	"strconv"
	"strings"

	"tafelrunde/internal/judge"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/search"
)

// sentences writes sentences about the advice for one position, in English
// or German. The seat to act is addressed as "you", others by their letters.
type sentences struct {
	german   bool
	position *lancelot.Position
}

// sentencesIn returns the words for a position in a language, en or de.
func sentencesIn(language string, p *lancelot.Position) sentences {
	return sentences{german: language == "de", position: p}
}

// choose returns the text in the language.
func (w sentences) choose(english, german string) string {
	if w.german {
		return german
	}
	return english
}

// seat returns the name of a seat in the nominative.
func (w sentences) seat(seat lancelot.Seat) string {
	return w.choose("seat ", "Spieler ") + strings.ToUpper(seat.String())
}

// stones counts stones in the accusative.
func (w sentences) stones(n int) string {
	if n == 1 {
		return w.choose("one stone", "einen Stein")
	}
	return strconv.Itoa(n) + w.choose(" stones", " Steine")
}

// yourStones counts stones of the seat to act in the accusative.
func (w sentences) yourStones(n int) string {
	if n == 1 {
		return w.choose("one of your stones", "einen deiner Steine")
	}
	return strconv.Itoa(n) + w.choose(" of your stones", " deiner Steine")
}

// candidate returns a sentence about the consequences of a turn.
func (w sentences) candidate(c *search.Candidate) string {
	over := c.Outcome.Over()
	parts := []string{w.captures(c)}
	if !over {
		parts = append(parts, w.threats(c))
	}
	if c.Gain >= 20 {
		seat := w.seat(c.Gains)
		if w.position.Seats() == 2 {
			parts = append(parts, w.choose(seat+" benefits", "das nützt "+seat))
		} else {
			parts = append(parts, w.choose("among the others "+seat+" benefits most", "von den anderen hat "+seat+" am meisten davon"))
		}
	}
	if !over {
		parts = append(parts, w.prospect(c))
	}
	if k := c.Kingmaking; k.Instead != lancelot.NoTurn {
		seat, points, other := w.seat(k.For), strconv.Itoa(int(k.Change+5)/10), shown(k.Instead)
		parts = append(parts, w.choose(
			"about as good for you as "+other+", but the win share of "+seat+" is "+points+" percentage points higher",
			"für dich etwa so gut wie "+other+", aber die Gewinnchance von "+seat+" ist um "+points+" Prozentpunkte höher"))
	}
	return shown(c.Turn) + " " + strings.Join(parts, "; ") + "."
}

func (w sentences) captures(c *search.Candidate) string {
	seat, n := w.position.ToMove(), len(c.Captures)
	switch over := c.Outcome.Over(); {
	case over && c.Outcome.WinShare(seat) == 1 && n > 0:
		return w.choose("captures "+w.stones(n)+" and wins the game", "schlägt "+w.stones(n)+" und gewinnt die Partie")
	case over && c.Outcome.WinShare(seat) == 1:
		return w.choose("wins the game", "gewinnt die Partie")
	case over && c.Outcome.Wins(seat):
		return w.choose("ends the game with a shared win", "beendet die Partie mit einem geteilten Sieg")
	case over:
		return w.choose("ends the game and loses it", "beendet die Partie und verliert sie")
	case n > 0:
		captured, target := strconv.Itoa(c.Captured), strconv.Itoa(w.position.Target())
		return w.choose(
			"captures "+w.stones(n)+", "+captured+" of "+target+" in total",
			"schlägt "+w.stones(n)+", insgesamt "+captured+" von "+target)
	}
	return w.choose("captures nothing", "schlägt nichts")
}

// threats names the captures with a single stone, then the larger ones with an
// Excalibur turn.
func (w sentences) threats(c *search.Candidate) string {
	if len(c.Threats)+len(c.ExcaliburThreats) == 0 {
		return w.choose("nobody can then capture one of your stones", "dann kann niemand einen deiner Steine schlagen")
	}
	var threats []string
	for _, t := range c.Threats {
		by, stones, turn := w.seat(t.By), w.yourStones(len(t.Captures)), shown(t.Turn)
		threats = append(threats, w.choose(by+" could then capture "+stones+" with "+turn, by+" könnte dann "+stones+" mit "+turn+" schlagen"))
	}
	for _, t := range c.ExcaliburThreats {
		by, stones, turn := w.seat(t.By), w.yourStones(len(t.Captures)), shown(t.Turn)
		then, german := " could then capture ", " könnte dann "
		if len(threats) == 0 {
			by = w.choose("no single stone can then capture one of yours, but ", "kein einzelner Stein kann dann einen von deinen schlagen, aber ") + by
			then, german = " could capture ", " könnte "
		}
		threats = append(threats, w.choose(
			by+then+stones+" with the king's power ("+turn+")",
			by+german+"mit der Macht des Königs "+stones+" schlagen ("+turn+")"))
	}
	return strings.Join(threats, ", ")
}

func (w sentences) prospect(c *search.Candidate) string {
	seat, seats := w.position.ToMove(), w.position.Seats()
	share := c.WinShares[seat]
	switch {
	case c.Proved && share == 1000 && seats == 2:
		return w.choose("the win is then forced", "der Sieg ist damit erzwungen")
	case c.Proved && share == 1000:
		return w.choose("this wins if all players play perfectly", "das gewinnt, wenn alle perfekt spielen")
	case c.Proved && share == 0 && seats == 2:
		other := w.seat(1 - seat)
		return w.choose("this loses if "+other+" plays well", "das verliert, wenn "+other+" gut spielt")
	case c.Proved && share == 0:
		return w.choose("this loses if the others play well", "das verliert, wenn die anderen gut spielen")
	}
	percent := strconv.Itoa(int(share+5) / 10)
	return w.choose("your win share is then "+percent+"%", "deine Gewinnchance beträgt dann "+percent+" %")
}

// verdict returns sentences about a turn that was played and the better one.
func (w sentences) verdict(v *judge.TurnVerdict) string {
	turn, loss := shown(v.Played.Turn), strconv.Itoa(int(v.Loss+5)/10) // at least 5
	var kind string
	switch v.Kind {
	case judge.Good:
		return w.choose(turn+" was good: nothing much better was found.", turn+" war gut: Es wurde kein deutlich besserer Zug gefunden.")
	case judge.Inaccuracy:
		kind = w.choose("an inaccuracy", "ungenau")
	case judge.Mistake:
		kind = w.choose("a mistake", "ein Fehler")
	case judge.Blunder:
		kind = w.choose("a blunder", "ein Patzer")
	}
	return w.choose(
		turn+" was "+kind+" and cost "+loss+" percentage points of win share. "+w.candidate(&v.Played)+" Better: "+w.candidate(&v.Better),
		turn+" war "+kind+" und kostete "+loss+" Prozentpunkte Gewinnchance. "+w.candidate(&v.Played)+" Besser: "+w.candidate(&v.Better))
}
