package engines_test

import (
	"errors"
	"testing"

	"tafelrunde/internal/engines"
)

func TestOutputKeepsError(t *testing.T) {
	writeError := errors.New("write failed")
	out := engines.NewOutput(failing{writeError})
	select {
	case <-out.Failed():
		t.Fatal("failed before anything was written")
	default:
	}
	out.WriteLines("one")
	out.WriteLines("two")
	<-out.Failed()
	if !errors.Is(out.Err(), writeError) {
		t.Errorf("got %v", out.Err())
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
