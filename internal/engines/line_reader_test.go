package engines_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"tafelrunde/internal/engines"
)

func TestReader(t *testing.T) {
	long := strings.Repeat("x", engines.MaxLine+1)
	source := "uci\r\n  go depth 3\t\n\n\x00st\x07op\xff\n" + long + "\nlast"
	want := []string{"uci", "go depth 3", "", "st op", "too long", "last"}
	for name, reader := range map[string]io.Reader{
		"whole": strings.NewReader(source), "byte by byte": iotest.OneByteReader(strings.NewReader(source)),
	} {
		lines := engines.NewReader(reader)
		var got []string
		for {
			line, err := lines.Next()
			if errors.Is(err, engines.ErrLineTooLong) {
				line, err = "too long", nil
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, line)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// FuzzReader checks that lines are valid UTF-8 without control characters
// and that reading ends with the source.
func FuzzReader(f *testing.F) {
	f.Add([]byte("uci\nquit\n"))
	f.Add([]byte("\xff\xfe\x00\r\n\n"))
	f.Fuzz(func(t *testing.T, source []byte) {
		lines := engines.NewReader(strings.NewReader(string(source)))
		for range len(source) + 2 {
			line, err := lines.Next()
			if err == io.EOF {
				return
			}
			if err != nil && !errors.Is(err, engines.ErrLineTooLong) {
				t.Fatal(err)
			}
			if !utf8.ValidString(line) || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f }) {
				t.Errorf("%q of %q", line, source)
			}
		}
		t.Errorf("more lines than bytes in %q", source)
	})
}
