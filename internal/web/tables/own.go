package tables

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"sync"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// OwnTables is an event "own": the tables of the person of a stream. It is sent at the
// beginning, and again when a player, an invitation, the phase or the settings of one or the
// number of unread notifications have changed, and after moves in games without a real-time
// clock. Other moves do not count: position, toAct and seq are those of the last event.
type OwnTables struct {
	Person     string      `json:"person" doc:"the ID of the person"`
	Matches    []TableView `json:"matches" doc:"the matches of the person that wait for players or are in progress, newest first"`
	Challenges []TableView `json:"challenges" doc:"the newest 50 private tables that wait and invite the person"`
	Notified   []string    `json:"notified" doc:"the matches of the challenges that the person wants to be notified of"`
	Unread     int         `json:"unread" doc:"how many of the newest notifications are unread, without challenges"`
}

// ownTables sends the tables of a person on a stream.
type ownTables struct {
	api    *API
	person store.Person
	watch  *core.TablesWatch
	// sent is the hash of the last event, failed whether the tables could not be read.
	sent   [sha256.Size]byte
	failed bool

	mu sync.Mutex
	// known are the matches in the last event.
	known []string
	// follows are the IDs of those whom the person follows. That one of their tables opens or closes
	// is looked at with the next heartbeat: there may be many followers, whose heartbeats are
	// spread over its interval.
	follows  map[string]bool
	followed bool
}

// watchOwn watches the tables of a person. The caller must call watch.Stop at the end.
func (a *API) watchOwn(p store.Person, wake func()) *ownTables {
	o := &ownTables{api: a, person: p}
	o.watch = a.WatchTables(lobbyEvery, o.concerns, wake)
	return o
}

// concerns reports whether a change may change what the person is sent.
func (o *ownTables) concerns(c *host.TableChange) bool {
	if slices.Contains(c.People, o.person.ID) {
		return true
	}
	if c.Match == "" {
		return !c.OnlyNotifications
	}
	if o.person.Account() && (&match.Settings{Invited: c.Invited}).Invites(o.person.Name) {
		return true
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.followed = o.followed || c.Opening && o.follows[c.Owner]
	return slices.Contains(o.known, c.Match)
}

// append appends the tables of the person, if they have changed.
func (o *ownTables) append(ctx context.Context, b []byte, beat bool) []byte {
	o.mu.Lock()
	followed := o.followed && beat
	o.followed = o.followed && !followed
	o.mu.Unlock()
	if !o.watch.Due() && !(beat && o.failed) && !followed {
		return b
	}
	own, err := o.api.ownTables(ctx, o.person)
	var follows map[string]bool
	if err == nil {
		follows, err = o.api.followedBy(ctx, o.person)
	}
	if o.failed = err != nil; o.failed {
		return b
	}
	known := make([]string, 0, len(own.Matches)+len(own.Challenges))
	for _, list := range [][]TableView{own.Matches, own.Challenges} {
		for i := range list {
			known = append(known, list[i].Match)
		}
	}
	o.mu.Lock()
	o.known, o.follows = known, follows
	o.mu.Unlock()
	data, err := json.Marshal(own)
	if err != nil {
		return b
	}
	if sum := sha256.Sum256(data); !bytes.Equal(sum[:], o.sent[:]) {
		o.sent = sum
		b = core.AppendEvent(b, "own", 0, data)
	}
	return b
}

// followedBy returns the IDs of those whom a person follows.
func (a *API) followedBy(ctx context.Context, p store.Person) (map[string]bool, error) {
	if !p.Account() {
		return nil, nil
	}
	list, err := a.store.Following(ctx, p.ID)
	follows := make(map[string]bool, len(list))
	for i := range list {
		follows[list[i].Person.ID] = true
	}
	return follows, err
}

func (a *API) ownTables(ctx context.Context, p store.Person) (own OwnTables, err error) {
	running, err := a.store.RunningOf(ctx, p.ID)
	if err != nil {
		return own, err
	}
	challenges, err := a.matches.ChallengesOf(ctx, p)
	if err != nil {
		return own, err
	}
	views, err := a.tableViews(ctx, running, challenges)
	if err != nil {
		return own, err
	}
	newest, err := a.newestNotifications(ctx, p.ID)
	if err != nil {
		return own, err
	}
	own = OwnTables{Person: p.ID, Matches: views[0], Challenges: views[1], Notified: []string{}}
	for _, n := range newest {
		switch {
		case n.Kind == store.Challenge:
			own.Notified = append(own.Notified, n.Match)
		case !n.Read:
			own.Unread++
		}
	}
	return own, nil
}
