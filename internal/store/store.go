package store

import (
	"context"
	"errors"
	"math"

	"tafelrunde/internal/match"
)

// Errors of every implementation.
var (
	// ErrConflict: what was stored meanwhile does not allow this: an event has the
	// number, or a person's sessions were ended.
	ErrConflict = errors.New("something else is already stored")
	// ErrNotFound: there is no such match, person or session.
	ErrNotFound = errors.New("not found")
	// ErrTaken: the name is another person's.
	ErrTaken = errors.New("the name is taken")
	// ErrUnavailable is matched by errors of a database that cannot be written or
	// reached now. Nothing has been stored, or it cannot be known whether it was:
	// what is in the store decides.
	ErrUnavailable = errors.New("the store is not available")
)

// Append is events to be stored, one after the other or not at all.
type Append struct {
	Match  string
	Events []match.Event
	// Bodies are the events in JSON, or nil.
	Bodies []string
	// After is the state after the events; the first of them is number
	// After.Seq − len(Events) + 1.
	After *match.State
}

// Notice says that a match has come to an event, or that a person has changed.
// An empty one says that notices may have been missed, but are received from
// now on.
type Notice struct {
	Match string
	Seq   int64
	// Tables tells that lists of tables have changed, Engine that an engine is to
	// move.
	Tables, Engine bool
	// Person is the ID of a person who was changed or deleted, or whose sessions,
	// tokens or passkeys were.
	Person string
	// Disconnected says that no notices are received until the next empty one.
	Disconnected bool
}

// Presence is that a person followed a match at a moment.
type Presence struct {
	Match, Person string
	At            match.Moment
}

// PresenceLifetime is how long sightings are kept. Who was last seen longer ago has
// been away for long enough for all that asks.
const PresenceLifetime = 1 * match.Day

// Downtime is a time in which no program could store events. Both moments are 0 if
// there was none.
type Downtime struct{ From, Until match.Moment }

// Bounds of gaps.
const (
	MinDowntime      = 3 * match.Second
	HeartbeatHorizon = 6 * 60 * match.Minute
)

// All as a limit is none.
const NoLimit = math.MaxInt

// EngineTurn is a move that an engine has to make.
type EngineTurn struct {
	Match string
	Seq   int64
	Seat  int
	Level int
	// People tells that at least one person plays in the game; where none does,
	// engines play among themselves.
	People bool
	// Person is the person whose share of engine time the turn uses: one who plays
	// in the game, the owner of the table first, or else that owner.
	Person string
	// Try counts how often the turn has been taken, this time included.
	Try int
	// Until is when the turn may be taken by another caller.
	Until match.Moment
}

// EngineTurnQuery says which turn [Store.LeaseEngineTurn] may take.
type EngineTurnQuery struct {
	Now match.Moment
	// Lease is how long nobody else may take the turn.
	Lease match.Millis
	// People restricts it to games in which a person plays; MaxLevel, if not 0,
	// to engines up to that level.
	People   bool
	MaxLevel int
	// Cost is the engine time that a turn of a level is expected to take. It counts
	// as used at once; Used corrects it later, by person, for earlier turns.
	Cost func(level int) match.Millis
	Used map[string]match.Millis
}

// WatchedFor is how long a game counts as watched after it was last seen to be.
const WatchedFor = 40 * match.Second

// Store keeps everything. It may be used by several goroutines, and the data of
// one database by several programs, at once.
type Store interface {
	// Append stores events. When it returns nil they are on the disk. The error
	// is ErrConflict if the first number is taken, so that of two who decide at
	// once only one wins. While there is no room in the queue it waits, 10 s at
	// most.
	Append(ctx context.Context, a Append) error
	// Events are the events of a match with numbers above after, in order; none
	// if there is no such match.
	Events(ctx context.Context, id string, after int64) ([]match.Event, error)
	// Listen calls notice whenever another program, or this one, has stored an
	// event or changed a person, until ctx is done. Notices can be missed, which
	// an empty one tells. Between a notice that is Disconnected and the next empty one
	// none are received; so before the first.
	// It returns at once with nil if no other program can store events.
	Listen(ctx context.Context, notice func(Notice)) error

	// SavePresence notes that people follow matches at a moment. LastPresence are when those
	// noted of some matches were last seen. Programs that share a store learn by
	// it who is connected to another.
	SavePresence(ctx context.Context, seen []Presence) error
	LastPresence(ctx context.Context, matches []string) ([]Presence, error)

	// Heartbeat notes that a program can store events at a moment, and knows, if not 0,
	// that this was so at another before. It gives the last time, of MinDowntime or
	// more, in which no program could, as seen from the moments noted. Where no
	// deadline is within HeartbeatHorizon nothing is written, or little: there is nobody
	// to lose time.
	Heartbeat(ctx context.Context, now, known match.Moment) (Downtime, error)
	// Clock returns the time of the database if it is a program of its own, else 0,
	// and the latest moment that Heartbeat has recorded, 0 if there is none. Where a
	// deadline is further away than HeartbeatHorizon, Heartbeat records one a minute.
	Clock(ctx context.Context) (now, recorded match.Moment, err error)
	// Probe stores something of no importance, as durably as events, to find out
	// whether that is possible, also if the database is to grow.
	Probe(ctx context.Context) error
	// DeleteExpired takes away what has no use any more: sightings that are older than
	// PresenceLifetime, sessions that are over, answers older than RequestsKept, and
	// tokens that have expired.
	DeleteExpired(ctx context.Context, now match.Moment) error

	// Overdue are matches whose deadline is before a moment, the oldest first.
	Overdue(ctx context.Context, now match.Moment, limit int) ([]string, error)
	// LeaseEngineTurn gives a turn of an engine that nobody is working on to the caller,
	// until its lease has passed; ErrNotFound if there is none. Games in which
	// people play go first, then those that are watched. Within each of these
	// groups the turn goes to the person who has used the least engine time in the
	// last minutes, and to the one that has waited longest.
	LeaseEngineTurn(ctx context.Context, q EngineTurnQuery) (EngineTurn, error)
	// ReleaseEngineTurn gives a turn back that the caller has taken and not made, to be taken
	// again from due on. It counts as a try only if it failed.
	ReleaseEngineTurn(ctx context.Context, t EngineTurn, due match.Moment, failed bool) error
	// Watch notes that games in which only engines play are watched at a moment.
	MarkWatched(ctx context.Context, matches []string, at match.Moment) error
	// UnwatchedEngineGames returns how many games at the tables of a person are played by
	// engines alone and not watched at a moment.
	UnwatchedEngineGames(ctx context.Context, owner string, now match.Moment) (int, error)
	// Waiting are public tables that wait for players, the newest first; Playing
	// those at which a game is played.
	Waiting(ctx context.Context, limit int) ([]Summary, error)
	Playing(ctx context.Context, limit int) ([]Summary, error)
	// Summary is the view of one match, or ErrNotFound.
	Summary(ctx context.Context, id string) (Summary, error)
	// MatchesOf are the matches in which a person has a seat, the newest first;
	// the limit All gives every one.
	MatchesOf(ctx context.Context, person string, limit int) ([]Summary, error)
	// RunningOf are those of MatchesOf that wait for players or are played, without
	// a limit. EndedOf are the others, after the first skip of them.
	RunningOf(ctx context.Context, person string) ([]Summary, error)
	EndedOf(ctx context.Context, person string, skip, limit int) ([]Summary, error)
	// Games are the finished games of a match, in order.
	Games(ctx context.Context, id string) ([]Game, error)
	// GamesOf are the finished games of a person, the newest first, after the
	// first skip of them. Those of private tables are left out unless asked for.
	GamesOf(ctx context.Context, person string, private bool, skip, limit int) ([]PlayedGame, error)
	// Ratings are a person's, by pool.
	Ratings(ctx context.Context, person string) ([]Rating, error)
	// RatingsOf are those of several people.
	RatingsOf(ctx context.Context, people []string) (map[string][]Rating, error)

	// AddPerson stores a new person; ErrTaken if both this one and another have
	// accounts, and their names are the same but for capitals, or can be taken for
	// one another ([names.Skeleton]).
	AddPerson(ctx context.Context, p Person) error
	// Person is one by ID, PersonNamed the one with an account who
	// enters by that name, whatever its capitals.
	Person(ctx context.Context, id string) (Person, error)
	PersonNamed(ctx context.Context, name string) (Person, error)
	// RenameGuest changes the name of a guest; ErrNotFound if there is no guest
	// with the ID.
	RenameGuest(ctx context.Context, id, name string) error
	// Register gives a guest an account with a name and the hash of a password,
	// and ends all sessions, as EndSessions. ErrTaken as AddPerson, ErrConflict
	// also if the person has an account.
	Register(ctx context.Context, id string, epoch int64, name, password string) error
	// SetPassword stores the hash of a new password, ends all sessions, as
	// EndSessions, and deletes all tokens.
	SetPassword(ctx context.Context, id string, epoch int64, password string) error
	// EndSessions ends all sessions of a person: it increments the epoch, which
	// must be the one given, else the error is ErrConflict.
	EndSessions(ctx context.Context, id string, epoch int64) error
	// AccountLike is the person with an account whose name is the same as a name,
	// or can be taken for it; ErrNotFound if there is none.
	AccountLike(ctx context.Context, name string) (Person, error)
	// ChangeName gives a person with an account another name; the errors are those
	// of AddPerson and ErrNotFound.
	ChangeName(ctx context.Context, id, name string) error
	// Renamed are people whose name was changed because it could be taken for that
	// of an older account, and who still have the old one at tables, until
	// MarkRenamedAtTables is called.
	RenamedPeople(ctx context.Context) ([]Person, error)
	MarkRenamedAtTables(ctx context.Context, id string) error
	// DeletePerson takes a person away with all that is his alone: tokens, passkeys,
	// blocks. What he has reported stays, without him. Matches are not changed.
	// ErrConflict if there is no person with that ID in that epoch.
	DeletePerson(ctx context.Context, id string, epoch int64) error
	// Mentions are the matches whose events name a person.
	Mentions(ctx context.Context, person string) ([]string, error)
	// Invitations are the private tables to which a name is invited.
	Invitations(ctx context.Context, name string) ([]string, error)
	// Erase puts another player in the place of a person in all events of matches,
	// and takes out what the person has said there and that his name was invited;
	// ratings become the other's. The views of a match follow by [match.Renamed],
	// which must come before.
	ErasePerson(ctx context.Context, person string, as match.Rename) error
	// AddToken stores a token of a person by its hash; ErrConflict if the person's
	// epoch is another. The ID of the token is [TokenID] of the hash.
	AddToken(ctx context.Context, hash, person string, epoch int64, t Token) error
	// Tokens are a person's that have not expired, the oldest first.
	Tokens(ctx context.Context, person string, now match.Moment) ([]Token, error)
	// DeleteToken deletes a person's token by its ID, or returns ErrNotFound.
	// DeleteTokens deletes all of a person.
	DeleteToken(ctx context.Context, person, id string) error
	DeleteTokens(ctx context.Context, person string) error
	// TokenOwner is the person whom a token authenticates; ErrNotFound if there is
	// no such token or it has expired.
	TokenOwner(ctx context.Context, hash string, now match.Moment) (Person, Token, error)
	// UseToken stores that a token was used.
	UseToken(ctx context.Context, hash string, at match.Moment) error
	// AddPasskey stores a passkey; ErrTaken if there is one with the ID,
	// ErrConflict if the person's epoch is another.
	AddPasskey(ctx context.Context, k Passkey, epoch int64) error
	// Passkeys are a person's, the oldest first; Passkey is one by its ID.
	Passkeys(ctx context.Context, person string) ([]Passkey, error)
	Passkey(ctx context.Context, id string) (Passkey, error)
	// UsePasskey notes that a passkey was used, and how it is now.
	UsePasskey(ctx context.Context, id, credential string, at match.Moment) error
	// DeletePasskey takes a person's passkey away, or gives ErrNotFound.
	DeletePasskey(ctx context.Context, person, id string) error

	// Block keeps another person away from somebody; Unblock ends it.
	Block(ctx context.Context, person, other string, at match.Moment) error
	Unblock(ctx context.Context, person, other string) error
	// Blocks are the people whom a person keeps away, the latest first.
	Blocks(ctx context.Context, person string) ([]Person, error)
	// BlockedBy tells whether any of some people keeps a person away.
	BlockedBy(ctx context.Context, person string, by []string) (bool, error)
	// Mute says whether a person wants to hear the talk at a match; Muted tells.
	Mute(ctx context.Context, person, id string, muted bool) error
	Muted(ctx context.Context, person, id string) (bool, error)
	// AddReport stores a report for the owner of the server. Reports are all, or
	// those not done, the newest first. CloseReport marks one as done, or gives
	// ErrNotFound.
	AddReport(ctx context.Context, r Report) error
	Reports(ctx context.Context, done bool) ([]Report, error)
	ReportsBy(ctx context.Context, person string) ([]Report, error)
	CloseReport(ctx context.Context, id string, at match.Moment) error

	// Session, SetSession and DeleteSession keep the data of browsers' sessions.
	// DeleteSession names the person whose session it is, "" for none, so that other
	// programs receive a notice.
	Session(ctx context.Context, token string, now match.Moment) ([]byte, error)
	SetSession(ctx context.Context, token string, data []byte, until match.Moment) error
	DeleteSession(ctx context.Context, token, person string) error

	// BeginRequest notes a request with a key that is to be carried out, if it is the
	// first with the ID in RequestsKept; else it returns the earlier one, whose ID is
	// not "". Of more than MaxRequests of a person the oldest are dropped.
	BeginRequest(ctx context.Context, a IdempotentRequest) (earlier IdempotentRequest, err error)
	// IdempotentRequest is the one with an ID, or ErrNotFound.
	Request(ctx context.Context, id string, now match.Moment) (IdempotentRequest, error)
	// ResumeRequest gives a request without an answer, as it was read, to a program;
	// false if it has changed since.
	ResumeRequest(ctx context.Context, a IdempotentRequest, program string, lease match.Moment) (bool, error)
	// FinishRequest stores the answer of a program, or, if body is "", that it has none.
	FinishRequest(ctx context.Context, id, program, body string) error
	// DiscardRequest forgets a request of a program, of which nothing was carried out.
	DiscardRequest(ctx context.Context, id, program string) error

	// Rebuild makes all views again from the events. Nobody else may use the
	// store meanwhile. It calls each, if not nil, for every match done.
	Rebuild(ctx context.Context, rules match.Rules, each func()) error
	Close() error
}

// Person is somebody who plays.
type Person struct {
	ID   string
	Name string
	// Registered people have accounts; others are guests.
	Registered bool
	// NameDue tells that the name of an account was changed because it could be
	// taken for that of an older account; the person enters by the old one and has
	// to choose another.
	NameDue bool
	// Password is the hash of it, "" for none: a guest, or somebody who enters
	// with passkeys alone.
	Password string
	Since    match.Moment
	// Epoch counts how often all sessions of the person were ended. A session is
	// valid only in the epoch in which it began.
	Epoch int64
	// SessionsFrom is when a session without an epoch must have begun to be still
	// valid: such sessions were stored before there were epochs.
	SessionsFrom match.Moment
}

// Account tells that the person has one.
func (p Person) Account() bool { return p.Registered }

// Passkey is a public key by which a person can enter.
type Passkey struct {
	ID     string
	Person string
	// Name is what the person calls it.
	Name string
	// Credential is what there is to know of the key, as text.
	Credential string
	Since      match.Moment
	UsedAt     match.Moment // 0 for never
}

// Token is a bearer token, by which a program acts for a person.
type Token struct {
	ID string
	// Name is what the person calls it.
	Name string
	// Scopes are what the token allows, separated by spaces.
	Scopes string
	Since  match.Moment
	Until  match.Moment // when it expires, 0 for never
	UsedAt match.Moment // 0 for never
}

// AllScopes are those of tokens that were stored before there were scopes.
const AllScopes = "read play challenge"

// TokenID is the ID of the token with a hash: the beginning of it.
func TokenID(hash string) string { return hash[:min(len(hash), 16)] }

// Report is what somebody reports of another to the owner of the server. Names
// are those at the time.
type Report struct {
	ID        string       `json:"id"`
	At        match.Moment `json:"at"`
	By        string       `json:"by"`
	ByName    string       `json:"byName"`
	About     string       `json:"about"`
	AboutName string       `json:"aboutName"`
	Match     string       `json:"match,omitempty"`
	Reason    string       `json:"reason"`
	Text      string       `json:"text,omitempty"`
	DoneAt    match.Moment `json:"doneAt,omitempty"`
}

// PlayedGame is a finished game with the table at which it was played.
type PlayedGame struct {
	Match    string         `json:"match"`
	Settings match.Settings `json:"settings"`
	Game
}

// Game is a finished game of a match.
type Game struct {
	Number  int            `json:"game"`
	EndedAt match.Moment   `json:"endedAt"`
	Outcome match.Outcome  `json:"outcome"`
	Players []match.Player `json:"players"`
	Rated   bool           `json:"rated"`
}

// Rename puts another player in the place of one.
func (g *Game) Rename(id string, p match.Player) {
	for i := range g.Players {
		if g.Players[i].ID == id {
			g.Players[i] = p
		}
	}
}

// Rating is how strong a person is in a pool.
type Rating struct {
	Pool string `json:"pool"`
	// A, B and C are rating, deviation and volatility of Glicko-2 for two seats;
	// mu, sigma and 0 of Plackett-Luce for more.
	A         float64      `json:"a"`
	B         float64      `json:"b"`
	C         float64      `json:"c"`
	Games     int          `json:"games"`
	ChangedAt match.Moment `json:"changedAt"`
}
