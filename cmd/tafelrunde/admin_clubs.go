package main

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"tafelrunde/internal/cli"
)

// adminClubCommand closes a club or opens it again, or removes texts in it.
type adminClubCommand struct {
	Club string `arg:"" help:"The address of the club, such as /club/ID."`
	database
	Reopen     bool   `help:"Open the club again." xor:"what"`
	RemoveText bool   `help:"Remove the line and the page of the club instead." xor:"what"`
	Notice     string `help:"Remove the notice or reply with this ID instead." xor:"what"`
	Reason     string `help:"For the audit log."`
}

func (c *adminClubCommand) Run(term cli.Terminal) error {
	return c.administer(func(ctx context.Context, a *administration) error {
		_, id, found := strings.Cut(c.Club, "club/")
		if !found {
			id = c.Club
		}
		action, done := "close", "the club is closed; --reopen opens it again"
		switch {
		case c.Reopen:
			action, done = "reopen", "the club is open again"
		case c.RemoveText:
			action, done = "remove-text", "the texts of the club are removed"
		case c.Notice != "":
			action, done = "remove-notice", "the notice is removed"
		}
		err := a.request(ctx, "POST", "clubs/"+url.PathEscape(id)+"/actions", map[string]string{"action": action, "notice": c.Notice, "text": c.Reason}, nil)
		if err == nil {
			fmt.Fprintln(term.Out, done)
		}
		return err
	})
}
