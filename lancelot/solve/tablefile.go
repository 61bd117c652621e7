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

// tableHead is what stands before a table in a file, in the form told of in
// docs/formats/solver-table.md.
type tableHead struct {
	Format    string `json:"format"`
	Version   int    `json:"version"`
	Size      int    `json:"size"`
	Diagonals bool   `json:"diagonals"`
	Excalibur bool   `json:"excalibur"`
	Target    int    `json:"target"`
	Blocks    uint64 `json:"blocks"`
	Nodes     uint64 `json:"nodes"`
}

// tableFormat and tableVersion are what a file must name. Whatever changes a
// position's number, its spot or what the bits of an entry mean needs another
// version.
const (
	tableFormat  = "tafelrunde lancelot solver table"
	tableVersion = 2
	longestHead  = 512 // bytes, the end of the line with them
)

var tableSum = crc32.MakeTable(crc32.Castagnoli)

// WriteTable writes all that has been found out, for [Solver.ReadTable] of a
// solver that is to go on. It is an error if there is nothing that could serve
// another search: if Target is 0, or before a position in which no seat can run
// out of stones has been given to Solve. It must not be called during Solve.
func (s *Solver) WriteTable(w io.Writer) error {
	if s.Target == 0 || s.kept == (tableOf{}) {
		return errors.New("the solver has no table to keep")
	}
	head, err := json.Marshal(tableHead{
		tableFormat, tableVersion, s.kept.size, s.kept.rules.Diagonals, s.kept.rules.Excalibur, s.kept.target, uint64(len(s.proofs.words) / blockWords), s.nodes,
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
	for words := s.proofs.words; len(words) > 0; {
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

// ReadTable reads what [Solver.WriteTable] wrote, of that many bytes in all, so
// that searches of positions like the given one, and of others with which it can
// share a table, go on where that solver had stopped. It sets Memory and Target to
// the table's; if they are not 0, the table must be that large and for no smaller
// target. After an error the solver is to begin with an empty table.
func (s *Solver) ReadTable(r io.Reader, length int64, p *lancelot.Position) error {
	sum := crc32.New(tableSum)
	from := bufio.NewReaderSize(r, 1<<16)
	line, err := from.ReadSlice('\n')
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
		return err
	}
	var head tableHead
	if len(line) > longestHead || json.Unmarshal(line, &head) != nil || head.Format != tableFormat {
		return errors.New("this is no table of a solver")
	}
	sum.Write(line)
	of := tableOf{size: head.Size, target: head.Target, rules: lancelot.Rules{Diagonals: head.Diagonals, Excalibur: head.Excalibur}}
	takes := max(p.Target()-p.Captured(0), p.Target()-p.Captured(1))
	switch {
	case head.Version != tableVersion:
		return fmt.Errorf("the table is of version %d, this is a program for version %d", head.Version, tableVersion)
	case of.size != p.Size() || of.rules != p.Rules():
		return fmt.Errorf("the table is for %dx%d, %s, not for %dx%d, %s", of.size, of.size, of.rules, p.Size(), p.Size(), p.Rules())
	case of.target < max(takes, s.Target):
		return fmt.Errorf("the table is for targets up to %d, not up to %d", of.target, max(takes, s.Target))
	case of.target > MaxSolvedTarget || p.Seats() != 2 || p.Size() > MaxSolvedSize:
		return errors.New("the table is for a game that this program cannot solve")
	case head.Blocks == 0 || head.Blocks > 1<<50 || length != int64(len(line))+int64(head.Blocks)*8*blockWords+4:
		return fmt.Errorf("the table is damaged: it should be %d blocks of %d bytes, %d bytes are there", head.Blocks, 8*blockWords, length)
	case s.Memory != 0 && blocksIn(s.Memory) != int(head.Blocks):
		return fmt.Errorf("the table has %d bytes, not %d", head.Blocks*8*blockWords, blocksIn(s.Memory)*8*blockWords)
	}
	s.kept = tableOf{}
	of.memory = int(head.Blocks) * 8 * blockWords
	s.field.prepare(p, of.target)
	s.proofs.prepare(of.memory, s.field.bound(), s.field.stonesIn)
	if err := s.proofs.read(io.TeeReader(from, sum)); err != nil {
		return err
	}
	want := sum.Sum32()
	var told [4]byte
	if _, err := io.ReadFull(from, told[:]); err != nil {
		return err
	}
	if binary.LittleEndian.Uint32(told[:]) != want {
		return errors.New("the table is damaged: its checksum is wrong")
	}
	s.Memory, s.Target, s.kept, s.nodes = of.memory, of.target, of, head.Nodes
	return nil
}

// read fills the table's words.
func (t *proofs) read(r io.Reader) error {
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

// Nodes are those of all searches since the table was empty, in another solver's
// time as well if the table was read.
func (s *Solver) Nodes() uint64 { return s.nodes }
