package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// lines are the lines of a file by the paths of its values: "exercises.3.par",
// "texts.en.title". The path of the whole file is "".
type lines map[string]int

// of returns the line of a value, or of the innermost one around it that the file
// has.
func (l lines) of(path string) int {
	for {
		if line, ok := l[path]; ok {
			return line
		}
		at := strings.LastIndexByte(path, '.')
		if at < 0 {
			return 1
		}
		path = path[:at]
	}
}

// lineAt returns the line of a byte of a text, from 1.
func lineAt(text []byte, offset int64) int {
	return 1 + bytes.Count(text[:min(max(offset, 0), int64(len(text)))], []byte("\n"))
}

// level is an object or an array around the place that is read.
type level struct {
	path   string
	object bool
	// n is the number of values that were read; key is the one whose value is next.
	n    int
	key  string
	keys map[string]int
	// id is the value of the key "id".
	id string
}

// locate reads a JSON text and returns the lines of its values. Syntax errors,
// keys that an object has twice and text after the value are errors, which begin
// with line and exercise: "12: exercise capture: …".
func locate(text []byte) (lines, error) {
	found := lines{}
	var stack []*level
	decoder := json.NewDecoder(bytes.NewReader(text))
	fail := func(offset int64, reason string) error {
		return fmt.Errorf("%d: %s%s", lineAt(text, offset), exerciseOf(stack), reason)
	}
	for done := false; ; done = len(stack) == 0 {
		token, err := decoder.Token()
		offset := decoder.InputOffset()
		var syntax *json.SyntaxError
		switch {
		case done && err == io.EOF:
			return found, nil
		case done:
			return nil, fail(offset, "there is more text after the end")
		case err == io.EOF, errors.Is(err, io.ErrUnexpectedEOF):
			return nil, fail(int64(len(text)), "the text ends too early")
		case errors.As(err, &syntax):
			return nil, fail(max(offset, syntax.Offset), syntax.Error())
		case err != nil:
			return nil, fail(offset, err.Error())
		}
		var top *level
		if len(stack) > 0 {
			top = stack[len(stack)-1]
		}
		if delim, ok := token.(json.Delim); ok && (delim == '}' || delim == ']') {
			stack = stack[:len(stack)-1]
			continue
		}
		path := ""
		switch {
		case top == nil:
		case top.object && top.key == "":
			key, _ := token.(string)
			line := lineAt(text, offset)
			if first, twice := top.keys[key]; twice {
				return nil, fail(offset, fmt.Sprintf("%q is there twice, first in line %d", key, first))
			}
			top.keys[key], top.key = line, key
			found[join(top.path, key)] = line
			continue
		case top.object:
			path = join(top.path, top.key)
			if id, ok := token.(string); ok && top.key == "id" {
				top.id = id
			}
			top.key = ""
		default:
			path = join(top.path, strconv.Itoa(top.n))
			found[path] = lineAt(text, offset)
			top.n++
		}
		if delim, ok := token.(json.Delim); ok {
			stack = append(stack, &level{path: path, object: delim == '{', keys: map[string]int{}})
		}
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// exerciseOf returns "exercise capture: " inside an exercise, "exercise number 3: "
// before its id was read, else "".
func exerciseOf(stack []*level) string {
	for i, l := range stack {
		number, ok := strings.CutPrefix(l.path, "exercises.")
		if i != 2 || !ok {
			continue
		}
		if l.id != "" {
			return "exercise " + l.id + ": "
		}
		n, _ := strconv.Atoi(number)
		return fmt.Sprintf("exercise number %d: ", n+1)
	}
	return ""
}
