package wotn

// Variant is a set of rules: the kinds that exist, and their promotions.
type Variant uint8

// The variants.
const (
	// Standard is Way of the Knight with its 16 kinds.
	Standard Variant = iota
	// Alternative is Way of the Knight with all 22 kinds and more promotions
	// that change the alignment.
	Alternative
	// Chess is orthodox chess: pawns promote on the last rank, other pieces
	// never.
	Chess
	// NumVariants is the size of arrays indexed by Variant.
	NumVariants
)

var variantNames = [NumVariants]string{"wotn", "wotn-alternative", "chess"}

// String returns "wotn", "wotn-alternative" or "chess".
func (v Variant) String() string { return variantNames[v] }

// ParseVariant parses the name of a variant, as returned by [Variant.String].
// The error is a *SyntaxError.
func ParseVariant(name string) (Variant, error) {
	for v, n := range variantNames {
		if n == name {
			return Variant(v), nil
		}
	}
	return Standard, unknownName(name)
}

// HasKind reports whether the variant has pieces of kind k.
func (v Variant) HasKind(k Kind) bool {
	switch {
	case k == NoKind || k >= NumKinds:
		return false
	case v == Standard:
		return !k.Alternative()
	case v == Chess:
		return orthodoxKinds>>k&1 != 0
	}
	return true
}

const orthodoxKinds = 1<<Pawn | 1<<Knight | 1<<Bishop | 1<<Rook | 1<<Queen | 1<<King

// Name returns the kind's name in the variant. It differs from
// [Kind.Name] for the Lord, who is called Duke in Alternative.
func (v Variant) Name(k Kind) string {
	if v == Alternative && k == Lord {
		return "Duke"
	}
	return k.Name()
}

// Promotions returns the kinds that a piece of kind k can promote to, in table
// order. A neutral kind promotes to every kind of the next level, other kinds
// to those of the same or neutral alignment (docs/rules, 4.7 and 4.8). In Chess
// only a pawn promotes. The caller must not change the slice.
func (v Variant) Promotions(k Kind) []Kind { return promotions[v][k] }

// promotesOnCaptureFrom returns the lowest level of a captured piece that
// promotes a piece of level l: half of l, rounded up. It is 0 if no capture
// does.
func (v Variant) promotesOnCaptureFrom(l Level) Level {
	if v == Chess || l == MaxLevel || l == 0 {
		return 0
	}
	return (l + 1) / 2
}

// promotionRank returns the promotion rank of level l, 1 to 8 from the piece's
// own side, or 0 if it has none.
func (v Variant) promotionRank(l Level) int {
	switch {
	case v == Chess && l == 1:
		return 8
	case v == Chess || l == 0 || l > 3:
		return 0
	}
	return int(l) + 5
}

// PromotesOnCaptureFrom returns the lowest level of a captured piece that
// promotes a piece of kind k, or 0 if no capture does.
func (v Variant) PromotesOnCaptureFrom(k Kind) Level { return v.promotesOnCaptureFrom(k.Level()) }

// PromotionRank returns the rank, 1 to 8 from the piece's own side, on which a
// piece of kind k promotes, or 0 if there is none.
func (v Variant) PromotionRank(k Kind) int { return v.promotionRank(k.Level()) }

var promotions = func() (t [NumVariants][NumKinds][]Kind) {
	for _, v := range []Variant{Standard, Alternative} {
		for k := Pawn; k < King; k++ {
			if !v.HasKind(k) {
				continue
			}
			for n := k + 1; n < NumKinds; n++ {
				if !v.HasKind(n) || n.Level() != k.Level()+1 {
					continue
				}
				t[v][k] = append(t[v][k], n)
			}
			t[v][k] = v.allowed(k, t[v][k])
		}
	}
	t[Chess][Pawn] = []Kind{Queen, Rook, Bishop, Knight}
	return t
}()

// allowed returns those kinds of next that k's alignment can promote to.
func (v Variant) allowed(k Kind, next []Kind) []Kind {
	if k.Alignment() == Neutral {
		return next
	}
	var allowed []Kind
	for _, n := range next {
		if n.Alignment() == k.Alignment() || n.Alignment() == Neutral {
			allowed = append(allowed, n)
		}
	}
	return allowed
}

// extraChoices is the number of possible promotions less one, or 0 without any:
// the number of moves that a promotion adds.
var extraChoices = func() (t [NumVariants][32]uint8) {
	for v := range t {
		for k := range promotions[v] {
			if n := len(promotions[v][k]); n > 1 {
				t[v][k] = uint8(n - 1)
			}
		}
	}
	return t
}()
