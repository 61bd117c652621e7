package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit"
	"tafelrunde/internal/tournament"
	"tafelrunde/internal/web/matches"
	"tafelrunde/internal/web/tournaments"
	"tafelrunde/wotn"
)

// TestTournamentsSurviveKills kills servers while programs play tournaments, half of the times
// right after a round was paired or a result acknowledged. No round is lost or doubled: in a round
// robin every pair meets as often as it should, in the Swiss system everybody plays or is free once in
// a round, nobody has two games at once, each match is opened once, each result is recorded once, and
// the events give the standings that were shown.
func TestTournamentsSurviveKills(t *testing.T) {
	if testing.Short() { // make test runs it without -short, under the race detector
		t.Skip("needs half a minute")
	}
	t.Run("SQLite", func(t *testing.T) {
		folder := t.TempDir()
		killTournaments(t, 1, []string{"TAFELRUNDE_DATA=" + folder}, func() (*sqlstore.Store, error) {
			return sqlstore.OpenSQLite(t.Context(), filepath.Join(folder, databaseName))
		})
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		database := storetest.PostgresOnDisk(t).Database(t)
		killTournaments(t, 2, []string{"TAFELRUNDE_DATABASE=" + database}, func() (*sqlstore.Store, error) {
			return sqlstore.OpenPostgres(context.Background(), database)
		})
	})
}

// killTournaments kills one of n servers crashRounds times, then lets all tournaments end and
// checks what is stored.
func killTournaments(t *testing.T, n int, env []string, open func() (*sqlstore.Store, error)) {
	addresses, servers := make([]atomic.Pointer[string], n), make([]*exec.Cmd, n)
	for i := range servers {
		servers[i] = startServer(t, env, &addresses[i])
		defer func() { servers[i].Process.Kill(); servers[i].Wait() }()
	}
	groups := make([]*tourneyGroup, 3)
	enough, sights := make(chan struct{}), make(chan struct{}, 1)
	var players sync.WaitGroup
	for i := range groups {
		groups[i] = newTourneyGroup(t, i, addresses, sights)
		players.Go(func() { groups[i].run(enough) })
	}
	for round := range crashRounds(t) {
		waitToKill(round, sights)
		i := mathrand.IntN(n)
		servers[i].Process.Kill() // SIGKILL
		servers[i].Wait()
		servers[i] = startServer(t, env, &addresses[i])
	}
	close(enough)
	players.Wait()
	for i := range servers {
		servers[i].Process.Kill()
		servers[i].Wait()
	}
	s, err := open()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	played, boards, acked := make(map[tournament.Format]int), 0, 0
	for _, g := range groups {
		if g.err != nil {
			t.Fatal(g.err)
		}
		for _, e := range g.played {
			if err := e.checkStored(t.Context(), s); err != nil {
				t.Errorf("tournament %s: %v", e.id, err)
			}
			played[e.last.Format]++
			boards, acked = boards+len(e.last.Boards), acked+len(e.acked)
		}
	}
	t.Logf("%d kills, tournaments %v, %d games, %d of whose results were acknowledged to players", crashRounds(t), played, boards, acked)
}

// waitToKill waits until a random moment, in every other round one right after a sight.
func waitToKill(round int, sights <-chan struct{}) {
	if round%2 == 0 {
		time.Sleep(time.Duration(mathrand.IntN(1200)) * time.Millisecond)
		return
	}
	select {
	case <-sights: // an old one
	default:
	}
	select {
	case <-sights:
		time.Sleep(time.Duration(mathrand.IntN(5000)) * time.Microsecond)
	case <-time.After(10 * time.Second):
	}
}

// tourneyGroup is six people who play one tournament after the other.
type tourneyGroup struct {
	number    int
	addresses []atomic.Pointer[string]
	through   int // the server in use
	clients   [6]*http.Client
	// sights receives when something new was seen.
	sights chan<- struct{}
	played []*tourney
	err    error
}

// tourney is a tournament of a group.
type tourney struct {
	*tourneyGroup
	id string
	// acked are the seats whose resignation was acknowledged, by match.
	acked  map[string]int
	last   tournaments.WholeTournament
	random *mathrand.Rand
}

func newTourneyGroup(t *testing.T, number int, addresses []atomic.Pointer[string], sights chan<- struct{}) *tourneyGroup {
	t.Helper()
	g := &tourneyGroup{number: number, addresses: addresses, through: number % len(addresses), sights: sights}
	for i := range g.clients {
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		g.clients[i] = &http.Client{Jar: jar, Timeout: 10 * time.Second}
		account := map[string]any{"name": fmt.Sprintf("Group %d player %d", number, i), "password": "long enough"}
		if err := patiently(t, "an account", func() error { return g.ask(i, "POST", "/api/account", account, nil) }); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// refusedError is a request that a server refused with a code.
type refusedError struct{ path, code string }

func (r *refusedError) Error() string { return r.path + " was refused: " + r.code }

// ask sends a request of a person. If the server does not answer it returns errNoAnswer, and the
// next request goes to the next server.
func (g *tourneyGroup) ask(person int, method, path string, body, into any, header ...string) error {
	status, code, err := send(g.clients[person], method, *g.addresses[g.through].Load()+path, body, into, header...)
	switch {
	case err != nil || status >= 500 || status == http.StatusTooManyRequests || code == "in-progress":
		g.through = (g.through + 1) % len(g.addresses)
		return fmt.Errorf("%w: %s: status %d, %v", errNoAnswer, path, status, err)
	case code != "":
		return &refusedError{path, code}
	}
	return nil
}

// insist repeats a request until there is an answer. A refusal with a code of those that a repetition
// has is none.
func (g *tourneyGroup) insist(person int, method, path string, body, into any, repeated ...string) error {
	key := rand.Text()
	var other error
	err := testkit.Poll(patience, func() error {
		err := g.ask(person, method, path, body, into, "Idempotency-Key", key)
		if errors.Is(err, errNoAnswer) {
			return err
		}
		var refused *refusedError
		if !errors.As(err, &refused) || !slices.Contains(repeated, refused.code) {
			other = err
		}
		return nil
	})
	return errors.Join(err, other)
}

func (g *tourneyGroup) see() {
	select {
	case g.sights <- struct{}{}:
	default:
	}
}

// run plays tournaments until there are enough, the last one to its end.
func (g *tourneyGroup) run(enough <-chan struct{}) {
	for g.err == nil {
		g.err = g.playOne()
		select {
		case <-enough:
			return
		default:
		}
	}
}

// arenaGames is the number of games after which the players of an arena leave.
const arenaGames = 9

// tourneySettings returns the settings of a kind of tournament, and how many people enter.
func tourneySettings(kind, most int) (settings map[string]any, entrants int) {
	start, clock := time.Now().Add(time.Hour), map[string]any{"kind": "real-time", "initial": 180_000, "increment": 2_000}
	settings = map[string]any{
		"name": "Evening", "format": "round-robin", "startsAt": start.UnixMilli(),
		"games": map[string]any{"game": "wotn", "variant": "wotn", "rated": true, "clock": clock},
	}
	entrants = most
	switch kind % 6 {
	case 0:
		settings["double"] = true
	case 1:
		settings["format"], settings["rounds"] = "swiss", swissRounds
	case 2:
		settings["format"], settings["endsAt"] = "arena", start.Add(time.Hour).UnixMilli()
	case 3:
		settings["pace"], settings["atOnce"] = "all-at-once", 1
	case 4: // somebody is free in each round
		settings["format"], settings["rounds"], entrants = "swiss", swissRounds, most-1
	}
	return settings, entrants
}

// playOne plays one tournament from its creation to its end.
func (g *tourneyGroup) playOne() error {
	kind := g.number + len(g.played)
	settings, entrants := tourneySettings(kind, len(g.clients))
	var created struct{ ID string }
	director := len(g.played) % len(g.clients)
	if err := g.insist(director, "POST", "/api/tournaments", settings, &created); err != nil {
		return err
	}
	e := &tourney{tourneyGroup: g, id: created.ID, acked: make(map[string]int), random: mathrand.New(mathrand.NewPCG(uint64(kind), 1))}
	g.played = append(g.played, e)
	path := "/api/tournaments/" + e.id
	for i := range entrants {
		if err := g.insist(i, "POST", path+"/entry", map[string]any{}, nil, "tournament-entered"); err != nil {
			return err
		}
	}
	if err := g.insist(director, "POST", path+"/start", nil, nil, "tournament-begun"); err != nil {
		return err
	}
	left := false
	for e.last.Phase != tournament.Over {
		if e.last.Format == tournament.Arena && len(e.last.Boards) >= arenaGames {
			if err := e.endArena(director, left); err != nil {
				return err
			}
			left = true
		}
		if err := e.goOn(); err != nil {
			return err
		}
	}
	return e.check()
}

// endArena lets the players leave, who finish their games, or if they have left closes the arena after
// the last game.
func (e *tourney) endArena(director int, left bool) error {
	path := "/api/tournaments/" + e.id
	if !left {
		for i := range e.clients {
			if err := e.insist(i, "DELETE", path+"/entry", nil, nil, "tournament-not-entered"); err != nil {
				return err
			}
		}
		return nil
	}
	if slices.ContainsFunc(e.last.Boards, func(b tournaments.TournamentBoard) bool { return b.Result == nil }) {
		return nil
	}
	return e.insist(director, "POST", path+"/close", map[string]any{"reason": "enough"}, nil, "tournament-over")
}

// goOn waits until the tournament has new events and makes a move in each game that is played.
func (e *tourney) goOn() error {
	seq := e.last.Seq
	var other error
	err := testkit.Poll(patience, func() error {
		var now tournaments.WholeTournament
		if err := e.ask(0, "GET", "/api/tournaments/"+e.id, nil, &now); err != nil {
			return err
		}
		if len(now.Boards) > len(e.last.Boards) {
			e.see()
		}
		e.last = now
		for i, b := range e.last.Boards {
			if b.Match != "" && b.Result == nil {
				if err := e.act(i, &b); err != nil && !errors.Is(err, errNoAnswer) {
					other = err
					return nil
				}
			}
		}
		if e.last.Seq == seq {
			return fmt.Errorf("tournament %s does not go on after event %d", e.id, seq)
		}
		return nil
	})
	return errors.Join(err, other)
}

// act makes the next move of a game, or resigns it.
func (e *tourney) act(i int, b *tournaments.TournamentBoard) error {
	var v matches.MatchView
	err := e.ask(b.Entries[0]-1, "GET", "/api/matches/"+b.Match, nil, &v)
	var refused *refusedError
	if errors.As(err, &refused) && refused.code == "no-match" || err == nil && v.Phase != match.Playing {
		return nil // not opened yet, or its result is not recorded yet
	}
	if err != nil {
		return err
	}
	seat, command := i/2%2, map[string]any{"type": "resign"}
	if len(v.Moves) < []int{0, 0, 2, 0, 5}[i%5] {
		p, err := wotn.ParsePosition(wotn.Standard, v.Position)
		if err != nil {
			return err
		}
		legal := p.AppendMoves(nil)
		seat, command = v.ToAct, map[string]any{"type": "move", "move": legal[e.random.IntN(len(legal))].String(), "ply": len(v.Moves)}
	}
	err = e.ask(b.Entries[seat]-1, "POST", "/api/matches/"+b.Match+"/commands", command, nil)
	if err == nil && command["type"] == "resign" {
		e.acked[b.Match] = seat
		e.see()
	}
	return err
}
