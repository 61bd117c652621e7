package uci

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// The options that change the conversation and not the search.
const (
	variantOption = "UCI_Variant"
	wdlOption     = "UCI_ShowWDL"
)

func ownOptions() []engine.Option {
	var variants []string
	for w := range wotn.Variant(wotn.NumVariants) {
		variants = append(variants, w.String())
	}
	return []engine.Option{
		{Name: variantOption, Type: engine.Combo, Default: wotn.Standard.String(), Choices: variants},
		{Name: wdlOption, Type: engine.Check, Default: "false"},
	}
}

// describe writes an option as the answer to "uci" does.
func describe(o engine.Option) string {
	var b strings.Builder
	b.WriteString("option name " + o.Name + " type ")
	switch o.Type {
	case engine.Check:
		b.WriteString("check default " + o.Default)
	case engine.Spin:
		b.WriteString("spin default " + o.Default + " min " + strconv.Itoa(o.Min) + " max " + strconv.Itoa(o.Max))
	case engine.Combo:
		b.WriteString("combo default " + o.Default)
		for _, choice := range o.Choices {
			b.WriteString(" var " + choice)
		}
	case engine.Button:
		b.WriteString("button")
	case engine.String:
		value := o.Default
		if value == "" {
			value = "<empty>"
		}
		b.WriteString("string default " + value)
	}
	return b.String()
}

// setOption takes "name N… [value V…]"; the words of the name may be several.
func (s *session) setOption(rest string) {
	keyword, rest := word(rest)
	if keyword != "name" || rest == "" {
		s.complain(errors.New("setoption has the form: setoption name NAME value VALUE"))
		return
	}
	name, value := rest, ""
	if i := strings.Index(" "+rest+" ", " value "); i >= 0 {
		name, value = strings.TrimSpace(rest[:i]), strings.TrimSpace(rest[min(len(rest), i+len("value")):])
	}
	name = strings.Join(strings.Fields(name), " ")
	option, known := engine.FindOption(s.options, name)
	if !known {
		s.complain(fmt.Errorf("unknown option %s", name))
		return
	}
	value, err := option.Parse(value)
	if err != nil {
		s.complain(err)
		return
	}
	switch option.Name {
	case variantOption:
		ways, _ := wotn.ParseVariant(value)
		s.setWays(ways)
	case wdlOption:
		s.showWDL = value == "true"
	default:
		if err := s.searcher.SetOption(option.Name, value); err != nil {
			s.complain(err)
			return
		}
		if option.Type == engine.Button {
			s.note("%s is done", option.Name)
		} else {
			s.note("%s is now %s", option.Name, value)
		}
	}
}

// setWays begins another rule set at its start, and says what it is.
func (s *session) setWays(ways wotn.Variant) {
	s.ways = ways
	s.game = wotn.NewGame(wotn.Start(ways))
	s.searcher.NewGame()
	s.out.WriteLines(fmt.Sprintf("info string variant %s files 8 ranks 8 pocket 0 template %s startpos %s",
		ways, template(ways), wotn.StartText))
}

// template names the game of other programs that a rule set is drawn like: the
// board, the start and the castling are those of chess, the men may be others.
func template(ways wotn.Variant) string {
	if ways == wotn.Chess {
		return "chess"
	}
	return "fairy"
}
