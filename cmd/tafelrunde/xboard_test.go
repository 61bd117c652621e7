package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tafelrunde/internal/testkit"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/net"
	"tafelrunde/wotn/search"
)

var xboardPicture = flag.String("xboard-picture", "", "write the picture of the game in XBoard to this `file`")

// TestXBoard plays a game against the engine in the real XBoard with the mouse.
// XBoard gets the pieces and the legal moves from the engine. A promotion with a choice
// is chosen on the board.
func TestXBoard(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a game in XBoard")
	}
	// Debian installs games outside the usual PATH.
	t.Setenv("PATH", os.Getenv("PATH")+":/usr/games")
	for _, tool := range []string{"xboard", "Xvfb", "xdotool", "import"} {
		if _, err := exec.LookPath(tool); err != nil {
			message := fmt.Sprintf("needs Debian's xboard, xvfb, xdotool and imagemagick: %v", err)
			if os.Getenv("CI") != "" {
				t.Fatal(message)
			}
			t.Skip(message)
		}
	}
	x := startXBoard(t)

	game := wotn.NewGame(wotn.Start(wotn.Standard))
	player := search.New(net.Config())
	const leastMoves, mostMoves = 6, 40
	chosen := false
	for made := 0; made < mostMoves && !(chosen && made >= leastMoves); made++ {
		if game.Outcome().Over() {
			break
		}
		m, steps := chooseForXBoard(game, player)
		x.lift(m)
		if *xboardPicture != "" && game.Len() > 0 {
			x.picture(*xboardPicture)
		}
		x.put(m, max(0, steps))
		if got := x.next(x.sent, "usermove "); got != m.String() {
			t.Fatalf("move %d: %s was made on the board, but XBoard sent %s", made+1, m, got)
		}
		chosen = chosen || steps > 0
		if err := game.Play(m); err != nil {
			t.Fatal(err)
		}
		if game.Outcome().Over() {
			break
		}
		reply, err := game.Position().ParseMove(x.next(x.answers, "move "))
		if err != nil {
			t.Fatal(err)
		}
		if err := game.Play(reply); err != nil {
			t.Fatal(err)
		}
	}
	if !chosen {
		t.Errorf("no promotion was chosen in %d moves, final position %s", game.Len(), game.Position())
	}
	// After an edit without changes, XBoard must send the same position.
	x.xdotool("key", "ctrl+shift+e") // edit the position
	x.xdotool("key", "ctrl+e")       // edit the game
	fields := strings.Fields(x.next(x.sent, "setboard "))
	if want := strings.Fields(game.Position().String()); len(fields) == 0 || fields[0] != want[0] {
		t.Errorf("XBoard shows %v\nthe game has  %v", fields, want)
	}
}

// chooseForXBoard returns White's move, and how many steps the mouse must be
// dragged to choose the kind promoted to; -1 if there is no choice. It prefers
// promotions that need a drag.
func chooseForXBoard(game *wotn.Game, player *search.Engine) (m wotn.Move, steps int) {
	moves := game.Position().AppendMoves(nil)
	best := player.Search(context.Background(), game, engine.Limits{Depth: 3}, nil).Best
	for _, m := range moves {
		if p := stepsFor(moves, m); p > 0 {
			return m, p
		}
	}
	for _, m := range moves {
		// A pawn on the way to its promotion rank.
		if m.Kind() == wotn.Pawn && m.To().File() == 7 && m.To().Rank() >= 3 {
			return m, stepsFor(moves, m)
		}
	}
	return best, stepsFor(moves, best)
}

// pictureOrder is the order in which XBoard offers kinds while the mouse is
// dragged down: the order of its pictures from the queen on.
const pictureOrder = "QDFSVMCHAELKPNBR"

func stepsFor(moves []wotn.Move, m wotn.Move) int {
	var kinds []wotn.Kind
	for _, other := range moves {
		if other.From() == m.From() && other.To() == m.To() && other.Promotion() != wotn.NoKind {
			kinds = append(kinds, other.Promotion())
		}
	}
	if len(kinds) < 2 {
		return -1
	}
	slices.SortFunc(kinds, func(a, b wotn.Kind) int {
		return strings.IndexByte(pictureOrder, a.Letter()) - strings.IndexByte(pictureOrder, b.Letter())
	})
	return slices.Index(kinds, m.Promotion())
}

// xboardWindow is a running XBoard, with copies of what it and the engine write
// to each other.
type xboardWindow struct {
	t             *testing.T
	display       string
	sent, answers *bufio.Reader
	window        string
	left, top     int // of the board on the screen
	// until is the deadline for the next line.
	until time.Time
}

// xboardSquare is the size of squares in pixels, lines included.
const xboardSquare = 73

func startXBoard(t *testing.T) *xboardWindow {
	dir := t.TempDir()
	program := filepath.Join(dir, "tafelrunde")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	script := fmt.Sprintf("#!/bin/sh\ntee %[1]s/sent | %[2]s engine | tee %[1]s/answers\n", dir, program)
	if err := os.WriteFile(filepath.Join(dir, "engine"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"sent", "answers"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}

	x := &xboardWindow{t: t}
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	screen := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1000x900x24", "-nolisten", "tcp")
	screen.ExtraFiles = []*os.File{to}
	x.start(screen)
	to.Close()
	number, err := bufio.NewReader(from).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb reported no display: %v", err)
	}
	x.display = "DISPLAY=:" + strings.TrimSpace(number)

	board := exec.Command("xboard", "-fcp", filepath.Join(dir, "engine"), "-fd", dir,
		"-variant", "wotn", "-testLegality", "false", "-sweepPromotions", "true",
		"-date", "2000000000", // no hint for new users in front of the board
		"-boardSize", "72", "-depth", "3", "-ponderNextMove", "false", "-animateMoving", "false")
	board.Env = append(os.Environ(), x.display, "HOME="+dir)
	x.start(board)

	x.sent, x.answers = x.follow(filepath.Join(dir, "sent")), x.follow(filepath.Join(dir, "answers"))
	x.next(x.answers, "piece V& RN0")
	x.next(x.answers, "pong ")
	x.findBoard()
	return x
}

// start starts a program that is stopped at the end of the test.
func (x *xboardWindow) start(command *exec.Cmd) {
	if err := command.Start(); err != nil {
		x.t.Fatal(err)
	}
	x.t.Cleanup(func() {
		command.Process.Signal(os.Interrupt)
		timer := time.AfterFunc(3*time.Second, func() { command.Process.Kill() })
		defer timer.Stop()
		command.Wait()
	})
}

// growing reads a file that is still being written.
type growing struct {
	file  *os.File
	until *time.Time
}

func (g growing) Read(to []byte) (int, error) {
	n, err := 0, error(nil)
	if testkit.Poll(time.Until(*g.until), func() error {
		if n, err = g.file.Read(to); n == 0 && err == io.EOF {
			return err
		}
		return nil
	}) != nil {
		return 0, os.ErrDeadlineExceeded
	}
	return n, err
}

func (x *xboardWindow) follow(name string) *bufio.Reader {
	file, err := os.Open(name)
	if err != nil {
		x.t.Fatal(err)
	}
	x.t.Cleanup(func() { file.Close() })
	return bufio.NewReader(growing{file, &x.until})
}

// next returns the rest of the next line with a prefix.
func (x *xboardWindow) next(lines *bufio.Reader, beginning string) string {
	x.t.Helper()
	x.until = time.Now().Add(20 * time.Second)
	for time.Now().Before(x.until) {
		line, err := lines.ReadString('\n')
		if err != nil {
			x.t.Fatalf("waiting for %q: %v", beginning, err)
		}
		if strings.Contains(line, "llegal") || strings.HasPrefix(line, "Error") {
			x.t.Fatalf("waiting for %q: %s", beginning, line)
		}
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), strings.TrimSpace(beginning)); ok {
			return strings.TrimSpace(rest)
		}
	}
	x.t.Fatalf("waiting for %q: no such line", beginning)
	return ""
}

func (x *xboardWindow) xdotool(args ...string) string {
	x.t.Helper()
	command := exec.Command("xdotool", args...)
	command.Env = append(os.Environ(), x.display)
	out, err := command.CombinedOutput()
	if err != nil {
		x.t.Fatalf("xdotool %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	// XBoard combines events that arrive together, and does not say when it has
	// handled one.
	time.Sleep(60 * time.Millisecond)
	return string(out)
}

// findBoard waits for XBoard's window and computes the position of the board,
// which fills its lower part.
func (x *xboardWindow) findBoard() {
	const edge, size = 2, 8*xboardSquare + 1
	testkit.Until(x.t, func() error {
		out := x.xdotool("search", "--onlyvisible", "--name", "^xboard", "getwindowgeometry", "--shell", "%@")
		var left, top, width, height int
		for _, line := range strings.Fields(out) {
			fmt.Sscanf(line, "WINDOW=%s", &x.window)
			fmt.Sscanf(line, "X=%d", &left)
			fmt.Sscanf(line, "Y=%d", &top)
			fmt.Sscanf(line, "WIDTH=%d", &width)
			fmt.Sscanf(line, "HEIGHT=%d", &height)
		}
		if width >= size && height > size {
			x.left, x.top = left+edge, top+height-edge-size+1
			return nil
		}
		return fmt.Errorf("XBoard's window does not appear in the requested size, but in %d×%d", width, height)
	})
}

func (x *xboardWindow) picture(file string) {
	x.t.Helper()
	command := exec.Command("import", "-window", x.window, "PNG8:"+file)
	command.Env = append(os.Environ(), x.display)
	if out, err := command.CombinedOutput(); err != nil {
		x.t.Fatalf("import: %v\n%s", err, out)
	}
}

func (x *xboardWindow) at(s wotn.Square, down int) []string {
	return []string{"mousemove",
		fmt.Sprint(x.left + s.File()*xboardSquare + xboardSquare/2),
		fmt.Sprint(x.top + (7-s.Rank())*xboardSquare + xboardSquare/2 + down)}
}

// lift clicks the piece to move and waits until the engine has marked its
// targets.
func (x *xboardWindow) lift(m wotn.Move) {
	x.t.Helper()
	x.xdotool(x.at(m.From(), 0)...)
	x.xdotool("click", "1")
	if got := x.next(x.sent, "lift "); got != m.From().String() {
		x.t.Fatalf("%s was clicked, but XBoard sent lift %s", m.From(), got)
	}
	x.next(x.answers, "highlight ")
	time.Sleep(100 * time.Millisecond) // XBoard reads the answer after this test does
}

// put presses the target square, drags to choose, and releases.
func (x *xboardWindow) put(m wotn.Move, steps int) {
	x.t.Helper()
	x.xdotool(x.at(m.To(), 0)...)
	x.xdotool("mousedown", "1")
	if steps > 0 {
		x.next(x.answers, "choice ")       // the answer to the press
		time.Sleep(100 * time.Millisecond) // XBoard reads it after this test does
	}
	for n := 1; n <= steps; n++ {
		const step = xboardSquare * 2 / 5 // XBoard switches after a third
		x.xdotool(x.at(m.To(), n*step)...)
	}
	x.xdotool("mouseup", "1")
}
