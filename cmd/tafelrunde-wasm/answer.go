//go:build js && wasm

package main

import "syscall/js"

// problem is the contract's Problem.
type problem struct {
	code    string
	args    object
	message string
	offset  int // noOffset where there is none
}

const noOffset = -1

// problems is everything that is wrong with a call.
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

// plain makes a function for JavaScript that always has a value.
func plain(f func(args []js.Value) any) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any { return toJS(f(args)) })
}

// answering makes a function for JavaScript that gives the contract's Answer.
// A panic, in the rules or because the arguments are not what the contract
// says, is answered too: it must not end the program, which others will call
// again.
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

// text words what a panic was called with.
func text(reason any) string {
	switch reason := reason.(type) {
	case error:
		return reason.Error()
	case string:
		return reason
	}
	return "stopped for an unknown reason"
}

// texts reads an array of strings.
func texts(v js.Value) []string {
	read := make([]string, v.Length())
	for i := range read {
		read[i] = str(v.Index(i))
	}
	return read
}

// str reads a string; anything else is not what the contract says.
func str(v js.Value) string {
	if v.Type() != js.TypeString {
		panic("a string was expected, not " + v.Type().String())
	}
	return v.String()
}

// keys lists the names of an object's properties in their order.
func keys(v js.Value) []string { return texts(js.Global().Get("Object").Call("keys", v)) }

// values makes a list of what each element is shown as.
func values[E any](elements []E, show func(E) any) list {
	shown := make(list, len(elements))
	for i, e := range elements {
		shown[i] = show(e)
	}
	return shown
}
