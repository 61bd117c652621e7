package web

import "testing"

// FuzzAcceptEncoding: for every header the chosen form exists and is not one that
// the header refuses by name.
func FuzzAcceptEncoding(f *testing.F) {
	for _, header := range []string{"", "br", "gzip;q=0.5, *;q=0", "identity;q=0", ",;,", "br;q=1e9", "br; q=0.000", "\x00"} {
		f.Add(header)
	}
	forms := map[coding]form{identity: {}, gzip: {}}
	f.Fuzz(func(t *testing.T, header string) {
		chosen := bestCoding([]string{header}, forms)
		if _, ok := forms[chosen]; !ok {
			t.Fatalf("%q: %q does not exist", header, chosen)
		}
		weight, named := parseAcceptEncoding([]string{header})[chosen]
		if chosen != identity && named && weight == 0 {
			t.Errorf("%q: got %q, which it refuses", header, chosen)
		}
	})
}
