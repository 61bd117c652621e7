package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestErrorCodesAreDocumented: each code of an error of the rules and of game
// records stands in docs/formats.
func TestErrorCodesAreDocumented(t *testing.T) {
	var text strings.Builder
	pages, err := filepath.Glob("formats/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(data)
	}
	all := 0
	for _, folder := range []string{"../wotn", "../wotn/record", "../lancelot", "../lancelot/record"} {
		codes := errorCodes(t, folder)
		for _, code := range codes {
			if !strings.Contains(text.String(), "`"+code+"`") {
				t.Errorf("%s: the code %s is missing in docs/formats", folder, code)
			}
		}
		all += len(codes)
	}
	if all < 50 {
		t.Errorf("only %d codes were found", all)
	}
}

// errorCodes returns the texts of all constants of a package whose type is a code,
// such as SyntaxCode.
func errorCodes(t *testing.T, folder string) (codes []string) {
	files, err := filepath.Glob(folder + "/*.go")
	if err != nil {
		t.Fatal(err)
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
			if typ, ok := spec.Type.(*ast.Ident); !ok || !strings.HasSuffix(typ.Name, "Code") {
				return true
			}
			for _, value := range spec.Values {
				if literal, ok := value.(*ast.BasicLit); ok && literal.Kind == token.STRING {
					code, err := strconv.Unquote(literal.Value)
					if err != nil {
						t.Fatal(err)
					}
					codes = append(codes, code)
				}
			}
			return true
		})
	}
	return codes
}
