// Package files has the tables of the explorer that are part of the program.
package files

import (
	"embed"
	"io/fs"

	"tafelrunde/internal/explorer"
)

//go:embed data/*.trx
var embedded embed.FS

// Tables returns the embedded tables. It panics for a file that is not a table,
// which a test excludes.
func Tables() (tables []*explorer.Table) {
	names, err := fs.Glob(embedded, "data/*.trx")
	if err != nil {
		panic(err) // the pattern is constant
	}
	for _, name := range names {
		content, err := embedded.ReadFile(name)
		if err != nil {
			panic(err) // the file is embedded
		}
		table, err := explorer.Open(content)
		if err != nil {
			panic(name + ": " + err.Error())
		}
		tables = append(tables, table)
	}
	return tables
}
