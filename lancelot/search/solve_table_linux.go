package search

import (
	"syscall"
	"unsafe"
)

// adviseHuge is MADV_HUGEPAGE of madvise(2).
const adviseHuge = 14

// askForHugePages asks the kernel to back the table with huge pages: each probe
// goes to another page, and small ones do not fit into the processor's list of
// those it knows. That the kernel refuses does not matter.
func askForHugePages(words []uint64) {
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), len(words)*8)
	const page = 4096
	skip := -int(uintptr(unsafe.Pointer(unsafe.SliceData(bytes)))) & (page - 1)
	if skip < len(bytes) {
		_ = syscall.Madvise(bytes[skip:], adviseHuge)
	}
}
