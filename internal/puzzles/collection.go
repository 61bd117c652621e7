package puzzles

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Licence is the licence of all collections: anyone may use the puzzles for anything.
const Licence = "CC0-1.0"

// Section is a part of a collection: puzzles of one origin.
type Section struct {
	Origin
	Puzzles []Puzzle `json:"-"`
}

// Origin says where the puzzles of a section come from.
type Origin struct {
	// Licence is the identifier of SPDX; it is always [Licence].
	Licence string `json:"licence"`
	// By is the command with its options, but without names of files.
	By string `json:"by"`
	// Version is the commit of the program, "" if it is not known.
	Version string `json:"version,omitempty"`
	// Games is the number of games that were searched for these puzzles.
	Games int `json:"games"`
	// Seconds is the time that this took on one core.
	Seconds float64 `json:"seconds"`
	// Count is the number of puzzles.
	Count int `json:"count"`
}

// maxText bounds the text of a section.
const maxText = 64 << 20

// Damage is the error of a collection that cannot be read.
type Damage struct {
	// Offset is that of the section, in bytes.
	Offset int64
	Reason error
}

// Error returns the offset and the reason.
func (d *Damage) Error() string { return fmt.Sprintf("section at byte %d: %v", d.Offset, d.Reason) }

// Unwrap returns the reason.
func (d *Damage) Unwrap() error { return d.Reason }

// Read returns the sections of a collection. The error is a [*Damage]; the sections before it are
// returned as well.
func Read(data []byte) (sections []Section, err error) {
	if len(data) == 0 {
		return nil, &Damage{0, errors.New("the file is empty")}
	}
	in := bytes.NewReader(data)
	for in.Len() > 0 {
		offset := in.Size() - int64(in.Len())
		section, err := readSection(in)
		if err != nil {
			return sections, &Damage{offset, err}
		}
		sections = append(sections, section)
	}
	return sections, nil
}

func readSection(in *bytes.Reader) (s Section, err error) {
	member, err := gzip.NewReader(in)
	if err != nil {
		return s, err
	}
	member.Multistream(false)
	text, err := io.ReadAll(io.LimitReader(member, maxText+1))
	switch {
	case err != nil:
		return s, err
	case len(text) > maxText:
		return s, fmt.Errorf("more than %d bytes of text", maxText)
	case len(text) == 0 || text[len(text)-1] != '\n':
		return s, errors.New("the last line does not end")
	}
	number := 0
	for line := range bytes.Lines(text) {
		if number++; number == 1 {
			err = strict(line, &s.Origin)
			if err == nil && (s.Licence != Licence || s.By == "" || s.Games < 0 || s.Count < 0 || !(s.Seconds >= 0)) {
				err = errors.New("no origin of puzzles")
			}
		} else {
			var p Puzzle
			if err = strict(line, &p); err == nil {
				err = p.Check()
			}
			s.Puzzles = append(s.Puzzles, p)
		}
		if err != nil {
			return s, fmt.Errorf("line %d: %w", number, err)
		}
	}
	if s.Count != len(s.Puzzles) {
		return s, fmt.Errorf("%d puzzles, not %d", len(s.Puzzles), s.Count)
	}
	return s, nil
}

func strict(line []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if d.More() {
		return errors.New("two values")
	}
	return nil
}

// Write writes a section. It sets Count and Licence.
func (s *Section) Write(to io.Writer) error {
	s.Count, s.Licence = len(s.Puzzles), Licence
	out, err := gzip.NewWriterLevel(to, gzip.BestCompression)
	if err != nil {
		return err
	}
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	if err := lines.Encode(&s.Origin); err != nil {
		return err
	}
	for i := range s.Puzzles {
		if err := lines.Encode(&s.Puzzles[i]); err != nil {
			return err
		}
	}
	return out.Close()
}

// ReadFile returns the sections of a collection in a file. The error has the name of the file.
func ReadFile(name string) ([]Section, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	sections, err := Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return sections, nil
}
