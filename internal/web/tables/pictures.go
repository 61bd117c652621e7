package tables

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/sync/singleflight"

	"tafelrunde/internal/pictures"
	"tafelrunde/internal/web/core"
)

const (
	// Drawing a picture takes about 150 ms of CPU time, an animation up to a second. One
	// is drawn at a time.
	picturesWaiting = 8
	pictureWait     = 5 * time.Second
	// maxPictureBytes bounds the memory of the cache: several hundred pictures.
	maxPictureBytes = 16 << 20
	// maxKeptBytes is the size of the largest picture in the cache.
	maxKeptBytes = 1 << 20
	// pictureCacheControl limits how long clients may use a picture without
	// revalidating it.
	pictureCacheControl = "public, max-age=60"
)

var tooManyPictures = core.NewProblem(http.StatusServiceUnavailable, "busy", "too many pictures are being drawn; try again in a moment").After(2 * time.Second)

// Pictures draws previews and animations, and caches them by content.
type Pictures struct {
	Draw  func(pictures.Card) ([]byte, error)
	same  singleflight.Group
	queue chan struct{} // one value for each picture that is being drawn or is waiting
	place chan struct{}

	mu     sync.Mutex
	cached *simplelru.LRU[string, []byte]
	size   int
}

func newPictures() *Pictures {
	return &Pictures{
		Draw: drawPicture, queue: make(chan struct{}, picturesWaiting+1), place: make(chan struct{}, 1),
		cached: core.NewLRU[string, []byte](maxPictureBytes / 1024),
	}
}

func drawPicture(card pictures.Card) ([]byte, error) {
	var b bytes.Buffer
	err := pictures.WriteCard(&b, card)
	return b.Bytes(), err
}

// pictureKey returns the cache key of a picture: of a [pictures.Card] or a
// [pictures.Animation].
func pictureKey(content any) (string, error) {
	text, err := json.Marshal(content)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16]), err
}

// get returns the picture with the given key, which draw draws. Concurrent requests for
// the same picture share one drawing. The error is tooManyPictures if too many
// others are waiting, or the error of ctx.
func (p *Pictures) get(ctx context.Context, key string, draw func() ([]byte, error)) ([]byte, error) {
	if data, ok := p.find(key); ok {
		return data, nil
	}
	select {
	case result := <-p.same.DoChan(key, func() (any, error) { return p.drawNow(key, draw) }):
		data, _ := result.Val.([]byte)
		return data, result.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *Pictures) drawNow(key string, draw func() ([]byte, error)) (data []byte, err error) {
	// singleflight calls this in a goroutine of its own, where a panic would terminate
	// the program.
	defer func() {
		if reason := recover(); reason != nil {
			data, err = nil, fmt.Errorf("drawing a picture panicked: %v\n%s", reason, debug.Stack())
		}
	}()
	if data, ok := p.find(key); ok { // drawn since the call of get
		return data, nil
	}
	select {
	case p.queue <- struct{}{}:
	default:
		return nil, tooManyPictures
	}
	defer func() { <-p.queue }()
	late := time.NewTimer(pictureWait)
	defer late.Stop()
	select {
	case p.place <- struct{}{}:
	case <-late.C:
		return nil, tooManyPictures
	}
	defer func() { <-p.place }()
	data, err = draw()
	if err == nil && len(data) <= maxKeptBytes {
		p.keep(key, data)
	}
	return data, err
}

func (p *Pictures) find(key string) ([]byte, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cached.Get(key)
}

func (p *Pictures) keep(key string, data []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cached.Add(key, data)
	p.size += len(data)
	for p.size > maxPictureBytes {
		_, old, ok := p.cached.RemoveOldest()
		if !ok {
			return
		}
		p.size -= len(old)
	}
}
