package wotn

// Ways is a set of rules: which kinds exist, what raises a man and what he may
// become.
type Ways uint8

// The three rule sets.
const (
	// Standard is Way of the Knight with its 16 kinds.
	Standard Ways = iota
	// Alternative is Way of the Knight with all 22 kinds and more freedom to
	// change alignment.
	Alternative
	// Orthodox is chess: pawns promote on the last rank, nothing else rises.
	Orthodox
	// NumWays is the number of rule sets, for arrays indexed by Ways.
	NumWays
)

var waysNames = [NumWays]string{"wotn", "wotn-alternative", "chess"}

// String returns "wotn", "wotn-alternative" or "chess".
func (w Ways) String() string { return waysNames[w] }

// ParseWays reads a name as [Ways.String] writes it.
func ParseWays(name string) (Ways, bool) {
	for w, n := range waysNames {
		if n == name {
			return Ways(w), true
		}
	}
	return Standard, false
}

// Knows tells whether men of kind k exist under these ways.
func (w Ways) Knows(k Kind) bool {
	switch {
	case k == NoKind || k >= NumKinds:
		return false
	case w == Standard:
		return !k.Alternative()
	case w == Orthodox:
		return orthodoxKinds>>k&1 != 0
	}
	return true
}

const orthodoxKinds = 1<<Pawn | 1<<Knight | 1<<Bishop | 1<<Rook | 1<<Queen | 1<<King

// EnglishName returns the kind's name under these ways: that of the kind, but
// Duke for the Lord of the alternative ways.
func (w Ways) EnglishName(k Kind) string {
	if w == Alternative && k == Lord {
		return "Duke"
	}
	return k.EnglishName()
}

// GermanName returns the kind's German name under these ways; see EnglishName.
func (w Ways) GermanName(k Kind) string {
	if w == Alternative && k == Lord {
		return "Duke"
	}
	return k.GermanName()
}

// Successors returns the kinds that a man of kind k may become when it rises
// one level, in the order of the table: from neutral any kind of the next
// level; otherwise the same alignment or neutral, whichever the next level has
// (docs/rules, 4.7 and 4.8). In orthodox chess they are what a pawn may promote
// to. The slice is shared and must not be changed.
func (w Ways) Successors(k Kind) []Kind { return successors[w][k] }

// risesByTaking returns the level of the weakest victim that raises a man of
// level l: half of l, rounded up; 0 if no capture raises it.
func (w Ways) risesByTaking(l Level) Level {
	if w == Orthodox || l == MaxLevel || l == 0 {
		return 0
	}
	return (l + 1) / 2
}

// risesOnRank returns the rank, seen from a man's own side, that raises a man
// of level l when he moves there; 0 if none does.
func (w Ways) risesOnRank(l Level) int {
	switch {
	case w == Orthodox && l == 1:
		return 8
	case w == Orthodox || l == 0 || l > 3:
		return 0
	}
	return int(l) + 5
}

// RisesByTaking returns the level of the weakest victim whose capture raises a
// man of kind k, 0 if no capture does.
func (w Ways) RisesByTaking(k Kind) Level { return w.risesByTaking(k.Level()) }

// RisesOnRank returns the rank, 1 to 8 seen from the man's own side, that
// raises a man of kind k when a move of his ends there; 0 if none does.
func (w Ways) RisesOnRank(k Kind) int { return w.risesOnRank(k.Level()) }

var successors = func() (t [NumWays][NumKinds][]Kind) {
	for _, w := range []Ways{Standard, Alternative} {
		for k := Pawn; k < King; k++ {
			if !w.Knows(k) {
				continue
			}
			for n := k + 1; n < NumKinds; n++ {
				if !w.Knows(n) || n.Level() != k.Level()+1 {
					continue
				}
				t[w][k] = append(t[w][k], n)
			}
			t[w][k] = w.allowed(k, t[w][k])
		}
	}
	t[Orthodox][Pawn] = []Kind{Queen, Rook, Bishop, Knight}
	return t
}()

// allowed keeps those of the next level's kinds that k's alignment lets follow.
func (w Ways) allowed(k Kind, next []Kind) []Kind {
	if k.Alignment() == Neutral {
		return next
	}
	var kept []Kind
	for _, n := range next {
		if n.Alignment() == k.Alignment() || n.Alignment() == Neutral {
			kept = append(kept, n)
		}
	}
	return kept
}

// extraChoices is the number of successors less one, where there are any: what
// a rise adds to the number of moves to a square.
var extraChoices = func() (t [NumWays][32]uint8) {
	for w := range t {
		for k := range successors[w] {
			if n := len(successors[w][k]); n > 1 {
				t[w][k] = uint8(n - 1)
			}
		}
	}
	return t
}()
