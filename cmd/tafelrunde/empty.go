package main

import (
	"reflect"
	"strings"

	"github.com/alecthomas/kong"
)

// emptyValue returns an error that names the first option or argument of the
// command line whose value is empty, or nil if there is none. Commands read ""
// as "not given"; an explicit empty value is nearly always a variable of a
// script that was never set, and must not mean the default.
func emptyValue(command *kong.Context) error {
	for _, path := range command.Path {
		if path.Resolved {
			continue // from the environment, where an empty variable counts as unset
		}
		var name string
		switch {
		case path.Flag != nil:
			name = "--" + path.Flag.Name
		case path.Positional != nil:
			name = strings.ToUpper(path.Positional.Name)
		default:
			continue
		}
		if isEmpty(command.Value(path)) {
			return &misuse{name + " is empty; give a value or leave it out"}
		}
	}
	return nil
}

// isEmpty reports whether a parsed value is blank text, or a list that is empty
// or contains blank text.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String:
		return strings.TrimSpace(v.String()) == ""
	case reflect.Pointer:
		return !v.IsNil() && isEmpty(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			if isEmpty(v.Index(i)) {
				return true
			}
		}
		return v.Len() == 0
	}
	return false
}
