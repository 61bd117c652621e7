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
// records stands on the page of its game in docs/formats.
func TestErrorCodesAreDocumented(t *testing.T) {
	for game, least := range map[string]int{"wotn": 50, "lancelot": 40} {
		page, err := os.ReadFile("formats/" + game + ".md")
		if err != nil {
			t.Fatal(err)
		}
		codes := append(errorCodes(t, "../"+game), errorCodes(t, "../"+game+"/record")...)
		if len(codes) < least {
			t.Errorf("only %d codes of %s were found", len(codes), game)
		}
		for _, code := range codes {
			if !strings.Contains(string(page), "`"+code+"`") {
				t.Errorf("the code %s is missing in docs/formats/%s.md", code, game)
			}
		}
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
