package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
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
			for _, undocumented := range withoutComment(files, file) {
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
// comment: functions, methods of exported types, types, constants, variables, and
// fields and methods in exported types. A comment on a group of constants,
// variables or types covers the group. A field is covered by
// its own comment or by that of the first line of its block; blank lines separate
// blocks. It is also covered if a comment of the struct has its name as a word, or if
// the name of its type ends with its name, as in "Code SetupCode".
func withoutComment(files *token.FileSet, file *ast.File) (found []*ast.Ident) {
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
					if spec.Name.IsExported() {
						found = append(found, fieldsWithoutComment(files, spec, decl.Doc)...)
					}
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

// fieldsWithoutComment returns the exported fields of a struct, or methods of an
// interface, that no comment covers.
func fieldsWithoutComment(files *token.FileSet, spec *ast.TypeSpec, group *ast.CommentGroup) (found []*ast.Ident) {
	var list *ast.FieldList
	switch of := spec.Type.(type) {
	case *ast.StructType:
		list = of.Fields
	case *ast.InterfaceType:
		list = of.Methods
	default:
		return nil
	}
	about := group.Text() + spec.Doc.Text() + spec.Comment.Text()
	covered, end := false, 0
	for _, field := range list.List {
		begin := field.Pos()
		if field.Doc != nil {
			begin = field.Doc.Pos()
		}
		if files.Position(begin).Line != end+1 {
			covered = field.Doc != nil || field.Comment != nil
		}
		end = files.Position(field.End()).Line
		if covered || field.Doc != nil || field.Comment != nil {
			continue
		}
		for _, name := range field.Names {
			if name.IsExported() && !strings.HasSuffix(typeName(field.Type), name.Name) && !regexp.MustCompile(`(?i)\b`+name.Name+`\b`).MatchString(about) {
				found = append(found, name)
			}
		}
	}
	return found
}

// typeName returns the name of a type without its package, or "" if it has none.
func typeName(of ast.Expr) string {
	switch of := of.(type) {
	case *ast.Ident:
		return of.Name
	case *ast.SelectorExpr:
		return of.Sel.Name
	}
	return ""
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
// S has an x.
type S struct {
	X, Y int
	A A

	// The first line of a block.
	P int
	Q int

	R int
	T int // T is documented.
	u int
}
// I is documented.
type I interface {
	V()

	// W is documented.
	W()
}
// hidden types need no comments on fields.
type hidden struct{ Z int }
`
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, name := range withoutComment(files, file) {
		names = append(names, name.Name)
	}
	if got := strings.Join(names, " "); got != "B M F Y R V" {
		t.Errorf("without comment: %q, want B M F Y R V", got)
	}
}
