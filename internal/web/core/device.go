package core

import (
	"context"
	"strings"
)

// browserNames has the marks of browsers in the User-Agent header. The first one that
// occurs decides: most browsers also claim to be others.
var browserNames = []struct{ mark, name string }{
	{"Edg/", "Edge"}, {"EdgA/", "Edge"}, {"EdgiOS/", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"},
	{"Vivaldi/", "Vivaldi"}, {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"}, {"Chromium/", "Chromium"},
	{"HeadlessChrome/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
}

// systemNames has the marks of operating systems in the User-Agent header, as
// browserNames.
var systemNames = []struct{ mark, name string }{
	{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"},
	{"Mac OS X", "macOS"}, {"Macintosh", "macOS"}, {"Linux", "Linux"}, {"FreeBSD", "FreeBSD"}, {"OpenBSD", "OpenBSD"},
}

// deviceOf returns the names of browser and system in a User-Agent header, separated
// by a slash, such as "Firefox/Linux". Unknown ones are empty, so that nothing else of
// the header is stored.
func deviceOf(agent string) string {
	name := func(of []struct{ mark, name string }) string {
		for _, x := range of {
			if strings.Contains(agent, x.mark) {
				return x.name
			}
		}
		return ""
	}
	browser, system := name(browserNames), name(systemNames)
	if browser == "" && system == "" {
		return ""
	}
	return browser + "/" + system
}

// DeviceName returns the browser and the system of the request, as [store.Login] has them.
func DeviceName(ctx context.Context) string { return deviceOf(requestIn(ctx).userAgent) }
