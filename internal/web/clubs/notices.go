package clubs

import (
	"cmp"
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

// board is a kind of boards of notices.
type board struct {
	// path is the path of a board, name is in the names of its operations, and of in their summaries.
	path, name, of string
	// replies reports whether notices can be answered.
	replies bool
	// readable returns the error of a board that the requester cannot see.
	readable func(ctx context.Context, id string) error
	// add stores a notice or reply and returns the people who have been notified.
	add func(ctx context.Context, n store.ClubNotice) (notified []string, err error)
	// remove returns the entry of the audit log, nil for none, for the deletion of a text of
	// somebody else, or the error if the person may not delete it.
	remove func(ctx context.Context, p store.Person, n *store.ClubNotice) (*store.Entry, error)
}

func (a *API) registerNotices(routes huma.API, b *board) {
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
	core.Register(routes, core.Read, huma.Operation{OperationID: "get" + b.name + "Notices", Method: http.MethodGet, Path: b.path, Summary: "The notices of a " + b.of + " with the last replies"},
		func(ctx context.Context, in *noticesRequest) (*noticesResponse, error) {
			out := &noticesResponse{}
			out.Body.Notices = []ClubNotice{}
			if err := b.readable(ctx, in.ID); err != nil {
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
	type newNotice struct {
		Path
		Body struct {
			Text string `json:"text" maxLength:"16000" doc:"Markdown, at most 4,000 characters"`
		}
	}
	core.Register(routes, noticeTexts, huma.Operation{OperationID: "add" + b.name + "Notice", Method: http.MethodPost, Path: b.path, Summary: "Write a notice of a " + b.of},
		func(ctx context.Context, in *newNotice) (*noticeResponse, error) {
			return a.add(ctx, b, in.ID, "", in.Body.Text, maxNotice)
		})
	core.Register(routes, core.Change.ByPerson(core.ClubChanges), huma.Operation{OperationID: "delete" + b.name + "Notice", Method: http.MethodDelete, Path: b.path + "/{notice}", Summary: "Delete a notice of a " + b.of + " with its replies, or a reply: one's own, or any with a right", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *NoticePath) (*struct{}, error) {
			return nil, a.ProblemOf(a.deleteNotice(ctx, b, in))
		})
	if b.replies {
		a.registerReplies(routes, b)
	}
}

// noticeTexts are the limits of requests with a notice or reply.
var noticeTexts = core.Create.ByPerson(core.ClubTexts).UpTo(8*maxNotice + 4096)

func (a *API) registerReplies(routes huma.API, b *board) {
	core.Register(routes, core.Read, huma.Operation{OperationID: "get" + b.name + "Notice", Method: http.MethodGet, Path: b.path + "/{notice}", Summary: "A notice with all replies"},
		func(ctx context.Context, in *NoticePath) (*noticeResponse, error) {
			if err := b.readable(ctx, in.ID); err != nil {
				return nil, a.ProblemOf(err)
			}
			return a.notice(ctx, in.ID, in.Notice)
		})
	type newReply struct {
		NoticePath
		Body struct {
			Text string `json:"text" maxLength:"8000" doc:"Markdown, at most 2,000 characters"`
		}
	}
	core.Register(routes, noticeTexts, huma.Operation{OperationID: "add" + b.name + "Reply", Method: http.MethodPost, Path: b.path + "/{notice}/replies", Summary: "Reply to a notice"},
		func(ctx context.Context, in *newReply) (*noticeResponse, error) {
			return a.add(ctx, b, in.ID, in.Notice, in.Body.Text, maxReply)
		})
}

// clubBoards returns the boards of clubs, on which members write.
func (a *API) clubBoards() *board {
	return &board{
		path: "/api/clubs/{id}/notices", name: "Club", of: "club", replies: true,
		readable: func(ctx context.Context, id string) error {
			_, err := a.readable(ctx, id)
			return err
		},
		add: func(ctx context.Context, n store.ClubNotice) ([]string, error) {
			c, err := a.Shown(ctx, n.Club)
			if err != nil {
				return nil, err
			}
			least := store.ClubMember
			if n.Parent == "" && c.Posting == store.OfficersPost {
				least = store.ClubOfficer
			}
			return a.store.AddClubNotice(ctx, n, least, limits)
		},
		remove: func(ctx context.Context, _ store.Person, n *store.ClubNotice) (*store.Entry, error) {
			_, _, err := a.requireRole(ctx, n.Club, store.ClubOfficer)
			return nil, err
		},
	}
}

// tournamentBoards returns the chats of tournaments, in which everybody with an account writes.
func (a *API) tournamentBoards() *board {
	return &board{
		path: "/api/tournaments/{id}/notices", name: "Tournament", of: "tournament",
		readable: func(ctx context.Context, id string) error {
			_, err := a.Tournaments.State(ctx, id)
			return err
		},
		add: func(ctx context.Context, n store.ClubNotice) ([]string, error) {
			return nil, a.store.AddTournamentNotice(ctx, n, limits)
		},
		remove: func(ctx context.Context, p store.Person, n *store.ClubNotice) (*store.Entry, error) {
			s, err := a.Tournaments.State(ctx, n.Club)
			if err != nil {
				return nil, err
			}
			if !s.MayDirect(p.ID) && !p.Role.Includes(store.Moderator) {
				return nil, core.NewProblem(http.StatusForbidden, "not-director", "only the director of the tournament may do this")
			}
			e := a.NewEntry(core.Actor{ID: p.ID, Name: p.Name, Role: p.Role}, "tournament-remove-text", store.Person{ID: n.Person, Name: n.Name}, "tournament", n.Club)
			return &e, nil
		},
	}
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
func (a *API) add(ctx context.Context, b *board, id, parent, text string, most int) (*noticeResponse, error) {
	p, err := a.writer(ctx)
	if err != nil {
		return nil, err
	}
	if text, err = cleanText(text, most); err != nil {
		return nil, err
	}
	if text == "" {
		return nil, core.NewProblem(http.StatusUnprocessableEntity, "club-no-text", "write a text")
	}
	n := store.ClubNotice{Club: id, ID: core.IDFor(ctx), Parent: parent, Person: p.ID, At: a.Now(), Text: text}
	notified, err := b.add(ctx, n)
	if errors.Is(err, store.ErrTaken) && core.ResumedSince(ctx) > 0 {
		err = nil // stored by the first attempt
	}
	if err != nil {
		return nil, a.problemOf(err, core.NeedsClubRole)
	}
	a.notify(notified)
	return a.notice(ctx, id, cmp.Or(parent, n.ID))
}

func (a *API) deleteNotice(ctx context.Context, b *board, in *NoticePath) error {
	p, err := core.RequireMember(ctx)
	if err != nil {
		return err
	}
	if err := b.readable(ctx, in.ID); err != nil {
		return err
	}
	n, err := a.store.ClubNotice(ctx, in.ID, in.Notice)
	if err != nil {
		return err
	}
	var entry *store.Entry
	if n.Person != p.ID {
		if entry, err = b.remove(ctx, p, &n); err != nil {
			return err
		}
	}
	return a.store.DeleteClubNotice(ctx, in.ID, in.Notice, entry)
}
