package wotn

// Level is the experience of a kind, 1 (pawn) to 11 (king).
type Level uint8

// MaxLevel is the level of the king.
const MaxLevel Level = 11

// Alignment restricts the promotions of a kind.
type Alignment uint8

// The alignments. Knight alignment is worldly, bishop alignment is spiritual.
const (
	Neutral Alignment = iota
	KnightAligned
	BishopAligned
)

// String returns "neutral", "knight" or "bishop".
func (a Alignment) String() string { return [...]string{"neutral", "knight", "bishop"}[a] }

// Kind is a kind of piece, with a level, an alignment and a movement. Kinds are
// ordered by level.
type Kind uint8

// The 22 kinds. Guard, Earl, Ship, Watchtower, Cannon and Giraffe exist in the
// Alternative variant only.
const (
	NoKind Kind = iota
	Pawn
	Squire
	Priest
	Knight
	Bishop
	Baron
	Guard
	Archbishop
	Earl
	Rook
	Ship
	Nightrider
	Watchtower
	Fool
	Cannon
	Cardinal
	Giraffe
	Chancellor
	Queen
	Lord
	LordChancellor
	King
	// NumKinds is the size of arrays indexed by Kind.
	NumKinds
)

// kindRow is a row of the table of kinds.
type kindRow struct {
	letter byte
	name   string
	// betza is the movement in Betza's notation as written in SAN. It is empty
	// for the pawn, which captures differently from how it moves.
	betza     string
	level     Level
	alignment Alignment
	// alternative marks the kinds of the Alternative variant.
	alternative bool
}

// kindRows is the table of kinds (docs/rules, section 2). Movements and
// promotions follow from it. Names are those of the sources, or translations where
// the English source has no name.
var kindRows = [NumKinds]kindRow{
	Pawn:           {'P', "Pawn", "", 1, Neutral, false},
	Squire:         {'S', "Squire", "WfbD", 2, KnightAligned, false},
	Priest:         {'D', "Priest", "AD", 2, BishopAligned, false},
	Knight:         {'N', "Knight", "N", 3, KnightAligned, false},
	Bishop:         {'B', "Bishop", "B", 3, BishopAligned, false},
	Baron:          {'M', "Baron", "NW", 4, KnightAligned, false},
	Guard:          {'G', "Guard", "KD", 4, Neutral, true},
	Archbishop:     {'A', "Archbishop", "BD", 4, BishopAligned, false},
	Earl:           {'Y', "Earl", "NWfbD", 5, KnightAligned, true},
	Rook:           {'R', "Rook", "R", 5, Neutral, false},
	Ship:           {'I', "Ship", "FAD", 5, BishopAligned, true},
	Nightrider:     {'H', "Nightrider", "NN", 6, KnightAligned, false},
	Watchtower:     {'T', "Watchtower", "KAD", 6, Neutral, true},
	Fool:           {'F', "Fool", "FLD", 6, BishopAligned, false},
	Cannon:         {'X', "Cannon", "NAD", 7, KnightAligned, true},
	Cardinal:       {'C', "Cardinal", "NB", 7, Neutral, false},
	Giraffe:        {'Z', "Giraffe", "BL", 7, BishopAligned, true},
	Chancellor:     {'E', "Chancellor", "RN", 8, KnightAligned, false},
	Queen:          {'Q', "Queen", "Q", 8, BishopAligned, false},
	Lord:           {'L', "Lord", "BNN", 9, Neutral, false},
	LordChancellor: {'V', "Lord Chancellor", "RNN", 10, Neutral, false},
	King:           {'K', "King", "K", 11, Neutral, false},
}

var kindOfLetter = func() (t [256]Kind) {
	for k := Pawn; k < NumKinds; k++ {
		t[kindRows[k].letter] = k
	}
	return t
}()

// KindOfLetter returns the kind with a capital letter, or NoKind.
func KindOfLetter(letter byte) Kind { return kindOfLetter[letter] }

// Letter returns the kind's capital letter in FEN and coordinate notation.
func (k Kind) Letter() byte { return kindRows[k].letter }

// String returns the kind's capital letter, or "-" for NoKind.
func (k Kind) String() string {
	if k == NoKind || k >= NumKinds {
		return "-"
	}
	return string(rune(kindRows[k].letter))
}

// Name returns the kind's name in English, for example "Squire". See also
// [Variant.Name].
func (k Kind) Name() string { return kindRows[k].name }

// Betza returns the kind's movement in Betza's notation, for example "WfbD", or
// "" for the pawn.
func (k Kind) Betza() string { return kindRows[k].betza }

// Level returns the kind's level, 1 to 11.
func (k Kind) Level() Level { return kindRows[k].level }

// Alignment returns the kind's alignment.
func (k Kind) Alignment() Alignment { return kindRows[k].alignment }

// Alternative reports whether the kind exists in the Alternative variant only.
func (k Kind) Alternative() bool { return kindRows[k].alternative }

// levelOf is the level column of kindRows, contiguous for the move generator.
var levelOf = func() (t [32]Level) {
	for k := range kindRows {
		t[k] = kindRows[k].level
	}
	return t
}()
