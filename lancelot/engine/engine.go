package engine

import (
	"context"
	"strings"

	"tafelrunde/lancelot"
)

// Limits are limits of a search besides the end and the deadline of its context.
// The zero value sets none.
type Limits struct {
	// Nodes is the maximum number of positions; 0 for no limit. A search by one
	// goroutine that is limited by Nodes alone has the same result on every machine.
	Nodes uint64
	// Depth is the maximum depth in turns; 0 for no limit. Only alpha-beta searches
	// use it.
	Depth int
}

// Score is a win share in thousandths, from 0 to 1000. It is for the seat to act
// unless stated otherwise.
type Score int

// Info is the result of a search.
type Info struct {
	// PV is the principal variation. It has at least one turn.
	PV    []lancelot.Turn
	Score Score
	// WinShares are the win shares of all seats. They add up to 1000 but for
	// rounding; that of the seat to act is Score.
	WinShares [lancelot.MaxSeats]Score
	// Depth is the depth of the search in turns, or the length of PV if the searcher
	// has no depth.
	Depth int
	// Nodes is the number of positions searched.
	Nodes uint64
}

// Turn returns the best turn.
func (i *Info) Turn() lancelot.Turn { return i.PV[0] }

// Searcher finds turns.
type Searcher interface {
	// Search searches a position, which must not be over, until a limit is reached,
	// the context ends or the result is final. It calls report, if it is not nil,
	// with intermediate results. It always returns a legal turn, even if the context
	// has ended before the call.
	Search(ctx context.Context, p *lancelot.Position, limits Limits, report func(Info)) Info
}

// Engine is a searcher that a protocol can drive. Its methods are called one at a
// time.
type Engine interface {
	Searcher
	// Options returns the options that can be set, in the order in which the
	// protocol lists them.
	Options() []Option
	// SetOption sets an option. The name is one of those in Options, and the value
	// is between the option's Min and Max.
	SetOption(name string, value int64)
	// NewGame prepares for a search that belongs to another game.
	NewGame()
}

// Option describes a setting of an engine, a whole number from Min to Max.
type Option struct {
	Name              string
	Default, Min, Max int64
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
