package main

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// adminAuditCommand lists entries of the audit log.
type adminAuditCommand struct {
	database
	About string `placeholder:"NAME" help:"Only what concerns the account with this name, or # and the ID of a person, who may be a guest."`
	Last  int    `default:"50" help:"How many entries, the newest first (default 50)."`
}

func (c *adminAuditCommand) Run(term cli.Terminal) error {
	if c.Last < 1 {
		return &cli.Misuse{Reason: fmt.Sprintf("--last %d is not positive", c.Last)}
	}
	return c.administer(func(ctx context.Context, a *administration) error {
		query := url.Values{}
		if c.About != "" {
			p, err := a.person(ctx, c.About)
			if err != nil {
				return err
			}
			query.Set("about", p.ID)
		}
		shown := 0
		for {
			query.Set("skip", fmt.Sprint(shown))
			var page struct {
				Entries []store.Entry
				More    bool
			}
			if err := a.request(ctx, "GET", "audit?"+query.Encode(), nil, &page); err != nil {
				return err
			}
			for _, e := range page.Entries {
				if shown++; shown > c.Last {
					return nil
				}
				fmt.Fprintln(term.Out, entryText(e))
			}
			if !page.More || shown == c.Last {
				break
			}
		}
		if shown == 0 {
			fmt.Fprintln(term.Notes, "no entries")
		}
		return nil
	})
}

// entryText returns an entry of the audit log as a line.
func entryText(e store.Entry) string {
	by := "command line"
	if e.By != "" {
		by = fmt.Sprintf("%q", e.ByName)
	}
	text := fmt.Sprintf("%s  %s: %s", clockTime(e.At), cli.Printable(by), cli.Printable(e.Action))
	if e.About != "" {
		text += fmt.Sprintf(" %q", e.AboutName)
	}
	for _, name := range slices.Sorted(maps.Keys(e.Details)) {
		text += cli.Printable(fmt.Sprintf(", %s %s", name, strings.ReplaceAll(e.Details[name], "\n", " / ")))
	}
	return text
}

// clockTime returns a moment in the time zone of this machine.
func clockTime(at match.Moment) string { return time.UnixMilli(int64(at)).Format(time.DateTime) }
