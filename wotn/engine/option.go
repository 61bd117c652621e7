package engine

import (
	"fmt"
	"strconv"
	"strings"

	"tafelrunde/internal/excerpt"
)

// OptionType is the type of an option.
type OptionType uint8

// The types of UCI.
const (
	// Check is true or false.
	Check OptionType = iota
	// Spin is a whole number from Min to Max.
	Spin
	// Combo is one of Choices.
	Combo
	// Button has no value; setting it triggers an action.
	Button
	// String is any text.
	String
)

// Option describes a setting of a search.
type Option struct {
	Name    string // as users write it; upper and lower case are equal
	Type    OptionType
	Default string // the value before it is set
	// Min and Max are the bounds of a number, for Spin.
	Min, Max int
	// Choices are the permitted values, for Combo.
	Choices []string
}

// ValueError is the error of a value that an option does not accept.
type ValueError struct {
	Option Option
	Value  string
}

// Error names the option, the value and the accepted values.
func (e *ValueError) Error() string {
	var want string
	switch e.Option.Type {
	case Check:
		want = "true or false"
	case Spin:
		want = fmt.Sprintf("a whole number from %d to %d", e.Option.Min, e.Option.Max)
	default:
		want = strings.Join(e.Option.Choices, ", ")
	}
	return fmt.Sprintf("option %s cannot be %q: its value is %s", e.Option.Name, excerpt.Of(e.Value), want)
}

// Parse returns the canonical spelling of a value, as Searcher.SetOption expects
// it: "true" or "false", a number without plus sign or leading zeros, a choice
// as spelled in Choices. The error is a *ValueError.
func (o *Option) Parse(value string) (string, error) {
	value = strings.TrimSpace(value)
	switch o.Type {
	case Check:
		switch strings.ToLower(value) {
		case "true", "1", "on":
			return "true", nil
		case "false", "0", "off":
			return "false", nil
		}
	case Spin:
		n, err := strconv.Atoi(value)
		if err == nil && n >= o.Min && n <= o.Max {
			return strconv.Itoa(n), nil
		}
	case Combo:
		for _, choice := range o.Choices {
			if strings.EqualFold(choice, value) {
				return choice, nil
			}
		}
	case Button:
		return "", nil
	case String:
		if value == "<empty>" {
			value = ""
		}
		return value, nil
	}
	return "", &ValueError{Option: *o, Value: value}
}

// FindOption returns the option with a name, ignoring case.
func FindOption(options []Option, name string) (Option, bool) {
	for _, o := range options {
		if strings.EqualFold(o.Name, name) {
			return o, true
		}
	}
	return Option{}, false
}
