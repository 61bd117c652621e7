package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os/signal"
	"strings"
	"syscall"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/host"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/web"
	"tafelrunde/internal/web/admin"
	"tafelrunde/internal/web/core"
)

// administration sends requests to the server that has the database open, as its
// operator. If there is none, or servers share a PostgreSQL database, this program
// executes them.
type administration struct {
	do   func(r *http.Request) (*http.Response, error)
	stop func()
}

// connect returns the administration of a database. Call stop afterwards.
func (d *database) connect(ctx context.Context) (*administration, error) {
	if d.Database == "" {
		file, err := d.existingFile()
		if err != nil {
			return nil, err
		}
		first, err := dialServer(ctx, file)
		if err == nil {
			return &administration{do: func(r *http.Request) (*http.Response, error) {
				client := first
				if first = nil; client == nil {
					var err error
					if client, err = dialServer(ctx, file); err != nil {
						return nil, err
					}
				}
				return client.Do(r)
			}, stop: func() {}}, nil
		}
		if !errors.Is(err, errNoServer) {
			return nil, err
		}
	}
	s, err := d.openExisting(ctx)
	if errors.Is(err, sqlstore.ErrInUse) {
		return nil, fmt.Errorf("a program has the database open, but does not answer at the socket %s", socketName)
	}
	if err != nil {
		return nil, err
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	h := host.New(s, games.Rules{}, log)
	if err := h.SetClock(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	ctx, cancel := context.WithCancel(ctx)
	commands := web.NewAPI(ctx, web.APIOptions{Host: h, Store: s, Log: log}).Commands()
	return &administration{do: func(r *http.Request) (*http.Response, error) {
		answer := &recorder{header: make(http.Header)}
		commands.ServeHTTP(answer, r)
		return answer.response(), nil
	}, stop: func() { cancel(); s.Close() }}, nil
}

// recorder keeps a response in memory.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

func (r *recorder) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(p)
}

func (r *recorder) response() *http.Response {
	r.WriteHeader(http.StatusOK)
	return &http.Response{StatusCode: r.status, Status: http.StatusText(r.status), Header: r.header, Body: io.NopCloser(&r.body)}
}

// request sends a request and decodes the response into out, unless it is nil. A
// refusal is an error with the message of the server.
func (a *administration) request(ctx context.Context, method, path string, body, out any) error {
	var content []byte
	if body != nil {
		var err error
		if content, err = json.Marshal(body); err != nil {
			return err
		}
	}
	r, err := http.NewRequestWithContext(ctx, method, "http://tafelrunde/api/admin/"+path, bytes.NewReader(content))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := a.do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		var refusal core.Problem
		if json.NewDecoder(resp.Body).Decode(&refusal) != nil || refusal.Message == "" {
			return fmt.Errorf("the server answers %s", resp.Status)
		}
		return errors.New(refusal.Message)
	}
	if out == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// named returns the person with an account and a name.
func (a *administration) named(ctx context.Context, name string) (p admin.PersonDetails, err error) {
	var found struct{ People []admin.PersonDetails }
	if strings.TrimSpace(name) == "" {
		return p, &cli.Misuse{Reason: "give a name"}
	}
	if err := a.request(ctx, "GET", "people?name="+url.QueryEscape(name), nil, &found); err != nil {
		return p, err
	}
	if len(found.People) == 0 {
		return p, fmt.Errorf("nobody has an account with the name %q", name)
	}
	return found.People[0], nil
}

// administer connects to the administration of a database and calls do.
func (d *database) administer(do func(ctx context.Context, a *administration) error) error {
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer cancel()
	a, err := d.connect(ctx)
	if err != nil {
		return err
	}
	defer a.stop()
	return do(ctx, a)
}

// person returns the person with a name, or after # with an ID.
func (a *administration) person(ctx context.Context, name string) (p admin.PersonDetails, err error) {
	id, byID := strings.CutPrefix(name, "#")
	if !byID {
		return a.named(ctx, name)
	}
	return p, a.request(ctx, "GET", "people/"+url.PathEscape(id), nil, &p)
}

// linkFlags holds the setting of commands that print links to the site.
type linkFlags struct {
	PublicURL publicURL `name:"public-url" placeholder:"URL" help:"Public address of the site, such as https://example.org/tafelrunde, for the link (default: that of the running server)."`
}

// printLink prints the address of a link. A server that does not know its public URL
// returns one without a host.
func (c *linkFlags) printLink(term cli.Terminal, link string) {
	if strings.HasPrefix(link, "/") {
		link = string(c.PublicURL) + link
	}
	fmt.Fprintln(term.Out, link)
	if strings.HasPrefix(link, "/") {
		fmt.Fprintln(term.Notes, "The address of the site comes before it; the setting public-url prints it too.")
	}
}
