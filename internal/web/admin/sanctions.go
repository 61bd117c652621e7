package admin

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"strconv"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// maxText is the length of a warning or reason, in characters.
const maxText = 1000

// Action is what a moderator does to a person.
type Action struct {
	Action string `json:"action" enum:"warn,mute,unmute,suspend,unsuspend,ban,unban,remove-motto,rename,delete"`
	Hours  int    `json:"hours,omitempty" minimum:"0" maximum:"87600" doc:"how long a mute or suspension lasts, at most ten years; 0 for ever"`
	Text   string `json:"text,omitempty" maxLength:"4000" doc:"the warning, which the person must confirm, or the reason, for the audit log"`
	Name   string `json:"name,omitempty" maxLength:"200" doc:"the new name"`
}

func (a *API) registerSanctions(routes huma.API) {
	type personResponse struct{ Body PersonDetails }
	core.Register(routes, core.Read.For(store.Moderator), huma.Operation{OperationID: "getPersonDetails", Method: http.MethodGet, Path: "/api/admin/people/{id}", Summary: "A person with sanctions"},
		func(ctx context.Context, in *PersonPath) (*personResponse, error) {
			p, err := a.store.Person(ctx, in.ID)
			return &personResponse{personOf(p)}, a.ProblemOf(err)
		})
	type actionRequest struct {
		PersonPath
		Body Action
	}
	core.Register(routes, core.Create.For(store.Moderator), huma.Operation{OperationID: "actOnPerson", Method: http.MethodPost, Path: "/api/admin/people/{id}/actions", Summary: "Warn, mute, suspend, ban, rename or delete a person, or remove the motto", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *actionRequest) (*struct{}, error) {
			return nil, a.ProblemOf(a.actOnPerson(ctx, in.ID, in.Body))
		})
	type bansResponse struct {
		Body struct {
			Bans []store.AddressBan `json:"bans"`
		}
	}
	core.Register(routes, core.Read.For(store.Administrator), huma.Operation{OperationID: "getAddressBans", Method: http.MethodGet, Path: "/api/admin/addresses", Summary: "The banned addresses, the newest first"},
		func(ctx context.Context, _ *struct{}) (*bansResponse, error) {
			list, err := a.store.AddressBans(ctx, a.Now())
			out := &bansResponse{}
			out.Body.Bans = list
			return out, a.ProblemOf(err)
		})
	type banRequest struct {
		Body struct {
			Network string `json:"network" maxLength:"100" doc:"an address, or a network in CIDR notation"`
			Hours   int    `json:"hours,omitempty" minimum:"0" maximum:"87600" doc:"0 for ever"`
			Reason  string `json:"reason,omitempty" maxLength:"4000"`
			Lift    bool   `json:"lift,omitempty" doc:"ends the ban of the network"`
		}
	}
	core.Register(routes, core.Create.For(store.Administrator), huma.Operation{OperationID: "banAddress", Method: http.MethodPost, Path: "/api/admin/addresses", Summary: "Ban an address or a network of addresses, or end such a ban", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *banRequest) (*struct{}, error) {
			b := in.Body
			return nil, a.ProblemOf(a.banAddress(ctx, b.Network, b.Hours, b.Reason, b.Lift))
		})
}

// cleanText returns a text without characters that change how it is displayed, or a
// problem if it has more than most characters.
func cleanText(text string, most int) (string, error) {
	if clean := match.CleanText(text); utf8.ValidString(text) && utf8.RuneCountInString(clean) <= most {
		return clean, nil
	}
	return "", core.NewProblem(http.StatusUnprocessableEntity, "admin-text", fmt.Sprintf("a text may have at most %d characters", most)).With("most", most)
}

// end returns when a sanction of some hours ends.
func (a *API) end(hours int) match.Moment {
	if hours == 0 {
		return store.Forever
	}
	return a.Now().After(match.Millis(hours) * 60 * match.Minute)
}

// hoursText returns hours for the audit log.
func hoursText(hours int) string {
	if hours == 0 {
		return "for ever"
	}
	return strconv.Itoa(hours)
}

// subject returns a person on whom the requester may act: not oneself, nor a person with
// the same role or a higher one.
func (a *API) subject(ctx context.Context, by core.Actor, id string) (store.Person, error) {
	p, err := a.store.Person(ctx, id)
	switch {
	case err != nil:
		return p, err
	case p.ID == by.ID:
		return p, core.NewProblem(http.StatusUnprocessableEntity, "yourself", "you cannot do this to yourself")
	case p.Role != store.User && p.Role.Includes(by.Role) && !by.Operator:
		return p, core.NewProblem(http.StatusForbidden, "staff", "this person has the same role as you, or a higher one")
	}
	return p, nil
}

func (a *API) actOnPerson(ctx context.Context, id string, do Action) error {
	by := core.ActorIn(ctx)
	if (do.Action == "rename" || do.Action == "delete") && !by.Role.Includes(store.Administrator) {
		return core.NeedsRole
	}
	text, err := cleanText(do.Text, maxText)
	if err != nil {
		return err
	}
	p, err := a.subject(ctx, by, id)
	if err != nil {
		return err
	}
	var to store.SanctionChange
	details := []string{"text", text}
	switch do.Action {
	case "warn":
		if text == "" {
			return core.NewProblem(http.StatusUnprocessableEntity, "admin-no-text", "write a text")
		}
		to.Warning = &text
	case "mute":
		to.MutedUntil = new(a.end(do.Hours))
		details = append(details, "hours", hoursText(do.Hours))
	case "unmute":
		to.MutedUntil = new(match.Moment(0))
	case "suspend":
		to.SuspendedUntil = new(a.end(do.Hours))
		details = append(details, "hours", hoursText(do.Hours))
	case "unsuspend":
		to.SuspendedUntil = new(match.Moment(0))
	case "ban":
		to.Banned = new(true)
	case "unban":
		to.Banned = new(false)
	case "remove-motto":
		err = a.store.RemoveMotto(ctx, p.ID, a.NewEntry(by, do.Action, p, details...))
		a.PersonChanged(p.ID)
		return err
	case "rename":
		return a.rename(ctx, by, p, do.Name, text)
	case "delete":
		entry := a.NewEntry(by, do.Action, p, details...)
		return a.DeletePerson(ctx, p, &entry)
	}
	err = a.store.ChangeSanctions(ctx, p.ID, to, a.NewEntry(by, do.Action, p, details...))
	a.PersonChanged(p.ID)
	if err != nil || do.Action != "suspend" && do.Action != "ban" {
		return err
	}
	until := store.Forever
	if to.SuspendedUntil != nil {
		until = *to.SuspendedUntil
	}
	// The client may close the connection.
	return a.LeaveTournaments(context.WithoutCancel(ctx), p.ID, until)
}

// rename changes the name of a person, also at tables.
func (a *API) rename(ctx context.Context, by core.Actor, p store.Person, name, reason string) error {
	name, err := core.CheckName(name)
	if err != nil {
		return err
	}
	err = a.store.RenamePerson(ctx, p.ID, name, a.NewEntry(by, "rename", p, "name", name, "text", reason))
	a.PersonChanged(p.ID)
	if err != nil {
		return err
	}
	p.Name = name
	_, err = a.Rename(ctx, p, match.Rename{Player: core.PlayerOf(p)})
	return err
}

func (a *API) banAddress(ctx context.Context, text string, hours int, reason string, lift bool) error {
	by := core.ActorIn(ctx)
	network, err := core.ParseNetwork(text)
	if err != nil {
		return err
	}
	if reason, err = cleanText(reason, maxText); err != nil {
		return err
	}
	action, details := "ban-address", []string{"network", network.String(), "hours", hoursText(hours), "text", reason}
	if lift {
		action, details = "unban-address", []string{"network", network.String()}
	}
	entry := a.NewEntry(by, action, store.Person{}, details...)
	if lift {
		err = a.store.UnbanAddress(ctx, network.String(), entry)
	} else if own := core.AddressOf(ctx); !by.Operator && contains(network, own) {
		return core.NewProblem(http.StatusConflict, "own-address", "your own address is in this network")
	} else {
		err = a.store.BanAddress(ctx, store.AddressBan{Network: network.String(), Until: a.end(hours), Since: a.Now(), Reason: reason}, entry)
	}
	a.PersonChanged("")
	return err
}

func contains(network netip.Prefix, at netip.Addr) bool { return at.IsValid() && network.Contains(at) }

// errNoChat is the problem for a message that is not there.
var errNoChat = core.NewProblem(http.StatusNotFound, "no-message", "there is no such message")

// MatchMessage is a chat message of a match.
type MatchMessage struct {
	Number    int64        `json:"number" doc:"the number of its event, which remove-chat needs"`
	At        match.Moment `json:"at"`
	By        string       `json:"by" doc:"the ID of the author"`
	Name      string       `json:"name"`
	Spectator bool         `json:"spectator,omitempty" doc:"whether it is in the chat of the spectators"`
	Text      string       `json:"text"`
}

// chatOf returns the chat messages of a match that were not removed.
func (a *API) chatOf(ctx context.Context, id string) ([]MatchMessage, error) {
	if _, err := a.Host.State(ctx, id); err != nil {
		return nil, err
	}
	events, err := a.store.Events(ctx, id, 0)
	list := []MatchMessage{}
	for i := range events {
		if e := &events[i]; e.Type == match.Chatted && e.Text != "" {
			list = append(list, MatchMessage{Number: int64(i + 1), At: e.At, By: e.By, Name: e.Name, Spectator: e.Seat < 0, Text: e.Text})
		}
	}
	return list, err
}

func (a *API) registerMatches(routes huma.API) {
	type chatResponse struct {
		Body struct {
			Messages []MatchMessage `json:"messages"`
		}
	}
	core.Register(routes, core.Read.For(store.Moderator), huma.Operation{OperationID: "getMatchMessages", Method: http.MethodGet, Path: "/api/admin/matches/{id}/chat", Summary: "The chat messages of a match with their numbers"},
		func(ctx context.Context, in *matches.MatchPath) (*chatResponse, error) {
			list, err := a.chatOf(ctx, in.ID)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &chatResponse{}
			out.Body.Messages = list
			// Nothing is shown that the log does not have.
			if err := a.store.AddEntry(ctx, a.NewEntry(core.ActorIn(ctx), "read-chat", store.Person{}, "match", in.ID)); err != nil {
				return nil, a.ProblemOf(err)
			}
			return out, nil
		})
	type actionRequest struct {
		matches.MatchPath
		Body struct {
			Action string `json:"action" enum:"close,remove-chat"`
			Number int64  `json:"number,omitempty" minimum:"0" doc:"the number of the chat message's event"`
			Text   string `json:"text,omitempty" maxLength:"4000" doc:"the reason, for the audit log"`
		}
	}
	core.Register(routes, core.Create.For(store.Moderator), huma.Operation{OperationID: "actOnMatch", Method: http.MethodPost, Path: "/api/admin/matches/{id}/actions", Summary: "Close a table, abort its running game, or remove a chat message", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *actionRequest) (*struct{}, error) {
			return nil, a.ProblemOf(a.actOnMatch(ctx, in.ID, in.Body.Action, in.Body.Number, in.Body.Text))
		})
}

func (a *API) actOnMatch(ctx context.Context, id, action string, number int64, reason string) error {
	by := core.ActorIn(ctx)
	reason, err := cleanText(reason, maxText)
	if err != nil {
		return err
	}
	if action == "close" {
		if _, err := a.Host.Do(ctx, id, match.Command{At: a.Now(), Do: match.Terminate{}}); err != nil {
			return err
		}
		return a.store.AddEntry(ctx, a.NewEntry(by, "close", store.Person{}, "match", id, "text", reason))
	}
	events, err := a.store.Events(ctx, id, number-1)
	if err != nil {
		return err
	}
	if number < 1 || len(events) == 0 || events[0].Type != match.Chatted {
		return errNoChat
	}
	author := store.Person{ID: events[0].By, Name: events[0].Name}
	err = a.store.RemoveChat(ctx, id, number, a.NewEntry(by, "remove-chat", author, "match", id, "number", strconv.FormatInt(number, 10), "text", reason))
	if errors.Is(err, store.ErrNotFound) {
		return errNoChat
	}
	if err != nil {
		return err
	}
	// Pages that show the message remove it.
	_, err = a.Host.Do(ctx, id, match.Command{At: a.Now(), Do: match.RemoveChat{Number: number}})
	return err
}
