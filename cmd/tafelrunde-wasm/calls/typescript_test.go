package calls

import (
	"bytes"
	"cmp"
	"encoding"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tafelrunde/internal/badges"
	"tafelrunde/internal/judge"
	"tafelrunde/internal/lessons"
	"tafelrunde/internal/puzzles/run"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

var updateTypes = flag.Bool("rules-types", false, "write browser/rules/contract.gen.ts and kinds.gen.ts")

// fixed are the types that have another form in TypeScript than their kind of Go type, or whose
// form is in browser/rules/contract.ts.
var fixed = map[reflect.Type]string{
	reflect.TypeFor[wotn.Variant](): "Variant",
	reflect.TypeFor[wotn.Color]():   "Color",
	reflect.TypeFor[Player]():       "0 | 1",
	reflect.TypeFor[Args]():         "Record<string, Argument>",
	reflect.TypeFor[Tags]():         "Record<string, string>",
	reflect.TypeFor[Watch]():        "Watch",
	reflect.TypeFor[[]byte]():       "Uint8Array",
}

// renamed are types of other packages whose names would be unclear.
var renamed = map[reflect.Type]string{
	reflect.TypeFor[judge.Candidate]():    "LancelotCandidate",
	reflect.TypeFor[judge.RulesOutcome](): "Outcome",
	reflect.TypeFor[judge.Code]():         "WotnRemarkCode",
	reflect.TypeFor[judge.LancelotCode](): "LancelotRemarkCode",
	reflect.TypeFor[judge.Kind]():         "MoveKind",
	reflect.TypeFor[judge.Threat]():       "MoveThreat",
	reflect.TypeFor[badges.Code]():        "BadgeCode",
	reflect.TypeFor[badges.Earned]():      "EarnedBadge",
	reflect.TypeFor[lessons.Source]():     "LessonExercise",
	reflect.TypeFor[lessons.Opponent]():   "LessonOpponent",
	reflect.TypeFor[lessons.Puzzle]():     "PuzzleMoves",
	reflect.TypeFor[lessons.Wrong]():      "LessonWrong",
	reflect.TypeFor[run.Kind]():           "PuzzleRunKind",
	reflect.TypeFor[run.Result]():         "PuzzleRunResult",
	reflect.TypeFor[run.State]():          "PuzzleRunState",
	reflect.TypeFor[run.Item]():           "PuzzleRunItem",
	reflect.TypeFor[lessons.Status]():     "LessonStatus",
	reflect.TypeFor[lessons.Fact]():       "LessonFact",
}

// listed are the texts of types of text that have no constants.
var listed = map[reflect.Type][]string{
	reflect.TypeFor[Claim]():       texts(wotn.ThreefoldRepetition, wotn.FiftyMoves),
	reflect.TypeFor[LineKind]():    texts(lancelot.Row, lancelot.Column, lancelot.Rising, lancelot.Falling),
	reflect.TypeFor[LineStatus]():  texts(lancelot.LineOpen, lancelot.LineCaptures, lancelot.LineClosed),
	reflect.TypeFor[Alignment]():   texts(wotn.KnightAligned, wotn.Neutral, wotn.BishopAligned),
	reflect.TypeFor[badges.Code](): append(badgeCodes(badges.Wotn), badgeCodes(badges.Lancelot)...),
	reflect.TypeFor[ReadVariant](): append(texts(variants...), string(Detect)),
	reflect.TypeFor[AnyVariant]():  append(texts(variants...), string(Lancelot)),
}

var variants = slices.Collect(func(yield func(wotn.Variant) bool) {
	for v := range wotn.NumVariants {
		if !yield(v) {
			return
		}
	}
})

// badgeCodes returns the codes of the badges of a game.
func badgeCodes(game badges.Game) (codes []string) {
	for _, b := range badges.All() {
		if b.Game == game {
			codes = append(codes, string(b.Code))
		}
	}
	return codes
}

func texts[T fmt.Stringer](of ...T) []string { return values(of, T.String) }

// TestTypesAreCurrent writes the functions and types of this package as TypeScript, and compares
// them with the committed file.
func TestTypesAreCurrent(t *testing.T) {
	w := typescript{t: t, declared: map[string]string{}, packages: map[string]*comments{}}
	// Types of results are written first: the page may change the lists in them.
	for _, functions := range sorted(Parts) {
		for _, f := range sorted(functions) {
			w.typeOf(reflect.TypeOf(f).Out(0))
		}
	}
	w.typeOf(reflect.TypeFor[KindInfo]())
	w.typeOf(reflect.TypeFor[AnyVariant]())
	w.arguments = true
	var calls bytes.Buffer
	calls.WriteString("/** The object that the WASM program puts on globalThis as `tafelrunde`. */\nexport interface Tafelrunde {\n")
	for part, functions := range sorted(Parts) {
		fmt.Fprintf(&calls, "  %s: {\n", part)
		for name, f := range sorted(functions) {
			calls.WriteString(w.function(name, f))
		}
		calls.WriteString("  }\n")
	}
	calls.WriteString("}\n")

	var all bytes.Buffer
	all.WriteString("// Written by make rules-types from cmd/tafelrunde-wasm/calls. Do not edit.\n" +
		"import type { Answer, Argument, Watch } from './contract.ts'\n\n" +
		"/** The variants that the rules of Way of the Knight play. */\n" +
		"export const variants = [" + quoted(texts(variants...), ", ") + "] as const\n" +
		"export type Variant = (typeof variants)[number]\n" +
		"/** The variants of Way of the Knight, and Lancelot. */\n" +
		"export const allVariants = [...variants, " + quoted([]string{string(Lancelot)}, ", ") + "] as const\n" +
		"/** The badges of each game. */\n" +
		"export const badgeCodes = {\n  wotn: [" + quoted(badgeCodes(badges.Wotn), ", ") + "],\n  lancelot: [" + quoted(badgeCodes(badges.Lancelot), ", ") + "],\n} as const\n" +
		"export type Color = " + quoted(texts(wotn.White, wotn.Black), " | ") + "\n\n")
	for _, declaration := range sorted(w.declared) {
		all.WriteString(declaration + "\n")
	}
	all.Write(calls.Bytes())
	current(t, "contract.gen.ts", all.Bytes())
}

// current compares a file of the page with the wanted content, or writes it.
func current(t *testing.T, name string, want []byte) {
	t.Helper()
	path := filepath.Join("../../../browser/rules", name)
	if *updateTypes {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if have, err := os.ReadFile(path); err != nil || !bytes.Equal(have, want) {
		t.Errorf("%s does not agree with the rules: run make rules-types", path)
	}
}

// sorted yields a map in the order of its keys.
func sorted[K cmp.Ordered, V any](m map[K]V) func(func(K, V) bool) {
	return func(yield func(K, V) bool) {
		for _, key := range slices.Sorted(maps.Keys(m)) {
			if !yield(key, m[key]) {
				return
			}
		}
	}
}

// typescript writes types as TypeScript.
type typescript struct {
	t         *testing.T
	declared  map[string]string    // declarations by name
	packages  map[string]*comments // by path
	arguments bool                 // types that are declared now are those of arguments only
}

// comments has what reflection does not know about the types of a package.
type comments struct {
	types      map[string]string // also of fields, as "Type.Field"
	constants  map[string][]string
	parameters map[string][]string // of functions
}

// typeOf returns the expression for a type, and declares the types in it.
func (w *typescript) typeOf(t reflect.Type) string {
	if name, known := fixed[t]; known {
		return name
	}
	if t.Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
		return "string"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Uint64, reflect.Float64, reflect.Uint8:
		return "number"
	case reflect.Pointer:
		return w.typeOf(t.Elem()) + " | null"
	case reflect.Slice:
		element := w.typeOf(t.Elem())
		if strings.Contains(element, " ") && !strings.HasPrefix(element, "{") {
			element = "(" + element + ")"
		}
		if w.arguments {
			return "readonly " + element + "[]"
		}
		return element + "[]"
	case reflect.Array:
		return "[" + strings.Join(slices.Repeat([]string{w.typeOf(t.Elem())}, t.Len()), ", ") + "]"
	case reflect.String:
		if t.PkgPath() == "" {
			return "string"
		}
		return w.declare(t, func(name string) string {
			all := listed[t]
			if all == nil {
				all = w.comments(t.PkgPath()).constants[t.Name()]
			}
			if len(all) == 0 {
				w.t.Fatalf("%s has no constants and is not listed", t)
			}
			return "export type " + name + " = " + quoted(all, " | ") + "\n"
		})
	case reflect.Struct:
		if t.Name() == "" || strings.Contains(t.Name(), "[") {
			return "{ " + strings.Join(w.fields(t), "; ") + " }"
		}
		return w.declare(t, func(name string) string { return w.structure(name, t) })
	}
	w.t.Fatalf("no TypeScript for %s", t)
	return ""
}

// declare returns the name of a type, which is declared once.
func (w *typescript) declare(t reflect.Type, declaration func(name string) string) string {
	name := cmp.Or(renamed[t], t.Name())
	if _, done := w.declared[name]; !done {
		w.declared[name] = "" // ends recursion
		w.declared[name] = doc("", w.comments(t.PkgPath()).types[t.Name()]) + declaration(name)
	}
	return name
}

// structure returns the declaration of a struct. If all its fields are optional pointers, it has
// exactly one of them.
func (w *typescript) structure(name string, t reflect.Type) string {
	var bases, alternatives []string
	var body strings.Builder
	known := w.comments(t.PkgPath()).types
	for _, field := range w.fieldsOf(t) {
		if field.Anonymous {
			bases = append(bases, w.typeOf(field.Type))
			continue
		}
		if field.Type.Kind() == reflect.Pointer && optional(field) {
			of := strings.ReplaceAll(w.typeOf(field.Type.Elem()), "boolean", "true")
			alternatives = append(alternatives, fmt.Sprintf("{ %s: %s }", jsonName(field), of))
		}
		body.WriteString(doc("  ", cmp.Or(known[t.Name()+"."+field.Name], field.Tag.Get("doc"))) + "  " + w.field(field) + "\n")
	}
	if len(alternatives) == t.NumField() {
		return "export type " + name + " = " + strings.Join(alternatives, " | ") + "\n"
	}
	if len(bases) > 0 {
		name += " extends " + strings.Join(bases, ", ")
	}
	return "export interface " + name + " {\n" + body.String() + "}\n"
}

func (w *typescript) fieldsOf(t reflect.Type) (all []reflect.StructField) {
	for i := range t.NumField() {
		if field := t.Field(i); field.IsExported() {
			all = append(all, field)
		}
	}
	return all
}

func (w *typescript) fields(t reflect.Type) []string { return values(w.fieldsOf(t), w.field) }

// field returns the name and type of a field. A pointer that can be missing is not null.
func (w *typescript) field(f reflect.StructField) string {
	name, of := jsonName(f), f.Type
	if strings.Contains(name, "-") {
		name = quoted([]string{name}, "")
	}
	if optional(f) {
		name += "?"
		if of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
	}
	if texts, closed := f.Tag.Lookup("enum"); closed && of == reflect.TypeFor[string]() {
		return name + ": " + quoted(strings.Split(texts, ","), " | ")
	}
	return name + ": " + w.typeOf(of)
}

func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}

func optional(f reflect.StructField) bool { return strings.HasSuffix(f.Tag.Get("json"), ",omitempty") }

// function returns the declaration of a call.
func (w *typescript) function(name string, f any) string {
	t := reflect.TypeOf(f)
	symbol := runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name()
	goName := symbol[strings.LastIndexByte(symbol, '.')+1:]
	known := w.comments(reflect.TypeFor[Problem]().PkgPath())
	var parameters []string
	mark := ""
	for i, parameter := range known.parameters[goName] {
		in := t.In(i)
		if in.Kind() == reflect.Pointer {
			in = in.Elem()
			mark = "?"
		} else if in.Kind() == reflect.Interface {
			mark = "?"
		}
		parameters = append(parameters, parameter+mark+": "+w.typeOf(in))
	}
	w.arguments = false
	result := w.typeOf(t.Out(0))
	w.arguments = true
	if t.NumOut() > 1 {
		result = "Answer<" + result + ">"
	}
	text := strings.Replace(known.types[goName], goName, name, 1)
	return doc("    ", text) + "    " + name + "(" + strings.Join(parameters, ", ") + "): " + result + "\n"
}

// comments parses the files of a package of this module.
func (w *typescript) comments(path string) *comments {
	if known := w.packages[path]; known != nil {
		return known
	}
	const own = "/cmd/tafelrunde-wasm/calls"
	module := strings.TrimSuffix(reflect.TypeFor[Problem]().PkgPath(), own)
	files, err := filepath.Glob(filepath.Join("../../..", strings.TrimPrefix(path, module), "*.go"))
	if err != nil || len(files) == 0 {
		w.t.Fatalf("no files of %s: %v", path, err)
	}
	found := &comments{map[string]string{}, map[string][]string{}, map[string][]string{}}
	w.packages[path] = found
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			w.t.Fatal(err)
		}
		for _, declaration := range parsed.Decls {
			found.add(declaration)
		}
	}
	return found
}

func (c *comments) add(declaration ast.Decl) {
	if f, isFunction := declaration.(*ast.FuncDecl); isFunction && f.Recv == nil {
		c.types[f.Name.Name] = f.Doc.Text()
		for _, parameter := range f.Type.Params.List {
			for _, name := range parameter.Names {
				c.parameters[f.Name.Name] = append(c.parameters[f.Name.Name], name.Name)
			}
		}
	}
	group, _ := declaration.(*ast.GenDecl)
	if group == nil {
		return
	}
	for _, spec := range group.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			c.types[spec.Name.Name] = cmp.Or(spec.Doc.Text(), group.Doc.Text())
			structure, _ := spec.Type.(*ast.StructType)
			if structure == nil {
				continue
			}
			for _, field := range structure.Fields.List {
				for _, name := range field.Names {
					c.types[spec.Name.Name+"."+name.Name] = cmp.Or(field.Doc.Text(), field.Comment.Text())
				}
			}
		case *ast.ValueSpec:
			of, _ := spec.Type.(*ast.Ident)
			if of == nil || group.Tok != token.CONST {
				continue
			}
			for _, value := range spec.Values {
				if literal, isLiteral := value.(*ast.BasicLit); isLiteral && literal.Kind == token.STRING {
					text, _ := strconv.Unquote(literal.Value)
					c.constants[of.Name] = append(c.constants[of.Name], text)
				}
			}
		}
	}
}

func quoted(texts []string, separator string) string {
	return "'" + strings.Join(texts, "'"+separator+"'") + "'"
}

var link = regexp.MustCompile(`\[\*?([\w.]+)\]`)

// doc returns a comment of Go as one of TypeScript.
func doc(indent, text string) string {
	text = link.ReplaceAllString(strings.TrimSpace(text), "`$1`")
	if text == "" {
		return ""
	}
	if lines := strings.Split(text, "\n"); len(lines) > 1 {
		body := strings.ReplaceAll(strings.Join(lines, "\n"+indent+" * "), " * \n", " *\n")
		return indent + "/**\n" + indent + " * " + body + "\n" + indent + " */\n"
	}
	return indent + "/** " + text + " */\n"
}
