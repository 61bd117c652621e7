package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tafelrunde/internal/testkit"
)

// authority is a certificate authority that speaks ACME (RFC 8555). It checks hosts
// by HTTP (http-01) at one address, and does not check signatures of requests.
type authority struct {
	t      *testing.T
	server *httptest.Server
	// site is the address of the host's HTTP server.
	site        string
	key         *ecdsa.PrivateKey
	certificate *x509.Certificate
	nonces      atomic.Int64

	mu     sync.Mutex
	orders []*order
}

// order is a request for a certificate.
type order struct {
	host, token string
	proven      bool
	chain       []byte
}

func newAuthority(t *testing.T, site string) *authority {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	a := &authority{t: t, site: site, key: key}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Authority"}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	if a.certificate, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/directory", func(w http.ResponseWriter, r *http.Request) {
		a.answer(w, 200, "", map[string]any{
			"newNonce": a.server.URL + "/nonce", "newAccount": a.server.URL + "/account", "newOrder": a.server.URL + "/order",
			"meta": map[string]any{"termsOfService": a.server.URL + "/terms"},
		})
	})
	mux.HandleFunc("/nonce", func(w http.ResponseWriter, r *http.Request) { a.answer(w, 200, "", nil) })
	mux.HandleFunc("/account", func(w http.ResponseWriter, r *http.Request) {
		a.answer(w, 201, "/account/1", map[string]any{"status": "valid"})
	})
	mux.HandleFunc("/order", func(w http.ResponseWriter, r *http.Request) {
		var in struct{ Identifiers []struct{ Value string } }
		a.read(r, &in)
		a.mu.Lock()
		a.orders = append(a.orders, &order{host: in.Identifiers[0].Value, token: rand.Text()})
		id := len(a.orders) - 1
		a.mu.Unlock()
		a.answer(w, 201, fmt.Sprint("/order/", id), a.view(id))
	})
	mux.HandleFunc("/order/{id}", func(w http.ResponseWriter, r *http.Request) {
		id, _ := a.order(r)
		a.answer(w, 200, r.URL.Path, a.view(id))
	})
	mux.HandleFunc("/proof/{id}", func(w http.ResponseWriter, r *http.Request) {
		id, o := a.order(r)
		a.answer(w, 200, "", map[string]any{
			"status": status(o.proven, "pending"), "identifier": map[string]any{"type": "dns", "value": o.host},
			"challenges": []any{a.challenge(id)},
		})
	})
	mux.HandleFunc("/challenge/{id}", func(w http.ResponseWriter, r *http.Request) {
		id, o := a.order(r)
		get, err := http.NewRequest("GET", "http://"+a.site+"/.well-known/acme-challenge/"+o.token, nil)
		if err != nil {
			a.t.Error(err)
		}
		get.Host = o.host
		if resp, err := http.DefaultClient.Do(get); err != nil {
			a.t.Error(err)
		} else {
			body, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			a.mu.Lock()
			o.proven = resp.StatusCode == 200 && strings.HasPrefix(string(body), o.token+".")
			a.mu.Unlock()
		}
		a.answer(w, 200, "", a.challenge(id))
	})
	mux.HandleFunc("/finalize/{id}", func(w http.ResponseWriter, r *http.Request) {
		id, o := a.order(r)
		var in struct{ CSR string }
		a.read(r, &in)
		a.sign(o, in.CSR)
		a.answer(w, 200, fmt.Sprint("/order/", id), a.view(id))
	})
	mux.HandleFunc("/certificate/{id}", func(w http.ResponseWriter, r *http.Request) {
		_, o := a.order(r)
		w.Header().Set("Replay-Nonce", "last")
		w.Write(o.chain)
	})
	a.server = httptest.NewServer(mux)
	t.Cleanup(a.server.Close)
	return a
}

func status(valid bool, before string) string {
	if valid {
		return "valid"
	}
	return before
}

func (a *authority) answer(w http.ResponseWriter, code int, location string, body any) {
	w.Header().Set("Replay-Nonce", fmt.Sprint("nonce", a.nonces.Add(1)))
	if location != "" {
		w.Header().Set("Location", a.server.URL+location)
	}
	w.WriteHeader(code)
	if body != nil {
		json.NewEncoder(w).Encode(body)
	}
}

// read decodes the payload of a signed request.
func (a *authority) read(r *http.Request, into any) {
	var signed struct{ Payload string }
	if err := json.NewDecoder(r.Body).Decode(&signed); err != nil {
		a.t.Error(err)
	}
	payload, err := base64.RawURLEncoding.DecodeString(signed.Payload)
	if err == nil {
		err = json.Unmarshal(payload, into)
	}
	if err != nil {
		a.t.Error(err)
	}
}

func (a *authority) order(r *http.Request) (int, *order) {
	var id int
	fmt.Sscan(r.PathValue("id"), &id)
	a.mu.Lock()
	defer a.mu.Unlock()
	return id, a.orders[id]
}

func (a *authority) view(id int) map[string]any {
	a.mu.Lock()
	defer a.mu.Unlock()
	o := a.orders[id]
	view := map[string]any{
		"status": "pending", "identifiers": []any{map[string]any{"type": "dns", "value": o.host}},
		"authorizations": []string{fmt.Sprint(a.server.URL, "/proof/", id)}, "finalize": fmt.Sprint(a.server.URL, "/finalize/", id),
	}
	switch {
	case o.chain != nil:
		view["status"], view["certificate"] = "valid", fmt.Sprint(a.server.URL, "/certificate/", id)
	case o.proven:
		view["status"] = "ready"
	}
	return view
}

func (a *authority) challenge(id int) map[string]any {
	a.mu.Lock()
	defer a.mu.Unlock()
	o := a.orders[id]
	return map[string]any{"type": "http-01", "url": fmt.Sprint(a.server.URL, "/challenge/", id), "token": o.token, "status": status(o.proven, "pending")}
}

// sign answers an order with a certificate if the host was proven.
func (a *authority) sign(o *order, request string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	der, err := base64.RawURLEncoding.DecodeString(request)
	if err != nil {
		a.t.Error(err)
	}
	csr, err := x509.ParseCertificateRequest(der)
	if err != nil || !o.proven {
		a.t.Errorf("the host was proven: %v; %v", o.proven, err)
		return
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(int64(len(a.orders)) + 1), DNSNames: []string{o.host},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(90 * 24 * time.Hour),
	}
	der, err = x509.CreateCertificate(rand.Reader, template, a.certificate, csr.PublicKey, a.key)
	if err != nil {
		a.t.Error(err)
		return
	}
	o.chain = append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), a.pem()...)
}

func (a *authority) pem() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.certificate.Raw})
}

func (a *authority) issued() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.orders)
}

// TestAutomaticTLS obtains a certificate from an authority, serves HTTPS with it,
// redirects HTTP, refuses other hosts, and keeps the certificate for the next start.
func TestAutomaticTLS(t *testing.T) {
	const host = "play.example.org"
	site, plain, metrics := freeAddress(t), freeAddress(t), freeAddress(t)
	ca := newAuthority(t, plain)
	roots := filepath.Join(t.TempDir(), "roots.pem")
	if err := os.WriteFile(roots, ca.pem(), 0o600); err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	options := []string{"--metrics", metrics, "--addr", site, "--http-addr", plain, "--tls-host", host, "--tls-directory", ca.server.URL + "/directory"}
	pool := x509.NewCertPool()
	pool.AddCert(ca.certificate)
	dial := func(name string) (*tls.Conn, error) {
		return tls.Dial("tcp", site, &tls.Config{ServerName: name, RootCAs: pool, NextProtos: []string{"h2", "http/1.1"}})
	}
	var address atomic.Pointer[string]
	start := func() *exec.Cmd {
		t.Helper()
		server := startServer(t, []string{"TAFELRUNDE_DATA=" + data}, &address, options...)
		t.Cleanup(func() { server.Process.Kill(); server.Wait() })
		// The listener is open when the address is printed.
		if *address.Load() != "https://"+host {
			t.Errorf("address %s", *address.Load())
		}
		return server
	}
	server := start()
	conn, err := dial(host) // waits for the certificate
	if err != nil {
		t.Fatal(err)
	}
	if protocol := conn.ConnectionState().NegotiatedProtocol; protocol != "http/1.1" {
		t.Errorf("protocol %q; streams need HTTP/1.1", protocol)
	}
	// A stream: its head and first event arrive, although it never ends.
	fmt.Fprintf(conn, "GET /api/lobby/stream HTTP/1.1\r\nHost: %s\r\n\r\n", host)
	conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	received := ""
	for buffer := make([]byte, 4096); !strings.Contains(received, "data: "); {
		n, err := conn.Read(buffer)
		if received += string(buffer[:n]); err != nil {
			t.Fatalf("%v after %q", err, received)
		}
	}
	conn.Close()
	if !strings.HasPrefix(received, "HTTP/1.1 200") || !strings.Contains(received, "text/event-stream") {
		t.Errorf("%q", received)
	}

	// Previews of links have the address of the site.
	conn, err = dial(host)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(conn, "GET /rules/wotn HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", host)
	page, err := io.ReadAll(conn)
	conn.Close()
	if want := `og:url" content="https://` + host + `/rules/wotn"`; err != nil || !strings.Contains(string(page), want) {
		t.Errorf("the page lacks %s: %v\n%s", want, err, page)
	}

	for _, name := range []string{"other.example.org", "localhost", ""} {
		if conn, err := dial(name); err == nil {
			conn.Close()
			t.Errorf("the server has a certificate for %q", name)
		}
	}
	if n := ca.issued(); n != 1 {
		t.Errorf("%d orders, want 1", n)
	}
	if old, err := tls.Dial("tcp", site, &tls.Config{ServerName: host, RootCAs: pool, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}); err == nil {
		old.Close()
		t.Error("the server speaks TLS 1.1")
	}
	testkit.Within(t, patience, func() error {
		for _, want := range []string{`tafelrunde_tls_refused_total{reason="name"} 3`, `tafelrunde_tls_refused_total{reason="protocol"} 1`} {
			if _, text := get(t, "http://"+metrics+"/metrics"); !strings.Contains(text, "\n"+want+"\n") {
				return fmt.Errorf("the metrics lack %s:\n%s", want, text)
			}
		}
		return nil
	})

	for _, tc := range []struct {
		method, host, path string
		status             int
		location           string
	}{
		{"GET", host, "/match/abc?x=1", http.StatusMovedPermanently, "https://" + host + "/match/abc?x=1"},
		{"GET", host + ":80", "/", http.StatusMovedPermanently, "https://" + host + "/"},
		{"POST", host, "/api/login", http.StatusBadRequest, ""},
		{"GET", "evil.example.org", "/", http.StatusMisdirectedRequest, ""},
		{"GET", host, "/.well-known/acme-challenge/unknown", http.StatusNotFound, ""},
		{"GET", "evil.example.org", "/.well-known/acme-challenge/unknown", http.StatusForbidden, ""},
	} {
		r, err := http.NewRequest(tc.method, "http://"+plain+tc.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = tc.host
		resp, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != tc.status || resp.Header.Get("Location") != tc.location {
			t.Errorf("%s %s of %s: %d, %q", tc.method, tc.path, tc.host, resp.StatusCode, resp.Header.Get("Location"))
		}
	}

	health := exec.Command("tafelrunde", "health", "--addr", site, "--tls-host", host)
	health.Env = append(os.Environ(), "SSL_CERT_FILE="+roots)
	if out, err := health.CombinedOutput(); err != nil || string(out) != "ready\n" {
		t.Errorf("%s, %v", out, err)
	}

	private(t, filepath.Join(data, "tls"))
	server.Process.Kill()
	server.Wait()
	start()
	again, err := dial(host)
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
	if n := ca.issued(); n != 1 {
		t.Errorf("%d orders after a second start", n)
	}
}

func TestHostName(t *testing.T) {
	for text, want := range map[string]string{
		"Play.Example.org": "play.example.org", "xn--schach-bro-jcb.de": "xn--schach-bro-jcb.de",
		"localhost": "", "192.0.2.7": "", "::1": "", "a..b": "", "-a.b": "", "a_b.c": "", "bücher.de": "", "example.org:443": "", "https://example.org": "", "": "",
	} {
		var name hostName
		if err := name.UnmarshalText([]byte(text)); string(name) != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", text, name, err)
		}
	}
}

// TestSystemd starts a server that reports its state to a socket: when it is ready,
// that it lives, and when it stops.
func TestSystemd(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "notify")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var address atomic.Pointer[string]
	server := startServer(t, []string{"TAFELRUNDE_DATA=" + t.TempDir(), "NOTIFY_SOCKET=" + socket, "WATCHDOG_USEC=300000"}, &address)
	defer func() { server.Process.Kill(); server.Wait() }()
	next := func() string {
		t.Helper()
		buffer := make([]byte, 1024)
		conn.SetReadDeadline(time.Now().Add(10 * time.Second))
		n, err := conn.Read(buffer)
		if err != nil {
			t.Fatal(err)
		}
		return string(buffer[:n])
	}
	if got, want := next(), "READY=1\nSTATUS=Open at "+*address.Load()+"/"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for range 2 {
		if got := next(); got != "WATCHDOG=1" {
			t.Errorf("%q while it runs", got)
		}
	}
	if err := server.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	got := next()
	for got == "WATCHDOG=1" {
		got = next()
	}
	if got != "STOPPING=1" {
		t.Errorf("%q after a signal", got)
	}
	if err := server.Wait(); err != nil {
		t.Error(err)
	}
}

// TestWatchdogNeedsAnswers: a server whose handler hangs sends no sign of life.
func TestWatchdogNeedsAnswers(t *testing.T) {
	for pid, every := range map[string]time.Duration{"": time.Second, fmt.Sprint(os.Getpid()): time.Second, "1": 0} {
		t.Setenv("WATCHDOG_USEC", "1000000")
		t.Setenv("WATCHDOG_PID", pid)
		if got := systemdFromEnvironment().every; got != every {
			t.Errorf("pid %q: every %v, want %v", pid, got, every)
		}
	}
	socket := filepath.Join(t.TempDir(), "notify")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	hang := make(chan struct{})
	asked := make(chan struct{}, 1)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		systemd{socket: socket, every: 30 * time.Millisecond}.watch(t.Context(), http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			select {
			case asked <- struct{}{}:
			default:
			}
			<-hang
		}), slog.New(slog.DiscardHandler))
	}()
	<-asked
	conn.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
	if n, err := conn.Read(make([]byte, 100)); err == nil {
		t.Errorf("%d bytes from a server that hangs", n)
	}
	close(hang)
	conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	buffer := make([]byte, 100)
	if n, err := conn.Read(buffer); err != nil || !bytes.Equal(buffer[:n], []byte("WATCHDOG=1")) {
		t.Errorf("%q, %v", buffer[:n], err)
	}
}
