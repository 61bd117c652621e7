package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/jobs"
	"tafelrunde/internal/match"
	"tafelrunde/internal/web/admin"
)

// adminFairPlayCommand compares somebody's games with the engine.
type adminFairPlayCommand struct {
	Name string `arg:"" help:"The name of an account, or # and the ID of a person, who may be a guest."`
	database
	Request bool `help:"Compare the newest finished games; the server does it when no game needs the engine."`
	Wait    bool `help:"Wait for the result."`
	Moves   bool `help:"Print every move with its time."`
}

func (c *adminFairPlayCommand) Run(term cli.Terminal) error {
	return c.administer(func(ctx context.Context, a *administration) error {
		p, err := a.person(ctx, c.Name)
		if err != nil {
			return err
		}
		path := "people/" + p.ID + "/fair-play"
		if c.Request {
			if err := a.request(ctx, "POST", path, nil, nil); err != nil {
				return err
			}
		}
		var found admin.Comparison
		for {
			found = admin.Comparison{}
			if err := a.request(ctx, "GET", path, nil, &found); err != nil {
				return err
			}
			if !c.Wait || found.State != "waiting" && found.State != "running" {
				break
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(time.Second):
			}
		}
		c.print(term, &found)
		return nil
	})
}

// print prints a comparison.
func (c *adminFairPlayCommand) print(term cli.Terminal, found *admin.Comparison) {
	switch found.State {
	case "none":
		fmt.Fprintln(term.Notes, "the games were not compared; --request does it")
	case "waiting", "running":
		fmt.Fprintf(term.Notes, "the comparison is %s\n", found.State)
	case "failed":
		fmt.Fprintln(term.Notes, "the comparison failed; the log of the server has the reason")
	}
	if found.Report == nil {
		return
	}
	if found.Report.Total == 0 && found.State == "done" {
		fmt.Fprintln(term.Notes, "there are no finished games to compare")
		return
	}
	fmt.Fprintf(term.Out, "games              %d of %d\n%s", len(found.Report.Games), found.Report.Total, summaryText(&found.Report.Summary))
	for i := range found.Report.Games {
		g := &found.Report.Games[i]
		fmt.Fprintf(term.Out, "\n/match/%s/%d  %s  %s %s\n%s", g.Match, g.Game, clockTime(g.EndedAt), cli.Printable(g.Rules), cli.Printable(g.Variant), summaryText(&g.Summary))
		if !c.Moves {
			continue
		}
		for j := range g.Moves {
			m := &g.Moves[j]
			verdict := string(m.Not)
			if m.Not == "" {
				verdict = fmt.Sprintf("engine %s, loss %d.%d %%", m.Best, m.Loss/10, m.Loss%10)
			}
			fmt.Fprintf(term.Out, "%4d  %-10s %8s  %s\n", m.Ply, cli.Printable(m.Move), secondsText(m.Spent), cli.Printable(verdict))
		}
	}
}

// summaryText returns a summary as lines.
func summaryText(s *jobs.Agreement) string {
	var b strings.Builder
	fmt.Fprintf(&b, "moves              %d, %d compared\n", s.Moves, s.Counted)
	fmt.Fprintf(&b, "first choice       %s\nnear the best      %s\naccuracy           %s\n", shareText(s.First, s.Counted), shareText(s.Near, s.Counted), accuracyText(s))
	fmt.Fprintf(&b, "errors             %d inaccuracies, %d mistakes, %d blunders\n", s.Inaccuracies, s.Mistakes, s.Blunders)
	fmt.Fprintf(&b, "time of a move     median %s, %s to %s, deviation %d %%\n", secondsText(s.Median), secondsText(s.Shortest), secondsText(s.Longest), s.Deviation)
	fmt.Fprintf(&b, "distribution      ")
	for i, n := range s.Times {
		name := "longer"
		if i < len(jobs.TimeSteps) {
			name = fmt.Sprintf("<%d s", jobs.TimeSteps[i]/1000)
		}
		fmt.Fprintf(&b, " %s: %d", name, n)
	}
	b.WriteByte('\n')
	return b.String()
}

// accuracyText returns the accuracy of the compared moves, "–" without such moves.
func accuracyText(s *jobs.Agreement) string {
	if s.Counted == 0 {
		return "–"
	}
	return fmt.Sprintf("%d %%", s.Accuracy)
}

// shareText returns a number of moves and its share.
func shareText(n, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%d (%d %%)", n, (100*n+of/2)/of)
}

func secondsText(d match.Millis) string { return fmt.Sprintf("%.1f s", float64(d)/1000) }
