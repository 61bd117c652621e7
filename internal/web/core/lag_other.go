//go:build !linux

package core

import (
	"net"
	"time"
)

func roundTripOf(*net.TCPConn) (d time.Duration, ok bool) { return 0, false }
