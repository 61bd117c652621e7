package matches

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"tafelrunde/internal/match"
)

// TestEnumsAreComplete compares the values of closed lists with the constants of
// package match. Values that no response has are empty.
func TestEnumsAreComplete(t *testing.T) {
	constants := make(map[string][]any) // by name of the type
	var files []string
	for _, folder := range []string{"match", "store"} {
		list, err := filepath.Glob("../../" + folder + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, list...)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			typ, ok := spec.Type.(*ast.Ident)
			if !ok || len(spec.Values) != 1 {
				return true
			}
			if literal, ok := spec.Values[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
				value, err := strconv.Unquote(literal.Value)
				if err != nil {
					t.Fatal(err)
				}
				if value != "" {
					constants[typ.Name] = append(constants[typ.Name], value)
				}
			}
			return true
		})
	}
	for typ, have := range enums {
		want := constants[typ.Name()]
		if typ == reflect.TypeFor[match.EventType]() {
			want = append(want, string(HiddenEvent))
		}
		if len(want) == 0 {
			t.Errorf("there are no constants of type %s", typ.Name())
		}
		for _, v := range want {
			if !slices.Contains(have, v) {
				t.Errorf("%s lacks %q", typ.Name(), v)
			}
		}
		if len(have) != len(want) {
			t.Errorf("%s has %d values, and %d constants", typ.Name(), len(have), len(want))
		}
	}
}
