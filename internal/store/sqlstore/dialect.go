package sqlstore

import (
	"regexp"
	"strconv"
	"strings"
)

// dialect is the SQL dialect of a database.
type dialect int

const (
	sqlite dialect = iota
	postgres
)

// jsonFields matches the extraction of a field from a JSON column in queries:
// /*json*/(column, name, nested name).
var jsonFields = regexp.MustCompile(`/\*json\*/\([^)]*\)`)

func jsonField(text string) (column string, path []string) {
	all := strings.Split(strings.TrimSuffix(strings.TrimPrefix(text, "/*json*/("), ")"), ", ")
	return all[0], all[1:]
}

// sql translates a query to the dialect. Queries are written with ? as the
// placeholder of arguments.
func (d dialect) sql(query string) string {
	if d == sqlite {
		return jsonFields.ReplaceAllStringFunc(strings.ReplaceAll(query, "/*clustered*/", "WITHOUT ROWID"), func(field string) string {
			column, path := jsonField(field)
			return "json_extract(" + column + ", '$." + strings.Join(path, ".") + "')"
		})
	}
	query = jsonFields.ReplaceAllStringFunc(query, func(field string) string {
		column, path := jsonField(field)
		return "(CAST(" + column + " AS json) #>> '{" + strings.Join(path, ",") + "}')"
	})
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
