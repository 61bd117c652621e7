package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store/sqlstore"
)

// backupCommand writes a backup of a SQLite database.
type backupCommand struct {
	File string `arg:"" help:"The file to write; with --keep the folder for it."`
	database
	Replace bool `help:"Replace the file if it exists."`
	Keep    int  `placeholder:"NUMBER" help:"FILE is a folder: write a file there whose name has the time, and remove the oldest of such files, so that this number remains."`
	Check   bool `help:"Read the whole backup afterwards and check it like restore."`
}

func (c *backupCommand) Run(term cli.Terminal) error {
	switch {
	case c.Database != "":
		return &cli.Misuse{Reason: sqlstore.ErrNoBackup.Error()}
	case c.Keep < 0:
		return &cli.Misuse{Reason: fmt.Sprintf("--keep %d is negative", c.Keep)}
	case c.Keep > 0 && c.Replace:
		return &cli.Misuse{Reason: "--keep and --replace exclude each other"}
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	file, err := c.existingFile()
	if err != nil {
		return err
	}
	folder := c.File
	if c.Keep > 0 {
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return fmt.Errorf("%s is not a folder", folder)
		}
		c.File = filepath.Join(folder, keptBegins+time.Now().UTC().Format(keptTime)+keptEnds)
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
	keep := c.Keep
	if c.Check {
		var info sqlstore.BackupInfo
		if info, err = sqlstore.CheckBackup(ctx, c.File, games.Rules{}); err == nil {
			fmt.Fprintf(term.Out, "It is complete: %d events of %d matches\n", info.Events, info.Matches)
		} else {
			keep *= 2 // more time to notice, before the last one without problems is gone
		}
	}
	if keep > 0 {
		err = errors.Join(err, removeOldBackups(folder, keep, term))
	}
	return err
}

// Files that backup --keep writes have names such as
// tafelrunde-20261127-031500.backup.
const (
	keptBegins = "tafelrunde-"
	keptTime   = "20060102-150405"
	keptEnds   = ".backup"
)

// removeOldBackups removes the oldest backups of --keep in a folder, so that a number of
// them remains, and what interrupted ones have left.
func removeOldBackups(folder string, keep int, term cli.Terminal) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var kept, remove []string
	for _, e := range entries { // sorted by name, so the oldest come first
		name, partial := e.Name(), false
		if hidden, found := strings.CutPrefix(name, "."); found && strings.HasSuffix(name, partialEnds) {
			name, _, _ = strings.Cut(hidden, keptEnds+".")
			name, partial = name+keptEnds, true
		}
		moment, found := strings.CutPrefix(strings.TrimSuffix(name, keptEnds), keptBegins)
		if _, err := time.Parse(keptTime, moment); err != nil || !found || !strings.HasSuffix(name, keptEnds) || !e.Type().IsRegular() {
			continue
		}
		if partial {
			remove = append(remove, e.Name())
		} else {
			kept = append(kept, e.Name())
		}
	}
	remove = append(remove, kept[:max(0, len(kept)-keep)]...)
	for _, name := range remove {
		if err := os.Remove(filepath.Join(folder, name)); err != nil {
			return err
		}
		fmt.Fprintf(term.Out, "%s was removed\n", filepath.Join(folder, name))
	}
	return nil
}

// partialEnds ends the names of files that are being written.
const partialEnds = ".partial"

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
	out, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*"+partialEnds)
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
