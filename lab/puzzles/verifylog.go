package puzzles

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"tafelrunde/internal/puzzles"
)

// VerifyLog is a file with a line for each puzzle that was checked. A nil *VerifyLog has none.
type VerifyLog struct {
	file  *os.File
	run   verifyRun
	known map[string]*Failure
}

// verifyRun says how a puzzle was checked.
type verifyRun struct {
	Nodes    uint64 `json:"nodes"`
	Seed     uint64 `json:"seed"`
	Searches int    `json:"searches"`
	Version  string `json:"version"` // the commit of the program
}

// verified is a line: the result of a puzzle.
type verified struct {
	ID string `json:"id"`
	// Sum is the beginning of the SHA-256 of the whole puzzle.
	Sum string `json:"sum"`
	verifyRun
	// Move is that of a [Failure]. Reason is its reason, "" for a puzzle that is right.
	Move   int    `json:"move,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// OpenVerifyLog opens a file for the results of v by a version of the program, or creates it. Its lines of the
// same nodes, seed, number of searches and version are the results that are known already. A last line that was not written
// to its end is removed.
func OpenVerifyLog(name string, v *Verify, version string) (log *VerifyLog, err error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("%s: %w", name, err), file.Close())
		}
	}()
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	log = &VerifyLog{file, verifyRun{v.Nodes, v.Seed, len(v.seeds()), version}, map[string]*Failure{}}
	whole := bytes.LastIndexByte(text, '\n') + 1
	if whole == 0 && len(text) > 0 && text[0] != '{' {
		return nil, errors.New("the file is no log of puzzles verify")
	}
	number := 0
	for line := range bytes.Lines(text[:whole]) {
		number++
		var l verified
		if err := json.Unmarshal(line, &l); err != nil || l.Sum == "" {
			return nil, fmt.Errorf("line %d is no result of puzzles verify", number)
		}
		if l.verifyRun != log.run {
			continue
		}
		if log.known[l.Sum] = nil; l.Reason != "" {
			log.known[l.Sum] = &Failure{l.Move, l.Reason}
		}
	}
	if err := file.Truncate(int64(whole)); err != nil {
		return nil, err
	}
	_, err = file.Seek(int64(whole), io.SeekStart)
	return log, err
}

// Close closes the file.
func (l *VerifyLog) Close() error {
	if l == nil {
		return nil
	}
	return l.file.Close()
}

// result returns why a puzzle that was checked is wrong, nil if it is right.
func (l *VerifyLog) result(p *puzzles.Puzzle) (failure *Failure, known bool) {
	if l == nil {
		return nil, false
	}
	failure, known = l.known[sumOf(p)]
	return failure, known
}

func (l *VerifyLog) add(p *puzzles.Puzzle, failure *Failure) error {
	if l == nil {
		return nil
	}
	line := verified{ID: p.ID, Sum: sumOf(p), verifyRun: l.run}
	if failure != nil {
		line.Move, line.Reason = failure.Move, failure.Reason
	}
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	_, err = l.file.Write(append(text, '\n'))
	return err
}

// sumOf returns the beginning of the SHA-256 of a puzzle with all its fields.
func sumOf(p *puzzles.Puzzle) string {
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // it has strings and numbers only
	}
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}
