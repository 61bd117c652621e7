// Package admin has the routes for moderators and administrators of a site, which
// also serve the commands of its operator.
package admin

import (
	"context"
	"errors"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// API implements the routes of the administration.
type API struct {
	*core.App
	store   Store
	matches *matches.Access
	keep    Retention
}

// Retention is how long data is kept. Zero keeps it for ever.
type Retention struct {
	// Audit is for entries of the audit log.
	Audit time.Duration
	// Reports is for closed reports.
	Reports time.Duration
	// Guests is for guests who do not use the site, since their last visit.
	Guests time.Duration
	// Chat is for chat messages in matches that are over.
	Chat time.Duration
	// Matches is for matches that are over.
	Matches time.Duration
}

// Register adds the routes of the administration.
func Register(routes huma.API, app *core.App, m *matches.Access, s Store, keep Retention) *API {
	a := &API{App: app, store: s, matches: m, keep: keep}
	a.registerPeople(routes)
	a.registerAudit(routes)
	a.registerSanctions(routes)
	a.registerMatches(routes)
	a.registerReports(routes)
	a.registerSite(routes)
	a.registerFairPlay(routes)
	a.registerStudies(routes)
	a.registerClubs(routes)
	a.registerTournaments(routes)
	a.registerPuzzles(routes)
	a.registerReviews(routes)
	a.registerNames(routes)
	go a.logSimilarNames(app.Stopping)
	go a.deleteRegularly(app.Stopping)
	return a
}

// deleteEvery is how often data that is no longer kept is deleted.
const deleteEvery = time.Hour

// deleteRegularly deletes data that is no longer kept, until ctx is done.
func (a *API) deleteRegularly(ctx context.Context) {
	for {
		if err := a.DeleteOld(ctx); err != nil && ctx.Err() == nil && a.Host.StoreReadable() && a.Host.StoreWritable() {
			a.Log.Error("deleting old data of the administration failed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(deleteEvery):
		}
	}
}

// DeleteOld deletes what is no longer kept now.
func (a *API) DeleteOld(ctx context.Context) error {
	problems := []error{a.deleteOldGames(ctx)}
	if a.keep.Audit > 0 {
		problems = append(problems, a.store.DeleteEntries(ctx, a.before(a.keep.Audit)))
	}
	if a.keep.Reports > 0 {
		problems = append(problems, a.store.DeleteClosedReports(ctx, a.before(a.keep.Reports)))
	}
	return errors.Join(problems...)
}

// before returns the moment before which data is deleted.
func (a *API) before(keep time.Duration) match.Moment {
	return a.Now().After(-match.Millis(keep.Milliseconds()))
}

// account returns the person with an account and an ID. The error is
// [store.ErrNotFound] for guests too.
func (a *API) account(ctx context.Context, id string) (store.Person, error) {
	p, err := a.store.Person(ctx, id)
	if err == nil && !p.Account() {
		err = store.ErrNotFound
	}
	return p, err
}
