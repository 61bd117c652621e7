//go:build !unix

package sqlstore

// vfs is how SQLite works with files: "" for as it does by itself.
const vfs = ""
