package wotn

// Castling is a set of castling rights. Each names a corner: the king's on e1
// or e8 may castle with the man there, whatever its kind by now.
type Castling uint8

// The four rights.
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

// String returns the rights as in FEN, "KQkq" or "-".
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

// castlingKept holds, for each square, the rights that survive a move from or
// to it.
var castlingKept = func() (t [64]Castling) {
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

// castlingPath is what one way of castling asks of the board.
type castlingPath struct {
	right    Castling
	king, to Square
	// empty must hold no man; safe must not be attacked, the king's own
	// square apart, if it is the only king.
	empty Bitboard
	over  Square
}

// castlingPaths holds each colour's short and long castling.
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
