package matches

import (
	"context"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// checkSanctions returns a problem if a person may not do something at a table.
// Suspended people can only end what they have begun, and guests on a site without
// guests can only play it to the end.
func (a *Access) checkSanctions(ctx context.Context, p *store.Person, action match.Action) error {
	if _, chat := action.(match.Chat); chat && p.MutedUntil > a.Now() {
		return core.Muted(p)
	}
	if p.SuspendedUntil > a.Now() {
		switch action.(type) {
		case match.Resign, match.Abort, match.Leave, match.Decline, match.DeclineDraw, match.DeclineTakeback, match.DeclineRematch:
		default:
			return core.Suspended(p)
		}
	}
	if !p.Account() {
		switch action.(type) {
		case match.Sit, match.Rematch:
			return a.CheckGuests(ctx)
		}
	}
	return nil
}
