package tables

import (
	"context"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/web/core"
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

// LobbySize is the largest number of tables in each list of the lobby.
const LobbySize = 100

// Lobby has the public tables.
type Lobby struct {
	Waiting     []TableView `json:"waiting" doc:"the newest 100 tables that wait for players"`
	Playing     []TableView `json:"playing" doc:"the newest 100 tables with a game in progress"`
	MoreWaiting bool        `json:"moreWaiting" doc:"whether there are more waiting tables"`
	MorePlaying bool        `json:"morePlaying" doc:"whether there are more games in progress"`
}

// lobby reads the public tables.
func (a *API) lobby(ctx context.Context) (l Lobby, err error) {
	waiting, err := a.store.Waiting(ctx, LobbySize+1)
	if err != nil {
		return l, err
	}
	playing, err := a.store.Playing(ctx, LobbySize+1)
	if err != nil {
		return l, err
	}
	l.MoreWaiting, l.MorePlaying = len(waiting) > LobbySize, len(playing) > LobbySize
	views, err := a.tableViews(ctx, waiting[:min(len(waiting), LobbySize)], playing[:min(len(playing), LobbySize)])
	if err != nil {
		return l, err
	}
	l.Waiting, l.Playing = views[0], views[1]
	return l, nil
}

// lobbyReader has the latest snapshot of the lobby. It is the same for everybody, so all
// streams and requests share one reading.
type lobbyReader struct {
	mu   sync.Mutex // held while the lobby is read
	last *lobbySnapshot
	read time.Time
	// err is the error of a reading that ended at failed.
	err    error
	failed time.Time
}

// lobbySnapshot is the lobby at one time. It does not change.
type lobbySnapshot struct {
	Lobby
	// version is that of the host before the lobby was read, read and readAt when.
	version int64
	read    time.Time
	readAt  match.Moment
	encode  func() (core.TaggedJSON, error)
}

// lobbyNow returns the lobby. It contains every change that was announced before the
// call, and what the client of the context may know.
func (a *API) lobbyNow(ctx context.Context) (*lobbySnapshot, error) {
	l := &a.lobbies
	l.mu.Lock()
	defer l.mu.Unlock()
	if s := l.last; s != nil && s.version == a.Host.LobbyVersion() && a.Host.ReceivesNotices() && time.Since(l.read) < lobbyFor && !host.Outdated(ctx, s.readAt) {
		return s, nil
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
	l.read = time.Now()
	s := &lobbySnapshot{version: a.Host.LobbyVersion(), read: l.read, readAt: a.Now()}
	var err error
	if s.Lobby, err = a.lobby(ctx); err != nil {
		l.err, l.failed = err, time.Now()
		return nil, err
	}
	s.encode = sync.OnceValues(func() (core.TaggedJSON, error) { return core.NewTaggedJSON(&s.Lobby) })
	l.last, l.err = s, nil
	return s, nil
}

func (a *API) registerLobby(routes huma.API) {
	operation := huma.Operation{OperationID: "getLobby", Path: "/api/lobby", Summary: "Public tables"}
	registerTagged[Lobby](a, routes, operation, func(ctx context.Context) (core.TaggedJSON, error) {
		s, err := a.lobbyNow(ctx)
		if err != nil {
			return core.TaggedJSON{}, err
		}
		return s.encode()
	})
}
