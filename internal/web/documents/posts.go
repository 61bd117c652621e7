package documents

import (
	"bytes"
	"fmt"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

var posts = goldmark.New(
	goldmark.WithExtensions(extension.Table, extension.Linkify, extension.Strikethrough),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(escaped{}, 1), util.Prioritized(restricted{}, 1))),
)

// RenderPost renders Markdown that anybody may have written, as [Render] does, but without
// pictures, whose descriptions remain. Its headings are below those of the page, and its links
// say that the site does not vouch for them.
func RenderPost(text string) (string, error) {
	var b bytes.Buffer
	err := posts.Convert([]byte(text), &b)
	return b.String(), err
}

// restricted renders links, pictures and headings of posts.
type restricted struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (restricted) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindLink, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			openLink(w, n.(*ast.Link).Destination)
		} else {
			w.WriteString("</a>")
		}
		return ast.WalkContinue, nil
	})
	r.Register(ast.KindAutoLink, func(w util.BufWriter, content []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		link := n.(*ast.AutoLink)
		if entering {
			address := link.URL(content)
			if link.AutoLinkType == ast.AutoLinkEmail && !bytes.HasPrefix(bytes.ToLower(address), []byte("mailto:")) {
				address = append([]byte("mailto:"), address...)
			}
			openLink(w, address)
			w.Write(util.EscapeHTML(link.Label(content)))
			w.WriteString("</a>")
		}
		return ast.WalkContinue, nil
	})
	r.Register(ast.KindImage, func(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) {
		return ast.WalkContinue, nil // only the description, which is its children
	})
	r.Register(ast.KindHeading, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		end, after := "", ""
		if !entering {
			end, after = "/", "\n"
		}
		fmt.Fprintf(w, "<%sh%d>%s", end, min(n.(*ast.Heading).Level+headingsBelow, 6), after)
		return ast.WalkContinue, nil
	})
}

// headingsBelow is the level of the heading of the page around a post.
const headingsBelow = 1

func openLink(w util.BufWriter, address []byte) {
	w.WriteString("<a")
	if !html.IsDangerousURL(address) {
		w.WriteString(` href="`)
		w.Write(util.EscapeHTML(util.URLEscape(address, true)))
		w.WriteString(`"`)
	}
	w.WriteString(` rel="nofollow ugc noopener">`)
}
