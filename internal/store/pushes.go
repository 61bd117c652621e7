package store

import (
	"context"
	"net/url"
	"strings"

	"tafelrunde/internal/match"
)

// Pushes stores the devices that receive notifications as pushes, the settings of
// notifications, and the queue of pushes. A notification that is stored is also queued for the
// person's devices, in the same transaction. It replaces a waiting push of the same kind about
// the same match and game.
type Pushes interface {
	// PushKey returns the private key that signs the pushes of the site. The first call
	// stores the given one.
	PushKey(ctx context.Context, fresh string) (string, error)
	// AddPushDevice stores a device and returns its ID. If the person has one with the same
	// endpoint, that one gets the session, the keys and the name, and keeps the rest with its
	// pushes; if another person has one, it is deleted. Of the person's devices the oldest
	// are deleted, so that at most atMost are left.
	AddPushDevice(ctx context.Context, d PushDevice, atMost int) (id string, err error)
	// RenewPushDevice gives the device of a person that has the endpoint of d, or an earlier one
	// of the same browser, the session, the endpoint, the keys and the name of d. It returns
	// ErrNotFound if the person has neither, for example because the person has removed it.
	RenewPushDevice(ctx context.Context, d PushDevice, earlier string) error
	// PushDevices returns the devices of a person, the oldest first.
	PushDevices(ctx context.Context, person string) ([]PushDevice, error)
	// DeletePushDevice deletes a device of a person, or returns ErrNotFound.
	DeletePushDevice(ctx context.Context, person, id string) error
	// NotificationSettings returns the settings of a person's notifications.
	NotificationSettings(ctx context.Context, person string) (NotificationSettings, error)
	// SetNotificationSettings replaces them.
	SetNotificationSettings(ctx context.Context, person string, s NotificationSettings) error

	// LeasePushes leases pushes that are due until a moment, those that have waited longest
	// first. It returns ErrNotFound if there are none.
	LeasePushes(ctx context.Context, now, until match.Moment, q PushQuery) ([]Push, error)
	// ReleasePush ends a lease; see [Lease]. It returns ErrNotFound if it is not held.
	ReleasePush(ctx context.Context, p Push, due match.Moment, failed bool) error
	// FinishPush deletes a leased push, and returns ErrNotFound if the lease is not held.
	// With dropDevice it deletes the device with all its pushes, also if the lease is not held.
	FinishPush(ctx context.Context, p Push, dropDevice bool) error
}

// PushQuery limits which pushes are leased, so that those to a push service that does not answer
// do not hold up those to others.
type PushQuery struct {
	// Services is to how many push services pushes are leased at most, and Each how many to each.
	Services, Each int
	// Except has the services to which none are leased.
	Except map[string]bool
}

// ReadWithin is how long a push about a game waits at least, in milliseconds. A page that shows
// the game marks the notification as read meanwhile, which cancels the push.
const ReadWithin = 3 * match.Second

// MaxPushes is how many pushes wait for a device at most. A later one replaces the oldest.
const MaxPushes = 32

// PushService returns the name of a push service: the host of an endpoint, with a port other
// than 443.
func PushService(endpoint string) string {
	at, err := url.Parse(endpoint)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(strings.ToLower(strings.TrimSuffix(at.Host, ":443")), ".")
}

// PushLifetime is how long a push waits at most, also if no server sends any.
const PushLifetime = 2 * match.Day

// PushDevice is a browser to which a push service delivers (RFC 8030).
type PushDevice struct {
	ID     string
	Person string
	// Session is the hash of the session that has added it. The device ends with it.
	Session string
	// Endpoint is the address at the push service. Key and Auth are the browser's public key
	// and secret, in base64url (RFC 8291).
	Endpoint, Key, Auth string
	// Name names the browser and the system, such as "Firefox/Linux".
	Name  string
	Since match.Moment
}

// Push is a notification that is pushed to a device.
type Push struct {
	Device PushDevice
	// Service is that of the device, as PushService returns it.
	Service string
	Lease
	// Leases changes with every lease, and if the push is replaced.
	Leases int
	// Notification is as the list has it; Kind is "" if it is no longer there.
	Notification Notification
	// Kind, Match and Game are those of the notification when it was queued at QueuedAt.
	Kind     NotificationKind
	Match    string
	Game     int
	QueuedAt match.Moment
	// Settings are those of the person.
	Settings NotificationSettings
}

// NotificationMode says where a kind of notification appears.
type NotificationMode string

// The modes.
const (
	// ByPush: in the list and on the person's devices. It is the default of most kinds.
	ByPush NotificationMode = "push"
	// OnPage: in the list. It is the default of TableOpened.
	OnPage NotificationMode = "page"
	// Never: nowhere.
	Never NotificationMode = "off"
)

// NotificationModes are all modes.
var NotificationModes = []NotificationMode{ByPush, OnPage, Never}

// DefaultMode returns the mode of a kind for people who have chosen none.
func DefaultMode(kind NotificationKind) NotificationMode {
	if kind == TableOpened {
		return OnPage
	}
	return ByPush
}

const (
	// MaxTablePushes is to how many devices of followers an opened table is pushed, those first
	// who have followed its owner longest.
	MaxTablePushes = 200
	// TablePushPause is how long after a table of a person no other one is pushed.
	TablePushPause = 60 * match.Minute
)

// NotificationSettings are the settings of a person's notifications.
type NotificationSettings struct {
	// Modes are those that differ from the default.
	Modes map[NotificationKind]NotificationMode
	// Quiet are the hours without pushes, nil for none.
	Quiet *QuietHours
}

// QuietHours are hours of each day in which nothing is pushed. They may cross midnight.
type QuietHours struct {
	// Zone is a name of the IANA time zone database, such as "Europe/Berlin".
	Zone string `json:"zone" maxLength:"64"`
	// From and Until are minutes after midnight in the zone.
	From  int `json:"from" minimum:"0" maximum:"1439"`
	Until int `json:"until" minimum:"0" maximum:"1439"`
}
