package documents

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestRender(t *testing.T) {
	for _, test := range []struct{ name, text, want, title string }{
		{"headings and links", "# Imprint\n\nSee [privacy](privacy).", "<h1>Imprint</h1>\n<p>See <a href=\"privacy\">privacy</a>.</p>\n", "Imprint"},
		{"a title with marks", "# The *old* `name` & more", "<h1>The <em>old</em> <code>name</code> &amp; more</h1>\n", "The old name & more"},
		{"no title", "## Only a part", "<h2>Only a part</h2>\n", ""},
		{"a table", "a | b\n--|--\n1 | 2", "<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>\n", ""},
		{"HTML in a line", `a <b onclick="x()">b</b>`, "<p>a &lt;b onclick=&quot;x()&quot;&gt;b&lt;/b&gt;</p>\n", ""},
		{"a block of HTML", "<script>\nalert(1)\n</script>\n\nafter", "<p>&lt;script&gt;\nalert(1)\n&lt;/script&gt;</p>\n<p>after</p>\n", ""},
		{"a block that a closing line ends", "<?php\nx\n?>", "<p>&lt;?php\nx\n?&gt;</p>\n", ""},
		{"comments", "<!-- to do\n\nlater -->\n\na<!-- b -->c", "<p>ac</p>\n", ""},
		{"a link that runs a program", "[x](javascript:alert(1)) ![y](data:text/html,z)", "<p><a href=\"\">x</a> <img src=\"\" alt=\"y\"></p>\n", ""},
		{"an address", "https://example.org/a?b=1&c=2", "<p><a href=\"https://example.org/a?b=1&amp;c=2\">https://example.org/a?b=1&amp;c=2</a></p>\n", ""},
		{"a byte order mark", "\ufeff# Terms", "<h1>Terms</h1>\n", "Terms"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := Render([]byte(test.text))
			if err != nil || got.HTML != test.want || got.Title != test.title {
				t.Errorf("Render(%q) = %q, title %q, %v; want %q, title %q", test.text, got.HTML, got.Title, err, test.want, test.title)
			}
		})
	}
}

func TestRenderRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":             "the file is empty",
		" \n\t\n":      "the file is empty",
		"ok\nb\xe4d\n": "line 2 is not UTF-8",
	} {
		if _, err := Render([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("Render(%q): %v; want %q", text, err, want)
		}
	}
}

// FuzzRender checks that no element of a file reaches the page: scripts, handlers and
// styles cannot be made from Markdown.
func FuzzRender(f *testing.F) {
	for _, seed := range []string{"# a\n\n<script>x</script>", "<img src=x onerror=y>", "[a](javascript:b)", "![a](<data:x> \"b\")", "<a\nhref=x>", "&lt;script&gt;", "<?x?>", "a\n<!x>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Render([]byte(text))
		if err != nil {
			return
		}
		for part := range strings.SplitSeq(d.HTML, "<") {
			name, _, _ := strings.Cut(strings.TrimPrefix(part, "/"), ">")
			name, _, _ = strings.Cut(name, " ")
			name = strings.TrimSpace(name)
			if strings.HasPrefix(d.HTML, part) && !strings.HasPrefix(d.HTML, "<") {
				continue // the text before the first element
			}
			if name != "" && !slices.Contains(elements, name) {
				t.Fatalf("Render(%q) contains the element %q: %q", text, name, d.HTML)
			}
		}
		if lower := strings.ToLower(d.HTML); strings.Contains(lower, "=\"javascript:") {
			t.Fatalf("Render(%q) contains a program: %q", text, d.HTML)
		}
	})
}

// elements are those that Markdown can make.
var elements = strings.Fields("h1 h2 h3 h4 h5 h6 p a em strong del code pre blockquote ul ol li hr br img table thead tbody tr th td")

func write(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestLanguages(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"imprint.md": "all", "imprint.de.md": "deutsch", "terms.de.md": "nur deutsch"})
	s, err := Read(map[string]string{Imprint: filepath.Join(folder, "imprint.md"), Terms: filepath.Join(folder, "terms.md"), Privacy: ""})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Names(); !slices.Equal(got, []string{Imprint, Terms}) {
		t.Errorf("Names() = %q", got)
	}
	for _, test := range []struct{ name, language, want, of string }{
		{Imprint, "de", "<p>deutsch</p>\n", "de"},
		{Imprint, "en", "<p>all</p>\n", ""},
		{Terms, "en", "<p>nur deutsch</p>\n", "de"},
	} {
		if d, ok := s.Find(test.name, test.language); !ok || d.HTML != test.want || d.Language != test.of {
			t.Errorf("Find(%s, %s) = %q in %q, %v", test.name, test.language, d.HTML, d.Language, ok)
		}
	}
	for _, name := range []string{Privacy, "other"} {
		if d, ok := s.Find(name, "en"); ok {
			t.Errorf("Find(%s) = %q", name, d.HTML)
		}
	}
}

func TestReload(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "privacy.md")
	write(t, folder, map[string]string{"privacy.md": "one"})
	s, err := Read(map[string]string{Privacy: file})
	if err != nil {
		t.Fatal(err)
	}
	want := func(html string) {
		t.Helper()
		if d, _ := s.Find(Privacy, "en"); d.HTML != html {
			t.Errorf("the document is %q, want %q", d.HTML, html)
		}
	}
	write(t, folder, map[string]string{"privacy.md": "two"})
	want("<p>one</p>\n")
	if err := s.Reload(); err != nil {
		t.Fatal(err)
	}
	want("<p>two</p>\n")
	os.Remove(file)
	if err := s.Reload(); err == nil || !strings.Contains(err.Error(), "privacy: ") || !strings.Contains(err.Error(), "privacy.md") {
		t.Errorf("Reload without the file: %v", err)
	}
	want("<p>two</p>\n")
	write(t, folder, map[string]string{"privacy.md": strings.Repeat("x", maxFile+1)})
	if err := s.Reload(); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("Reload with a file too large: %v", err)
	}
}

func TestNilSet(t *testing.T) {
	var s *Set
	if _, ok := s.Find(Imprint, "en"); ok || len(s.Names()) != 0 {
		t.Error("a nil Set has documents")
	}
}
