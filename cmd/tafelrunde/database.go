package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/store/sqlstore"
)

// database holds the flags that choose a database.
type database struct {
	configFlag
	Data     string `placeholder:"FOLDER" help:"Data folder with the database (default: tafelrunde in the user's configuration folder). Only one program at a time can use it."`
	Database string `placeholder:"URL" help:"PostgreSQL database instead of one in the data folder: postgres://user@host/name. Several programs can share it."`
}

// databaseName is the name of the database file in a data folder.
const databaseName = "tafelrunde.db"

// folder returns the path of the data folder.
func (d *database) folder() (string, error) {
	if d.Data != "" {
		return d.Data, nil
	}
	base, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("no data folder is known (%w); choose one with --data", err)
	}
	return filepath.Join(base, "tafelrunde"), nil
}

// file returns the path of the database file in the data folder.
func (d *database) file() (string, error) {
	folder, err := d.folder()
	return filepath.Join(folder, databaseName), err
}

// name returns the database for texts: the file or the address without its password.
func (d *database) name() string {
	if d.Database != "" {
		return withoutPassword(d.Database)
	}
	file, err := d.file()
	if err != nil {
		return "the database"
	}
	return file
}

// open opens the database, or creates it in the data folder if it is missing. It
// writes a warning if the folder had a database before.
func (d *database) open(ctx context.Context, term cli.Terminal) (*sqlstore.Store, error) {
	if isPostgres(d.Database) {
		return sqlstore.OpenPostgres(ctx, d.Database)
	} else if d.Database != "" {
		return d.openExisting(ctx)
	}
	file, err := d.file()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, fmt.Errorf("the data folder cannot be created (%w); choose another with --data", err)
	}
	if missing, err := sqlstore.InterruptedRestore(file); missing {
		return nil, err
	} else if err != nil {
		fmt.Fprintf(term.Notes, "tafelrunde: warning: %v\n", err)
	}
	if isThere(file+".lock") && !isThere(file) {
		fmt.Fprintf(term.Notes, "tafelrunde: warning: %s has been used before, but its database %s is missing; an EMPTY site starts\n", filepath.Dir(file), databaseName)
	}
	return sqlstore.OpenSQLite(ctx, file)
}

// openExisting opens an existing database: a command must not create one, because the
// server that it is meant for uses another.
func (d *database) openExisting(ctx context.Context) (*sqlstore.Store, error) {
	at := d.Database
	if at == "" {
		file, err := d.existingFile()
		if err != nil {
			return nil, err
		}
		at = file
	}
	return openDatabase(ctx, at)
}

// existingFile returns the path of the database file in the data folder, which must
// exist.
func (d *database) existingFile() (string, error) {
	file, err := d.file()
	if err != nil {
		return "", err
	}
	switch _, err := os.Stat(file); {
	case errors.Is(err, fs.ErrNotExist):
		if missing, err := sqlstore.InterruptedRestore(file); missing {
			return "", err
		}
		return "", fmt.Errorf("there is no database %s; choose the data folder with --data, a PostgreSQL database with --database, or the settings of the server with --config", file)
	case errors.Is(err, fs.ErrPermission):
		return "", fmt.Errorf("the database cannot be reached (%w); run the command as root or as the server's user, or choose another data folder with --data", err)
	case err != nil:
		return "", err
	}
	return file, nil
}

// isPostgres reports whether at is the address of a PostgreSQL database.
func isPostgres(at string) bool {
	return strings.HasPrefix(at, "postgres://") || strings.HasPrefix(at, "postgresql://")
}

// openDatabase opens the database at a PostgreSQL address or in an existing file.
func openDatabase(ctx context.Context, at string) (*sqlstore.Store, error) {
	if isPostgres(at) {
		s, err := sqlstore.OpenExistingPostgres(ctx, at)
		if errors.Is(err, sqlstore.ErrNoTables) {
			err = fmt.Errorf("%w: there is no site at %s; a server creates one, choose another database with --database", err, withoutPassword(at))
		}
		return s, err
	}
	info, err := os.Stat(at)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, noDatabase(at)
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a database file", at)
	case info.Size() == 0: // SQLite would write tables into it
		return nil, fmt.Errorf("%s is an empty file, not a database", at)
	}
	return openFile(ctx, at)
}

// noDatabase is the error for the address of a database that is neither one of
// PostgreSQL nor an existing file.
func noDatabase(at string) error {
	return fmt.Errorf("there is no database %s; an address of PostgreSQL begins with postgres://", at)
}

// openFile opens a database file for a command, which leaves no lock file behind.
func openFile(ctx context.Context, file string) (*sqlstore.Store, error) {
	s, err := sqlstore.OpenSQLite(ctx, file)
	if err != nil {
		return nil, err
	}
	s.RemoveLock()
	return s, nil
}

// isThere reports whether a path exists.
func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
