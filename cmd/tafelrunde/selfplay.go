package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// writeSelfPlay appends to a file the lines that so many games give, and says how
// many positions they are; see writeParts.
func writeSelfPlay(term terminal, name string, games, threads int, newPlayer func() func(game int) []string) error {
	count, err := writeParts(term, name, "games", games, threads, newPlayer)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(term.out, "%d games, %d positions\n", games, count)
	return err
}

// writeParts appends to a file the lines that so many parts of a work give, several
// done at once, with a progress bar, and returns how many lines. newWorker is asked
// for a worker for each goroutine, which makes the lines of the part with that number.
func writeParts(term terminal, name, what string, parts, threads int, newWorker func() func(part int) []string) (lines int, err error) {
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	bar := progressbar.NewOptions(parts, progressbar.OptionSetWriter(term.notes), progressbar.OptionSetDescription(what),
		progressbar.OptionThrottle(time.Second), progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetVisibility(isTerminal(term.notes)),
		progressbar.OptionOnCompletion(func() { fmt.Fprintln(term.notes) }))
	numbers := make(chan int)
	done := make(chan []string)
	var workers sync.WaitGroup
	for range max(1, min(threads, runtime.NumCPU())) {
		workers.Go(func() {
			work := newWorker()
			for part := range numbers {
				done <- work(part)
			}
		})
	}
	go func() {
		for part := range parts {
			numbers <- part
		}
		close(numbers)
		workers.Wait()
		close(done)
	}()
	out := bufio.NewWriter(file)
	for part := range done {
		for _, line := range part {
			fmt.Fprintln(out, line)
			lines++
		}
		_ = bar.Add(1)
	}
	return lines, out.Flush()
}
