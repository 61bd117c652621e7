package core

import (
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// NewLRU returns a cache of at most size values. It drops the least recently used
// value first.
func NewLRU[K comparable, V any](size int) *simplelru.LRU[K, V] {
	lru, err := simplelru.NewLRU[K, V](size, nil)
	if err != nil {
		panic("core: the size of a cache must be positive: " + err.Error())
	}
	return lru
}
