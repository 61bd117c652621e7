package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"tafelrunde/internal/store/sqlstore"
)

// database says where matches are kept.
type database struct {
	Data     string `env:"TAFELRUNDE_DATA" placeholder:"FOLDER" help:"Folder for the database and what else is kept (default: tafelrunde in the user's folder for configuration). One program at a time."`
	Database string `env:"TAFELRUNDE_DATABASE" placeholder:"URL" help:"PostgreSQL database instead of one in the folder: postgres://user@host/name. Several programs can share it."`
}

// open opens the database.
func (d *database) open(ctx context.Context) (*sqlstore.Store, error) {
	if d.Database != "" {
		return openDatabase(ctx, d.Database)
	}
	folder := d.Data
	if folder == "" {
		base, err := os.UserConfigDir()
		if err != nil {
			return nil, fmt.Errorf("no folder for data is known (%w); choose one with --data", err)
		}
		folder = filepath.Join(base, "tafelrunde")
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("the data folder cannot be made (%w); choose another with --data", err)
	}
	return openDatabase(ctx, filepath.Join(folder, "tafelrunde.db"))
}

// openDatabase opens the database at a PostgreSQL address or in a file.
func openDatabase(ctx context.Context, at string) (*sqlstore.Store, error) {
	if strings.HasPrefix(at, "postgres://") || strings.HasPrefix(at, "postgresql://") {
		return sqlstore.OpenPostgres(ctx, at)
	}
	return sqlstore.OpenSQLite(ctx, at)
}

// logger writes what a running server has to say.
func logger(term terminal) *slog.Logger {
	return slog.New(slog.NewTextHandler(term.notes, nil))
}
