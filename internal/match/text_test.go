package match

import "testing"

func TestCleanText(t *testing.T) {
	for in, want := range map[string]string{
		"Hello":                   "Hello",
		" two\nlines ":            "two\nlines",
		"\u202eolleH":             "olleH",
		"a\u2066b\u2069\u200ec":   "abc",
		"a\u200bb\ufeffc\u2060d":  "abcd",
		"tab\there":               "tab here",
		"bell\a\x1b[31m":          "bell[31m",
		"line\u2028separator":     "line separator",
		"\u3164\u115f\u2800":      "",
		"\u200d":                  "",
		"a \u200d b":              "a  b",
		"می\u200cروم":             "می\u200cروم",
		"👩\u200d👩\u200d👧 ❤\ufe0f": "👩\u200d👩\u200d👧 ❤\ufe0f",
		"\U000e0041tag":           "tag",
		"שלום Grüße こんにちは é":      "שלום Grüße こんにちは é",
	} {
		if got := CleanText(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
		if got := CleanText(want); got != want {
			t.Errorf("%q is changed again: %q", want, got)
		}
	}
}
