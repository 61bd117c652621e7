package core

import (
	"context"
	"sync"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// usedSecrets limits how often the last use of a token or session is stored.
type usedSecrets struct {
	mu sync.Mutex
	at map[string]match.Moment // by hash
}

// note records the use of a secret. It reports whether the use must be stored: at
// most once in every.
func (u *usedSecrets) note(hash string, stored, now match.Moment, every match.Millis) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if now.Since(max(stored, u.at[hash])) < every {
		return false
	}
	if u.at == nil || len(u.at) >= CacheSize {
		u.at = make(map[string]match.Moment)
	}
	u.at[hash] = now
	return true
}

// How often the last use of a token, of a session, and of the site by a guest is stored.
const (
	storeUseEvery   = match.Minute
	storeLoginEvery = 10 * match.Minute
	storeGuestEvery = match.Day
)

// noteUse stores the use of a token in the background.
func (a *App) noteUse(c *Caller) {
	hash, now := HashToken(c.Secret.Text), a.Now()
	if a.used.note(hash, c.Token.UsedAt, now, storeUseEvery) {
		a.storeUse("storing the use of a token failed", func(ctx context.Context) error { return a.store.UseToken(ctx, hash, now) })
	}
}

// noteLogin stores the use of a session of a person with an account in the
// background.
func (a *App) noteLogin(c *Caller, userAgent string) {
	token, now := sessionToken(c.Secret.Text), a.Now()
	if !a.used.note(token, 0, now, storeLoginEvery) {
		return
	}
	l := store.Login{Person: c.Person.ID, Epoch: c.Person.Epoch, Device: deviceOf(userAgent), Since: c.Since, UsedAt: now, Until: min(c.Until, now.After(a.IdleSessions))}
	a.storeUse("storing the use of a session failed", func(ctx context.Context) error { return a.store.UseSession(ctx, token, l) })
}

// noteGuest stores in the background that a guest uses the site.
func (a *App) noteGuest(id string) {
	now := a.Now()
	if a.used.note("guest "+id, 0, now, storeGuestEvery) {
		a.storeUse("storing the visit of a guest failed", func(ctx context.Context) error { return a.store.SeeGuest(ctx, id, now) })
	}
}

// storeUse runs a write in the background.
func (a *App) storeUse(failure string, write func(ctx context.Context) error) {
	go func() {
		ctx, cancel := context.WithTimeout(a.Stopping, 10*time.Second)
		defer cancel()
		if err := write(ctx); err != nil && a.Stopping.Err() == nil && a.Host.StoreReadable() && a.Host.StoreWritable() {
			a.Log.Error(failure, "error", err)
		}
	}()
}
