//go:build !unix

package sqlstore

// vfs is the VFS of SQLite; "" is its default.
const vfs = ""
