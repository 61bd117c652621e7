package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/games"
	"tafelrunde/internal/store/sqlstore"
)

// backupCommand writes a backup of a SQLite database.
type backupCommand struct {
	File string `arg:"" help:"The file to write."`
	database
	Replace bool `help:"Replace the file if it exists."`
	Check   bool `help:"Read the whole backup afterwards and check it like restore."`
}

func (c *backupCommand) Run(term cli.Terminal) error {
	if c.Database != "" {
		return &cli.Misuse{Reason: sqlstore.ErrNoBackup.Error()}
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	file, err := c.existingFile()
	if err != nil {
		return err
	}
	if isThere(c.File) && !c.Replace {
		return fmt.Errorf("%s exists already; give another name, or --replace", c.File)
	}
	for _, own := range []string{file, file + "-wal", file + "-shm", file + ".lock", filepath.Join(filepath.Dir(file), socketName)} {
		if same(own, c.File) {
			return fmt.Errorf("%s belongs to the database itself", c.File)
		}
	}
	size, err := writeBackup(ctx, file, c.File)
	if err != nil {
		return fmt.Errorf("the backup failed: %w", err)
	}
	fmt.Fprintf(term.Out, "%s has a backup of %d bytes\n", c.File, size)
	if c.Check {
		info, err := sqlstore.CheckBackup(ctx, c.File, games.Rules{})
		if err != nil {
			return err
		}
		fmt.Fprintf(term.Out, "It is complete: %d events of %d matches\n", info.Events, info.Matches)
	}
	return nil
}

// same reports whether two paths are the same file.
func same(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// writeBackup writes a backup of a database file to a temporary file and renames it
// after all of it is synced.
func writeBackup(ctx context.Context, file, name string) (size int64, err error) {
	// CreateTemp gives the mode 0600.
	out, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*.partial")
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			out.Close()
			os.Remove(out.Name())
		}
	}()
	w := &steadyWriter{file: out}
	from, err := requestBackup(ctx, file)
	switch {
	case errors.Is(err, errNoServer):
		err = sqlstore.BackupFile(ctx, file, w)
		if errors.Is(err, sqlstore.ErrInUse) {
			err = fmt.Errorf("a program has %s open, but does not answer at the socket %s", file, socketName)
		}
	case err == nil:
		_, err = io.Copy(w, from)
		err = errors.Join(err, from.Close())
	}
	if err != nil {
		return 0, err
	}
	if err := sqlstore.CheckLength(out.Name()); err != nil {
		return 0, err
	}
	if err := errors.Join(out.Sync(), out.Close()); err != nil {
		return 0, err
	}
	if err := os.Rename(out.Name(), name); err != nil {
		return 0, err
	}
	return w.written, sqlstore.SyncFolder(filepath.Dir(name))
}

// steadyWriter syncs its file at intervals. A single sync at the end would delay a
// server on the same disk.
type steadyWriter struct {
	file              *os.File
	written, unsynced int64
}

const syncAfter = 4 << 20

func (w *steadyWriter) Write(p []byte) (int, error) {
	n, err := w.file.Write(p)
	w.written += int64(n)
	if w.unsynced += int64(n); err == nil && w.unsynced >= syncAfter {
		w.unsynced = 0
		err = w.file.Sync()
	}
	return n, err
}

// restoreCommand restores a backup into a data folder.
type restoreCommand struct {
	File string `arg:"" help:"A backup."`
	database
	Replace bool `help:"Replace the database in the folder. The old one is renamed."`
	Force   bool `help:"Restore a damaged backup as far as it can be read, and print what is wrong with it."`
}

func (c *restoreCommand) Run(term cli.Terminal) error {
	if c.Database != "" {
		return &cli.Misuse{Reason: "backups of PostgreSQL are restored by pg_restore; to restore a backup of SQLite there, restore it into a folder and use tafelrunde store copy"}
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	file, err := c.file()
	if err != nil {
		return err
	}
	if !isThere(c.File) {
		return fmt.Errorf("there is no file %s", c.File)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return fmt.Errorf("the data folder cannot be created (%w); choose another with --data", err)
	}
	info, kept, err := sqlstore.Restore(ctx, c.File, file, games.Rules{}, sqlstore.RestoreOptions{Replace: c.Replace, Force: c.Force})
	if errors.Is(err, sqlstore.ErrExists) {
		return fmt.Errorf("%w; --replace replaces it and renames the old one", err)
	}
	if err != nil {
		return err
	}
	for _, problem := range info.Problems {
		fmt.Fprintf(term.Notes, "tafelrunde: warning: %s\n", cli.Printable(problem))
	}
	if info.More > 0 {
		fmt.Fprintf(term.Notes, "tafelrunde: warning: %d more problems\n", info.More)
	}
	if !info.Sealed {
		fmt.Fprintf(term.Notes, "tafelrunde: warning: %s has no checksum, because an earlier version made it or it is a copy of a database; its games were replayed, but other changes of it cannot be noticed\n", c.File)
	}
	fmt.Fprintf(term.Out, "%s was restored: %d events of %d matches\n", file, info.Events, info.Matches)
	if kept != "" {
		fmt.Fprintf(term.Out, "The old database was renamed to %s\n", kept)
	}
	return nil
}
