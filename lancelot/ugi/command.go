package ugi

import (
	"errors"
	"fmt"
	"strings"

	"tafelrunde/internal/excerpt"
)

// execute executes one command and reports whether it is quit.
func (s *session) execute(words []string) (quit bool) {
	if len(words) == 0 {
		return false
	}
	command, rest := words[0], words[1:]
	switch command {
	case "quit":
		return true
	case "stop":
		s.stopSearch()
		return false
	case "isready":
		s.printf("readyok")
		return false
	case "ugi":
		s.introduce()
		return false
	case "query":
		s.query(rest)
		return false
	case "show":
		s.printf("position %s", s.game.Position())
		return false
	}
	if s.searching() {
		s.reject("busy", fmt.Errorf("%q has to wait for the end of the search; stop ends it", excerpt.Of(command)))
		return false
	}
	var err error
	code := "command"
	switch command {
	case "uginewgame":
		s.searcher.NewGame()
	case "setoption":
		code, err = "option", s.setOption(rest)
	case "position":
		code, err = "position", s.setPosition(rest)
		s.refused = err != nil
	case "go":
		code, err = "go", s.startSearch(rest)
	default:
		err = fmt.Errorf("unknown command %q; want ugi, isready, setoption, uginewgame, position, query, show, go, stop or quit", excerpt.Of(command))
	}
	if err != nil {
		s.reject(code, err)
	}
	return false
}

// query answers a question about the position.
func (s *session) query(words []string) {
	p := s.game.Position()
	outcome := s.game.Outcome()
	switch strings.Join(words, " ") {
	case "gameover":
		s.printf("response %t", outcome.Over())
	case "p1turn":
		s.printf("response %t", !outcome.Over() && p.ToMove() == 0)
	case "turn":
		if outcome.Over() {
			s.printf("response none")
			return
		}
		s.printf("response %s", p.ToMove())
	case "result":
		if !outcome.Over() {
			s.printf("response none")
			return
		}
		var winners []string
		for _, seat := range outcome.Winners() {
			winners = append(winners, seat.String())
		}
		s.printf("response %s", strings.Join(winners, ","))
	default:
		s.reject("query", errors.New("want gameover, p1turn, turn or result"))
	}
}
