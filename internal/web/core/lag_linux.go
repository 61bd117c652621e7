package core

import (
	"net"
	"time"

	"golang.org/x/sys/unix"
)

// roundTripOf returns the round trip of a connection that the kernel has measured; ok
// is false if it has not.
func roundTripOf(conn *net.TCPConn) (d time.Duration, ok bool) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return 0, false
	}
	var info *unix.TCPInfo
	controlErr := raw.Control(func(fd uintptr) {
		info, err = unix.GetsockoptTCPInfo(int(fd), unix.IPPROTO_TCP, unix.TCP_INFO)
	})
	if controlErr != nil || err != nil || info.Rtt == 0 {
		return 0, false
	}
	return time.Duration(info.Rtt) * time.Microsecond, true
}
