// Package clubs has the routes of clubs: members, requests to join, a page and a board of
// notices. The chats of tournaments are such boards too.
package clubs

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/hashicorp/golang-lru/v2/simplelru"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/documents"
)

// API implements the routes.
type API struct {
	*core.App
	store Store

	mu sync.Mutex
	// rendered has the HTML of texts.
	rendered *simplelru.LRU[string, string]
}

// Store is the part of a store that the routes need.
type Store interface {
	store.Clubs

	Leaderboard(ctx context.Context, q store.LeaderboardQuery) ([]store.RankedPerson, error)
}

// Register adds the routes.
func Register(routes huma.API, app *core.App, s Store) *API {
	a := &API{App: app, store: s, rendered: core.NewLRU[string, string](renderedTexts)}
	a.registerClubs(routes)
	a.registerMembers(routes)
	a.registerRequests(routes)
	a.registerNotices(routes, a.clubBoards())
	a.registerNotices(routes, a.tournamentBoards())
	return a
}

// The lengths of texts in characters, and how many HTML texts are kept.
const (
	maxLine       = 140
	maxText       = 20_000
	maxNotice     = 4_000
	maxReply      = 2_000
	maxRequest    = 500
	renderedTexts = 500
)

// maxBody is the size of the largest body of a request: the page of a club, with escapes.
const maxBody = 8*maxText + 4096

var limits = store.ClubLimits{Owned: 5, Memberships: 50, Members: 1_000, Requests: 200, Notices: 300, Replies: 200}

// ClubView is a club in a list.
type ClubView struct {
	ID      string          `json:"id"`
	Name    string          `json:"name"`
	Line    string          `json:"line" doc:"a line about the club"`
	Entry   store.ClubEntry `json:"entry" doc:"whether people join freely or by request"`
	Members int             `json:"members" doc:"their number"`
	State   store.ClubState `json:"state" doc:"closed for good by its owner, or removed by a moderator; lists have open ones, and the requester's own that are removed"`
	Role    store.ClubRole  `json:"role,omitempty" doc:"that of the person whose clubs these are; missing in other lists"`
}

// Club is a club with its page. Of a closed one, only the name is left.
type Club struct {
	ClubView
	Version   int               `json:"version" doc:"of name, line, text, entry and posting"`
	Text      string            `json:"text" doc:"Markdown"`
	HTML      string            `json:"html" doc:"the text rendered, without HTML and pictures of its own"`
	Posting   store.ClubPosting `json:"posting" doc:"who writes notices"`
	CreatedAt match.Moment      `json:"createdAt"`
	Muted     bool              `json:"muted" doc:"whether the requester is a member who is not notified of notices"`
	Requested bool              `json:"requested" doc:"whether a request of the requester to join waits"`
	Requests  int               `json:"requests" doc:"number of requests that wait; 0 for others than owner and officers"`
}

// ClubPerson is a member, or the author of a notice.
type ClubPerson struct {
	ID   string `json:"id" doc:"empty after the deletion of the account"`
	Name string `json:"name"`
	Arms string `json:"arms,omitempty"`
}

func viewOf(c *store.Club, role store.ClubRole) ClubView {
	return ClubView{ID: c.ID, Name: c.Name, Line: c.Line, Entry: c.Entry, Members: c.Members, State: c.State, Role: role}
}

// htmlOf returns a text as HTML.
func (a *API) htmlOf(text string) (string, error) {
	a.mu.Lock()
	known, ok := a.rendered.Get(text)
	a.mu.Unlock()
	if ok {
		return known, nil
	}
	html, err := documents.RenderPost(text)
	if err == nil {
		a.mu.Lock()
		a.rendered.Add(text, html)
		a.mu.Unlock()
	}
	return html, err
}

// The problems of requests about clubs.
var (
	clubChanged   = core.NewProblem(http.StatusConflict, "club-changed", "the club was changed elsewhere; load it again")
	clubOwner     = core.NewProblem(http.StatusConflict, "club-owner", "the owner cannot leave: pass the club on or close it")
	clubRefused   = core.NewProblem(http.StatusConflict, "club-refused", "you were refused or removed; you can ask again a week later")
	clubNameTaken = core.NewProblem(http.StatusConflict, "club-name-taken", "another club has this name or one that looks like it")
)

// problemOf converts errors of the store; conflict is the problem for [store.ErrConflict].
func (a *API) problemOf(err, conflict error) error {
	switch {
	case errors.Is(err, store.ErrConflict):
		return conflict
	case errors.Is(err, store.ErrTooMany):
		return core.NewProblem(http.StatusConflict, "club-many", "a limit of clubs is exceeded").
			With("owned", limits.Owned).With("memberships", limits.Memberships).With("members", limits.Members)
	case errors.Is(err, store.ErrTaken):
		return clubNameTaken
	}
	return a.ProblemOf(err)
}

// cleanText returns a text of at most so many characters, as it is stored.
func cleanText(text string, most int) (string, error) {
	clean := match.CleanText(text)
	if !utf8.ValidString(text) || utf8.RuneCountInString(clean) > most {
		return "", core.NewProblem(http.StatusUnprocessableEntity, "club-text", fmt.Sprintf("a text may have at most %d characters", most)).With("most", most)
	}
	return clean, nil
}

// writer returns the requester, who has an account and may write what others see.
func (a *API) writer(ctx context.Context) (store.Person, error) {
	p, err := a.FreshMember(ctx)
	if err != nil {
		return p, a.ProblemOf(err)
	}
	return p, a.CheckMayWrite(&p)
}

// roleIn returns the role of a person in a club, "" for none.
func (a *API) roleIn(ctx context.Context, club, person string) (store.Member, error) {
	if person == "" {
		return store.Member{}, nil
	}
	m, err := a.store.Membership(ctx, club, person)
	if core.IsNotFound(err) {
		err = nil
	}
	return m, err
}

var rank = map[store.ClubRole]int{"": 0, store.ClubMember: 1, store.ClubOfficer: 2, store.ClubOwner: 3}

// requireRole returns the requester, who must have at least a role in a club, and that role.
func (a *API) requireRole(ctx context.Context, club string, least store.ClubRole) (store.Person, store.ClubRole, error) {
	p, err := core.RequireMember(ctx)
	if err != nil {
		return p, "", err
	}
	if _, err := a.readable(ctx, club); err != nil {
		return p, "", err
	}
	m, err := a.roleIn(ctx, club, p.ID)
	if err == nil && rank[m.Role] < rank[least] {
		err = core.NeedsClubRole
	}
	return p, m.Role, err
}

// readable returns a club whose contents the requester may see; only moderators see removed ones.
func (a *API) readable(ctx context.Context, id string) (store.Club, error) {
	c, err := a.store.Club(ctx, id)
	if err == nil && c.State != store.ClubOpen && (c.State == store.ClubClosed || !core.Requester(ctx).Role.Includes(store.Moderator)) {
		err = store.ErrNotFound
	}
	return c, err
}

// Shown returns an open club, else [store.ErrNotFound].
func (a *API) Shown(ctx context.Context, id string) (store.Club, error) {
	c, err := a.store.Club(ctx, id)
	if err == nil && c.State != store.ClubOpen {
		err = store.ErrNotFound
	}
	return c, err
}

// whole returns a club for the requester.
func (a *API) whole(ctx context.Context, id string) (*clubResponse, error) {
	c, err := a.store.Club(ctx, id)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	me := core.Requester(ctx)
	m, err := a.roleIn(ctx, id, me.ID)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	if c.State == store.ClubRemoved && !me.Role.Includes(store.Moderator) {
		c.Line, c.Text = "", ""
	}
	out := &clubResponse{Club{ClubView: viewOf(&c, m.Role), Version: c.Version, Text: c.Text, Posting: c.Posting, CreatedAt: c.CreatedAt, Muted: m.Muted}}
	if out.Body.HTML, err = a.htmlOf(c.Text); err != nil {
		return nil, a.ProblemOf(err)
	}
	switch {
	case m.Role.Leads():
		list, err := a.store.ClubRequests(ctx, id)
		out.Body.Requests = len(list)
		return out, a.ProblemOf(err)
	case m.Role == "" && me.Account():
		list, err := a.store.RequestsBy(ctx, me.ID)
		for i := range list {
			out.Body.Requested = out.Body.Requested || list[i].Club == id
		}
		return out, a.ProblemOf(err)
	}
	return out, nil
}

type clubResponse struct{ Body Club }

// Path is the path of a club.
type Path struct {
	ID string `path:"id" maxLength:"64"`
}

// ClubFields are what owner and officers write about a club.
type ClubFields struct {
	Name    string            `json:"name" maxLength:"200"`
	Line    string            `json:"line" maxLength:"600" doc:"at most 140 characters"`
	Text    string            `json:"text" maxLength:"100000" doc:"Markdown, at most 20,000 characters"`
	Entry   store.ClubEntry   `json:"entry" enum:"free,request"`
	Posting store.ClubPosting `json:"posting" enum:"members,officers"`
}

// check returns a club with the fields.
func (f *ClubFields) check() (c store.Club, err error) {
	c.Entry, c.Posting = f.Entry, f.Posting
	if c.Name, err = core.CheckName(f.Name); err != nil {
		return c, err
	}
	if c.Line, err = cleanText(strings.Join(strings.Fields(f.Line), " "), maxLine); err != nil {
		return c, err
	}
	c.Text, err = cleanText(f.Text, maxText)
	return c, err
}

// shownClubs is the largest number of clubs in a response.
const shownClubs = 30

type clubListRequest struct {
	List string `query:"list" enum:"mine,all" required:"true"`
	Text string `query:"text" maxLength:"200" doc:"part of the names"`
	Skip int    `query:"skip" minimum:"0" maximum:"3000" doc:"how many of all clubs to leave out"`
}

type clubListResponse struct {
	Body struct {
		Clubs []ClubView `json:"clubs" doc:"all: those with the most members first; mine: by name"`
		More  bool       `json:"more" doc:"whether there are more"`
	}
}

func (a *API) registerClubs(routes huma.API) {
	core.Register(routes, core.Read.ByAddress(core.LookUpsByAddress), huma.Operation{OperationID: "getClubs", Method: http.MethodGet, Path: "/api/clubs", Summary: "The clubs of the requester, or all open ones whose names contain a text"}, a.list)
	core.Register(routes, core.Read, huma.Operation{OperationID: "getClubsOf", Method: http.MethodGet, Path: "/api/people/{id}/clubs", Summary: "The open clubs of a person"}, a.listOf)
	core.Register(routes, core.Create.ByPerson(core.NewClubs).UpTo(maxBody), huma.Operation{OperationID: "createClub", Method: http.MethodPost, Path: "/api/clubs", Summary: "Found a club"}, a.create)
	core.Register(routes, core.Read, huma.Operation{OperationID: "getClub", Method: http.MethodGet, Path: "/api/clubs/{id}", Summary: "A club"}, func(ctx context.Context, in *Path) (*clubResponse, error) { return a.whole(ctx, in.ID) })
	core.Register(routes, core.Change.ByPerson(core.ClubTexts).UpTo(maxBody), huma.Operation{OperationID: "changeClub", Method: http.MethodPut, Path: "/api/clubs/{id}", Summary: "Change what is written about a club; only the owner changes the name, how people join and who writes notices"}, a.change)
	core.Register(routes, core.Change.ByPerson(core.ClubChanges), huma.Operation{OperationID: "closeClub", Method: http.MethodDelete, Path: "/api/clubs/{id}", Summary: "Close a club for good, which its owner may do", DefaultStatus: http.StatusNoContent}, a.closeClub)
	type boardRequest struct {
		Path
		core.PoolPath
	}
	type clubBoardResponse struct{ Body core.Leaderboard }
	core.Register(routes, core.Read.ByAddress(core.LookUpsByAddress), huma.Operation{OperationID: "getClubLeaderboard", Method: http.MethodGet, Path: "/api/clubs/{id}/leaderboards/{game}/{seats}/{time}", Summary: "The best members of a club in a rating pool, under the conditions of leaderboards"},
		func(ctx context.Context, in *boardRequest) (*clubBoardResponse, error) {
			if _, err := a.readable(ctx, in.ID); err != nil {
				return nil, a.ProblemOf(err)
			}
			board, err := a.Leaderboard(ctx, a.store, &in.PoolPath, in.ID)
			return &clubBoardResponse{board}, a.ProblemOf(err)
		})
}

func (a *API) list(ctx context.Context, in *clubListRequest) (*clubListResponse, error) {
	out := &clubListResponse{}
	out.Body.Clubs = []ClubView{}
	if in.List == "mine" {
		p, err := core.RequireMember(ctx)
		if err != nil {
			return nil, err
		}
		list, err := a.store.Memberships(ctx, p.ID)
		for i := range list {
			out.Body.Clubs = append(out.Body.Clubs, viewOf(&list[i].Club, list[i].Role))
		}
		return out, a.ProblemOf(err)
	}
	list, err := a.store.OpenClubs(ctx, strings.ToLower(strings.TrimSpace(in.Text)), in.Skip, shownClubs+1)
	if len(list) > shownClubs {
		list, out.Body.More = list[:shownClubs], true
	}
	for i := range list {
		out.Body.Clubs = append(out.Body.Clubs, viewOf(&list[i], ""))
	}
	return out, a.ProblemOf(err)
}

func (a *API) listOf(ctx context.Context, in *Path) (*clubListResponse, error) {
	list, err := a.store.Memberships(ctx, in.ID)
	out := &clubListResponse{}
	out.Body.Clubs = []ClubView{}
	for i := range list {
		if list[i].Club.State == store.ClubOpen {
			out.Body.Clubs = append(out.Body.Clubs, viewOf(&list[i].Club, list[i].Role))
		}
	}
	return out, a.ProblemOf(err)
}

func (a *API) create(ctx context.Context, in *struct{ Body ClubFields }) (*clubResponse, error) {
	p, err := a.writer(ctx)
	if err != nil {
		return nil, err
	}
	c, err := in.Body.check()
	if err != nil {
		return nil, err
	}
	c.ID, c.CreatedAt = core.IDFor(ctx), a.Now()
	err = a.store.AddClub(ctx, c, p.ID, limits)
	if errors.Is(err, store.ErrTaken) && core.ResumedSince(ctx) > 0 {
		if m, _ := a.roleIn(ctx, c.ID, p.ID); m.Role == store.ClubOwner {
			err = nil // stored by the first attempt
		}
	}
	if err != nil {
		return nil, a.problemOf(err, clubChanged)
	}
	return a.whole(ctx, c.ID)
}

type changeClubRequest struct {
	Path
	Body struct {
		ClubFields
		Version int `json:"version" minimum:"1" doc:"of the club on which the change is based"`
	}
}

func (a *API) change(ctx context.Context, in *changeClubRequest) (*clubResponse, error) {
	_, role, err := a.requireRole(ctx, in.ID, store.ClubOfficer)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	if _, err := a.writer(ctx); err != nil {
		return nil, err
	}
	to, err := in.Body.check()
	if err != nil {
		return nil, err
	}
	before, err := a.store.Club(ctx, in.ID)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	if role != store.ClubOwner && (to.Name != before.Name || to.Entry != before.Entry || to.Posting != before.Posting) {
		return nil, core.NeedsClubRole
	}
	to.ID, to.Version = in.ID, in.Body.Version
	if err := a.store.ChangeClub(ctx, to); err != nil {
		return nil, a.problemOf(err, clubChanged)
	}
	return a.whole(ctx, in.ID)
}

func (a *API) closeClub(ctx context.Context, in *Path) (*struct{}, error) {
	p, _, err := a.requireRole(ctx, in.ID, store.ClubOwner)
	if err == nil {
		err = a.store.CloseClub(ctx, in.ID, p.ID)
	}
	return nil, a.problemOf(err, core.NeedsClubRole)
}

// notify updates the pages of people who have been notified.
func (a *API) notify(people []string) {
	for _, id := range people {
		a.Host.NotificationsChanged(id)
	}
}
