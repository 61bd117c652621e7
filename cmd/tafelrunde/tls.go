package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"tafelrunde/internal/cli"
)

// automaticTLS holds the flags for HTTPS with certificates that the server obtains
// itself from an authority that speaks ACME (RFC 8555), such as Let's Encrypt.
type automaticTLS struct {
	TLSHost      []hostName `name:"tls-host" placeholder:"HOST" help:"Serve HTTPS at --addr for this host name, with certificates that the server obtains and renews itself; repeatable. The first use accepts the terms of the certificate authority (default: HTTP)."`
	TLSCache     string     `name:"tls-cache" placeholder:"FOLDER" help:"Folder for certificates and their keys (default: tls in the data folder)."`
	TLSEmail     string     `name:"tls-email" placeholder:"ADDRESS" help:"Address that the certificate authority may write to (default: none)."`
	TLSDirectory string     `name:"tls-directory" default:"https://acme-v02.api.letsencrypt.org/directory" placeholder:"URL" help:"ACME directory of the certificate authority (default: Let's Encrypt)."`
	HTTPAddr     string     `name:"http-addr" default:":80" placeholder:"HOST:PORT" help:"Address for HTTP beside --tls-host: it redirects to HTTPS and answers the challenges of the certificate authority (default :80)."`
}

// hostName is a DNS name in lower case.
type hostName string

// UnmarshalText parses a fully qualified DNS name. Internationalized names are
// written in ASCII (xn--…).
func (h *hostName) UnmarshalText(text []byte) error {
	name := strings.ToLower(string(text))
	if net.ParseIP(name) != nil || len(name) > 253 || !strings.Contains(name, ".") {
		return fmt.Errorf("%q is not a host name such as play.example.org", text)
	}
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			return fmt.Errorf("%q is not a host name such as play.example.org", text)
		}
	}
	*h = hostName(name)
	return nil
}

// enabled reports whether the server serves HTTPS.
func (a *automaticTLS) enabled() bool { return len(a.TLSHost) > 0 }

// check returns an error if the settings cannot work.
func (a *automaticTLS) check() error {
	if !a.enabled() {
		for _, set := range []struct{ flag, value string }{{"--tls-cache", a.TLSCache}, {"--tls-email", a.TLSEmail}} {
			if set.value != "" {
				return &cli.Misuse{Reason: set.flag + " needs --tls-host"}
			}
		}
		return nil
	}
	if at, err := url.Parse(a.TLSDirectory); err != nil || at.Scheme != "https" && at.Scheme != "http" || at.Host == "" {
		return &cli.Misuse{Reason: fmt.Sprintf("--tls-directory: %q is not an address such as https://acme.example/directory", a.TLSDirectory)}
	}
	if _, _, err := net.SplitHostPort(a.HTTPAddr); err != nil {
		return listenError(a.HTTPAddr, "--http-addr", err)
	}
	return nil
}

// certificates returns a source of certificates for the hosts of --tls-host only. They
// are kept in the folder of --tls-cache, by default in data/tls.
func (a *automaticTLS) certificates(data string) (*autocert.Manager, error) {
	folder := a.TLSCache
	if folder == "" {
		folder = filepath.Join(data, "tls")
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("the folder of certificates cannot be created (%w); choose another with --tls-cache", err)
	}
	hosts := make([]string, len(a.TLSHost))
	for i, host := range a.TLSHost {
		hosts[i] = string(host)
	}
	return &autocert.Manager{
		Prompt:     autocert.AcceptTOS,
		Cache:      autocert.DirCache(folder),
		HostPolicy: autocert.HostWhitelist(hosts...),
		Client:     &acme.Client{DirectoryURL: a.TLSDirectory, UserAgent: "tafelrunde/" + versionText()},
		Email:      a.TLSEmail,
	}, nil
}

// tlsConfig returns the settings of the HTTPS listener. HTTP/2 is not offered, because
// streams take over their connection.
func tlsConfig(certificates *autocert.Manager) *tls.Config {
	return &tls.Config{
		MinVersion:     tls.VersionTLS12,
		GetCertificate: certificates.GetCertificate,
		NextProtos:     []string{"http/1.1", acme.ALPNProto},
	}
}

// redirect returns a handler that redirects requests for a host of --tls-host to
// HTTPS and refuses others.
func (a *automaticTLS) redirect(public publicURL) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := strings.ToLower(r.Host)
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		known := false
		for _, name := range a.TLSHost {
			known = known || string(name) == host
		}
		if !known {
			http.Error(w, "this host is not served here", http.StatusMisdirectedRequest)
			return
		}
		// The public URL knows a port that is not 443.
		if at, err := url.Parse(string(public)); err == nil && strings.EqualFold(at.Hostname(), host) {
			host = at.Host
		}
		w.Header().Set("Connection", "close")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "use HTTPS", http.StatusBadRequest)
			return
		}
		http.Redirect(w, r, "https://"+host+r.URL.RequestURI(), http.StatusMovedPermanently)
	})
}

// obtain requests the certificates that are missing, so that the log has the reason
// if that fails, and the first visitor does not wait.
func (a *automaticTLS) obtain(ctx context.Context, certificates *autocert.Manager, log *slog.Logger) {
	for _, host := range a.TLSHost {
		if ctx.Err() != nil {
			return
		}
		// A client that accepts ECDSA, as all browsers do.
		certificate, err := certificates.GetCertificate(&tls.ClientHelloInfo{
			ServerName: string(host), CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
		})
		switch {
		case err == nil:
			log.Info("certificate is ready", "host", host, "until", certificate.Leaf.NotAfter)
		case ctx.Err() == nil && !errors.Is(err, context.Canceled):
			log.Error("obtaining a certificate failed; it is tried again with the next visitor", "host", host, "error", err)
		}
	}
}
