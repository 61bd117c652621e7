package core

import "regexp"

// PublicURL returns the URL of the site without a slash at the end, "" if unknown.
func (a *App) PublicURL() string { return a.publicURL }

// plainHost matches a host name or IP address with or without a port.
var plainHost = regexp.MustCompile(`^([A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?$`)

// SiteFor returns the URL of the site for a request with the given Host header:
// the public URL if it is set, otherwise one with that host, or "" if the header
// is not a valid host.
func (a *App) SiteFor(host string) string {
	switch {
	case a.publicURL != "" || !plainHost.MatchString(host):
		return a.publicURL
	case a.SecureCookies():
		return "https://" + host
	}
	return "http://" + host
}
