package ugi

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"tafelrunde/lancelot/engine"
)

// startSearch executes go: it starts a search in a goroutine, which writes
// bestmove at its end.
func (s *session) startSearch(words []string) error {
	if s.refused {
		return errors.New("no position: the last one was refused")
	}
	p := s.game.Position()
	if s.game.Outcome().Over() {
		return errors.New("the game is over")
	}
	l, err := parseLimits(words, p.Seats())
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	s.stop, s.done, s.infinite = cancel, done, l.Infinite
	s.answered.Store(false)
	game := s.game
	go func() {
		defer close(done)
		result := s.searcher.Search(ctx, game, l, func(info engine.Info) {
			if s.writeInfo(p.Seats(), info); s.out.Err() != nil {
				cancel() // the output is closed, so the result would be lost
			}
		})
		s.writeInfo(p.Seats(), result.Info())
		s.answered.Store(true)
		s.printf("bestmove %s", result.Best)
	}()
	return nil
}

func (s *session) writeInfo(seats int, info engine.Info) {
	var shares, turns []string
	for seat := range seats {
		shares = append(shares, strconv.Itoa(int(info.WinShares[seat])))
	}
	for _, turn := range info.PV {
		turns = append(turns, turn.String())
	}
	s.printf("info depth %d winshares %s nodes %d time %d nps %d pv %s",
		info.Depth, strings.Join(shares, ","), info.Nodes, info.Time.Milliseconds(), info.NodesPerSecond(), strings.Join(turns, " "))
}
