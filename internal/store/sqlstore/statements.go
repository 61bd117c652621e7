package sqlstore

import (
	"context"
	"database/sql"
	"sync"
)

// maxStatements bounds the statements that stay prepared: a few queries differ by the number
// of their arguments.
const maxStatements = 500

// statements are those of SQLite that stay prepared, because parsing takes longer than most of
// them run. A nil *statements has none: pgx prepares statements by itself.
type statements struct {
	db *sql.DB

	mu       sync.Mutex
	prepared map[string]*sql.Stmt
	// wanted are to be prepared when their connection is free: that of a transaction is the only
	// one that writes.
	wanted map[string]bool
}

func newStatements(db *sql.DB) *statements {
	return &statements{db: db, prepared: map[string]*sql.Stmt{}, wanted: map[string]bool{}}
}

// get returns a prepared statement, nil if it is not prepared yet.
func (s *statements) get(query string) *sql.Stmt {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.prepared[query]
	if p == nil && len(s.prepared)+len(s.wanted) < maxStatements {
		s.wanted[query] = true
	}
	return p
}

// prepareWanted prepares what get did not find. A query that cannot be prepared is parsed each
// time, as before.
func (s *statements) prepareWanted(ctx context.Context) {
	if s == nil {
		return
	}
	s.mu.Lock()
	wanted := s.wanted
	s.wanted = map[string]bool{}
	s.mu.Unlock()
	for query := range wanted {
		p, err := s.db.PrepareContext(ctx, query)
		if err != nil {
			continue
		}
		s.mu.Lock()
		if s.prepared[query] == nil {
			s.prepared[query] = p
			p = nil
		}
		s.mu.Unlock()
		if p != nil { // another transaction was faster
			_ = p.Close()
		}
	}
}
