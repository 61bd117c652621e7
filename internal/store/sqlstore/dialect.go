package sqlstore

import (
	"regexp"
	"strconv"
	"strings"
)

// dialect is in what the two databases differ.
type dialect int

const (
	sqlite dialect = iota
	postgres
)

// jsonFields are fields of JSON in a column: /*json*/(column, name, name within).
var jsonFields = regexp.MustCompile(`/\*json\*/\([^)]*\)`)

func jsonField(text string) (column string, path []string) {
	all := strings.Split(strings.TrimSuffix(strings.TrimPrefix(text, "/*json*/("), ")"), ", ")
	return all[0], all[1:]
}

// sql writes a query with ? for its arguments as the database reads it.
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
