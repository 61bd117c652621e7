package store

import (
	"context"

	"tafelrunde/internal/match"
)

// Visibilities of a study.
const (
	// PrivateStudy is visible for its owner.
	PrivateStudy = "private"
	// LinkedStudy is visible for everybody who knows its address.
	LinkedStudy = "link"
	// PublicStudy is also in the list of public studies.
	PublicStudy = "public"
)

// Studies stores the studies of people with accounts. Studies and chapters have a
// version, which every change increases: a change names the version that it is based
// on.
type Studies interface {
	// AddStudy stores a study with its chapters, all with version 1. It returns
	// ErrNotFound if the owner has no account, ErrTooMany if a limit is exceeded, and
	// ErrTaken if there is a study with the ID.
	AddStudy(ctx context.Context, s Study, chapters []Chapter, limits StudyLimits) error
	// Study returns a study without its chapters, or ErrNotFound.
	Study(ctx context.Context, id string) (Study, error)
	// StudiesOf returns the studies of a person, those changed last first.
	StudiesOf(ctx context.Context, owner string) ([]Study, error)
	// PublicStudies returns the public studies that are not removed, those changed last
	// first, after the first skip of them. game "" is any game.
	PublicStudies(ctx context.Context, game string, skip, limit int) ([]Study, error)
	// ChangeStudy sets title, visibility and the order of the chapters, given by their
	// IDs, of the version to.Version. It returns ErrConflict if the study has another
	// version or other chapters, or if to.Visibility shows a removed study to others.
	ChangeStudy(ctx context.Context, to Study, order []string) error
	// DeleteStudy deletes a study, or returns ErrNotFound.
	DeleteStudy(ctx context.Context, id string) error
	// RemoveStudy hides a study from everybody but its owner and moderators, or shows it
	// again if at is 0. It returns ErrNotFound if there is no such study.
	RemoveStudy(ctx context.Context, id string, at match.Moment, e Entry) error

	// Chapters returns the chapters of a study in order; with their texts if texts is
	// true.
	Chapters(ctx context.Context, study string, texts bool) ([]Chapter, error)
	// Chapter returns a chapter with its text, or ErrNotFound.
	Chapter(ctx context.Context, study, id string) (Chapter, error)
	// AddChapter stores a chapter with version 1 after the others. It increases the
	// version of the study. It returns ErrNotFound if there is no such study, ErrTooMany
	// if a limit is exceeded, and ErrTaken if the study has a chapter with the ID.
	AddChapter(ctx context.Context, study string, c Chapter, at match.Moment, limits StudyLimits) error
	// ChangeChapter replaces title and text of the version c.Version. It returns
	// ErrNotFound if there is no such chapter, ErrConflict if it has another version, and
	// ErrTooMany if a limit is exceeded.
	ChangeChapter(ctx context.Context, study string, c Chapter, at match.Moment, limits StudyLimits) error
	// DeleteChapter deletes a version of a chapter and increases the version of the
	// study. It returns ErrNotFound and ErrConflict as ChangeChapter does.
	DeleteChapter(ctx context.Context, study, id string, version int, at match.Moment) error
}

// StudyLimits bound what a person can store.
type StudyLimits struct {
	// Studies of a person, and Chapters of a study.
	Studies, Chapters int
	// Bytes of all chapters of a person.
	Bytes int
}

// Study is a study without its chapters.
type Study struct {
	ID string
	// Owner is a person with an account. OwnerName is the current name; the store
	// ignores it in changes.
	Owner, OwnerName string
	Game, Title      string
	Visibility       string
	Version          int
	CreatedAt        match.Moment
	ChangedAt        match.Moment
	// RemovedAt is when a moderator removed the study, 0 if none did.
	RemovedAt match.Moment
	// Chapters is the number of chapters; the store ignores it in changes.
	Chapters int
}

// Chapter is a chapter of a study. The store does not interpret the text.
type Chapter struct {
	ID, Title, Variant string
	Nodes              int
	Version            int
	Text               string
}
