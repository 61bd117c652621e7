package sqlstore_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
)

// TestRemoteDatabasesAreVerified opens databases at addresses with and without sslmode.
// The server has no TLS.
func TestRemoteDatabasesAreVerified(t *testing.T) {
	address := storetest.Postgres(t).Database(t)
	t.Setenv("PGSSLMODE", "")
	plain := strings.TrimSuffix(address, "?sslmode=disable")
	// Leads to the same server, but is not known as an address of this machine.
	remote := strings.Replace(plain, "127.0.0.1", "0.0.0.0", 1)
	_, port, _ := strings.Cut(plain, "127.0.0.1:")
	port, _, _ = strings.Cut(port, "/")
	for _, tc := range []struct {
		address string
		opened  bool
	}{
		{plain, true},
		{strings.Replace(plain, "127.0.0.1", "localhost", 1), true},
		{remote, false},
		{remote + "?sslmode=disable", true},
		{remote + "?sslmode=prefer", true},
		{strings.Replace(plain, "127.0.0.1", "127.0.0.1:"+port+",0.0.0.0", 1), false},
	} {
		s, err := sqlstore.OpenPostgres(t.Context(), tc.address)
		if (err == nil) != tc.opened {
			t.Errorf("%s: %v", tc.address, err)
		}
		if err == nil {
			s.Close()
		} else if !strings.Contains(err.Error(), "sslmode=verify-full") {
			t.Errorf("%s: %v", tc.address, err)
		}
	}
	t.Setenv("PGSSLMODE", "disable")
	s, err := sqlstore.OpenPostgres(t.Context(), remote)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
}

// TestPoolersAreRefused opens databases behind PgBouncer, which refuses unknown parameters of
// connections or ignores them.
func TestPoolersAreRefused(t *testing.T) {
	cluster := storetest.Postgres(t)
	address := cluster.Database(t)
	for _, mode := range []string{"session", "transaction", "statement"} {
		for _, more := range []string{"", "ignore_startup_parameters = tafelrunde.session, lock_timeout, idle_in_transaction_session_timeout, enable_seqscan, statement_timeout"} {
			pooled := cluster.PgBouncer(t, mode, more)(address)
			// The pooler itself works.
			conn, err := pgx.Connect(t.Context(), pooled)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := conn.Exec(t.Context(), "SELECT 1"); err != nil {
				t.Errorf("%s: %v", mode, err)
			}
			conn.Close(t.Context())
			s, err := sqlstore.OpenPostgres(t.Context(), pooled)
			if err == nil {
				s.Close()
			}
			if !errors.Is(err, sqlstore.ErrPooled) {
				t.Errorf("%s, %q: %v", mode, more, err)
			}
		}
	}
	openPostgres(t, address)
}
