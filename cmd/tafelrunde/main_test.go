package main

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"tafelrunde/internal/store/sqlstore"
)

func TestMain(m *testing.M) {
	// Under the race detector a program sleeps a second before it ends.
	if os.Getenv("GORACE") == "" {
		os.Setenv("GORACE", "atexit_sleep_ms=0")
	}
	testscript.Main(m, map[string]func(){"tafelrunde": main})
}

// TestScripts runs the scripts of command lines in testdata/script.
func TestScripts(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { taken.Close() }) // the scripts run after this function returns
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("TAKEN", taken.Addr().String())
			env.Setenv("GORACE", os.Getenv("GORACE"))
			// Files that a script cannot hold.
			for name, content := range map[string]string{
				"crlf.perft": "\ufeff# two\r\n\r\nlancelot | 8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7 | 64\r\n" +
					"wotn | 4k3/4r3/8/8/3v4/2R5/8/3VK3 w - - 0 1 | 5 174 # old Macintosh\r",
				"binary.perft": "wotn | \x00\xff | 20\n",
			} {
				if err := os.WriteFile(filepath.Join(env.WorkDir, name), []byte(content), 0o666); err != nil {
					return err
				}
			}
			// The database of a new site.
			folder := filepath.Join(env.WorkDir, "a")
			if err := os.Mkdir(folder, 0o700); err != nil {
				return err
			}
			site, err := sqlstore.OpenSQLite(context.Background(), filepath.Join(folder, databaseName))
			if err != nil {
				return err
			}
			return site.Close()
		},
		RequireExplicitExec: true,
		Deadline:            time.Now().Add(10 * time.Minute),
	})
}
