// Package documents renders Markdown: the texts that the operator of a site writes about it
// (the imprint, the privacy notice and the terms of use), and those of people.
package documents

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Names of the documents, in the order of links to them.
const (
	Imprint = "imprint"
	Privacy = "privacy"
	Terms   = "terms"
)

var order = []string{Imprint, Privacy, Terms}

// Languages are the languages that a document can have a file of its own in.
var Languages = []string{"en", "de"}

// maxFile is the size of a file, in bytes.
const maxFile = 256 << 10

// Document is a rendered document.
type Document struct {
	// Title is the text of its first heading of level 1, "" if there is none.
	Title string
	// HTML contains no HTML of the file itself.
	HTML string
	// Language is that of the file, "" if the file is for all languages.
	Language string
}

// Set has the documents of a site. It is safe for concurrent use. A nil Set is
// empty.
type Set struct {
	files map[string]string
	// read has a map of each document that exists: by language, "" for all.
	read atomic.Pointer[map[string]map[string]Document]
}

// Read returns the documents with the given files, by name. Beside FILE.md there may
// be FILE.en.md and FILE.de.md, which are shown instead of it in their languages; then
// FILE.md itself need not exist. An empty path stands for no document. The error has
// all files that cannot be used.
func Read(files map[string]string) (*Set, error) {
	s := &Set{files: files}
	return s, s.Reload()
}

// Reload reads the files again. After an error all documents are as before.
func (s *Set) Reload() error {
	read := map[string]map[string]Document{}
	var problems []error
	for _, name := range order {
		if s.files[name] == "" {
			continue
		}
		forms, err := readForms(s.files[name])
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", name, err))
		}
		read[name] = forms
	}
	if len(problems) > 0 {
		return errors.Join(problems...)
	}
	s.read.Store(&read)
	return nil
}

// readForms reads a file and those for one language beside it.
func readForms(file string) (map[string]Document, error) {
	forms := map[string]Document{}
	ending := filepath.Ext(file)
	var missing error
	for _, language := range append([]string{""}, Languages...) {
		at := file
		if language != "" {
			at = strings.TrimSuffix(file, ending) + "." + language + ending
		}
		d, err := readFile(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if language == "" {
				missing = err
			}
			continue
		case err != nil:
			return nil, err
		}
		d.Language = language
		forms[language] = d
	}
	if len(forms) == 0 {
		return nil, missing
	}
	return forms, nil
}

func readFile(path string) (Document, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Document{}, err
	}
	if info.Size() > maxFile {
		return Document{}, fmt.Errorf("%s has more than %d bytes", path, maxFile)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return Document{}, err
	}
	d, err := Render(content)
	if err != nil {
		return Document{}, fmt.Errorf("%s: %w", path, err)
	}
	return d, nil
}

// Names returns the names of the documents that exist, in the order of links.
func (s *Set) Names() []string {
	names := []string{}
	if s == nil {
		return names
	}
	read := *s.read.Load()
	for _, name := range order {
		if read[name] != nil {
			names = append(names, name)
		}
	}
	return names
}

// Find returns a document in a language; if it does not exist in that language, the
// one for all languages, or else one in another language. It returns false if there is
// no such document.
func (s *Set) Find(name, language string) (Document, bool) {
	if s == nil {
		return Document{}, false
	}
	forms := (*s.read.Load())[name]
	for _, l := range append([]string{language, ""}, Languages...) {
		if d, exists := forms[l]; exists {
			return d, true
		}
	}
	return Document{}, false
}

// IsName reports whether a document can have a name.
func IsName(name string) bool { return slices.Contains(order, name) }

var markdown = goldmark.New(
	goldmark.WithExtensions(extension.Table, extension.Linkify, extension.Strikethrough),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(escaped{}, 1))),
)

// Render renders Markdown (CommonMark with tables). HTML in it is shown as text, and
// its comments are left out. Links and pictures with addresses that run programs have
// no address. It returns an error for text that is empty or not UTF-8.
func Render(content []byte) (Document, error) {
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	switch {
	case len(bytes.TrimSpace(content)) == 0:
		return Document{}, errors.New("the file is empty")
	case !utf8.Valid(content):
		return Document{}, fmt.Errorf("line %d is not UTF-8", lineOfInvalid(content))
	}
	root := markdown.Parser().Parse(text.NewReader(content))
	var b bytes.Buffer
	if err := markdown.Renderer().Render(&b, content, root); err != nil {
		return Document{}, err
	}
	return Document{Title: titleOf(root, content), HTML: b.String()}, nil
}

// lineOfInvalid returns the number of the first line that is not UTF-8.
func lineOfInvalid(content []byte) int {
	number := 0
	for line := range bytes.Lines(content) {
		number++
		if !utf8.Valid(line) {
			break
		}
	}
	return number
}

// titleOf returns the text of the first heading of level 1.
func titleOf(root ast.Node, content []byte) string {
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok && h.Level == 1 {
			return plainText(h, content)
		}
	}
	return ""
}

// plainText returns the text inside a node.
func plainText(n ast.Node, content []byte) string {
	var b strings.Builder
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(n.Segment.Value(content))
			}
		case *ast.String:
			if entering {
				b.Write(n.Value)
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(b.String())
}

// escaped renders HTML in Markdown as text.
type escaped struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (escaped) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindRawHTML, func(w util.BufWriter, content []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			writeEscaped(w, n.(*ast.RawHTML).Segments.Value(content))
		}
		return ast.WalkSkipChildren, nil
	})
	r.Register(ast.KindHTMLBlock, func(w util.BufWriter, content []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		block := n.(*ast.HTMLBlock)
		if !entering || block.HTMLBlockType == ast.HTMLBlockType2 {
			return ast.WalkContinue, nil
		}
		all := block.Lines().Value(content)
		if block.HasClosure() {
			all = append(bytes.Clone(all), block.ClosureLine.Value(content)...)
		}
		w.WriteString("<p>")
		writeEscaped(w, bytes.TrimSpace(all))
		w.WriteString("</p>\n")
		return ast.WalkContinue, nil
	})
}

// writeEscaped writes HTML as text, without comments.
func writeEscaped(w util.BufWriter, text []byte) {
	if !bytes.HasPrefix(text, []byte("<!--")) {
		html.DefaultWriter.RawWrite(w, text)
	}
}
