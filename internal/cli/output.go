package cli

import (
	"encoding/json"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/schollz/progressbar/v3"
)

// WriteJSON writes a value as indented JSON.
func WriteJSON(to io.Writer, value any) error {
	encoder := json.NewEncoder(to)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// OpenToAppend opens a file for appending and creates it if it does not exist.
func OpenToAppend(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
}

// NewProgress returns a progress bar, which is visible only on a terminal.
func NewProgress(term Terminal, steps int, what string) *progressbar.ProgressBar {
	return progressbar.NewOptions(steps,
		progressbar.OptionSetWriter(term.Notes),
		progressbar.OptionSetVisibility(IsTerminal(term.Notes)),
		progressbar.OptionSetDescription(what),
		progressbar.OptionThrottle(time.Second/4),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionClearOnFinish())
}

// CountDone returns a function that shows progress on a terminal.
func CountDone(term Terminal, what string) (each func(done, all int)) {
	var bar *progressbar.ProgressBar
	return func(done, all int) {
		if bar == nil {
			bar = NewProgress(term, all, what)
		}
		bar.Set(done)
	}
}

// IsTerminal reports whether w is a terminal, where a progress bar makes sense.
func IsTerminal(w any) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// SetGOMAXPROCS sets GOMAXPROCS above the number of search threads. Otherwise
// the command stop waits until a busy search is preempted, which takes tens of
// milliseconds.
func SetGOMAXPROCS(threads int) {
	const spare = 4 // reading, writing, timers, garbage collection
	runtime.GOMAXPROCS(max(runtime.NumCPU(), threads) + spare)
}
