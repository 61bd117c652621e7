package tables

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
)

const (
	// lobbyFor is how long an unchanged snapshot of the lobby is used. Moves and
	// ratings do not count as changes.
	lobbyFor = time.Second
	// lobbyReads is the shortest interval between two readings of the lobby.
	lobbyReads = 50 * time.Millisecond
	// lobbyTimeout is how long a reading of the lobby may take.
	lobbyTimeout = 5 * time.Second
)

// lobbySnapshot has the latest lists of the lobby in JSON. They are the same for
// everybody, so all streams and requests share one reading.
type lobbySnapshot struct {
	mu   sync.Mutex // held while the lobby is read
	body []byte
	// version is that of the host before the lobby was read.
	version int64
	read    time.Time
	// readAt is the moment of read.
	readAt match.Moment
	// err is the error of a reading that ended at failed.
	err    error
	failed time.Time
}

// lobbyJSON returns the lobby in JSON. It contains every change that was announced
// before the call, and what the client of the context may know. The result must not be
// changed.
func (a *API) lobbyJSON(ctx context.Context) ([]byte, error) {
	l := &a.lobbies
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.body != nil && l.version == a.Host.LobbyVersion() && a.Host.ReceivesNotices() && time.Since(l.read) < lobbyFor && !host.Outdated(ctx, l.readAt) {
		return l.body, nil
	}
	if l.err != nil && time.Since(l.failed) < lobbyFor {
		return nil, l.err // so that not everybody waits for a store that does not answer
	}
	if wait := time.Until(l.read.Add(lobbyReads)); wait > 0 {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
		}
	}
	// Others wait for the result, so it must not depend on the context of one request.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lobbyTimeout)
	defer cancel()
	l.read, l.readAt = time.Now(), a.Now()
	version := a.Host.LobbyVersion()
	var body []byte
	lists, err := a.lobby(ctx)
	if err == nil {
		body, err = json.Marshal(lists)
	}
	if err != nil {
		l.err, l.failed = err, time.Now()
		return nil, err
	}
	l.body, l.version, l.err = body, version, nil
	return body, nil
}
