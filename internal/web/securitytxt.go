package web

import (
	"errors"
	"fmt"
	"net/http"
	"net/mail"
	"net/url"
	"strings"
	"time"

	"tafelrunde/internal/web/core"
)

// securityPath is the address of the file that says how to report vulnerabilities
// (RFC 9116).
const securityPath = "/.well-known/security.txt"

// securityFor is how long the file says that it is valid. Each response has a new one.
const securityFor = 30 * 24 * time.Hour

// ParseSecurityContact returns the URI of a contact for reports of vulnerabilities: an
// address that begins with "https://", "mailto:" or "tel:", or a mail address.
func ParseSecurityContact(text string) (string, error) {
	wrong := errors.New("a contact is a mail address, or an address with https:, mailto: or tel: before it")
	if a, err := mail.ParseAddress(text); err == nil && a.Address == text {
		text = "mailto:" + text
	}
	u, err := url.Parse(text)
	if err != nil || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", wrong
	}
	switch {
	case u.Scheme == "https" && u.Host != "", u.Scheme == "tel" && u.Opaque != "":
		return text, nil
	case u.Scheme == "mailto":
		if a, err := mail.ParseAddress(u.Opaque); err == nil && a.Address == u.Opaque {
			return text, nil
		}
	}
	return "", wrong
}

// securityFile returns a handler for the file with contacts, which does not exist without
// one.
func securityFile(contacts []string, publicURL string, now func() time.Time) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setSecurityHeaders(w.Header())
		if len(contacts) == 0 {
			core.WriteProblem(w, core.NewProblem(http.StatusNotFound, "no-route", "this address does not exist"))
			return
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "max-age=3600")
		for _, c := range contacts {
			fmt.Fprintf(w, "Contact: %s\n", c)
		}
		fmt.Fprintf(w, "Expires: %s\nPreferred-Languages: en, de\n", now().Add(securityFor).UTC().Format(time.RFC3339))
		// Under a base path the file of the host belongs to somebody else.
		if publicURL != "" && basePath(publicURL) == "" {
			fmt.Fprintf(w, "Canonical: %s\n", publicURL+securityPath)
		}
	})
}
