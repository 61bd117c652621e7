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

// After returns the moment d after m.
func (m Moment) After(d Millis) Moment { return m + Moment(d) }

// Since returns the time between from and m, at least 0: the clocks of two
// machines may differ.
func (m Moment) Since(from Moment) Millis { return max(0, Millis(m-from)) }

// ClockKind is the kind of time control.
type ClockKind string

// The kinds of time control.
const (
	NoClock        ClockKind = "none"
	RealTime       ClockKind = "real-time"
	Correspondence ClockKind = "correspondence"
)

// Clock is a time control.
type Clock struct {
	Kind ClockKind `json:"kind"`
	// Initial is the time of a seat for the whole game, Increment the time added
	// after each of its moves but the first. Both are for RealTime.
	Initial   Millis `json:"initial"`
	Increment Millis `json:"increment"`
	// PerTurn is the time of a seat for each turn, for Correspondence.
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

// FirstMoveTime is the time for the first move of a seat in real time; its clock
// starts after that move. PromotionTime is the time for handicap promotions. RematchTime
// is how long an offer of a rematch stands in real time. PairTime is the time between the
// games of a pair.
const (
	FirstMoveTime = 1 * Minute
	PromotionTime = 5 * Minute
	RematchTime   = 5 * Minute
	PairTime      = 30 * Second
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

// Lag is the quota of lag compensation: the network delay that is not deducted
// from a clock. A quota begins with Start, gains Gain with each move and has at
// most Cap.
//
// The sizes are those of lichess (scalachess, LagTracker). For an estimated
// duration T = initial + 40 × increment, Gain is 0.15 s + 0.004 T, at most 1 s;
// Start is 3 × Gain and Cap is 7 × Gain.
type Lag struct {
	Gain, Start, Cap Millis
}

// Lag returns the quota for this time control, all 0 unless it is RealTime.
func (c Clock) Lag() Lag {
	if c.Kind != RealTime {
		return Lag{}
	}
	seconds := (c.Initial + 40*c.Increment) / Second
	gain := min(1*Second, 150+4*seconds)
	return Lag{Gain: gain, Start: 3 * gain, Cap: 7 * gain}
}
