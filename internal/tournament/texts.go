package tournament

import "slices"

// hasTexts reports whether there are texts that [RemoveTexts] removes.
func (s *State) hasTexts() bool {
	return s.Settings.Name != "" || s.Settings.Description != "" || writtenReason(s.Reason) != "" ||
		slices.ContainsFunc(s.Boards, func(b Board) bool { return b.Result != nil && b.Result.Note != "" })
}

// removeTexts removes the texts of the director.
func (s *State) removeTexts() {
	s.Settings.removeTexts()
	if writtenReason(s.Reason) != "" {
		s.Reason = ""
	}
	for i := range s.Boards {
		s.Boards[i].Result = s.Boards[i].Result.withoutNote()
	}
}

// removeTexts removes name and description. The entry code stays: it is not shown, and without it everybody
// could enter.
func (s *Settings) removeTexts() { s.Name, s.Description = "", "" }

// withoutNote returns the result without the note of a correction.
func (r *Result) withoutNote() *Result {
	if r == nil || r.Note == "" {
		return r
	}
	without := *r
	without.Note = ""
	return &without
}

// writtenReason returns the reason of Closed, "" if nobody wrote it.
func writtenReason(reason string) string {
	if slices.Contains(serverReasons, reason) {
		return ""
	}
	return reason
}

// EraseTexts removes the texts of the director from an event, as [TextsRemoved] removes them from the state,
// and reports whether the event has changed.
func (e *Event) EraseTexts() bool {
	switch e.Type {
	case Created:
		if e.Settings == nil || e.Settings.Name == "" && e.Settings.Description == "" {
			return false
		}
		settings := *e.Settings
		settings.removeTexts()
		e.Settings = &settings
	case Corrected:
		without := e.Result.withoutNote()
		if without == e.Result {
			return false
		}
		e.Result = without
	case Closed:
		if writtenReason(e.Reason) == "" {
			return false
		}
		e.Reason = ""
	default:
		return false
	}
	return true
}
