package core

import (
	"net/http"
	"strings"

	"golang.org/x/text/language"
)

// languages are those of the pages.
var languages = language.NewMatcher([]language.Tag{language.English, language.German})

// Language returns the language of the page that suits a request best: "en" or "de".
func Language(r *http.Request) string {
	tags, _, _ := language.ParseAcceptLanguage(strings.Join(r.Header.Values("Accept-Language"), ","))
	_, best, _ := languages.Match(tags...)
	return []string{"en", "de"}[best]
}
