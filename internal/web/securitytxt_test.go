package web_test

import (
	"strings"
	"testing"
	"time"

	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web"
)

func TestSecurityContacts(t *testing.T) {
	for text, want := range map[string]string{
		"security@club.example": "mailto:security@club.example", "mailto:security@club.example": "mailto:security@club.example",
		"https://club.example/security": "https://club.example/security", "tel:+49-30-1234567": "tel:+49-30-1234567",
		"": "", "http://club.example": "", "club.example": "", "mailto:": "", "mailto:nobody": "", "tel:": "", "https://": "", "javascript:alert(1)": "",
		"https://club.example/\nContact: mailto:other@example.org": "", "Ann <ann@example.org>": "", "https://club.example/ü": "",
	} {
		if got, err := web.ParseSecurityContact(text); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
}

// TestSecurityTxt reads the file as RFC 9116 describes it.
func TestSecurityTxt(t *testing.T) {
	s := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true, PublicURL: "https://club.example", SecurityContacts: []string{"mailto:security@club.example", "https://club.example/security"}})
	resp, text := s.Get("", "/.well-known/security.txt")
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Fatalf("%d %v", resp.StatusCode, resp.Header)
	}
	fields := make(map[string][]string)
	for line := range strings.Lines(text) {
		name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if !ok || value == "" {
			t.Errorf("the line %q", line)
		}
		fields[name] = append(fields[name], value)
	}
	if c := fields["Contact"]; len(c) != 2 || c[0] != "mailto:security@club.example" {
		t.Errorf("%v", fields)
	}
	if len(fields["Expires"]) != 1 || len(fields["Preferred-Languages"]) != 1 || len(fields["Canonical"]) != 1 || fields["Canonical"][0] != "https://club.example/.well-known/security.txt" {
		t.Errorf("%v", fields)
	}
	at, err := time.Parse(time.RFC3339, fields["Expires"][0])
	if left := time.Until(at); err != nil || left < 29*24*time.Hour || left > 31*24*time.Hour {
		t.Errorf("it expires in %v, %v", left, err)
	}
	under := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true, PublicURL: "https://club.example/tafelrunde", SecurityContacts: []string{"mailto:security@club.example"}})
	for _, path := range []string{"/.well-known/security.txt", "/tafelrunde/.well-known/security.txt"} {
		if resp, text := under.Get("", path); resp.StatusCode != 200 || strings.Contains(text, "Canonical") {
			t.Errorf("%s: %d %s", path, resp.StatusCode, text)
		}
	}
	if resp, text := webtest.Serve(t).Get("", "/.well-known/security.txt"); resp.StatusCode != 404 || strings.Contains(text, "front end") {
		t.Errorf("without a contact: %d %s", resp.StatusCode, text)
	}
}
