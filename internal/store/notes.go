package store

import (
	"context"

	"tafelrunde/internal/match"
)

// Notes stores the private notes of people on matches. Nobody else reads them.
type Notes interface {
	// Note returns the note of a person on a match; without text and with version 0 if
	// there is none.
	Note(ctx context.Context, person, match string) (Note, error)
	// NotesOf returns the notes of a person, those changed last first.
	NotesOf(ctx context.Context, person string) ([]Note, error)
	// PutNote replaces the text of the version n.Version and returns the new version, which
	// is greater than all before; an empty text deletes the note. It returns ErrConflict if
	// another version is stored, ErrTooMany if the person has limit other notes, and
	// ErrNotFound if there is no such match or the person has no account.
	PutNote(ctx context.Context, person string, n Note, limit int) (version int64, err error)
}

// Note is a private note on a match.
type Note struct {
	Match     string       `json:"match"`
	Version   int64        `json:"-"`
	ChangedAt match.Moment `json:"changedAt"`
	Text      string       `json:"text"`
}
