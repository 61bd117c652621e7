package engine

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// MaxLine is the length of the longest command that is read, in bytes. A game
// of ten thousand moves fits.
const MaxLine = 1 << 17

// ErrLineTooLong is returned for a line longer than MaxLine.
var ErrLineTooLong = errors.New("the line is too long")

// Lines reads commands, one a line, from a source that may hold anything.
type Lines struct{ source *bufio.Reader }

// NewLines returns a reader of the lines of a source.
func NewLines(source io.Reader) *Lines {
	return &Lines{bufio.NewReader(source)}
}

// Next returns the next line without its end, without spaces around it and
// with control characters and broken UTF-8 replaced by spaces. After
// ErrLineTooLong reading can go on; any other error is the end. A last line
// without an end is a line.
func (l *Lines) Next() (string, error) {
	var line []byte
	tooLong := false
	for {
		part, err := l.source.ReadSlice('\n')
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

// clean makes a line of text of bytes.
func clean(line []byte) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == utf8.RuneError {
			return ' '
		}
		return r
	}, string(line)))
}

// Heard is one command, or the error that there is instead.
type Heard struct {
	Line string
	Err  error
}

// Hear reads lines beside other work, until the last or until stop is closed.
// A line too long is an error that others follow, see Next.
func (l *Lines) Hear(stop <-chan struct{}) <-chan Heard {
	heard := make(chan Heard)
	go func() {
		for {
			line, err := l.Next()
			select {
			case heard <- Heard{line, err}:
			case <-stop:
				return
			}
			if err != nil && !errors.Is(err, ErrLineTooLong) {
				return
			}
		}
	}()
	return heard
}
