package ugi

import (
	"errors"
	"fmt"
	"strings"

	"tafelrunde/internal/excerpt"
	"tafelrunde/lancelot/engine"
)

// introduce answers the command ugi.
func (s *session) introduce() {
	s.printf("id name %s", s.id.Name)
	s.printf("id author %s", s.id.Author)
	for _, o := range s.searcher.Options() {
		s.printf("option name %s type spin default %s min %d max %d", o.Name, o.Default, o.Min, o.Max)
	}
	s.printf("ugiok")
}

// setOption executes setoption.
func (s *session) setOption(words []string) error {
	if len(words) != 4 || words[0] != "name" || words[2] != "value" {
		return errors.New("an option is set by: setoption name NAME value NUMBER")
	}
	o, ok := engine.FindOption(s.searcher.Options(), words[1])
	if !ok {
		var names []string
		for _, o := range s.searcher.Options() {
			names = append(names, o.Name)
		}
		return fmt.Errorf("unknown option %q; want one of %s", excerpt.Of(words[1]), strings.Join(names, ", "))
	}
	value, err := o.Parse(words[3])
	if err != nil {
		return err
	}
	return s.searcher.SetOption(o.Name, value)
}
