package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"tafelrunde/internal/metrics"
	"tafelrunde/internal/store"
)

// Store implements [store.Store]. [OpenSQLite] and [OpenPostgres] return one.
type Store struct {
	dialect dialect
	address string // of PostgreSQL
	// silence is how long PostgreSQL may take to answer; see setLimit.
	silence silence
	file    string // of SQLite
	// write and read are the same pool for PostgreSQL. For SQLite, write has one
	// connection and read several.
	write, read *sql.DB

	lock *fileLock // of the SQLite file, nil for PostgreSQL
	// dropLock makes Close remove the lock file; see RemoveLock.
	dropLock bool
	// moves are the appends that PostgreSQL can store with one statement, nil for
	// SQLite. appends are the others.
	moves, appends chan *pending

	log writeAheadLog // of SQLite
	// migrated reports whether migrations ran at the start.
	migrated bool
	writers  sync.WaitGroup
	closed   chan struct{}
	close    sync.Once

	// exclusive holds a value while a call of Exclusively runs in this process.
	exclusive chan struct{}

	// lastBeat is the time of the last heartbeat that this process stored.
	lastBeat atomic.Int64

	// writes and reads are the statements of the databases write and read, nil for PostgreSQL.
	writes, reads *statements
}

var _ store.Store = (*Store)(nil)

const (
	readers         = 4
	postgresPool    = 12
	postgresWriters = 4 // half of them for moves: one collects appends while the other syncs

	// busyTimeout is how long SQLite waits for another process's lock on the file.
	busyTimeout = "busy_timeout(5000)"
	// writerPragmas are for the writing connection. The cache holds the pages that
	// many running matches change. Commits make no checkpoints; see checkpoints.
	// A log that grew long, for example during a backup, is truncated when it
	// restarts.
	writerPragmas = "&_pragma=cache_size(-24000)&_pragma=wal_autocheckpoint(0)&_pragma=journal_size_limit(128000000)"
)

// OpenSQLite opens the database in a file, which it creates if it is missing.
// The error wraps ErrInUse if another process has it open, and ErrLogMissing if
// the file was copied without its write-ahead log.
func OpenSQLite(ctx context.Context, file string) (*Store, error) {
	lock, err := lockFile(file + ".lock")
	if err != nil {
		return nil, fmt.Errorf("the database %s cannot be opened: %w", file, err)
	}
	if err := checkFiles(ctx, file); err != nil {
		return nil, errors.Join(fmt.Errorf("the database cannot be opened: %w", err), lock.remove())
	}
	s, err := openSQLite(ctx, file)
	if err != nil {
		return nil, errors.Join(err, lock.remove())
	}
	s.lock = lock
	return s, nil
}

// RemoveLock makes Close remove the lock file if this store has created it.
// Servers keep the file, because it shows that a data folder has been used.
func (s *Store) RemoveLock() { s.dropLock = true }

// endLock releases the lock of the database file.
func (s *Store) endLock() error {
	if s.dropLock {
		return s.lock.remove()
	}
	return s.lock.Close()
}

// ErrInUse is returned if another process has the SQLite file open. Two servers on
// one file would not be notified of each other's events.
var ErrInUse = errors.New("another process has it open; stop that process, or use PostgreSQL, which several servers can share")

// sqliteAddress returns the data source name of a file, with the pragmas of this
// package.
func sqliteAddress(file string) string {
	address := "file:" + (&url.URL{Path: file}).EscapedPath() +
		"?_pragma=" + busyTimeout + "&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(ON)&_txlock=immediate"
	if vfs != "" {
		address += "&vfs=" + vfs
	}
	return address
}

func openSQLite(ctx context.Context, file string) (*Store, error) {
	if err := privateFiles(file); err != nil {
		return nil, fmt.Errorf("the database %s cannot be opened: %w", file, err)
	}
	address := sqliteAddress(file)
	write, err := sql.Open("sqlite", address+writerPragmas)
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	read, err := sql.Open("sqlite", address)
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)
	s := &Store{dialect: sqlite, file: file, write: write, read: read}
	if s, err = s.start(ctx, 1, "the database "+file); err != nil {
		return nil, err
	}
	if err := openAll(ctx, read, readers); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	// Write the new tables to the file itself, so that it is complete without its
	// log.
	if s.migrated {
		if _, err := s.checkpoint(ctx); err != nil {
			return nil, errors.Join(fmt.Errorf("the database %s cannot be opened: %w", file, err), s.Close())
		}
	}
	s.writers.Go(s.checkpoints)
	return s, nil
}

// openAll opens all connections of a pool, which keeps them. If the disk becomes
// read-only, open connections can still read, but SQLite cannot open new ones.
func openAll(ctx context.Context, pool *sql.DB, n int) (err error) {
	for range n {
		conn, openErr := pool.Conn(ctx)
		if openErr != nil {
			return openErr
		}
		defer func() { err = errors.Join(err, conn.Close()) }()
	}
	return nil
}

// OpenExistingPostgres is OpenPostgres for a database that has the tables of a server.
// The error is ErrNoTables if it has none.
func OpenExistingPostgres(ctx context.Context, address string) (*Store, error) {
	failed := func(err error) (*Store, error) {
		return nil, fmt.Errorf("the PostgreSQL database cannot be opened: %w", err)
	}
	address, err := checkPostgres(ctx, address)
	if err != nil {
		return failed(err)
	}
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return failed(err)
	}
	var there bool
	err = conn.QueryRow(ctx, `SELECT to_regclass('tafelrunde_version') IS NOT NULL`).Scan(&there)
	if err := errors.Join(err, conn.Close(ctx)); err != nil {
		return failed(err)
	}
	if !there {
		return nil, ErrNoTables
	}
	return openPostgres(ctx, address)
}

// ErrNoTables is returned for a PostgreSQL database that no server has used.
var ErrNoTables = errors.New("the PostgreSQL database has no tables of Tafelrunde")

// OpenPostgres opens the database at an address such as
// postgres://user@host/name, and creates its tables if it has none. Connections to other
// machines are encrypted and verified, unless the address has an sslmode. The error
// wraps ErrPooled if the address is that of a pooler.
func OpenPostgres(ctx context.Context, address string) (*Store, error) {
	address, err := checkPostgres(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("the PostgreSQL database cannot be opened: %w", err)
	}
	return openPostgres(ctx, address)
}

// openPostgres is OpenPostgres with an address of checkPostgres.
func openPostgres(ctx context.Context, address string) (*Store, error) {
	s := &Store{dialect: postgres, address: address}
	config, err := postgresConfig(address, &s.silence)
	if err != nil {
		return nil, err
	}
	config.RuntimeParams["idle_in_transaction_session_timeout"] = milliseconds(idleTimeout)
	config.RuntimeParams["lock_timeout"] = milliseconds(lockTimeout)
	// Every query has an index. The queries of each move are planned only once,
	// perhaps while the tables are nearly empty and a sequential scan seems best.
	config.RuntimeParams["enable_seqscan"] = "off"
	limit := &s.silence.limit
	db := stdlib.OpenDB(*config, stdlib.OptionBeforeConnect(func(_ context.Context, config *pgx.ConnConfig) error {
		if limit.Load() > 0 {
			limitStatements(config)
		}
		return nil
	}))
	db.SetMaxOpenConns(postgresPool)
	db.SetMaxIdleConns(postgresPool)
	s.write, s.read = db, db
	// Migrations may take long.
	s, err = s.start(ctx, postgresWriters, "the PostgreSQL database")
	if err == nil {
		s.setLimit(answerWithin)
	}
	return s, err
}

func (s *Store) start(ctx context.Context, writers int, what string) (*Store, error) {
	s.appends = make(chan *pending, 1024)
	s.closed = make(chan struct{})
	s.exclusive = make(chan struct{}, 1)
	if err := s.migrate(ctx); err != nil {
		s.closeDatabases()
		return nil, fmt.Errorf("%s cannot be opened: %w", what, err)
	}
	if s.dialect == sqlite {
		s.writes, s.reads = newStatements(s.write), newStatements(s.read)
	}
	if s.dialect == postgres {
		s.moves = make(chan *pending, 1024)
		writers /= 2
		for range writers {
			s.writers.Go(func() { s.writeAppends(s.moves) })
		}
	}
	for range writers {
		s.writers.Go(func() { s.writeAppends(s.appends) })
	}
	if s.dialect == sqlite {
		s.log.due = make(chan struct{}, 1)
		s.log.maxInLog.Store(writesInLog)
		s.log.perCheckpoint.Store(writesPerCheckpoint)
		s.log.fresh.Store(1) // an earlier process may have left pages in the log
	}
	return s, nil
}

// Close completes pending appends, stops the writers and closes the database.
func (s *Store) Close() error {
	err := error(nil)
	s.close.Do(func() {
		close(s.closed)
		s.writers.Wait()
		err = s.closeDatabases()
		if s.lock != nil {
			err = errors.Join(err, s.endLock())
		}
	})
	return err
}

func (s *Store) closeDatabases() error {
	if s.read == s.write {
		return s.write.Close()
	}
	return errors.Join(s.read.Close(), s.write.Close())
}

// transaction runs do in a transaction. It tries again after deadlocks and
// serialization failures, at most five times.
func (s *Store) transaction(ctx context.Context, do func(tx *sql.Tx) error) error {
	began := time.Now()
	defer func() { metrics.StoreSeconds.Observe(time.Since(began).Seconds()) }()
	for attempt := 0; ; attempt++ {
		err := s.once(ctx, do)
		var refused *pgconn.PgError
		again := errors.As(err, &refused) && (refused.Code == "40P01" || refused.Code == "40001")
		if !again || attempt == 5 {
			return err
		}
	}
}

func (s *Store) once(ctx context.Context, do func(tx *sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	s.writes.prepareWanted(ctx)
	return nil
}

// exec executes a query in a transaction.
func (s *Store) exec(ctx context.Context, tx *sql.Tx, query string, args ...any) (sql.Result, error) {
	if p := s.writes.get(query); p != nil {
		return tx.StmtContext(ctx, p).ExecContext(ctx, args...)
	}
	return tx.ExecContext(ctx, s.dialect.sql(query), args...)
}

// unavailable wraps an error of the database in store.ErrUnavailable.
func unavailable(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
}

// found converts sql.ErrNoRows to store.ErrNotFound.
func found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrNotFound
	}
	return unavailable(err)
}
