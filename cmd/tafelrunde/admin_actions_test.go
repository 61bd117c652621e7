package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// TestEveryActionHasACommand compares the table of docs/operating.md with the requests of
// the administration, which another test compares with the routes, and with the
// commands of tafelrunde admin.
func TestEveryActionHasACommand(t *testing.T) {
	matches := func(file, line, part string) []string {
		data, err := os.ReadFile("../../docs/" + file)
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, row := range regexp.MustCompile(`(?m)`+line).FindAllString(string(data), -1) {
			for _, m := range regexp.MustCompile(part).FindAllStringSubmatch(row, -1) {
				found = append(found, m[1])
			}
		}
		slices.Sort(found)
		return found
	}
	requests := matches("formats/permissions.md", "^\\| `[A-Z]+ /api/admin/.*$", "`([A-Z]+ /api/admin/[^`]*)`")
	if listed := matches("operating.md", "^\\|.*`[A-Z]+ /api/admin/.*$", "`([A-Z]+ /api/admin/[^`]*)`"); !slices.Equal(listed, requests) {
		t.Errorf("the table has the requests\n%s\nthe server has\n%s", strings.Join(listed, "\n"), strings.Join(requests, "\n"))
	}
	parser, err := kong.New(&program{})
	if err != nil {
		t.Fatal(err)
	}
	var commands []string
	for _, command := range commandNamed(parser.Model.Node, "admin").Children {
		commands = append(commands, command.Name)
	}
	slices.Sort(commands)
	if listed := matches("operating.md", "^\\|.*`[A-Z]+ /api/admin/.*$", "`admin ([a-z-]+)`"); !slices.Equal(listed, commands) {
		t.Errorf("the table has the commands %q; the program has %q", listed, commands)
	}
}
