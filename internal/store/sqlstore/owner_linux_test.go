package sqlstore_test

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"tafelrunde/internal/store/sqlstore"
)

// TestFilesOfRootKeepTheOwner creates and replaces databases as root in the folder of
// another user. That user must be able to open all files, even while root has them open.
func TestFilesOfRootKeepTheOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files to others")
	}
	const other = 65534
	folder := filepath.Join(t.TempDir(), "data")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(folder, other, other); err != nil {
		t.Fatal(err)
	}
	expect := func(when string) {
		t.Helper()
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) == 0 {
			t.Fatal(entries, err)
		}
		for _, e := range entries {
			info, err := e.Info()
			if err != nil {
				t.Fatal(err)
			}
			if s := info.Sys().(*syscall.Stat_t); s.Uid != other || s.Gid != other || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %s belongs to %d:%d and has the mode %o", when, e.Name(), s.Uid, s.Gid, info.Mode().Perm())
			}
		}
	}
	file, backup := filepath.Join(folder, "tafelrunde.db"), filepath.Join(t.TempDir(), "backup")
	s := openSQLite(t, file)
	fill(t, s)
	expect("open")
	var data bytes.Buffer
	if err := s.Backup(t.Context(), &data); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(backup, data.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, kept, err := restore(t, backup, file, sqlstore.RestoreOptions{Replace: true}); err != nil || kept == "" {
		t.Fatal(kept, err)
	}
	expect("replaced")
	if err := os.Remove(file + ".lock"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := restore(t, backup, filepath.Join(folder, "new.db"), sqlstore.RestoreOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := sqlstore.BackupFile(t.Context(), file, &data); err != nil {
		t.Fatal(err)
	}
	openSQLite(t, file)
	expect("opened again")
}
