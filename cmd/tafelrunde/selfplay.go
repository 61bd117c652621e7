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

// writeSelfPlay appends to a file the lines that so many games give, several
// played at once. newPlayer is asked for a player for each goroutine, which makes
// the lines of the game with that number.
func writeSelfPlay(term terminal, name string, games, threads int, newPlayer func() func(game int) []string) error {
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	bar := progressbar.NewOptions(games, progressbar.OptionSetWriter(term.notes), progressbar.OptionSetDescription("games"),
		progressbar.OptionThrottle(time.Second), progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetVisibility(isTerminal(term.notes)),
		progressbar.OptionOnCompletion(func() { fmt.Fprintln(term.notes) }))
	numbers := make(chan int)
	lines := make(chan []string)
	var players sync.WaitGroup
	for range max(1, min(threads, runtime.NumCPU())) {
		players.Go(func() {
			play := newPlayer()
			for game := range numbers {
				lines <- play(game)
			}
		})
	}
	go func() {
		for game := range games {
			numbers <- game
		}
		close(numbers)
		players.Wait()
		close(lines)
	}()
	out := bufio.NewWriter(file)
	count := 0
	for game := range lines {
		for _, line := range game {
			fmt.Fprintln(out, line)
			count++
		}
		_ = bar.Add(1)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(term.out, "%d games, %d positions\n", games, count)
	return nil
}
