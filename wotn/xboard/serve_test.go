package xboard_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/engine/enginetest"
	"tafelrunde/wotn/xboard"
)

func TestTranscripts(t *testing.T) {
	enginetest.Replay(t, "testdata", func(in io.Reader, out io.Writer) error {
		return xboard.Serve(in, out, "Plain", new(enginetest.Plain))
	})
}

// TestLimits checks that clocks reach the searcher as limits.
func TestLimits(t *testing.T) {
	for _, test := range []struct {
		lines string
		want  engine.Limits
	}{
		{"level 40 5 0\ntime 29950\notim 28000", engine.Limits{
			Clock: [wotn.NumColors]time.Duration{280 * time.Second, 299500 * time.Millisecond}, MovesToGo: 40}},
		{"level 0 0:30 0.25", engine.Limits{
			Clock:     [wotn.NumColors]time.Duration{30 * time.Second, 30 * time.Second},
			Increment: [wotn.NumColors]time.Duration{250 * time.Millisecond, 250 * time.Millisecond}}},
		{"level 0 2:05 1\nsd 7", engine.Limits{
			Clock:     [wotn.NumColors]time.Duration{125 * time.Second, 125 * time.Second},
			Increment: [wotn.NumColors]time.Duration{time.Second, time.Second}, Depth: 7}},
		{"st 3", engine.Limits{MoveTime: 3 * time.Second}},
		{"st 8\nnps 10000", engine.Limits{Nodes: 80000}},
		{"level 10 1 0\nnps 1000", engine.Limits{Nodes: 6000}},
		{"level 0 1 0\ntime -20", engine.Limits{Clock: [wotn.NumColors]time.Duration{time.Minute, 1}}},
		{"", engine.Limits{Clock: [wotn.NumColors]time.Duration{5 * time.Minute, 5 * time.Minute}}},
	} {
		var searcher enginetest.Plain
		if err := xboard.Serve(strings.NewReader("new\n"+test.lines+"\nusermove e2e4\n"), io.Discard, "Plain", &searcher); err != nil {
			t.Fatal(err)
		}
		got := searcher.Limits
		if got.Clock != test.want.Clock || got.Increment != test.want.Increment || got.MovesToGo != test.want.MovesToGo ||
			got.MoveTime != test.want.MoveTime || got.Depth != test.want.Depth || got.Nodes != test.want.Nodes {
			t.Errorf("%q\ngot  %+v\nwant %+v", test.lines, got, test.want)
		}
	}
}

// TestLongWords: errors quote only the beginning of what cannot be read.
func TestLongWords(t *testing.T) {
	word := strings.Repeat("x", 5_000)
	commands := strings.Split(strings.ReplaceAll("W|usermove W|setboard W|setboard W\nusermove W|variant W|option W=1|level W|st W|"+
		"memory W|cores W|sd W", "W", word), "|")
	for _, command := range commands {
		var out strings.Builder
		if err := xboard.Serve(strings.NewReader("new\n"+command+"\n"), &out, "Plain", new(enginetest.Plain)); err != nil {
			t.Fatal(err)
		}
		if n := len(out.String()); n > 1_000 {
			t.Errorf("%.40s…: an answer of %d bytes", command, n)
		}
	}
}

// FuzzServe checks that any session ends soon after its input.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{
		"xboard\nprotover 2\nnew\nvariant wotn\nlevel 40 5 0\npost\nhard\nusermove e2e4\nusermove e4d5s\n.\n?\nquit\n",
		"new\nforce\nusermove f2f3\nundo\nremove\ngo\nresult 1-0 {x}\nsetboard 8/8/8/8/8/8/8/8 w - - 0 1\ngo\n",
		"variant wotn\nforce\nlift e2\nput e4\nhover e4,\nlift e4\nusermove e2e4\nlift e7\nput e6,\n",
		"analyze\n.\nusermove e2e4\nundo\nnew\nsetboard k7/8/8/8/8/8/8/K7 w - - 0 1\nexit\nhint\nping 1\n",
		"hard\nnew\nusermove e2e4\noption Style=bold\nmemory 5\ncores 2\neasy\nplayother\nst 1\nnps 3\nsd 2\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		if len(in) > 2000 {
			return
		}
		ended := make(chan error, 1)
		go func() { ended <- xboard.Serve(strings.NewReader(in), io.Discard, "Plain", new(enginetest.Plain)) }()
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("the session ended with %v", err)
			}
		case <-time.After(5 * time.Second):
			t.Fatal("the session does not end")
		}
	})
}
