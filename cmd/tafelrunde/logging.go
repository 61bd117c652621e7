package main

import (
	"log/slog"

	"tafelrunde/internal/cli"
)

// logging holds the flags of commands that write a log.
type logging struct {
	LogFormat string `default:"text" enum:"text,json" help:"Format of the log: text or json."`
	LogLevel  string `default:"info" enum:"debug,info,warn,error" help:"Least level of the lines in the log: debug, info, warn or error."`
}

// logger returns the logger of a server. It writes to the notes of the terminal.
func (l *logging) logger(term cli.Terminal) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(l.LogLevel)); err != nil {
		panic("kong has accepted the level " + l.LogLevel)
	}
	options := &slog.HandlerOptions{Level: level}
	if l.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(term.Notes, options))
	}
	return slog.New(slog.NewTextHandler(term.Notes, options))
}
