package main

import (
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"tafelrunde/internal/cli"
)

// TestEmptyValues gives every flag and argument of type text an empty value, one at
// a time.
func TestEmptyValues(t *testing.T) {
	parser, err := kong.New(&program{}, kong.Name("tafelrunde"), kong.Writers(io.Discard, io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, command := range parser.Model.Leaves(false) {
		words := cli.CommandPath(command)[len("tafelrunde "):]
		try := func(name string, give ...string) {
			tried++
			args := append(strings.Fields(words), give...)
			for _, flag := range command.Flags {
				if flag.Required && flag.Name != name {
					args = append(args, "--"+flag.Name+"=x")
				}
			}
			for _, p := range command.Positional {
				switch {
				case p.Name == name:
					args = append(args, "")
				case takesText(p.Target):
					args = append(args, "x")
				case p.Required:
					args = append(args, "1")
				}
			}
			// A parser remembers flags of the call before, and --cancel excludes --delete.
			fresh, err := kong.New(&program{}, kong.Name("tafelrunde"), kong.Writers(io.Discard, io.Discard))
			if err != nil {
				t.Fatal(err)
			}
			parsed, err := fresh.Parse(args)
			if err != nil {
				if !strings.Contains(err.Error(), "must be one of") && !strings.Contains(err.Error(), `""`) {
					t.Errorf("%q: %v", args, err)
				}
				return
			}
			if cli.EmptyValue(parsed) == nil {
				t.Errorf("%q is accepted", args)
			}
		}
		for _, flag := range command.Flags {
			if takesText(flag.Target) && flag.Name != "help" {
				try(flag.Name, "--"+flag.Name+"=")
			}
		}
		for _, p := range command.Positional {
			if takesText(p.Target) {
				try(p.Name)
			}
		}
	}
	if tried < 10 {
		t.Errorf("only %d flags and arguments take text", tried)
	}
}

func takesText(v reflect.Value) bool {
	return v.Kind() == reflect.String || v.Kind() == reflect.Slice
}
