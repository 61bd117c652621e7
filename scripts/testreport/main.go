// Command testreport runs go test and reports the slowest and the skipped tests in
// addition to its output.
//
//	go run ./scripts/testreport [-skips FILE] -- GO-TEST-ARGUMENTS …
//
// It prints the output of failed tests and one line for each package, as go
// test does. With CI in the environment, a skipped test that is not listed in
// FILE with a reason is a failure. The exit status is 1 if anything failed. The
// lines of the slowest tests are also appended to the file that TEST_TIMES in the
// environment names.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// slowest is the number of tests listed at the end of a run.
const slowest = 10

// event is one line of go test -json, as documented by cmd/test2json.
type event struct {
	Action  string
	Package string
	Test    string
	Elapsed float64
	Output  string
}

// result is a finished test.
type result struct {
	pkg, name string
	took      time.Duration
}

// report collects the events of a run.
type report struct {
	out     io.Writer
	output  map[string][]string // of running tests and packages, by package and test
	tests   []result
	skipped []result
	failed  []result
}

func newReport(out io.Writer) *report {
	return &report{out: out, output: make(map[string][]string)}
}

// add processes the next event. The output of a test is printed only if it fails,
// that of a package immediately.
func (r *report) add(e event) {
	key := e.Package + " " + e.Test
	done := result{e.Package, e.Test, time.Duration(e.Elapsed * float64(time.Second))}
	switch e.Action {
	case "output", "build-output":
		if e.Test == "" {
			if keepPackageLine(e.Output) {
				fmt.Fprint(r.out, e.Output)
			}
			return
		}
		r.output[key] = append(r.output[key], e.Output)
	case "pass", "skip", "fail":
		if e.Test == "" {
			// A package that crashes ends without ending its tests.
			if e.Action == "fail" {
				for other, lines := range r.output {
					if strings.HasPrefix(other, e.Package+" ") {
						r.print(lines)
						delete(r.output, other)
					}
				}
			}
			return
		}
		if e.Action == "fail" {
			r.print(r.output[key])
			r.failed = append(r.failed, done)
		}
		if e.Action == "skip" {
			r.skipped = append(r.skipped, done)
		}
		delete(r.output, key)
		r.tests = append(r.tests, done)
	}
}

func (r *report) print(lines []string) {
	for _, line := range lines {
		if !strings.HasPrefix(line, "=== ") {
			fmt.Fprint(r.out, line)
		}
	}
}

// keepPackageLine reports whether go test without -v would print the line.
func keepPackageLine(line string) bool {
	return line != "PASS\n" && !strings.HasPrefix(line, "=== ") && !strings.HasSuffix(line, "[no test files]\n")
}

// summarise prints the slowest tests and the skipped ones with their reasons,
// and returns the skipped tests that have none.
func (r *report) summarise(reasons map[string]string) (unexplained []string) {
	slices.SortStableFunc(r.tests, func(a, b result) int { return cmp.Compare(b.took, a.took) })
	fmt.Fprintln(r.out, "slowest tests:")
	for _, line := range r.slowest() {
		fmt.Fprintln(r.out, line)
	}
	fmt.Fprintf(r.out, "skipped tests: %d\n", len(r.skipped))
	for _, test := range r.skipped {
		reason, listed := reasons[test.name]
		if !listed {
			reason = "NO REASON LISTED"
			unexplained = append(unexplained, test.name)
		}
		fmt.Fprintf(r.out, "  %s %s: %s\n", test.pkg, test.name, reason)
	}
	return unexplained
}

// slowest returns a line for each of the slowest tests, which are sorted.
func (r *report) slowest() (lines []string) {
	for _, test := range r.tests {
		if strings.Contains(test.name, "/") {
			continue // its time is part of its parent's
		}
		if len(lines) == slowest {
			break
		}
		lines = append(lines, fmt.Sprintf("  %7.2fs  %s %s", test.took.Seconds(), test.pkg, test.name))
	}
	return lines
}

// appendLines appends lines to a file. It does nothing without a name.
func appendLines(name string, lines []string) error {
	if name == "" || len(lines) == 0 {
		return nil
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = file.WriteString(strings.Join(lines, "\n") + "\n")
	return errors.Join(err, file.Close())
}

// readReasons reads a file of lines "TestName: reason"; lines that are empty or
// begin with # are comments.
func readReasons(file string) (map[string]string, error) {
	reasons := make(map[string]string)
	if file == "" {
		return reasons, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for number, line := range strings.Split(string(text), "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		name, reason, ok := strings.Cut(line, ": ")
		if !ok || strings.TrimSpace(reason) == "" {
			return nil, fmt.Errorf("%s:%d: want TestName: reason, not %q", file, number+1, line)
		}
		reasons[name] = reason
	}
	return reasons, nil
}

func run(skips string, args []string) error {
	reasons, err := readReasons(skips)
	if err != nil {
		return err
	}
	command := exec.Command("go", append([]string{"test", "-json"}, args...)...)
	command.Stderr = os.Stderr
	stdout, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	r := newReport(os.Stdout)
	lines := bufio.NewReader(stdout)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) != nil {
				os.Stdout.Write(line)
			} else {
				r.add(e)
			}
		}
		if err != nil {
			break
		}
	}
	failed := command.Wait()
	unexplained := r.summarise(reasons)
	if err := appendLines(os.Getenv("TEST_TIMES"), r.slowest()); err != nil {
		return err
	}
	for _, test := range r.failed {
		fmt.Printf("--- FAIL: %s (%.2fs) %s\n", test.name, test.took.Seconds(), test.pkg)
	}
	if failed != nil {
		return fmt.Errorf("go test: %w", failed)
	}
	if len(unexplained) > 0 && os.Getenv("CI") != "" {
		return fmt.Errorf("tests were skipped without a listed reason: %s", strings.Join(unexplained, ", "))
	}
	return nil
}

func main() {
	skips := flag.String("skips", "", "`file` of tests that may be skipped, with reasons")
	flag.Parse()
	if err := run(*skips, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "testreport:", err)
		os.Exit(1)
	}
}
