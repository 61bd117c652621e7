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

// patience is how long an answer may take. Answers come at once; it is long
// for machines that are busy.
const patience = 10 * time.Second

// Replay holds a protocol to all transcripts in a folder, files that end in
// .txt. Their lines are
//
//	# a comment, as are empty lines
//	> a line to send
//	< the next line that must come, in which * stands for any text
//	<< lines that are passed over until one is such
//	! nothing more may come for a moment
//	end   the input ends here; it must be quit, or end there, by itself
//
// serve runs the protocol until its end.
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
	heard := make(chan string, 10000)
	go func() {
		defer close(heard)
		for lines := bufio.NewScanner(from); lines.Scan(); {
			heard <- lines.Text()
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
				case got, open := <-heard:
					if !open {
						t.Fatalf("%s: want %q, but the conversation is over", where, rest)
					}
					found = Matches(rest, got)
					if !found && mark == "<" {
						t.Fatalf("%s:\nwant %q\ngot  %q", where, rest, got)
					}
				case <-deadline:
					t.Fatalf("%s: want %q, but nothing comes", where, rest)
				}
			}
		case "!":
			select {
			case got, open := <-heard:
				if open {
					t.Fatalf("%s: want silence, got %q", where, got)
				}
			case <-time.After(100 * time.Millisecond):
			}
		case "end":
			send.Close()
		default:
			t.Fatalf("%s: a line of a transcript begins with >, <, <<, ! or #", where)
		}
	}
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("%s: it ended with %v", file, err)
		}
	case <-time.After(patience):
		t.Fatalf("%s: it does not end", file)
	}
	for got := range heard {
		t.Errorf("%s: one line too many: %q", file, got)
	}
}

// Matches tells whether a text is as a pattern says, in which * stands for any
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
