package people

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"tafelrunde/internal/web/core"
)

// maxKnown bounds the memory for known clients. Only logins with the right password add
// some.
const maxKnown = 20_000

// knownClients are the addresses and devices from which somebody has logged in since this
// process started. Their logins go first.
type knownClients struct {
	mu   sync.Mutex
	list *simplelru.LRU[string, struct{}]
}

// has reports whether a client is known; "" is not.
func (k *knownClients) has(client string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if client == "" || k.list == nil {
		return false
	}
	_, known := k.list.Get(client)
	return known
}

func (k *knownClients) add(client string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.list == nil {
		k.list = core.NewLRU[string, struct{}](maxKnown)
	}
	k.list.Add(client, struct{}{})
}
