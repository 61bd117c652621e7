package store

import (
	"context"

	"tafelrunde/internal/match"
)

// Blocks stores which people block others or mute the chat of a match.
type Blocks interface {
	// Block lets a person block another. The person no longer follows the other; that the other
	// follows the person has no effect any more, but stays, so that the other does not notice
	// the block. Notifications of challenges between both are deleted.
	Block(ctx context.Context, person, other string, at match.Moment) error
	// Unblock ends a block. If the other follows the person, it counts from the given moment, so
	// that earlier tables of the person are not shown.
	Unblock(ctx context.Context, person, other string, at match.Moment) error
	// Blocks returns the people whom a person blocks, the latest first.
	Blocks(ctx context.Context, person string) ([]Person, error)
	// BlockedBy reports whether any of some people blocks a person.
	BlockedBy(ctx context.Context, person string, by []string) (bool, error)
	// Mute sets whether a person mutes the chat of a match.
	Mute(ctx context.Context, person, id string, muted bool) error
	// Muted reports whether a person mutes the chat of a match.
	Muted(ctx context.Context, person, id string) (bool, error)
}

// Reports stores reports of misconduct for the operator of the server.
type Reports interface {
	// AddReport stores a report.
	AddReport(ctx context.Context, r Report) error
	// Reports returns the open reports, or all if done is true, the newest first.
	Reports(ctx context.Context, done bool) ([]Report, error)
	// ReportsBy returns the reports that a person has made.
	ReportsBy(ctx context.Context, person string) ([]Report, error)
	// Report returns the report with an ID, or ErrNotFound.
	Report(ctx context.Context, id string) (Report, error)
	// CloseReport marks a report as done, which notifies the person who made it, or as open if at is 0. It returns
	// ErrNotFound if there is no such report.
	CloseReport(ctx context.Context, id string, at match.Moment) error
	// DeleteClosedReports deletes the reports that were closed before a moment.
	DeleteClosedReports(ctx context.Context, before match.Moment) error
}

// Report is a person's report of another. Names are those at the time.
type Report struct {
	ID        string       `json:"id"`
	At        match.Moment `json:"at"`
	By        string       `json:"by"`
	ByName    string       `json:"byName"`
	About     string       `json:"about"`
	AboutName string       `json:"aboutName"`
	Match     string       `json:"match,omitempty"`
	// Game and Ply are the moment in the match: the number of the game, and the number
	// of moves made. Both are 0 if the report names none.
	Game int `json:"game,omitempty"`
	Ply  int `json:"ply,omitempty"`
	// Study is the study that the report is about, "" for none.
	Study string `json:"study,omitempty"`
	// Club is the club that the report is about, "" for none; Notice is a notice or reply in it,
	// "" for the page of the club. Quote is its text when the report was made.
	Club string `json:"club,omitempty"`
	// Tournament is the tournament in whose chat Notice is, "" for none.
	Tournament string `json:"tournament,omitempty"`
	Notice     string `json:"notice,omitempty"`
	Quote      string `json:"quote,omitempty"`
	// Motto is the motto of the person when the report was made, if it is about that.
	Motto  string       `json:"motto,omitempty"`
	Reason string       `json:"reason"`
	Text   string       `json:"text,omitempty"`
	DoneAt match.Moment `json:"doneAt,omitempty"`
}
