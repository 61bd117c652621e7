package match_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tafelrunde/internal/match"
)

// specOf returns the declaration of the command that asks for an action, or nil
// if clients do not send it.
func specOf(do match.Action) *match.CommandSpec {
	for i := range match.Commands {
		c := &match.Commands[i]
		if a, _ := (&match.CommandRequest{Type: c.Type}).Action(match.Player{}, 0); reflect.TypeOf(a) == reflect.TypeOf(do) {
			return c
		}
	}
	return nil
}

// checkDeclared fails the test if a command was refused with a code that its
// declaration lacks. All tests that send commands call it.
func checkDeclared(t testing.TB, by string, do match.Action, err error) {
	t.Helper()
	var refusal *match.Refusal
	c := specOf(do)
	if c == nil || by == "" || !errors.As(err, &refusal) {
		return
	}
	if slices.Contains(c.Codes, refusal.Code) || slices.Contains(c.Sender().Codes(), refusal.Code) || refusal.Code == "no-table" ||
		c.RuleCodes && (refusal.Code == "illegal" || refusal.Code == "handicap-kind") {
		return
	}
	t.Errorf("command %q is refused with %q, which it does not declare", c.Type, refusal.Code)
}

// TestDeclaredCodesExist compares the codes of all declarations with those in
// the source, both ways.
func TestDeclaredCodesExist(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	inSource, inDecisions := make(map[string]bool), make(map[string]bool)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, found := range regexp.MustCompile(`Refuse\("([a-z-]+)"`).FindAllSubmatch(text, -1) {
			inSource[string(found[1])] = true
			if strings.HasPrefix(file, "decide") {
				inDecisions[string(found[1])] = true
			}
		}
	}
	declared := map[string]bool{"no-table": true}
	for _, c := range match.Commands {
		codes := append(c.Sender().Codes(), c.Codes...)
		for i, code := range codes {
			declared[code] = true
			if !inSource[code] {
				t.Errorf("command %q: no refusal %q", c.Type, code)
			}
			if slices.Contains(codes[:i], code) {
				t.Errorf("command %q declares %q twice", c.Type, code)
			}
		}
	}
	// Refusals of what only the server does, and of opening a table.
	for _, code := range []string{"opened", "owner", "engines", "no-clock", "no-downtime", "time-left"} {
		declared[code] = true
	}
	for code := range inDecisions {
		if !declared[code] {
			t.Errorf("no command declares the refusal %q", code)
		}
	}
}

// TestFieldsOfCommands compares the fields of the declarations with those of a
// request, both ways.
func TestFieldsOfCommands(t *testing.T) {
	request := make(map[string]bool)
	for _, field := range reflect.VisibleFields(reflect.TypeFor[match.CommandRequest]()) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		request[name] = true
	}
	used := map[string]bool{"type": true}
	for _, c := range match.Commands {
		for _, field := range c.Fields {
			used[field.Name] = true
		}
	}
	if !reflect.DeepEqual(request, used) {
		t.Errorf("fields of requests %v, of commands %v", request, used)
	}
}

func TestActionOfCommand(t *testing.T) {
	one := []match.HandicapPromotion{{Square: "e2", Kind: "S"}}
	promote := match.CommandRequest{Type: "promote", Promotions: one, Done: true}
	if a, ok := promote.Action(match.Player{}, 0); !ok || !reflect.DeepEqual(a, match.Promote{Promotions: one, Done: true}) {
		t.Errorf("%+v, %v", a, ok)
	}
	for _, name := range []string{"none", "improve"} {
		if _, ok := (&match.CommandRequest{Type: name}).Action(match.Player{}, 0); ok {
			t.Errorf("%s has an action", name)
		}
	}
}

// senders are the names and descriptions of senders in the documents.
var senders = []struct {
	sender     match.Sender
	name, text string
}{
	{match.FromAnyone, "anyone", "anyone who may see the table"},
	{match.FromOwner, "owner", "the person who opened the table"},
	{match.FromSeatedOrOwner, "seated or owner", "a person with a seat; the owner at a table that waits for players or whose engine has failed"},
	{match.FromSeated, "seated", "a person with a seat"},
	{match.FromToMove, "to move", "the person to move"},
	{match.FromPlayer, "player", "a person with a seat in the running game that is not out and not taken over"},
	{match.FromReplaced, "replaced", "a person with a seat that an engine has taken over"},
}

func quoted(codes []string) string {
	var all []string
	for _, code := range codes {
		all = append(all, "`"+code+"`")
	}
	return strings.Join(all, ", ")
}

// TestTablesOfCommands compares docs/formats/match-events.md with the declarations.
func TestTablesOfCommands(t *testing.T) {
	var commands, by strings.Builder
	names := make(map[match.Sender]string)
	by.WriteString("| sender | | refusals |\n| --- | --- | --- |\n")
	for _, s := range senders {
		names[s.sender] = s.name
		fmt.Fprintf(&by, "| %s | %s | %s |\n", s.name, s.text, quoted(s.sender.Codes()))
	}
	commands.WriteString("| type | what it does | fields | sender | refusals |\n| --- | --- | --- | --- | --- |\n")
	for _, c := range match.Commands {
		var fields []string
		for _, f := range c.Fields {
			text := "`" + f.Name + "`"
			if f.Doc != "" {
				text += " (" + f.Doc + ")"
			}
			fields = append(fields, text)
		}
		codes := quoted(c.Codes)
		if c.RuleCodes {
			codes += ", those of the rules"
		}
		fmt.Fprintf(&commands, "| `%s` | %s | %s | %s | %s |\n", c.Type, c.Summary, strings.Join(fields, ", "), names[c.Sender()], codes)
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "formats", "match-events.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{commands.String(), by.String()} {
		if !strings.Contains(string(text), "\n"+table+"\n") {
			t.Errorf("docs/formats/match-events.md lacks this table:\n%s", table)
		}
	}
}
