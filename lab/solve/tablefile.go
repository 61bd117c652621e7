package solve

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"tafelrunde/lancelot"
)

// tableHeader is the first line of a table file; see docs/formats/solver-table.md.
type tableHeader struct {
	Format    string `json:"format"`
	Version   int    `json:"version"`
	Size      int    `json:"size"`
	Diagonals bool   `json:"diagonals"`
	Excalibur bool   `json:"excalibur"`
	Target    int    `json:"target"`
	Blocks    uint64 `json:"blocks"`
	Nodes     uint64 `json:"nodes"`
}

// tableFormat and tableVersion identify a table file. A change of the number or slot
// of a position, or of the bits of an entry, needs another version.
const (
	tableFormat  = "tafelrunde lancelot solver table"
	tableVersion = 2
	maxHeader    = 512 // bytes, including the line end
)

var tableSum = crc32.MakeTable(crc32.Castagnoli)

// WriteTable writes the table, so that [Solver.ReadTable] of another solver can
// continue. It returns an error if the table is of no use to another search: if
// Target is 0, or before Solve has been called with a position in which no seat can
// run out of stones. It must not be called during Solve.
func (s *Solver) WriteTable(w io.Writer) error {
	if s.Target == 0 || s.key == (tableKey{}) {
		return errors.New("the solver has no table to write")
	}
	head, err := json.Marshal(tableHeader{
		tableFormat, tableVersion, s.key.size, s.key.rules.Diagonals, s.key.rules.Excalibur, s.key.target, uint64(len(s.table.words) / blockWords), s.nodes,
	})
	if err != nil {
		return err
	}
	sum := crc32.New(tableSum)
	to := io.MultiWriter(w, sum)
	if _, err := to.Write(append(head, '\n')); err != nil {
		return err
	}
	var block [1 << 16]byte
	for words := s.table.words; len(words) > 0; {
		n := min(len(words), len(block)/8)
		for i, word := range words[:n] {
			binary.LittleEndian.PutUint64(block[8*i:], word)
		}
		if _, err := to.Write(block[:8*n]); err != nil {
			return err
		}
		words = words[n:]
	}
	_, err = w.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	return err
}

// ReadTable reads a table of [Solver.WriteTable] with a length in bytes, to continue
// the search of p or of a position that can share a table with it. It sets Memory
// and Target to those of the table. If they are not 0, the table must have this size
// and at least this target. After an error the table is empty.
func (s *Solver) ReadTable(r io.Reader, length int64, p *lancelot.Position) error {
	sum := crc32.New(tableSum)
	from := bufio.NewReaderSize(r, 1<<16)
	line, err := from.ReadSlice('\n')
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
		return err
	}
	var head tableHeader
	if len(line) > maxHeader || json.Unmarshal(line, &head) != nil || head.Format != tableFormat {
		return errors.New("this is not a table of a solver")
	}
	sum.Write(line)
	of := tableKey{size: head.Size, target: head.Target, rules: lancelot.Rules{Diagonals: head.Diagonals, Excalibur: head.Excalibur}}
	needs := max(p.Target()-p.Captured(0), p.Target()-p.Captured(1))
	switch {
	case head.Version != tableVersion:
		return fmt.Errorf("the table is of version %d, this program reads version %d", head.Version, tableVersion)
	case of.size != p.Size() || of.rules != p.Rules():
		return fmt.Errorf("the table is for %dx%d, %s, not for %dx%d, %s", of.size, of.size, of.rules, p.Size(), p.Size(), p.Rules())
	case of.target < max(needs, s.Target):
		return fmt.Errorf("the table is for targets up to %d, not up to %d", of.target, max(needs, s.Target))
	case of.target > MaxTarget || p.Seats() != 2 || p.Size() > MaxSize:
		return errors.New("the table is for a game that this program cannot solve")
	case head.Blocks == 0 || head.Blocks > 1<<50 || length != int64(len(line))+int64(head.Blocks)*8*blockWords+4:
		return fmt.Errorf("the table is damaged: it should be %d blocks of %d bytes, %d bytes are there", head.Blocks, 8*blockWords, length)
	case s.Memory != 0 && blocksIn(s.Memory) != int(head.Blocks):
		return fmt.Errorf("the table has %d bytes, not %d", head.Blocks*8*blockWords, blocksIn(s.Memory)*8*blockWords)
	}
	s.key = tableKey{}
	of.memory = int(head.Blocks) * 8 * blockWords
	s.board.prepare(p, of.target)
	s.table.prepare(of.memory, s.board.bound(), s.board.stonesIn)
	if err := s.table.read(io.TeeReader(from, sum)); err != nil {
		return err
	}
	want := sum.Sum32()
	var stored [4]byte
	if _, err := io.ReadFull(from, stored[:]); err != nil {
		return err
	}
	if binary.LittleEndian.Uint32(stored[:]) != want {
		return errors.New("the table is damaged: its checksum is wrong")
	}
	s.Memory, s.Target, s.key, s.nodes = of.memory, of.target, of, head.Nodes
	return nil
}

// read reads the words of the table.
func (t *table) read(r io.Reader) error {
	var block [1 << 16]byte
	for words := t.words; len(words) > 0; {
		n := min(len(words), len(block)/8)
		if _, err := io.ReadFull(r, block[:8*n]); err != nil {
			return err
		}
		for i := range words[:n] {
			words[i] = binary.LittleEndian.Uint64(block[8*i:])
		}
		words = words[n:]
	}
	return nil
}

// Nodes returns the number of nodes searched since the table was empty, including
// those before the table was written and read.
func (s *Solver) Nodes() uint64 { return s.nodes }
