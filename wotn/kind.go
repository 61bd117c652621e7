package wotn

// Level is the experience of a kind, 1 (pawn) to 11 (king).
type Level uint8

// MaxLevel is the level of the king.
const MaxLevel Level = 11

// Alignment restricts the promotions of a kind.
type Alignment uint8

// The alignments. Knight alignment is worldly ("weltlich"), bishop alignment is
// spiritual ("geistlich").
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
	letter          byte
	english, german string
	// betza is the movement in Betza's notation as written in SAN. It is empty
	// for the pawn, which captures differently from how it moves.
	betza     string
	level     Level
	alignment Alignment
	// alternative marks the kinds of the Alternative variant.
	alternative bool
}

// kindRows is the table of kinds (docs/rules, section 2). Movements and
// promotions follow from it. English and German names are those of the sources,
// or translations where the English source has no name.
var kindRows = [NumKinds]kindRow{
	Pawn:           {'P', "Pawn", "Bauer", "", 1, Neutral, false},
	Squire:         {'S', "Squire", "Knappe", "WfbD", 2, KnightAligned, false},
	Priest:         {'D', "Priest", "Priester", "AD", 2, BishopAligned, false},
	Knight:         {'N', "Knight", "Ritter", "N", 3, KnightAligned, false},
	Bishop:         {'B', "Bishop", "Bischof", "B", 3, BishopAligned, false},
	Baron:          {'M', "Baron", "Baron", "NW", 4, KnightAligned, false},
	Guard:          {'G', "Guard", "Wache", "KD", 4, Neutral, true},
	Archbishop:     {'A', "Archbishop", "Erzbischof", "BD", 4, BishopAligned, false},
	Earl:           {'Y', "Earl", "Graf", "NWfbD", 5, KnightAligned, true},
	Rook:           {'R', "Rook", "Turm", "R", 5, Neutral, false},
	Ship:           {'I', "Ship", "Schiff", "FAD", 5, BishopAligned, true},
	Nightrider:     {'H', "Nightrider", "Nachtreiter", "NN", 6, KnightAligned, false},
	Watchtower:     {'T', "Watchtower", "Wachturm", "KAD", 6, Neutral, true},
	Fool:           {'F', "Fool", "Narr", "FLD", 6, BishopAligned, false},
	Cannon:         {'X', "Cannon", "Kanone", "NAD", 7, KnightAligned, true},
	Cardinal:       {'C', "Cardinal", "Kardinal", "NB", 7, Neutral, false},
	Giraffe:        {'Z', "Giraffe", "Giraffe", "BL", 7, BishopAligned, true},
	Chancellor:     {'E', "Chancellor", "Kanzler", "RN", 8, KnightAligned, false},
	Queen:          {'Q', "Queen", "Dame", "Q", 8, BishopAligned, false},
	Lord:           {'L', "Lord", "Lord", "BNN", 9, Neutral, false},
	LordChancellor: {'V', "Lord Chancellor", "Lordkanzler", "RNN", 10, Neutral, false},
	King:           {'K', "King", "König", "K", 11, Neutral, false},
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

// EnglishName returns the kind's English name, for example "Squire". See also
// [Variant.EnglishName].
func (k Kind) EnglishName() string { return kindRows[k].english }

// GermanName returns the kind's German name, for example "Knappe". See also
// [Variant.GermanName].
func (k Kind) GermanName() string { return kindRows[k].german }

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
