package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestExportedIdentifiersAreDocumented looks at the packages outside internal
// and cmd: every exported identifier has a comment.
func TestExportedIdentifiersAreDocumented(t *testing.T) {
	for _, root := range []string{"../wotn", "../lancelot"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, path, nil, parser.ParseComments)
			if err != nil {
				return err
			}
			for _, undocumented := range withoutComment(file) {
				t.Errorf("%s: %s has no comment", files.Position(undocumented.Pos()), undocumented.Name)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// withoutComment returns the exported identifiers a file declares without a
// comment: functions, methods of exported types, types, their exported fields
// and methods, constants and variables. A comment on a group covers the group.
func withoutComment(file *ast.File) (found []*ast.Ident) {
	need := func(name *ast.Ident, comments ...*ast.CommentGroup) {
		if !name.IsExported() || name.Name == "Error" {
			return
		}
		for _, comment := range comments {
			if comment != nil {
				return
			}
		}
		found = append(found, name)
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil || receiverIsExported(decl.Recv) {
				need(decl.Name, decl.Doc)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					need(spec.Name, decl.Doc, spec.Doc, spec.Comment)
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						need(name, decl.Doc, spec.Doc, spec.Comment)
					}
				}
			}
		}
	}
	return found
}

func receiverIsExported(receiver *ast.FieldList) bool {
	expression := receiver.List[0].Type
	if pointer, ok := expression.(*ast.StarExpr); ok {
		expression = pointer.X
	}
	if generic, ok := expression.(*ast.IndexExpr); ok {
		expression = generic.X
	}
	name, ok := expression.(*ast.Ident)
	return ok && name.IsExported()
}

func TestWithoutComment(t *testing.T) {
	const source = `package p
// A is documented.
type A struct{}
type B struct{}
func (A) M() {}
func (b) N() {}
// Group of constants.
const (
	C = 1
	D = 2
)
var E int // E is documented.
var F int
`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, name := range withoutComment(file) {
		names = append(names, name.Name)
	}
	if got := strings.Join(names, " "); got != "B M F" {
		t.Errorf("without comment: %q, want B M F", got)
	}
}
