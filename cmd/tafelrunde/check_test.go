package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tafelrunde/internal/cli"
	"tafelrunde/wotn/record"
)

// runCheck runs a command line and returns its status and outputs.
func runCheck(args ...string) (status int, out, notes string) {
	var o, n strings.Builder
	status = run(args, cli.Terminal{Out: &o, Notes: &n})
	return status, o.String(), n.String()
}

// TestCheck reads a file with a game that is right, one that needs a remark, one that is
// refused and one of a file in Windows-1252.
func TestCheck(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.pgn")
	text := "[White \"Ann\"]\r\n[Variant \"Chess\"]\r\n\r\n1.e4 e5 1-0\r\n\r\n[White \"M\xfcller\"]\r\n\r\n1.e4 e5 2.Sf3 *\r\n\r\n" +
		"[White \"Bo\"]\r\n[Variant \"Atomic\"]\r\n\r\n1.e4 *\r\n\r\n[White \"Cid\"]\r\n\r\n1.e4 e5 2.Ke3 *\r\n"
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, notes := runCheck("check", name)
	const want = `       4  games
       1  right
       1  read with a remark
       2  refused
       1  without a variant, read as orthodox chess

remarks:
       1  german-letters
          game 2, line 8: 2.Sf3: German piece letters

refused:
       1  unknown-variant
          game 3, line 11: Atomic: the variant is not supported
       1  illegal-move, cannot-reach
          game 4, line 17: 2.Ke3: the piece does not move this way
`
	if status != 1 || out != want || notes != "" {
		t.Errorf("status %d\n%s%s", status, out, notes)
	}
	status, out, _ = runCheck("check", "--places", "0", "--variant", "chess", name, name)
	if status != 1 || !strings.HasPrefix(out, "       8  games\n       2  right\n       2  read with a remark\n       4  refused\n\nremarks:\n       2  german-letters\n\n") {
		t.Errorf("status %d\n%s", status, out)
	}
}

// TestCheckLancelot reads records of Lancelot.
func TestCheckLancelot(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.txt")
	const start = "[Position \"8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7\"]\n\n"
	if err := os.WriteFile(name, []byte(start+"1. g8 2. g7 *\n\n"+start+"1. g8 2. g8 *\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, _ := runCheck("check", "--game", "lancelot", name)
	if status != 1 || !strings.HasPrefix(out, "       2  games\n       1  right\n       0  read with a remark\n       1  refused\n") || !strings.Contains(out, "game 2, line 7: turn 2: ") {
		t.Errorf("status %d\n%s", status, out)
	}
}

// TestCheckInParts: a file that is read in small parts has the games and lines of the whole.
func TestCheckInParts(t *testing.T) {
	names, err := filepath.Glob("../../wotn/record/testdata/foreign/*.pgn")
	if err != nil || len(names) < 10 {
		t.Fatal(names, err)
	}
	var files []string
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, string(text)+"\n\n")
	}
	files = append(files, "[White \"A\"]\n\n[Black \"B\"]\n\n1.e4 {open 1-0\n\n", "[White \"A\"]\n; 1-0\n\n[Black \"B\"]\n\n1.e4 {x\n\n[y] 1-0\n\n[z]} e5 1-0\n\n", "1.e4 1-0\n\n1.d4 *\n \n")
	read := func(text string) (all []string) {
		for r := (&wotnGames{record.NewDetectingReader(text)}); ; {
			found, refused, err := r.next()
			if err == io.EOF {
				return all
			}
			for i := range found {
				found[i].offset = 0
			}
			all = append(all, fmt.Sprint(found, refused))
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	parted := 0
	for range 300 {
		text := ""
		for range 6 {
			text += files[random.IntN(len(files))]
		}
		parts := bufio.NewScanner(strings.NewReader(text))
		parts.Buffer(make([]byte, 16+random.IntN(400)), 1<<20)
		parts.Split(splitGames)
		var got []string
		joined := ""
		for parts.Scan() {
			parted++
			joined += parts.Text()
			got = append(got, read(parts.Text())...)
		}
		if want := read(text); joined != text || !slices.Equal(got, want) {
			t.Fatalf("%s\nin parts\n%s\nwant\n%s", text, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	if parted < 600 {
		t.Errorf("%d parts", parted)
	}
}
