package engines

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// MaxLine is the length in bytes of the longest line that a Reader accepts.
// A game of ten thousand moves fits.
const MaxLine = 1 << 17

// ErrLineTooLong is returned for a line longer than MaxLine.
var ErrLineTooLong = errors.New("the line is too long")

// Reader reads commands, one a line, from a source that may contain any
// bytes.
type Reader struct{ source *bufio.Reader }

// NewReader returns a reader of the lines of a source.
func NewReader(source io.Reader) *Reader {
	return &Reader{bufio.NewReader(source)}
}

// Next returns the next line without its end. Control characters and invalid
// UTF-8 are replaced by spaces, and spaces around the line are removed. After
// ErrLineTooLong the next call returns the next line; any other error is final.
// A last line needs no end.
func (r *Reader) Next() (string, error) {
	var line []byte
	tooLong := false
	for {
		part, err := r.source.ReadSlice('\n')
		if len(line)+len(part) > MaxLine {
			tooLong = true
		}
		if !tooLong {
			line = append(line, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if tooLong {
			if err == nil {
				err = ErrLineTooLong
			}
			return "", err
		}
		if err != nil && len(line) == 0 {
			return "", err
		}
		return clean(line), nil
	}
}

// clean replaces control characters and invalid UTF-8 by spaces and trims the
// result.
func clean(line []byte) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == utf8.RuneError {
			return ' '
		}
		return r
	}, string(line)))
}

// Line is a result of [Reader.Next].
type Line struct {
	Text string
	Err  error
}

// Start reads lines in a goroutine and sends them to the returned channel,
// until the first final error or until stop is closed.
func (r *Reader) Start(stop <-chan struct{}) <-chan Line {
	lines := make(chan Line)
	go func() {
		for {
			text, err := r.Next()
			select {
			case lines <- Line{text, err}:
			case <-stop:
				return
			}
			if err != nil && !errors.Is(err, ErrLineTooLong) {
				return
			}
		}
	}()
	return lines
}
