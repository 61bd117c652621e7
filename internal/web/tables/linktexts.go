package tables

import (
	"fmt"
	"slices"
	"strings"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
)

// wording has the texts of link previews in one language. "%" stands for a name.
type wording struct {
	language, locale string
	// Formats: the number of a game, after the title; a level and the number of levels;
	// the code of a level that is not offered.
	number, strength, formerLevel string

	chess, fromPosition         string
	free, bot, guest, computer  string
	generated                   string
	closed, toMove              string
	draw, won, share            string
	aborted, abortedBy, someone string
	noFirstMove, noPromotions   string
	absent                      string

	// An invitation to a waiting table: "%" stands for the name of the owner, "$" for the game.
	invites, invited, toChess string
	// Formats: minutes, seconds or days, and the seconds added for each move.
	minute, minutes, seconds, each, increment, day, days string
	noClock, rated, casual                               string
	aboutWotn, aboutLancelot                             string
}

var english = wording{
	language: "en", locale: "en_GB", number: ", game %d", strength: "strength %d of %d", formerLevel: "former level %d",
	chess: "Chess", fromPosition: ", from a position",
	free: "free seat", bot: "% (bot)", guest: "% (guest)", computer: "Computer, %",
	generated: "Guest %",
	closed:    "The table was closed", toMove: "% to move",
	draw: "Draw", won: "% won", share: "% share the win",
	aborted: "Aborted", abortedBy: "Aborted by %", someone: "a player",
	noFirstMove:  "Aborted: % did not make the first move within a minute",
	noPromotions: "Aborted: % did not spend the handicap points in time",
	absent:       "Aborted: % was away for too long",
	invites:      "% invites you to $", invited: "You are invited to $", toChess: "a game of chess",
	minute: "%d minute", minutes: "%d minutes", seconds: "%d seconds", each: "%s each", increment: "%s each, plus %d s per move",
	day: "%d day per move", days: "%d days per move",
	noClock: "no clock", rated: "rated", casual: "casual",
	aboutWotn:     "Chess whose pieces gain experience",
	aboutLancelot: "Place stones; a lead of exactly two on a line captures",
}

var german = wording{
	language: "de", locale: "de_DE", number: ", %d. Partie", strength: "Stärke %d von %d", formerLevel: "frühere Stärke %d",
	chess: "Schach", fromPosition: ", aus einer Stellung",
	free: "freier Platz", bot: "% (Bot)", guest: "% (Gast)", computer: "Computer, %",
	generated: "Gast %",
	closed:    "Der Tisch wurde geschlossen", toMove: "% am Zug",
	draw: "Remis", won: "% hat gewonnen", share: "% teilen sich den Sieg",
	aborted: "Abgebrochen", abortedBy: "Abgebrochen: %", someone: "ein Spieler",
	noFirstMove:  "Abgebrochen: % hat in einer Minute keinen ersten Zug gemacht",
	noPromotions: "Abgebrochen: % hat die Handicap-Punkte nicht rechtzeitig eingesetzt",
	absent:       "Abgebrochen: % war zu lange weg",
	invites:      "% lädt dich zu $ ein", invited: "Du bist zu $ eingeladen", toChess: "einer Partie Schach",
	minute: "%d Minute", minutes: "%d Minuten", seconds: "%d Sekunden", each: "%s für jeden", increment: "%s für jeden, dazu %d s pro Zug",
	day: "%d Tag pro Zug", days: "%d Tage pro Zug",
	noClock: "ohne Uhr", rated: "gewertet", casual: "ungewertet",
	aboutWotn:     "Schach, in dem die Figuren Erfahrung sammeln",
	aboutLancelot: "Steine setzen; wer auf einer Linie genau zwei mehr hat, schlägt",
}

// wordings has the texts by language.
var wordings = map[string]wording{"en": english, "de": german}

// fill puts a name into a text.
func fill(text, name string) string { return strings.Replace(text, "%", name, 1) }

// describe returns the name of a match's game, and lines that describe its
// players and its current state. A waiting table is an invitation: the title names its
// owner too, and the first line has the clock.
func describe(s *match.State, texts wording) (title string, lines []string) {
	if s.Phase == match.Waiting {
		return texts.invitation(s)
	}
	title = games.Name(&s.Settings)
	if title == english.chess {
		title = texts.chess
	}
	if s.Settings.Start != "" {
		title += texts.fromPosition
	}
	lines = append(lines, texts.names(s))
	switch s.Phase {
	case match.TableClosed:
		lines = append(lines, texts.closed)
	case match.Finished:
		var winners []string
		for _, w := range s.Outcome.Winners {
			winners = append(winners, texts.name(s, w))
		}
		switch {
		case s.Outcome.Reason == match.ByAbort:
			lines = append(lines, texts.abort(s))
		case len(winners) == 0:
			lines = append(lines, texts.draw)
		case len(winners) == 1:
			lines = append(lines, fill(texts.won, winners[0]))
		default:
			lines = append(lines, fill(texts.share, strings.Join(winners, ", ")))
		}
	default:
		if seat := s.ToAct(); seat >= 0 {
			lines = append(lines, fill(texts.toMove, texts.name(s, seat)))
		}
	}
	return title, lines
}

// names returns the names in the seats.
func (t wording) names(s *match.State) string {
	var names []string
	for i := range s.Seats {
		names = append(names, t.markedName(s, i))
	}
	return strings.Join(names, " – ")
}

// invitation describes a waiting table to those who are invited.
func (t wording) invitation(s *match.State) (title string, lines []string) {
	game := games.Name(&s.Settings)
	if game == english.chess {
		game = t.toChess
	}
	name := t.personName(s.Owner)
	title = t.invites
	if name == "" || name == match.DeletedName {
		title = t.invited
	}
	terms := []string{t.clock(s.Settings.Clock), t.casual}
	if s.Settings.Rated {
		terms[1] = t.rated
	}
	if s.Settings.Start != "" {
		terms = append(terms, strings.TrimPrefix(t.fromPosition, ", "))
	}
	lines = []string{strings.Join(terms, ", "), t.names(s)}
	switch {
	case s.Settings.Game == "lancelot":
		lines = append(lines, t.aboutLancelot)
	case game != t.toChess:
		lines = append(lines, t.aboutWotn)
	}
	// The name is filled in last: it may contain a "$".
	return fill(strings.Replace(title, "$", game, 1), name), lines
}

// clock describes a clock: "10 minutes each, plus 5 s per move".
func (t wording) clock(c match.Clock) string {
	days := int(c.PerTurn / match.Day)
	switch {
	case c.Kind == match.NoClock:
		return t.noClock
	case c.Kind == match.Correspondence && days == 1:
		return fmt.Sprintf(t.day, days)
	case c.Kind == match.Correspondence:
		return fmt.Sprintf(t.days, days)
	}
	minutes := int(c.Initial / match.Minute)
	time := fmt.Sprintf(t.minutes, minutes)
	if minutes == 1 {
		time = fmt.Sprintf(t.minute, minutes)
	}
	if c.Initial%match.Minute != 0 {
		time = fmt.Sprintf(t.seconds, int(c.Initial/match.Second))
	}
	if c.Increment > 0 {
		return fmt.Sprintf(t.increment, time, int(c.Increment/match.Second))
	}
	return fmt.Sprintf(t.each, time)
}

// abort describes why a game was aborted, as far as known.
func (t wording) abort(s *match.State) string {
	who := t.someone
	if s.EndedBy >= 0 {
		who = t.name(s, s.EndedBy)
	}
	switch s.Outcome.Cause {
	case match.NoFirstMove:
		return fill(t.noFirstMove, who)
	case match.NoPromotions:
		return fill(t.noPromotions, who)
	case match.ByPlayer:
		return fill(t.abortedBy, who)
	case match.Absent:
		return fill(t.absent, who)
	}
	return t.aborted
}

// markedName is like name, but marks guests and bots.
func (t wording) markedName(s *match.State, seat int) string {
	p := s.Seats[seat].Player
	name := t.name(s, seat)
	switch {
	case p.Engine > 0, p.Name == "", p.Name == match.DeletedName:
		return name
	case p.Bot:
		return fill(t.bot, name)
	case p.ID != "" && !p.Account && games.GeneratedNumber(p) == "":
		return fill(t.guest, name)
	}
	return name
}

// name returns the name of the player in a seat.
func (t wording) name(s *match.State, seat int) string {
	p := s.Seats[seat].Player
	switch {
	case p.Engine > 0:
		return fill(t.computer, t.strengthText(p.Engine))
	case p.Name == "":
		return t.free
	}
	return t.personName(p)
}

// personName returns the name of a person; a generated name of a guest is in the language of the text.
func (t wording) personName(p match.Player) string {
	if n := games.GeneratedNumber(p); n != "" {
		return fill(t.generated, n)
	}
	return p.Name
}

// strengthText names a playing level as the page does.
func (t wording) strengthText(code int) string {
	offered := engines.OfferedLevels()
	if n := slices.Index(offered, code) + 1; n > 0 {
		return fmt.Sprintf(t.strength, n, len(offered))
	}
	return fmt.Sprintf(t.formerLevel, code)
}
