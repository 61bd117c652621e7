package engines

import (
	"bufio"
	"io"
	"strings"
	"sync"
)

// Output writes whole lines. Its methods may be called from several
// goroutines. After the first write error nothing more is written.
type Output struct {
	mu     sync.Mutex
	to     *bufio.Writer
	failed chan struct{}
	err    error
}

// NewOutput returns an output that writes to a writer.
func NewOutput(to io.Writer) *Output {
	return &Output{to: bufio.NewWriter(to), failed: make(chan struct{})}
}

// WriteLines writes lines, without those of another goroutine between them,
// and flushes.
func (o *Output) WriteLines(lines ...string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return
	}
	for _, line := range lines {
		o.to.WriteString(line)
		o.to.WriteByte('\n')
	}
	if err := o.to.Flush(); err != nil {
		o.err = err
		close(o.failed)
	}
}

// Failed returns a channel that is closed after the first write error.
func (o *Output) Failed() <-chan struct{} { return o.failed }

// Err returns the first write error, or nil.
func (o *Output) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// Writer returns a writer that forwards whole lines of text, each with a
// prefix. Text after the last line end is held back.
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
		w.out.WriteLines(w.prefix + line)
	}
	return len(text), w.out.Err()
}
