package core

import (
	"net/http"
	"strconv"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
)

// Servers that share a database learn of each other's changes a little later. So that
// a client sees its own changes at every server, the response to each successful change has
// the moment of the change, as a header and as a cookie. The client sends it with its
// next requests, and a server reads again what it has read from the store before.
const (
	writtenHeader = "Tafelrunde-Written"
	writtenCookie = "tafelrunde-written"
	// writtenFor is how long browsers keep the cookie, in seconds. Later, all
	// servers have the changes, or know that they receive no notices.
	writtenFor = 60
)

// isSafe reports whether requests with a method change nothing.
func isSafe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}

// OwnChanges returns a handler that lets clients see their own changes. It does nothing
// while no other process uses the store.
func (a *App) OwnChanges(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.Host.SoleProgram() {
			next.ServeHTTP(w, r)
			return
		}
		if until := a.writtenUntil(r); until > 0 {
			r = r.WithContext(host.WithWritten(r.Context(), until))
		}
		if !isSafe(r.Method) {
			w = &changingResponse{ResponseWriter: w, app: a}
		}
		next.ServeHTTP(w, r)
	})
}

// writtenUntil returns the moment that a request has of an earlier response, 0 for
// none.
func (a *App) writtenUntil(r *http.Request) match.Moment {
	texts := r.Header.Values(writtenHeader)
	for _, c := range r.CookiesNamed(a.CookieName(writtenCookie, a.CookiePath())) {
		texts = append(texts, c.Value)
	}
	var until match.Moment
	for _, text := range texts {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			until = max(until, match.Moment(n))
		}
	}
	return min(until, a.Now())
}

// changingResponse adds the moment to the response to a request that has changed
// something.
type changingResponse struct {
	http.ResponseWriter
	app   *App
	begun bool
}

func (c *changingResponse) WriteHeader(status int) {
	if status >= 200 && !c.begun {
		c.begun = true
		if status < 400 {
			now := strconv.FormatInt(int64(c.app.Now()), 10)
			c.Header().Set(writtenHeader, now)
			http.SetCookie(c.ResponseWriter, &http.Cookie{
				Name: c.app.CookieName(writtenCookie, c.app.CookiePath()), Value: now, Path: c.app.CookiePath(), MaxAge: writtenFor,
				HttpOnly: true, Secure: c.app.SecureCookies(), SameSite: http.SameSiteLaxMode,
			})
		}
	}
	c.ResponseWriter.WriteHeader(status)
}

func (c *changingResponse) Write(b []byte) (int, error) {
	if !c.begun {
		c.WriteHeader(http.StatusOK)
	}
	return c.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (c *changingResponse) Unwrap() http.ResponseWriter { return c.ResponseWriter }
