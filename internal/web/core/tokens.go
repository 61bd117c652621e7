package core

import (
	"context"
	"sync"
	"time"

	"tafelrunde/internal/match"
)

// usedTokens notes which tokens were used of late, so that it is stored once a
// minute at most.
type usedTokens struct {
	mu sync.Mutex
	at map[string]match.Moment // by hash
}

// note tells whether the use of a token is to be stored.
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

// noteUse stores that a token was used, without letting the request wait.
func (a *App) noteUse(c *Caller) {
	hash, now := HashToken(c.Secret.Text), a.Now()
	if !a.used.note(hash, c.Token.UsedAt, now) {
		return
	}
	go func() {
		ctx, cancel := context.WithTimeout(a.Stopping, 10*time.Second)
		defer cancel()
		if err := a.Store.UseToken(ctx, hash, now); err != nil && a.Stopping.Err() == nil && a.Host.StoreReadable() && a.Host.StoreWritable() {
			a.Log.Error("the use of a token could not be stored", "error", err)
		}
	}()
}
