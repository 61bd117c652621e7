package core

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestSharedValue: it is read again after two seconds, and after an error.
func TestSharedValue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s shared[int]
		reads, fails := 0, errors.New("no store")
		get := func(want int, err error) {
			t.Helper()
			got, failed := s.get(func() (int, error) {
				reads++
				return reads, err
			})
			if got != want || want != 1 && !errors.Is(failed, err) {
				t.Errorf("%d, %v; want %d, %v", got, failed, want, err)
			}
		}
		get(1, nil)
		<-time.After(sharedFor - 1)
		get(1, fails)
		<-time.After(1)
		get(2, fails)
		get(3, nil)
	})
}
