// Program release builds the files of a release: archives with static programs for
// several platforms, Debian packages, checksums, the licenses of all parts and a
// list of them (SBOM). The front end must be built before. It needs no network if
// the modules and npm packages are downloaded.
//
// The files of two builds of a commit are the same, byte by byte.
package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// platforms are the operating systems and architectures of a release.
var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64"}

func main() {
	var r release
	var only string
	flag.StringVar(&r.version, "version", "", "version of the release, such as v1.0.0")
	flag.StringVar(&r.out, "out", "out/release", "folder for the files; its content is replaced")
	flag.StringVar(&only, "platforms", strings.Join(platforms, ","), "platforms to build for")
	flag.Parse()
	r.platforms = strings.Split(only, ",")
	if err := r.run(); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release is a release that is being built. The working directory is the root of the
// repository.
type release struct {
	version, out string
	platforms    []string
	// at is the time of the commit, which all files have.
	at time.Time
	// commit is the short hash of the commit.
	commit string
}

var versions = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z.+~_-]*$`)

func (r *release) run() error {
	if !versions.MatchString(r.version) {
		return fmt.Errorf("%q is not a version", r.version)
	}
	if _, err := os.Stat("internal/web/dist/app/index.html"); err != nil {
		return fmt.Errorf("the front end is not built (make front): %w", err)
	}
	text, err := output("git", "log", "-1", "--format=%ct %h")
	if err != nil {
		return err
	}
	var seconds int64
	if _, err := fmt.Sscan(text, &seconds, &r.commit); err != nil {
		return err
	}
	r.at = time.Unix(seconds, 0).UTC()
	if err := os.RemoveAll(r.out); err != nil {
		return err
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)

	programs := map[string]string{}
	for _, platform := range r.platforms {
		if programs[platform], err = r.build(work, platform); err != nil {
			return err
		}
	}
	parts, err := r.parts(programs)
	if err != nil {
		return err
	}
	licenses, err := licenseTexts(parts)
	if err != nil {
		return err
	}
	common, err := commonFiles(licenses)
	if err != nil {
		return err
	}
	for _, platform := range r.platforms {
		program, err := os.ReadFile(programs[platform])
		if err != nil {
			return err
		}
		if err := r.archive(platform, program, common); err != nil {
			return err
		}
		if strings.HasPrefix(platform, "linux/") {
			if err := r.debian(platform, program, common); err != nil {
				return err
			}
		}
	}
	bill, err := r.bill(parts)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(r.out, "tafelrunde-"+r.number()+".cdx.json"), bill, 0o644); err != nil {
		return err
	}
	return r.checksums()
}

// number returns the version without the v of a tag.
func (r *release) number() string {
	if len(r.version) > 1 && r.version[0] == 'v' && r.version[1] >= '0' && r.version[1] <= '9' {
		return r.version[1:]
	}
	return r.version
}

// build builds the program for a platform and returns its path.
func (r *release) build(work, platform string) (string, error) {
	system, architecture, found := strings.Cut(platform, "/")
	if !found {
		return "", fmt.Errorf("%q is not a platform such as linux/amd64", platform)
	}
	program := filepath.Join(work, system+"-"+architecture)
	command := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -X main.version="+r.version, "-o", program, "./cmd/tafelrunde")
	// Instructions of newer processors would not run on older ones.
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+architecture, "GOAMD64=v1", "GOARM64=v8.0", "GOFLAGS=-mod=readonly")
	command.Stderr = os.Stderr
	if err := command.Run(); err != nil {
		return "", fmt.Errorf("building for %s: %w", platform, err)
	}
	return program, nil
}

// commonFiles returns the files beside the program, by their path.
func commonFiles(licenses []byte) (map[string][]byte, error) {
	files := map[string][]byte{"licenses.txt": licenses}
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "go.mod"} {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files[name] = data
	}
	for _, folder := range []string{"deploy", "docs", "examples"} {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			switch {
			case path == "deploy/debian":
				return fs.SkipDir
			case entry.IsDir() || folder == "docs" && strings.HasSuffix(path, ".go"):
				return nil
			}
			files[filepath.ToSlash(path)], err = os.ReadFile(path)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// checksums writes SHA256SUMS in the format of sha256sum.
func (r *release) checksums() error {
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(r.out, entry.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), entry.Name())
	}
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// output runs a command and returns what it prints.
func output(name string, args ...string) (string, error) {
	out, err := exec.Command(name, args...).Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return "", fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, bytes.TrimSpace(failed.Stderr))
	}
	return string(bytes.TrimSpace(out)), err
}
