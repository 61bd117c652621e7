package ugi

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

// startSearch executes go: it starts a search in a goroutine, which writes
// bestmove at its end.
func (s *session) startSearch(words []string) error {
	p := s.game.Position()
	if s.game.Outcome().Over() {
		return errors.New("the game is over")
	}
	l, err := parseLimits(words, p.Seats())
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	if limit := l.allot(&p); limit > 0 {
		ctx, cancel = context.WithTimeout(context.Background(), limit)
	}
	done := make(chan struct{})
	s.stop, s.done, s.infinite = cancel, done, l.infinite
	s.answered.Store(false)
	go func() {
		defer close(done)
		began := time.Now()
		info := s.engine.Search(ctx, &p, engine.Limits{Nodes: l.nodes}, func(info engine.Info) {
			if s.writeInfo(&p, &info, began); s.out.Err() != nil {
				cancel() // the output is closed, so the result would be lost
			}
		})
		if l.infinite && ctx.Err() == nil {
			<-ctx.Done() // an infinite search answers only after stop
		}
		s.writeInfo(&p, &info, began)
		s.answered.Store(true)
		s.printf("bestmove %s", info.Turn())
	}()
	return nil
}

func (s *session) writeInfo(p *lancelot.Position, info *engine.Info, began time.Time) {
	elapsed := time.Since(began)
	var shares, turns []string
	for seat := range p.Seats() {
		shares = append(shares, strconv.Itoa(int(info.WinShares[seat])))
	}
	for _, turn := range info.PV {
		turns = append(turns, turn.String())
	}
	perSecond := uint64(float64(info.Nodes) / max(elapsed.Seconds(), 1e-6))
	s.printf("info depth %d winshares %s nodes %d time %d nps %d pv %s",
		info.Depth, strings.Join(shares, ","), info.Nodes, elapsed.Milliseconds(), perSecond, strings.Join(turns, " "))
}
