package uci

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tafelrunde/internal/excerpt"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// Options of the protocol itself, not of the searcher.
const (
	variantOption = "UCI_Variant"
	wdlOption     = "UCI_ShowWDL"
)

func ownOptions() []engine.Option {
	var variants []string
	for v := range wotn.Variant(wotn.NumVariants) {
		variants = append(variants, v.String())
	}
	return []engine.Option{
		{Name: variantOption, Type: engine.Combo, Default: wotn.Standard.String(), Choices: variants},
		{Name: wdlOption, Type: engine.Check, Default: "false"},
	}
}

// describe returns the line about an option in the answer to "uci".
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

// setOption handles "setoption name N… [value V…]". Names may consist of
// several words.
func (s *session) setOption(rest string) {
	keyword, rest := word(rest)
	if keyword != "name" || rest == "" {
		s.reportError(errors.New("want setoption name NAME value VALUE"))
		return
	}
	name, value := rest, ""
	if i := strings.Index(" "+rest+" ", " value "); i >= 0 {
		name, value = strings.TrimSpace(rest[:i]), strings.TrimSpace(rest[min(len(rest), i+len("value")):])
	}
	name = strings.Join(strings.Fields(name), " ")
	option, known := engine.FindOption(s.options, name)
	if !known {
		s.reportError(fmt.Errorf("unknown option %s", excerpt.Of(name)))
		return
	}
	value, err := option.Parse(value)
	if err != nil {
		s.reportError(err)
		return
	}
	switch option.Name {
	case variantOption:
		variant, _ := wotn.ParseVariant(value)
		s.setVariant(variant)
	case wdlOption:
		s.showWDL = value == "true"
	default:
		if err := s.searcher.SetOption(option.Name, value); err != nil {
			s.reportError(fmt.Errorf("option %s cannot be %q: %w", option.Name, excerpt.Of(value), err))
			return
		}
		switch {
		case option.Type == engine.Button:
			s.note("%s done", option.Name)
		case value == "":
			s.note("%s is the default now", option.Name)
		default:
			s.note("%s is now %s", option.Name, value)
		}
	}
}

// setVariant starts a game of another variant and announces it.
func (s *session) setVariant(variant wotn.Variant) {
	s.variant = variant
	s.game, s.refused = wotn.NewGame(wotn.Start(variant)), false
	s.searcher.NewGame()
	s.out.WriteLines(fmt.Sprintf("info string variant %s files 8 ranks 8 pocket 0 template %s startpos %s",
		variant, template(variant), wotn.StartText))
}

// template returns the parent variant, from which user interfaces take the
// board, the initial position and castling; the pieces may differ.
func template(variant wotn.Variant) string {
	if variant == wotn.Chess {
		return "chess"
	}
	return "fairy"
}
