package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"testing"
)

// TestAnswerEndsSearch: who has heard a bestmove can give the next command at
// once, however quick he is.
func TestAnswerEndsSearch(t *testing.T) {
	in, commands := io.Pipe()
	answers, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- serveLancelot(in, out)
		out.Close()
	}()
	lines := bufio.NewScanner(answers)
	for range 2000 {
		fmt.Fprintln(commands, "go nodes 1")
		for lines.Scan() && !strings.HasPrefix(lines.Text(), "bestmove ") {
		}
		fmt.Fprintln(commands, "position startpos\nisready")
		if !lines.Scan() || lines.Text() != "readyok" {
			t.Fatalf("%q instead of readyok", lines.Text())
		}
	}
	fmt.Fprintln(commands, "quit")
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
