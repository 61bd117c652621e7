package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/search"
	"tafelrunde/wotn/engine"
)

// lancelotEngineCommand is the engine for user interfaces; the protocol is in
// docs/formats/lancelot-engine.md.
type lancelotEngineCommand struct{}

func (lancelotEngineCommand) Run(term terminal) error {
	// A user interface that has gone is the end, but no failure.
	signal.Ignore(syscall.SIGPIPE)
	err := serveLancelot(os.Stdin, term.out)
	if isClosed(err) {
		return nil
	}
	return err
}

// lancelotServer is one conversation.
type lancelotServer struct {
	mu  sync.Mutex // guards out
	out io.Writer
	err error // of writing

	game   *lancelot.Game
	engine *search.Engine
	stop   context.CancelFunc // of the search that runs; nil if none does
	done   chan struct{}      // closed when it has ended
	// endless tells that the search that runs ends by stop alone.
	endless bool
	// answering tells that the search is over and its answer may have been heard.
	answering atomic.Bool
}

// Bounds of options.
const (
	mostLancelotMoveTime = 24 * time.Hour
	// keptBack is the time of a clock that is never used.
	keptBack = 50 * time.Millisecond
)

// serveLancelot answers the commands that come in, until quit or the end.
func serveLancelot(in io.Reader, out io.Writer) error {
	s := &lancelotServer{out: out, engine: &search.Engine{Seed: freshSeed()}}
	start, err := lancelot.Options{Seats: 2}.Setup().Position()
	if err != nil {
		return err
	}
	s.game = lancelot.NewGame(start)
	defer s.halt()
	lines := engine.NewLineReader(in)
	for {
		line, err := lines.Next()
		if errors.Is(err, engine.ErrLineTooLong) {
			s.refuse("line-too-long", err)
			continue
		}
		if err == io.EOF {
			if s.endless {
				s.halt() // nobody is left who could
			}
			s.wait()
			return s.failure()
		}
		if err != nil {
			return err
		}
		if quit := s.obey(strings.Fields(line)); quit {
			return s.failure()
		}
		if err := s.failure(); err != nil {
			return err
		}
	}
}

// freshSeed is another one each time.
func freshSeed() uint64 { return uint64(time.Now().UnixNano()) }

func (s *lancelotServer) say(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := fmt.Fprintf(s.out, format+"\n", args...); err != nil && s.err == nil {
		s.err = err
	}
}

func (s *lancelotServer) failure() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// refuse tells why a command has changed nothing.
func (s *lancelotServer) refuse(code string, err error) {
	s.say("error %s %s", code, strings.Join(strings.Fields(err.Error()), " "))
}

// halt ends the search that runs and waits for its answer.
func (s *lancelotServer) halt() {
	if s.stop != nil {
		s.stop()
		s.wait()
	}
}

// wait waits for the end of the search that runs.
func (s *lancelotServer) wait() {
	if s.done != nil {
		<-s.done
		s.stop()
		s.stop, s.done, s.endless = nil, nil, false
	}
}

// searching tells whether a search runs.
func (s *lancelotServer) searching() bool {
	if s.done == nil {
		return false
	}
	select {
	case <-s.done:
		s.wait()
		return false
	default:
	}
	if s.answering.Load() {
		s.wait()
		return false
	}
	return true
}

// obey carries out one command and reports whether it is the last.
func (s *lancelotServer) obey(words []string) (quit bool) {
	if len(words) == 0 {
		return false
	}
	command, rest := words[0], words[1:]
	switch command {
	case "quit":
		return true
	case "stop":
		s.halt()
		return false
	case "isready":
		s.say("readyok")
		return false
	case "ugi":
		s.introduce()
		return false
	case "query":
		s.query(rest)
		return false
	case "show":
		p := s.game.Position()
		s.say("position %s", &p)
		return false
	}
	if s.searching() {
		s.refuse("busy", fmt.Errorf("%q has to wait for the end of the search; stop ends it", command))
		return false
	}
	var err error
	code := "command"
	switch command {
	case "uginewgame":
		s.forget()
	case "setoption":
		code, err = "option", s.setOption(rest)
	case "position":
		code, err = "position", s.position(rest)
	case "go":
		code, err = "go", s.goOn(rest)
	default:
		err = fmt.Errorf("unknown command %q; known are ugi, isready, setoption, uginewgame, position, query, show, go, stop and quit", command)
	}
	if err != nil {
		s.refuse(code, err)
	}
	return false
}

// forget lets go of what was found in searches before.
func (s *lancelotServer) forget() {
	*s.engine = search.Engine{Seed: s.engine.Seed, Level: s.engine.Level, Threads: s.engine.Threads, Memory: s.engine.Memory}
}

func (s *lancelotServer) introduce() {
	s.say("id name Tafelrunde %s", versionText())
	s.say("id author %s", authors)
	s.say("option name Level type spin default %d min %d max %d", search.MaxLevel, search.MinLevel, search.MaxLevel)
	s.say("option name Threads type spin default 1 min 1 max %d", mostLancelotThreads)
	s.say("option name Hash type spin default 64 min 1 max %d", mostLancelotHash)
	s.say("option name Seed type spin default 0 min 0 max %d", int64(1)<<62)
	s.say("ugiok")
}

func (s *lancelotServer) setOption(words []string) error {
	if len(words) != 4 || words[0] != "name" || words[2] != "value" {
		return errors.New("an option is set by: setoption name NAME value NUMBER")
	}
	number := func(least, most int64) (int64, error) {
		n, err := strconv.ParseInt(words[3], 10, 64)
		if err != nil || n < least || n > most {
			return 0, fmt.Errorf("%s is a number from %d to %d, not %q", words[1], least, most, words[3])
		}
		return n, nil
	}
	switch strings.ToLower(words[1]) {
	case "level":
		n, err := number(search.MinLevel, search.MaxLevel)
		if err == nil {
			s.engine.Level = int(n)
		}
		return err
	case "threads":
		n, err := number(1, mostLancelotThreads)
		if err == nil {
			s.engine.Threads = min(int(n), runtime.NumCPU())
		}
		return err
	case "hash":
		n, err := number(1, mostLancelotHash)
		if err == nil {
			s.engine.Memory = int(n) << 20
			s.forget() // what is remembered may need more than is left
		}
		return err
	case "seed":
		n, err := number(0, 1<<62)
		if err == nil {
			s.engine.Seed = uint64(n)
		}
		if err == nil && n == 0 {
			s.engine.Seed = freshSeed()
		}
		return err
	}
	return fmt.Errorf("unknown option %q; known are Level, Threads, Hash and Seed", words[1])
}

// positionFields is how many words the text of a position has.
const positionFields = 7

// position sets up a game; an error leaves the one before.
func (s *lancelotServer) position(words []string) error {
	if len(words) == 0 {
		return errors.New("a position is startpos, start SEATS RULES, or fen and a position's seven fields")
	}
	kind, rest := words[0], words[1:]
	var start lancelot.Position
	var err error
	switch {
	case kind == "startpos":
		start, err = lancelot.Options{Seats: 2}.Setup().Position()
	case kind == "start" && len(rest) >= 2:
		o := lancelot.Options{}
		if o.Seats, err = strconv.Atoi(rest[0]); err != nil {
			return fmt.Errorf("%q is no number of seats", rest[0])
		}
		if o.Rules, err = parseLancelotRules(rest[1]); err != nil {
			return err
		}
		start, err = o.Setup().Position()
		rest = rest[2:]
	case kind == "fen" && len(rest) >= positionFields:
		start, err = lancelot.ParsePosition(strings.Join(rest[:positionFields], " "))
		rest = rest[positionFields:]
	default:
		return fmt.Errorf("%q begins no position: it is startpos, start SEATS RULES, or fen and a position's seven fields", strings.Join(words, " "))
	}
	if err != nil {
		return err
	}
	game := lancelot.NewGame(start)
	if len(rest) > 0 && rest[0] != "moves" {
		return fmt.Errorf("after a position comes moves, not %q", rest[0])
	}
	for i := 1; i < len(rest); i++ {
		if err := game.PlayText(rest[i]); err != nil {
			return fmt.Errorf("turn %d, %q: %w", i, rest[i], err)
		}
	}
	s.game = game
	return nil
}

func (s *lancelotServer) query(words []string) {
	p := s.game.Position()
	outcome := s.game.Outcome()
	switch strings.Join(words, " ") {
	case "gameover":
		s.say("response %t", outcome.Over())
	case "p1turn":
		s.say("response %t", !outcome.Over() && p.ToAct() == 0)
	case "turn":
		if outcome.Over() {
			s.say("response none")
			return
		}
		s.say("response %s", p.ToAct())
	case "result":
		if !outcome.Over() {
			s.say("response none")
			return
		}
		var winners []string
		for _, seat := range outcome.Winners() {
			winners = append(winners, seat.String())
		}
		s.say("response %s", strings.Join(winners, ","))
	default:
		s.refuse("query", errors.New("known are query gameover, p1turn, turn and result"))
	}
}

// lancelotGo is what a search is limited by.
type lancelotGo struct {
	limits   search.Limits
	moveTime time.Duration
	clock    []time.Duration
	inc      []time.Duration
	endless  bool
}

// lancelotLimits are the limits of a search that have a value.
var lancelotLimits = []string{"nodes", "movetime", "clock", "inc"}

func parseLancelotGo(words []string, seats int) (g lancelotGo, err error) {
	for i := 0; i < len(words); i++ {
		name := words[i]
		if name == "infinite" {
			g.endless = true
			continue
		}
		if !slices.Contains(lancelotLimits, name) {
			return g, fmt.Errorf("unknown limit %q; known are %s and infinite", name, strings.Join(lancelotLimits, ", "))
		}
		if i++; i == len(words) {
			return g, fmt.Errorf("%s needs a value", name)
		}
		value := words[i]
		switch name {
		case "nodes":
			if g.limits.Nodes, err = strconv.ParseUint(value, 10, 64); err != nil || g.limits.Nodes == 0 {
				return g, fmt.Errorf("nodes is a number from 1, not %q", value)
			}
		case "movetime":
			if g.moveTime, err = milliseconds(value); err != nil || g.moveTime == 0 {
				return g, fmt.Errorf("movetime is a number of milliseconds from 1, not %q", value)
			}
		case "clock", "inc":
			var list []time.Duration
			for _, part := range strings.Split(value, ",") {
				d, err := milliseconds(part)
				if err != nil {
					return g, fmt.Errorf("%s is milliseconds for each seat with commas between, not %q", name, value)
				}
				list = append(list, d)
			}
			if len(list) != seats {
				return g, fmt.Errorf("%s has times for %d seats, not for %d", name, len(list), seats)
			}
			if name == "clock" {
				g.clock = list
			} else {
				g.inc = list
			}
		}
	}
	if g.limits.Nodes == 0 && g.moveTime == 0 && g.clock == nil && !g.endless {
		return g, errors.New("a search needs nodes, movetime, clock or infinite")
	}
	return g, nil
}

func milliseconds(text string) (time.Duration, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || n > mostLancelotMoveTime.Milliseconds() {
		return 0, errors.New("no time")
	}
	return time.Duration(n) * time.Millisecond, nil
}

// time is how long to think about the position; 0 for no limit.
func (g *lancelotGo) time(p *lancelot.Position) time.Duration {
	limit := g.moveTime
	if g.clock != nil {
		seat := p.ToAct()
		// About half of the free squares are still filled, by all in turn.
		free := p.FreeSquares()
		left := max(6, free.Len()/(2*p.Seats()))
		share := g.clock[seat] / time.Duration(left)
		if g.inc != nil {
			share += g.inc[seat] * 4 / 5
		}
		share = max(time.Millisecond, min(share, g.clock[seat]-keptBack))
		if limit == 0 || share < limit {
			limit = share
		}
	}
	return limit
}

// goOn begins a search; its answer comes when it is over.
func (s *lancelotServer) goOn(words []string) error {
	p := s.game.Position()
	if outcome := s.game.Outcome(); outcome.Over() {
		return fmt.Errorf("the game is over: %s", lancelotResult(outcome))
	}
	g, err := parseLancelotGo(words, p.Seats())
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	if limit := g.time(&p); limit > 0 {
		ctx, cancel = context.WithTimeout(context.Background(), limit)
	}
	done := make(chan struct{})
	s.stop, s.done, s.endless = cancel, done, g.endless
	s.answering.Store(false)
	go func() {
		defer close(done)
		began := time.Now()
		line := s.engine.Search(ctx, &p, g.limits, func(line search.Info) {
			if s.info(&p, &line, began); s.failure() != nil {
				cancel() // nobody hears what comes of it
			}
		})
		if g.endless && ctx.Err() == nil {
			<-ctx.Done() // the answer to an endless search waits for stop
		}
		s.info(&p, &line, began)
		s.answering.Store(true)
		s.say("bestmove %s", line.Turn())
	}()
	return nil
}

func (s *lancelotServer) info(p *lancelot.Position, line *search.Info, began time.Time) {
	spent := time.Since(began)
	var chances, turns []string
	for seat := range p.Seats() {
		chances = append(chances, strconv.Itoa(int(line.WinShares[seat])))
	}
	for _, turn := range line.PV {
		turns = append(turns, turn.String())
	}
	perSecond := uint64(float64(line.Nodes) / max(spent.Seconds(), 1e-6))
	s.say("info depth %d chances %s nodes %d time %d nps %d pv %s",
		line.Depth, strings.Join(chances, ","), line.Nodes, spent.Milliseconds(), perSecond, strings.Join(turns, " "))
}
