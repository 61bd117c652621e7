package people

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

func (a *API) registerExport(routes huma.API) {
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
	type exportResponse struct {
		Disposition string `header:"Content-Disposition"`
		Body        struct {
			Person   Person          `json:"person"`
			Since    match.Moment    `json:"since"`
			Hidden   bool            `json:"hidden" doc:"whether the person hides when they are online"`
			Settings PageSettings    `json:"settings"`
			Lessons  LessonProgress  `json:"lessons"`
			Studies  []exportedStudy `json:"studies"`
			Ratings  []store.Rating  `json:"ratings"`
			Matches  []exportedMatch `json:"matches"`
			// Passkeys, tokens, sessions and recovery codes come without their secrets.
			Passkeys      []PasskeyView     `json:"passkeys"`
			Tokens        []TokenView       `json:"tokens"`
			Sessions      []Login           `json:"sessions" doc:"empty for guests"`
			RecoveryCodes RecoveryCodesLeft `json:"recoveryCodes"`
			Blocked       []Person          `json:"blocked"`
			Reports       []store.Report    `json:"reports" doc:"reports that the requester has made"`
			Reviews       []exportedReview  `json:"reviews" doc:"reviews by the server that the requester has requested, the newest first"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "export", Method: http.MethodGet, Path: "/api/me/export", Summary: "All stored data about the requester, as one file"},
		func(ctx context.Context, _ *struct{}) (*exportResponse, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			out := &exportResponse{Disposition: `attachment; filename="tafelrunde.json"`}
			out.Body.Person, out.Body.Since, out.Body.Hidden = personOf(p), p.Since, p.Hidden
			if out.Body.Settings, err = a.pageSettings(ctx, p.ID); err != nil {
				return nil, a.ProblemOf(err)
			}
			if out.Body.Lessons, err = a.lessonProgress(ctx, p.ID); err != nil {
				return nil, a.ProblemOf(err)
			}
			studies, err := a.store.StudiesOf(ctx, p.ID)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			out.Body.Studies = []exportedStudy{}
			for _, s := range studies {
				one := exportedStudy{ID: s.ID, Game: s.Game, Title: s.Title, Visibility: s.Visibility, CreatedAt: s.CreatedAt, ChangedAt: s.ChangedAt, Chapters: []string{}}
				chapters, err := a.store.Chapters(ctx, s.ID, true)
				if err != nil {
					return nil, a.ProblemOf(err)
				}
				for _, c := range chapters {
					one.Chapters = append(one.Chapters, c.Text)
				}
				out.Body.Studies = append(out.Body.Studies, one)
			}
			if out.Body.Ratings, err = a.store.Ratings(ctx, p.ID); err != nil {
				return nil, a.ProblemOf(err)
			}
			list, err := a.store.MatchesOf(ctx, p.ID, store.NoLimit)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			keys, err := a.store.Passkeys(ctx, p.ID)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			out.Body.Passkeys = passkeyViews(keys)
			tokens, err := a.store.Tokens(ctx, p.ID, a.Now())
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			out.Body.Tokens = tokenViews(tokens)
			if out.Body.Sessions, err = a.logins(ctx, p); err != nil {
				return nil, a.ProblemOf(err)
			}
			if out.Body.RecoveryCodes, err = a.recoveryCodesLeft(ctx, p.ID); err != nil {
				return nil, a.ProblemOf(err)
			}
			blocked, err := a.store.Blocks(ctx, p.ID)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			out.Body.Blocked = []Person{}
			for _, other := range blocked {
				out.Body.Blocked = append(out.Body.Blocked, personOf(other))
			}
			if out.Body.Reports, err = a.store.ReportsBy(ctx, p.ID); err != nil {
				return nil, a.ProblemOf(err)
			}
			reviews, err := a.store.ReviewsBy(ctx, p.ID)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			out.Body.Reviews = []exportedReview{}
			for i := range reviews {
				r := &reviews[i]
				out.Body.Reviews = append(out.Body.Reviews, exportedReview{r.Match, r.Game, r.RequestedAt, r.FinishedAt, r.Failed})
			}
			mentions, err := a.store.Mentions(ctx, p.ID)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			seated := make(map[string]bool, len(list))
			out.Body.Matches = []exportedMatch{}
			for _, m := range list {
				seated[m.Match] = true
				mentions = append(mentions, m.Match)
			}
			slices.Sort(mentions)
			for _, id := range slices.Compact(mentions) {
				events, err := a.store.Events(ctx, id, 0)
				if err != nil {
					return nil, a.ProblemOf(err)
				}
				if len(events) == 0 {
					continue // deleted meanwhile
				}
				events = slices.DeleteFunc(events, func(e match.Event) bool {
					if e.By == p.ID || e.Player != nil && e.Player.ID == p.ID {
						return false
					}
					// The chat of spectators is hidden from players. Of other people's
					// matches only the requester's own events are exported.
					return !seated[id] || !matches.ChatVisible(&e, 0)
				})
				out.Body.Matches = append(out.Body.Matches, exportedMatch{id, events})
			}
			return out, nil
		})

	type ratingsResponse struct {
		Body struct {
			Ratings []RatingView `json:"ratings"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "getRatings", Method: http.MethodGet, Path: "/api/people/{id}/ratings", Summary: "A person's ratings"},
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
