//go:build unix

package sqlstore

// vfs is the VFS of SQLite. This one keeps the index of the write-ahead log in
// memory instead of a shared file. Readers then need no writable file, so that
// reading still works when the disk cannot be written.
const vfs = "unix-excl"
