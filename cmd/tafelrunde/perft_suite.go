package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"
)

// suiteLine is a position of a suite with the expected counts.
type suiteLine struct {
	number   int // of the line in the file, from 1
	game     string
	text     string
	position perftPosition
	counts   []uint64 // for depth 1, 2, 3 …
}

// suiteProblem is an error in one line of a suite file.
type suiteProblem struct {
	File   string
	Line   int // from 1
	Reason string
}

func (p *suiteProblem) Error() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Reason) }

// readSuite reads a suite file with one position a line, in the form
//
//	game | position | n1 n2 n3 …
//
// where n1 is the number of sequences of one move, n2 of two moves, and so on.
// A # starts a comment. Blank lines, spaces around fields and the line ends of
// all systems are allowed. readSuite returns the valid lines and the problems
// of the others. The error is for a file that cannot be read or has no
// positions.
func readSuite(file string) (lines []suiteLine, problems []*suiteProblem, err error) {
	content, err := os.ReadFile(file)
	if err != nil {
		var reason *fs.PathError
		if errors.As(err, &reason) {
			err = reason.Err
		}
		return nil, nil, fmt.Errorf("%s: %w", file, err)
	}
	if !utf8.Valid(content) || bytes.IndexByte(content, 0) >= 0 {
		return nil, nil, fmt.Errorf("%s: not a text file in UTF-8", file)
	}
	text := strings.TrimPrefix(string(content), "\ufeff")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	for i, row := range strings.Split(text, "\n") {
		row, _, _ = strings.Cut(row, "#")
		if strings.TrimSpace(row) == "" {
			continue
		}
		line, reasons := parseSuiteLine(row)
		for _, reason := range reasons {
			problems = append(problems, &suiteProblem{file, i + 1, reason})
		}
		if len(reasons) == 0 {
			line.number = i + 1
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 && len(problems) == 0 {
		return nil, nil, fmt.Errorf("%s: no positions", file)
	}
	return lines, problems, nil
}

// parseSuiteLine parses one line without its comment, or returns everything that
// is wrong with it.
func parseSuiteLine(row string) (line suiteLine, reasons []string) {
	fields := strings.Split(row, "|")
	if len(fields) != 3 {
		return line, []string{fmt.Sprintf("want game | position | counts, got %d fields", len(fields))}
	}
	line.game = strings.TrimSpace(fields[0])
	line.text = strings.Join(strings.Fields(fields[1]), " ")
	game, known := findPerftGame(line.game)
	switch {
	case line.game == "":
		reasons = append(reasons, "no game before the first |")
	case !known:
		reasons = append(reasons, fmt.Sprintf("unknown game %q; want one of %s", line.game, perftGameNames()))
	}
	if line.text == "" {
		reasons = append(reasons, "no position after the first |")
	} else if known {
		position, err := game.Parse(line.text)
		if err != nil {
			reasons = append(reasons, fmt.Sprintf("position %q: %v", line.text, err))
		}
		line.position = position
	}
	counts := strings.Fields(fields[2])
	if len(counts) == 0 {
		reasons = append(reasons, "no counts after the second |")
	}
	for _, word := range counts {
		count, err := strconv.ParseUint(word, 10, 64)
		if err != nil {
			reasons = append(reasons, fmt.Sprintf("count %q is not a whole number below 2^64", word))
		}
		line.counts = append(line.counts, count)
	}
	return line, reasons
}

// Mismatches counts the position to every depth of the line and returns a
// message for each difference.
func (l *suiteLine) Mismatches(file string) (found []string) {
	for i, want := range l.counts {
		if got := l.position.Perft(i + 1); got != want {
			found = append(found, fmt.Sprintf("%s:%d: %s | %s: depth %d: want %d, got %d",
				file, l.number, l.game, l.text, i+1, want, got))
		}
	}
	return found
}
