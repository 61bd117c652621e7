package engines

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
)

// reserve is the memory in MiB that the program needs beside its tables.
const reserve = 64

// CheckMemory returns an error if tables of mib MiB do not fit into the memory of the
// machine or of the control group (version 1 or 2) of this process. It returns nil where
// neither is known, as on other systems than Linux. An engine can so refuse a table that
// does not fit; the Go runtime ends the program if an allocation fails.
func CheckMemory(mib int) error { return checkMemory(os.DirFS("/"), mib) }

func checkMemory(root fs.FS, mib int) error {
	limit, known := memoryLimit(root)
	if have := int64(limit >> 20); known && int64(mib)+reserve > have {
		return errors.New(strconv.Itoa(mib) + " MiB do not fit into the memory: of " + strconv.FormatInt(have, 10) +
			" MiB, at most " + strconv.FormatInt(max(0, have-reserve), 10) + " can be used")
	}
	return nil
}

// memoryLimit returns the smallest limit in bytes.
func memoryLimit(root fs.FS) (limit uint64, known bool) {
	add := func(n uint64, ok bool) {
		if ok && (!known || n < limit) {
			limit, known = n, true
		}
	}
	add(totalMemory(root))
	groups, _ := fs.ReadFile(root, "proc/self/cgroup")
	for _, line := range strings.Split(string(groups), "\n") {
		parts := strings.SplitN(line, ":", 3)
		if len(parts) < 3 {
			continue
		}
		mount, file := "sys/fs/cgroup", "memory.max"
		switch {
		case parts[0] == "0":
		case strings.Contains(","+parts[1]+",", ",memory,"):
			mount, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		default:
			continue
		}
		// A group is bounded by the groups above it. In a container the mount begins at
		// the container's own group, so the path can name folders that are not there.
		for group := path.Clean("/" + parts[2]); ; group = path.Dir(group) {
			text, _ := fs.ReadFile(root, path.Join(mount, group, file))
			n, err := strconv.ParseUint(string(bytes.TrimSpace(text)), 10, 64) // "max" is no limit
			add(n, err == nil)
			if group == "/" {
				break
			}
		}
	}
	return limit, known
}

// totalMemory returns the memory of the machine in bytes.
func totalMemory(root fs.FS) (n uint64, known bool) {
	text, _ := fs.ReadFile(root, "proc/meminfo")
	for _, line := range strings.Split(string(text), "\n") {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "MemTotal:" {
			kib, err := strconv.ParseUint(fields[1], 10, 64)
			return kib << 10, err == nil
		}
	}
	return 0, false
}
