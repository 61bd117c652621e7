package core

import (
	"context"
	"sync"
	"time"

	"tafelrunde/internal/match"
)

// usedTokens limits how often the last use of a token is stored.
type usedTokens struct {
	mu sync.Mutex
	at map[string]match.Moment // by hash
}

// note records the use of a token. It reports whether the use must be stored: at
// most once every storeUseEvery.
func (u *usedTokens) note(hash string, stored, now match.Moment) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if now.Since(max(stored, u.at[hash])) < storeUseEvery {
		return false
	}
	if u.at == nil || len(u.at) >= CacheSize {
		u.at = make(map[string]match.Moment)
	}
	u.at[hash] = now
	return true
}

const storeUseEvery = match.Minute

// noteUse stores the use of a token in the background.
func (a *App) noteUse(c *Caller) {
	hash, now := HashToken(c.Secret.Text), a.Now()
	if !a.used.note(hash, c.Token.UsedAt, now) {
		return
	}
	go func() {
		ctx, cancel := context.WithTimeout(a.Stopping, 10*time.Second)
		defer cancel()
		if err := a.Store.UseToken(ctx, hash, now); err != nil && a.Stopping.Err() == nil && a.Host.StoreReadable() && a.Host.StoreWritable() {
			a.Log.Error("storing the use of a token failed", "error", err)
		}
	}()
}
