package dataset

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const by = "test --seed 1"

func record(n int) Record {
	r := Record{Rules: "wotn", Number: n, Start: "start", Scores: []int{n, -n}, Result: []float64{1, 0}, Expected: []float64{0.5, 0.5}}
	for i := range n % 40 {
		r.Moves += fmt.Sprintf("e%de%d ", i%8+1, (i+n)%8+1)
	}
	return r
}

// written returns the bytes of a file with blocks of some records each, and the ends of the
// blocks.
func written(t testing.TB, blocks, each int) (data []byte, ends []int) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "data")
	for b := range blocks {
		w, err := Append(name, by, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range each {
			r := record(b*each + i)
			if err := w.Add(&r); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if data, err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, len(data))
	}
	return data, ends
}

// numbers returns the numbers of the records in data, and the damage.
func numbers(t testing.TB, data []byte) (list []int, damage []Damage) {
	t.Helper()
	err := read(bytes.NewReader(data), func(d Damage) { damage = append(damage, d) }, func(from Origin, records []Record, _ int64) error {
		for _, r := range records {
			if want := record(r.Number); from.By != by || !reflect.DeepEqual(r, want) {
				t.Fatalf("%+v of %+v, want %+v", r, from, want)
			}
			list = append(list, r.Number)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list, damage
}

// TestDamage changes every byte of the middle one of three blocks, and cuts the file at every
// byte: the whole blocks are read, and the damage has its place.
func TestDamage(t *testing.T) {
	data, ends := written(t, 3, 2)
	if got, damage := numbers(t, data); !reflect.DeepEqual(got, []int{0, 1, 2, 3, 4, 5}) || damage != nil {
		t.Fatalf("%v, %v", got, damage)
	}
	for at := ends[0]; at < ends[1]; at++ {
		bad := bytes.Clone(data)
		bad[at] ^= 0x55
		got, damage := numbers(t, bad)
		want := []Damage{{int64(ends[0]), int64(ends[1] - ends[0]), ""}}
		for i := range damage {
			damage[i].Reason = ""
		}
		if !reflect.DeepEqual(got, []int{0, 1, 4, 5}) || !reflect.DeepEqual(damage, want) {
			t.Fatalf("byte %d: %v, %v, want %v", at, got, damage, want)
		}
	}
	name := filepath.Join(t.TempDir(), "cut")
	for size := range data {
		whole := 0
		for whole < len(ends) && ends[whole] <= size {
			whole++
		}
		if got, damage := numbers(t, data[:size]); len(got) != 2*whole || len(damage) > 1 {
			t.Fatalf("%d bytes: %v, %v", size, got, damage)
		}
		if err := os.WriteFile(name, data[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		before := 0
		w, err := Append(name, by, func(Origin, *Record) error { before++; return nil })
		if err != nil || before != 2*whole {
			t.Fatalf("%d bytes: %d records, %v", size, before, err)
		}
		last := record(9)
		if err := w.Add(&last); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		again, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got, damage := numbers(t, again); len(got) != 2*whole+1 || got[2*whole] != 9 || damage != nil {
			t.Fatalf("%d bytes, continued: %v, %v", size, got, damage)
		}
	}
}

// TestDamageAtTheEnd: a block that was cut off is removed, but nothing else that cannot be read.
func TestDamageAtTheEnd(t *testing.T) {
	data, ends := written(t, 3, 2)
	name := filepath.Join(t.TempDir(), "damaged")
	flip := func(offsets ...int) []byte {
		bad := bytes.Clone(data)
		for _, at := range offsets {
			bad[at] ^= 0x55
		}
		return bad
	}
	const body = headerSize + 5
	for _, c := range []struct {
		name string
		data []byte
		want int // records, -1 for an error
	}{
		{"whole", data, 6},
		{"cut off", data[:ends[2]-3], 4},
		{"first block cut off", data[:ends[0]-3], 0},
		{"last block damaged", flip(ends[1] + body), 4},
		{"middle block damaged", flip(ends[0] + body), 4}, // it is reported when the file is read
		{"two last blocks damaged", flip(ends[0]+body, ends[1]+body), -1},
		{"all blocks damaged", flip(body, ends[0]+body, ends[1]+body), -1},
		{"only block damaged", flip(body)[:ends[0]], -1},
		{"more than a block follows", append(bytes.Clone(data), make([]byte, maxMember+1)...), -1},
	} {
		if err := os.WriteFile(name, c.data, 0o600); err != nil {
			t.Fatal(err)
		}
		records := 0
		w, err := Append(name, by, func(Origin, *Record) error { records++; return nil })
		if err != nil {
			records = -1
		} else if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if records != c.want {
			t.Errorf("%s: %d records, %v; want %d", c.name, records, err, c.want)
		}
		if after, err := os.ReadFile(name); c.want < 0 && (err != nil || !bytes.Equal(after, c.data)) {
			t.Errorf("%s: the file was changed, %v", c.name, err)
		}
	}
}

// TestOneValueALine refuses lines with anything after the first value.
func TestOneValueALine(t *testing.T) {
	for _, end := range []string{"", " ", "}", "]", "{}", "x"} {
		if _, _, err := parse([]byte(`{"by":"x"}` + end + "\n")); (err == nil) != (strings.TrimSpace(end) == "") {
			t.Errorf("%q: %v", end, err)
		}
	}
}

// TestOtherFiles: other files are neither read nor overwritten, and bad records not written.
func TestOtherFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "other")
	none := func(Origin, *Record) error { return nil }
	for _, text := range []string{"a text\n", "\x1f\x8b\x08 another gzip file"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Append(name, by, nil); err == nil || !strings.Contains(err.Error(), "no dataset") {
			t.Errorf("%q: %v", text, err)
		}
		var notes strings.Builder
		if err := Read(name, &notes, none); err == nil || !strings.Contains(notes.String(), name+": ") {
			t.Errorf("%q: %v, %q", text, err, notes.String())
		}
		if after, err := os.ReadFile(name); err != nil || string(after) != text {
			t.Errorf("%q was changed to %q, %v", text, after, err)
		}
	}
	w, err := Append(filepath.Join(t.TempDir(), "new"), by, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []Record{{}, {Rules: "wotn"}, {Rules: "wotn", Start: "x", Number: -1}, {Rules: "wotn", Start: "x", Result: []float64{1}}, {Rules: "wotn", Start: "x", Expected: []float64{2, -1}}} {
		if err := w.Add(&bad); err == nil {
			t.Errorf("%+v was added", bad)
		}
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

// FuzzRead: no data makes the reader panic, all bytes are in blocks or in damage, and what is
// read is the same when it is written again.
func FuzzRead(f *testing.F) {
	data, ends := written(f, 2, 1)
	f.Add(data)
	f.Add(data[3:])
	f.Add(append(bytes.Clone(data[:ends[0]]), "x"...))
	lines, err := pack([]byte("{\"by\":\"x\"}\n{\"rules\":\"wotn\",\"number\":1,\"start\":\"s\",\"result\":[1,0]}\n"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(lines)
	f.Fuzz(func(t *testing.T, data []byte) {
		skipped, end := int64(0), int64(0)
		var first []Record
		err := read(bytes.NewReader(data), func(d Damage) { skipped += d.Size }, func(from Origin, records []Record, at int64) error {
			end = at
			first = append(first, records...)
			return nil
		})
		if err != nil || skipped > int64(len(data)) || end > int64(len(data)) || len(first) == 0 && skipped+end < int64(len(data)) {
			t.Fatalf("%v, %d bytes skipped, %d read of %d", err, skipped, end, len(data))
		}
		name := filepath.Join(t.TempDir(), "again")
		w, err := Append(name, by, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range first {
			if err := w.Add(&first[i]); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		var again []Record
		err = Read(name, io.Discard, func(_ Origin, r *Record) error { again = append(again, *r); return nil })
		if len(first) > 0 && (err != nil || fmt.Sprint(first) != fmt.Sprint(again)) {
			t.Fatalf("%v, want %v: %v", again, first, err)
		}
	})
}
