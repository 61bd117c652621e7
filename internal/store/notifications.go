package store

import (
	"context"
	"slices"

	"tafelrunde/internal/match"
)

// Notifications stores notifications of events that people may not see when they happen. Those about
// games are stored in the transaction of the events that cause them; see [NotificationChanges].
type Notifications interface {
	// NotificationsOf returns the notifications of a person, the newest first. Those of kind
	// TableOpened are not stored but follow from the tables and from whom the person follows, so
	// that a table costs the same however many people follow its owner.
	// The limit is for these and for the others.
	NotificationsOf(ctx context.Context, person string, limit int) ([]Notification, error)
	// ReadNotifications marks those notifications of a person as read that are not later
	// than a moment; if about is not "", only those about that match. It reports whether any was unread.
	ReadNotifications(ctx context.Context, person, about string, until match.Moment) (changed bool, err error)
}

// Notification is a notification of a person, who has at most one of each kind about the same
// match and game: a later one replaces it.
type Notification struct {
	Kind NotificationKind `json:"kind"`
	// Match is the match that it is about, or the club for the kinds of clubs; "" for none. Game is the number of the game for
	// GameFinished and ReviewReady, that of the notification for ReportClosed, and 0 for the
	// others.
	Match string       `json:"match,omitempty"`
	Game  int          `json:"game,omitempty"`
	At    match.Moment `json:"at"`
	Read  bool         `json:"read"`
}

// NotificationKind is the kind of a notification.
type NotificationKind string

// The kinds of notifications. YourTurn, Offer and GameFinished are about games without a
// real-time clock, Offer and GameFinished also about others, for players who are away from them.
const (
	// YourTurn: it is the person's turn. It is deleted when it is no longer.
	YourTurn NotificationKind = "turn"
	// Offer: a draw, a takeback or a rematch is offered to the person. It is deleted with the
	// last offer.
	Offer NotificationKind = "offer"
	// GameFinished: a game of the person has ended, and not by what the person did.
	GameFinished NotificationKind = "finished"
	// Challenge: a private table invites the person. It is deleted when the table no longer
	// waits for the person.
	Challenge NotificationKind = "challenge"
	// ReviewReady: a review by the server that the person requested is finished.
	ReviewReady NotificationKind = "review"
	// ReportClosed: a moderator has closed a report of the person. Match is the reported one, "" for
	// a report of a profile.
	ReportClosed NotificationKind = "report"
	// TableOpened: a person whom the person follows, who shows when they are online, has opened
	// a public table since. It is there while the table waits for players.
	TableOpened NotificationKind = "table"
	// ClubRequested: somebody asks to join a club of which the person is the owner or an
	// officer. It is deleted with the last request.
	ClubRequested NotificationKind = "club-request"
	// ClubJoined: the person's request to join a club was accepted.
	ClubJoined NotificationKind = "club-joined"
	// ClubPassed: the person has become the owner of a club.
	ClubPassed NotificationKind = "club-owner"
	// ClubPosted: somebody has written a notice in a club of the person, at most one a day.
	ClubPosted NotificationKind = "club-notice"
	// TournamentSoon: a tournament that the person has entered begins soon. Match is the ID of
	// the tournament.
	TournamentSoon NotificationKind = "tournament"
	// RoundPaired: a game of the person in a tournament has begun. Of several that begin at the
	// same time it is about one.
	RoundPaired NotificationKind = "round"
	// SeasonOpen: the next season of a league of the person can be entered. Match is the ID of the
	// tournament. In older stores it stands for ClubTournamentOpen too.
	SeasonOpen NotificationKind = "season"
	// ClubTournamentOpen: a tournament of the person's club can be entered. Match is the ID of the tournament.
	ClubTournamentOpen NotificationKind = "tournament-open"
	// ClubChallenged: another club wants to play a match against a club of which the person is
	// the owner or an officer. Match is the ID of the tournament.
	ClubChallenged NotificationKind = "tournament-challenge"
	// TournamentDecided: the director or a moderator has corrected the result of a game of the person, or removed the
	// person from a tournament. Match is the ID of the tournament.
	TournamentDecided NotificationKind = "tournament-decision"
)

// NotificationKinds are all kinds of notifications.
var NotificationKinds = []NotificationKind{YourTurn, Offer, GameFinished, Challenge, ReviewReady, ReportClosed, TableOpened, ClubRequested, ClubJoined, ClubPosted, ClubPassed, TournamentSoon, RoundPaired, SeasonOpen, ClubTournamentOpen, ClubChallenged, TournamentDecided}

// ClubKinds are the kinds of notifications about clubs.
var ClubKinds = []NotificationKind{ClubRequested, ClubJoined, ClubPosted, ClubPassed}

// AboutTournament reports whether notifications of the kind are about a tournament.
func (k NotificationKind) AboutTournament() bool {
	return k == TournamentSoon || k == SeasonOpen || k == ClubTournamentOpen || k == ClubChallenged || k == TournamentDecided
}

const (
	// NotificationLifetime is how long notifications are kept.
	NotificationLifetime = 30 * match.Day
	// MaxNotifications is how many notifications of a person are kept.
	MaxNotifications = 200
)

// NotificationChange adds or deletes a notification about a match.
type NotificationChange struct {
	Kind NotificationKind
	// Person is the ID of a person, or Invited the name of an account. If both are "", the
	// notifications of all people are deleted.
	Person, Invited string
	Game            int
	// At is when the notification is added, 0 if it is deleted.
	At match.Moment
}

// NotificationChanges returns how events change the notifications about a match, nil if they
// do not. s is the state after the events, away are the seats of [Append.Away].
func NotificationChanges(events []match.Event, s *match.State, away []bool) []NotificationChange {
	var changes []NotificationChange
	if s.Settings.Visibility == match.Private {
		changes = challengeChanges(events, s)
	}
	if s.Phase == match.Waiting || people(s) < 2 {
		return changes
	}
	realTime := s.Settings.Clock.Kind == match.RealTime
	last := func(types ...match.EventType) (at match.Moment) {
		for i := range events {
			if slices.Contains(types, events[i].Type) {
				at = events[i].At
			}
		}
		return at
	}
	turned := last(match.Arranged, match.Promoted, match.Started, match.Moved, match.TakenBack, match.Dropped, match.TakenOver, match.Returned, match.Ended)
	offered := last(match.DrawOffered, match.TakebackOffered, match.RematchOffered)
	if realTime { // moves change nothing: a player who makes one sees the game
		turned = last(match.Arranged, match.Ended)
	}
	answered := last(match.DrawDeclined, match.TakebackAccepted, match.TakebackDeclined, match.RematchDeclined)
	ended := last(match.Ended)
	for seat := range s.Seats {
		if !isPerson(s, seat) {
			continue
		}
		set := func(kind NotificationKind, game int, at match.Moment) {
			changes = append(changes, NotificationChange{Kind: kind, Person: s.Seats[seat].Player.ID, Game: game, At: at})
		}
		notified := !realTime || seat < len(away) && away[seat]
		switch {
		case realTime:
		case turned > 0 && s.ToAct() == seat && s.Seats[seat].Engine == 0:
			set(YourTurn, 0, turned)
		case turned > 0:
			set(YourTurn, 0, 0)
		}
		switch offer := hasOffer(s, seat); {
		case offered > 0 && offer && notified:
			set(Offer, 0, offered)
		case !offer && max(turned, offered, answered) > 0:
			set(Offer, 0, 0)
		}
		if ended > 0 && seat != endedBy(events, s) && notified {
			set(GameFinished, s.Game, ended)
		}
	}
	return changes
}

// endedBy returns the seat whose player has ended the game, so knows it; -1 for none.
func endedBy(events []match.Event, s *match.State) int {
	switch s.Outcome.Reason {
	case match.ByTime, match.ByTimeDrawn, match.ByAbsence: // the seat caused it, but need not be there
		return -1
	}
	if s.EndedBy >= 0 {
		return s.EndedBy
	}
	if last := slices.IndexFunc(events, func(e match.Event) bool { return e.Type == match.Moved }); last >= 0 {
		return events[last].Seat
	}
	return -1
}

// challengeChanges returns how events change the challenges by a private table.
func challengeChanges(events []match.Event, s *match.State) (changes []NotificationChange) {
	for i := range events {
		switch e := &events[i]; e.Type {
		case match.Opened:
			for _, name := range e.Settings.Invited {
				changes = append(changes, NotificationChange{Kind: Challenge, Invited: name, At: e.At})
			}
		case match.Sat:
			changes = append(changes, NotificationChange{Kind: Challenge, Person: e.Player.ID})
		case match.Declined:
			changes = append(changes, NotificationChange{Kind: Challenge, Person: e.By})
		case match.Arranged, match.Closed:
			changes = append(changes, NotificationChange{Kind: Challenge})
		}
	}
	return changes
}

// hasOffer reports whether something is offered to a seat that it has not answered.
func hasOffer(s *match.State, seat int) bool {
	return s.Phase == match.Playing && s.DrawOffer >= 0 && s.DrawOffer != seat ||
		s.Takeback != nil && !s.Takeback.Consent[seat] ||
		s.Rematch.Stands() && !s.Seats[seat].Rematch
}

// isPerson reports whether the player of a seat is a person; an engine may have taken over.
func isPerson(s *match.State, seat int) bool {
	p := &s.Seats[seat].Player
	return p.ID != "" && p.Engine == 0 && p.Name != match.DeletedName
}

// people returns the number of players who are or were people.
func people(s *match.State) (n int) {
	for seat := range s.Seats {
		if p := &s.Seats[seat].Player; p.ID != "" && p.Engine == 0 {
			n++
		}
	}
	return n
}
