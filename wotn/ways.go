package wotn

// Variant is a set of rules: which kinds exist, what raises a man and what he may
// become.
type Variant uint8

// The three rule sets.
const (
	// Standard is Way of the Knight with its 16 kinds.
	Standard Variant = iota
	// Alternative is Way of the Knight with all 22 kinds and more freedom to
	// change alignment.
	Alternative
	// Chess is chess: pawns promote on the last rank, nothing else rises.
	Chess
	// NumVariants is the number of rule sets, for arrays indexed by Variant.
	NumVariants
)

var variantNames = [NumVariants]string{"wotn", "wotn-alternative", "chess"}

// String returns "wotn", "wotn-alternative" or "chess".
func (w Variant) String() string { return variantNames[w] }

// ParseVariant reads a name as [Variant.String] writes it.
func ParseVariant(name string) (Variant, bool) {
	for w, n := range variantNames {
		if n == name {
			return Variant(w), true
		}
	}
	return Standard, false
}

// HasKind tells whether men of kind k exist under these ways.
func (w Variant) HasKind(k Kind) bool {
	switch {
	case k == NoKind || k >= NumKinds:
		return false
	case w == Standard:
		return !k.Alternative()
	case w == Chess:
		return orthodoxKinds>>k&1 != 0
	}
	return true
}

const orthodoxKinds = 1<<Pawn | 1<<Knight | 1<<Bishop | 1<<Rook | 1<<Queen | 1<<King

// EnglishName returns the kind's name under these ways: that of the kind, but
// Duke for the Lord of the alternative ways.
func (w Variant) EnglishName(k Kind) string {
	if w == Alternative && k == Lord {
		return "Duke"
	}
	return k.EnglishName()
}

// GermanName returns the kind's German name under these ways; see EnglishName.
func (w Variant) GermanName(k Kind) string {
	if w == Alternative && k == Lord {
		return "Duke"
	}
	return k.GermanName()
}

// Promotions returns the kinds that a man of kind k may become when it rises
// one level, in the order of the table: from neutral any kind of the next
// level; otherwise the same alignment or neutral, whichever the next level has
// (docs/rules, 4.7 and 4.8). In orthodox chess they are what a pawn may promote
// to. The slice is shared and must not be changed.
func (w Variant) Promotions(k Kind) []Kind { return promotions[w][k] }

// promotesOnCaptureFrom returns the level of the weakest victim that raises a man of
// level l: half of l, rounded up; 0 if no capture raises it.
func (w Variant) promotesOnCaptureFrom(l Level) Level {
	if w == Chess || l == MaxLevel || l == 0 {
		return 0
	}
	return (l + 1) / 2
}

// promotionRank returns the rank, seen from a man's own side, that raises a man
// of level l when he moves there; 0 if none does.
func (w Variant) promotionRank(l Level) int {
	switch {
	case w == Chess && l == 1:
		return 8
	case w == Chess || l == 0 || l > 3:
		return 0
	}
	return int(l) + 5
}

// PromotesOnCaptureFrom returns the level of the weakest victim whose capture raises a
// kind of kind k, 0 if no capture does.
func (w Variant) PromotesOnCaptureFrom(k Kind) Level { return w.promotesOnCaptureFrom(k.Level()) }

// PromotionRank returns the rank, 1 to 8 seen from the man's own side, that
// raises a man of kind k when a move of his ends there; 0 if none does.
func (w Variant) PromotionRank(k Kind) int { return w.promotionRank(k.Level()) }

var promotions = func() (t [NumVariants][NumKinds][]Kind) {
	for _, w := range []Variant{Standard, Alternative} {
		for k := Pawn; k < King; k++ {
			if !w.HasKind(k) {
				continue
			}
			for n := k + 1; n < NumKinds; n++ {
				if !w.HasKind(n) || n.Level() != k.Level()+1 {
					continue
				}
				t[w][k] = append(t[w][k], n)
			}
			t[w][k] = w.allowed(k, t[w][k])
		}
	}
	t[Chess][Pawn] = []Kind{Queen, Rook, Bishop, Knight}
	return t
}()

// allowed keeps those of the next level's kinds that k's alignment lets follow.
func (w Variant) allowed(k Kind, next []Kind) []Kind {
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
var extraChoices = func() (t [NumVariants][32]uint8) {
	for w := range t {
		for k := range promotions[w] {
			if n := len(promotions[w][k]); n > 1 {
				t[w][k] = uint8(n - 1)
			}
		}
	}
	return t
}()
