package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"tafelrunde/internal/judge"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
	"tafelrunde/lancelot/search"
)

// pvShown is the largest number of turns of a principal variation in a table.
const pvShown = 8

// WriteAdvice writes two tables, one of the seats and one of the turns, and a
// sentence for each turn in a language, en or de.
func WriteAdvice(w io.Writer, p *lancelot.Position, a *search.Advice, language string) error {
	fmt.Fprintf(w, "%s\nseat %s to act, %d nodes\n\n", p, seatLetter(p.ToMove()), a.Nodes)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "seat\twin share\tcaptured\tin hand\texcalibur turn")
	for seat := range lancelot.Seat(p.Seats()) {
		excaliburTurn := "-"
		if p.HasExcaliburTurn(seat) {
			excaliburTurn = "yes"
		}
		fmt.Fprintf(table, "%s\t%s\t%d of %d\t%d\t%s\n", seatLetter(seat), percent(a.WinShares[seat]), p.Captured(seat), p.Target(), p.InHand(seat), excaliburTurn)
	}
	fmt.Fprintln(table, "\nturn\twin share\tcaptures\texposes\tgains\tpv")
	for i := range a.Candidates {
		writeCandidate(table, p, &a.Candidates[i])
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	words := sentencesIn(language, p)
	for i := range a.Candidates {
		if _, err := fmt.Fprintln(w, words.candidate(&a.Candidates[i])); err != nil {
			return err
		}
	}
	return nil
}

// writeCandidate writes the row of a turn.
func writeCandidate(w io.Writer, p *lancelot.Position, c *search.Candidate) {
	var threats []string
	for _, t := range c.Threats {
		threats = append(threats, fmt.Sprintf("%d to %s", len(t.Captures), seatLetter(t.By)))
	}
	for _, t := range c.ExcaliburThreats {
		threats = append(threats, fmt.Sprintf("%d to %s with X", len(t.Captures), seatLetter(t.By)))
	}
	exposes := cmp.Or(strings.Join(threats, ", "), "-")
	gains, proved := "-", ""
	if c.Gain > 0 {
		gains = fmt.Sprintf("%s +%s", seatLetter(c.Gains), percent(c.Gain))
	}
	if c.Proved {
		proved = " proved"
	}
	pv := texts(c.PV[:min(len(c.PV), pvShown)])
	fmt.Fprintf(w, "%s\t%s%s\t%d\t%s\t%s\t%s\n", shown(c.Turn), percent(c.WinShares[p.ToMove()]), proved, len(c.Captures),
		exposes, gains, strings.Join(pv, " "))
}

// WriteVerdict writes sentences about a turn and a better one in a language, en or
// de.
func WriteVerdict(w io.Writer, p *lancelot.Position, v *judge.TurnVerdict, language string) error {
	_, err := fmt.Fprintln(w, sentencesIn(language, p).verdict(v))
	return err
}

// OutcomeText describes the outcome of a finished game.
func OutcomeText(o lancelot.Outcome) string {
	var winners []string
	for _, seat := range o.Winners() {
		winners = append(winners, seatLetter(seat))
	}
	if len(winners) == 1 {
		return "seat " + winners[0] + " wins"
	}
	return "seats " + strings.Join(winners, ", ") + " share the win"
}

// seatLetter returns the letter of a seat in upper case.
func seatLetter(seat lancelot.Seat) string { return strings.ToUpper(seat.String()) }

func percent(s engine.Score) string { return fmt.Sprintf("%.1f%%", float64(s)/10) }

// texts returns the turns as text; nil if there are none.
func texts(turns []lancelot.Turn) (list []string) {
	for _, turn := range turns {
		list = append(list, turn.String())
	}
	return list
}

// shown returns a turn for people: "g8", "g8 · X g6", "X g6 · g8", "X g6".
func shown(t lancelot.Turn) string { return shownTurn.Replace(t.String()) }

var shownTurn = strings.NewReplacer(",", " · ", "X", "X ")
