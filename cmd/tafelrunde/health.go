package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"tafelrunde/internal/cli"
)

// healthCommand asks a running server whether it is ready, for containers and other
// supervisors that run a command.
type healthCommand struct {
	configFlag
	listening
	URL    string        `arg:"" optional:"" help:"Address of the server, such as http://127.0.0.1:8080 (default: this machine, at the address of the settings)."`
	Within time.Duration `default:"5s" placeholder:"DURATION" help:"Time limit for the answer."`
}

func (c *healthCommand) Run(term cli.Terminal) error {
	if c.Within <= 0 {
		return &cli.Misuse{Reason: fmt.Sprintf("--within %v is not positive", c.Within)}
	}
	client := &http.Client{
		Timeout: c.Within,
		// A redirect is an answer of another program.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	at, err := c.target(client)
	if err != nil {
		return err
	}
	resp, err := client.Get(at)
	if err != nil {
		var wrapped *url.Error
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		return fmt.Errorf("%s does not answer: %w", at, err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 4096))
	if err != nil {
		return fmt.Errorf("%s: %w", at, err)
	}
	if resp.StatusCode == http.StatusOK {
		_, err := fmt.Fprintln(term.Out, "ready")
		return err
	}
	var problem struct{ Message string }
	if json.Unmarshal(body, &problem) == nil && problem.Message != "" {
		return fmt.Errorf("%s is not ready: %s (status %d)", at, problem.Message, resp.StatusCode)
	}
	return fmt.Errorf("%s is not ready: status %d", at, resp.StatusCode)
}

// target returns the address to ask. If it is the server of the settings, the client
// connects to this machine, and expects the certificate of the first host if the
// server serves HTTPS.
func (c *healthCommand) target(client *http.Client) (string, error) {
	if c.URL != "" {
		at, err := url.Parse(c.URL)
		if err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Host == "" {
			return "", &cli.Misuse{Reason: fmt.Sprintf("%q is not an address such as http://127.0.0.1:8080", c.URL)}
		}
		return strings.TrimRight(at.String(), "/") + "/readyz", nil
	}
	host, port, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return "", listenError(c.Addr, "--addr", err)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	local := net.JoinHostPort(host, port)
	if !c.enabled() {
		return "http://" + local + "/readyz", nil
	}
	name := string(c.TLSHost[0])
	client.Transport = &http.Transport{
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, local)
		},
		TLSClientConfig: &tls.Config{ServerName: name},
	}
	return "https://" + name + "/readyz", nil
}
