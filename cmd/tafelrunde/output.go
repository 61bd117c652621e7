package main

import (
	"encoding/json"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
)

// writeJSON writes a value as indented JSON.
func writeJSON(to io.Writer, value any) error {
	encoder := json.NewEncoder(to)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// openToAppend opens a file for appending and creates it if it does not exist.
func openToAppend(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
}

// newProgress returns a progress bar, which is visible only on a terminal.
func newProgress(term terminal, steps int, what string) *progressbar.ProgressBar {
	return progressbar.NewOptions(steps,
		progressbar.OptionSetWriter(term.notes),
		progressbar.OptionSetVisibility(isTerminal(term.notes)),
		progressbar.OptionSetDescription(what),
		progressbar.OptionThrottle(time.Second/4),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionClearOnFinish())
}
