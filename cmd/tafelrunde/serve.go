package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"
	_ "time/tzdata" // zones of quiet hours, also on machines without the database

	"golang.org/x/crypto/acme/autocert"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/host"
	"tafelrunde/internal/jobs"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/documents"
	"tafelrunde/internal/web/explorer"
)

// listening holds the flags for the addresses of the site.
type listening struct {
	Addr string `default:":8080" placeholder:"HOST:PORT" help:"Address to listen on (default :8080, port 8080 of every network interface; port 0 chooses a free one)."`
	automaticTLS
}

// serveCommand runs the server.
type serveCommand struct {
	listening
	Open bool `help:"Open the site in the browser of this machine."`
	database
	logging
	AccessLog         bool          `help:"Log each request with an ID, its route, status and duration, without address and person."`
	Secure            bool          `help:"Send cookies over HTTPS only; for servers behind an HTTPS proxy. Implied by --tls-host."`
	HSTS              time.Duration `name:"hsts" placeholder:"DURATION" help:"How long browsers use HTTPS only, such as 8760h for a year; needs HTTPS for the whole host (default: no restriction)."`
	Profiles          string        `placeholder:"HOST:PORT" help:"Address for profiles of the running program (net/http/pprof); do not expose it beyond this machine (default: none)."`
	Metrics           string        `placeholder:"HOST:PORT" help:"Address for metrics in the format of Prometheus, at /metrics; do not expose it beyond this machine or a private network (default: none)."`
	PublicURL         publicURL     `name:"public-url" placeholder:"URL" help:"Public address of the site, such as https://example.org, for link previews of matches (default: https:// and the first --tls-host, else addresses without a host). Its path, as in https://example.org/tafelrunde, is the path that the site is served under."`
	TrustedProxy      []proxy       `name:"trusted-proxy" placeholder:"CIDR" help:"Address or network (CIDR, IPv4 or IPv6) of proxies in front of the server; repeatable. The client's address is taken from their X-Forwarded-For. Other proxies count as clients."`
	UnlimitedLoopback bool          `help:"Do not rate-limit requests from this machine; for load tests, not behind a proxy."`
	retention
	texts
	Reviews       int      `default:"20" placeholder:"NUMBER" help:"Reviews of finished games by the server that a person with an account may request in 24 hours (default 20; 0 turns them off)."`
	ExplorerTable []string `name:"explorer-table" placeholder:"FILE" help:"Table of the explorer that replaces the built-in one of its kind of game; repeatable. tafelrunde explorer build writes them."`
	NoPush        bool     `name:"no-push" help:"Send no push notifications. They need HTTPS at --public-url or --tls-host, and connections to the push services of browsers."`
	Servers       int      `default:"1" placeholder:"NUMBER" help:"Servers that share the site behind a proxy that distributes requests evenly. Limits of rates are kept by each server, which permits its part of them (default 1)."`
	Workers       int      `default:"-1" help:"Engine searches at once (default: half the processors; 0 leaves them to workers)."`
}

// retention holds the flags that say how long data is kept.
type retention struct {
	KeepAudit        time.Duration `placeholder:"DURATION" default:"8760h" help:"How long the entries of the audit log are kept (default 8760h, a year; 0 keeps them for ever)."`
	KeepChat         time.Duration `placeholder:"DURATION" default:"0s" help:"How long chat messages are kept in matches that are over, at least 48h (default 0, for ever)."`
	KeepGuests       time.Duration `placeholder:"DURATION" default:"0s" help:"How long guests are kept after their last visit, at least 48h; their games stay without the name (default 0, for ever)."`
	KeepMatches      time.Duration `placeholder:"DURATION" default:"0s" help:"How long matches are kept after their last game, at least 48h; ratings stay (default 0, for ever)."`
	KeepReports      time.Duration `placeholder:"DURATION" default:"0s" help:"How long closed reports are kept (default 0, for ever)."`
	KeepIdleSessions time.Duration `placeholder:"DURATION" default:"720h" help:"How long people with accounts stay logged in on a device that they do not use, 1h to 8760h (default 720h, 30 days)."`
	KeepSessions     time.Duration `placeholder:"DURATION" default:"4320h" help:"How long people stay logged in, 1h to 8760h (default 4320h, 180 days)."`
}

// check returns an error if a duration is not permitted.
func (c *retention) check() error {
	switch {
	case c.KeepAudit < 0:
		return &cli.Misuse{Reason: fmt.Sprintf("--keep-audit %v is negative", c.KeepAudit)}
	case c.KeepReports < 0:
		return &cli.Misuse{Reason: fmt.Sprintf("--keep-reports %v is negative", c.KeepReports)}
	}
	for _, s := range []struct {
		flag string
		keep time.Duration
	}{{"--keep-chat", c.KeepChat}, {"--keep-guests", c.KeepGuests}, {"--keep-matches", c.KeepMatches}} {
		// Visits are stored once a day, and players look at their last game.
		if s.keep != 0 && s.keep < 48*time.Hour {
			return &cli.Misuse{Reason: fmt.Sprintf("%s %v is neither 0 nor at least 48h", s.flag, s.keep)}
		}
	}
	switch {
	case c.KeepIdleSessions < time.Hour || c.KeepIdleSessions > 8760*time.Hour:
		return &cli.Misuse{Reason: fmt.Sprintf("--keep-idle-sessions %v is not between 1h and 8760h", c.KeepIdleSessions)}
	case c.KeepSessions < time.Hour || c.KeepSessions > 8760*time.Hour:
		return &cli.Misuse{Reason: fmt.Sprintf("--keep-sessions %v is not between 1h and 8760h", c.KeepSessions)}
	}
	return nil
}

// texts holds the flags for the files of the operator.
type texts struct {
	SecurityContact []contact `placeholder:"CONTACT" help:"Where to report vulnerabilities, for /.well-known/security.txt: a mail address, or an address that begins with https:// or tel:; repeatable (default: none)."`
	Imprint         string    `placeholder:"FILE" help:"Markdown file with the imprint of the site, which all pages link to. FILE.md may have FILE.en.md and FILE.de.md beside it for one language (default: none)."`
	Privacy         string    `placeholder:"FILE" help:"Markdown file with the privacy notice, as --imprint (default: none)."`
	Terms           string    `placeholder:"FILE" help:"Markdown file with the terms of use, as --imprint (default: none)."`
}

// read reads the files.
func (c *texts) read() (*documents.Set, error) {
	return documents.Read(map[string]string{documents.Imprint: c.Imprint, documents.Privacy: c.Privacy, documents.Terms: c.Terms})
}

// reloadOn reads the files again at each signal, until ctx is done.
func reloadOn(ctx context.Context, signals <-chan os.Signal, of *documents.Set, log *slog.Logger) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-signals:
			if err := of.Reload(); err != nil {
				log.Error("the files of the operator cannot be read again; the earlier texts stay", "error", err)
			} else {
				log.Info("the files of the operator were read again", "documents", of.Names())
			}
		}
	}
}

// publicURL is the URL of the site without a slash at the end.
type publicURL string

// UnmarshalText parses an address with scheme, host and possibly a path.
func (p *publicURL) UnmarshalText(text []byte) error {
	at, err := web.ParsePublicURL(string(text))
	*p = publicURL(at)
	return err
}

// contact is where to report vulnerabilities, as a URI.
type contact string

// UnmarshalText parses a mail address or a URI.
func (c *contact) UnmarshalText(text []byte) error {
	at, err := web.ParseSecurityContact(string(text))
	*c = contact(at)
	return err
}

// proxy is a network of trusted proxies.
type proxy struct{ netip.Prefix }

// UnmarshalText parses an address or a network.
func (p *proxy) UnmarshalText(text []byte) (err error) {
	if p.Prefix, err = core.ParseProxy(string(text)); err != nil {
		return fmt.Errorf("%q is not an address or network such as 10.0.0.5, 10.0.0.0/8 or fd00::/8", text)
	}
	return nil
}

// check returns an error if settings contradict each other or cannot work.
func (c *serveCommand) check() error {
	switch {
	case c.HSTS < 0:
		return &cli.Misuse{Reason: fmt.Sprintf("--hsts %v is negative", c.HSTS)}
	case c.Servers < 1:
		return &cli.Misuse{Reason: fmt.Sprintf("--servers %d is less than 1", c.Servers)}
	case c.Servers > 1 && c.Database == "":
		return &cli.Misuse{Reason: "--servers needs a PostgreSQL database, which several servers can share: --database"}
	case c.Reviews < 0:
		return &cli.Misuse{Reason: fmt.Sprintf("--reviews %d is negative", c.Reviews)}
	case c.HSTS > 0 && !c.Secure && !c.enabled():
		return &cli.Misuse{Reason: "--hsts needs HTTPS: --secure behind a proxy, or --tls-host"}
	case c.enabled() && strings.HasPrefix(string(c.PublicURL), "http:"):
		return &cli.Misuse{Reason: fmt.Sprintf("--public-url %s begins with http, but --tls-host serves HTTPS", c.PublicURL)}
	}
	for _, at := range []struct{ flag, addr string }{{"--addr", c.Addr}, {"--metrics", c.Metrics}, {"--profiles", c.Profiles}} {
		if _, _, err := net.SplitHostPort(at.addr); at.addr != "" && err != nil {
			return listenError(at.addr, at.flag, err)
		}
	}
	if at := c.Database; at != "" && !isPostgres(at) && !isThere(at) {
		return noDatabase(withoutPassword(at))
	}
	if err := c.retention.check(); err != nil {
		return err
	}
	return c.automaticTLS.check()
}

func (c *serveCommand) Run(term cli.Terminal) error {
	if err := c.check(); err != nil {
		return err
	}
	written, err := c.texts.read()
	if err != nil {
		return err
	}
	tables, err := c.tables()
	if err != nil {
		return err
	}
	tuneRuntime()
	files, built := web.FrontEnd()
	site, err := web.NewSite(files)
	if err != nil {
		return err
	}
	certificates, err := c.prepareTLS()
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return listenError(c.Addr, "--addr", err)
	}
	defer listener.Close()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	// A second signal terminates the program immediately.
	context.AfterFunc(ctx, stop)

	matches, err := c.open(ctx, term)
	if err != nil {
		return err
	}
	defer matches.Close()
	log := c.logger(term)
	h := host.New(matches, games.Rules{}, log)
	if err := h.SetClock(ctx); err != nil {
		return err
	}
	reload := make(chan os.Signal, 1)
	signal.Notify(reload, syscall.SIGHUP)
	defer signal.Stop(reload)
	go reloadOn(ctx, reload, written, log)
	options := c.options(log)
	running := append(jobs.Work(h, matches, log, c.searches()), h.Run, jobs.NewTournamentWorker(h, matches, log).Run)
	if contact := c.contact(); contact != "" && !c.NoPush {
		sender, err := pushSender(ctx, matches, contact)
		if err != nil {
			return err
		}
		options.PushKey = sender.PublicKey()
		running = append(running, jobs.NewPushWorker(matches, log, h.Now, sender).Run)
	}
	work := background(ctx, running...)
	defer func() { stop(); work.Wait() }() // before the store is closed
	options.Host, options.Store, options.Build, options.Documents, options.Explorer = h, matches, site.Build(), written, tables
	api := web.NewAPI(ctx, options)
	if c.Database == "" {
		defer serveSocket(ctx, options.DataFolder, matches, api.Commands(), log)()
	}
	metrics, err := c.serveInsights(ctx, api)
	if err != nil {
		return err
	}
	address := c.address(listener, api.Home())
	if certificates != nil {
		if err := c.serveRedirects(ctx, work, certificates, log); err != nil {
			return err
		}
		listener = tls.NewListener(listener, tlsConfig(certificates))
		go c.obtain(ctx, certificates, log) // an authority may take minutes
	}
	c.announce(term, address, metrics, built)
	service := systemdFromEnvironment()
	service.ready(address, log)
	work.Go(func() { service.watch(ctx, api, log) })
	context.AfterFunc(ctx, func() { service.notify("STOPPING=1") })
	err = web.Serve(ctx, listener, web.Handler(site, api), log)
	stop()
	work.Wait()
	if err != nil {
		return fmt.Errorf("serving stopped: %w", err)
	}
	fmt.Fprintln(term.Out, "Tafelrunde has stopped")
	return nil
}

// searches returns how many searches of engines may run at once.
func (c *serveCommand) searches() int {
	if c.Workers < 0 {
		return max(1, runtime.NumCPU()/2)
	}
	return c.Workers
}

// serveInsights serves profiles and metrics at the addresses of the flags, and returns that of
// the metrics, nil without the flag.
func (c *serveCommand) serveInsights(ctx context.Context, api *web.API) (metrics net.Addr, err error) {
	if c.Profiles != "" {
		if _, err := serveSecondary(ctx, c.Profiles, "--profiles", profiles()); err != nil {
			return nil, err
		}
	}
	if c.Metrics != "" {
		metrics, err = serveSecondary(ctx, c.Metrics, "--metrics", api.Metrics())
	}
	return metrics, err
}

// prepareTLS returns what obtains the certificates, or nil without TLS.
func (c *serveCommand) prepareTLS() (*autocert.Manager, error) {
	if !c.enabled() {
		return nil, nil
	}
	c.Secure = true
	folder, err := c.folder()
	if err != nil && c.TLSCache == "" {
		return nil, err
	}
	return c.certificates(folder)
}

// address returns the URL of the site, home being the path of its home page.
func (c *serveCommand) address(listener net.Listener, home string) string {
	switch {
	case !c.enabled():
		return browserAddress(listener.Addr()) + home
	case c.PublicURL != "":
		return string(c.PublicURL) + "/"
	}
	return c.site() + "/" + home
}

// site returns the URL of the site without a slash at the end, "" if unknown.
func (c *serveCommand) site() string {
	if c.PublicURL == "" && c.enabled() {
		return "https://" + string(c.TLSHost[0])
	}
	return string(c.PublicURL)
}

// contact returns the URL of the site for push services, "" without HTTPS, which they require.
func (c *serveCommand) contact() string {
	if site := c.site(); strings.HasPrefix(site, "https:") {
		return site
	}
	return ""
}

// pushSender returns a sender of pushes with the key of the site, which the first start makes.
func pushSender(ctx context.Context, s store.Pushes, contact string) (*jobs.PushSender, error) {
	fresh, err := jobs.NewPushKey()
	if err != nil {
		return nil, err
	}
	key, err := s.PushKey(ctx, fresh)
	if err != nil {
		return nil, err
	}
	return jobs.NewPushSender(key, contact)
}

// tables returns the built-in tables of the explorer with those of the flags.
func (c *serveCommand) tables() (explorer.Tables, error) {
	tables := explorer.Embedded()
	for _, name := range c.ExplorerTable {
		table, err := readTable(name)
		if err != nil {
			return nil, err
		}
		tables.Add(table)
	}
	return tables, nil
}

// options returns the options that follow from the flags.
func (c *serveCommand) options(log *slog.Logger) web.APIOptions {
	options := web.APIOptions{
		Log: log, SecureCookies: c.Secure, UnlimitedLoopback: c.UnlimitedLoopback, PublicURL: c.site(), HSTS: c.HSTS,
		KeepAudit: c.KeepAudit, KeepReports: c.KeepReports, KeepGuests: c.KeepGuests, KeepChat: c.KeepChat, KeepMatches: c.KeepMatches,
		KeepSessions: c.KeepSessions, KeepIdleSessions: c.KeepIdleSessions, ReviewsPerDay: c.Reviews, Servers: c.Servers,
		// Other programs play for engines only in a database that they can share.
		Engines: c.searches() > 0 || isPostgres(c.Database),
	}
	for _, at := range c.SecurityContact {
		options.SecurityContacts = append(options.SecurityContacts, string(at))
	}
	if c.AccessLog {
		options.AccessLog = log
	}
	for _, p := range c.TrustedProxy {
		options.TrustedProxies = append(options.TrustedProxies, p.Prefix)
	}
	if c.Database == "" {
		// This cannot fail: the database in the folder is open.
		options.DataFolder, _ = c.folder()
	}
	return options
}

// serveRedirects serves HTTP beside HTTPS: redirects, and the challenges of the authority.
func (c *serveCommand) serveRedirects(ctx context.Context, work *sync.WaitGroup, certificates *autocert.Manager, log *slog.Logger) error {
	redirects, err := net.Listen("tcp", c.HTTPAddr)
	if err != nil {
		return listenError(c.HTTPAddr, "--http-addr", err)
	}
	plain := certificates.HTTPHandler(c.redirect(c.PublicURL))
	work.Go(func() {
		if err := web.Serve(ctx, redirects, plain, log); err != nil {
			log.Error("serving HTTP stopped", "error", err)
		}
	})
	return nil
}

// announce prints the addresses, and opens the site in a browser with --open.
func (c *serveCommand) announce(term cli.Terminal, address string, metrics net.Addr, built bool) {
	fmt.Fprintf(term.Out, "Tafelrunde is open at %s (Ctrl-C stops it)\n", address)
	if metrics != nil {
		fmt.Fprintf(term.Out, "Metrics are at %smetrics\n", browserAddress(metrics))
	}
	if !built {
		fmt.Fprintln(term.Notes, "tafelrunde: this program was built without its front end; `make run` builds both")
	}
	if c.Open {
		if err := openBrowser(address); err != nil {
			cli.Complain(term, "tafelrunde", fmt.Errorf("the browser could not be opened: %w", err))
		}
	}
}

// tuneRuntime sets GOMAXPROCS and GOGC for low latency, unless the environment sets
// them.
//
// A goroutine that writes to SQLite occupies one of the GOMAXPROCS threads while it
// waits for the disk, and so does a garbage collection while it scans thousands of
// streams. With as many threads as processors, other requests wait for them. With
// twice as many, the operating system shares the processors.
//
// The heap of a server is small and each garbage collection delays requests, so
// collections may be rare. docs/lab/matches.md has measurements.
func tuneRuntime() {
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(2 * runtime.GOMAXPROCS(0))
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(250)
	}
}

// background runs work in goroutines until ctx is done. Call Wait before closing the
// store.
func background(ctx context.Context, work ...func(context.Context)) *sync.WaitGroup {
	var all sync.WaitGroup
	for _, run := range work {
		all.Go(func() { run(ctx) })
	}
	return &all
}

// profiles returns a handler for /debug/pprof.
func profiles() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	return mux
}

// serveSecondary serves a handler at an address of its own until ctx is done. option is
// the flag with the address, for errors.
func serveSecondary(ctx context.Context, addr, option string, handler http.Handler) (net.Addr, error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, listenError(addr, option, err)
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	context.AfterFunc(ctx, func() { server.Close() })
	go server.Serve(listener)
	return listener.Addr(), nil
}

// listenError returns a one-line error for an address that cannot be listened on.
// option is the flag with the address.
func listenError(addr, option string, err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("address %s is in use by another program; choose another with %s", addr, option)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("address %s needs more privileges; choose a port above 1023 with %s", addr, option)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("address %s is not one of this machine's; choose another with %s", addr, option)
	}
	var reason *net.OpError
	if errors.As(err, &reason) {
		err = reason.Err
	}
	return &cli.Misuse{Reason: fmt.Sprintf("cannot listen on address %q: %v", addr, err)}
}

// browserAddress returns the URL of a listener for browsers on this machine.
func browserAddress(at net.Addr) string {
	host, port, err := net.SplitHostPort(at.String())
	if err != nil {
		return at.String()
	}
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port) + "/"
}

// openBrowser opens an address in the default browser.
func openBrowser(address string) error {
	var command *exec.Cmd
	switch runtime.GOOS {
	case "darwin":
		command = exec.Command("open", address)
	case "windows":
		command = exec.Command("rundll32", "url.dll,FileProtocolHandler", address)
	default:
		command = exec.Command("xdg-open", address)
	}
	if err := command.Start(); err != nil {
		return err
	}
	go command.Wait() // avoids a zombie process
	return nil
}
