package tables

import (
	"bytes"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"tafelrunde/internal/pictures"
)

// TestConcurrentDrawingIsBounded requests many pictures while none is
// finished.
func TestConcurrentDrawingIsBounded(t *testing.T) {
	p, release := newPictures(), make(chan struct{})
	var now, most atomic.Int32
	p.Draw = func(pictures.Card) ([]byte, error) {
		most.Store(max(most.Load(), now.Add(1)))
		defer now.Add(-1)
		<-release
		return []byte("picture"), nil
	}
	const all = 100
	busy := make(chan error, all)
	for i := range all {
		go func() {
			_, err := p.get(t.Context(), fmt.Sprint(i), func() ([]byte, error) { return p.Draw(pictures.Card{}) })
			busy <- err
		}()
	}
	for range all - picturesWaiting - 1 {
		if err := <-busy; err != tooManyPictures {
			t.Errorf("%v", err)
		}
	}
	close(release)
	for range picturesWaiting + 1 {
		if err := <-busy; err != nil {
			t.Errorf("%v", err)
		}
	}
	if most.Load() != 1 {
		t.Errorf("%d pictures are drawn concurrently", most.Load())
	}

	p.Draw = func(pictures.Card) ([]byte, error) { return bytes.Repeat([]byte("x"), 1<<20), nil }
	for i := range 100 {
		if _, err := p.get(t.Context(), fmt.Sprint("large ", i), func() ([]byte, error) { return p.Draw(pictures.Card{}) }); err != nil {
			t.Fatal(err)
		}
	}
	if p.size > maxPictureBytes || p.cached.Len() != maxPictureBytes>>20 {
		t.Errorf("%d bytes, %d pictures", p.size, p.cached.Len())
	}
}

// TestPanicWhileDrawing draws another picture after several panics:
// they do not block later drawings.
func TestPanicWhileDrawing(t *testing.T) {
	p := newPictures()
	for i := range picturesWaiting + 2 {
		p.Draw = func(pictures.Card) ([]byte, error) { panic("no such piece") }
		if _, err := p.get(t.Context(), fmt.Sprint(i), func() ([]byte, error) { return p.Draw(pictures.Card{}) }); err == nil || !strings.Contains(err.Error(), "no such piece") {
			t.Fatalf("error %v", err)
		}
	}
	p.Draw = func(pictures.Card) ([]byte, error) { return []byte("picture"), nil }
	if data, err := p.get(t.Context(), "drawn", func() ([]byte, error) { return p.Draw(pictures.Card{}) }); err != nil || len(data) == 0 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}
