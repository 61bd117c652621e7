package people

import (
	"context"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/tournament"
)

// Store is the part of a store that the routes about people need.
type Store interface {
	store.Ratings
	store.Badges
	store.Notifications
	store.Pushes
	store.People
	store.Lessons
	store.Puzzles
	store.Notes
	store.Tokens
	store.Passkeys
	store.Sessions
	store.RecoveryCodes
	store.Blocks
	store.Follows

	Study(ctx context.Context, id string) (store.Study, error)
	StudiesOf(ctx context.Context, owner string) ([]store.Study, error)
	Chapters(ctx context.Context, study string, texts bool) ([]store.Chapter, error)
	Chapter(ctx context.Context, study, id string) (store.Chapter, error)
	Club(ctx context.Context, id string) (store.Club, error)
	Membership(ctx context.Context, club, person string) (store.Member, error)
	Memberships(ctx context.Context, person string) ([]store.Membership, error)
	RequestsBy(ctx context.Context, person string) ([]store.ClubRequest, error)
	RefusalsOf(ctx context.Context, person string) ([]store.ClubRefusal, error)
	ClubNotice(ctx context.Context, club, id string) (store.ClubNotice, error)
	ClubNoticesBy(ctx context.Context, person string) ([]store.ClubNotice, error)
	TournamentMentions(ctx context.Context, person string, phases ...tournament.Phase) ([]string, error)
	TournamentSummaries(ctx context.Context, ids []string) ([]store.TournamentSummary, error)
	TournamentEvents(ctx context.Context, id string, after int64) ([]tournament.Event, error)
	Events(ctx context.Context, id string, after int64) ([]match.Event, error)
	GamesOf(ctx context.Context, q store.GameQuery) ([]store.PlayedGame, error)
	ConductOf(ctx context.Context, person string, limit int) ([]store.Conduct, error)
	OpenOf(ctx context.Context, person, name string) ([]store.Summary, error)
	PlayingOf(ctx context.Context, people []string) ([]store.Summary, error)
	Summary(ctx context.Context, id string) (store.Summary, error)
	Mentions(ctx context.Context, person string) ([]string, error)
	AddReport(ctx context.Context, r store.Report) error
	ReportsBy(ctx context.Context, person string) ([]store.Report, error)
	ReviewsBy(ctx context.Context, person string) ([]store.Review, error)
	ConfirmWarning(ctx context.Context, id string) error
	ResetLinkOwner(ctx context.Context, hash string, now match.Moment) (store.Person, error)
	UseResetLink(ctx context.Context, hash, person string, epoch int64, password string, e store.Entry) error
	Invitation(ctx context.Context, hash string, now match.Moment) (store.Invitation, error)
}
