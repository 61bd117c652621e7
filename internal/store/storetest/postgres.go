package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"tafelrunde/internal/testkit"
)

// Cluster is a PostgreSQL server of one test.
type Cluster struct {
	bin, folder string
	fsync       string
	port        int
	databases   atomic.Int64
}

// Postgres starts a server from Debian's package with a data folder of its own and
// stops it at the end of the test. Without PostgreSQL it skips the test, unless the
// environment variable CI is set.
//
// The server does not sync the disk (fsync=off), which makes tests faster; see
// [PostgresOnDisk].
func Postgres(t testing.TB) *Cluster {
	t.Helper()
	return start(t, "off")
}

// PostgresOnDisk is [Postgres] with fsync=on, the default of PostgreSQL, for
// measurements.
func PostgresOnDisk(t testing.TB) *Cluster {
	t.Helper()
	return start(t, "on")
}

func start(t testing.TB, fsync string) *Cluster {
	t.Helper()
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pg_ctl")
	if len(found) == 0 {
		if os.Getenv("CI") != "" {
			t.Fatal("PostgreSQL is not installed; on Debian: apt-get install postgresql")
		}
		t.Skip("PostgreSQL is not installed; on Debian: apt-get install postgresql")
	}
	slices.Sort(found)
	c := &Cluster{bin: filepath.Dir(found[len(found)-1]), fsync: fsync}
	var err error
	// Not t.TempDir: the user postgres cannot read its parent folders.
	if c.folder, err = os.MkdirTemp("", "tafelrunde-postgres-"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(c.folder) })
	if attributes := asPostgres(); attributes != nil {
		if err := os.Chown(c.folder, int(attributes.Credential.Uid), int(attributes.Credential.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c.port = listener.Addr().(*net.TCPAddr).Port
	listener.Close()

	c.must(t, "initdb", "-D", c.data(), "-U", "tafelrunde", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
	c.Start(t)
	t.Cleanup(func() { c.ctl("stop", "-m", "immediate") })
	return c
}

func (c *Cluster) data() string { return filepath.Join(c.folder, "data") }

// Start starts the server, which must not be running.
func (c *Cluster) Start(t testing.TB) {
	t.Helper()
	options := fmt.Sprintf("-p %d -c listen_addresses=127.0.0.1 -c fsync=%s -k %s", c.port, c.fsync, c.folder)
	c.must(t, "pg_ctl", "start", "-w", "-t", "30", "-D", c.data(), "-l", filepath.Join(c.folder, "log"), "-o", options)
}

// Stop stops the server as in a power failure.
func (c *Cluster) Stop(t testing.TB) {
	t.Helper()
	if out, err := c.ctl("stop", "-w", "-m", "immediate"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// Freeze stops all processes of the server without ending them: connections stay open,
// and nothing is answered until the returned function, or the end of the test, lets
// them go on.
func (c *Cluster) Freeze(t testing.TB) (thaw func()) {
	t.Helper()
	first, _, _ := strings.Cut(c.read(t, filepath.Join(c.data(), "postmaster.pid")), "\n")
	server, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil {
		t.Fatal(err)
	}
	frozen := []int{server}
	stop := func(pid int) {
		if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil && !errors.Is(err, syscall.ESRCH) {
			t.Fatal(err)
		}
	}
	stop(server) // first, so that it starts no others
	for _, pid := range c.children(t, server) {
		stop(pid)
		frozen = append(frozen, pid)
	}
	thaw = sync.OnceFunc(func() {
		for _, pid := range frozen {
			syscall.Kill(pid, syscall.SIGCONT)
		}
	})
	t.Cleanup(thaw)
	return thaw
}

// children returns the processes that a process has started.
func (c *Cluster) children(t testing.TB, of int) (pids []int) {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range all {
		data, err := os.ReadFile(name)
		if err != nil {
			continue // the process has ended
		}
		// "PID (NAME) STATE PARENT …"; the name may contain anything.
		_, rest, _ := strings.Cut(string(data[bytes.LastIndexByte(data, ')')+1:]), " ")
		fields := strings.Fields(rest)
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		if err == nil && len(fields) > 1 && fields[1] == strconv.Itoa(of) {
			pids = append(pids, pid)
		}
	}
	return pids
}

func (c *Cluster) read(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func (c *Cluster) ctl(args ...string) ([]byte, error) {
	return c.command("pg_ctl", append(args, "-D", c.data())...).CombinedOutput()
}

// Database creates an empty database and returns its address.
func (c *Cluster) Database(t testing.TB) string {
	t.Helper()
	name := "test" + strconv.FormatInt(c.databases.Add(1), 10)
	c.must(t, "createdb", "-h", "127.0.0.1", "-p", strconv.Itoa(c.port), "-U", "tafelrunde", name)
	return fmt.Sprintf("postgres://tafelrunde@127.0.0.1:%d/%s?sslmode=disable", c.port, name)
}

// Clear makes a database with the tables of a store as it was when they were created, but several times
// faster.
func (c *Cluster) Clear(t testing.TB, address string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	rows, _ := conn.Query(t.Context(), `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('tafelrunde_version', 'counters')`)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	var clear strings.Builder
	clear.WriteString("UPDATE counters SET n = 0;")
	for _, table := range tables {
		fmt.Fprintf(&clear, "DELETE FROM %s;", table)
	}
	if _, err := conn.Exec(t.Context(), clear.String()); err != nil {
		t.Fatal(err)
	}
}

// PgBouncer starts a pooler in front of the server, with a pool_mode and another setting or
// "", and stops it at the end of the test. It returns a function that changes the address of a database into that
// of the pooler. Without PgBouncer it skips the test, unless the environment variable CI is
// set.
func (c *Cluster) PgBouncer(t testing.TB, mode, more string) (address func(database string) string) {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program = "/usr/sbin/pgbouncer" // not in the path of every user
	}
	if _, err := os.Stat(program); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("PgBouncer is not installed; on Debian: apt-get install pgbouncer")
		}
		t.Skip("PgBouncer is not installed; on Debian: apt-get install pgbouncer")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	listener.Close()
	settings := filepath.Join(c.folder, mode+".ini")
	if err := os.WriteFile(settings, fmt.Appendf(nil, `[databases]
* = host=127.0.0.1 port=%d user=tafelrunde
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = any
pool_mode = %s
%s
`, c.port, port, mode, more), 0o644); err != nil {
		t.Fatal(err)
	}
	log, err := os.Create(filepath.Join(t.TempDir(), "pgbouncer"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	pooler := exec.Command(program, settings)
	pooler.Dir, pooler.SysProcAttr = c.folder, asPostgres()
	pooler.Stdout, pooler.Stderr = log, log
	if err := pooler.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		pooler.Process.Kill()
		pooler.Wait()
	})
	testkit.Within(t, 10*time.Second, func() error {
		conn, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err != nil {
			out, _ := os.ReadFile(log.Name())
			return fmt.Errorf("%w\n%s", err, out)
		}
		return conn.Close()
	})
	return func(database string) string {
		return strings.Replace(database, fmt.Sprintf(":%d/", c.port), fmt.Sprintf(":%d/", port), 1)
	}
}

func (c *Cluster) command(name string, args ...string) *exec.Cmd {
	command := exec.Command(filepath.Join(c.bin, name), args...)
	command.Dir = c.folder
	command.SysProcAttr = asPostgres()
	return command
}

// must runs a program. Its output goes to a file instead of a pipe, because the
// server keeps inherited pipes open.
func (c *Cluster) must(t testing.TB, name string, args ...string) {
	t.Helper()
	log, err := os.CreateTemp(t.TempDir(), "out")
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	command := c.command(name, args...)
	command.Stdout, command.Stderr = log, log
	command.WaitDelay = 10 * time.Second
	if err := command.Run(); err != nil {
		out, _ := os.ReadFile(log.Name())
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, bytes.TrimSpace(out))
	}
}

// asPostgres runs a command as the user postgres if this process runs as root, which
// PostgreSQL does not permit.
func asPostgres() *syscall.SysProcAttr {
	if os.Getuid() != 0 {
		return nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil
	}
	uid, _ := strconv.ParseUint(u.Uid, 10, 32)
	gid, _ := strconv.ParseUint(u.Gid, 10, 32)
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
}
