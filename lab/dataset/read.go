package dataset

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// Damage is a part of a file that cannot be read.
type Damage struct {
	// Offset and Size are those of the part, in bytes.
	Offset, Size int64
	Reason       string
}

// String returns a sentence.
func (d Damage) String() string {
	return fmt.Sprintf("%d bytes from byte %d on are skipped: %s", d.Size, d.Offset, d.Reason)
}

// Read calls each with the records of a file, and writes what is damaged to notes. A file without
// any block is an error, and so is one that each returns; it has the name of the file.
func Read(name string, notes io.Writer, each func(Origin, *Record) error) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	blocks := 0
	err = read(file, func(d Damage) { fmt.Fprintf(notes, "%s: %v\n", name, d) }, func(from Origin, records []Record, _ int64) error {
		blocks++
		for i := range records {
			if err := each(from, &records[i]); err != nil {
				return fmt.Errorf("%s, game %d: %w", name, records[i].Number, err)
			}
		}
		return nil
	})
	if err == nil && blocks == 0 {
		err = fmt.Errorf("%s: no dataset", name)
	}
	return err
}

// read calls each with the blocks of a file and the offsets of their ends, and damaged with the
// parts between them.
func read(from io.Reader, damaged func(Damage), each func(from Origin, records []Record, end int64) error) error {
	in := bufio.NewReaderSize(from, maxMember)
	at, bad := int64(0), Damage{}
	report := func() {
		if bad.Size > 0 {
			damaged(bad)
		}
		bad = Damage{}
	}
	skip := func(n int, reason string) {
		if bad.Size == 0 {
			bad = Damage{at, 0, reason}
		}
		n, _ = in.Discard(n)
		bad.Size += int64(n)
		at += int64(n)
	}
	for {
		head, err := in.Peek(headerSize)
		if len(head) == 0 {
			report()
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		size := sizeOf(head)
		if size == 0 {
			skip(distance(in), "no block begins there")
			continue
		}
		member, err := in.Peek(size)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if len(member) < size {
			skip(distance(in), "the block is cut off")
			continue
		}
		lines, err := unpack(member)
		var origin Origin
		var records []Record
		if err == nil {
			origin, records, err = parse(lines)
		}
		if err != nil {
			skip(distance(in), err.Error())
			continue
		}
		report()
		if _, err := in.Discard(size); err != nil {
			return err
		}
		at += int64(size)
		if err := each(origin, records, at); err != nil {
			return err
		}
	}
}

// distance returns how many of the next bytes come before the header of a block, at least 1.
func distance(in *bufio.Reader) int {
	window, _ := in.Peek(maxMember)
	if n := bytes.Index(window[1:], header); n >= 0 {
		return 1 + n
	}
	// A header may begin at the end of the window.
	return max(1, len(window)-len(header)+1)
}
