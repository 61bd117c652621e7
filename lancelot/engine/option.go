package engine

import (
	"strconv"
	"strings"

	"tafelrunde/internal/excerpt"
)

// Option describes a setting of a search, a whole number from Min to Max.
type Option struct {
	Name     string // as users write it; upper and lower case are equal
	Default  string // the value before it is set
	Min, Max int64
}

// ValueError is the error of a value that an option does not accept.
type ValueError struct {
	Option Option
	Value  string
}

// Error names the option, the value and the accepted values.
func (e *ValueError) Error() string {
	return e.Option.Name + " is a number from " + strconv.FormatInt(e.Option.Min, 10) + " to " +
		strconv.FormatInt(e.Option.Max, 10) + ", not " + strconv.Quote(excerpt.Of(e.Value))
}

// Parse returns the canonical spelling of a value, as [Searcher.SetOption] expects
// it: a number without plus sign or leading zeros. The error is a [*ValueError].
func (o *Option) Parse(value string) (string, error) {
	n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
	if err != nil || n < o.Min || n > o.Max {
		return "", &ValueError{Option: *o, Value: value}
	}
	return strconv.FormatInt(n, 10), nil
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
