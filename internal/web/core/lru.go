package core

import (
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// NewLRU makes a cache of so many values, of which it drops the least recently
// used.
func NewLRU[K comparable, V any](size int) *simplelru.LRU[K, V] {
	lru, err := simplelru.NewLRU[K, V](size, nil)
	if err != nil {
		panic("a cache needs a size: " + err.Error())
	}
	return lru
}
