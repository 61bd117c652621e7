package core

import (
	"reflect"
	"testing"

	"tafelrunde/internal/match"
)

// TestSessionsOfSites decodes sessions that the programs of commits 3aed094 and fdfc8637
// have stored, and what this program stores.
func TestSessionsOfSites(t *testing.T) {
	for text, want := range map[string]Session{
		"JX8DAQL/gAABAgEIRGVhZGxpbmUB/4IAAQZWYWx1ZXMB/4QAAAAQ/4EFAQEEVGltZQH/ggAAACf/gwQBARdtYXBbc3RyaW5nXWludGVyZmFjZSB7fQH/hAABDAEQAABO/4ABDwEAAAAO44kQuSFYcQb//wECBnBlcnNvbgZzdHJpbmcMEgAQaGhfR2lISzFDWnNET1pjQQVzaW5jZQVpbnQ2NAQIAPoDRDyHma4A": {
			Person: "hh_GiHK1CZsDOZcA", Since: 1795804089559, Until: 1811356089559,
		},
		"JX8DAQL/gAABAgEIRGVhZGxpbmUB/4IAAQZWYWx1ZXMB/4QAAAAQ/4EFAQEEVGltZQH/ggAAACf/gwQBARdtYXBbc3RyaW5nXWludGVyZmFjZSB7fQH/hAABDAEQAAB1/4ABDwEAAAAO44kQuzCjT8b//wEEBnBlcnNvbgZzdHJpbmcMEgAQRktqOUdHOWN2Rnp0ZmN0cgVlcG9jaAVpbnQ2NAQCAAIGcHJvdmVkBWludDY0BAgA+gNEPIerTgVzaW5jZQVpbnQ2NAQIAPoDRDyHq1AA": {
			Person: "FKj9GG9cvFztfctr", Epoch: new(int64(1)), Since: 1795804091816, Proof: Proof{At: 1795804091815}, Until: 1811356091816,
		},
	} {
		s, err := decodeSession([]byte(text))
		if err != nil || !reflect.DeepEqual(s, want) {
			t.Errorf("%+v, %v; want %+v", s, err, want)
		}
		s.Prefixed, s.Proof.Passkey = true, match.Moment(5)
		again, err := s.encode()
		if decoded, err2 := decodeSession(again); err != nil || err2 != nil || !reflect.DeepEqual(decoded, s) {
			t.Errorf("%+v, %v, %v; want %+v", decoded, err, err2, s)
		}
	}
	if _, err := decodeSession([]byte("data")); err == nil {
		t.Error("no error")
	}
}
