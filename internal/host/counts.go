package host

// Counts are counters of a host.
type Counts struct {
	Live, Subscriptions                            int
	Commands, Refused, Conflicts, Events, SlowCuts int64
}

// Counts returns the current counters.
func (h *Host) Counts() Counts {
	c := Counts{
		Commands: h.commands.Load(), Refused: h.refused.Load(), Conflicts: h.conflicts.Load(),
		Events: h.events.Load(), SlowCuts: h.slow.Load(),
	}
	h.mu.Lock()
	all := make([]*live, 0, len(h.live))
	for _, l := range h.live {
		all = append(all, l)
	}
	h.mu.Unlock()
	c.Live = len(all)
	for _, l := range all {
		l.mu.Lock()
		c.Subscriptions += len(l.subs)
		l.mu.Unlock()
	}
	return c
}
