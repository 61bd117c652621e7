package main

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"tafelrunde/internal/cli"
)

// adminStudyCommand removes a study or shows it again.
type adminStudyCommand struct {
	Study string `arg:"" help:"The address of the study, such as /study/ID."`
	database
	Restore bool `help:"Show the study again."`
}

func (c *adminStudyCommand) Run(term cli.Terminal) error {
	return c.administer(func(ctx context.Context, a *administration) error {
		_, id, found := strings.Cut(c.Study, "study/")
		if !found {
			id = c.Study
		}
		err := a.request(ctx, "PUT", "studies/"+url.PathEscape(id), map[string]bool{"removed": !c.Restore}, nil)
		if err != nil {
			return err
		}
		if c.Restore {
			fmt.Fprintln(term.Out, "the study is shown again")
		} else {
			fmt.Fprintln(term.Out, "the study is removed; --restore shows it again")
		}
		return nil
	})
}
