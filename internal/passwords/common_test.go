package passwords_test

import (
	"testing"

	"tafelrunde/internal/passwords"
)

func TestCommon(t *testing.T) {
	own := []string{"Änne Müller", "Tafelrunde", "bot 2000x"}
	for _, password := range []string{
		"12345678", "123456789", "1234567890", "87654321", "password", "PASSWORD", " Password ", "password1", "qwertyuiop", "iloveyou",
		"Password!2026", "12password34", "aaaaaaaa", "11111111", "abababab", "abcabcabca", "12121212", "abcdefgh", "hgfedcba",
		"Tafelrunde", "tafelrunde2026", "123Tafelrunde!", "ännemüller", "Änne Müller 1", "änne.müller99", "bot 2000x",
		"        ", "       8", "\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000", "qwertzuiop", "Qwertz123",
	} {
		if !passwords.IsCommon(password, own...) {
			t.Errorf("%q is not common", password)
		}
	}
	for _, password := range []string{
		"correct horse", "long enough", "by the old mill", "battery staple", "Tafelrunde ist rund", "x7#kQ2!m", "Ännes Müllerei", "73519264", "ab12cd34ef",
	} {
		if passwords.IsCommon(password, own...) {
			t.Errorf("%q is common", password)
		}
	}
	if passwords.IsCommon("73519264", "") || passwords.IsCommon("73519264", "007") {
		t.Error("a name without letters is in every number")
	}
}
