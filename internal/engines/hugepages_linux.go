package engines

import (
	"syscall"
	"unsafe"
)

// adviseHuge is MADV_HUGEPAGE of madvise(2).
const adviseHuge = 14

// AdviseHugePages asks for huge pages for the memory of a slice, best before the first
// write. Each probe of a hash table reads another page, and small pages do not fit into
// the TLB. If the kernel refuses, only speed is lost. The contents do not change. The
// elements must not contain pointers.
func AdviseHugePages[T any](s []T) {
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(*new(T))))
	page := syscall.Getpagesize()
	skip := -int(uintptr(unsafe.Pointer(unsafe.SliceData(bytes)))) & (page - 1)
	if skip < len(bytes) {
		_ = syscall.Madvise(bytes[skip:], adviseHuge)
	}
}
