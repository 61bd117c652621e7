package wotn

// Zobrist keys (https://www.chessprogramming.org/Zobrist_Hashing). A position's
// key is the exclusive or of the keys of its pieces, side to move, castling
// rights and en-passant file. The keys are constant, so they are the same in
// every run and on every machine.
var (
	pieceKeys     [NumColors][32][64]uint64
	turnKey       uint64
	castlingKeys  [16]uint64
	enPassantKeys [8]uint64
)

func init() {
	// splitmix64, https://prng.di.unimi.it/splitmix64.c
	state := uint64(0x57617920_4b6e6967)
	next := func() uint64 {
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	for c := range pieceKeys {
		for k := Pawn; k < NumKinds; k++ {
			for s := range pieceKeys[c][k] {
				pieceKeys[c][k][s] = next()
			}
		}
	}
	turnKey = next()
	var single [4]uint64
	for i := range single {
		single[i] = next()
	}
	for set := range castlingKeys {
		for i, key := range single {
			if set>>i&1 != 0 {
				castlingKeys[set] ^= key
			}
		}
	}
	for f := range enPassantKeys {
		enPassantKeys[f] = next()
	}
}

// computeKey returns the key computed from the contents of the position.
// PlayInto updates it incrementally.
func (p *Position) computeKey() uint64 {
	key := castlingKeys[p.castling]
	for s := Square(0); s < NoSquare; s++ {
		if k := p.board[s]; k != NoKind {
			key ^= pieceKeys[p.colorOn(s)][k][s]
		}
	}
	if p.turn == Black {
		key ^= turnKey
	}
	if p.enPassant != NoSquare {
		key ^= enPassantKeys[p.enPassant.File()]
	}
	return key
}

// PawnKey returns a hash of the pawns of both sides. Its high bits are the
// well-mixed ones. Without pawns it is 0.
func (p *Position) PawnKey() uint64 {
	white, black := uint64(p.Pieces(White, Pawn)), uint64(p.Pieces(Black, Pawn))
	return (white*0x9e3779b97f4a7c15 ^ black*0xc2b2ae3d27d4eb4f) * 0x165667b19e3779f9
}
