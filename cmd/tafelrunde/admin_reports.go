package main

import (
	"context"
	"fmt"
	"net/url"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/store"
)

// adminReportsCommand lists reports.
type adminReportsCommand struct {
	database
	All   bool   `help:"List closed reports too."`
	Close string `placeholder:"ID" help:"Close the report with this ID."`
	Open  string `placeholder:"ID" help:"Open the report with this ID again."`
}

func (c *adminReportsCommand) Run(term cli.Terminal) error {
	return c.administer(func(ctx context.Context, a *administration) error {
		if id := c.Close + c.Open; id != "" {
			err := a.request(ctx, "PUT", "reports/"+url.PathEscape(id), map[string]bool{"open": c.Open != ""}, nil)
			if err == nil {
				fmt.Fprintln(term.Out, map[bool]string{false: "the report is closed", true: "the report is open again"}[c.Open != ""])
			}
			return err
		}
		var list struct{ Reports []store.Report }
		if err := a.request(ctx, "GET", fmt.Sprintf("reports?all=%v", c.All), nil, &list); err != nil {
			return err
		}
		printReports(term, list.Reports)
		return nil
	})
}
