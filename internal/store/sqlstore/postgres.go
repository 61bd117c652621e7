package sqlstore

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// verifiedAddress returns an address with which connections to other machines are
// encrypted and the certificate of the server is verified. It reports whether it has
// changed the address, because neither it nor the environment says how (sslmode).
func verifiedAddress(address string) (verified string, changed bool, err error) {
	at, err := url.Parse(address)
	if err != nil {
		return "", false, errors.New("the address of the PostgreSQL database cannot be read") // without its password
	}
	query := at.Query()
	if query.Has("sslmode") || os.Getenv("PGSSLMODE") != "" {
		return address, false, nil
	}
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return "", false, err
	}
	remote := !isLocal(config.Host)
	for _, other := range config.Fallbacks {
		remote = remote || !isLocal(other.Host)
	}
	if !remote {
		return address, false, nil
	}
	query.Set("sslmode", "verify-full")
	at.RawQuery = query.Encode()
	return at.String(), true, nil
}

// isLocal reports whether a host of an address is this machine: the folder of a Unix
// socket, localhost, or a loopback address.
func isLocal(host string) bool {
	ip := net.ParseIP(host)
	return host == "" || strings.EqualFold(host, "localhost") || strings.HasPrefix(host, "/") || strings.HasPrefix(host, "@") || ip != nil && ip.IsLoopback()
}

// checkPostgres connects to a database and returns its address as connections must use
// it. The error says why a store cannot use the address.
func checkPostgres(ctx context.Context, address string) (verified string, err error) {
	verified, changed, err := verifiedAddress(address)
	if err != nil {
		return "", err
	}
	config, err := pgx.ParseConfig(verified)
	if err != nil {
		return "", err
	}
	// A pooler may not support prepared statements.
	config.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectWithin
	}
	ctx, cancel := context.WithTimeout(ctx, checkWithin)
	defer cancel()
	err = checkSessions(ctx, config)
	if changed && isTLS(err) {
		err = fmt.Errorf("%w; connections to other machines are encrypted and verified (sslmode=verify-full): add sslrootcert=FILE to the address for a certificate authority of your own, or another sslmode, such as require without verification or disable in a private network", err)
	}
	return verified, err
}

// checkWithin is the time limit of checkPostgres.
const checkWithin = 30 * time.Second

// isTLS reports whether an error is one of TLS.
func isTLS(err error) bool {
	var authority x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	return err != nil && (errors.As(err, &authority) || errors.As(err, &name) || errors.As(err, &invalid) || strings.Contains(err.Error(), "tls"))
}

// ErrPooled is returned for an address at which transactions of one connection are
// executed in several sessions of PostgreSQL. A store needs sessions: for notifications,
// locks and settings.
var ErrPooled = errors.New("a pooler, such as PgBouncer with pool_mode = transaction, assigns each transaction to another session; use the address of PostgreSQL itself, or pool_mode = session")

// sessionChecks is how often checkSessions compares two connections. A pooler without
// other clients gives both the same session at once.
const sessionChecks = 8

// checkSessions returns ErrPooled if connections do not have a session each.
func checkSessions(ctx context.Context, config *pgx.ConnConfig) error {
	var connections [2]*pgx.Conn
	for i := range connections {
		c, err := pgx.ConnectConfig(ctx, config)
		if err != nil {
			return err
		}
		defer c.Close(context.WithoutCancel(ctx))
		connections[i] = c
	}
	var sessions [2]int
	for range sessionChecks {
		for i, c := range connections {
			var session int
			if err := c.QueryRow(ctx, `SELECT pg_backend_pid()`).Scan(&session); err != nil {
				return err
			}
			if sessions[i] != 0 && sessions[i] != session || session == sessions[1-i] {
				return ErrPooled
			}
			sessions[i] = session
		}
	}
	return nil
}

// setAfterConnect makes connections set their parameters with a query instead of with
// their first message, in which PgBouncer refuses most parameters.
func setAfterConnect(config *pgx.ConnConfig) {
	first := map[string]string{} // the map is shared with other connections
	var calls []string
	for name, value := range config.RuntimeParams {
		switch strings.ToLower(name) {
		case "application_name", "client_encoding", "datestyle", "timezone", "standard_conforming_strings", "options":
			first[name] = value
		default:
			calls = append(calls, fmt.Sprintf("set_config(%s, %s, false)", literal(name), literal(value)))
		}
	}
	if config.RuntimeParams = first; len(calls) == 0 {
		return
	}
	config.AfterConnect = func(ctx context.Context, c *pgconn.PgConn) error {
		_, err := c.Exec(ctx, "SELECT "+strings.Join(calls, ", ")).ReadAll()
		return err
	}
}

// literal returns a text as a literal of SQL.
func literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
