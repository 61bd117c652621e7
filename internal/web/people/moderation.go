package people

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// registerModeration adds the routes for blocking, muting and reporting people.
func (a *API) registerModeration(routes huma.API) {
	core.Register(routes, core.Read, huma.Operation{OperationID: "getBlocks", Method: http.MethodGet, Path: "/api/me/blocks", Summary: "The people whom the requester has blocked"}, a.getBlocks)
	core.Register(routes, core.Change, huma.Operation{OperationID: "block", Method: http.MethodPut, Path: "/api/me/blocks/{id}", Summary: "Block a person, who can then neither sit nor chat at the requester's tables", DefaultStatus: http.StatusNoContent}, a.block)
	core.Register(routes, core.Change, huma.Operation{OperationID: "unblock", Method: http.MethodDelete, Path: "/api/me/blocks/{id}", Summary: "Unblock a person", DefaultStatus: http.StatusNoContent}, a.unblock)
	core.Register(routes, core.Change, huma.Operation{OperationID: "mute", Method: http.MethodPut, Path: "/api/matches/{id}/mute", Summary: "Mute or unmute the chat at a table", DefaultStatus: http.StatusNoContent}, a.mute)
	core.Register(routes, core.Change, huma.Operation{OperationID: "confirmWarning", Method: http.MethodDelete, Path: "/api/me/warning", Summary: "Confirm that a warning of a moderator was read", DefaultStatus: http.StatusNoContent}, a.confirmWarning)
	core.Register(routes, core.Create, huma.Operation{OperationID: "report", Method: http.MethodPost, Path: "/api/reports", Summary: "Report a person to the operator of the server", DefaultStatus: http.StatusNoContent}, a.report)
}

type blocksResponse struct {
	Body struct {
		Blocked []Person `json:"blocked"`
	}
}

func (a *API) getBlocks(ctx context.Context, _ *struct{}) (*blocksResponse, error) {
	p, err := core.RequirePerson(ctx)
	if err != nil {
		return nil, err
	}
	list, err := a.store.Blocks(ctx, p.ID)
	out := &blocksResponse{}
	out.Body.Blocked = []Person{}
	for _, other := range list {
		out.Body.Blocked = append(out.Body.Blocked, personOf(other))
	}
	return out, a.ProblemOf(err)
}

type otherPath struct {
	ID string `path:"id" maxLength:"64"`
}

func (a *API) block(ctx context.Context, in *otherPath) (*struct{}, error) {
	p, err := core.RequirePerson(ctx)
	if err != nil {
		return nil, err
	}
	if in.ID == p.ID {
		return nil, core.NewProblem(http.StatusUnprocessableEntity, "yourself", "you cannot do this to yourself")
	}
	if _, err := a.store.Person(ctx, in.ID); err != nil {
		return nil, a.ProblemOf(err)
	}
	err = a.store.Block(ctx, p.ID, in.ID, a.Now())
	a.Host.NotificationsChanged(p.ID)
	a.Host.NotificationsChanged(in.ID)
	return nil, a.ProblemOf(err)
}

func (a *API) unblock(ctx context.Context, in *otherPath) (*struct{}, error) {
	p, err := core.RequirePerson(ctx)
	if err != nil {
		return nil, err
	}
	err = a.store.Unblock(ctx, p.ID, in.ID, a.Now())
	a.Host.NotificationsChanged(in.ID)
	return nil, a.ProblemOf(err)
}

type muteRequest struct {
	matches.MatchPath
	Body struct {
		Muted bool `json:"muted"`
	}
}

func (a *API) mute(ctx context.Context, in *muteRequest) (*struct{}, error) {
	p, err := core.RequirePerson(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := a.matches.VisibleMatch(ctx, in.ID, p); err != nil {
		return nil, a.ProblemOf(err)
	}
	return nil, a.ProblemOf(a.store.Mute(ctx, p.ID, in.ID, in.Body.Muted))
}

func (a *API) confirmWarning(ctx context.Context, _ *struct{}) (*struct{}, error) {
	p, err := core.RequirePerson(ctx)
	if err != nil {
		return nil, err
	}
	err = a.store.ConfirmWarning(ctx, p.ID)
	a.PersonChanged(p.ID)
	return nil, a.ProblemOf(err)
}

type reportRequest struct {
	Body struct {
		About      string `json:"about" maxLength:"64" doc:"the person's ID"`
		Match      string `json:"match,omitempty" maxLength:"64" doc:"where it happened"`
		Game       int    `json:"game,omitempty" minimum:"0" maximum:"1000000" doc:"the number of the game in the match"`
		Ply        int    `json:"ply,omitempty" minimum:"0" maximum:"100000" doc:"how many moves had been made"`
		Study      string `json:"study,omitempty" maxLength:"64" doc:"a study of the person"`
		Club       string `json:"club,omitempty" maxLength:"64" doc:"a club of which the person is the owner, or in which the notice is"`
		Notice     string `json:"notice,omitempty" maxLength:"64" doc:"a notice or reply of the person"`
		Tournament string `json:"tournament,omitempty" maxLength:"64" doc:"a tournament whose director the person is, or in whose chat the notice is"`
		Reason     string `json:"reason" enum:"talk,cheating,name,motto,else"`
		Text       string `json:"text,omitempty" maxLength:"8000"`
	}
}

func (a *API) report(ctx context.Context, in *reportRequest) (*struct{}, error) {
	p, err := core.RequirePerson(ctx)
	if err != nil {
		return nil, err
	}
	text := match.CleanText(in.Body.Text)
	if utf8.RuneCountInString(text) > reportLength || !utf8.ValidString(in.Body.Text) {
		return nil, core.NewProblem(http.StatusUnprocessableEntity, "report-text", "a report may have at most 2,000 characters")
	}
	if in.Body.About == p.ID {
		return nil, core.NewProblem(http.StatusUnprocessableEntity, "yourself", "you cannot do this to yourself")
	}
	about, err := a.store.Person(ctx, in.Body.About)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	if in.Body.Match != "" {
		if _, err := a.matches.VisibleMatch(ctx, in.Body.Match, p); err != nil {
			return nil, a.ProblemOf(err)
		}
	}
	if in.Body.Study != "" {
		s, err := a.store.Study(ctx, in.Body.Study)
		if err != nil || s.Owner != about.ID || s.Visibility == store.PrivateStudy {
			return nil, a.ProblemOf(cmp.Or(err, store.ErrNotFound))
		}
	}
	quoted, err := a.quoteOf(ctx, in.Body.Club, in.Body.Tournament, in.Body.Notice, about.ID)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	if !a.Limits.Allow(core.Reports, p.ID) {
		return nil, core.RateLimited
	}
	motto := ""
	if in.Body.Reason == "motto" {
		motto = about.Motto
	}
	err = a.store.AddReport(ctx, store.Report{
		ID: core.IDFor(ctx), At: a.Now(), By: p.ID, ByName: p.Name, About: about.ID, AboutName: about.Name,
		Match: in.Body.Match, Game: in.Body.Game, Ply: in.Body.Ply, Study: in.Body.Study, Club: in.Body.Club, Tournament: in.Body.Tournament, Notice: in.Body.Notice, Quote: quoted, Motto: motto, Reason: in.Body.Reason, Text: text,
	})
	if errors.Is(err, store.ErrTaken) && core.ResumedSince(ctx) > 0 {
		err = nil // stored by the first attempt
	}
	return nil, a.ProblemOf(err)
}

const reportLength = 2000

// quoteOf returns the reported text of a club or tournament: a notice of a person, or the texts of
// the person's club or tournament. It returns [store.ErrNotFound] if it is none of the person.
func (a *API) quoteOf(ctx context.Context, club, tournament, notice, person string) (string, error) {
	switch {
	case tournament != "" && notice != "":
		return a.noticeOf(ctx, tournament, notice, person)
	case tournament != "":
		s, err := a.Tournaments.State(ctx, tournament)
		if err == nil && !s.MayDirect(person) {
			err = store.ErrNotFound
		}
		if err != nil {
			return "", err
		}
		texts := []string{s.Settings.Name, s.Settings.Description, s.Reason}
		for i := range s.Boards {
			if r := s.Boards[i].Result; r != nil && r.Note != "" {
				texts = append(texts, r.Note)
			}
		}
		return quote(texts...), nil
	case club == "":
		return "", nil
	}
	c, err := a.store.Club(ctx, club)
	if err != nil || c.State != store.ClubOpen {
		return "", cmp.Or(err, store.ErrNotFound)
	}
	if notice != "" {
		return a.noticeOf(ctx, club, notice, person)
	}
	m, err := a.store.Membership(ctx, club, person)
	if err == nil && m.Role != store.ClubOwner {
		err = store.ErrNotFound
	}
	return quote(c.Name, c.Line, c.Text), err
}

// quote returns texts as a report keeps them.
func quote(texts ...string) string {
	all := []rune(strings.TrimSpace(strings.Join(texts, "\n")))
	return string(all[:min(len(all), quoteLength)])
}

// noticeOf returns a notice of a person in a club or tournament.
func (a *API) noticeOf(ctx context.Context, board, notice, person string) (string, error) {
	n, err := a.store.ClubNotice(ctx, board, notice)
	if err == nil && n.Person != person {
		err = store.ErrNotFound
	}
	return n.Text, err
}

// quoteLength is how many characters of the texts of a club or tournament a report keeps.
const quoteLength = 4000
