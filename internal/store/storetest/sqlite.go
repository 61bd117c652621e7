package storetest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"tafelrunde/internal/store/sqlstore"
)

// emptySQLite returns the content of a SQLite database of the present version without
// people and matches. Making its tables takes longer than most tests.
var emptySQLite = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "tafelrunde-empty-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "tafelrunde.db")
	s, err := sqlstore.OpenSQLite(context.Background(), file)
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
})

// OpenSQLite opens an empty SQLite database in a folder of its own. It is closed at the end
// of the test, if not before.
func OpenSQLite(t testing.TB) *sqlstore.Store {
	t.Helper()
	content, err := emptySQLite()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "tafelrunde.db")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := sqlstore.OpenSQLite(context.Background(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
