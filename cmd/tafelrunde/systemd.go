package main

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"
)

// systemd reports to systemd the state of the service, by sd_notify's protocol. The zero
// value does nothing, as outside of systemd.
type systemd struct {
	socket string
	// every is the interval in which systemd expects a sign of life, 0 for none.
	every time.Duration
}

// systemdFromEnvironment reads NOTIFY_SOCKET and WATCHDOG_USEC.
func systemdFromEnvironment() systemd {
	s := systemd{socket: os.Getenv("NOTIFY_SOCKET")}
	if pid := os.Getenv("WATCHDOG_PID"); pid != "" && pid != strconv.Itoa(os.Getpid()) {
		return s
	}
	if usec, err := strconv.ParseInt(os.Getenv("WATCHDOG_USEC"), 10, 64); err == nil && usec > 0 {
		s.every = time.Duration(usec) * time.Microsecond
	}
	return s
}

// notify sends assignments such as "READY=1", separated by newlines.
func (s systemd) notify(state string) error {
	if s.socket == "" {
		return nil
	}
	// An @ at the start stands for the null byte of an abstract socket, also in net.
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: s.socket, Net: "unixgram"})
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = conn.Write([]byte(state))
	return err
}

// ready reports that the server accepts requests at an address.
func (s systemd) ready(address string, log *slog.Logger) {
	if err := s.notify("READY=1\nSTATUS=Open at " + address); err != nil {
		log.Warn("systemd was not notified", "error", err)
	}
}

// watch sends signs of life until ctx is done, as long as handler answers requests.
// Any answer counts: a restart does not help a database that is away.
func (s systemd) watch(ctx context.Context, handler http.Handler, log *slog.Logger) {
	if s.socket == "" || s.every == 0 {
		return
	}
	tick := time.NewTicker(s.every / 3)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		within, cancel := context.WithTimeout(ctx, s.every/2)
		r, err := http.NewRequestWithContext(within, http.MethodGet, "/readyz", nil)
		if err == nil {
			handler.ServeHTTP(discarded{}, r)
			err = s.notify("WATCHDOG=1")
		}
		cancel()
		if err != nil && ctx.Err() == nil {
			log.Warn("systemd was not notified", "error", err)
		}
	}
}

// discarded is a response that nobody reads.
type discarded http.Header

func (d discarded) Header() http.Header            { return http.Header{} }
func (d discarded) Write(data []byte) (int, error) { return len(data), nil }
func (d discarded) WriteHeader(int)                {}
