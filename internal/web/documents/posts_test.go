package documents_test

import (
	"testing"

	"tafelrunde/internal/web/documents"
)

func TestRenderPost(t *testing.T) {
	const link = ` rel="nofollow ugc noopener">`
	for text, want := range map[string]string{
		"# Big\n\n###### Small":                          "<h2>Big</h2>\n<h6>Small</h6>\n",
		"**bold** [x](https://a.example/?a=1&b=2 \"t\")": `<p><strong>bold</strong> <a href="https://a.example/?a=1&amp;b=2"` + link + "x</a></p>\n",
		"[x](javascript:alert(1))":                       "<p><a" + link + "x</a></p>\n",
		"[x](data:text/html,y)":                          "<p><a" + link + "x</a></p>\n",
		"![a *view*](https://a.example/x.png)":           "<p>a <em>view</em></p>\n",
		"https://a.example/x <me@a.example>":             `<p><a href="https://a.example/x"` + link + `https://a.example/x</a> <a href="mailto:me@a.example"` + link + "me@a.example</a></p>\n",
		"<script>alert(1)</script>":                      "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n",
		"a <img src=x onerror=y> b":                      "<p>a &lt;img src=x onerror=y&gt; b</p>\n",
		"[x]: javascript:y\n\n[x]":                       "<p><a" + link + "x</a></p>\n",
		"":                                               "",
	} {
		if got, err := documents.RenderPost(text); err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", text, got, err, want)
		}
	}
}
