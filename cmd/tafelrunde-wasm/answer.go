//go:build js && wasm

package main

import "syscall/js"

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
