package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/record"
	"tafelrunde/lancelot/search"
)

// lancelotMatchCommand lets players of Lancelot meet.
type lancelotMatchCommand struct {
	Players  []string      `arg:"" help:"The player of each seat: random, greedy, uct, paranoid, best-reply, tree, engine, or engine:LEVEL."`
	Rules    string        `default:"basic" placeholder:"RULES" help:"Rules: basic (the default), diagonals, excalibur or diagonals+excalibur."`
	Games    int           `default:"100" placeholder:"N" help:"Games at least (100); rounded up, so that each opening is played in every order of seats."`
	Movetime time.Duration `placeholder:"TIME" help:"Time for each turn, for instance 1s or 200ms."`
	Nodes    uint64        `placeholder:"N" help:"Nodes for each turn."`
	Seed     uint64        `default:"1" placeholder:"N" help:"Seed of the openings and the players (1)."`
	Opening  int           `default:"1" placeholder:"N" help:"Turns of each seat that are played by chance first (1)."`
	Threads  int           `default:"1" placeholder:"N" help:"Games played at once (1)."`
	Records  string        `placeholder:"FILE" help:"File to append the games to."`
	JSON     bool          `name:"json" help:"Write the summary as JSON."`
}

func (c *lancelotMatchCommand) Run(term terminal) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	rules, err := parseLancelotRules(c.Rules)
	if err != nil {
		return err
	}
	m := lancelotMatch{
		players: c.Players, rules: rules, games: c.Games, moveTime: c.Movetime, nodes: c.Nodes,
		seed: c.Seed, opening: c.Opening, threads: c.Threads, records: c.Records, json: c.JSON,
	}
	return m.play(ctx, term)
}

// parseLancelotRules reads the name of a set of rules.
func parseLancelotRules(name string) (lancelot.Rules, error) {
	rules, err := lancelot.ParseRules(name)
	if err != nil {
		return rules, &misuse{err.Error()}
	}
	return rules, nil
}

// mostLate is how much longer than its time a turn may take without being
// counted as late.
const mostLate = 20 * time.Millisecond

// lancelotMatch lets searchers of Lancelot play each other: from each opening in
// every order of seats.
type lancelotMatch struct {
	players  []string // one for each seat
	rules    lancelot.Rules
	games    int // at least; rounded up to whole sets of orders
	moveTime time.Duration
	nodes    uint64
	seed     uint64
	opening  int // random turns of each seat before the players take over
	threads  int // games at once
	records  string
	json     bool
}

// lancelotPlayer is a searcher by its name or, for the engine, by a level as in
// "engine:3".
func lancelotPlayer(name string, seed uint64) (search.Searcher, error) {
	name, level, leveled := strings.Cut(name, ":")
	s := search.Named(name, seed)
	if s == nil {
		return nil, &misuse{fmt.Sprintf("unknown player %q; known are %s", name, strings.Join(search.Names(), ", "))}
	}
	if !leveled {
		return s, nil
	}
	n, err := strconv.Atoi(level)
	engine, hasLevels := s.(*search.Engine)
	if err != nil || n < search.MinLevel || n > search.MaxLevel || !hasLevels {
		return nil, &misuse{fmt.Sprintf("%q is no level: only the engine has levels, from %d to %d", name+":"+level, search.MinLevel, search.MaxLevel)}
	}
	engine.Level = n
	return engine, nil
}

// lancelotGame is one game of a match: who sits where, and what came of it.
type lancelotGame struct {
	number, opening int
	seating         []int // player of each seat
	outcome         lancelot.Outcome
	record          string
	turns           int
	nodes           [lancelot.MaxSeats]uint64        // by player
	slowest         [lancelot.MaxSeats]time.Duration // turn, by player
	late            [lancelot.MaxSeats]int           // turns that took much longer than given, by player
	err             error
}

// orders are all different orders of the players.
func (m *lancelotMatch) orders() (orders [][]int) {
	var order []int
	used := make([]bool, len(m.players))
	var extend func()
	extend = func() {
		if len(order) == len(m.players) {
			orders = append(orders, slices.Clone(order))
			return
		}
		tried := map[string]bool{}
		for i, name := range m.players {
			if used[i] || tried[name] {
				continue
			}
			tried[name], used[i] = true, true
			order = append(order, i)
			extend()
			order, used[i] = order[:len(order)-1], false
		}
	}
	extend()
	return orders
}

// play plays the match and writes a table of what came of it.
func (m *lancelotMatch) play(ctx context.Context, term terminal) error {
	seats := len(m.players)
	if seats < lancelot.MinSeats || seats > lancelot.MaxSeats {
		return &misuse{fmt.Sprintf("%d players; Lancelot has %d to %d seats", seats, lancelot.MinSeats, lancelot.MaxSeats)}
	}
	for _, name := range m.players {
		if _, err := lancelotPlayer(name, 1); err != nil {
			return err
		}
	}
	switch {
	case m.games < 1 || m.moveTime == 0 && m.nodes == 0:
		return &misuse{"at least one game, and a time or a number of nodes for each turn"}
	case m.moveTime < 0:
		return &misuse{"--movetime cannot be below 0"}
	case m.opening < 0:
		return &misuse{"--opening cannot be below 0"}
	case m.threads < 1 || m.threads > search.MaxThreads:
		return &misuse{fmt.Sprintf("--threads is a number from 1 to %d", search.MaxThreads)}
	}
	var records *os.File
	if m.records != "" {
		file, err := os.OpenFile(m.records, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return err
		}
		defer file.Close()
		records = file
	}
	orders := m.orders()
	games := (m.games + len(orders) - 1) / len(orders) * len(orders)
	bar := progressbar.NewOptions(games, progressbar.OptionSetWriter(term.notes), progressbar.OptionSetDescription("games"),
		progressbar.OptionThrottle(time.Second), progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetVisibility(isTerminal(term.notes)), progressbar.OptionClearOnFinish())
	numbers := make(chan int)
	played := make(chan lancelotGame)
	var tables sync.WaitGroup
	for range min(m.threads, runtime.NumCPU()) {
		tables.Go(func() {
			for number := range numbers {
				g := lancelotGame{number: number, opening: number / len(orders), seating: orders[number%len(orders)]}
				m.playGame(ctx, &g)
				played <- g
			}
		})
	}
	go func() {
		defer close(played)
		defer tables.Wait()
		defer close(numbers)
		for number := range games {
			select {
			case numbers <- number:
			case <-ctx.Done():
				return
			}
		}
	}()
	table := newLancelotTable(m)
	for g := range played {
		if g.err == nil {
			table.add(&g)
		} else if ctx.Err() == nil {
			table.failures = append(table.failures, fmt.Sprintf("game %d: %v", g.number+1, g.err))
		}
		if records != nil && g.record != "" {
			if _, err := io.WriteString(records, g.record+"\n"); err != nil {
				return err
			}
		}
		_ = bar.Add(1)
	}
	_ = bar.Finish()
	var err error
	if m.json {
		err = table.writeJSON(term.out)
	} else {
		var text bytes.Buffer
		table.write(&text)
		_, err = text.WriteTo(term.out)
	}
	if err != nil {
		return err
	}
	if len(table.failures) > 0 {
		return errReported
	}
	return nil
}

// playGame plays one game; an illegal turn or a panic is its error.
func (m *lancelotMatch) playGame(ctx context.Context, g *lancelotGame) {
	seats := len(m.players)
	rnd := rand.New(rand.NewPCG(m.seed, uint64(g.opening)))
	start, err := lancelot.Options{Seats: seats, Rules: m.rules}.Setup().Position()
	if err != nil {
		g.err = err
		return
	}
	game := lancelot.NewGame(start)
	defer func() {
		if reason := recover(); reason != nil {
			p := game.Position()
			g.err = fmt.Errorf("%s: panic: %v", &p, reason)
		}
	}()
	searchers := make([]search.Searcher, seats)
	for seat, player := range g.seating {
		if searchers[seat], g.err = lancelotPlayer(m.players[player], m.seed<<32+uint64(g.number)<<3+uint64(seat)); g.err != nil {
			return
		}
	}
	for range m.opening * seats {
		if p := game.Position(); !p.Outcome().Over() {
			if g.err = game.Play(randomTurn(&p, rnd)); g.err != nil {
				return
			}
		}
	}
	for !game.Outcome().Over() {
		p := game.Position()
		turn, cancel := ctx, func() {}
		if m.moveTime > 0 {
			turn, cancel = context.WithTimeout(ctx, m.moveTime)
		}
		began := time.Now()
		line := searchers[p.ToAct()].Search(turn, &p, search.Limits{Nodes: m.nodes}, nil)
		player := g.seating[p.ToAct()]
		spent := time.Since(began)
		g.slowest[player] = max(g.slowest[player], spent)
		if m.moveTime > 0 && spent-m.moveTime > mostLate {
			g.late[player]++
		}
		cancel()
		if g.err = ctx.Err(); g.err != nil {
			return
		}
		g.nodes[player] += line.Nodes
		if g.err = game.Play(line.Turn()); g.err != nil {
			g.err = fmt.Errorf("%s: %s: %w", &p, m.players[player], g.err)
			return
		}
		g.turns++
	}
	g.outcome = game.Outcome()
	tags := []record.Tag{{Name: "Event", Value: "match, seed " + strconv.FormatUint(m.seed, 10)}, {Name: "Round", Value: strconv.Itoa(g.number + 1)}}
	for seat, player := range g.seating {
		tags = append(tags, record.Tag{Name: strings.ToUpper(lancelot.Seat(seat).String()), Value: m.players[player]})
	}
	written := record.New(game, tags...)
	g.record = written.String()
}

// lancelotTable sums up games by player's name and by seat.
type lancelotTable struct {
	match    *lancelotMatch
	names    []string
	count    []int // seats that play under the name
	games    int
	turns    int
	shares   []float64 // of the wins by name
	bySeat   []float64
	nodes    []uint64
	slowest  []time.Duration
	late     []int // turns
	failures []string
}

func newLancelotTable(m *lancelotMatch) *lancelotTable {
	t := &lancelotTable{match: m, bySeat: make([]float64, len(m.players))}
	for _, name := range m.players {
		if i := slices.Index(t.names, name); i >= 0 {
			t.count[i]++
			continue
		}
		t.names, t.count = append(t.names, name), append(t.count, 1)
	}
	t.shares, t.nodes = make([]float64, len(t.names)), make([]uint64, len(t.names))
	t.slowest, t.late = make([]time.Duration, len(t.names)), make([]int, len(t.names))
	return t
}

func (t *lancelotTable) add(g *lancelotGame) {
	t.games++
	t.turns += g.turns
	for seat, player := range g.seating {
		name := slices.Index(t.names, t.match.players[player])
		share := g.outcome.WinShare(lancelot.Seat(seat))
		t.shares[name] += share
		t.bySeat[seat] += share
	}
	for player, nodes := range g.nodes[:len(g.seating)] {
		name := slices.Index(t.names, t.match.players[player])
		t.nodes[name] += nodes
		t.slowest[name] = max(t.slowest[name], g.slowest[player])
		t.late[name] += g.late[player]
	}
}

// wilson is the interval that holds a share with 95 % (Wilson, "Probable
// Inference, the Law of Succession, and Statistical Inference", 1927).
func wilson(share float64, n int) (low, high float64) {
	const z = 1.96
	trials := float64(n)
	centre := (share + z*z/(2*trials)) / (1 + z*z/trials)
	half := z / (1 + z*z/trials) * math.Sqrt(share*(1-share)/trials+z*z/(4*trials*trials))
	low, high = max(0, centre-half), min(1, centre+half)
	// Rounding would leave a trace of what is 0 and 1.
	if share == 0 {
		low = 0
	}
	if share == 1 {
		high = 1
	}
	return low, high
}

func (t *lancelotTable) write(w io.Writer) {
	m := t.match
	each := fmt.Sprintf("%d nodes a turn", m.nodes)
	// late is how late the latest turn of a name was, where turns have a time.
	late := func(int) string { return "-" }
	if m.moveTime > 0 {
		each = fmt.Sprintf("%v a turn", m.moveTime)
		late = func(name int) string {
			return fmt.Sprint(max(0, t.slowest[name]-m.moveTime).Round(100 * time.Microsecond))
		}
	}
	fmt.Fprintf(w, "Lancelot, %d seats, %s rules, %s, seed %d, %d games in every order of seats\n", len(m.players), m.rules, each, m.seed, t.games)
	if t.games > 0 {
		fmt.Fprintf(w, "\n%-16s %8s %8s %17s %9s %12s %9s %9s %9s\n",
			"player", "wins", "share", "95 % interval", "x fair", "nodes/turn", "slowest", "latest", "late")
		for i, name := range t.names {
			share := t.shares[i] / float64(t.games)
			low, high := wilson(share, t.games)
			fair := float64(t.count[i]) / float64(len(m.players))
			turns := float64(t.turns) * fair
			fmt.Fprintf(w, "%-16s %8.1f %7.1f%% %7.1f%% - %5.1f%% %9.2f %12.0f %9v %9s %9d\n",
				fmt.Sprintf("%s x%d", name, t.count[i]), t.shares[i], 100*share, 100*low, 100*high, share/fair,
				float64(t.nodes[i])/max(turns, 1), t.slowest[i].Round(time.Millisecond), late(i), t.late[i])
		}
		if m.moveTime > 0 {
			fmt.Fprintf(w, "\nlatest: the most that a turn took longer than its time; late: turns by more than %v\n", mostLate)
		}
		fmt.Fprint(w, "\nby seat:")
		for seat, share := range t.bySeat {
			fmt.Fprintf(w, "  %s %.1f%%", strings.ToUpper(lancelot.Seat(seat).String()), 100*share/float64(t.games))
		}
		fmt.Fprintf(w, "\nturns a game %.1f\n", float64(t.turns)/float64(t.games))
	}
	for _, failure := range t.failures {
		fmt.Fprintln(w, failure)
	}
}

// lancelotMatchJSON is the summary of a match for programs; shares are from 0 to
// 1.
type lancelotMatchJSON struct {
	Seats    int                  `json:"seats"`
	Rules    string               `json:"rules"`
	Games    int                  `json:"games"`
	Seed     uint64               `json:"seed"`
	Players  []lancelotPlayerJSON `json:"players"`
	BySeat   []float64            `json:"bySeat"`
	Turns    float64              `json:"turnsPerGame"`
	Failures []string             `json:"failures"`
}

type lancelotPlayerJSON struct {
	Name     string     `json:"name"`
	Seats    int        `json:"seats"`
	Share    float64    `json:"share"`
	Interval [2]float64 `json:"interval95"`
	Fair     float64    `json:"timesFair"`
	Slowest  float64    `json:"slowestTurnMs"`
	Late     int        `json:"lateTurns"` // more than mostLate
}

func (t *lancelotTable) writeJSON(w io.Writer) error {
	m, games := t.match, max(t.games, 1)
	sum := lancelotMatchJSON{
		Seats: len(m.players), Rules: m.rules.String(), Games: t.games, Seed: m.seed,
		Turns: float64(t.turns) / float64(games), Failures: append([]string{}, t.failures...),
	}
	for i, name := range t.names {
		share := t.shares[i] / float64(games)
		low, high := wilson(share, games)
		sum.Players = append(sum.Players, lancelotPlayerJSON{name, t.count[i], share, [2]float64{low, high}, share * float64(len(m.players)) / float64(t.count[i]), float64(t.slowest[i].Microseconds()) / 1000, t.late[i]})
	}
	for _, share := range t.bySeat {
		sum.BySeat = append(sum.BySeat, share/float64(games))
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(sum)
}
