package people_test

import (
	"reflect"
	"testing"

	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web"
	"tafelrunde/internal/web/people"
)

func TestPushSettings(t *testing.T) {
	s := webtest.ServeWith(t, web.APIOptions{PushKey: "key"})
	anna, again, guest := s.Member("Anna"), s.Visitor(), s.Guest("Bert")
	again.LogIn("Anna", "long enough")
	settings := func(b *webtest.Browser) (got people.NotificationSettings) {
		t.Helper()
		b.Want(200, "GET", "/api/me/notifications/settings", nil, &got)
		return got
	}
	if got := settings(guest); got.Key != "key" || len(got.Devices) != 0 || len(got.Kinds) < 5 || got.Kinds[0].Mode != "push" || got.Quiet != nil {
		t.Errorf("%+v", got)
	}
	chosen := webtest.Object{"kinds": []webtest.Object{{"kind": "turn", "mode": "off"}, {"kind": "offer", "mode": "push"}}, "quiet": webtest.Object{"zone": "Europe/Berlin", "from": 1320, "until": 420}}
	anna.Want(204, "PUT", "/api/me/notifications/settings", chosen, nil)
	if got := settings(again); got.Kinds[0].Mode != "off" || got.Kinds[1].Mode != "push" || got.Quiet == nil || got.Quiet.From != 1320 {
		t.Errorf("%+v", got)
	}
	for _, body := range []webtest.Object{
		{"kinds": []webtest.Object{{"kind": "turn", "mode": "loud"}}},
		{"kinds": []webtest.Object{{"kind": "weather", "mode": "off"}}},
		{"kinds": []webtest.Object{{"kind": "turn", "mode": "off"}, {"kind": "turn", "mode": "page"}}},
		{"kinds": []webtest.Object{}, "quiet": webtest.Object{"zone": "Camelot", "from": 1, "until": 2}},
		{"kinds": []webtest.Object{}, "quiet": webtest.Object{"zone": "Local", "from": 1, "until": 2}},
		{"kinds": []webtest.Object{}, "quiet": webtest.Object{"zone": "UTC", "from": 2, "until": 2}},
		{"kinds": []webtest.Object{}, "quiet": webtest.Object{"zone": "UTC", "from": 0, "until": 1440}},
	} {
		if status := anna.Status("PUT", "/api/me/notifications/settings", body); status != 422 {
			t.Errorf("%v: status %d", body, status)
		}
	}

	add := func(b *webtest.Browser, endpoint string) (d people.PushDevice) {
		t.Helper()
		b.Want(201, "POST", "/api/me/notifications/devices", webtest.Subscription(endpoint), &d)
		return d
	}
	first, second := add(anna, "https://push.example/1"), add(again, "https://push.example/2")
	if got := settings(again).Devices; !reflect.DeepEqual(got, []people.PushDevice{{ID: first.ID, Browser: first.Browser, System: first.System, Since: first.Since}, second}) || !second.Current {
		t.Errorf("%+v", got)
	}
	const browserKey, browserAuth = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "BTBZMqHH6r4Tts7J_aSIgg"
	for _, body := range []webtest.Object{
		{"endpoint": "http://push.example/1", "key": browserKey, "auth": browserAuth},
		{"endpoint": "https://push.example:8443/1", "key": browserKey, "auth": browserAuth},
		{"endpoint": "https://user@push.example/1", "key": browserKey, "auth": browserAuth},
		{"endpoint": "https://127.0.0.1/1", "key": browserKey, "auth": browserAuth},
		{"endpoint": "https://10.1.2.3/1", "key": browserKey, "auth": browserAuth},
		{"endpoint": "https://[fd00::1]/1", "key": browserKey, "auth": browserAuth},
		{"endpoint": "https://localhost/1", "key": browserKey, "auth": browserAuth},
		{"endpoint": "https://push.localhost./1", "key": browserKey, "auth": browserAuth},
		{"endpoint": "https:///1", "key": browserKey, "auth": browserAuth},
		{"endpoint": "https://push.example/1", "key": browserKey[:80], "auth": browserAuth},
		{"endpoint": "https://push.example/1", "key": browserKey, "auth": browserAuth[:8]},
	} {
		anna.Refused(422, "device", "POST", "/api/me/notifications/devices", body)
	}
	// The other session ends, and its device with it.
	again.Want(204, "DELETE", "/api/session", nil, nil)
	if got := settings(anna).Devices; len(got) != 1 || got[0].ID != first.ID {
		t.Errorf("%+v", got)
	}
	guest.Want(404, "DELETE", "/api/me/notifications/devices/"+first.ID, nil, nil)
	anna.Want(204, "DELETE", "/api/me/notifications/devices/"+first.ID, nil, nil)
	if got := settings(anna).Devices; len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

// TestRenewedDevice: a browser sends its subscription again, also under another address, but a
// device that was removed does not come back.
func TestRenewedDevice(t *testing.T) {
	s := webtest.ServeWith(t, web.APIOptions{PushKey: "key"})
	anna, bert := s.Member("Anna"), s.Member("Bert")
	const path = "/api/me/notifications/devices"
	devices := func() []people.PushDevice {
		t.Helper()
		var got people.NotificationSettings
		anna.Want(200, "GET", "/api/me/notifications/settings", nil, &got)
		return got.Devices
	}
	first, second := webtest.Subscription("https://push.example/1"), webtest.Subscription("https://push.example/2")
	anna.Refused(404, "not-found", "PUT", path, first)
	var added people.PushDevice
	anna.Want(201, "POST", path, first, &added)
	anna.Want(204, "PUT", path, first, nil)
	bert.Refused(404, "not-found", "PUT", path, first)
	second["earlier"] = first["endpoint"]
	bert.Refused(404, "not-found", "PUT", path, second)
	for range 2 { // the page and the service worker may both send it
		anna.Want(204, "PUT", path, second, nil)
	}
	anna.Refused(404, "not-found", "PUT", path, first)
	if got := devices(); len(got) != 1 || got[0].ID != added.ID {
		t.Errorf("%+v", got)
	}
	anna.Want(204, "DELETE", path+"/"+added.ID, nil, nil)
	anna.Refused(404, "not-found", "PUT", path, second)
	if got := devices(); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	anna.Refused(422, "device", "PUT", path, webtest.Subscription("http://push.example/1"))
}
