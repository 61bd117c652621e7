package jobs

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
	webpush "github.com/SherClockHolmes/webpush-go"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// pushKept is how long a push service keeps a message for a device that is not connected.
const pushKept = 24 * time.Hour

// errDeviceGone: the push service does not know the device any more, or never did.
var errDeviceGone = errors.New("the device no longer receives pushes")

// errProhibited: the address of the push service is not public, at the moment.
var errProhibited = errors.New("the server connects only to public addresses")

// pushFailure is an answer of a push service that did not accept a message.
type pushFailure struct {
	status int
	// final: it would not be accepted later either.
	final bool
	// retryAfter is the pause that the service demands, 0 for none.
	retryAfter match.Millis
}

func (f *pushFailure) Error() string {
	return fmt.Sprintf("the push service answered with status %d", f.status)
}

// PushSender sends messages to push services (RFC 8030), encrypted for the device (RFC 8291)
// and signed with the key of the site (RFC 8292). It connects only to public addresses and
// over HTTPS, and follows no redirects. NewPushSender returns one.
type PushSender struct {
	private, public string
	// contact is the URL of the site.
	contact string
	client  http.Client
}

// NewPushSender returns a sender for a site with a key from the store, made by NewPushKey.
// contact is the site's URL, which begins with https:.
func NewPushSender(key, contact string) (*PushSender, error) {
	public, err := PublicPushKey(key)
	if err != nil {
		return nil, err
	}
	return &PushSender{private: key, public: public, contact: contact, client: pushClient(ssrf.New(ssrf.WithPorts(443)).Safe, nil)}, nil
}

// PublicKey returns the public key of the site, as browsers need it.
func (s *PushSender) PublicKey() string { return s.public }

// pushClient returns a client that connects to addresses that the check permits.
func pushClient(check func(network, address string, c syscall.RawConn) error, config *tls.Config) http.Client {
	dialer := net.Dialer{Timeout: 5 * time.Second, Control: check}
	return http.Client{
		Transport: &http.Transport{
			DialContext:           dialer.DialContext,
			TLSClientConfig:       config,
			TLSHandshakeTimeout:   5 * time.Second,
			ResponseHeaderTimeout: pushWithin,
			MaxConnsPerHost:       4,
			IdleConnTimeout:       time.Minute,
			ForceAttemptHTTP2:     true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Timeout:       pushWithin,
	}
}

// maxPushSize is the size of a message with its encryption, in bytes: what all push services
// accept.
const maxPushSize = 3 << 10

// send sends a message. Its error is errDeviceGone, errProhibited, a *pushFailure, or one of the connection.
func (s *PushSender) send(ctx context.Context, d *store.PushDevice, m message) error {
	topic := sha256.Sum256([]byte(m.Tag))
	response, err := webpush.SendNotificationWithContext(ctx, m.encoded(), &webpush.Subscription{Endpoint: d.Endpoint, Keys: webpush.Keys{P256dh: d.Key, Auth: d.Auth}}, &webpush.Options{
		HTTPClient: &s.client, RecordSize: maxPushSize, Subscriber: s.contact, TTL: int(pushKept.Seconds()), Urgency: webpush.UrgencyNormal,
		Topic:          base64.RawURLEncoding.EncodeToString(topic[:16]),
		VAPIDPublicKey: s.public, VAPIDPrivateKey: s.private,
	})
	if errors.Is(err, ssrf.ErrProhibitedIP) || errors.Is(err, ssrf.ErrProhibitedNetwork) || errors.Is(err, ssrf.ErrProhibitedPort) {
		return errors.Join(errProhibited, err)
	}
	if err != nil {
		return err
	}
	defer response.Body.Close()
	// So that the connection can be used again.
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 4<<10))
	switch status := response.StatusCode; {
	case status >= 200 && status < 300:
		return nil
	case status == http.StatusNotFound || status == http.StatusGone:
		return errDeviceGone
	case status == http.StatusTooManyRequests || status >= 500:
		return &pushFailure{status: status, retryAfter: retryAfter(response.Header.Get("Retry-After"), time.Now())}
	default:
		return &pushFailure{status: status, final: true}
	}
}

// retryAfter returns the pause that a header demands (RFC 9110, section 10.2.3), 0 for none.
func retryAfter(header string, now time.Time) match.Millis {
	if seconds, err := strconv.Atoi(header); err == nil {
		return match.Millis(min(max(seconds, 0), int(mostRetryAfter/match.Second))) * match.Second
	}
	if at, err := http.ParseTime(header); err == nil {
		return match.Millis(max(0, at.Sub(now).Milliseconds()))
	}
	return 0
}
