package ugi

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tafelrunde/lancelot/engine"
)

// introduce answers the command ugi.
func (s *session) introduce() {
	s.printf("id name %s", s.id.Name)
	s.printf("id author %s", s.id.Author)
	for _, o := range s.engine.Options() {
		s.printf("option name %s type spin default %d min %d max %d", o.Name, o.Default, o.Min, o.Max)
	}
	s.printf("ugiok")
}

// setOption executes setoption.
func (s *session) setOption(words []string) error {
	if len(words) != 4 || words[0] != "name" || words[2] != "value" {
		return errors.New("an option is set by: setoption name NAME value NUMBER")
	}
	o, ok := engine.FindOption(s.engine.Options(), words[1])
	if !ok {
		var names []string
		for _, o := range s.engine.Options() {
			names = append(names, o.Name)
		}
		return fmt.Errorf("unknown option %q; known are %s", words[1], strings.Join(names, ", "))
	}
	n, err := strconv.ParseInt(words[3], 10, 64)
	if err != nil || n < o.Min || n > o.Max {
		return fmt.Errorf("%s is a number from %d to %d, not %q", words[1], o.Min, o.Max, words[3])
	}
	s.engine.SetOption(o.Name, n)
	return nil
}
