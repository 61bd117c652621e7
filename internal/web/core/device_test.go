package core

import "testing"

func TestDevices(t *testing.T) {
	const webkit = "AppleWebKit/537.36 (KHTML, like Gecko) "
	for agent, want := range map[string]string{
		"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0":                                                                  "Firefox/Linux",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) " + webkit + "Chrome/141.0.0.0 Safari/537.36":                                                  "Chrome/Windows",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) " + webkit + "Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0":                                    "Edge/Windows",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15":                   "Safari/macOS",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1": "Safari/iPhone",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1":  "Chrome/iPhone",
		"Mozilla/5.0 (Linux; Android 10; K) " + webkit + "Chrome/141.0.0.0 Mobile Safari/537.36":                                                  "Chrome/Android",
		"Mozilla/5.0 (X11; Linux x86_64)":     "/Linux",
		"curl/8.14.1 secret":                  "",
		"":                                    "",
		"Mozilla/5.0 (compatible; Firefox/1 ": "Firefox/",
	} {
		if got := deviceOf(agent); got != want {
			t.Errorf("%s: %q, want %q", agent, got, want)
		}
	}
}
