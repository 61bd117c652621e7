package bots

import (
	"cmp"
	"context"
	"strings"

	"tafelrunde/internal/match"
)

// declineReasons are the reasons for declining a challenge, with their sentences.
var declineReasons = []struct{ key, text string }{
	{"generic", "The challenge was declined."},
	{"later", "This is not a good time; please challenge again later."},
	{"tooFast", "This time control is too fast; please challenge again with a slower one."},
	{"tooSlow", "This time control is too slow; please challenge again with a faster one."},
	{"timeControl", "Challenges with this time control are not accepted."},
	{"rated", "Only rated challenges are accepted."},
	{"casual", "Only casual challenges are accepted."},
	{"standard", "Only challenges to orthodox chess are accepted."},
	{"variant", "Challenges to this variant are not accepted."},
	{"noBot", "Challenges from bots are not accepted."},
	{"onlyBot", "Only challenges from bots are accepted."},
}

// declineReason returns the key of a reason, ignoring case, or "generic".
func declineReason(text string) string {
	for _, r := range declineReasons {
		if strings.EqualFold(r.key, text) {
			return r.key
		}
	}
	return declineReasons[0].key
}

// decline sets the status and the reason.
func (c *Challenge) decline(reason string) {
	c.Status, c.DeclineReasonKey = declined, strings.ToLower(declineReason(reason))
	for _, r := range declineReasons {
		if strings.EqualFold(r.key, c.DeclineReasonKey) {
			c.DeclineReason = r.text
		}
	}
}

// declineOf returns the reason with which the challenged person has declined; ok is
// false if the person has not.
func (a *API) declineOf(ctx context.Context, id string) (reason string, ok bool, err error) {
	events, err := a.store.Events(ctx, id, 0)
	if err != nil {
		return "", false, err
	}
	for i := range events {
		if events[i].Type == match.Declined {
			return cmp.Or(events[i].Reason, declineReasons[0].key), true, nil
		}
	}
	return "", false, nil
}
