package uci_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"tafelrunde/internal/engines"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/engine/enginetest"
	"tafelrunde/wotn/uci"
)

var plain = uci.Identity{Name: "Plain", Author: "its authors"}

func TestTranscripts(t *testing.T) {
	enginetest.Replay(t, "testdata", func(in io.Reader, out io.Writer) error {
		return uci.Serve(in, out, plain, new(enginetest.Plain))
	})
}

// TestLimits checks that limits reach the searcher as they were given.
func TestLimits(t *testing.T) {
	for _, test := range []struct {
		line string
		want engine.Limits
	}{
		{"go wtime 1500 btime 2500 winc 10 binc 20 movestogo 7", engine.Limits{
			Clock:     [wotn.NumColors]time.Duration{1500 * time.Millisecond, 2500 * time.Millisecond},
			Increment: [wotn.NumColors]time.Duration{10 * time.Millisecond, 20 * time.Millisecond},
			MovesToGo: 7,
		}},
		{"go depth 4 nodes 9000000000 mate 3", engine.Limits{Depth: 4, Nodes: 9000000000, Mate: 3}},
		{"go movetime 0", engine.Limits{MoveTime: 1}},
		{"go btime 1000", engine.Limits{MoveTime: 1, Clock: [wotn.NumColors]time.Duration{0, time.Second}}},
		{"go btime 1000 depth 3", engine.Limits{Depth: 3, Clock: [wotn.NumColors]time.Duration{0, time.Second}}},
		{"go movetime 250", engine.Limits{MoveTime: 250 * time.Millisecond}},
		{"go wtime -5 btime 0", engine.Limits{Clock: [wotn.NumColors]time.Duration{1, 1}}},
	} {
		var searcher enginetest.Plain
		if err := uci.Serve(strings.NewReader(test.line+"\n"), io.Discard, plain, &searcher); err != nil {
			t.Fatal(err)
		}
		got := searcher.Limits
		got.Moves = nil
		if got.Clock != test.want.Clock || got.Increment != test.want.Increment || got.MovesToGo != test.want.MovesToGo ||
			got.MoveTime != test.want.MoveTime || got.Depth != test.want.Depth || got.Nodes != test.want.Nodes || got.Mate != test.want.Mate {
			t.Errorf("%s\ngot  %+v\nwant %+v", test.line, got, test.want)
		}
	}
}

// TestBrokenOutput checks that a write error ends the session during a search.
func TestBrokenOutput(t *testing.T) {
	writeError := errors.New("write failed")
	in, send := io.Pipe()
	defer send.Close()
	go io.WriteString(send, "isready\ngo infinite\n")
	ended := make(chan error, 1)
	go func() { ended <- uci.Serve(in, brokenWriter{writeError}, plain, new(enginetest.Plain)) }()
	select {
	case err := <-ended:
		if !errors.Is(err, writeError) {
			t.Errorf("got %v, want %v", err, writeError)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the session does not end")
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func TestLongLine(t *testing.T) {
	var out strings.Builder
	in := "position startpos moves " + strings.Repeat("e2e4 ", engines.MaxLine) + "\nisready\n"
	if err := uci.Serve(strings.NewReader(in), &out, plain, new(enginetest.Plain)); err != nil {
		t.Fatal(err)
	}
	if want := "info string the line is too long\nreadyok\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

// TestLongWords: errors quote only the beginning of what cannot be read.
func TestLongWords(t *testing.T) {
	word := strings.Repeat("x", 5_000)
	commands := strings.Split(strings.ReplaceAll("W|position W|position startpos W|position fen W|position startpos moves W|"+
		"setoption name W value 1|setoption name Hash value W|go W|go depth W|go searchmoves W|go perft W", "W", word), "|")
	for _, command := range commands {
		var out strings.Builder
		if err := uci.Serve(strings.NewReader(command+"\nstop\n"), &out, plain, new(enginetest.Plain)); err != nil {
			t.Fatal(err)
		}
		if n := len(out.String()); n > 1_000 {
			t.Errorf("%.40s…: an answer of %d bytes", command, n)
		}
	}
}

// FuzzServe checks that any session ends soon after its input and writes no
// control characters.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{
		"uci\nisready\nposition startpos moves e2e4 e7e5\ngo depth 2\nquit\n",
		"position fen 6k1/8/1s3d2/2PpP3/3N4/2H1F3/1V3L2/4K3 w - d6 0 1\ngo infinite\nstop\nd\neval\nbench\n",
		"setoption name UCI_Variant value chess\ngo ponder wtime 1 btime 1\nponderhit\n",
		"setoption name value value value\nsetoption name Hash value\ngo perft 2\ngo searchmoves e2e4 depth\n",
		"go infinite\ngo\nposition\nstop\nstop\nstop\n\x00\xff\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		if len(in) > 2000 || strings.Contains(in, "perft") {
			return
		}
		var out strings.Builder
		ended := make(chan error, 1)
		go func() { ended <- uci.Serve(strings.NewReader(in), &out, plain, new(enginetest.Plain)) }()
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("the session ended with %v", err)
			}
		case <-time.After(5 * time.Second):
			t.Fatal("the session does not end")
		}
		for _, line := range strings.Split(out.String(), "\n") {
			if strings.ContainsAny(line, "\r\x00") {
				t.Errorf("control character in %q", line)
			}
		}
	})
}
