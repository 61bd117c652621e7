package sqlstore_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"tafelrunde/internal/store"
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

// TestPoolersOfTransactionsAreRefused opens databases behind PgBouncer, which other
// clients use too.
func TestPoolersOfTransactionsAreRefused(t *testing.T) {
	cluster := storetest.Postgres(t)
	for _, mode := range []string{"transaction", "statement"} {
		at := cluster.PgBouncer(t, mode)
		address := at(cluster.Database(t))
		for i := range 10 {
			if i == 2 {
				defer busy(t, address)()
			}
			s, err := sqlstore.OpenPostgres(t.Context(), address)
			if err == nil {
				s.Close()
			}
			if !errors.Is(err, sqlstore.ErrPooled) {
				t.Errorf("%s: %v", mode, err)
			}
		}
	}
}

// busy uses a pool of sessions with some connections, until stop is called.
func busy(t *testing.T, address string) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for range 4 {
		c, err := pgx.Connect(ctx, address)
		if err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			for ctx.Err() == nil {
				_, _ = c.Exec(ctx, "SELECT 1", pgx.QueryExecModeSimpleProtocol)
			}
			c.Close(context.WithoutCancel(ctx))
		})
	}
	return func() { cancel(); all.Wait() }
}

// TestAPoolerOfSessions uses a database behind PgBouncer that assigns a session to each
// connection: one store hears what the other stores, and the settings of its connections
// apply.
func TestAPoolerOfSessions(t *testing.T) {
	cluster := storetest.Postgres(t)
	address := cluster.PgBouncer(t, "session")(cluster.Database(t))
	a, b := openPostgres(t, address), openPostgres(t, address)
	ctx, cancel := context.WithCancel(t.Context())
	notices := make(chan store.Notice, 100)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		b.Listen(ctx, func(n store.Notice) { notices <- n })
	}()
	<-notices // connected
	storetest.Open(t, a, "m", nil).Sit()
	select {
	case n := <-notices:
		if n.Match != "m" {
			t.Errorf("%+v", n)
		}
	case <-time.After(10 * time.Second):
		t.Error("no notice")
	}
	cancel()
	<-stopped
	// A lock that another session holds ends after lock_timeout, not after lockWithin.
	began := time.Now()
	err := a.Exclusively(t.Context(), "x", func() error {
		return b.Exclusively(t.Context(), "x", func() error { return nil })
	})
	if took := time.Since(began); !errors.Is(err, store.ErrBusy) || took > 9*time.Second {
		t.Errorf("%v after %v", err, took)
	}
}
