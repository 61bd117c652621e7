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

// declineOf returns the reason with which a challenge was declined; ok is false if it was
// not. Offer is the number of the event of the challenge, see [challengeIn].
func (a *API) declineOf(ctx context.Context, id string, offer int64) (reason string, ok bool, err error) {
	events, err := a.store.Events(ctx, id, offer-1)
	if err != nil || len(events) == 0 {
		return "", false, err
	}
	by := events[0].Seat
	for i := range events {
		switch e := &events[i]; {
		case e.Type == match.Declined:
			return cmp.Or(e.Reason, declineReasons[0].key), true, nil
		case e.Type == match.RematchDeclined:
			return e.Reason, e.Seat != by, nil
		}
	}
	return "", false, nil
}
