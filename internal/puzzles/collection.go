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
	// Cut reports whether the section is the last one and only its end is missing, as after an
	// interrupted run.
	Cut bool
}

// Error returns the offset and the reason.
func (d *Damage) Error() string { return fmt.Sprintf("section at byte %d: %v", d.Offset, d.Reason) }

// Unwrap returns the reason.
func (d *Damage) Unwrap() error { return d.Reason }

// member is the beginning of each section that [Section.Write] writes: a header of gzip without a name
// and a time.
var member = []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255}

// errCut is the reason of a section that ends early.
var errCut = errors.New("the section is cut off")

// Read returns the sections of a collection. The error is a [*Damage]; the sections before it are
// returned as well.
func Read(data []byte) (sections []Section, err error) {
	if len(data) == 0 {
		return nil, &Damage{Reason: errors.New("the file is empty")}
	}
	in := bytes.NewReader(data)
	for in.Len() > 0 {
		offset := in.Size() - int64(in.Len())
		section, err := readSection(in)
		if err != nil {
			begins := bytes.HasPrefix(data[offset:], member) || bytes.HasPrefix(member, data[offset:])
			cut := errors.Is(err, errCut) && begins && !bytes.Contains(data[offset+1:], member)
			return sections, &Damage{offset, err, cut}
		}
		sections = append(sections, section)
	}
	return sections, nil
}

func readSection(in *bytes.Reader) (s Section, err error) {
	var text []byte
	zipped, err := gzip.NewReader(in)
	if err == nil {
		zipped.Multistream(false)
		text, err = io.ReadAll(io.LimitReader(zipped, maxText+1))
	}
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return s, errCut
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
	if err := d.Decode(&json.RawMessage{}); !errors.Is(err, io.EOF) {
		return errors.New("there is more than one value")
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
