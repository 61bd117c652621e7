package hugepages

import (
	"syscall"
	"unsafe"
)

// adviseHuge is MADV_HUGEPAGE of madvise(2).
const adviseHuge = 14

// Ask asks for huge pages under what a slice refers to, best before it is written
// to. What stands there stays. The elements must not hold pointers.
func Ask[T any](s []T) {
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(*new(T))))
	page := syscall.Getpagesize()
	skip := -int(uintptr(unsafe.Pointer(unsafe.SliceData(bytes)))) & (page - 1)
	if skip < len(bytes) {
		_ = syscall.Madvise(bytes[skip:], adviseHuge)
	}
}
