package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/schollz/progressbar/v3"
)

// benchCommand prints the engine's fingerprint.
type benchCommand struct{}

func (benchCommand) Run(term terminal) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var bar *progressbar.ProgressBar
	return bench(ctx, term.out, func(done, all int) {
		if bar == nil {
			bar = progressbar.NewOptions(all,
				progressbar.OptionSetWriter(term.notes),
				progressbar.OptionSetVisibility(isTerminal(term.notes)),
				progressbar.OptionSetDescription("positions"),
				progressbar.OptionShowCount(),
				progressbar.OptionClearOnFinish())
		}
		bar.Set(done)
	})
}

// isTerminal tells whether people watch what is written, so that a moving bar
// makes sense.
func isTerminal(w any) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
