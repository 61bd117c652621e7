package sqlstore

import (
	"strconv"
	"strings"
)

// dialect is in what the two databases differ.
type dialect int

const (
	sqlite dialect = iota
	postgres
)

// sql writes a query with ? for its arguments as the database reads it.
func (d dialect) sql(query string) string {
	if d == sqlite {
		return strings.ReplaceAll(query, "/*clustered*/", "WITHOUT ROWID")
	}
	var b strings.Builder
	n := 0
	for _, r := range query {
		if r != '?' {
			b.WriteRune(r)
			continue
		}
		n++
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}
