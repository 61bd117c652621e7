package enginetest

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// patience is the time limit for an answer. Answers come at once; the limit is
// for busy machines.
const patience = 10 * time.Second

// Replay compares a protocol with all transcripts in a folder, the files with
// the extension .txt. Their lines are
//
//	# a comment; empty lines are ignored too
//	> a line to send
//	< the next line received must match this pattern (see Matches)
//	<< lines are skipped until one matches this pattern
//	! no line may be received for a moment
//	end   the input ends here; otherwise the transcript must contain quit
//
// serve runs the protocol until it ends.
func Replay(t *testing.T, folder string, serve func(in io.Reader, out io.Writer) error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts in %s (%v)", folder, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			replay(t, filepath.Base(file), string(text), serve)
		})
	}
}

func replay(t *testing.T, file, text string, serve func(in io.Reader, out io.Writer) error) {
	in, send := io.Pipe()
	from, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := serve(in, out)
		in.Close()
		out.Close()
		ended <- err
	}()
	lines := make(chan string, 10000)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(from); scanner.Scan(); {
			lines <- scanner.Text()
		}
	}()
	defer send.Close()

	for i, line := range strings.Split(text, "\n") {
		where := fmt.Sprintf("%s:%d", file, i+1)
		mark, rest, _ := strings.Cut(strings.TrimRight(line, " \r"), " ")
		switch mark {
		case "", "#":
		case ">":
			if _, err := io.WriteString(send, rest+"\n"); err != nil {
				t.Fatalf("%s: sending %q: %v", where, rest, err)
			}
		case "<", "<<":
			deadline := time.After(patience)
			for found := false; !found; {
				select {
				case got, open := <-lines:
					if !open {
						t.Fatalf("%s: want %q, but the session has ended", where, rest)
					}
					found = Matches(rest, got)
					if !found && mark == "<" {
						t.Fatalf("%s:\nwant %q\ngot  %q", where, rest, got)
					}
				case <-deadline:
					t.Fatalf("%s: want %q, but no line was received", where, rest)
				}
			}
		case "!":
			select {
			case got, open := <-lines:
				if open {
					t.Fatalf("%s: want silence, got %q", where, got)
				}
			case <-time.After(100 * time.Millisecond):
			}
		case "end":
			send.Close()
		default:
			t.Fatalf("%s: a line of a transcript begins with >, <, <<, !, end or #", where)
		}
	}
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("%s: the session ended with %v", file, err)
		}
	case <-time.After(patience):
		t.Fatalf("%s: the session does not end", file)
	}
	for got := range lines {
		t.Errorf("%s: unexpected line %q", file, got)
	}
}

// Matches reports whether text matches a pattern in which * stands for any
// text.
func Matches(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == text
	}
	rest, ok := strings.CutPrefix(text, parts[0])
	if !ok {
		return false
	}
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	return strings.HasSuffix(rest, parts[len(parts)-1])
}
