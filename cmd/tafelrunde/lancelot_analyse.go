package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"text/tabwriter"

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/search"
)

// analyseLancelot analyses a position or a turn of Lancelot.
func (c *analyseCommand) analyseLancelot(term terminal) error {
	lines := c.lines(5)
	switch {
	case lines < 1:
		return &misuse{"--lines must be at least 1"}
	case c.Movetime < 0:
		return &misuse{"--movetime cannot be below 0"}
	case c.Threads < 1 || c.Threads > search.MaxThreads:
		return &misuse{fmt.Sprintf("--threads is a number from 1 to %d", search.MaxThreads)}
	case c.Hash < 1 || c.Hash > search.MaxHash:
		return &misuse{fmt.Sprintf("--hash is a number from 1 to %d", search.MaxHash)}
	}
	game, err := c.lancelotGame()
	if err != nil {
		return err
	}
	p := game.Position()
	if game.Outcome().Over() {
		return fmt.Errorf("the game is over: %s", lancelotResult(game.Outcome()))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if c.Movetime == 0 && c.Nodes == 0 {
		c.Movetime = usualAnalysis
	}
	if c.Movetime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.Movetime)
		defer cancel()
	}
	tree := &search.Tree{Threads: c.Threads, Memory: c.Hash << 20}
	limits := search.Limits{Nodes: c.Nodes}
	if c.Classify != "" {
		turn, err := p.ParseTurn(c.Classify)
		if err != nil {
			return fmt.Errorf("turn %q: %w", c.Classify, err)
		}
		v := tree.Classify(ctx, &p, turn, limits)
		if c.JSON {
			return writeJSON(term.out, lancelotVerdictJSON{
				Kind: string(v.Kind), Loss: int(v.Loss),
				Played: newLancelotTurnJSON(&p, &v.Played), Better: newLancelotTurnJSON(&p, &v.Better),
				Text: map[string]string{"en": lancelotWordsIn("en", &p).verdict(&v), "de": lancelotWordsIn("de", &p).verdict(&v)},
			})
		}
		_, err = fmt.Fprintln(term.out, lancelotWordsIn(c.Language, &p).verdict(&v))
		return err
	}
	advice := tree.Advise(ctx, &p, limits, lines)
	if c.JSON {
		return writeJSON(term.out, newLancelotAdviceJSON(&p, &advice))
	}
	return writeLancelotAdvice(term.out, &p, &advice, lancelotWordsIn(c.Language, &p))
}

// lancelotGame returns the game that the flags describe.
func (c *analyseCommand) lancelotGame() (*lancelot.Game, error) {
	var start lancelot.Position
	if c.Position != "" {
		text := strings.Join(strings.Fields(c.Position), " ")
		var err error
		if start, err = lancelot.ParsePosition(text); err != nil {
			return nil, fmt.Errorf("position %q: %w", text, err)
		}
	} else {
		rules, err := parseRules(c.Rules)
		if err != nil {
			return nil, err
		}
		if start, err = (lancelot.Options{Seats: c.Seats, Rules: rules}).Setup().Position(); err != nil {
			return nil, err
		}
	}
	return playTurns(start, c.Turns)
}

// playTurns returns a game with turns, which are separated by spaces.
func playTurns(start lancelot.Position, turns string) (*lancelot.Game, error) {
	game := lancelot.NewGame(start)
	for i, word := range strings.Fields(turns) {
		if err := game.PlayText(word); err != nil {
			return nil, fmt.Errorf("turn %d, %q: %w", i+1, word, err)
		}
	}
	return game, nil
}

// lancelotResult describes an outcome.
func lancelotResult(o lancelot.Outcome) string {
	var winners []string
	for _, seat := range o.Winners() {
		winners = append(winners, strings.ToUpper(seat.String()))
	}
	if len(winners) == 1 {
		return "seat " + winners[0] + " wins"
	}
	return "seats " + strings.Join(winners, ", ") + " share the win"
}

func percent(s search.Score) string { return fmt.Sprintf("%.1f%%", float64(s)/10) }

// writeLancelotAdvice writes two tables, one of the seats and one of the turns,
// and a sentence for each turn.
func writeLancelotAdvice(w io.Writer, p *lancelot.Position, a *search.Advice, words lancelotWords) error {
	fmt.Fprintf(w, "%s\nseat %s to act, %d nodes\n\n", p, strings.ToUpper(p.ToAct().String()), a.Nodes)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "seat\twin share\tcaptured\tin hand\texcalibur turn")
	for seat := range lancelot.Seat(p.Seats()) {
		excaliburTurn := "-"
		if p.HasExcaliburTurn(seat) {
			excaliburTurn = "yes"
		}
		fmt.Fprintf(table, "%s\t%s\t%d of %d\t%d\t%s\n", strings.ToUpper(seat.String()), percent(a.WinShares[seat]), p.Captured(seat), p.Target(), p.InHand(seat), excaliburTurn)
	}
	fmt.Fprintln(table, "\nturn\twin share\tcaptures\texposes\tgains\tpv")
	for i := range a.Candidates {
		c := &a.Candidates[i]
		var exposes, pv []string
		for _, e := range c.Threats {
			exposes = append(exposes, fmt.Sprintf("%d to %s", len(e.Captures), strings.ToUpper(e.By.String())))
		}
		for _, turn := range c.PV[:min(len(c.PV), 8)] {
			pv = append(pv, turn.String())
		}
		gains := "-"
		if c.Gain > 0 {
			gains = fmt.Sprintf("%s +%s", strings.ToUpper(c.Gains.String()), percent(c.Gain))
		}
		proved := ""
		if c.Proved {
			proved = " proved"
		}
		fmt.Fprintf(table, "%s\t%s%s\t%d\t%s\t%s\t%s\n", c.Turn.Display(), percent(c.WinShares[p.ToAct()]), proved, len(c.Captures),
			orDash(strings.Join(exposes, ", ")), gains, strings.Join(pv, " "))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for i := range a.Candidates {
		fmt.Fprintln(w, words.candidate(&a.Candidates[i]))
	}
	return nil
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// The analysis as JSON: win shares in thousandths by seat, turns and squares as
// texts.
type (
	lancelotAdviceJSON struct {
		Position  string             `json:"position"`
		Seat      string             `json:"seat"`
		Nodes     uint64             `json:"nodes"`
		WinShares []int              `json:"winShares"`
		Turns     []lancelotTurnJSON `json:"turns"`
	}
	lancelotTurnJSON struct {
		Turn      string                `json:"turn"`
		WinShares []int                 `json:"winShares"`
		Proved    bool                  `json:"proved"`
		Captures  []lancelotCaptureJSON `json:"captures"`
		Threats   []lancelotThreatJSON  `json:"threats"`
		Gains     string                `json:"gains,omitempty"`
		Gain      int                   `json:"gain"`
		PV        []string              `json:"pv"`
		Text      map[string]string     `json:"text"`
	}
	lancelotCaptureJSON struct {
		Square string `json:"square"`
		Seat   string `json:"seat"`
	}
	lancelotThreatJSON struct {
		By       string                `json:"by"`
		On       string                `json:"on"`
		Captures []lancelotCaptureJSON `json:"captures"`
	}
	lancelotVerdictJSON struct {
		Kind   string            `json:"kind"`
		Loss   int               `json:"loss"`
		Played lancelotTurnJSON  `json:"played"`
		Better lancelotTurnJSON  `json:"better"`
		Text   map[string]string `json:"text"`
	}
)

func newLancelotAdviceJSON(p *lancelot.Position, a *search.Advice) lancelotAdviceJSON {
	out := lancelotAdviceJSON{Position: p.String(), Seat: p.ToAct().String(), Nodes: a.Nodes, WinShares: winSharesJSON(p, a.WinShares)}
	for i := range a.Candidates {
		out.Turns = append(out.Turns, newLancelotTurnJSON(p, &a.Candidates[i]))
	}
	return out
}

func winSharesJSON(p *lancelot.Position, shares [lancelot.MaxSeats]search.Score) []int {
	out := make([]int, p.Seats())
	for seat := range out {
		out[seat] = int(shares[seat])
	}
	return out
}

func capturesJSON(captures []lancelot.Capture) []lancelotCaptureJSON {
	out := []lancelotCaptureJSON{}
	for _, t := range captures {
		out = append(out, lancelotCaptureJSON{t.Square.String(), t.Seat.String()})
	}
	return out
}

func newLancelotTurnJSON(p *lancelot.Position, c *search.Candidate) lancelotTurnJSON {
	out := lancelotTurnJSON{
		Turn: c.Turn.String(), WinShares: winSharesJSON(p, c.WinShares), Proved: c.Proved, Captures: capturesJSON(c.Captures),
		Threats: []lancelotThreatJSON{}, Gain: int(c.Gain),
		Text: map[string]string{"en": lancelotWordsIn("en", p).candidate(c), "de": lancelotWordsIn("de", p).candidate(c)},
	}
	if c.Gain > 0 {
		out.Gains = c.Gains.String()
	}
	for _, e := range c.Threats {
		out.Threats = append(out.Threats, lancelotThreatJSON{e.By.String(), e.On.String(), capturesJSON(e.Captures)})
	}
	for _, turn := range c.PV {
		out.PV = append(out.PV, turn.String())
	}
	return out
}
