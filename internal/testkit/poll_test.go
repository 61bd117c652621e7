package testkit

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// failing panics with the text with which a test fails.
type failing struct{ testing.TB }

func (failing) Helper() {}

func (failing) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

func TestUntil(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ready := time.Now().Add(3 * time.Second)
		calls := 0
		Until(t, func() error {
			if calls++; time.Now().Before(ready) {
				return fmt.Errorf("too early")
			}
			return nil
		})
		if late := time.Since(ready); late > longestPause || calls > 100 {
			t.Errorf("returned %v late, after %d calls", late, calls)
		}
	})
}

func TestWithinEndsTheTest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start, calls := time.Now(), 0
		defer func() {
			if took := time.Since(start); took < time.Second || took > time.Second+longestPause {
				t.Errorf("ended after %v", took)
			}
			text, _ := recover().(string)
			if want := fmt.Sprintf("call %d", calls); !strings.HasSuffix(text, want) || !strings.Contains(text, "1s") {
				t.Errorf("%q, want the limit and the last error %q", text, want)
			}
		}()
		Within(failing{t}, time.Second, func() error {
			calls++
			return fmt.Errorf("call %d", calls)
		})
	})
}
