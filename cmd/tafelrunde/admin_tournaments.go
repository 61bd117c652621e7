package main

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"tafelrunde/internal/cli"
)

// adminTournamentCommand removes what the director of a tournament wrote.
type adminTournamentCommand struct {
	Tournament string `arg:"" help:"The address of the tournament, such as /tournament/ID."`
	database
	Reason string `help:"For the audit log."`
}

func (c *adminTournamentCommand) Run(term cli.Terminal) error {
	return c.administer(func(ctx context.Context, a *administration) error {
		_, id, found := strings.Cut(c.Tournament, "tournament/")
		if !found {
			id = c.Tournament
		}
		err := a.request(ctx, "POST", "tournaments/"+url.PathEscape(id)+"/actions", map[string]string{"action": "remove-text", "text": c.Reason}, nil)
		if err == nil {
			fmt.Fprintln(term.Out, "the texts of the tournament are removed")
		}
		return err
	})
}
