package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"tafelrunde/internal/cli"
)

// samples has three values of each setting of serve, as config check prints them: for
// the command line, the environment and the file. A fourth word names a flag that the
// setting needs.
var samples = map[string][]string{
	"addr":               {"127.0.0.1:1001", "127.0.0.1:1002", "127.0.0.1:1003"},
	"tls-host":           {"[a.example.org]", "[b.example.org]", "[c.example.org d.example.org]"},
	"tls-cache":          {"cache1", "cache2", "cache3", "--tls-host=a.example.org"},
	"tls-email":          {"a@example.org", "b@example.org", "c@example.org", "--tls-host=a.example.org"},
	"tls-directory":      {"https://a.example/d", "https://b.example/d", "https://c.example/d"},
	"http-addr":          {"127.0.0.1:81", "127.0.0.1:82", "127.0.0.1:83"},
	"open":               {"true", "false", "true"},
	"data":               {"folder1", "folder2", "folder3"},
	"database":           {"postgres://a/x", "postgres://b/x", "postgres://c/x"},
	"log-format":         {"json", "text", "json"},
	"log-level":          {"debug", "warn", "error"},
	"access-log":         {"true", "false", "true"},
	"secure":             {"true", "false", "true"},
	"hsts":               {"1h0m0s", "2h0m0s", "3h0m0s", "--secure"},
	"keep-audit":         {"1h0m0s", "2h0m0s", "3h0m0s"},
	"keep-chat":          {"48h0m0s", "49h0m0s", "50h0m0s"},
	"keep-guests":        {"48h0m0s", "49h0m0s", "50h0m0s"},
	"keep-matches":       {"48h0m0s", "49h0m0s", "50h0m0s"},
	"keep-reports":       {"1h0m0s", "2h0m0s", "3h0m0s"},
	"keep-idle-sessions": {"1h0m0s", "2h0m0s", "3h0m0s"},
	"keep-sessions":      {"1h0m0s", "2h0m0s", "3h0m0s"},
	"security-contact":   {"[mailto:a@example.org]", "[https://b.example tel:+49301]", "[https://c.example]"},
	"imprint":            {"testdata/texts/a.md", "testdata/texts/b.md", "testdata/texts/c.md"},
	"privacy":            {"testdata/texts/a.md", "testdata/texts/b.md", "testdata/texts/c.md"},
	"terms":              {"testdata/texts/a.md", "testdata/texts/b.md", "testdata/texts/c.md"},
	"profiles":           {"127.0.0.1:2001", "127.0.0.1:2002", "127.0.0.1:2003"},
	"metrics":            {"127.0.0.1:3001", "127.0.0.1:3002", "127.0.0.1:3003"},
	"public-url":         {"https://a.example", "https://b.example/t", "https://c.example"},
	"trusted-proxy":      {"[10.0.0.1/32]", "[10.0.0.0/8 fd00::/8]", "[192.168.0.0/16]"},
	"unlimited-loopback": {"true", "false", "true"},
	"no-push":            {"true", "false", "true"},
	"reviews":            {"1", "2", "3"},
	"servers":            {"2", "3", "4", "--database=postgres://a/x"},
	"explorer-table":     {"[" + explorerTables + "wotn.trx]", "[" + explorerTables + "chess.trx]", "[" + explorerTables + "chess.trx " + explorerTables + "wotn.trx]"},
	"workers":            {"1", "2", "3"},
}

// explorerTables is the folder of the embedded tables of the explorer.
const explorerTables = "../../internal/explorer/files/data/"

// TestConfigCheckRefuses checks settings that a server could not start with.
func TestConfigCheckRefuses(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken.trx")
	if err := os.WriteFile(broken, []byte("no table"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ flag, want string }{
		{"--explorer-table=" + broken, "broken.trx"},
		{"--explorer-table=missing.trx", "missing.trx"},
		{"--database=mysql://user:secret@host/name", "there is no database mysql://user:xxxxx@host/name"},
		{"--database=host/name", "begins with postgres://"},
	} {
		var out bytes.Buffer
		if status := run([]string{"config", "check", tc.flag}, cli.Terminal{Out: &out, Notes: &out}); status != cli.StatusFailed || !strings.Contains(out.String(), tc.want) {
			t.Errorf("%s: status %d: %s", tc.flag, status, &out)
		}
	}
}

// TestEverySettingHasThreeSources sets each setting of serve by flag, environment,
// file with a secret and settings file: alone, and all together, where the flag has
// precedence over the environment, and the environment over the file.
func TestEverySettingHasThreeSources(t *testing.T) {
	parser, err := kong.New(&program{}, kong.KindMapper(reflect.Slice, cli.WholeLists))
	if err != nil {
		t.Fatal(err)
	}
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, envPrefix) {
			t.Setenv(name, "")
		}
	}
	tested := 0
	for _, flag := range commandNamed(parser.Model.Node, "serve").Flags {
		if flag.Name == "help" || flag.Name == "config" {
			continue
		}
		sample := samples[flag.Name]
		if len(sample) < 3 {
			t.Errorf("samples has no values of --%s", flag.Name)
			continue
		}
		tested++
		t.Run(flag.Name, func(t *testing.T) {
			folder, name := t.TempDir(), envOf(flag)
			written := func(value string) string { return strings.ReplaceAll(strings.Trim(value, "[]"), " ", ",") }
			inFile := func(file, content string) string {
				path := filepath.Join(folder, file)
				if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
				return path
			}
			secret := inFile("secret", written(sample[1])+"\n")
			form := "%s = %q\n"
			if flag.IsBool() || flag.Name == "workers" {
				form = "%s = %s\n"
			}
			config := "--config=" + inFile("site.toml", fmt.Sprintf(form, flag.Name, written(sample[2])))
			for _, tc := range []struct {
				flag, env, secret, file bool
				want, source            string
			}{
				{want: sample[0], source: "flag", flag: true},
				{want: sample[1], source: name, env: true},
				{want: sample[1], source: name + "_FILE", secret: true},
				{want: sample[2], source: "site.toml", file: true},
				{want: sample[1], source: name, env: true, file: true},
				{want: sample[1], source: name + "_FILE", secret: true, file: true},
				{want: sample[0], source: "flag", flag: true, env: true, file: true},
			} {
				args := append([]string{"config", "check"}, sample[3:]...)
				if tc.flag {
					args = append(args, "--"+flag.Name+"="+written(sample[0]))
				}
				if tc.file {
					args = append(args, config)
				}
				for variable, value := range map[string]struct {
					set  bool
					text string
				}{name: {tc.env, written(sample[1])}, name + "_FILE": {tc.secret, secret}} {
					t.Setenv(variable, "")
					if value.set {
						t.Setenv(variable, value.text)
					}
				}
				var out bytes.Buffer
				if status := run(args, cli.Terminal{Out: &out, Notes: &out}); status != cli.StatusDone {
					t.Errorf("%v: status %d: %s", args, status, &out)
					continue
				}
				line := regexp.MustCompile(`(?m)^` + flag.Name + ` +(.*\S) +(\S+)$`).FindStringSubmatch(out.String())
				if line == nil || line[1] != tc.want || filepath.Base(line[2]) != tc.source {
					t.Errorf("%+v: %q", tc, line)
				}
			}
		})
	}
	if tested != len(samples) {
		t.Errorf("%d settings were tested, samples has %d", tested, len(samples))
	}
}
