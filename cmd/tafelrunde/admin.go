package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"tafelrunde/internal/games"
	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/web"
	"tafelrunde/internal/web/admin"
	"tafelrunde/internal/web/core"
)

// adminCommand administers a site.
type adminCommand struct {
	Create adminCreateCommand `cmd:"" help:"Create an account, such as the first administrator's; its password is printed once."`
	Role   adminRoleCommand   `cmd:"" help:"Make an account a moderator, an administrator or an ordinary user."`
	Reset  adminResetCommand  `cmd:"" help:"Print a link for setting a new password, for a user who has lost it."`
	Staff  adminStaffCommand  `cmd:"" help:"List the moderators and administrators."`
	Audit  adminAuditCommand  `cmd:"" help:"List what moderators and administrators have done."`

	Reports    adminReportsCommand  `cmd:"" help:"List reports about players, close them or open them again."`
	FairPlay   adminFairPlayCommand `cmd:"" help:"Compare the finished games of a player with the engine, and show the times of the moves."`
	Warn       adminWarnCommand     `cmd:"" help:"Send a player a warning, which must be confirmed."`
	Mute       adminMuteCommand     `cmd:"" help:"Forbid a player to chat."`
	Suspend    adminSuspendCommand  `cmd:"" help:"Forbid a player to play, chat and open tables."`
	Ban        adminBanCommand      `cmd:"" help:"End the sessions of a player and refuse logins."`
	Rename     adminRenameCommand   `cmd:"" help:"Rename a player."`
	Delete     adminDeleteCommand   `cmd:"" help:"Delete a player, as the account page does."`
	BanAddress adminAddressCommand  `cmd:"" help:"Ban an address or a network of addresses, or list these bans."`
	RemoveChat adminChatCommand     `cmd:"" help:"Remove a chat message."`
	CloseTable adminCloseCommand    `cmd:"" help:"Close a table that waits for players, or abort its running game."`

	Site   adminSiteCommand   `cmd:"" help:"Show or change who may register and play, and the announcement on all pages."`
	Invite adminInviteCommand `cmd:"" help:"Print a link with which one person can create an account, or list or revoke such links."`
}

// administration sends requests to the server that has the database open, as its
// operator. If there is none, or servers share a PostgreSQL database, this program
// executes them.
type administration struct {
	do   func(r *http.Request) (*http.Response, error)
	stop func()
}

// connect returns the administration of a database. Call stop afterwards.
func (d *database) connect(ctx context.Context) (*administration, error) {
	if d.Database == "" {
		file, err := d.file()
		if err != nil {
			return nil, err
		}
		first, err := dialServer(ctx, file)
		if err == nil {
			return &administration{do: func(r *http.Request) (*http.Response, error) {
				client := first
				if first = nil; client == nil {
					var err error
					if client, err = dialServer(ctx, file); err != nil {
						return nil, err
					}
				}
				return client.Do(r)
			}, stop: func() {}}, nil
		}
		if !errors.Is(err, errNoServer) {
			return nil, err
		}
	}
	s, err := d.openExisting(ctx)
	if errors.Is(err, sqlstore.ErrInUse) {
		return nil, fmt.Errorf("a program has the database open, but does not answer at the socket %s", socketName)
	}
	if err != nil {
		return nil, err
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	h := host.New(s, games.Rules{}, log)
	if err := h.SetClock(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	ctx, cancel := context.WithCancel(ctx)
	commands := web.NewAPI(ctx, web.APIOptions{Host: h, Store: s, Log: log}).Commands()
	return &administration{do: func(r *http.Request) (*http.Response, error) {
		answer := &recorder{header: make(http.Header)}
		commands.ServeHTTP(answer, r)
		return answer.response(), nil
	}, stop: func() { cancel(); s.Close() }}, nil
}

// recorder keeps a response in memory.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

func (r *recorder) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(p)
}

func (r *recorder) response() *http.Response {
	r.WriteHeader(http.StatusOK)
	return &http.Response{StatusCode: r.status, Status: http.StatusText(r.status), Header: r.header, Body: io.NopCloser(&r.body)}
}

// request sends a request and decodes the response into out, unless it is nil. A
// refusal is an error with the message of the server.
func (a *administration) request(ctx context.Context, method, path string, body, out any) error {
	var content []byte
	if body != nil {
		var err error
		if content, err = json.Marshal(body); err != nil {
			return err
		}
	}
	r, err := http.NewRequestWithContext(ctx, method, "http://tafelrunde/api/admin/"+path, bytes.NewReader(content))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := a.do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		var refusal core.Problem
		if json.NewDecoder(resp.Body).Decode(&refusal) != nil || refusal.Message == "" {
			return fmt.Errorf("the server answers %s", resp.Status)
		}
		return errors.New(refusal.Message)
	}
	if out == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// named returns the person with an account and a name.
func (a *administration) named(ctx context.Context, name string) (p admin.PersonDetails, err error) {
	var found struct{ People []admin.PersonDetails }
	if strings.TrimSpace(name) == "" {
		return p, &misuse{"give a name"}
	}
	if err := a.request(ctx, "GET", "people?name="+url.QueryEscape(name), nil, &found); err != nil {
		return p, err
	}
	if len(found.People) == 0 {
		return p, fmt.Errorf("nobody has an account with the name %q", name)
	}
	return found.People[0], nil
}

// administer connects to the administration of a database and calls do.
func (d *database) administer(do func(ctx context.Context, a *administration) error) error {
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer cancel()
	a, err := d.connect(ctx)
	if err != nil {
		return err
	}
	defer a.stop()
	return do(ctx, a)
}

// adminCreateCommand creates an account.
type adminCreateCommand struct {
	Name string `arg:"" help:"The name of the account."`
	database
	Role string `enum:"user,moderator,administrator" default:"administrator" help:"What the person may do: user, moderator or administrator (default administrator)."`
}

func (c *adminCreateCommand) Run(term terminal) error {
	return c.administer(func(ctx context.Context, a *administration) error {
		body := map[string]string{"name": c.Name}
		if c.Role != "user" {
			body["role"] = c.Role
		}
		var created admin.Created
		if err := a.request(ctx, "POST", "people", body, &created); err != nil {
			return err
		}
		fmt.Fprintf(term.out, "The account %q was created. Its password, which must be changed after the first login:\n%s\n", created.Name, created.Password)
		return nil
	})
}

// adminRoleCommand changes a role.
type adminRoleCommand struct {
	Name string `arg:"" help:"The name of an account."`
	Role string `arg:"" enum:"user,moderator,administrator" help:"user, moderator or administrator."`
	database
}

func (c *adminRoleCommand) Run(term terminal) error {
	return c.administer(func(ctx context.Context, a *administration) error {
		p, err := a.named(ctx, c.Name)
		if err == nil {
			err = a.request(ctx, "PUT", "people/"+p.ID+"/role", map[string]string{"role": c.Role}, nil)
		}
		if err == nil {
			fmt.Fprintf(term.out, "%q has the role %s now\n", p.Name, c.Role)
		}
		return err
	})
}

// adminResetCommand prints a link that resets a password.
type adminResetCommand struct {
	Name string `arg:"" help:"The name of an account."`
	database
	Hours int `default:"24" help:"How many hours the link is valid, 1 to 24 (default 24)."`
}

func (c *adminResetCommand) Run(term terminal) error {
	if c.Hours < 1 || c.Hours > 24 {
		return &misuse{fmt.Sprintf("--hours %d is not between 1 and 24", c.Hours)}
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
		fmt.Fprintf(term.out, "%q can set a new password until %s, once, at\n%s\n", p.Name, clockTime(link.Until), link.URL)
		if strings.HasPrefix(link.URL, "/") {
			fmt.Fprintln(term.notes, "The address of the site comes before it; a server with --public-url prints it too.")
		}
		return nil
	})
}

// adminStaffCommand lists the people who have a role.
type adminStaffCommand struct{ database }

func (c *adminStaffCommand) Run(term terminal) error {
	return c.administer(func(ctx context.Context, a *administration) error {
		var found struct{ People []admin.PersonDetails }
		if err := a.request(ctx, "GET", "people", nil, &found); err != nil {
			return err
		}
		for _, p := range found.People {
			fmt.Fprintf(term.out, "%-15s %s\n", p.Role, printable(p.Name))
		}
		if len(found.People) == 0 {
			fmt.Fprintln(term.notes, "nobody has a role; tafelrunde admin create NAME creates an administrator")
		}
		return nil
	})
}

// adminAuditCommand lists entries of the audit log.
type adminAuditCommand struct {
	database
	About string `placeholder:"NAME" help:"Only what concerns the account with this name."`
	Last  int    `default:"50" help:"How many entries, the newest first (default 50)."`
}

func (c *adminAuditCommand) Run(term terminal) error {
	if c.Last < 1 {
		return &misuse{fmt.Sprintf("--last %d is not positive", c.Last)}
	}
	return c.administer(func(ctx context.Context, a *administration) error {
		query := url.Values{}
		if c.About != "" {
			p, err := a.named(ctx, c.About)
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
				fmt.Fprintln(term.out, entryText(e))
			}
			if !page.More || shown == c.Last {
				break
			}
		}
		if shown == 0 {
			fmt.Fprintln(term.notes, "no entries")
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
	text := fmt.Sprintf("%s  %s: %s", clockTime(e.At), printable(by), printable(e.Action))
	if e.About != "" {
		text += fmt.Sprintf(" %q", e.AboutName)
	}
	for _, name := range slices.Sorted(maps.Keys(e.Details)) {
		text += printable(fmt.Sprintf(", %s %s", name, strings.ReplaceAll(e.Details[name], "\n", " / ")))
	}
	return text
}

// clockTime returns a moment in the time zone of this machine.
func clockTime(at match.Moment) string { return time.UnixMilli(int64(at)).Format(time.DateTime) }

// adminActCommand is a command that acts on a person.
type adminActCommand struct {
	Name string `arg:"" help:"The name of an account, or # and the ID of a person, who may be a guest."`
	database
	Text string `placeholder:"TEXT" help:"The reason, for the audit log."`
}

// act sends an action on a person, and prints done with the name.
func (c *adminActCommand) act(term terminal, do admin.Action, done string) error {
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
		fmt.Fprintf(term.out, "%q %s\n", p.Name, done)
		return nil
	})
}

// person returns the person with a name, or after # with an ID.
func (a *administration) person(ctx context.Context, name string) (p admin.PersonDetails, err error) {
	id, byID := strings.CutPrefix(name, "#")
	if !byID {
		return a.named(ctx, name)
	}
	return p, a.request(ctx, "GET", "people/"+url.PathEscape(id), nil, &p)
}

// adminHours is the duration of a sanction.
type adminHours struct {
	Hours int `help:"For how many hours (default: for ever)."`
}

func (c *adminHours) check() error {
	if c.Hours < 0 || c.Hours > 87_600 {
		return &misuse{fmt.Sprintf("--hours %d is not between 0 (for ever) and 87600 (ten years)", c.Hours)}
	}
	return nil
}

// adminWarnCommand warns a person.
type adminWarnCommand struct {
	adminActCommand
	Warning string `arg:"" help:"The text, which the person must confirm."`
}

func (c *adminWarnCommand) Run(term terminal) error {
	return c.act(term, admin.Action{Action: "warn", Text: c.Warning}, "is warned")
}

// adminMuteCommand forbids chatting.
type adminMuteCommand struct {
	adminActCommand
	adminHours
	Lift bool `help:"End the sanction."`
}

func (c *adminMuteCommand) Run(term terminal) error {
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

func (c *adminSuspendCommand) Run(term terminal) error {
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

func (c *adminBanCommand) Run(term terminal) error {
	if c.Lift {
		return c.act(term, admin.Action{Action: "unban"}, "can log in again")
	}
	return c.act(term, admin.Action{Action: "ban"}, "is banned")
}

// adminRenameCommand renames a person.
type adminRenameCommand struct {
	adminActCommand
	New string `arg:"" help:"The new name."`
}

func (c *adminRenameCommand) Run(term terminal) error {
	return c.act(term, admin.Action{Action: "rename", Name: c.New}, "is renamed")
}

// adminDeleteCommand deletes a person.
type adminDeleteCommand struct {
	adminActCommand
	Yes bool `help:"Required: the account, its name and its chat messages are gone for ever."`
}

func (c *adminDeleteCommand) Run(term terminal) error {
	if !c.Yes {
		return &misuse{"deleting a person cannot be undone; repeat the command with --yes"}
	}
	return c.act(term, admin.Action{Action: "delete"}, "is deleted")
}

// adminAddressCommand bans addresses.
type adminAddressCommand struct {
	Network string `arg:"" optional:"" help:"An address, or a network such as 203.0.113.0/24; default: list the bans."`
	database
	adminHours
	Lift bool   `help:"End the ban."`
	Text string `placeholder:"TEXT" help:"The reason."`
}

func (c *adminAddressCommand) Run(term terminal) error {
	if err := c.check(); err != nil {
		return err
	}
	return c.administer(func(ctx context.Context, a *administration) error {
		if c.Network != "" {
			body := map[string]any{"network": c.Network, "hours": c.Hours, "reason": c.Text, "lift": c.Lift}
			return a.request(ctx, "POST", "addresses", body, nil)
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
			fmt.Fprintf(term.out, "%-20s %s  %s\n", printable(b.Network), end, printable(b.Reason))
		}
		if len(list.Bans) == 0 {
			fmt.Fprintln(term.notes, "no address is banned")
		}
		return nil
	})
}

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

// adminReportsCommand lists reports.
type adminReportsCommand struct {
	database
	All   bool   `help:"List closed reports too."`
	Close string `placeholder:"ID" help:"Close the report with this ID."`
	Open  string `placeholder:"ID" help:"Open the report with this ID again."`
}

func (c *adminReportsCommand) Run(term terminal) error {
	return c.administer(func(ctx context.Context, a *administration) error {
		if id := c.Close + c.Open; id != "" {
			return a.request(ctx, "PUT", "reports/"+url.PathEscape(id), map[string]bool{"open": c.Open != ""}, nil)
		}
		var list struct{ Reports []store.Report }
		if err := a.request(ctx, "GET", fmt.Sprintf("reports?all=%v", c.All), nil, &list); err != nil {
			return err
		}
		printReports(term, list.Reports)
		return nil
	})
}
