package scripts

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestVulnerabilitiesMustBeChecked runs the script with another go command: only a check
// that was made and found nothing is a success.
func TestVulnerabilitiesMustBeChecked(t *testing.T) {
	for _, tc := range []struct {
		name, prints string
		exits        string
		status       int
		says         string
	}{
		{"nothing found", "No vulnerabilities found.", "0", 0, "No vulnerabilities"},
		{"only in code that is not called", "Your code is affected by 0 vulnerabilities.", "0", 0, "affected by 0"},
		{"found", "Vulnerability #1: GO-2024-0001", "1", 3, "GO-2024-0001"},
		{"found, with its own status", "Vulnerability #1: GO-2024-0001", "3", 3, "GO-2024-0001"},
		{"no network", "govulncheck: fetching vulnerabilities: no such host", "1", 2, "NOT CHECKED: govulncheck: fetching"},
		{"does not compile", "govulncheck: loading packages: errors", "1", 2, "NOT CHECKED"},
		{"no tool", `go: no such tool "govulncheck"`, "2", 2, "NOT CHECKED"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			folder := t.TempDir()
			fake := "#!/bin/sh\necho '" + tc.prints + "'\nexit " + tc.exits + "\n"
			if err := os.WriteFile(filepath.Join(folder, "go"), []byte(fake), 0o700); err != nil {
				t.Fatal(err)
			}
			command := exec.Command("./vulnerabilities")
			command.Env = append(os.Environ(), "PATH="+folder+string(os.PathListSeparator)+os.Getenv("PATH"))
			out, err := command.CombinedOutput()
			status := 0
			if exit, ok := errors.AsType[*exec.ExitError](err); ok {
				status = exit.ExitCode()
			} else if err != nil {
				t.Fatal(err)
			}
			if status != tc.status || !strings.Contains(string(out), tc.says) {
				t.Errorf("status %d, want %d: %s", status, tc.status, out)
			}
		})
	}
}
