package main

import (
	"context"
	"fmt"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/admin"
)

// adminActCommand is a command that acts on a person.
type adminActCommand struct {
	Name string `arg:"" help:"The name of an account, or # and the ID of a person, who may be a guest."`
	database
	Text string `placeholder:"TEXT" help:"The reason, for the audit log."`
}

// act sends an action on a person, and prints done with the name.
func (c *adminActCommand) act(term cli.Terminal, do admin.Action, done string) error {
	return c.administer(func(ctx context.Context, a *administration) error {
		p, err := a.person(ctx, c.Name)
		if err != nil {
			return err
		}
		if do.Text == "" {
			do.Text = c.Text
		}
		if err := a.request(ctx, "POST", "people/"+p.ID+"/actions", do, nil); err != nil {
			return err
		}
		fmt.Fprintf(term.Out, "%q %s\n", p.Name, done)
		return nil
	})
}

// adminHours is the duration of a sanction.
type adminHours struct {
	Hours int `help:"For how many hours (default: for ever)."`
}

func (c *adminHours) check() error {
	if c.Hours < 0 || c.Hours > 87_600 {
		return &cli.Misuse{Reason: fmt.Sprintf("--hours %d is not between 0 (for ever) and 87600 (ten years)", c.Hours)}
	}
	return nil
}

// adminWarnCommand warns a person.
type adminWarnCommand struct {
	adminActCommand
	Warning string `arg:"" help:"The text, which the person must confirm."`
}

func (c *adminWarnCommand) Run(term cli.Terminal) error {
	return c.act(term, admin.Action{Action: "warn", Text: c.Warning}, "is warned")
}

// adminMuteCommand forbids chatting.
type adminMuteCommand struct {
	adminActCommand
	adminHours
	Lift bool `help:"End the sanction."`
}

func (c *adminMuteCommand) Run(term cli.Terminal) error {
	if c.Lift {
		return c.act(term, admin.Action{Action: "unmute"}, "can chat again")
	}
	if err := c.check(); err != nil {
		return err
	}
	return c.act(term, admin.Action{Action: "mute", Hours: c.Hours}, "cannot chat")
}

// adminSuspendCommand forbids playing.
type adminSuspendCommand struct {
	adminActCommand
	adminHours
	Lift bool `help:"End the sanction."`
}

func (c *adminSuspendCommand) Run(term cli.Terminal) error {
	if c.Lift {
		return c.act(term, admin.Action{Action: "unsuspend"}, "can play again")
	}
	if err := c.check(); err != nil {
		return err
	}
	return c.act(term, admin.Action{Action: "suspend", Hours: c.Hours}, "cannot play, chat or open tables")
}

// adminBanCommand bans a person.
type adminBanCommand struct {
	adminActCommand
	Lift bool `help:"End the ban."`
}

func (c *adminBanCommand) Run(term cli.Terminal) error {
	if c.Lift {
		return c.act(term, admin.Action{Action: "unban"}, "can log in again")
	}
	return c.act(term, admin.Action{Action: "ban"}, "is banned")
}

// adminAddressCommand bans addresses.
type adminAddressCommand struct {
	Network string `arg:"" optional:"" help:"An address, or a network such as 203.0.113.0/24; default: list the bans."`
	database
	adminHours
	Lift bool   `help:"End the ban."`
	Text string `placeholder:"TEXT" help:"The reason."`
}

func (c *adminAddressCommand) Run(term cli.Terminal) error {
	if err := c.check(); err != nil {
		return err
	}
	return c.administer(func(ctx context.Context, a *administration) error {
		if c.Network != "" {
			body := map[string]any{"network": c.Network, "hours": c.Hours, "reason": c.Text, "lift": c.Lift}
			err := a.request(ctx, "POST", "addresses", body, nil)
			if err == nil {
				fmt.Fprintf(term.Out, "%s %s\n", c.Network, map[bool]string{false: "is banned", true: "is not banned any more"}[c.Lift])
			}
			return err
		}
		var list struct{ Bans []store.AddressBan }
		if err := a.request(ctx, "GET", "addresses", nil, &list); err != nil {
			return err
		}
		for _, b := range list.Bans {
			end := "for ever"
			if b.Until < store.Forever {
				end = "until " + clockTime(b.Until)
			}
			fmt.Fprintf(term.Out, "%-20s %s  %s\n", cli.Printable(b.Network), end, cli.Printable(b.Reason))
		}
		if len(list.Bans) == 0 {
			fmt.Fprintln(term.Notes, "no address is banned")
		}
		return nil
	})
}
