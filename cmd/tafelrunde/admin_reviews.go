package main

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/web/admin"
)

// adminReviewsCommand lists the reviews that the server makes, or cancels or deletes one.
type adminReviewsCommand struct {
	database
	Cancel string `placeholder:"GAME" xor:"review" help:"Cancel the review of this game, such as /match/ID/1, if it waits or runs."`
	Delete string `placeholder:"GAME" xor:"review" help:"Delete the review of this game with its result."`
}

func (c *adminReviewsCommand) Run(term cli.Terminal) error {
	address := cmp.Or(c.Cancel, c.Delete)
	var game int
	if address != "" {
		var err error
		if game, err = strconv.Atoi(address[strings.LastIndexByte(address, '/')+1:]); err != nil {
			return &cli.Misuse{Reason: fmt.Sprintf("%q is not the address of a game, such as /match/ID/1", address)}
		}
	}
	return c.administer(func(ctx context.Context, a *administration) error {
		if address != "" {
			err := a.request(ctx, "DELETE", fmt.Sprintf("matches/%s/games/%d/review?finished=%t", url.PathEscape(matchID(address)), game, c.Delete != ""), nil, nil)
			if err == nil {
				fmt.Fprintln(term.Out, map[bool]string{false: "the review is cancelled", true: "the review is deleted"}[c.Delete != ""])
			}
			return err
		}
		var list struct{ Reviews []admin.QueuedReview }
		if err := a.request(ctx, "GET", "reviews", nil, &list); err != nil {
			return err
		}
		if len(list.Reviews) == 0 {
			fmt.Fprintln(term.Notes, "no review runs or waits")
		}
		for _, r := range list.Reviews {
			state := "waits"
			if r.Running {
				state = "runs"
			}
			name := r.Name
			if name == "" {
				name = "(deleted)"
			}
			fmt.Fprintf(term.Out, "/match/%s/%d  %-5s  %d of %d  %s  %s\n", r.Match, r.Game, state, r.Done, r.All, clockTime(r.RequestedAt), cli.Printable(name))
		}
		return nil
	})
}
