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
	err = checkSession(ctx, config)
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

// ErrPooled is returned for the address of a pooler. A store needs a session of PostgreSQL
// for each connection, with its notifications, locks and settings. Poolers of transactions
// do not give it one, and one of sessions mixed up responses: see docs/operating.md.
var ErrPooled = errors.New("there is a pooler at the address, such as PgBouncer, which does not pass on the settings of a connection; use the address of PostgreSQL itself: a server has a pool of its own")

// sessionMark is a parameter of PostgreSQL that poolers do not know. They refuse or ignore it.
const sessionMark = "tafelrunde.session"

// checkSession connects to a database. The error is ErrPooled if there is a pooler.
func checkSession(ctx context.Context, config *pgx.ConnConfig) error {
	config.RuntimeParams[sessionMark] = "own"
	c, err := pgx.ConnectConfig(ctx, config)
	var refused *pgconn.PgError
	if errors.As(err, &refused) && refused.Code == "08P01" && strings.Contains(refused.Message, sessionMark) {
		return ErrPooled
	} else if err != nil {
		return err
	}
	defer c.Close(context.WithoutCancel(ctx))
	var mark string
	if err := c.QueryRow(ctx, `SELECT COALESCE(current_setting($1, true), '')`, sessionMark).Scan(&mark); err != nil {
		return err
	}
	if mark != "own" {
		return ErrPooled
	}
	return nil
}
