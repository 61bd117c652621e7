package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"tafelrunde/internal/store"
)

// Store is a store in a database. Make one with OpenSQLite or OpenPostgres.
type Store struct {
	dialect dialect
	address string // of PostgreSQL
	file    string // of SQLite
	// write and read are one pool for PostgreSQL; SQLite has one connection that
	// writes and several that read.
	write, read *sql.DB

	lock *fileLock // of SQLite's file, nil for PostgreSQL
	// dropLock makes Close remove the lock file; see RemoveLock.
	dropLock bool
	// moves are the appends of PostgreSQL that one statement can store, nil for
	// SQLite; appends are the others.
	moves, appends chan *pending

	log writeAheadLog // of SQLite
	// migrated reports that the start has changed the tables.
	migrated bool
	writers  sync.WaitGroup
	closed   chan struct{}
	close    sync.Once

	// beat is the last moment that this program has noted; see Beat.
	beat atomic.Int64

	prepared map[string]*sql.Stmt // not changed after the start
}

var _ store.Store = (*Store)(nil)

const (
	readers         = 4
	postgresPool    = 12
	postgresWriters = 4 // half of them for moves: one gathers while the disk syncs the other's

	// busyTimeout is how long SQLite waits for another program that has the file.
	busyTimeout = "busy_timeout(10000)"
	// writerPragmas are those of the connection that writes: what many running
	// matches change stays in memory, and the log is not put into the database in
	// the middle of a commit; see checkpoints. A log that has become long, as it
	// does during a backup, is cut when it is begun anew.
	writerPragmas = "&_pragma=cache_size(-24000)&_pragma=wal_autocheckpoint(0)&_pragma=journal_size_limit(128000000)"
)

// OpenSQLite opens the database in a file, which is created if it is missing.
// The error is one of ErrInUse if another program has it open, and of
// ErrLogMissing if the file was copied without its log.
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

// RemoveLock makes Close remove the lock file, if this store has created it. Servers
// keep it: it shows that a data folder has been used.
func (s *Store) RemoveLock() { s.dropLock = true }

// endLock ends the lock of the database file.
func (s *Store) endLock() error {
	if s.dropLock {
		return s.lock.remove()
	}
	return s.lock.Close()
}

// ErrInUse: two programs on one file would not hear of each other's matches.
var ErrInUse = errors.New("another program has it open; stop that one, or keep the matches in PostgreSQL, which several can share")

// sqliteAddress is what the driver needs to open a file as this package does.
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
	// The file alone has the tables from the start.
	if s.migrated {
		if _, err := s.checkpoint(ctx); err != nil {
			return nil, errors.Join(fmt.Errorf("the database %s cannot be opened: %w", file, err), s.Close())
		}
	}
	s.writers.Go(s.checkpoints)
	return s, nil
}

// openAll opens all connections of a pool, which keeps them: where a disk lets
// files only be read, what is open can still be read, but SQLite opens nothing
// that may be written.
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

// OpenPostgres opens the database at an address such as
// postgres://user@host/name.
func OpenPostgres(ctx context.Context, address string) (*Store, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, err
	}
	// A program that stands still in the middle of a transaction must not keep
	// the others waiting.
	config.RuntimeParams["idle_in_transaction_session_timeout"] = "2000"
	config.RuntimeParams["lock_timeout"] = "4000"
	// Every query has its index. Those of every move are planned once, perhaps when
	// the tables are nearly empty and reading all of one seems best.
	config.RuntimeParams["enable_seqscan"] = "off"
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(postgresPool)
	db.SetMaxIdleConns(postgresPool)
	s := &Store{dialect: postgres, address: address, write: db, read: db}
	return s.start(ctx, postgresWriters, "the PostgreSQL database")
}

func (s *Store) start(ctx context.Context, writers int, what string) (*Store, error) {
	s.appends = make(chan *pending, 1024)
	s.closed = make(chan struct{})
	s.prepared = make(map[string]*sql.Stmt)
	if err := s.migrate(ctx); err != nil {
		s.closeDatabases()
		return nil, fmt.Errorf("%s cannot be opened: %w", what, err)
	}
	for _, query := range hot {
		if s.dialect == postgres {
			break
		}
		p, err := s.write.PrepareContext(ctx, query)
		if err != nil {
			return nil, errors.Join(err, s.closeDatabases())
		}
		s.prepared[query] = p
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
		s.log.inLog.Store(writesInLog)
		s.log.atOnce.Store(writesAtOnce)
		s.log.fresh.Store(1) // what an earlier program has left in the log
	}
	return s, nil
}

// Close ends the writers and closes the database. Appends under way are
// answered first.
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

// transaction carries out do, again if the database asks for it.
func (s *Store) transaction(ctx context.Context, do func(tx *sql.Tx) error) error {
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
	return tx.Commit()
}

// hot are the queries of every move. SQLite's are prepared once; pgx prepares
// by itself.
var hot = []string{insertEvent, updateMoves}

// exec runs a query within a transaction.
func (s *Store) exec(ctx context.Context, tx *sql.Tx, query string, args ...any) (sql.Result, error) {
	if p := s.prepared[query]; p != nil {
		return tx.StmtContext(ctx, p).ExecContext(ctx, args...)
	}
	return tx.ExecContext(ctx, s.dialect.sql(query), args...)
}

// unavailable marks an error of the database.
func unavailable(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
}

// found turns the driver's word for nothing into the store's.
func found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrNotFound
	}
	return unavailable(err)
}
