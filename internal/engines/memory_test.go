package engines

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestCheckMemory(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	machine := file("MemTotal:        2097152 kB\nMemFree:         100 kB\n") // 2048 MiB
	for _, test := range []struct {
		name  string
		files fstest.MapFS
		most  int // the largest table in MiB, or -1 for no limit
	}{
		{"unknown", fstest.MapFS{}, -1},
		{"machine", fstest.MapFS{"proc/meminfo": machine}, 1984},
		{"version 2", fstest.MapFS{
			"proc/meminfo": machine, "proc/self/cgroup": file("0::/system.slice/one.service\n"),
			"sys/fs/cgroup/system.slice/one.service/memory.max": file("536870912\n"),
		}, 448},
		{"a group above", fstest.MapFS{
			"proc/meminfo": machine, "proc/self/cgroup": file("0::/a/b\n"),
			"sys/fs/cgroup/a/b/memory.max": file("max\n"), "sys/fs/cgroup/a/memory.max": file("1073741824\n"),
		}, 960},
		{"container", fstest.MapFS{
			"proc/meminfo": machine, "proc/self/cgroup": file("0::/../../elsewhere\n"),
			"sys/fs/cgroup/memory.max": file("268435456\n"),
		}, 192},
		{"version 1", fstest.MapFS{
			"proc/meminfo": machine, "proc/self/cgroup": file("3:cpu,cpuacct:/x\n5:memory:/docker/1\n"),
			"sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes": file("134217728\n"),
			"sys/fs/cgroup/memory/memory.limit_in_bytes":          file("9223372036854771712\n"),
		}, 64},
		{"more than the machine has", fstest.MapFS{
			"proc/meminfo": machine, "proc/self/cgroup": file("0::/\n"), "sys/fs/cgroup/memory.max": file("9223372036854771712"),
		}, 1984},
		{"nothing left", fstest.MapFS{
			"proc/self/cgroup": file("0::/\n"), "sys/fs/cgroup/memory.max": file("1048576"),
		}, 0},
	} {
		if test.most < 0 {
			if err := checkMemory(test.files, 1<<30); err != nil {
				t.Errorf("%s: %v", test.name, err)
			}
			continue
		}
		if err := checkMemory(test.files, test.most); err != nil && test.most > 0 {
			t.Errorf("%s: %d MiB: %v", test.name, test.most, err)
		}
		if err := checkMemory(test.files, test.most+1); err == nil || !strings.Contains(err.Error(), "MiB do not fit") {
			t.Errorf("%s: %d MiB: got error %v", test.name, test.most+1, err)
		}
	}
}
