package main

import (
	"context"
	"net/url"
	"strings"
)

// adminMatchCommand closes a table or removes a chat message.
type adminMatchCommand struct {
	Match string `arg:"" help:"The address of the match, such as /match/ID."`
	database
	Text string `placeholder:"TEXT" help:"The reason, for the audit log."`
}

func (c *adminMatchCommand) act(action string, number int64) error {
	return c.administer(func(ctx context.Context, a *administration) error {
		body := map[string]any{"action": action, "number": number, "text": c.Text}
		return a.request(ctx, "POST", "matches/"+url.PathEscape(matchID(c.Match))+"/actions", body, nil)
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

func (c *adminCloseCommand) Run(terminal) error { return c.act("close", 0) }

// adminChatCommand removes a chat message.
type adminChatCommand struct {
	adminMatchCommand
	Number int64 `arg:"" help:"The number of the message's event in the stream of the match."`
}

func (c *adminChatCommand) Run(terminal) error { return c.act("remove-chat", c.Number) }
