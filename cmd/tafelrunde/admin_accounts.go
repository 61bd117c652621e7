package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/admin"
)

// adminCreateCommand creates an account.
type adminCreateCommand struct {
	Name string `arg:"" help:"The name of the account."`
	database
	Role string `enum:"user,moderator,administrator" default:"administrator" help:"What the person may do: user, moderator or administrator (default administrator)."`
}

func (c *adminCreateCommand) Run(term cli.Terminal) error {
	return c.administer(func(ctx context.Context, a *administration) error {
		body := map[string]string{"name": c.Name}
		if c.Role != "user" {
			body["role"] = c.Role
		}
		var created admin.Created
		if err := a.request(ctx, "POST", "people", body, &created); err != nil {
			return err
		}
		fmt.Fprintf(term.Out, "The account %q was created in %s. Its password, which must be changed after the first login:\n%s\n", created.Name, c.name(), created.Password)
		return nil
	})
}

// adminRoleCommand changes a role.
type adminRoleCommand struct {
	Name string `arg:"" help:"The name of an account."`
	Role string `arg:"" enum:"user,moderator,administrator" help:"user, moderator or administrator."`
	database
}

func (c *adminRoleCommand) Run(term cli.Terminal) error {
	return c.administer(func(ctx context.Context, a *administration) error {
		p, err := a.named(ctx, c.Name)
		if err == nil {
			err = a.request(ctx, "PUT", "people/"+p.ID+"/role", map[string]string{"role": c.Role}, nil)
		}
		if err == nil {
			fmt.Fprintf(term.Out, "%q has the role %s now\n", p.Name, c.Role)
		}
		return err
	})
}

// adminResetCommand prints a link that resets a password.
type adminResetCommand struct {
	Name string `arg:"" help:"The name of an account."`
	database
	linkFlags
	Hours int `default:"24" help:"How many hours the link is valid, 1 to 24 (default 24)."`
}

func (c *adminResetCommand) Run(term cli.Terminal) error {
	if c.Hours < 1 || c.Hours > 24 {
		return &cli.Misuse{Reason: fmt.Sprintf("--hours %d is not between 1 and 24", c.Hours)}
	}
	return c.administer(func(ctx context.Context, a *administration) error {
		p, err := a.named(ctx, c.Name)
		if err != nil {
			return err
		}
		var link admin.ResetLink
		if err := a.request(ctx, "POST", "people/"+p.ID+"/reset", map[string]int{"hours": c.Hours}, &link); err != nil {
			return err
		}
		fmt.Fprintf(term.Out, "%q can set a new password until %s, once, at\n", p.Name, clockTime(link.Until))
		c.printLink(term, link.URL)
		return nil
	})
}

// adminStaffCommand lists the people who have a role.
type adminStaffCommand struct{ database }

func (c *adminStaffCommand) Run(term cli.Terminal) error {
	return c.administer(func(ctx context.Context, a *administration) error {
		var found struct{ People []admin.PersonDetails }
		if err := a.request(ctx, "GET", "people", nil, &found); err != nil {
			return err
		}
		for _, p := range found.People {
			fmt.Fprintf(term.Out, "%-15s %s%s\n", p.Role, cli.Printable(p.Name), botMark(p))
		}
		if len(found.People) == 0 {
			fmt.Fprintln(term.Notes, "nobody has a role; tafelrunde admin create NAME creates an administrator")
		}
		return nil
	})
}

// botMark follows the names of bots.
func botMark(p admin.PersonDetails) string {
	if p.Bot {
		return " (bot)"
	}
	return ""
}

// adminShowCommand shows a person.
type adminShowCommand struct {
	Name string `arg:"" help:"The name of an account, or # and the ID of a person, who may be a guest."`
	database
}

func (c *adminShowCommand) Run(term cli.Terminal) error {
	return c.administer(func(ctx context.Context, a *administration) error {
		p, err := a.person(ctx, c.Name)
		if err != nil {
			return err
		}
		kind := "guest"
		if p.Account {
			kind = cmp.Or(string(p.Role), "user")
		}
		fmt.Fprintf(term.Out, "%q (#%s), %s%s, here since %s\n", p.Name, p.ID, kind, botMark(p), clockTime(p.Since))
		now := match.Moment(time.Now().UnixMilli())
		for _, s := range []struct {
			what string
			end  match.Moment
		}{{"muted", p.MutedUntil}, {"suspended", p.SuspendedUntil}} {
			switch {
			case s.end >= store.Forever:
				fmt.Fprintf(term.Out, "%s for ever\n", s.what)
			case s.end > now:
				fmt.Fprintf(term.Out, "%s until %s\n", s.what, clockTime(s.end))
			}
		}
		if p.Motto != "" {
			fmt.Fprintf(term.Out, "motto %q\n", p.Motto)
		}
		if p.Banned {
			fmt.Fprintln(term.Out, "banned")
		}
		if p.Warning != "" {
			fmt.Fprintf(term.Out, "warning, not confirmed: %s\n", cli.Printable(strings.ReplaceAll(p.Warning, "\n", " / ")))
		}
		if p.PasswordDue {
			fmt.Fprintln(term.Out, "has not changed the first password")
		}
		return nil
	})
}

// adminNamesCommand lists accounts whose names differ only in punctuation and spaces.
type adminNamesCommand struct{ database }

func (c *adminNamesCommand) Run(term cli.Terminal) error {
	return c.administer(func(ctx context.Context, a *administration) error {
		var found struct{ Groups [][]admin.SimilarName }
		if err := a.request(ctx, "GET", "names", nil, &found); err != nil {
			return err
		}
		for _, group := range found.Groups {
			var list []string
			for _, p := range group {
				list = append(list, fmt.Sprintf("%q (#%s, since %s)", p.Name, p.ID, clockTime(p.Since)))
			}
			fmt.Fprintln(term.Out, strings.Join(list, "  "))
		}
		if len(found.Groups) == 0 {
			fmt.Fprintln(term.Notes, "no accounts have names that differ only in punctuation and spaces")
		}
		return nil
	})
}

// adminMottoCommand removes the motto of a person.
type adminMottoCommand struct{ adminActCommand }

func (c *adminMottoCommand) Run(term cli.Terminal) error {
	return c.act(term, admin.Action{Action: "remove-motto"}, "has no motto any more")
}

// adminRenameCommand renames a person.
type adminRenameCommand struct {
	adminActCommand
	New string `arg:"" help:"The new name."`
}

func (c *adminRenameCommand) Run(term cli.Terminal) error {
	return c.act(term, admin.Action{Action: "rename", Name: c.New}, "is renamed")
}

// adminDeleteCommand deletes a person.
type adminDeleteCommand struct {
	adminActCommand
	Yes bool `help:"Required: the account, its name and its chat messages are gone for ever."`
}

func (c *adminDeleteCommand) Run(term cli.Terminal) error {
	if !c.Yes {
		return &cli.Misuse{Reason: "deleting a person cannot be undone; repeat the command with --yes"}
	}
	return c.act(term, admin.Action{Action: "delete"}, "is deleted")
}
