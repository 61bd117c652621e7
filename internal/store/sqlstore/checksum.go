package sqlstore

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
)

// A backup consists of the pages of a database and a line with the SHA-256 of all
// bytes before it. SQLite ignores the line. The pages of a backup have a mark, so that
// a backup whose last line is missing is not taken for one without a checksum, as
// earlier versions made them.
const (
	sumBegins = "\ntafelrunde backup, SHA-256 "
	sumLength = len(sumBegins) + 2*sha256.Size + 1
	// markOffset is the place of the application ID in the header of an SQLite database.
	markOffset = 68
	mark       = "Tfr1"
)

// sumWriter writes the pages of a backup with the mark.
type sumWriter struct {
	to      io.Writer
	sum     hash.Hash
	written bool
}

func newSumWriter(to io.Writer) *sumWriter { return &sumWriter{to: to, sum: sha256.New()} }

// Write changes p, whose first call has the header of the database.
func (w *sumWriter) Write(p []byte) (int, error) {
	if !w.written && len(p) >= markOffset+len(mark) {
		copy(p[markOffset:], mark)
		w.written = true
	}
	w.sum.Write(p)
	return w.to.Write(p)
}

// end writes the checksum.
func (w *sumWriter) end() error {
	_, err := fmt.Fprintf(w.to, "%s%x\n", sumBegins, w.sum.Sum(nil))
	return err
}

// errSum is the error of a backup that is not what was written.
var errSum = errors.New("it is not what was written: the checksum at its end is missing or has another value")

// readSum returns the checksum of a backup and the number of bytes before it. The
// checksum is nil for a database without one. The error is errSum if a mark has no
// checksum, or a checksum no mark.
func readSum(file *os.File) (sum []byte, pages int64, err error) {
	info, err := file.Stat()
	if err != nil {
		return nil, 0, err
	}
	end := make([]byte, min(info.Size(), int64(sumLength)))
	pages = info.Size() - int64(len(end))
	if _, err := file.ReadAt(end, pages); err != nil {
		return nil, 0, err
	}
	var marked [len(mark)]byte
	if _, err := file.ReadAt(marked[:], markOffset); err != nil && !errors.Is(err, io.EOF) {
		return nil, 0, err
	}
	digits, found := bytes.CutPrefix(end, []byte(sumBegins))
	if sum, _ = hex.DecodeString(string(bytes.TrimSuffix(digits, []byte("\n")))); fmt.Sprintf("%x\n", sum) != string(digits) {
		sum = nil
	}
	switch {
	case found && len(sum) == sha256.Size && string(marked[:]) == mark:
		return sum, pages, nil
	case found || string(marked[:]) == mark:
		return nil, info.Size(), errSum
	}
	return nil, info.Size(), nil
}

// checkSum reads a whole backup and reports whether it has a checksum. The error is
// errSum if the backup is not what was written.
func checkSum(name string) (sealed bool, err error) {
	file, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer file.Close()
	want, pages, err := readSum(file)
	if err != nil || want == nil {
		return false, err
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, io.LimitReader(file, pages)); err != nil {
		return true, err
	}
	if !bytes.Equal(sum.Sum(nil), want) {
		return true, errSum
	}
	return true, nil
}

// unseal turns a checked copy of a backup into a database without mark and checksum.
func unseal(name string) (err error) {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	sum, pages, err := readSum(file)
	if err != nil || sum == nil {
		return err
	}
	if _, err := file.WriteAt(make([]byte, len(mark)), markOffset); err != nil {
		return err
	}
	return errors.Join(file.Truncate(pages), file.Sync())
}
