package clubs

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// ClubReply is a reply to a notice.
type ClubReply struct {
	ID     string       `json:"id"`
	Author ClubPerson   `json:"author"`
	At     match.Moment `json:"at"`
	HTML   string       `json:"html" doc:"empty if the author's account was deleted"`
}

// ClubNotice is a notice of a club.
type ClubNotice struct {
	ClubReply
	Count   int         `json:"count" doc:"number of replies"`
	Replies []ClubReply `json:"replies" doc:"the oldest first; in lists only the last 3"`
}

const (
	// shownNotices is how many notices a response has at most, with the last shownReplies replies.
	shownNotices = 10
	shownReplies = 3
)

// NoticePath is the path of a notice or reply.
type NoticePath struct {
	Path
	Notice string `path:"notice" maxLength:"64"`
}

type noticeResponse struct{ Body ClubNotice }

func (a *API) registerNotices(routes huma.API) {
	type noticesRequest struct {
		Path
		Skip int `query:"skip" minimum:"0" maximum:"3000"`
	}
	type noticesResponse struct {
		Body struct {
			Notices []ClubNotice `json:"notices" doc:"at most 10, the newest first"`
			More    bool         `json:"more"`
		}
	}
	core.Register(routes, core.Read, huma.Operation{OperationID: "getClubNotices", Method: http.MethodGet, Path: "/api/clubs/{id}/notices", Summary: "The notices of a club with the last replies"},
		func(ctx context.Context, in *noticesRequest) (*noticesResponse, error) {
			out := &noticesResponse{}
			out.Body.Notices = []ClubNotice{}
			if _, err := a.readable(ctx, in.ID); err != nil {
				return nil, a.ProblemOf(err)
			}
			list, err := a.store.ClubNotices(ctx, in.ID, in.Skip, shownNotices+1)
			if len(list) > shownNotices {
				list, out.Body.More = list[:shownNotices], true
			}
			for i := 0; i < len(list) && err == nil; i++ {
				var n ClubNotice
				n, err = a.withReplies(ctx, &list[i], shownReplies)
				out.Body.Notices = append(out.Body.Notices, n)
			}
			return out, a.ProblemOf(err)
		})
	core.Register(routes, core.Read, huma.Operation{OperationID: "getClubNotice", Method: http.MethodGet, Path: "/api/clubs/{id}/notices/{notice}", Summary: "A notice with all replies"},
		func(ctx context.Context, in *NoticePath) (*noticeResponse, error) {
			if _, err := a.readable(ctx, in.ID); err != nil {
				return nil, a.ProblemOf(err)
			}
			return a.notice(ctx, in.ID, in.Notice)
		})
	type newNotice struct {
		Path
		Body struct {
			Text string `json:"text" maxLength:"16000" doc:"Markdown, at most 4,000 characters"`
		}
	}
	texts := core.Create.ByPerson(core.ClubTexts).UpTo(8*maxNotice + 4096)
	core.Register(routes, texts, huma.Operation{OperationID: "addClubNotice", Method: http.MethodPost, Path: "/api/clubs/{id}/notices", Summary: "Write a notice"},
		func(ctx context.Context, in *newNotice) (*noticeResponse, error) {
			return a.add(ctx, in.ID, "", in.Body.Text, maxNotice)
		})
	type newReply struct {
		NoticePath
		Body struct {
			Text string `json:"text" maxLength:"8000" doc:"Markdown, at most 2,000 characters"`
		}
	}
	core.Register(routes, texts, huma.Operation{OperationID: "addClubReply", Method: http.MethodPost, Path: "/api/clubs/{id}/notices/{notice}/replies", Summary: "Reply to a notice"},
		func(ctx context.Context, in *newReply) (*noticeResponse, error) {
			return a.add(ctx, in.ID, in.Notice, in.Body.Text, maxReply)
		})
	core.Register(routes, core.Change.ByPerson(core.ClubChanges), huma.Operation{OperationID: "deleteClubNotice", Method: http.MethodDelete, Path: "/api/clubs/{id}/notices/{notice}", Summary: "Delete a notice with its replies, or a reply: one's own, or any as owner or officer", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *NoticePath) (*struct{}, error) {
			return nil, a.ProblemOf(a.deleteNotice(ctx, in))
		})
}

func (a *API) replyOf(n *store.ClubNotice) (ClubReply, error) {
	html, err := a.htmlOf(n.Text)
	return ClubReply{n.ID, ClubPerson{n.Person, n.Name, n.Arms}, n.At, html}, err
}

// withReplies returns a notice with the last replies.
func (a *API) withReplies(ctx context.Context, n *store.ClubNotice, most int) (ClubNotice, error) {
	head, err := a.replyOf(n)
	out := ClubNotice{ClubReply: head, Count: n.Replies, Replies: []ClubReply{}}
	if err != nil || n.Replies == 0 {
		return out, err
	}
	replies, err := a.store.ClubReplies(ctx, n.Club, n.ID, most)
	for i := 0; i < len(replies) && err == nil; i++ {
		var r ClubReply
		r, err = a.replyOf(&replies[i])
		out.Replies = append(out.Replies, r)
	}
	return out, err
}

// notice returns a notice with all replies.
func (a *API) notice(ctx context.Context, club, id string) (*noticeResponse, error) {
	n, err := a.store.ClubNotice(ctx, club, id)
	if err == nil && n.Parent != "" {
		err = store.ErrNotFound
	}
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	out, err := a.withReplies(ctx, &n, limits.Replies)
	return &noticeResponse{out}, a.ProblemOf(err)
}

// add stores a notice or a reply and returns the notice.
func (a *API) add(ctx context.Context, club, parent, text string, most int) (*noticeResponse, error) {
	p, err := a.writer(ctx)
	if err != nil {
		return nil, err
	}
	c, err := a.Shown(ctx, club)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	if text, err = cleanText(text, most); err != nil {
		return nil, err
	}
	if text == "" {
		return nil, core.NewProblem(http.StatusUnprocessableEntity, "club-no-text", "write a text")
	}
	least := store.ClubMember
	if parent == "" && c.Posting == store.OfficersPost {
		least = store.ClubOfficer
	}
	n := store.ClubNotice{Club: club, ID: core.IDFor(ctx), Parent: parent, Person: p.ID, At: a.Now(), Text: text}
	notified, err := a.store.AddClubNotice(ctx, n, least, limits)
	if errors.Is(err, store.ErrTaken) && core.ResumedSince(ctx) > 0 {
		err = nil // stored by the first attempt
	}
	if err != nil {
		return nil, a.problemOf(err, core.NeedsClubRole)
	}
	a.notify(notified)
	if parent == "" {
		parent = n.ID
	}
	return a.notice(ctx, club, parent)
}

func (a *API) deleteNotice(ctx context.Context, in *NoticePath) error {
	p, err := core.RequireMember(ctx)
	if err != nil {
		return err
	}
	if _, err := a.readable(ctx, in.ID); err != nil {
		return err
	}
	n, err := a.store.ClubNotice(ctx, in.ID, in.Notice)
	if err != nil {
		return err
	}
	if n.Person != p.ID {
		if _, _, err := a.requireRole(ctx, in.ID, store.ClubOfficer); err != nil {
			return err
		}
	}
	return a.store.DeleteClubNotice(ctx, in.ID, in.Notice, nil)
}
