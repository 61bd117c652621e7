package clubs

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// ClubFellow is a member of a club.
type ClubFellow struct {
	ClubPerson
	Role  store.ClubRole `json:"role"`
	Since match.Moment   `json:"since"`
}

// shownMembers is the largest number of members in a response.
const shownMembers = 100

// MemberPath is the path of a member, or of a person who asks to join.
type MemberPath struct {
	Path
	Person string `path:"person" maxLength:"64"`
}

func (a *API) registerMembers(routes huma.API) {
	type membersRequest struct {
		Path
		Skip int `query:"skip" minimum:"0" maximum:"3000"`
	}
	type membersResponse struct {
		Body struct {
			Members []ClubFellow `json:"members" doc:"at most 100: the owner, the officers, and then those who joined first"`
		}
	}
	core.Register(routes, core.Read, huma.Operation{OperationID: "getClubMembers", Method: http.MethodGet, Path: "/api/clubs/{id}/members", Summary: "The members of a club"},
		func(ctx context.Context, in *membersRequest) (*membersResponse, error) {
			out := &membersResponse{}
			out.Body.Members = []ClubFellow{}
			if _, err := a.readable(ctx, in.ID); err != nil {
				return nil, a.ProblemOf(err)
			}
			list, err := a.store.ClubMembers(ctx, in.ID, in.Skip, shownMembers)
			for _, m := range list {
				out.Body.Members = append(out.Body.Members, ClubFellow{ClubPerson{m.Person, m.Name, m.Arms}, m.Role, m.Since})
			}
			return out, a.ProblemOf(err)
		})
	changes := core.Change.ByPerson(core.ClubChanges)
	core.Register(routes, changes, huma.Operation{OperationID: "setClubRole", Method: http.MethodPut, Path: "/api/clubs/{id}/members/{person}", Summary: "Give a member another role, which the owner may do; a new owner replaces the requester, who becomes an officer", DefaultStatus: http.StatusNoContent}, a.setRole)
	core.Register(routes, changes, huma.Operation{OperationID: "removeClubMember", Method: http.MethodDelete, Path: "/api/clubs/{id}/members/{person}", Summary: "Remove a member, or as the owner an officer", DefaultStatus: http.StatusNoContent}, a.remove)
	core.Register(routes, changes, huma.Operation{OperationID: "leaveClub", Method: http.MethodDelete, Path: "/api/clubs/{id}/membership", Summary: "Leave a club, or withdraw the request to join it", DefaultStatus: http.StatusNoContent}, a.leave)
	type muteClubRequest struct {
		Path
		Body struct {
			Muted bool `json:"muted"`
		}
	}
	core.Register(routes, changes, huma.Operation{OperationID: "muteClub", Method: http.MethodPut, Path: "/api/clubs/{id}/mute", Summary: "Set whether the requester, a member, is not notified of notices", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *muteClubRequest) (*struct{}, error) {
			p, err := core.RequireMember(ctx)
			if err == nil {
				err = a.store.MuteClub(ctx, in.ID, p.ID, in.Body.Muted)
			}
			return nil, a.ProblemOf(err)
		})
}

type clubRoleRequest struct {
	MemberPath
	Body struct {
		Role store.ClubRole `json:"role" enum:"member,officer,owner"`
	}
}

func (a *API) setRole(ctx context.Context, in *clubRoleRequest) (*struct{}, error) {
	p, _, err := a.requireRole(ctx, in.ID, store.ClubOwner)
	switch {
	case err != nil:
	case in.Body.Role == store.ClubOwner:
		var notified []string
		notified, err = a.store.PassClub(ctx, in.ID, p.ID, in.Person, a.Now(), limits)
		a.notify(notified)
	default:
		err = a.store.SetClubRole(ctx, in.ID, in.Person, in.Body.Role, a.Now())
	}
	return nil, a.problemOf(err, clubChanged)
}

func (a *API) remove(ctx context.Context, in *MemberPath) (*struct{}, error) {
	_, role, err := a.requireRole(ctx, in.ID, store.ClubOfficer)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	atMost := store.ClubMember
	if role == store.ClubOwner {
		atMost = store.ClubOfficer
	}
	return nil, a.problemOf(a.store.RemoveMember(ctx, in.ID, in.Person, atMost, a.Now()), clubChanged)
}

func (a *API) leave(ctx context.Context, in *Path) (*struct{}, error) {
	p, err := core.RequireMember(ctx)
	if err == nil {
		err = a.store.LeaveClub(ctx, in.ID, p.ID)
		a.Host.NotificationsChanged(p.ID)
	}
	return nil, a.problemOf(err, clubOwner)
}

// JoinRequest is a request to join a club.
type JoinRequest struct {
	ClubPerson
	Text string       `json:"text"`
	At   match.Moment `json:"at"`
}

func (a *API) registerRequests(routes huma.API) {
	type joinClubRequest struct {
		Path
		Body struct {
			Text string `json:"text,omitempty" maxLength:"2000" doc:"for the officers, if they admit people: at most 500 characters"`
		}
	}
	core.Register(routes, core.Change.ByPerson(core.ClubTexts), huma.Operation{OperationID: "joinClub", Method: http.MethodPut, Path: "/api/clubs/{id}/membership", Summary: "Join a club, or ask its officers to be admitted"},
		func(ctx context.Context, in *joinClubRequest) (*clubResponse, error) {
			p, err := a.writer(ctx)
			if err != nil {
				return nil, err
			}
			text, err := cleanText(in.Body.Text, maxRequest)
			if err != nil {
				return nil, err
			}
			_, notified, err := a.store.JoinClub(ctx, store.ClubRequest{Club: in.ID, Person: p.ID, Text: text, At: a.Now()}, limits)
			if err != nil {
				return nil, a.problemOf(err, clubRefused)
			}
			a.notify(notified)
			return a.whole(ctx, in.ID)
		})
	type requestsResponse struct {
		Body struct {
			Requests []JoinRequest `json:"requests" doc:"the oldest first"`
		}
	}
	core.Register(routes, core.Read, huma.Operation{OperationID: "getClubRequests", Method: http.MethodGet, Path: "/api/clubs/{id}/requests", Summary: "The requests to join a club, for owner and officers"},
		func(ctx context.Context, in *Path) (*requestsResponse, error) {
			if _, _, err := a.requireRole(ctx, in.ID, store.ClubOfficer); err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &requestsResponse{}
			out.Body.Requests = []JoinRequest{}
			list, err := a.store.ClubRequests(ctx, in.ID)
			for i := range list {
				r := &list[i]
				out.Body.Requests = append(out.Body.Requests, JoinRequest{ClubPerson{r.Person, r.Name, r.Arms}, r.Text, r.At})
			}
			return out, a.ProblemOf(err)
		})
	type answerJoinRequest struct {
		MemberPath
		Body struct {
			Accept bool `json:"accept"`
		}
	}
	core.Register(routes, core.Change.ByPerson(core.ClubChanges), huma.Operation{OperationID: "answerClubRequest", Method: http.MethodPut, Path: "/api/clubs/{id}/requests/{person}", Summary: "Accept or refuse a request to join a club", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *answerJoinRequest) (*struct{}, error) {
			p, _, err := a.requireRole(ctx, in.ID, store.ClubOfficer)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			notified, err := a.store.AnswerRequest(ctx, in.ID, in.Person, in.Body.Accept, a.Now(), limits)
			a.notify(append(notified, p.ID))
			return nil, a.problemOf(err, clubChanged)
		})
}
