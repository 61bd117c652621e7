package accounts_test

import (
	"strings"
	"testing"

	"tafelrunde/internal/accounts"
)

func TestCommon(t *testing.T) {
	own := []string{"Änne Müller", "Tafelrunde", "bot 2000x"}
	for _, password := range []string{
		"12345678", "123456789", "1234567890", "87654321", "password", "PASSWORD", " Password ", "password1", "qwertyuiop", "iloveyou",
		"Password!2026", "12password34", "aaaaaaaa", "11111111", "abababab", "abcabcabca", "12121212", "abcdefgh", "hgfedcba",
		"Tafelrunde", "tafelrunde2026", "123Tafelrunde!", "ännemüller", "Änne Müller 1", "änne.müller99", "bot 2000x",
		"        ", "       8", "\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000", "qwertzuiop", "Qwertz123",
		"!password!", "123password", "Passwort1!", "P4$$w0rd!", "p@ssw0rt2024", "1p4ssw0rt", "s3cret!!", "!dragon!!", "dragon2024", "monkey123!", "letmein!1",
		"hallo123!", "Sommer2024!", "schatz12345", "Müller99", "mueller99", "admin1234", "qwerty!!", "(geheim)", "lisa2010", "??Anna??", "l4ncel0t",
		"passwordpassword", "password password ", "hallohallohallo", "Änne Müller Änne Müller",
		"t4f3lrund3!!", "2026Tafelrunde2026", "..Änne-Müller..",
	} {
		if !accounts.IsCommonPassword(password, own...) {
			t.Errorf("%q is not common", password)
		}
	}
	for _, password := range []string{
		"correct horse", "long enough", "by the old mill", "battery staple", "Tafelrunde ist rund", "x7#kQ2!m", "Ännes Müllerei", "73519264", "ab12cd34ef",
		"correct battery", "hund839174", "7391dragon48", "dragon x7#kQ", "sommer im Regen", "hallo-welt-42", "4837aq92", "kmvtrwpz", "correct horse correct horse", "12345678a9x",
		"Annegret Tafelmüller", "müller in der mühle", "1a9s4d7f2g", "x1!x2?x3",
	} {
		if accounts.IsCommonPassword(password, own...) {
			t.Errorf("%q is common", password)
		}
	}
	if accounts.IsCommonPassword("73519264", "") || accounts.IsCommonPassword("73519264", "007") {
		t.Error("a name without letters is in every number")
	}
	long := strings.Repeat("1!", 90) + "x" + strings.Repeat("2?", 9) // the longest permitted length
	if accounts.IsCommonPassword(long) {
		t.Error("a long password is common")
	}
	names := []string{"Anna B"}
	if !accounts.IsCommonPassword("4nn4b!!!", names...) || names[0] != "Anna B" {
		t.Errorf("names became %q", names)
	}
}
