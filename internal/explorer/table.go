package explorer

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"sort"
)

// Magic is the beginning of a file; its last byte is the version.
const Magic = "TRX\x01"

// Sizes of an entry of the index: the key, and the offset of the moves.
const (
	keyBytes    = keyBits / 8
	offsetBytes = 4
	indexBytes  = keyBytes + offsetBytes
)

// Table has the most frequent positions of a set. It is immutable and safe for
// concurrent use.
type Table struct {
	Set Set
	// Games is the number of games, Nodes the nodes of each search in them, Plies how
	// many moves of each game are counted, and Positions the number of positions.
	Games, Nodes, Plies, Positions int

	data, index, moves []byte
}

// Data returns the file of the table. The caller must not change it.
func (t *Table) Data() []byte { return t.data }

// FileError is the error for data that is not a table.
type FileError struct {
	Offset int
	Reason string
}

// Error returns the reason and the offset.
func (e *FileError) Error() string {
	return fmt.Sprintf("no table of the explorer: %s at byte %d", e.Reason, e.Offset)
}

// Open returns the table in data, which must not change afterwards. It checks the
// whole structure. The error is a *FileError.
func Open(data []byte) (*Table, error) {
	r := reader{data: data}
	if len(data) < len(Magic) || string(data[:len(Magic)]) != Magic {
		return nil, &FileError{0, "another file type or version"}
	}
	r.at = len(Magic)
	name := string(r.bytes(r.number(64)))
	set, known := SetNamed(name)
	if r.failed == nil && !known {
		return nil, &FileError{len(Magic), fmt.Sprintf("unknown set %q", name)}
	}
	t := &Table{Set: set, Games: r.number(1 << 31), Nodes: r.number(1 << 31), Plies: r.number(1 << 16), Positions: r.number(1 << 24)}
	t.data = data
	t.index = r.bytes(t.Positions * indexBytes)
	if r.failed != nil {
		return nil, r.failed
	}
	start := r.at
	t.moves = data[start:]
	for i := range t.Positions {
		if i > 0 && t.key(i) <= t.key(i-1) {
			return nil, &FileError{start - (t.Positions-i)*indexBytes, "keys out of order"}
		}
		if t.offset(i) != r.at-start {
			return nil, &FileError{start - (t.Positions-i)*indexBytes, "offset out of order"}
		}
		for range r.number(1 << 16) {
			for range 4 {
				r.number(1<<31 - 1)
			}
		}
		if r.failed != nil {
			return nil, r.failed
		}
	}
	if r.at != len(data) {
		return nil, &FileError{r.at, "data after the end"}
	}
	return t, nil
}

func (t *Table) key(i int) uint64 {
	var b [8]byte
	copy(b[8-keyBytes:], t.index[i*indexBytes:])
	return binary.BigEndian.Uint64(b[:])
}

func (t *Table) offset(i int) int {
	return int(binary.BigEndian.Uint32(t.index[i*indexBytes+keyBytes:]))
}

// Moves returns the moves that were played at a place, the most frequent first.
func (t *Table) Moves(p *Place) []Move {
	if p.Set != t.Set {
		return nil
	}
	i := sort.Search(t.Positions, func(i int) bool { return t.key(i) >= p.Key })
	if i == t.Positions || t.key(i) != p.Key {
		return nil
	}
	r := reader{data: t.moves, at: t.offset(i)}
	var moves []Move
	for range r.number(1 << 16) {
		code := uint32(r.number(1<<31 - 1))
		count := Count{r.number(1<<31 - 1), r.number(1<<31 - 1), r.number(1<<31 - 1)}
		if text, ok := p.text(code); ok {
			moves = append(moves, Move{text, count})
		}
	}
	order(moves)
	return moves
}

// reader reads numbers. After an error it returns zeros.
type reader struct {
	data   []byte
	at     int
	failed error
}

// number reads a number of at most limit.
func (r *reader) number(limit int) int {
	if r.failed != nil {
		return 0
	}
	n, size := binary.Uvarint(r.data[r.at:])
	switch {
	case size <= 0:
		r.failed = &FileError{r.at, "incomplete or too large number"}
	case n > uint64(limit):
		r.failed = &FileError{r.at, "number too large"}
	default:
		r.at += size
		return int(n)
	}
	return 0
}

func (r *reader) bytes(n int) []byte {
	if r.failed == nil && n > len(r.data)-r.at {
		r.failed = &FileError{len(r.data), "unexpected end"}
	}
	if r.failed != nil {
		return nil
	}
	r.at += n
	return r.data[r.at-n : r.at]
}

// Pack returns a table with the most frequent positions, as many as fit into maxBytes. Of
// equally frequent ones those with the least keys are taken, so that the result depends on the
// games alone. Positions that occurred once are left out. nodes is written into the table.
func (c *Counter) Pack(nodes, maxBytes int) []byte {
	type position struct {
		key   uint64
		games int
	}
	var all []position
	for key, moves := range c.counts {
		games := 0
		for _, count := range moves {
			games += count.Games()
		}
		if games > 1 {
			all = append(all, position{key, games})
		}
	}
	slices.SortFunc(all, func(a, b position) int { return cmp.Or(cmp.Compare(b.games, a.games), cmp.Compare(a.key, b.key)) })

	head := append([]byte(Magic), binary.AppendUvarint(nil, uint64(len(c.Set.Name)))...)
	head = append(head, c.Set.Name...)
	for _, n := range []int{c.Games, nodes, c.Plies} {
		head = binary.AppendUvarint(head, uint64(n))
	}
	size := len(head) + binary.MaxVarintLen32
	bodies := make(map[uint64][]byte)
	for _, p := range all {
		body := c.packMoves(p.key)
		if size += indexBytes + len(body); size > maxBytes {
			break
		}
		bodies[p.key] = body
	}
	var index, moves []byte
	keys := make([]uint64, 0, len(bodies))
	for key := range bodies {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		var b [8]byte
		binary.BigEndian.PutUint64(b[:], key)
		index = append(index, b[8-keyBytes:]...)
		index = binary.BigEndian.AppendUint32(index, uint32(len(moves)))
		moves = append(moves, bodies[key]...)
	}
	head = binary.AppendUvarint(head, uint64(len(keys)))
	return append(append(head, index...), moves...)
}

// packMoves returns the moves of a position as in a file, by ascending codes.
func (c *Counter) packMoves(key uint64) []byte {
	moves := c.counts[key]
	codes := make([]uint32, 0, len(moves))
	for code := range moves {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	body := binary.AppendUvarint(nil, uint64(len(codes)))
	for _, code := range codes {
		body = binary.AppendUvarint(body, uint64(code))
		for _, n := range []int{moves[code].Wins, moves[code].Draws, moves[code].Losses} {
			body = binary.AppendUvarint(body, uint64(n))
		}
	}
	return body
}
