package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// serviceSettings and serviceVariables are the files with the settings of the service
// that the Debian package installs; see deploy/tafelrunde.service.
var (
	serviceSettings  = "/etc/tafelrunde/tafelrunde.toml"
	serviceVariables = "/etc/default/tafelrunde"
)

// ofService reports whether a command acts on the service of this machine: the service
// has settings here, and neither the command line nor the environment chooses a database
// or the address of a server.
func (s *settings) ofService(command *kong.Context) bool {
	selected := command.Selected()
	if slices.Contains([]string{"serve", "worker", "check"}, selected.Name) || !isThere(serviceSettings) {
		return false
	}
	for _, path := range command.Path {
		if path.Positional != nil && path.Positional.Name == "url" {
			return false
		}
	}
	for _, flag := range selected.Flags {
		if slices.Contains([]string{"data", "database", "addr"}, flag.Name) && s.source(command, flag) != "default" {
			return false
		}
	}
	return true
}

// unreadable is the error for a file of the service that this user cannot read.
func unreadable(err error) error {
	return fmt.Errorf("the settings of the service cannot be read (%w); run the command as root, or choose other settings with --config", err)
}

// readVariables reads a file of variables as systemd does (EnvironmentFile=): lines with
// NAME=VALUE, comments that begin with # or ;, quotes around values, and lines that go on
// after a backslash. A missing file has none.
func readVariables(name string) (map[string]string, error) {
	data, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	variables := map[string]string{}
	joined := strings.ReplaceAll(string(data), "\\\n", "")
	for line := range strings.Lines(joined) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		if name, value, found := strings.Cut(line, "="); found {
			variables[strings.TrimSpace(name)] = unquoted(strings.TrimSpace(value))
		}
	}
	return variables, nil
}

// unquoted returns a value without the quotes around it, and without the backslashes
// before other characters unless the quotes are single ones.
func unquoted(value string) string {
	quote := byte(0)
	if n := len(value); n >= 2 && (value[0] == '"' || value[0] == '\'') && value[n-1] == value[0] {
		quote, value = value[0], value[1:n-1]
	}
	if quote == '\'' {
		return value
	}
	var b strings.Builder
	for i := 0; i < len(value); i++ {
		if value[i] == '\\' && i+1 < len(value) {
			i++
		}
		b.WriteByte(value[i])
	}
	return b.String()
}
