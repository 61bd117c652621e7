//go:build unix

package sqlstore

// vfs is how SQLite works with files: it keeps the index of its log in its own
// memory, not in a file that programs share. Who only reads then needs nothing
// that can be written, so that reading goes on where a disk cannot be written
// any more.
const vfs = "unix-excl"
