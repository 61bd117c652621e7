package main

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/admin"
)

// adminSiteCommand shows or changes the settings of a site.
type adminSiteCommand struct {
	database
	Registration  string `enum:"open,invitation,closed," default:"" placeholder:"WHO" help:"Who may create an account: open (everybody), invitation (people with a link of tafelrunde admin invite) or closed (nobody)."`
	Guests        string `enum:"on,off," default:"" placeholder:"on|off" help:"Whether people without an account may play."`
	StaffPasskeys string `enum:"on,off," default:"" placeholder:"on|off" help:"Whether moderators and administrators must use a passkey in the browser."`
	Computers     string `enum:"on,off," default:"" placeholder:"on|off" help:"Whether computer opponents offer games in the lobby."`
	Announce      string `placeholder:"TEXT" help:"A text that all pages show."`
	German        string `placeholder:"TEXT" help:"What pages in German show instead (default: the text of --announce)."`
	Minutes       int    `help:"After how many minutes the announcement ends (default: never)."`
	Unannounce    bool   `help:"End the announcement."`
}

func (c *adminSiteCommand) Run(term cli.Terminal) error {
	switch {
	case c.Announce != "" && c.Unannounce:
		return &cli.Misuse{Reason: "--announce and --unannounce contradict each other"}
	case c.Minutes < 0 || c.Minutes > 525_600:
		return &cli.Misuse{Reason: fmt.Sprintf("--minutes %d is not between 0 (for ever) and 525600 (a year)", c.Minutes)}
	case c.Minutes > 0 && c.Announce == "":
		return &cli.Misuse{Reason: "--minutes is for --announce"}
	case c.German != "" && c.Announce == "":
		return &cli.Misuse{Reason: "--german is for --announce"}
	}
	var change admin.SiteChange
	if c.Registration != "" {
		registration := store.Registration(c.Registration)
		change.Registration = &registration
	}
	if c.Guests != "" {
		guests := c.Guests == "on"
		change.Guests = &guests
	}
	if c.StaffPasskeys != "" {
		demanded := c.StaffPasskeys == "on"
		change.StaffPasskeys = &demanded
	}
	if c.Computers != "" {
		offer := c.Computers == "on"
		change.Computers = &offer
	}
	if c.Announce != "" || c.Unannounce {
		change.Announcement, change.German, change.Minutes = &c.Announce, c.German, c.Minutes
	}
	return c.administer(func(ctx context.Context, a *administration) error {
		if change != (admin.SiteChange{}) {
			if err := a.request(ctx, "PUT", "site", change, nil); err != nil {
				return err
			}
		}
		var now struct {
			Registration  string
			Guests        bool
			StaffPasskeys bool
			Computers     bool
			Announcement  string
			German        string
			Until         match.Moment
		}
		if err := a.request(ctx, "GET", "site", nil, &now); err != nil {
			return err
		}
		switched := map[bool]string{true: "on", false: "off"}
		text := "none"
		if now.Announcement != "" {
			text = oneLine(now.Announcement)
			if now.German != "" {
				text += " (German: " + oneLine(now.German) + ")"
			}
			if now.Until != 0 {
				text += " (until " + clockTime(now.Until) + ")"
			}
		}
		_, err := fmt.Fprintf(term.Out, "registration    %s\nguests          %s\nstaff-passkeys  %s\ncomputers       %s\nannouncement    %s\n",
			now.Registration, switched[now.Guests], switched[now.StaffPasskeys], switched[now.Computers], text)
		return err
	})
}

// oneLine returns a text of several lines as one printable line.
func oneLine(text string) string { return cli.Printable(strings.ReplaceAll(text, "\n", " / ")) }

// adminInviteCommand makes, lists and revokes invitations.
type adminInviteCommand struct {
	database
	linkFlags
	Hours  int    `default:"168" help:"How many hours the link is valid, 1 to 8760 (default 168, a week)."`
	Note   string `placeholder:"TEXT" help:"For whom the invitation is, for the administration."`
	List   bool   `help:"List the invitations that were not used."`
	Revoke string `placeholder:"ID" help:"Revoke the invitation with this ID."`
}

func (c *adminInviteCommand) Run(term cli.Terminal) error {
	if c.Hours < 1 || c.Hours > 8760 {
		return &cli.Misuse{Reason: fmt.Sprintf("--hours %d is not between 1 and 8760", c.Hours)}
	}
	return c.administer(func(ctx context.Context, a *administration) error {
		switch {
		case c.Revoke != "":
			return a.request(ctx, "DELETE", "invitations/"+url.PathEscape(c.Revoke), nil, nil)
		case c.List:
			return listInvitations(ctx, term, a)
		}
		var i admin.NewInvitation
		if err := a.request(ctx, "POST", "invitations", map[string]any{"hours": c.Hours, "note": c.Note}, &i); err != nil {
			return err
		}
		fmt.Fprintf(term.Out, "One person can create an account until %s at\n", clockTime(i.Until))
		c.printLink(term, i.URL)
		return nil
	})
}

// listInvitations prints the invitations that were not used.
func listInvitations(ctx context.Context, term cli.Terminal, a *administration) error {
	var list struct{ Invitations []store.Invitation }
	if err := a.request(ctx, "GET", "invitations", nil, &list); err != nil {
		return err
	}
	for _, i := range list.Invitations {
		by := "command line"
		if i.By != "" {
			by = i.By
		}
		fmt.Fprintf(term.Out, "%s  until %s  by %s  %s\n", i.ID, clockTime(i.Until), cli.Printable(by), cli.Printable(i.Note))
	}
	if len(list.Invitations) == 0 {
		fmt.Fprintln(term.Notes, "there are no unused invitations")
	}
	return nil
}
