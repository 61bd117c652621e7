package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit"
	"tafelrunde/wotn"
)

// crashRounds returns how often the server is killed: TAFELRUNDE_ROUNDS, or 3.
func crashRounds(t *testing.T) int {
	if text := os.Getenv("TAFELRUNDE_ROUNDS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	return 3
}

// TestNothingAcknowledgedIsLost kills the server under load and restarts it. No
// acknowledged move is lost, no move is played twice, and all matches continue.
func TestNothingAcknowledgedIsLost(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		crash(t, []string{"TAFELRUNDE_DATA=" + t.TempDir()})
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		crash(t, []string{"TAFELRUNDE_DATABASE=" + storetest.PostgresOnDisk(t).Database(t)})
	})
}

// crashPair is two players of one match.
type crashPair struct {
	address *atomic.Pointer[string]
	clients [2]*http.Client
	id      string
	// position and moves are the acknowledged moves and those found after a crash.
	position wotn.Position
	moves    []string
	ended    bool
	random   *rand.Rand
	// refused counts rejected requests by code, without rate limits.
	refused map[string]int
	opened  time.Time
	// away is the downtime since opened.
	away time.Duration
	// slow games have no real-time clock, so that players are notified.
	slow bool
}

func crash(t *testing.T, env []string) {
	var address atomic.Pointer[string]
	server := startServer(t, env, &address)
	defer func() { server.Process.Kill(); server.Wait() }()
	pairs := make([]*crashPair, 12)
	for i := range pairs {
		pairs[i] = openPair(t, &address, uint64(i))
	}
	acknowledged, unknown := 0, 0
	for round := range crashRounds(t) {
		stop := make(chan struct{})
		var players sync.WaitGroup
		var acked atomic.Int64
		for _, p := range pairs {
			players.Go(func() { p.playUntil(stop, &acked) })
		}
		// The server is killed at a different moment of the load in each round.
		time.Sleep(time.Duration(100+round*37%200) * time.Millisecond)
		testkit.Within(t, patience, func() error {
			if acked.Load() == 0 {
				return errors.New("no move was acknowledged")
			}
			return nil
		})
		server.Process.Kill() // SIGKILL
		server.Wait()
		close(stop)
		players.Wait()
		acknowledged += int(acked.Load())
		server = startServer(t, env, &address)
		for i, p := range pairs {
			unknown += p.check(t, round)
			if p.ended {
				pairs[i] = openPair(t, &address, uint64(len(pairs)*(round+1)+i))
			}
		}
	}
	if acknowledged == 0 {
		t.Fatal("no move was acknowledged")
	}
	t.Logf("%d moves acknowledged, none lost; %d more were stored whose answer did not arrive", acknowledged, unknown)
}

// TestClocksStandStillWithoutTheServer stops the server for longer than lag
// compensation covers. The downtime is not counted on any clock.
func TestClocksStandStillWithoutTheServer(t *testing.T) {
	env := []string{"TAFELRUNDE_DATA=" + t.TempDir()}
	var address atomic.Pointer[string]
	server := startServer(t, env, &address)
	defer func() { server.Process.Kill(); server.Wait() }()
	pairs := make(pairsOf, 5)
	for i := range pairs {
		pairs[i] = openPair(t, &address, uint64(800+i))
	}
	// The server stores a heartbeat every second.
	if pairs.play(1500*time.Millisecond) == 0 {
		t.Fatal("no move was played")
	}
	for _, end := range []os.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		from := time.Now()
		if err := server.Process.Signal(end); err != nil {
			t.Fatal(err)
		}
		server.Wait()
		// The downtime, which is longer than lag compensation covers.
		time.Sleep(4 * time.Second)
		away := time.Since(from)
		server = startServer(t, env, &address)
		for _, p := range pairs {
			p.away += away
		}
		pairs.goOn(t, "the restart")
		pairs.play(1500 * time.Millisecond)
		pairs.same(t)
	}
}

func startServer(t *testing.T, env []string, address *atomic.Pointer[string], options ...string) *exec.Cmd {
	t.Helper()
	command := exec.Command("tafelrunde", append([]string{"serve", "--addr", "127.0.0.1:0", "--unlimited-loopback"}, options...)...)
	command.Env = append(os.Environ(), env...)
	pipe, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	command.Stderr = os.Stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(pipe).ReadString('\n')
	if err != nil {
		t.Fatalf("the server does not start: %v", err)
	}
	_, at, _ := strings.Cut(line, " at ")
	at, _, _ = strings.Cut(at, " ")
	at = strings.TrimSuffix(at, "/")
	address.Store(&at)
	return command
}

func (p *crashPair) request(seat int, method, path string, body, into any) (int, error) {
	status, code, err := send(p.clients[seat], method, *p.address.Load()+path, body, into)
	if code != "" && status != http.StatusTooManyRequests {
		p.refused[code]++
	}
	return status, err
}

// send sends a request and decodes the response. code is that of a refusal.
func send(client *http.Client, method, url string, body, into any, header ...string) (status int, code string, err error) {
	var content io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return 0, "", err
		}
		content = bytes.NewReader(data)
	}
	r, err := http.NewRequest(method, url, content)
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := client.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err == nil && into != nil && resp.StatusCode < 300 {
		err = json.Unmarshal(data, into)
	}
	if resp.StatusCode >= 400 {
		var problem struct{ Code string }
		if json.Unmarshal(data, &problem) != nil || problem.Code == "" {
			problem.Code = "no code: " + string(data)
		}
		code = problem.Code
	}
	return resp.StatusCode, code, err
}

// patience is the longest time to wait for an answer on a busy machine. Slow answers
// are logged, but are not errors.
const patience = 2 * time.Minute

// patiently repeats do while it returns errNoAnswer.
func patiently(t *testing.T, what string, do func() error) error {
	t.Helper()
	var other error
	from, tries := time.Now(), 0
	err := testkit.Poll(patience, func() error {
		tries++
		err := do()
		if errors.Is(err, errNoAnswer) {
			return err
		}
		other = err
		return nil
	})
	if tries > 1 {
		t.Logf("%s: %d tries in %v", what, tries, time.Since(from).Round(time.Millisecond))
	}
	return cmp.Or(err, other)
}

func openPair(t *testing.T, address *atomic.Pointer[string], seed uint64) (p *crashPair) {
	t.Helper()
	err := patiently(t, "opening a table", func() (err error) {
		p, err = tryPair(address, seed)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func tryPair(address *atomic.Pointer[string], seed uint64) (*crashPair, error) {
	p := &crashPair{address: address, position: wotn.Start(wotn.Standard), random: rand.New(rand.NewPCG(seed, 1)), refused: make(map[string]int), opened: time.Now(), slow: seed%3 == 0}
	ask := func(seat int, path string, body, into any) error {
		status, err := p.request(seat, "POST", path, body, into)
		switch {
		case err != nil || status == http.StatusServiceUnavailable:
			return fmt.Errorf("%w: status %d, %v", errNoAnswer, status, err)
		case status >= 300:
			return fmt.Errorf("%s: status %d", path, status)
		}
		return nil
	}
	for seat := range p.clients {
		jar, err := cookiejar.New(nil)
		if err != nil {
			return nil, err
		}
		p.clients[seat] = &http.Client{Jar: jar, Timeout: 10 * time.Second}
		if err := ask(seat, "/api/session", map[string]any{"name": fmt.Sprint("Player ", seed, seat)}, nil); err != nil {
			return nil, err
		}
	}
	clock := map[string]any{"kind": "real-time", "initial": 3600000, "increment": 0}
	if p.slow {
		clock = map[string]any{"kind": "correspondence", "perTurn": 3 * 24 * 3600000}
	}
	var opened struct{ Match string }
	err := ask(0, "/api/matches", map[string]any{
		"seat": 0, "settings": map[string]any{
			"game": "wotn", "variant": "wotn", "seats": 2, "first": 0, "visibility": "link", "clock": clock,
		},
	}, &opened)
	if err != nil {
		return nil, err
	}
	p.id = opened.Match
	return p, ask(1, "/api/matches/"+p.id+"/commands", map[string]any{"type": "sit"}, nil)
}

// playUntil plays moves, at least one, until stop or an error.
func (p *crashPair) playUntil(stop chan struct{}, acked *atomic.Int64) {
	for first := true; ; first = false {
		select {
		case <-stop:
			if !first {
				return
			}
		default:
		}
		legal := p.position.AppendMoves(nil)
		if p.ended || len(legal) == 0 {
			return
		}
		m := legal[p.random.IntN(len(legal))]
		status, err := p.request(int(p.position.ToMove()), "POST", "/api/matches/"+p.id+"/commands",
			map[string]any{"type": "move", "move": m.String(), "ply": len(p.moves)}, nil)
		switch {
		case err != nil:
			return // the server is gone
		case status == http.StatusTooManyRequests:
			time.Sleep(50 * time.Millisecond) // the load keeps to the limit of requests
		case status == http.StatusOK:
			acked.Add(1)
			p.moves = append(p.moves, m.String())
			p.position.PlayInto(&p.position, m)
		default:
			return
		}
	}
}

// game returns the game with the moves that are stored.
func (p *crashPair) game(t *testing.T) *wotn.Game {
	t.Helper()
	g := wotn.NewGame(wotn.Start(wotn.Standard))
	for _, text := range p.moves {
		m, err := g.Position().ParseMove(text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			t.Fatalf("match %s: %v", p.id, err)
		}
	}
	return g
}

// check compares the acknowledged moves with the stored ones, and accepts at most
// one more: a move whose answer was lost. It returns the number of these.
func (p *crashPair) check(t *testing.T, round int) (unknown int) {
	t.Helper()
	err := patiently(t, "match "+p.id, func() (err error) {
		unknown, err = p.compare()
		return err
	})
	if err != nil {
		t.Fatalf("round %d, match %s: %v", round, p.id, err)
	}
	return unknown
}

// errNoAnswer is returned if the server gave no usable answer.
var errNoAnswer = errors.New("no answer")

// compare is check; it returns errNoAnswer or a description of the difference.
func (p *crashPair) compare() (unknown int, err error) {
	var v struct {
		Moves    []struct{ Move string }
		Position string
		Phase    string
		Seats    []struct{ Clock int64 }
	}
	if status, err := p.request(0, "GET", "/api/matches/"+p.id, nil, &v); err != nil || status != 200 {
		return 0, fmt.Errorf("%w: status %d, %v", errNoAnswer, status, err)
	}
	if len(v.Moves) < len(p.moves) || len(v.Moves) > len(p.moves)+1 {
		return 0, fmt.Errorf("%d moves are stored, %d were acknowledged", len(v.Moves), len(p.moves))
	}
	for i, m := range v.Moves {
		if i < len(p.moves) && m.Move != p.moves[i] {
			return 0, fmt.Errorf("move %d is %s, acknowledged was %s", i, m.Move, p.moves[i])
		}
		if i >= len(p.moves) {
			move, err := p.position.ParseMove(m.Move)
			if err != nil {
				return 0, err
			}
			p.position.PlayInto(&p.position, move)
			p.moves = append(p.moves, m.Move)
			unknown++
		}
	}
	if v.Position != p.position.String() {
		return 0, fmt.Errorf("%s, want %s", v.Position, p.position.String())
	}
	p.ended = v.Phase == "finished"
	if p.slow {
		return unknown, p.compareNotifications()
	}
	// Clocks run only while the players could move.
	spent := time.Duration(0)
	for seat, s := range v.Seats {
		if s.Clock <= 0 || s.Clock > 3600000 {
			return 0, fmt.Errorf("the clock of seat %d shows %d ms", seat, s.Clock)
		}
		spent += time.Duration(3600000-s.Clock) * time.Millisecond
	}
	if most := time.Since(p.opened) - p.away; spent > most {
		return 0, fmt.Errorf("%v were used on the clocks in a game of %v", spent, most)
	}
	return unknown, nil
}

// compareNotifications checks that nobody but the player to move is notified of that, once,
// and nobody but the other player of the move that ended the game.
func (p *crashPair) compareNotifications() error {
	for seat := range p.clients {
		var list struct {
			Notifications []struct{ Kind, Match string }
		}
		if status, err := p.request(seat, "GET", "/api/me/notifications", nil, &list); err != nil || status != 200 {
			return fmt.Errorf("%w: status %d, %v", errNoAnswer, status, err)
		}
		want := []string{}
		switch other := seat != (len(p.moves)+1)%2; {
		case other && p.ended:
			want = append(want, "finished "+p.id)
		case other:
			want = append(want, "turn "+p.id)
		}
		got := []string{}
		for _, n := range list.Notifications {
			got = append(got, n.Kind+" "+n.Match)
		}
		if !slices.Equal(got, want) {
			return fmt.Errorf("after %d moves, ended %v: player %d has the notifications %q, want %q", len(p.moves), p.ended, seat, got, want)
		}
	}
	return nil
}
