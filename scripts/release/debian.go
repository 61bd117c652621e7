package main

import (
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// described matches a version of git describe: tag, number of commits since, commit.
var described = regexp.MustCompile(`^(.*)-(\d+)-(g[0-9a-f]+)(-dirty)?$`)

// debianVersion returns the version in the form that dpkg compares: commits after a
// tag are later than it, pre-releases (1.0.0-rc1) are earlier. Without a tag, the time
// of the commit decides.
func (r *release) debianVersion() string {
	version := r.number()
	if version[0] < '0' || version[0] > '9' || !strings.Contains(version, ".") {
		return "0~" + r.at.Format("20060102150405") + "." + r.commit
	}
	after := ""
	if parts := described.FindStringSubmatch(version); parts != nil {
		version, after = parts[1], "+"+parts[2]+"."+parts[3]+strings.ReplaceAll(parts[4], "-", ".")
	} else if rest, dirty := strings.CutSuffix(version, "-dirty"); dirty {
		version, after = rest, "+dirty"
	}
	return strings.ReplaceAll(version, "-", "~") + after
}

// debian writes the Debian package of a platform.
func (r *release) debian(platform string, program []byte, common map[string][]byte) error {
	_, architecture, _ := strings.Cut(platform, "/")
	const docs = "usr/share/doc/tafelrunde/"
	files := map[string]file{
		"usr/bin/tafelrunde":             {program, 0o755},
		"etc/tafelrunde/tafelrunde.toml": {common["deploy/tafelrunde.toml"], 0o640},
		docs + "copyright":               {append(append([]byte(copyright), common["LICENSE"]...), append([]byte(partsHeading), common["licenses.txt"]...)...), 0o644},
	}
	for _, unit := range []string{"tafelrunde.service", "tafelrunde-backup.service", "tafelrunde-backup.timer"} {
		files["usr/lib/systemd/system/"+unit] = file{common["deploy/"+unit], 0o644}
	}
	for at, content := range common {
		if at != "LICENSE" && at != "licenses.txt" && at != "deploy/Dockerfile" && at != "CHANGELOG.md" {
			files[docs+at] = file{content, 0o644}
		}
	}
	changes, err := packed(common["CHANGELOG.md"])
	if err != nil {
		return err
	}
	files[docs+"changelog.gz"] = file{changes, 0o644}

	size, sums := 0, ""
	for _, name := range slices.Sorted(maps.Keys(files)) {
		size += (len(files[name].content) + 1023) / 1024
		if !strings.HasPrefix(name, "etc/") {
			sums += fmt.Sprintf("%x  %s\n", md5.Sum(files[name].content), name)
		}
	}
	version := r.debianVersion()
	control := map[string]file{
		"control":   {fmt.Appendf(nil, controlFile, version, architecture, size), 0o644},
		"conffiles": {[]byte("/etc/tafelrunde/tafelrunde.toml\n"), 0o644},
		"md5sums":   {[]byte(sums), 0o644},
	}
	for _, script := range []string{"postinst", "prerm", "postrm"} {
		content, err := os.ReadFile("deploy/debian/" + script)
		if err != nil {
			return err
		}
		control[script] = file{content, 0o755}
	}
	controls, err := tarred(rooted(control), r.at)
	if err != nil {
		return err
	}
	data, err := tarred(rooted(files), r.at)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	out.WriteString("!<arch>\n")
	member(&out, "debian-binary", []byte("2.0\n"), r.at)
	member(&out, "control.tar.gz", controls, r.at)
	member(&out, "data.tar.gz", data, r.at)
	return os.WriteFile(filepath.Join(r.out, "tafelrunde_"+version+"_"+architecture+".deb"), out.Bytes(), 0o644)
}

// rooted returns the files with the names that dpkg-deb gives them (./usr/bin/…).
func rooted(files map[string]file) map[string]file {
	moved := map[string]file{}
	for name, f := range files {
		moved["./"+name] = f
	}
	return moved
}

// packed returns data compressed by gzip without a time.
func packed(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}

// member appends a member to an ar archive.
func member(to *bytes.Buffer, name string, content []byte, at time.Time) {
	fmt.Fprintf(to, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", name, at.Unix(), 0, 0, "100644", len(content))
	to.Write(content)
	if len(content)%2 == 1 {
		to.WriteByte('\n')
	}
}

const controlFile = `Package: tafelrunde
Version: %s
Architecture: %s
Maintainer: The Tafelrunde authors <tafelrunde@localhost>
Installed-Size: %d
Depends: init-system-helpers (>= 1.54), passwd
Recommends: ca-certificates
Suggests: postgresql, nginx | caddy
Section: games
Priority: optional
Description: server for Way of the Knight and Lancelot
 Two games about knights, to play in the browser: Way of the Knight, Ralph
 Betza's chess variant in which pieces gain experience, and Lancelot, a
 stone-placing game for two to five. The program contains the server, the
 page, the database and engines for both games.
`

const copyright = `Tafelrunde, under the Apache License 2.0:

`

const partsHeading = `

Parts of the program:

`
