package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"
)

const (
	// A block is written when it has fullBlock bytes or is staleBlock old.
	fullBlock  = 1 << 17
	staleBlock = 10 * time.Second
)

// Writer appends records to a file. An interrupted run loses those of the last seconds. It is not
// safe for concurrent use.
type Writer struct {
	file    *os.File
	from    Origin
	records [][]byte
	size    int
	began   time.Time
}

// Version returns the commit that the program was built from, "" if it is not known.
func Version() string {
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return ""
	}
	commit, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = ", changed"
		}
	}
	return commit + changed
}

// Append opens a file for more records, or creates it; they come from the command by. A block at its end
// that is cut off, as of an interrupted run, is removed; other damage there is an error. before, which may
// be nil, is called with the records that the file has.
func Append(name, by string, before func(Origin, *Record) error) (w *Writer, err error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("%s: %w", name, err), file.Close())
		}
	}()
	if info, err := file.Stat(); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	whole := int64(0)
	err = read(file, func(Damage) {}, func(from Origin, records []Record, end int64) error {
		whole = end
		for i := range records {
			if before != nil {
				if err := before(from, &records[i]); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := isCut(file, whole); err != nil {
		return nil, err
	}
	if err := file.Truncate(whole); err != nil {
		return nil, err
	}
	if _, err := file.Seek(whole, io.SeekStart); err != nil {
		return nil, err
	}
	return &Writer{file: file, from: Origin{by, Version()}}, nil
}

// isCut returns an error if what follows the first whole bytes of a file is more than one block that an
// interrupted run has begun: another file, or several damaged blocks.
func isCut(file *os.File, whole int64) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	size := info.Size() - whole
	rest := make([]byte, min(size, maxMember+1))
	if _, err := file.ReadAt(rest, whole); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	begins := bytes.HasPrefix(rest, header) || bytes.HasPrefix(header, rest)
	switch {
	case whole == 0 && !begins:
		return errors.New("the file is no dataset")
	case size > maxMember || bytes.LastIndex(rest, header) > 0 || whole == 0 && sizeOf(rest) != 0 && sizeOf(rest) <= len(rest):
		return fmt.Errorf("%d bytes from byte %d on cannot be read; remove the damage first", size, whole)
	}
	return nil
}

// Add appends a record.
func (w *Writer) Add(r *Record) error {
	if err := r.check(); err != nil {
		return err
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if len(w.records) == 0 {
		w.began = time.Now()
	}
	w.records = append(w.records, line)
	if w.size += len(line) + 1; w.size >= fullBlock || time.Since(w.began) >= staleBlock {
		return w.flush()
	}
	return nil
}

func (w *Writer) flush() error {
	if len(w.records) == 0 {
		return nil
	}
	lines, err := block(w.from, w.records)
	if err != nil {
		return err
	}
	member, err := pack(lines)
	if err != nil {
		return err
	}
	w.records, w.size = nil, 0
	_, err = w.file.Write(member)
	return err
}

// Close writes the last block.
func (w *Writer) Close() error {
	return errors.Join(w.flush(), w.file.Close())
}
