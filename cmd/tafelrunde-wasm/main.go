//go:build js && wasm

package main

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"syscall/js"

	"tafelrunde/cmd/tafelrunde-wasm/calls"
	"tafelrunde/wotn"
)

func main() {
	object := map[string]any{}
	for part, functions := range calls.Parts {
		named := map[string]any{}
		for name, f := range functions {
			named[name] = function(reflect.ValueOf(f))
		}
		object[part] = named
	}
	js.Global().Set("tafelrunde", object)
	select {}
}

// function returns a JavaScript function that calls f. If f returns problems, the function returns
// an Answer. Panics and arguments that violate the types are answered too, so that the program
// continues.
func function(f reflect.Value) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) (answer any) {
		defer func() {
			if reason := recover(); reason != nil {
				answer = refused(calls.Violation(fmt.Sprint(reason)))
			}
		}()
		out := f.Call(arguments(f.Type(), args))
		value := out[0].Interface()
		if len(out) == 1 {
			return toJS(filled(value))
		}
		if problems := out[1].Interface().(calls.Problems); len(problems) > 0 {
			return refused(problems)
		}
		return toJS(struct {
			OK    bool `json:"ok"`
			Value any  `json:"value"`
		}{true, filled(value)})
	})
}

func refused(problems calls.Problems) js.Value {
	return toJS(struct {
		OK       bool           `json:"ok"`
		Problems calls.Problems `json:"problems"`
	}{false, problems})
}

// toJS converts a value by way of JSON. Setting properties one by one is slower, because each
// access crosses between the languages: for the start position of Way of the Knight 4.9 ms in Node
// instead of 0.6 ms.
func toJS(value any) js.Value {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return js.Global().Get("JSON").Call("parse", string(text))
}

// filled returns a copy of a value without lists that are nil.
func filled(value any) any {
	v := reflect.New(reflect.TypeOf(value)).Elem()
	v.Set(reflect.ValueOf(value))
	fillLists(v)
	return v.Interface()
}

// fillLists replaces the lists in a value that are nil: they are arrays for the page, not null.
func fillLists(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			fillLists(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fillLists(v.Field(i))
		}
	case reflect.Slice:
		if v.IsNil() {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
		for i := range v.Len() {
			fillLists(v.Index(i))
		}
	}
}

// arguments converts the arguments of a call. Those from the first pointer on are optional.
func arguments(f reflect.Type, args []js.Value) []reflect.Value {
	in := make([]reflect.Value, f.NumIn())
	optional := false
	for i := range in {
		to := reflect.New(f.In(i)).Elem()
		optional = optional || to.Kind() == reflect.Pointer || to.Kind() == reflect.Interface
		in[i] = to
		if i < len(args) && !args[i].IsUndefined() {
			read(to, args[i])
		} else if !optional {
			panic(fmt.Sprintf("argument %d is missing", i+1))
		}
	}
	return in
}

// read converts an argument or a part of one. It panics if the value has another type.
func read(to reflect.Value, v js.Value) {
	switch p := to.Addr().Interface().(type) {
	case *calls.Watch:
		*p = watch{v}
		return
	case *[]byte:
		*p = make([]byte, v.Length())
		js.CopyBytesToGo(*p, v)
		return
	case *calls.Tags:
		names := js.Global().Get("Object").Call("keys", v)
		for i := range names.Length() {
			name := names.Index(i).String()
			*p = append(*p, calls.Tag{Name: name, Value: text(v.Get(name))})
		}
		return
	case *wotn.Variant:
		must(p.UnmarshalText([]byte(text(v))))
		return
	case *wotn.Color:
		must(p.UnmarshalText([]byte(text(v))))
		return
	}
	switch to.Kind() {
	case reflect.String:
		to.SetString(text(v))
	case reflect.Bool:
		to.SetBool(v.Bool())
	case reflect.Float64:
		to.SetFloat(v.Float())
	case reflect.Int:
		to.SetInt(whole(v))
	case reflect.Uint64:
		to.SetUint(uint64(whole(v)))
	case reflect.Pointer:
		if !v.IsNull() {
			to.Set(reflect.New(to.Type().Elem()))
			read(to.Elem(), v)
		}
	case reflect.Slice:
		to.Set(reflect.MakeSlice(to.Type(), v.Length(), v.Length()))
		fallthrough
	case reflect.Array:
		for i := range to.Len() {
			read(to.Index(i), v.Index(i))
		}
	case reflect.Struct:
		for field, element := range to.Fields() {
			name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
			property := v.Get(name)
			if !property.IsUndefined() {
				read(element, property)
			} else if options != "omitempty" {
				panic(name + " is missing")
			}
		}
	default:
		panic("no argument can be a " + to.Type().String())
	}
}

// text converts a string.
func text(v js.Value) string {
	if v.Type() != js.TypeString {
		panic("want a string, got " + v.Type().String())
	}
	return v.String()
}

// whole converts a whole number.
func whole(v js.Value) int64 {
	f := v.Float()
	if f != math.Trunc(f) {
		panic(fmt.Sprint("want a whole number, got ", f))
	}
	return int64(f)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// watch is a Watch of the page.
type watch struct{ of js.Value }

func (w watch) Stopped() bool { return w.of.Call("stopped").Bool() }

func (w watch) Report(result any) { w.of.Call("report", toJS(filled(result))) }
