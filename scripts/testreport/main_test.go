package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReport(t *testing.T) {
	var out strings.Builder
	r := newReport(&out)
	for _, e := range []event{
		{Action: "output", Package: "p", Test: "TestGood", Output: "noise\n"},
		{Action: "pass", Package: "p", Test: "TestGood", Elapsed: 2},
		{Action: "output", Package: "p", Test: "TestBad", Output: "=== RUN TestBad\n"},
		{Action: "output", Package: "p", Test: "TestBad", Output: "    bad_test.go:1: wrong\n"},
		{Action: "output", Package: "p", Test: "TestBad", Output: "--- FAIL: TestBad (1.00s)\n"},
		{Action: "fail", Package: "p", Test: "TestBad", Elapsed: 1},
		{Action: "skip", Package: "p", Test: "TestDisk"},
		{Action: "skip", Package: "p", Test: "TestOther"},
		{Action: "output", Package: "p", Test: "TestCrash", Output: "panic: oh\n"},
		{Action: "output", Package: "p", Output: "FAIL\tp\t3.0s\n"},
		{Action: "fail", Package: "p"},
	} {
		r.add(e)
	}
	unexplained := r.summarise(map[string]string{"TestDisk": "needs root"})
	if len(unexplained) != 1 || unexplained[0] != "TestOther" {
		t.Errorf("unexplained skips %v, want TestOther", unexplained)
	}
	for _, want := range []string{"bad_test.go:1: wrong", "FAIL\tp", "panic: oh", "skipped tests: 2", "TestDisk: needs root", "2.00s  p TestGood"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "noise") {
		t.Error("the output of a test that passed was printed")
	}
}

func TestAppendLines(t *testing.T) {
	file := filepath.Join(t.TempDir(), "times")
	for _, lines := range [][]string{{"a", "b"}, nil, {"c"}} {
		if err := appendLines(file, lines); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "a\nb\nc\n" {
		t.Errorf("%q, %v", text, err)
	}
	if err := appendLines("", []string{"a"}); err != nil {
		t.Error(err)
	}
}

func TestReadReasons(t *testing.T) {
	file := filepath.Join(t.TempDir(), "skips")
	if err := os.WriteFile(file, []byte("# comment\n\nTestA: no disk\nTestB\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readReasons(file); err == nil || !strings.Contains(err.Error(), ":4:") {
		t.Errorf("error %v, want one that names line 4", err)
	}
}
