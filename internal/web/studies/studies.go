// Package studies has the routes of studies: chapters of analysed games that a person
// keeps, shares by link or publishes.
package studies

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/study"
	"tafelrunde/internal/web/core"
)

// API implements the routes.
type API struct {
	*core.App
	store store.Studies
}

// Register adds the routes.
func Register(routes huma.API, app *core.App, s store.Studies) *API {
	a := &API{app, s}
	a.registerLists(routes)
	a.registerStudy(routes)
	a.registerCopies(routes)
	a.registerChapters(routes)
	return a
}

// MaxBody is the size of the largest body of a request: a chapter, with escapes.
const MaxBody = 2*study.MaxText + 4096

var limits = store.StudyLimits{Studies: study.MaxStudies, Chapters: study.MaxChapters, Bytes: study.MaxBytes}

// Owner is the person whose study it is.
type Owner struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// StudyView is a study without its chapters.
type StudyView struct {
	ID         string       `json:"id"`
	Owner      Owner        `json:"owner"`
	Game       string       `json:"game" enum:"wotn,lancelot" doc:"that of all chapters"`
	Title      string       `json:"title"`
	Visibility string       `json:"visibility" enum:"private,link,public"`
	Version    int          `json:"version" doc:"of title, visibility and list of chapters"`
	CreatedAt  match.Moment `json:"createdAt"`
	ChangedAt  match.Moment `json:"changedAt"`
	Removed    bool         `json:"removed,omitempty" doc:"whether a moderator has removed the study, so that only the owner and moderators see it"`
	Count      int          `json:"count" doc:"number of chapters"`
}

// ChapterView is a chapter without its text.
type ChapterView struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Variant string `json:"variant" enum:"wotn,wotn-alternative,chess,lancelot"`
	Nodes   int    `json:"nodes" doc:"number of moves with those of variations"`
	Version int    `json:"version"`
}

// WholeStudy is a study with its chapters.
type WholeStudy struct {
	StudyView
	Yours    bool          `json:"yours" doc:"whether the requester is the owner, who may change the study"`
	Chapters []ChapterView `json:"chapters" doc:"in order"`
}

// ChapterText is a chapter with its text.
type ChapterText struct {
	ChapterView
	Text string `json:"text" doc:"PGN, or a record of Lancelot"`
}

// NewChapter is a chapter in a request.
type NewChapter struct {
	Title string `json:"title" maxLength:"400"`
	Text  string `json:"text" maxLength:"262144" doc:"PGN with everything in it readable, or a record of Lancelot; empty for the start position of Way of the Knight"`
}

func viewOf(s *store.Study) StudyView {
	return StudyView{
		ID: s.ID, Owner: Owner{s.Owner, s.OwnerName}, Game: s.Game, Title: s.Title, Visibility: s.Visibility, Version: s.Version,
		CreatedAt: s.CreatedAt, ChangedAt: s.ChangedAt, Removed: s.RemovedAt > 0, Count: s.Chapters,
	}
}

func chapterView(c *store.Chapter) ChapterView {
	return ChapterView{ID: c.ID, Title: c.Title, Variant: c.Variant, Nodes: c.Nodes, Version: c.Version}
}

// problemOf converts errors of the store and of package study.
func (a *API) problemOf(err error) error {
	var wrong *study.Problem
	switch {
	case errors.As(err, &wrong):
		p := core.NewProblem(http.StatusUnprocessableEntity, wrong.Code, wrong.Error())
		p.Args = map[string]any{}
		if wrong.Offset >= 0 {
			p.Args["offset"] = wrong.Offset
		}
		if wrong.Most > 0 {
			p.Args["most"] = wrong.Most
		}
		if wrong.Err != nil {
			p.Args["reason"] = wrong.Err.Error()
		}
		return p
	case errors.Is(err, store.ErrConflict):
		return core.NewProblem(http.StatusConflict, "study-changed", "the study was changed elsewhere; load it again")
	case errors.Is(err, store.ErrTooMany):
		return core.NewProblem(http.StatusConflict, "study-many", "the limit of studies, chapters or bytes is exceeded").
			With("studies", study.MaxStudies).With("chapters", study.MaxChapters).With("mib", study.MaxBytes>>20)
	}
	return a.ProblemOf(err)
}

// mayRead reports whether a person may see a study. Moderators see what others can see,
// also after its removal.
func mayRead(s *store.Study, p *store.Person) bool {
	if p.ID != "" && s.Owner == p.ID {
		return true
	}
	return s.Visibility != store.PrivateStudy && (s.RemovedAt == 0 || p.Role.Includes(store.Moderator))
}

// readable returns a study that the requester may see, else [store.ErrNotFound].
func (a *API) readable(ctx context.Context, id string) (store.Study, error) {
	s, err := a.store.Study(ctx, id)
	p := core.Requester(ctx)
	if err == nil && !mayRead(&s, &p) {
		err = store.ErrNotFound
	}
	return s, err
}

// Shown returns a study that everybody may see, else [store.ErrNotFound].
func (a *API) Shown(ctx context.Context, id string) (store.Study, error) {
	s, err := a.store.Study(ctx, id)
	if err == nil && !mayRead(&s, &store.Person{}) {
		err = store.ErrNotFound
	}
	return s, err
}

// own returns a study that the requester may change.
func (a *API) own(ctx context.Context, id string) (store.Study, error) {
	p, err := core.RequireMember(ctx)
	if err != nil {
		return store.Study{}, err
	}
	s, err := a.readable(ctx, id)
	if err == nil && s.Owner != p.ID {
		err = core.NewProblem(http.StatusForbidden, "study-owner", "only the owner may change the study")
	}
	return s, err
}

// checkPublishing returns a problem if a person may not show texts to others.
func (a *API) checkPublishing(p *store.Person, visibility string) error {
	if visibility != store.PrivateStudy && p.MutedUntil > a.Now() {
		return core.NewProblem(http.StatusForbidden, "study-muted", "you are muted: your studies must be private")
	}
	return nil
}

// whole returns a study with its chapters.
func (a *API) whole(ctx context.Context, s *store.Study) (*studyResponse, error) {
	chapters, err := a.store.Chapters(ctx, s.ID, false)
	if err != nil {
		return nil, a.problemOf(err)
	}
	out := &studyResponse{WholeStudy{StudyView: viewOf(s), Yours: s.Owner == core.Requester(ctx).ID, Chapters: []ChapterView{}}}
	for i := range chapters {
		out.Body.Chapters = append(out.Body.Chapters, chapterView(&chapters[i]))
	}
	out.Body.Count = len(chapters)
	return out, nil
}

type studyResponse struct{ Body WholeStudy }

// StudyPath is the path of a study.
type StudyPath struct {
	ID string `path:"id" maxLength:"64"`
}

// shownStudies is the largest number of public studies in a response.
const shownStudies = 30

func (a *API) registerLists(routes huma.API) {
	type studyListRequest struct {
		List string `query:"list" enum:"mine,public" required:"true"`
		Game string `query:"game" enum:"wotn,lancelot"`
		Skip int    `query:"skip" minimum:"0" maximum:"3000" doc:"of the public studies, how many to leave out"`
	}
	type studyList struct {
		Body struct {
			Studies []StudyView `json:"studies" doc:"those changed last first"`
			More    bool        `json:"more" doc:"whether there are more public studies"`
		}
	}
	core.Register(routes, core.Read.ByAddress(core.LookUpsByAddress), huma.Operation{OperationID: "getStudies", Method: http.MethodGet, Path: "/api/studies", Summary: "The studies of the requester, or public studies"},
		func(ctx context.Context, in *studyListRequest) (*studyList, error) {
			out := &studyList{}
			out.Body.Studies = []StudyView{}
			var list []store.Study
			var err error
			if in.List == "mine" {
				p, wrong := core.RequireMember(ctx)
				if wrong != nil {
					return nil, wrong
				}
				list, err = a.store.StudiesOf(ctx, p.ID)
			} else {
				list, err = a.store.PublicStudies(ctx, in.Game, in.Skip, shownStudies+1)
				if len(list) > shownStudies {
					list, out.Body.More = list[:shownStudies], true
				}
			}
			for i := range list {
				if in.Game == "" || list[i].Game == in.Game {
					out.Body.Studies = append(out.Body.Studies, viewOf(&list[i]))
				}
			}
			return out, a.problemOf(err)
		})
}

func (a *API) registerStudy(routes huma.API) {
	core.Register(routes, core.Create.ByPerson(core.StudyChanges).Through(core.WorkGate).Using(core.Records).UpTo(MaxBody), huma.Operation{OperationID: "createStudy", Method: http.MethodPost, Path: "/api/studies", Summary: "Create a study"}, a.createStudy)
	core.Register(routes, core.Read, huma.Operation{OperationID: "getStudy", Method: http.MethodGet, Path: "/api/studies/{id}", Summary: "A study with its chapters, without their texts"}, a.getStudy)
	core.Register(routes, core.Change, huma.Operation{OperationID: "changeStudy", Method: http.MethodPut, Path: "/api/studies/{id}", Summary: "Change title, visibility and order of the chapters"}, a.changeStudy)
	core.Register(routes, core.Change, huma.Operation{OperationID: "deleteStudy", Method: http.MethodDelete, Path: "/api/studies/{id}", Summary: "Delete a study with its chapters", DefaultStatus: http.StatusNoContent}, a.deleteStudy)
}

type newStudy struct {
	Body struct {
		Game       string      `json:"game" enum:"wotn,lancelot"`
		Title      string      `json:"title" maxLength:"400"`
		Visibility string      `json:"visibility" enum:"private,link,public"`
		Chapter    *NewChapter `json:"chapter,omitempty" doc:"the first chapter"`
	}
}

func (a *API) createStudy(ctx context.Context, in *newStudy) (*studyResponse, error) {
	p, err := a.FreshMember(ctx)
	if err != nil {
		return nil, a.problemOf(err)
	}
	if err := a.checkPublishing(&p, in.Body.Visibility); err != nil {
		return nil, err
	}
	title, err := study.Title(in.Body.Title)
	if err != nil {
		return nil, a.problemOf(err)
	}
	now := a.Now()
	s := store.Study{ID: core.IDFor(ctx), Owner: p.ID, Game: in.Body.Game, Title: title, Visibility: in.Body.Visibility, CreatedAt: now, ChangedAt: now}
	var chapters []store.Chapter
	if in.Body.Chapter != nil {
		c, err := newChapter(s.Game, in.Body.Chapter)
		if err != nil {
			return nil, a.problemOf(err)
		}
		c.ID = core.NewID()
		chapters = append(chapters, c)
	}
	return a.add(ctx, s, chapters)
}

func (a *API) getStudy(ctx context.Context, in *StudyPath) (*studyResponse, error) {
	s, err := a.readable(ctx, in.ID)
	if err != nil {
		return nil, a.problemOf(err)
	}
	return a.whole(ctx, &s)
}

type studyChange struct {
	StudyPath
	Body struct {
		Version    int      `json:"version" minimum:"1" doc:"of the study on which the change is based"`
		Title      string   `json:"title" maxLength:"400"`
		Visibility string   `json:"visibility" enum:"private,link,public"`
		Order      []string `json:"order" maxItems:"64" doc:"the IDs of all chapters"`
	}
}

func (a *API) changeStudy(ctx context.Context, in *studyChange) (*studyResponse, error) {
	s, err := a.own(ctx, in.ID)
	if err != nil {
		return nil, a.problemOf(err)
	}
	if s.RemovedAt > 0 && in.Body.Visibility != s.Visibility {
		return nil, core.NewProblem(http.StatusForbidden, "study-removed", "a moderator has removed this study; its visibility cannot be changed")
	}
	if in.Body.Visibility != s.Visibility {
		p, err := a.FreshMember(ctx)
		if err == nil {
			err = a.checkPublishing(&p, in.Body.Visibility)
		}
		if err != nil {
			return nil, a.problemOf(err)
		}
	}
	if s.Title, err = study.Title(in.Body.Title); err != nil {
		return nil, a.problemOf(err)
	}
	s.Visibility, s.Version, s.ChangedAt = in.Body.Visibility, in.Body.Version, a.Now()
	if err := a.store.ChangeStudy(ctx, s, in.Body.Order); err != nil {
		return nil, a.problemOf(err)
	}
	return a.reread(ctx, in.ID)
}

func (a *API) deleteStudy(ctx context.Context, in *StudyPath) (*struct{}, error) {
	_, err := a.own(ctx, in.ID)
	if err == nil {
		err = a.store.DeleteStudy(ctx, in.ID)
	}
	return nil, a.problemOf(err)
}

// reread returns a study after a change.
func (a *API) reread(ctx context.Context, id string) (*studyResponse, error) {
	s, err := a.readable(ctx, id)
	if err != nil {
		return nil, a.problemOf(err)
	}
	return a.whole(ctx, &s)
}

// add stores a new study and returns it.
func (a *API) add(ctx context.Context, s store.Study, chapters []store.Chapter) (*studyResponse, error) {
	err := a.store.AddStudy(ctx, s, chapters, limits)
	if errors.Is(err, store.ErrTaken) && core.ResumedSince(ctx) > 0 {
		err = nil // stored by the first attempt
	}
	if core.IsNotFound(err) {
		err = core.NoSession // deleted meanwhile
	}
	if err != nil {
		return nil, a.problemOf(err)
	}
	return a.reread(ctx, s.ID)
}

// newChapter checks a chapter of a request.
func newChapter(game string, in *NewChapter) (store.Chapter, error) {
	title, err := study.Title(in.Title)
	if err != nil {
		return store.Chapter{}, err
	}
	text, info, err := study.Check(game, title, in.Text)
	return store.Chapter{Title: title, Variant: info.Variant, Nodes: info.Nodes, Text: text}, err
}
