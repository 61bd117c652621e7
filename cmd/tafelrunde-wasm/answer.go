//go:build js && wasm

package main

import (
	"slices"
	"syscall/js"
)

// problem is a Problem of the contract.
type problem struct {
	code    string
	args    object
	message string
	offset  int // noOffset if there is none
}

const noOffset = -1

// problems contains all errors of a call.
type problems []problem

func (ps problems) value() list {
	values := make(list, len(ps))
	for i, p := range ps {
		v := object{"code": p.code, "args": p.args, "message": p.message}
		if p.args == nil {
			v["args"] = object{}
		}
		if p.offset != noOffset {
			v["offset"] = p.offset
		}
		values[i] = v
	}
	return values
}

// plain returns a JavaScript function that returns the value of f.
func plain(f func(args []js.Value) any) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any { return toJS(f(args)) })
}

// answering returns a JavaScript function that returns an Answer of the
// contract. Panics, including those for arguments that violate the contract,
// are also answered, so that the program continues.
func answering(f func(args []js.Value) (any, problems)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) (answer any) {
		defer func() {
			if reason := recover(); reason != nil {
				answer = refused(problems{{code: "internal", message: text(reason), offset: noOffset}})
			}
		}()
		value, wrong := f(args)
		if len(wrong) > 0 {
			return refused(wrong)
		}
		return toJS(object{"ok": true, "value": value})
	})
}

func refused(ps problems) js.Value { return toJS(object{"ok": false, "problems": ps.value()}) }

// text returns the message of a panic.
func text(reason any) string {
	switch reason := reason.(type) {
	case error:
		return reason.Error()
	case string:
		return reason
	}
	return "unknown reason"
}

// texts converts an array of strings.
func texts(v js.Value) []string {
	read := make([]string, v.Length())
	for i := range read {
		read[i] = str(v.Index(i))
	}
	return read
}

// str converts a string. It panics for other values.
func str(v js.Value) string {
	if v.Type() != js.TypeString {
		panic("want a string, got " + v.Type().String())
	}
	return v.String()
}

// recordedGame is what a record contains besides the moves.
type recordedGame struct {
	players  []string
	finished bool
	winners  []int
}

// recorded converts a RecordedGame of the contract. It is empty if there is no such
// argument.
func recorded(args []js.Value, i int) (of recordedGame) {
	if i >= len(args) || args[i].IsUndefined() {
		return of
	}
	of.players = texts(args[i].Get("players"))
	if winners := args[i].Get("winners"); !winners.IsUndefined() {
		of.finished = true
		for k := range winners.Length() {
			of.winners = append(of.winners, number(winners.Index(k)))
		}
	}
	return of
}

// withTags returns tags of a record with others, which replace those of the same
// name.
func withTags[Tag ~struct{ Name, Value string }](tags []Tag, others ...Tag) []Tag {
	type pair = struct{ Name, Value string }
	return append(slices.DeleteFunc(tags, func(t Tag) bool {
		return slices.ContainsFunc(others, func(other Tag) bool { return pair(other).Name == pair(t).Name })
	}), others...)
}

// keys returns the names of an object's properties in their order.
func keys(v js.Value) []string { return texts(js.Global().Get("Object").Call("keys", v)) }

// values returns a list with the result of show for each element.
func values[E any](elements []E, show func(E) any) list {
	shown := make(list, len(elements))
	for i, e := range elements {
		shown[i] = show(e)
	}
	return shown
}
