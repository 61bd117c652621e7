package match

// Moment is a point in time: milliseconds since the beginning of 1970 (UTC).
type Moment int64

// Millis is a length of time in milliseconds.
type Millis int64

// Units of Millis.
const (
	Second Millis = 1000
	Minute        = 60 * Second
	Day           = 24 * 60 * Minute
)

// After returns the moment so much later.
func (m Moment) After(d Millis) Moment { return m + Moment(d) }

// Since returns the time from a moment to m, 0 if that moment is the later
// one: the clocks of two machines may differ.
func (m Moment) Since(from Moment) Millis { return max(0, Millis(m-from)) }

// ClockKind is how time is measured.
type ClockKind string

// The kinds of clocks.
const (
	NoClock        ClockKind = "none"
	RealTime       ClockKind = "real-time"
	Correspondence ClockKind = "correspondence"
)

// Clock is how much time the seats have.
type Clock struct {
	Kind ClockKind `json:"kind"`
	// Initial is what a seat has for the whole game, Increment what it gains by
	// each move after its first; of a real-time clock.
	Initial   Millis `json:"initial"`
	Increment Millis `json:"increment"`
	// PerTurn is what a seat has for each turn; of correspondence.
	PerTurn Millis `json:"perTurn"`
}

// Bounds of clocks.
const (
	MinInitial   = 1 * Minute
	MaxInitial   = 60 * Minute
	MaxIncrement = 3 * Minute
	MinPerTurn   = 1 * Day
	MaxPerTurn   = 14 * Day
)

// FirstMoveTime is the time for the first move of a seat under a real-time
// clock, which does not run until then. Improvements before a game have
// [PromotionTime].
const (
	FirstMoveTime = 1 * Minute
	PromotionTime = 5 * Minute
)

func (c Clock) check() *Refusal {
	switch c.Kind {
	case NoClock:
		return nil
	case RealTime:
		if c.Initial < MinInitial || c.Initial > MaxInitial {
			return Refuse("clock-initial", "a real-time clock starts with 1 to 60 minutes")
		}
		if c.Increment < 0 || c.Increment > MaxIncrement {
			return Refuse("clock-increment", "the increment is 0 to 180 seconds")
		}
		return nil
	case Correspondence:
		if c.PerTurn < MinPerTurn || c.PerTurn > MaxPerTurn {
			return Refuse("clock-per-turn", "correspondence gives 1 to 14 days a turn")
		}
		return nil
	}
	return Refuse("clock-kind", "a clock is real-time, correspondence or none, not %q", c.Kind).With("kind", string(c.Kind))
}

// Lag is the bounded account from which the delay of a line is paid, so that a
// slow one does not cost the game. A move may be compensated with what is in
// the account and no more; each move pays Gain in.
//
// The sizes are those of lichess (scalachess, LagTracker): for a game estimated
// to last T seconds, T = initial + 40 × increment, Gain is 0.15 s + 0.004 T,
// 1 s at most; an account starts with three times, and holds at most seven
// times as much.
type Lag struct {
	Gain, Start, Cap Millis
}

// Lag returns the sizes of the accounts under this clock, all 0 if it is not a
// real-time clock.
func (c Clock) Lag() Lag {
	if c.Kind != RealTime {
		return Lag{}
	}
	seconds := (c.Initial + 40*c.Increment) / Second
	gain := min(1*Second, 150+4*seconds)
	return Lag{Gain: gain, Start: 3 * gain, Cap: 7 * gain}
}
