package engine

import (
	"bufio"
	"io"
	"strings"
	"sync"
)

// Output writes whole lines, from any goroutine. It remembers the first error
// of writing; after it, nothing more is written.
type Output struct {
	mu     sync.Mutex
	to     *bufio.Writer
	broken chan struct{}
	failed error
}

// NewOutput returns an output that writes to a writer.
func NewOutput(to io.Writer) *Output {
	return &Output{to: bufio.NewWriter(to), broken: make(chan struct{})}
}

// Say writes lines at once, none of another goroutine between them.
func (o *Output) Say(lines ...string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failed != nil {
		return
	}
	for _, line := range lines {
		o.to.WriteString(line)
		o.to.WriteByte('\n')
	}
	if err := o.to.Flush(); err != nil {
		o.failed = err
		close(o.broken)
	}
}

// Broken is closed when nothing can be written any more.
func (o *Output) Broken() <-chan struct{} { return o.broken }

// Err returns the error of writing, if there was one.
func (o *Output) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.failed
}

// Writer returns a writer of text that is passed on by whole lines, each with
// a prefix.
func (o *Output) Writer(prefix string) io.Writer {
	return &lineWriter{out: o, prefix: prefix}
}

type lineWriter struct {
	out    *Output
	prefix string
	rest   string
}

func (w *lineWriter) Write(text []byte) (int, error) {
	lines := strings.Split(w.rest+string(text), "\n")
	w.rest = lines[len(lines)-1]
	for _, line := range lines[:len(lines)-1] {
		w.out.Say(w.prefix + line)
	}
	return len(text), w.out.Err()
}
