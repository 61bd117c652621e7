package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"os/exec"
	"path"
	"regexp"
	"strings"
	"testing"
	"time"
)

var commitTime = time.Date(2026, 11, 25, 10, 40, 0, 0, time.UTC)

func TestDebianVersion(t *testing.T) {
	for version, want := range map[string]string{
		"v1.2.0": "1.2.0", "v1.2.0-rc1": "1.2.0~rc1", "v1.2.0-12-gabc1234": "1.2.0+12.gabc1234", "v1.2.0-rc1-3-gabc1234-dirty": "1.2.0~rc1+3.gabc1234.dirty",
		"v1.2.0-dirty": "1.2.0+dirty", "60c0fda": "0~20261125104000.60c0fda", "abc": "0~20261125104000.60c0fda", "60c0fda-dirty": "0~20261125104000.60c0fda",
	} {
		r := release{version: version, at: commitTime, commit: "60c0fda"}
		if got := r.debianVersion(); got != want {
			t.Errorf("%s: %s, want %s", version, got, want)
		}
	}
	dpkg, err := exec.LookPath("dpkg")
	if err != nil {
		return // not Debian
	}
	order := []string{"0~20261125104000.60c0fda", "1.2.0~rc1", "1.2.0~rc1+3.gabc1234.dirty", "1.2.0", "1.2.0+12.gabc1234", "1.2.1~rc1"}
	for i := 1; i < len(order); i++ {
		if err := exec.Command(dpkg, "--compare-versions", order[i-1], "lt", order[i]).Run(); err != nil {
			t.Errorf("%s is not before %s: %v", order[i-1], order[i], err)
		}
	}
}

var link = regexp.MustCompile(`\]\(([^)#\s]+)`)

// TestLinksOfTheReleaseLeadSomewhere: a document of the release links only to files and
// folders of the release.
func TestLinksOfTheReleaseLeadSomewhere(t *testing.T) {
	t.Chdir("../..")
	files, err := commonFiles(nil)
	if err != nil {
		t.Fatal(err)
	}
	places := map[string]bool{}
	for name := range files {
		for ; name != "."; name = path.Dir(name) {
			places[name] = true
		}
	}
	checked := 0
	for name, text := range files {
		if path.Ext(name) != ".md" {
			continue
		}
		for _, found := range link.FindAllSubmatch(text, -1) {
			target := string(found[1])
			if strings.Contains(target, "://") || strings.HasPrefix(target, "/") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			checked++
			if !places[path.Join(path.Dir(name), target)] {
				t.Errorf("%s links to %s, which is not in the release", name, target)
			}
		}
	}
	if checked < 50 {
		t.Errorf("only %d links", checked)
	}
}

// TestArchivesHaveFoldersFirst: dpkg needs an entry for each folder, before its files.
func TestArchivesHaveFoldersFirst(t *testing.T) {
	data, err := tarred(rooted(map[string]file{"usr/bin/x": {[]byte("program"), 0o755}, "usr/b": {nil, 0o644}}), commitTime)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for archive := tar.NewReader(packed); ; {
		header, err := archive.Next()
		if err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		names = append(names, header.Name)
		if header.Uid != 0 || !header.ModTime.Equal(commitTime) {
			t.Errorf("%+v", header)
		}
	}
	if got, want := len(names), 5; got != want || names[0] != "./" || names[1] != "./usr/" || names[3] != "./usr/bin/" || names[4] != "./usr/bin/x" {
		t.Errorf("%q", names)
	}
}

// TestNPMPartsThatReachThePage reads the real lock file.
func TestNPMPartsThatReachThePage(t *testing.T) {
	parts, err := npmParts("../../browser")
	if err != nil {
		t.Fatal(err)
	}
	built := map[string]bool{}
	for _, p := range parts {
		built[p.name] = p.built
		if p.license == "" {
			t.Errorf("%s has no license", p.purl)
		}
		if !p.built && len(p.hash) != 128 {
			t.Errorf("%s has the hash %q", p.purl, p.hash)
		}
	}
	for name, want := range map[string]bool{"svelte": false, "uqr": false, "clsx": false, "vite": true, "typescript": true} {
		if got, exists := built[name]; !exists || got != want {
			t.Errorf("%s: only builds the program: %v (in the list: %v)", name, got, exists)
		}
	}
}
