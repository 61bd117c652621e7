package ugi

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"tafelrunde/lancelot/search"
)

// option is an option of the engine, a whole number.
type option struct {
	name               string
	preset, least, max int64
	set                func(s *session, n int64)
}

// maxSeed is the largest value of the option Seed.
const maxSeed = 1 << 62

var options = []option{
	{"Level", search.MaxLevel, search.MinLevel, search.MaxLevel, func(s *session, n int64) { s.engine.Level = int(n) }},
	{"Threads", 1, 1, search.MaxThreads, func(s *session, n int64) { s.engine.Threads = min(int(n), runtime.NumCPU()) }},
	{"Hash", 64, 1, search.MaxHash, func(s *session, n int64) {
		s.engine.Memory = int(n) << 20
		s.clear() // the tree may be larger than the new limit
	}},
	{"Seed", 0, 0, maxSeed, func(s *session, n int64) {
		s.engine.Seed = uint64(n)
		if n == 0 {
			s.engine.Seed = freshSeed()
		}
	}},
}

// introduce answers the command ugi.
func (s *session) introduce() {
	s.printf("id name %s", s.id.Name)
	s.printf("id author %s", s.id.Author)
	for _, o := range options {
		s.printf("option name %s type spin default %d min %d max %d", o.name, o.preset, o.least, o.max)
	}
	s.printf("ugiok")
}

// setOption executes setoption.
func (s *session) setOption(words []string) error {
	if len(words) != 4 || words[0] != "name" || words[2] != "value" {
		return errors.New("an option is set by: setoption name NAME value NUMBER")
	}
	for _, o := range options {
		if !strings.EqualFold(o.name, words[1]) {
			continue
		}
		n, err := strconv.ParseInt(words[3], 10, 64)
		if err != nil || n < o.least || n > o.max {
			return fmt.Errorf("%s is a number from %d to %d, not %q", words[1], o.least, o.max, words[3])
		}
		o.set(s, n)
		return nil
	}
	return fmt.Errorf("unknown option %q; known are Level, Threads, Hash and Seed", words[1])
}

// clear discards the search tree.
func (s *session) clear() {
	*s.engine = search.Engine{Seed: s.engine.Seed, Level: s.engine.Level, Threads: s.engine.Threads, Memory: s.engine.Memory}
}
