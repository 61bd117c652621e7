package accounts

import "testing"

func TestValidArms(t *testing.T) {
	for code, valid := range map[string]bool{
		"hnogn": true, "kogah": true, "fqspx": false, "hnoan": false, "hnggn": false,
		"": false, "hnog": false, "hnognn": false, "xnogn": false, "hxogn": false, "hnogz": false, "hnog\x00": false,
	} {
		if ValidArms(code) != valid {
			t.Errorf("%q is %t", code, !valid)
		}
	}
}
