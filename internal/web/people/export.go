package people

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

type exportedMatch struct {
	Match  string        `json:"match"`
	Events []match.Event `json:"events"`
}

type exportedStudy struct {
	ID         string       `json:"id"`
	Game       string       `json:"game"`
	Title      string       `json:"title"`
	Visibility string       `json:"visibility"`
	CreatedAt  match.Moment `json:"createdAt"`
	ChangedAt  match.Moment `json:"changedAt"`
	Chapters   []string     `json:"chapters" doc:"their texts, with titles"`
}

type exportedReview struct {
	Match       string       `json:"match"`
	Game        int          `json:"game" doc:"the number of the game in its series, from 1"`
	RequestedAt match.Moment `json:"requestedAt"`
	FinishedAt  match.Moment `json:"finishedAt,omitempty" doc:"missing while it waits or runs"`
	Failed      bool         `json:"failed"`
}

type exportedFollow struct {
	Person Person       `json:"person"`
	Since  match.Moment `json:"since" doc:"since when the requester follows the person"`
}

type exportedPuzzles struct {
	Ratings  []store.PuzzleRating  `json:"ratings" doc:"the requester's ratings as a solver"`
	Attempts []store.PuzzleAttempt `json:"attempts" doc:"the newest first"`
	Deals    []store.PuzzleDeal    `json:"deals" doc:"puzzles that the server has given to the requester, who has not attempted them yet"`
	Votes    []store.PuzzleVote    `json:"votes" doc:"the latest first"`
	Runs     []store.PuzzleRun     `json:"runs" doc:"the last streak and the last storm of each game"`
	Scores   []store.PuzzleScore   `json:"scores" doc:"the best score of each day in streaks and storms, the latest first"`
	Mistakes []store.Mistake       `json:"mistakes" doc:"mistakes in games that the requester keeps as exercises, the latest first"`
}

type exportedClub struct {
	ID    string         `json:"id"`
	Name  string         `json:"name"`
	Role  store.ClubRole `json:"role"`
	Since match.Moment   `json:"since"`
	Muted bool           `json:"muted" doc:"whether the requester is not notified of notices"`
	Line  string         `json:"line,omitempty" doc:"of own clubs"`
	Text  string         `json:"text,omitempty" doc:"of own clubs"`
}

type exportedClubRequest struct {
	Club string       `json:"club"`
	Name string       `json:"name" doc:"of the club"`
	Text string       `json:"text"`
	At   match.Moment `json:"at"`
}

type exportedClubNotice struct {
	Club   string       `json:"club" doc:"the club or tournament"`
	ID     string       `json:"id"`
	Parent string       `json:"parent,omitempty" doc:"the notice to which this is a reply"`
	At     match.Moment `json:"at"`
	Text   string       `json:"text"`
}

type exportedClubs struct {
	Memberships []exportedClub        `json:"memberships" doc:"by name"`
	Requests    []exportedClubRequest `json:"requests" doc:"requests to join clubs that wait"`
	Refusals    []store.ClubRefusal   `json:"refusals" doc:"refused requests and removals from clubs, the latest first"`
	Notices     []exportedClubNotice  `json:"notices" doc:"notices and replies, the newest first"`
}

// Exported is what is written before the studies and matches, which are written one
// by one.
type Exported struct {
	Person   Person          `json:"person"`
	Since    match.Moment    `json:"since"`
	Motto    string          `json:"motto,omitempty"`
	Hidden   bool            `json:"hidden" doc:"whether the person hides when they are online"`
	Settings PageSettings    `json:"settings"`
	Lessons  LessonProgress  `json:"lessons"`
	Puzzles  exportedPuzzles `json:"puzzles"`
	Clubs    exportedClubs   `json:"clubs"`
	// Tournaments are those whose events contain the person.
	Tournaments []exportedTournament `json:"tournaments" doc:"those that the requester directs, has entered or has been in before, the latest first"`
	Ratings     []store.Rating       `json:"ratings"`
	Badges      []store.Badge        `json:"badges"`
	// Notifications are those of the last 30 days.
	Notifications []store.Notification `json:"notifications"`
	// NotificationSettings has the devices without their secrets.
	NotificationSettings NotificationSettings `json:"notificationSettings"`
	// Passkeys, tokens, sessions and recovery codes come without their secrets.
	Passkeys      []PasskeyView     `json:"passkeys"`
	Tokens        []TokenView       `json:"tokens"`
	Sessions      []Login           `json:"sessions" doc:"empty for guests"`
	RecoveryCodes RecoveryCodesLeft `json:"recoveryCodes"`
	Blocked       []Person          `json:"blocked"`
	Follows       []exportedFollow  `json:"follows" doc:"the people whom the requester follows, the latest first"`
	Reports       []store.Report    `json:"reports" doc:"reports that the requester has made"`
	Notes         []store.Note      `json:"notes" doc:"private notes on matches, those changed last first"`
	Reviews       []exportedReview  `json:"reviews" doc:"reviews by the server that the requester has requested, the newest first"`
}

// ExportResponse describes the whole.
type ExportResponse struct {
	Exported
	Studies []exportedStudy `json:"studies"`
	Matches []exportedMatch `json:"matches"`
}

func (a *API) registerExport(routes huma.API) {
	schema := routes.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[ExportResponse](), true, "ExportResponse")
	core.Register(routes, core.Read.ByPerson(core.Exports).Through(core.ExportGate).Within(5*time.Minute), huma.Operation{OperationID: "export", Method: http.MethodGet, Path: "/api/me/export", Summary: "All stored data about the requester, as one file", Responses: map[string]*huma.Response{"200": {
		Description: "The file", Content: map[string]*huma.MediaType{"application/json": {Schema: schema}},
	}}},
		func(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			out, err := a.exported(ctx, p)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			head, err := json.Marshal(out)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			header := map[string]string{"Content-Type": "application/json", "Content-Disposition": `attachment; filename="tafelrunde.json"`}
			return core.Pieces(header, func(ctx context.Context, write func(string) error) error {
				if err := write(strings.TrimSuffix(string(head), "}") + `,"studies":[`); err != nil {
					return err
				}
				if err := a.exportStudies(ctx, p.ID, write); err != nil {
					return err
				}
				if err := write(`],"matches":[`); err != nil {
					return err
				}
				if err := a.exportMatches(ctx, p.ID, elements(write)); err != nil {
					return err
				}
				return write("]}\n")
			}), nil
		})
}

// exported returns what is stored about a person, without studies and matches.
func (a *API) exported(ctx context.Context, p store.Person) (*Exported, error) {
	var err error
	out := &Exported{}
	out.Person, out.Since, out.Motto, out.Hidden = personOf(p), p.Since, p.Motto, p.Hidden
	if out.Settings, err = a.pageSettings(ctx, p.ID); err != nil {
		return nil, err
	}
	if out.Lessons, err = a.lessonProgress(ctx, p.ID); err != nil {
		return nil, err
	}
	if out.Puzzles, err = a.exportedPuzzles(ctx, p.ID); err != nil {
		return nil, err
	}
	if out.Clubs, err = a.exportedClubs(ctx, p.ID); err != nil {
		return nil, err
	}
	if out.Tournaments, err = a.exportedTournaments(ctx, p.ID); err != nil {
		return nil, err
	}
	if out.Ratings, err = a.store.Ratings(ctx, p.ID); err != nil {
		return nil, err
	}
	if out.Badges, err = a.store.BadgesOf(ctx, p.ID, true); err != nil {
		return nil, err
	}
	if out.Notifications, err = a.store.NotificationsOf(ctx, p.ID, store.NoLimit); err != nil {
		return nil, err
	}
	if out.NotificationSettings, err = a.notificationSettings(ctx, p.ID); err != nil {
		return nil, err
	}
	keys, err := a.store.Passkeys(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	out.Passkeys = passkeyViews(keys)
	tokens, err := a.store.Tokens(ctx, p.ID, a.Now())
	if err != nil {
		return nil, err
	}
	out.Tokens = tokenViews(tokens)
	if out.Sessions, err = a.logins(ctx, p); err != nil {
		return nil, err
	}
	if out.RecoveryCodes, err = a.recoveryCodesLeft(ctx, p.ID); err != nil {
		return nil, err
	}
	blocked, err := a.store.Blocks(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	out.Blocked = []Person{}
	for _, other := range blocked {
		out.Blocked = append(out.Blocked, personOf(other))
	}
	followed, err := a.store.Following(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	out.Follows = []exportedFollow{}
	for i := range followed {
		out.Follows = append(out.Follows, exportedFollow{personOf(followed[i].Person), followed[i].Since})
	}
	if out.Reports, err = a.store.ReportsBy(ctx, p.ID); err != nil {
		return nil, err
	}
	if out.Notes, err = a.store.NotesOf(ctx, p.ID); err != nil {
		return nil, err
	}
	reviews, err := a.store.ReviewsBy(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	out.Reviews = []exportedReview{}
	for i := range reviews {
		r := &reviews[i]
		out.Reviews = append(out.Reviews, exportedReview{r.Match, r.Game, r.RequestedAt, r.FinishedAt, r.Failed})
	}
	return out, nil
}

// exportedPuzzles returns what a person did with puzzles.
func (a *API) exportedPuzzles(ctx context.Context, person string) (out exportedPuzzles, err error) {
	if out.Ratings, err = a.store.PuzzleRatings(ctx, person); err != nil {
		return out, err
	}
	if out.Attempts, err = a.store.PuzzleAttempts(ctx, store.PuzzleQuery{Person: person, Limit: store.NoLimit}); err != nil {
		return out, err
	}
	if out.Deals, err = a.store.PuzzleDeals(ctx, person); err != nil {
		return out, err
	}
	if out.Votes, err = a.store.PuzzleVotes(ctx, person); err != nil {
		return out, err
	}
	if out.Runs, err = a.store.PuzzleRuns(ctx, person); err != nil {
		return out, err
	}
	if out.Scores, err = a.store.PuzzleScores(ctx, person); err != nil {
		return out, err
	}
	out.Mistakes, err = a.store.Mistakes(ctx, person)
	return out, err
}

// exportedClubs returns what a person has in clubs.
func (a *API) exportedClubs(ctx context.Context, person string) (exportedClubs, error) {
	out := exportedClubs{[]exportedClub{}, []exportedClubRequest{}, []store.ClubRefusal{}, []exportedClubNotice{}}
	list, err := a.store.Memberships(ctx, person)
	if err != nil {
		return out, err
	}
	for i := range list {
		m := &list[i]
		one := exportedClub{ID: m.Club.ID, Name: m.Club.Name, Role: m.Role, Since: m.Since, Muted: m.Muted}
		if m.Role == store.ClubOwner {
			c, err := a.store.Club(ctx, m.Club.ID)
			if err != nil {
				return out, err
			}
			one.Line, one.Text = c.Line, c.Text
		}
		out.Memberships = append(out.Memberships, one)
	}
	requests, err := a.store.RequestsBy(ctx, person)
	if err != nil {
		return out, err
	}
	for i := range requests {
		r := &requests[i]
		out.Requests = append(out.Requests, exportedClubRequest{r.Club, r.ClubName, r.Text, r.At})
	}
	refusals, err := a.store.RefusalsOf(ctx, person)
	if err != nil {
		return out, err
	}
	out.Refusals = append(out.Refusals, refusals...)
	notices, err := a.store.ClubNoticesBy(ctx, person)
	for i := range notices {
		n := &notices[i]
		out.Notices = append(out.Notices, exportedClubNotice{n.Club, n.ID, n.Parent, n.At, n.Text})
	}
	return out, err
}

// elements returns a function that writes the elements of a list one by one.
func elements(write func(string) error) func(element any) error {
	first := true
	return func(element any) error {
		text, err := json.Marshal(element)
		if err == nil && !first {
			err = write(",")
		}
		first = false
		if err == nil {
			err = write(string(text))
		}
		return err
	}
}

// exportStudies writes the studies of a person, each chapter as it is read: together they can be large.
func (a *API) exportStudies(ctx context.Context, person string, write func(string) error) error {
	studies, err := a.store.StudiesOf(ctx, person)
	if err != nil {
		return err
	}
	const end = "]}" // of the chapters and of the study
	for i, s := range studies {
		text, err := json.Marshal(exportedStudy{
			ID: s.ID, Game: s.Game, Title: s.Title, Visibility: s.Visibility,
			CreatedAt: s.CreatedAt, ChangedAt: s.ChangedAt, Chapters: []string{},
		})
		if err != nil {
			return err
		}
		head := strings.TrimSuffix(string(text), end)
		if i > 0 {
			head = "," + head
		}
		if err := write(head); err != nil {
			return err
		}
		chapters, err := a.store.Chapters(ctx, s.ID, false)
		if err != nil {
			return err
		}
		next := elements(write)
		for i := range chapters {
			c, err := a.store.Chapter(ctx, s.ID, chapters[i].ID)
			if core.IsNotFound(err) {
				continue // deleted meanwhile
			}
			if err == nil {
				err = next(c.Text)
			}
			if err != nil {
				return err
			}
		}
		if err := write(end); err != nil {
			return err
		}
	}
	return nil
}

// exportMatches calls next with each match in which a person occurs.
func (a *API) exportMatches(ctx context.Context, person string, next func(element any) error) error {
	ids, err := a.store.Mentions(ctx, person)
	if err != nil {
		return err
	}
	for _, id := range ids {
		events, err := a.store.Events(ctx, id, 0)
		if err != nil {
			return err
		}
		if len(events) == 0 {
			continue // deleted meanwhile
		}
		m, err := a.store.Summary(ctx, id)
		if core.IsNotFound(err) {
			continue
		}
		if err != nil {
			return err
		}
		seated := m.SeatOf(person) >= 0
		events = exportedEvents(events, person, seated)
		if err := next(exportedMatch{id, events}); err != nil {
			return err
		}
	}
	return nil
}

func (a *API) registerRatings(routes huma.API) {
	type ratingsResponse struct {
		Body struct {
			Ratings []RatingView `json:"ratings"`
		}
	}
	core.Register(routes, core.Read, huma.Operation{OperationID: "getRatings", Method: http.MethodGet, Path: "/api/people/{id}/ratings", Summary: "A person's ratings"},
		func(ctx context.Context, in *struct {
			ID string `path:"id" maxLength:"64"`
		}) (*ratingsResponse, error) {
			list, err := a.store.Ratings(ctx, in.ID)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &ratingsResponse{}
			out.Body.Ratings = ratingViews(list)
			return out, nil
		})
}

// exportedEvents returns the events of a match that the export of a person has: of a match
// in which the person is seated all but the chat of spectators, of others the person's own.
func exportedEvents(events []match.Event, person string, seated bool) []match.Event {
	return slices.DeleteFunc(events, func(e match.Event) bool {
		if e.By == person || e.Player != nil && e.Player.ID == person {
			return false
		}
		return !seated || !matches.ChatVisible(&e, 0)
	})
}
