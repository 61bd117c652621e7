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

// Append opens a file for more records, or creates it; they come from the command by. Damage at its end, as of an interrupted
// run, is cut off. before, which may be nil, is called with the records that the file has.
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
	// The first block of an interrupted run may be cut off, but another file is not overwritten.
	begin := make([]byte, len(header))
	if n, err := file.ReadAt(begin, 0); whole == 0 && !bytes.HasPrefix(header, begin[:n]) {
		return nil, errors.New("the file is no dataset")
	} else if err != nil && !errors.Is(err, io.EOF) {
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
