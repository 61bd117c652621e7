package people

import (
	"context"
	"crypto/ecdh"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"code.dny.dev/ssrf"
	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// maxDevices is how many devices of a person receive pushes.
const maxDevices = 8

// NotificationChoices are what a person wants to be notified of.
type NotificationChoices struct {
	Kinds []NotificationChoice `json:"kinds" maxItems:"32" doc:"each kind once; missing ones have their default, which is push, and page for table"`
	Quiet *store.QuietHours    `json:"quiet,omitempty" doc:"hours of each day without pushes, which wait for their end; missing for none"`
}

// NotificationChoice says where notifications of a kind appear.
type NotificationChoice struct {
	Kind store.NotificationKind `json:"kind"`
	Mode store.NotificationMode `json:"mode" doc:"push: in the list and on the devices; page: in the list; off: nowhere"`
}

// PushDevice is a device that receives pushes, as its owner sees it.
type PushDevice struct {
	ID      string       `json:"id"`
	Browser string       `json:"browser,omitempty" doc:"missing if it is not known"`
	System  string       `json:"system,omitempty" doc:"the operating system or device; missing if it is not known"`
	Since   match.Moment `json:"since"`
	Current bool         `json:"current,omitempty" doc:"whether it has the session of the request"`
}

// PushSubscription is a subscription of a browser to pushes.
type PushSubscription struct {
	Endpoint string `json:"endpoint" maxLength:"1024" doc:"the address of the browser at its push service"`
	Key      string `json:"key" maxLength:"128" doc:"the browser's public key p256dh, in base64url"`
	Auth     string `json:"auth" maxLength:"64" doc:"the browser's secret, in base64url"`
}

// NotificationSettings are all settings of a person's notifications.
type NotificationSettings struct {
	NotificationChoices
	Devices []PushDevice `json:"devices" doc:"the oldest first"`
	Key     string       `json:"key,omitempty" doc:"the public key that signs pushes, for PushManager.subscribe; missing if the site sends none"`
}

func (a *API) registerPushes(routes huma.API) {
	type settingsResponse struct{ Body NotificationSettings }
	core.Register(routes, core.Read, huma.Operation{OperationID: "getNotificationSettings", Method: http.MethodGet, Path: "/api/me/notifications/settings", Summary: "What the requester is notified of, and on which devices"},
		func(ctx context.Context, _ *struct{}) (*settingsResponse, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			settings, err := a.notificationSettings(ctx, p.ID)
			return &settingsResponse{settings}, a.ProblemOf(err)
		})
	core.Register(routes, core.Change, huma.Operation{OperationID: "putNotificationSettings", Method: http.MethodPut, Path: "/api/me/notifications/settings", Summary: "Choose what the requester is notified of", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *struct{ Body NotificationChoices }) (*struct{}, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			settings, err := in.Body.stored()
			if err != nil {
				return nil, core.NewProblem(http.StatusUnprocessableEntity, "notification-settings", err.Error())
			}
			err = a.store.SetNotificationSettings(ctx, p.ID, settings)
			if core.IsNotFound(err) { // deleted meanwhile
				err = core.NoSession
			}
			return nil, a.ProblemOf(err)
		})
	core.Register(routes, core.Change.ByPerson(core.PushDevices), huma.Operation{OperationID: "addPushDevice", Method: http.MethodPost, Path: "/api/me/notifications/devices", Summary: "Push notifications to a browser, which its session owns; of more than eight devices the oldest is dropped", DefaultStatus: http.StatusCreated},
		func(ctx context.Context, in *struct{ Body PushSubscription }) (*struct{ Body PushDevice }, error) {
			d, err := a.deviceOf(ctx, &in.Body)
			if err != nil {
				return nil, err
			}
			d.ID, err = a.store.AddPushDevice(ctx, d, maxDevices)
			return &struct{ Body PushDevice }{deviceView(ctx, &d)}, a.ProblemOf(err)
		})
	core.Register(routes, core.Change.ByPerson(core.PushDevices), huma.Operation{OperationID: "renewPushDevice", Method: http.MethodPut, Path: "/api/me/notifications/devices", Summary: "Renew the subscription of a browser; refused with the code not-found if the person has removed it", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *struct {
			Body struct {
				PushSubscription
				Earlier string `json:"earlier,omitempty" maxLength:"1024" doc:"the address that the browser had before; missing if it has not changed"`
			}
		}) (*struct{}, error) {
			d, err := a.deviceOf(ctx, &in.Body.PushSubscription)
			if err != nil {
				return nil, err
			}
			return nil, a.ProblemOf(a.store.RenewPushDevice(ctx, d, in.Body.Earlier))
		})
	core.Register(routes, core.Change, huma.Operation{OperationID: "deletePushDevice", Method: http.MethodDelete, Path: "/api/me/notifications/devices/{device}", Summary: "Push no more notifications to a device", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *struct {
			Device string `path:"device" maxLength:"64"`
		}) (*struct{}, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			return nil, a.ProblemOf(a.store.DeletePushDevice(ctx, p.ID, in.Device))
		})
}

// deviceOf returns a new device for a subscription of the requester, or a problem.
func (a *API) deviceOf(ctx context.Context, s *PushSubscription) (d store.PushDevice, err error) {
	p, err := core.RequirePerson(ctx)
	if err != nil {
		return d, err
	}
	if a.pushKey == "" {
		return d, core.NewProblem(http.StatusConflict, "no-push", "this site does not push notifications")
	}
	d = store.PushDevice{ID: core.NewID(), Person: p.ID, Session: core.SessionToken(ctx), Endpoint: s.Endpoint, Key: s.Key, Auth: s.Auth, Name: core.DeviceName(ctx), Since: a.Now()}
	if err := checkDevice(&d); err != nil {
		return d, core.NewProblem(http.StatusUnprocessableEntity, "device", err.Error())
	}
	return d, nil
}

// notificationSettings returns all settings of a person's notifications.
func (a *API) notificationSettings(ctx context.Context, person string) (out NotificationSettings, err error) {
	out.Key, out.Devices = a.pushKey, []PushDevice{}
	settings, err := a.store.NotificationSettings(ctx, person)
	if err != nil {
		return out, err
	}
	out.Quiet = settings.Quiet
	for _, kind := range store.NotificationKinds {
		mode, chosen := settings.Modes[kind]
		if !chosen {
			mode = store.DefaultMode(kind)
		}
		out.Kinds = append(out.Kinds, NotificationChoice{kind, mode})
	}
	devices, err := a.store.PushDevices(ctx, person)
	for i := range devices {
		out.Devices = append(out.Devices, deviceView(ctx, &devices[i]))
	}
	return out, err
}

func deviceView(ctx context.Context, d *store.PushDevice) PushDevice {
	browser, system, _ := strings.Cut(d.Name, "/")
	return PushDevice{d.ID, browser, system, d.Since, d.Session == core.SessionToken(ctx)}
}

// stored returns the settings as they are stored, or an error that says what is wrong.
func (c *NotificationChoices) stored() (store.NotificationSettings, error) {
	out := store.NotificationSettings{Modes: map[store.NotificationKind]store.NotificationMode{}, Quiet: c.Quiet}
	for _, choice := range c.Kinds {
		if _, twice := out.Modes[choice.Kind]; twice {
			return out, fmt.Errorf("the kind %q is listed twice", choice.Kind)
		}
		out.Modes[choice.Kind] = choice.Mode
	}
	for kind, mode := range out.Modes {
		if mode == store.DefaultMode(kind) {
			delete(out.Modes, kind)
		}
	}
	if q := c.Quiet; q != nil {
		if _, err := time.LoadLocation(q.Zone); err != nil || q.Zone == "" || q.Zone == "Local" {
			return out, fmt.Errorf("%q is not a time zone such as Europe/Berlin", q.Zone)
		}
		if q.From == q.Until {
			return out, fmt.Errorf("quiet hours that begin and end at the same minute")
		}
	}
	return out, nil
}

// checkDevice returns an error if a push service cannot be asked to deliver to a device.
func checkDevice(d *store.PushDevice) error {
	at, err := url.Parse(d.Endpoint)
	if err != nil || at.Scheme != "https" || at.Hostname() == "" || at.User != nil || at.Port() != "" && at.Port() != "443" || at.Fragment != "" {
		return fmt.Errorf("the endpoint is not an address such as https://push.example/abc")
	}
	host := strings.ToLower(strings.TrimSuffix(at.Hostname(), "."))
	ip, err := netip.ParseAddr(host)
	if err != nil && (!strings.Contains(host, ".") || strings.HasSuffix(host, ".localhost")) || err == nil && !isPublic(ip) {
		return fmt.Errorf("the endpoint is not at a public address, to which alone the server sends pushes")
	}
	key, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(d.Key, "="))
	if err == nil {
		_, err = ecdh.P256().NewPublicKey(key)
	}
	if err != nil {
		return fmt.Errorf("the key is not a point of P-256 in base64url")
	}
	if auth, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(d.Auth, "=")); err != nil || len(auth) != 16 {
		return fmt.Errorf("the secret is not 16 bytes in base64url")
	}
	return nil
}

// isPublic reports whether the server sends pushes to an address.
func isPublic(ip netip.Addr) bool {
	network := "tcp6"
	if ip.Is4() {
		network = "tcp4"
	}
	return ssrf.New(ssrf.WithPorts(443)).Safe(network, netip.AddrPortFrom(ip, 443).String(), nil) == nil
}
