package store

import "context"

// Notices informs processes that share a database of each other's changes.
type Notices interface {
	// Listen calls notice for every event stored and every person changed by any
	// process, until ctx is done. Notices can be lost; an empty one reports that.
	// None are received before the first empty one, nor between one with
	// Disconnected and the next empty one. Listen returns nil at once if no other
	// process can use the database.
	Listen(ctx context.Context, notice func(Notice)) error
}

// Notice reports a new event of a match, or a changed person. An empty one
// reports that notices may have been lost and are received from now on.
type Notice struct {
	Match string
	Seq   int64
	// Tables reports that lists of tables have changed.
	Tables bool
	// Notifications reports that notifications of the players have changed, or with Person
	// only those of the person.
	Notifications bool
	// Engine reports that an engine is to move.
	Engine bool
	// Person is the ID of a person who was changed or deleted, or whose sessions,
	// tokens or passkeys were.
	Person string
	// Site reports that something has changed that concerns everybody, such as the
	// banned addresses.
	Site bool
	// Deleted is the ID of a match that was deleted.
	Deleted string
	// Disconnected reports that no notices are received until the next empty one.
	Disconnected bool
}
