package match

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

func (d *decision) open(do Open) *Refusal {
	if d.state.Phase != Unopened {
		return Refuse("opened", "the table is already open")
	}
	settings := do.Settings
	settings.Points, settings.Invited = slices.Clone(settings.Points), slices.Clone(settings.Invited)
	if r := settings.check(); r != nil {
		return r
	}
	if settings.Seats > 2 && settings.TakeoverLevel == 0 {
		settings.TakeoverLevel = 5
	}
	if r := d.rules.Check(&settings); r != nil {
		return r
	}
	if r := do.Owner.check(); r != nil {
		return r
	}
	if do.Owner.Engine > 0 {
		return Refuse("owner", "only a person can open a table")
	}
	if len(do.Engines) > settings.Seats {
		return Refuse("engines", "there are more engines than seats")
	}
	if settings.Tournament != "" && len(do.Players) != settings.Seats || settings.Tournament == "" && len(do.Players) > 0 {
		return Refuse("tournament", "the table of a tournament begins with all its players, and no other does")
	}
	d.emit(Event{Type: Opened, Seat: -1, Settings: &settings, Player: &do.Owner})
	if settings.Tournament != "" {
		for seat, p := range do.Players {
			if r := d.takeSeat(seat, p); r != nil {
				return r
			}
		}
		return d.beginIfFull(do.Seed)
	}
	for seat, level := range do.Engines {
		if level == 0 {
			continue
		}
		if r := d.takeSeat(seat, Player{Engine: level}); r != nil {
			return r
		}
	}
	if do.OwnerSeat != NoSeat {
		if r := d.takeSeat(do.OwnerSeat, do.Owner); r != nil {
			return r
		}
	}
	return d.beginIfFull(do.Seed)
}

func (d *decision) sit(do Sit) *Refusal {
	if r := d.takeSeat(do.Seat, do.Player); r != nil {
		return r
	}
	return d.beginIfFull(do.Seed)
}

func (d *decision) decline(do Decline) *Refusal {
	s := d.state
	d.emit(Event{Type: Declined, Seat: -1, By: do.Player.ID, Name: do.Player.Name, Reason: do.Reason})
	free, coming := 0, len(d.state.Settings.Invited)
	for i := range d.state.Seats {
		switch c := &d.state.Seats[i]; {
		case !c.Taken:
			free++
		case d.state.Settings.Invites(c.Player.Name):
			coming--
		}
	}
	if s.SeatOf(s.Owner.ID) < 0 {
		coming++ // the owner may sit down
	}
	if coming < free {
		d.emit(Event{Type: Closed, Seat: -1})
	}
	return nil
}

func (d *decision) takeSeat(seat int, p Player) *Refusal {
	s := d.state
	if r := s.refusePlayer(p); r != nil {
		return r
	}
	if seat == RandomSeat {
		if seat = s.FreeSeat(); seat < 0 {
			return Refuse("full", "all seats are taken")
		}
	}
	if seat < 0 || seat >= len(s.Seats) {
		return noSuchSeat(seat)
	}
	if s.Seats[seat].Taken {
		return Refuse("taken", "the seat is taken").With("seat", seat)
	}
	d.emit(Event{Type: Sat, Seat: seat, Player: &p})
	return nil
}

func (d *decision) leave(seat int) *Refusal {
	d.emit(Event{Type: Left, Seat: seat})
	return nil
}

func (d *decision) start(do Start) *Refusal {
	for seat := d.state.FreeSeat(); seat >= 0; seat = d.state.FreeSeat() {
		if do.Level < 1 {
			return notFull()
		}
		if r := d.takeSeat(seat, Player{Engine: do.Level}); r != nil {
			return r
		}
	}
	return d.beginIfFull(do.Seed)
}

func (d *decision) beginIfFull(seed uint64) *Refusal {
	if d.state.FreeSeat() >= 0 {
		return nil
	}
	return d.arrange(d.rules.FirstRound(&d.state.Settings, seed))
}

// arrange prepares the next game. The game begins unless a person has to spend
// handicap points first.
func (d *decision) arrange(r Round) *Refusal {
	d.emit(Event{Type: Arranged, Seat: r.First, Game: d.state.Game + 1, Round: &r})
	if seat, _ := r.HandicapSeat(); seat >= 0 {
		if d.state.Seats[seat].Engine == 0 {
			return nil
		}
		d.emit(Event{Type: Promoted, Seat: seat, Promotions: d.rules.ChoosePromotions(&d.state.Settings, r)})
	}
	return d.begin()
}

func (d *decision) promote(seat int, do Promote) *Refusal {
	s := d.state
	_, points := s.Round.HandicapSeat()
	if len(do.Promotions) > points {
		return Refuse("points-exceeded", "there are only %d handicap points", points).With("points", points)
	}
	round := s.Round
	round.Promotions = slices.Clone(do.Promotions)
	if r := d.rules.CheckPromotions(&s.Settings, round); r != nil {
		return r
	}
	if do.Done {
		if left := points - len(do.Promotions); left > 0 {
			return Refuse("points-left", "%d handicap points are still to be spent", left).With("points", left)
		}
		if _, r := d.rules.Start(&s.Settings, round); r != nil {
			return r
		}
	}
	d.emit(Event{Type: Promoted, Seat: seat, Promotions: round.Promotions})
	if do.Done {
		return d.begin()
	}
	return nil
}

func (d *decision) begin() *Refusal {
	start, refusal := d.rules.Start(&d.state.Settings, d.state.Round)
	if refusal != nil {
		return refusal
	}
	d.emit(Event{Type: Started, Seat: -1, Game: d.state.Game, Position: start.Text()})
	return nil
}

func (d *decision) rename(by string, seat int, do Rename) *Refusal {
	switch {
	case by == "" || seat < 0 && d.state.Owner.ID != by && !d.state.Settings.Invites(do.Name):
		return notSeated()
	case do.Player.ID == "" || do.Player.Engine > 0:
		return Refuse("player", "the player has no identity")
	case do.Player.ID != by && d.state.SeatOf(do.Player.ID) >= 0:
		return Refuse("seated", "you already sit at this table")
	}
	e := Event{Type: Renamed, Seat: seat, By: by, Player: &do.Player}
	if d.state.Settings.Invites(do.Name) {
		e.Name = do.Name
	}
	d.emit(e)
	return nil
}

func (d *decision) chat(by string, seat int, do Chat) *Refusal {
	text := CleanText(do.Text)
	switch {
	case !utf8.ValidString(do.Text) || strings.ContainsFunc(do.Text, func(r rune) bool { return unicode.IsControl(r) && !unicode.IsSpace(r) }):
		return Refuse("chat-text", "a message is text without control characters")
	case text == "":
		return Refuse("chat-empty", "the message is empty")
	case utf8.RuneCountInString(text) > MaxChatLength:
		return Refuse("chat-long", "a message has %d characters at most", MaxChatLength).With("most", MaxChatLength)
	}
	if do.ToSpectators {
		seat = -1
	}
	d.emit(Event{Type: Chatted, Seat: seat, By: by, Name: do.Name, Guest: do.Guest, Bot: do.Bot, Text: text})
	return nil
}

func (d *decision) terminate() *Refusal {
	switch d.state.Phase {
	case Waiting:
		d.emit(Event{Type: Closed, Seat: -1})
	case Promoting, Playing:
		d.abortGame(-1, ByModerator)
	default:
		return notPlaying()
	}
	return nil
}

func (d *decision) removeChat(do RemoveChat) *Refusal {
	d.emit(Event{Type: ChatRemoved, Seat: -1, Number: do.Number})
	return nil
}
