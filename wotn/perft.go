package wotn

// Perft returns the number of sequences of exactly depth legal moves from p,
// for tests of move generators (https://www.chessprogramming.org/Perft).
// Sequences end at checkmate and stalemate, but not at other draws. Perft is 1
// at depth 0.
func Perft(p *Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	plies := make([]perftPly, depth)
	plies[0].position = *p
	return perft(plies)
}

// perftPly is the memory of one ply.
type perftPly struct {
	position Position
	scan     scan
	moves    [MaxMoves]Move
}

func perft(plies []perftPly) uint64 {
	ply := &plies[0]
	ply.scan.fill(&ply.position)
	if len(plies) == 1 {
		return uint64(ply.scan.moves(&ply.position))
	}
	var nodes uint64
	for _, m := range ply.scan.append(&ply.position, ply.moves[:0]) {
		ply.position.PlayInto(&plies[1].position, m)
		nodes += perft(plies[1:])
	}
	return nodes
}

// MoveCount is a move with Count, the number of sequences that start with it.
type MoveCount struct {
	Move  Move
	Count uint64
}

// Divide returns for each legal move the number of sequences of exactly depth
// moves that start with it. Their sum is Perft(p, depth). For a depth below 1
// it returns nil.
func Divide(p *Position, depth int) []MoveCount {
	if depth < 1 {
		return nil
	}
	var counts []MoveCount
	for _, m := range p.AppendMoves(nil) {
		var next Position
		p.PlayInto(&next, m)
		counts = append(counts, MoveCount{m, Perft(&next, depth-1)})
	}
	return counts
}
