package training

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
)

// Append runs jobs numbered from 0 in several goroutines, at most one a processor,
// and appends the lines that they return to a file. It returns the number of lines.
// newWorker is called once a goroutine. onJob, called after each job, may be nil.
func Append(name string, jobs, threads int, newWorker func() func(job int) []string, onJob func()) (lines int, err error) {
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	numbers := make(chan int)
	results := make(chan []string)
	var workers sync.WaitGroup
	for range max(1, min(threads, runtime.NumCPU())) {
		workers.Go(func() {
			work := newWorker()
			for job := range numbers {
				results <- work(job)
			}
		})
	}
	go func() {
		for job := range jobs {
			numbers <- job
		}
		close(numbers)
		workers.Wait()
		close(results)
	}()
	out := bufio.NewWriter(file)
	for result := range results {
		for _, line := range result {
			fmt.Fprintln(out, line)
			lines++
		}
		if onJob != nil {
			onJob()
		}
	}
	return lines, out.Flush()
}

// readSamples calls add with the position and the expected result of each line of a
// dataset. Errors name the file and the line.
func readSamples(name string, add func(position, expected string) error) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	number := 1
	for ; lines.Scan(); number++ {
		position, expected, ok := strings.Cut(lines.Text(), " | ")
		if !ok {
			return fmt.Errorf("%s, line %d: not a position, a bar and expected results", name, number)
		}
		if err := add(position, expected); err != nil {
			return fmt.Errorf("%s, line %d: %w", name, number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s, line %d: %w", name, number, err)
	}
	return nil
}

// readWeights returns the weights in a file, or those of preset if name is empty.
func readWeights[W any](name string, preset func() W, parse func(text string) (W, error)) (W, error) {
	if name == "" {
		return preset(), nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		var none W
		return none, err
	}
	weights, err := parse(string(text))
	if err != nil {
		return weights, fmt.Errorf("%s: %w", name, err)
	}
	return weights, nil
}

// WriteText writes text to a file, or to out if name is empty.
func WriteText(out io.Writer, name, text string) error {
	if name == "" {
		_, err := io.WriteString(out, text)
		return err
	}
	return os.WriteFile(name, []byte(text), 0o644)
}
