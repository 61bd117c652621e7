package engine_test

import (
	"errors"
	"testing"

	"tafelrunde/wotn/engine"
)

func TestParse(t *testing.T) {
	spin := engine.Option{Name: "Hash", Type: engine.Spin, Min: 1, Max: 64}
	check := engine.Option{Name: "Ponder", Type: engine.Check}
	combo := engine.Option{Name: "Style", Type: engine.Combo, Choices: []string{"calm", "very bold"}}
	text := engine.Option{Name: "File", Type: engine.String}
	button := engine.Option{Name: "Clear", Type: engine.Button}
	for _, test := range []struct {
		option      engine.Option
		value, want string
		refused     bool
	}{
		{spin, "16", "16", false},
		{spin, " +07 ", "7", false},
		{spin, "65", "", true},
		{spin, "0", "", true},
		{spin, "ten", "", true},
		{spin, "99999999999999999999", "", true},
		{check, "TRUE", "true", false},
		{check, "0", "false", false},
		{check, "", "", true},
		{combo, "Very Bold", "very bold", false},
		{combo, "bold", "", true},
		{text, "  a b  ", "a b", false},
		{text, "<empty>", "", false},
		{button, "anything", "", false},
	} {
		got, err := test.option.Parse(test.value)
		var wrong *engine.ValueError
		if got != test.want || errors.As(err, &wrong) != test.refused {
			t.Errorf("%s %q: got %q, %v", test.option.Name, test.value, got, err)
		}
	}
	if found, ok := engine.FindOption([]engine.Option{spin, check}, "pONDER"); !ok || found.Name != "Ponder" {
		t.Errorf("found %+v", found)
	}
	if _, ok := engine.FindOption([]engine.Option{spin}, "Has"); ok {
		t.Error("found an option by a part of its name")
	}
}
