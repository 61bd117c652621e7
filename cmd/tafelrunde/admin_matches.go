package main

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/web/admin"
)

// adminMatchCommand closes a table or removes a chat message.
type adminMatchCommand struct {
	Match string `arg:"" help:"The address of the match, such as /match/ID."`
	database
	Text string `placeholder:"TEXT" help:"The reason, for the audit log."`
}

// act carries out an action and says what was done.
func (c *adminMatchCommand) act(term cli.Terminal, action string, number int64, done string) error {
	return c.administer(func(ctx context.Context, a *administration) error {
		body := map[string]any{"action": action, "number": number, "text": c.Text}
		err := a.request(ctx, "POST", "matches/"+url.PathEscape(matchID(c.Match))+"/actions", body, nil)
		if err == nil {
			fmt.Fprintln(term.Out, done)
		}
		return err
	})
}

// matchID returns the ID in the address of a match. An ID alone may begin with "-", as
// flags do.
func matchID(address string) string {
	if _, rest, ok := strings.Cut(address, "match/"); ok {
		address = rest
	}
	id, _, _ := strings.Cut(address, "/")
	return id
}

// adminCloseCommand closes a table.
type adminCloseCommand struct{ adminMatchCommand }

func (c *adminCloseCommand) Run(term cli.Terminal) error {
	return c.act(term, "close", 0, "the table is closed")
}

// adminChatCommand removes a chat message.
type adminChatCommand struct {
	adminMatchCommand
	Number int64 `arg:"" optional:"" help:"The number of the message; default: list the messages with their numbers."`
}

func (c *adminChatCommand) Run(term cli.Terminal) error {
	if c.Number != 0 {
		return c.act(term, "remove-chat", c.Number, "the message is removed")
	}
	return c.administer(func(ctx context.Context, a *administration) error {
		var list struct{ Messages []admin.MatchMessage }
		if err := a.request(ctx, "GET", "matches/"+url.PathEscape(matchID(c.Match))+"/chat", nil, &list); err != nil {
			return err
		}
		for _, m := range list.Messages {
			to := "players"
			if m.Spectator {
				to = "spectators"
			}
			fmt.Fprintf(term.Out, "%d  %s  %q (#%s) to %s: %s\n", m.Number, clockTime(m.At), m.Name, m.By, to, cli.Printable(m.Text))
		}
		if len(list.Messages) == 0 {
			fmt.Fprintln(term.Notes, "no messages")
		}
		return nil
	})
}
