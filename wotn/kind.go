package wotn

// Level is a man's experience, 1 (pawn) to 11 (king).
type Level uint8

// MaxLevel is the level of a king, who rises no further.
const MaxLevel Level = 11

// Alignment is the way a man follows.
type Alignment uint8

// The three alignments. A man of knight alignment is worldly (weltlich), one
// of bishop alignment spiritual (geistlich).
const (
	Neutral Alignment = iota
	KnightAligned
	BishopAligned
)

// String returns "neutral", "knight" or "bishop".
func (a Alignment) String() string { return [...]string{"neutral", "knight", "bishop"}[a] }

// Kind is a kind of man: a level together with an alignment. Kinds are ordered
// by level.
type Kind uint8

// The 22 kinds of men. Guard, Earl, Ship, Watchtower, Cannon and Giraffe exist
// in the alternative ways only.
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
	// NumKinds is one more than the last kind, for arrays indexed by Kind.
	NumKinds
)

// kindRow is a row of the table of kinds.
type kindRow struct {
	letter          byte
	english, german string
	// betza is the movement in Betza's notation as SAN writes it. The pawn's
	// is empty: it is the one man that captures otherwise than it moves.
	betza     string
	level     Level
	alignment Alignment
	// alternative marks kinds that only the alternative ways know.
	alternative bool
}

// kindRows is the table of both ways (docs/rules, section 2). Movement,
// succession, texts and the page's explanations are all made from it. Names
// are those of the German and the English text; where the English text has
// none, the German one is translated.
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

// Letter returns the kind's capital letter, which FEN and coordinates use.
func (k Kind) Letter() byte { return kindRows[k].letter }

// String returns the kind's capital letter, or "-" for NoKind.
func (k Kind) String() string {
	if k == NoKind || k >= NumKinds {
		return "-"
	}
	return string(rune(kindRows[k].letter))
}

// EnglishName returns for instance "Squire".
func (k Kind) EnglishName() string { return kindRows[k].english }

// GermanName returns for instance "Knappe".
func (k Kind) GermanName() string { return kindRows[k].german }

// Betza returns the movement in Betza's notation as SAN writes it, for
// instance "WfbD"; it is empty for the pawn.
func (k Kind) Betza() string { return kindRows[k].betza }

// Level returns the experience of a man of this kind.
func (k Kind) Level() Level { return kindRows[k].level }

// Alignment returns the alignment of a man of this kind.
func (k Kind) Alignment() Alignment { return kindRows[k].alignment }

// Alternative tells whether only the alternative ways know the kind.
func (k Kind) Alternative() bool { return kindRows[k].alternative }

// levelOf is kindRows' level column, close together for the generator.
var levelOf = func() (t [32]Level) {
	for k := range kindRows {
		t[k] = kindRows[k].level
	}
	return t
}()
