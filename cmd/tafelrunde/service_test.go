package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
)

// service is a service of this machine for a test, with settings and variables.
func service(t *testing.T, settings, variables string) {
	t.Helper()
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, envPrefix) {
			t.Setenv(name, "")
		}
	}
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	folder := t.TempDir()
	oldSettings, oldVariables := serviceSettings, serviceVariables
	t.Cleanup(func() { serviceSettings, serviceVariables = oldSettings, oldVariables })
	serviceSettings, serviceVariables = filepath.Join(folder, "tafelrunde.toml"), filepath.Join(folder, "tafelrunde")
	for name, text := range map[string]string{serviceSettings: settings, serviceVariables: variables} {
		if text == "" {
			continue
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// site returns a data folder with an empty database.
func site(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	s, err := sqlstore.OpenSQLite(t.Context(), filepath.Join(folder, databaseName))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return folder
}

// printed runs a command, which must have a status, and returns its output.
func printed(t *testing.T, status int, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if got := run(args, cli.Terminal{Out: &out, Notes: &out}); got != status {
		t.Fatalf("%v: status %d, want %d: %s", args, got, status, &out)
	}
	return out.String()
}

// TestCommandsFindTheService creates accounts without naming a database: in that of the
// service, whose variables have precedence over its settings, and which the command line,
// the environment and --config have precedence over.
func TestCommandsFindTheService(t *testing.T) {
	bySettings, byVariables, byFlag := site(t), site(t), site(t)
	settings := "data = '" + bySettings + "'\naddr = '127.0.0.1:1'\n"
	staff := func(folder string) string { return printed(t, cli.StatusDone, "admin", "staff", "--data", folder) }

	service(t, settings, "")
	printed(t, cli.StatusDone, "admin", "create", "Anna")
	if out := staff(bySettings); !strings.Contains(out, "Anna") {
		t.Errorf("the database of the service has %q", out)
	}
	service(t, settings, "# the data\nTAFELRUNDE_DATA=\""+byVariables+"\"\n; and more\nGOMEMLIMIT=1GiB\n")
	printed(t, cli.StatusDone, "admin", "create", "Berta")
	if out := staff(byVariables); !strings.Contains(out, "Berta") {
		t.Errorf("the database of the service's variables has %q", out)
	}
	printed(t, cli.StatusDone, "admin", "create", "Carla", "--data", byFlag)
	t.Setenv("TAFELRUNDE_DATA", byFlag)
	printed(t, cli.StatusDone, "admin", "create", "Dora")
	t.Setenv("TAFELRUNDE_DATA", "")
	other := filepath.Join(t.TempDir(), "other.toml")
	if err := os.WriteFile(other, []byte("data = '"+byFlag+"'"), 0o600); err != nil {
		t.Fatal(err)
	}
	printed(t, cli.StatusDone, "admin", "create", "Emma", "--config", other)
	if out := staff(byFlag); !strings.Contains(out, "Carla") || !strings.Contains(out, "Dora") || !strings.Contains(out, "Emma") {
		t.Errorf("the database of the command line has %q", out)
	}
	// The address of the service is used, and that of the command line without the service.
	if out := printed(t, cli.StatusFailed, "health"); !strings.Contains(out, "http://127.0.0.1:1/readyz does not answer") {
		t.Errorf("health: %q", out)
	}
	if err := os.Remove(serviceVariables); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(serviceVariables, 0o700); err != nil {
		t.Fatal(err)
	}
	if out := printed(t, cli.StatusMisuse, "admin", "create", "Frida"); !strings.Contains(out, "the settings of the service cannot be read") {
		t.Errorf("with settings that cannot be read: %q", out)
	}
}

// TestWhichCommandsFindTheService: all commands that act on a database do, except those
// that run servers.
func TestWhichCommandsFindTheService(t *testing.T) {
	service(t, "addr = '127.0.0.1:1'\n", "")
	parser, err := kong.New(&program{})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, command := range parser.Model.Leaves(false) {
		has := func(name string) bool {
			return slices.ContainsFunc(command.Flags, func(f *kong.Flag) bool { return f.Name == name })
		}
		if !has("data") && !has("database") || command.Name == "check" || command.Name == "copy" {
			continue
		}
		found++
		context, err := kong.Trace(parser, strings.Fields(cli.CommandPath(command))[1:])
		if err != nil {
			t.Fatal(err)
		}
		if !hasSettings(command) {
			t.Errorf("%s has a database, but not --config", cli.CommandPath(command))
		}
		if got, want := (&settings{}).ofService(context), command.Name != "serve" && command.Name != "worker"; got != want {
			t.Errorf("%s uses the settings of the service: %v", cli.CommandPath(command), got)
		}
	}
	if found < 25 {
		t.Errorf("%d commands were found", found)
	}
}

// TestVariablesOfTheService reads a file as systemd does.
func TestVariablesOfTheService(t *testing.T) {
	service(t, "", "A=1\n  B = two words \n# C=3\n;D=4\n\nE=\"a \\\"quoted\\\" \\\\ value\"\nF='single \\ quotes'\nG=joined\\\nlines\nH=\nnonsense\n")
	got, err := readVariables(serviceVariables)
	want := map[string]string{"A": "1", "B": "two words", "E": `a "quoted" \ value`, "F": `single \ quotes`, "G": "joinedlines", "H": ""}
	if err != nil || len(got) != len(want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s: %q, want %q", name, got[name], value)
		}
	}
}

// TestCommandsCreateNoDatabase runs commands for databases that do not exist. They name
// the database and create nothing.
func TestCommandsCreateNoDatabase(t *testing.T) {
	service(t, "", "")
	folder := filepath.Join(t.TempDir(), "missing")
	address := storetest.Postgres(t).Database(t)
	for _, command := range [][]string{{"admin", "create", "Anna"}, {"admin", "staff"}, {"store", "rebuild"}, {"store", "reports"}} {
		out := printed(t, cli.StatusFailed, append(slices.Clone(command), "--data", folder)...)
		if !strings.Contains(out, "there is no database "+filepath.Join(folder, databaseName)) || !strings.Contains(out, "--data") || isThere(folder) {
			t.Errorf("%v: %q", command, out)
		}
		out = printed(t, cli.StatusFailed, append(slices.Clone(command), "--database", address)...)
		if !strings.Contains(out, "no tables of Tafelrunde") || !strings.Contains(out, "--database") {
			t.Errorf("%v: %q", command, out)
		}
	}
	if out := printed(t, cli.StatusFailed, "worker", "--database", address); !strings.Contains(out, "no tables of Tafelrunde") {
		t.Errorf("worker: %q", out)
	}
	if out := printed(t, cli.StatusFailed, "backup", "--data", folder, "copy"); !strings.Contains(out, "there is no database") {
		t.Errorf("backup: %q", out)
	}
}

// TestOldBackupsAreRemoved makes backups with --keep beside files of other names.
func TestOldBackupsAreRemoved(t *testing.T) {
	service(t, "", "")
	data, folder := site(t), t.TempDir()
	write := func(names ...string) {
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(folder, name), []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	list := func() (names []string) {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	others := []string{".tafelrunde-notes.backup.1.partial", "before-upgrade.backup", "tafelrunde-2025.backup", "tafelrunde-20250101-000000.backup.txt"}
	write(others...)
	write("tafelrunde-20250101-000000.backup", "tafelrunde-20250102-000000.backup", "tafelrunde-20250103-000000.backup", ".tafelrunde-20250101-000000.backup.123.partial")
	out := printed(t, cli.StatusDone, "backup", "--data", data, "--check", "--keep", "2", folder)
	got := list()
	newest := slices.DeleteFunc(slices.Clone(got), func(name string) bool { return slices.Contains(others, name) })
	if len(newest) != 2 || newest[0] != "tafelrunde-20250103-000000.backup" || !strings.Contains(out, "It is complete") || len(got) != len(others)+2 {
		t.Errorf("%v remain; %s", got, out)
	}
	if info, err := sqlstore.CheckBackup(t.Context(), filepath.Join(folder, newest[len(newest)-1]), games.Rules{}); err != nil || !info.Sealed {
		t.Errorf("%+v, %v", info, err)
	}

	// A backup with a problem removes less.
	s, err := sqlstore.OpenSQLite(t.Context(), filepath.Join(data, databaseName))
	if err != nil {
		t.Fatal(err)
	}
	storetest.Open(t, s, "m", nil) // by a person who has no account
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range newest {
		if err := os.Remove(filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	write("tafelrunde-20250101-000000.backup", "tafelrunde-20250102-000000.backup", "tafelrunde-20250103-000000.backup", "tafelrunde-20250104-000000.backup")
	out = printed(t, cli.StatusFailed, "backup", "--data", data, "--check", "--keep", "2", folder)
	if got := list(); len(got) != len(others)+4 || slices.Contains(got, "tafelrunde-20250101-000000.backup") || !strings.Contains(out, "person p0 is missing") {
		t.Errorf("%v remain; %s", got, out)
	}
	for _, args := range [][]string{{"--keep", "-1", folder}, {"--keep", "2", "--replace", folder}} {
		printed(t, cli.StatusMisuse, append([]string{"backup", "--data", data}, args...)...)
	}
	if out := printed(t, cli.StatusFailed, "backup", "--data", data, "--keep", "2", filepath.Join(folder, "missing")); !strings.Contains(out, "is not a folder") {
		t.Errorf("without the folder: %s", out)
	}
}
