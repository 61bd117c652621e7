package match

import "encoding/json"

// Sites of builds up to commit 3aed094 have stored some types, phases and fields under
// other names. The methods in this file read both names; only the new ones are written.

var oldEventTypes = map[string]EventType{
	"improved": Promoted,
	"held":     DowntimeCredited,
	"said":     Chatted,
}

// UnmarshalText reads an event type, also by its old name.
func (t *EventType) UnmarshalText(text []byte) error {
	if now, ok := oldEventTypes[string(text)]; ok {
		*t = now
	} else {
		*t = EventType(text)
	}
	return nil
}

// UnmarshalText reads a phase, also by its old name.
func (p *Phase) UnmarshalText(text []byte) error {
	if *p = Phase(text); *p == "improving" {
		*p = Promoting
	}
	return nil
}

// UnmarshalJSON reads a handicap promotion, also with its old field "into".
func (p *HandicapPromotion) UnmarshalJSON(data []byte) error {
	type plain HandicapPromotion
	var read struct {
		plain
		Into string `json:"into"`
	}
	if err := json.Unmarshal(data, &read); err != nil {
		return err
	}
	*p = HandicapPromotion(read.plain)
	if p.Kind == "" {
		p.Kind = read.Into
	}
	return nil
}

// UnmarshalJSON reads a round, also with its old field "raises".
func (r *Round) UnmarshalJSON(data []byte) error {
	type plain Round
	var read struct {
		plain
		Raises []HandicapPromotion `json:"raises"`
	}
	if err := json.Unmarshal(data, &read); err != nil {
		return err
	}
	*r = Round(read.plain)
	if r.Promotions == nil {
		r.Promotions = read.Raises
	}
	return nil
}

// UnmarshalJSON reads an event, also with its old field "raises".
func (e *Event) UnmarshalJSON(data []byte) error {
	type plain Event
	var read struct {
		*plain
		Raises []HandicapPromotion `json:"raises"`
	}
	read.plain = (*plain)(e)
	if err := json.Unmarshal(data, &read); err != nil {
		return err
	}
	if e.Promotions == nil {
		e.Promotions = read.Raises
	}
	return nil
}
