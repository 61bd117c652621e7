package wotn

// Castling is a set of castling rights. A right belongs to a corner: the king
// on e1 or e8 can castle with the piece there, even if that piece is no longer
// a rook.
type Castling uint8

// The castling rights.
const (
	WhiteShort Castling = 1 << iota // K: e1 with h1
	WhiteLong                       // Q: e1 with a1
	BlackShort                      // k: e8 with h8
	BlackLong                       // q: e8 with a8

	allCastling Castling = 15
)

const castlingLetters = "KQkq"

// castlingCorner is the corner of each right, in the order of the constants.
var castlingCorner = [4]Square{h1, a1, h8, a8}

// String returns the rights as in FEN, for example "KQkq" or "-".
func (c Castling) String() string {
	var text []byte
	for i := range castlingLetters {
		if c>>i&1 != 0 {
			text = append(text, castlingLetters[i])
		}
	}
	if text == nil {
		return "-"
	}
	return string(text)
}

// castlingMask holds the rights that remain after a move from or to each
// square.
var castlingMask = func() (t [64]Castling) {
	for s := range t {
		t[s] = allCastling
	}
	for i, corner := range castlingCorner {
		t[corner] &^= 1 << i
	}
	t[e1] = allCastling &^ (WhiteShort | WhiteLong)
	t[e8] = allCastling &^ (BlackShort | BlackLong)
	return t
}()

// castlingPath holds the requirements of one castling move.
type castlingPath struct {
	right    Castling
	king, to Square
	// The squares of empty must be free. If the king is the only one, its own
	// square, over and to must not be attacked.
	empty Bitboard
	over  Square
}

// castlingPaths holds each color's short and long castling.
var castlingPaths = [NumColors][2]castlingPath{
	White: {
		{WhiteShort, e1, g1, f1.Bitboard() | g1.Bitboard(), f1},
		{WhiteLong, e1, c1, 0xe, d1},
	},
	Black: {
		{BlackShort, e8, g1 + 56, (f1.Bitboard() | g1.Bitboard()) << 56, f1 + 56},
		{BlackLong, e8, c1 + 56, 0xe << 56, d1 + 56},
	},
}
