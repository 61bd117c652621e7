package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// migrations are the statements that change the tables from one version to the
// next. Released ones are never changed.
var migrations = []string{
	// The truth.
	`CREATE TABLE events (
	match TEXT NOT NULL,
	seq BIGINT NOT NULL,
	-- The place of the game that the event ended among all rated games.
	rated BIGINT,
	body TEXT NOT NULL,
	PRIMARY KEY (match, seq)
) /*clustered*/;
CREATE UNIQUE INDEX events_rated ON events (rated) WHERE rated IS NOT NULL;
CREATE TABLE people (
	id TEXT PRIMARY KEY,
	name TEXT NOT NULL,
	-- The name in small letters, of a person with an account.
	account TEXT UNIQUE,
	password TEXT NOT NULL,
	since BIGINT NOT NULL
);
CREATE TABLE tokens (
	hash TEXT PRIMARY KEY,
	person TEXT NOT NULL,
	since BIGINT NOT NULL
);
CREATE TABLE sessions (
	token TEXT PRIMARY KEY,
	data TEXT NOT NULL,
	until BIGINT NOT NULL
);
CREATE INDEX sessions_until ON sessions (until);

-- The views.
CREATE TABLE matches (
	id TEXT PRIMARY KEY,
	seq BIGINT NOT NULL,
	phase TEXT NOT NULL,
	visibility TEXT NOT NULL,
	opened_at BIGINT NOT NULL,
	summary TEXT NOT NULL,
	position TEXT NOT NULL,
	to_act INTEGER NOT NULL,
	deadline BIGINT,
	-- From when a worker may take the engine's turn: when it is due, or when the
	-- lease of the current worker expires.
	engine_due BIGINT,
	engine INTEGER NOT NULL,
	level INTEGER NOT NULL
);
CREATE INDEX matches_deadline ON matches (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX matches_engine ON matches (engine_due) WHERE engine_due IS NOT NULL;
CREATE INDEX matches_phase ON matches (phase, visibility, opened_at);
CREATE TABLE seats (
	match TEXT NOT NULL,
	seat INTEGER NOT NULL,
	person TEXT NOT NULL,
	PRIMARY KEY (match, seat)
);
CREATE INDEX seats_person ON seats (person);
CREATE TABLE games (
	match TEXT NOT NULL,
	game INTEGER NOT NULL,
	body TEXT NOT NULL,
	PRIMARY KEY (match, game)
);
CREATE TABLE ratings (
	person TEXT NOT NULL,
	pool TEXT NOT NULL,
	a DOUBLE PRECISION NOT NULL,
	b DOUBLE PRECISION NOT NULL,
	c DOUBLE PRECISION NOT NULL,
	games INTEGER NOT NULL,
	changed_at BIGINT NOT NULL,
	PRIMARY KEY (person, pool)
);
CREATE TABLE counters (
	name TEXT PRIMARY KEY,
	n BIGINT NOT NULL
);
INSERT INTO counters (name, n) VALUES ('rated', 0);`,
	`ALTER TABLE people ADD COLUMN sessions_from BIGINT NOT NULL DEFAULT 0;
CREATE TABLE passkeys (
	id TEXT PRIMARY KEY,
	person TEXT NOT NULL,
	name TEXT NOT NULL,
	credential TEXT NOT NULL,
	since BIGINT NOT NULL,
	used_at BIGINT NOT NULL
);
CREATE INDEX passkeys_person ON passkeys (person);
CREATE INDEX tokens_person ON tokens (person);
CREATE TABLE blocks (
	person TEXT NOT NULL,
	other TEXT NOT NULL,
	since BIGINT NOT NULL,
	PRIMARY KEY (person, other)
);
CREATE INDEX blocks_other ON blocks (other);
CREATE TABLE mutes (
	person TEXT NOT NULL,
	match TEXT NOT NULL,
	PRIMARY KEY (person, match)
);
CREATE TABLE reports (
	id TEXT PRIMARY KEY,
	at BIGINT NOT NULL,
	by_person TEXT NOT NULL,
	by_name TEXT NOT NULL,
	about TEXT NOT NULL,
	about_name TEXT NOT NULL,
	match TEXT NOT NULL,
	reason TEXT NOT NULL,
	body TEXT NOT NULL,
	done_at BIGINT NOT NULL
);
CREATE INDEX reports_by ON reports (by_person);`,
	// When people were last connected to matches; see store.Presences.
	`CREATE TABLE sightings (
	match TEXT NOT NULL,
	person TEXT NOT NULL,
	at BIGINT NOT NULL,
	PRIMARY KEY (match, person)
) /*clustered*/;`,
	// The last heartbeat, and the latest downtime; one row.
	`CREATE TABLE beats (
	id INTEGER PRIMARY KEY,
	at BIGINT NOT NULL,
	gap_from BIGINT NOT NULL,
	gap_until BIGINT NOT NULL
);`,
	// A view: the matches whose events contain a person.
	`CREATE TABLE mentions (
	person TEXT NOT NULL,
	match TEXT NOT NULL,
	PRIMARY KEY (person, match)
) /*clustered*/;
INSERT INTO mentions (person, match) SELECT DISTINCT person, match FROM (
	SELECT /*json*/(body, player, id) AS person, match FROM events
	UNION SELECT /*json*/(body, by) AS person, match FROM events
) AS named WHERE person IS NOT NULL;`,
	// How often all sessions of a person were ended.
	`ALTER TABLE people ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;`,
	// Confusable names have the same skeleton, which fillSkeletons computes; guests
	// have none. name_due is 1 for a person who must choose another name, 2 if the
	// name has been changed at tables too, otherwise 0.
	`ALTER TABLE people ADD COLUMN skeleton TEXT;
ALTER TABLE people ADD COLUMN name_due INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX people_skeleton ON people (skeleton);
CREATE INDEX people_without_skeleton ON people (since, id) WHERE account IS NOT NULL AND skeleton IS NULL;
CREATE INDEX people_name_due ON people (name_due) WHERE name_due = 1;
INSERT INTO counters (name, n) VALUES ('skeletons', 0);`,
	// Responses to requests with an idempotency key; see store.Requests.
	`CREATE TABLE answers (
	id TEXT PRIMARY KEY,
	request TEXT NOT NULL,
	person TEXT NOT NULL,
	at BIGINT NOT NULL,
	program TEXT NOT NULL,
	lease BIGINT NOT NULL,
	body TEXT NOT NULL
);
CREATE INDEX answers_person ON answers (person, at);
CREATE INDEX answers_at ON answers (at);`,
	// The person whose share of engine time a match uses, the number of people who
	// play in it, the attempts at its engine's turn, and when a game without people
	// was last watched. The time used by a person is stored as a logarithm; see
	// turns.go.
	`ALTER TABLE matches ADD COLUMN person TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN people INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN engine_tries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN watched_at BIGINT NOT NULL DEFAULT 0;
UPDATE matches SET person = COALESCE(/*json*/(summary, owner, id), ''),
	people = (SELECT COUNT(*) FROM seats WHERE seats.match = matches.id);
CREATE TABLE engine_use (
	person TEXT PRIMARY KEY,
	weight DOUBLE PRECISION NOT NULL
);`,
	// Tokens from before there were scopes keep what they could do.
	`ALTER TABLE tokens ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE tokens ADD COLUMN scopes TEXT NOT NULL DEFAULT 'read play challenge';
ALTER TABLE tokens ADD COLUMN until BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tokens ADD COLUMN used_at BIGINT NOT NULL DEFAULT 0;`,
	// The phase in which handicap points are spent was renamed.
	`UPDATE matches SET phase = 'promoting' WHERE phase = 'improving';`,
	// The ID that replaces a person's in matches, '' unless the person is being
	// deleted.
	`ALTER TABLE people ADD COLUMN deleted_as TEXT NOT NULL DEFAULT '';
CREATE INDEX people_deleted_as ON people (id) WHERE deleted_as <> '';`,
	// Views: which tables can be joined by choosing settings in the lobby, when the
	// last game of a match ended with a result, and the names that a waiting private
	// table invites (in small letters), which fillInvited fills in. Tables opened
	// before have no pairing until a player sits down or leaves.
	`ALTER TABLE matches ADD COLUMN pairing TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN ended_at BIGINT NOT NULL DEFAULT 0;
UPDATE matches SET ended_at = COALESCE((SELECT CAST(/*json*/(games.body, endedAt) AS BIGINT) FROM games
	WHERE games.match = matches.id AND /*json*/(games.body, outcome, reason) <> 'abort' ORDER BY games.game DESC LIMIT 1), 0) WHERE phase = 'finished';
CREATE INDEX matches_pairing ON matches (pairing, opened_at) WHERE pairing <> '';
CREATE INDEX matches_ended ON matches (ended_at, id) WHERE ended_at > 0 AND visibility = 'public';
CREATE TABLE invited (
	name TEXT NOT NULL,
	match TEXT NOT NULL,
	PRIMARY KEY (name, match)
) /*clustered*/;
CREATE INDEX invited_match ON invited (match);
CREATE INDEX ratings_pool ON ratings (pool, a);`,
	// Choices about the page as a JSON object, and when they were changed.
	`ALTER TABLE people ADD COLUMN preferences TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN preferences_at BIGINT NOT NULL DEFAULT 0;`,
	// Whose session it is, for people with accounts, and with which device and when it
	// is used; see store.Login. Sessions from before get this when they are used.
	`ALTER TABLE sessions ADD COLUMN person TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN since BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN used_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX sessions_person ON sessions (person) WHERE person <> '';
CREATE TABLE recovery_codes (
	person TEXT NOT NULL,
	hash TEXT NOT NULL,
	since BIGINT NOT NULL,
	PRIMARY KEY (person, hash)
) /*clustered*/;`,
	// 1 for the account of a program.
	`ALTER TABLE people ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;`,
	// Roles, passwords that must be changed, links that reset passwords (by their
	// hashes), and the audit log, with details as a JSON object.
	`ALTER TABLE people ADD COLUMN role TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN password_due INTEGER NOT NULL DEFAULT 0;
CREATE INDEX people_role ON people (role) WHERE role <> '';
CREATE TABLE reset_links (
	hash TEXT PRIMARY KEY,
	person TEXT NOT NULL,
	until BIGINT NOT NULL
);
CREATE INDEX reset_links_person ON reset_links (person);
CREATE TABLE audit (
	id TEXT PRIMARY KEY,
	at BIGINT NOT NULL,
	by_person TEXT NOT NULL,
	by_name TEXT NOT NULL,
	action TEXT NOT NULL,
	about TEXT NOT NULL,
	about_name TEXT NOT NULL,
	details TEXT NOT NULL
);
CREATE INDEX audit_at ON audit (at, id);
CREATE INDEX audit_about ON audit (about, at);`,
	// 1 if nobody sees whether the person is online; and a view: the rating as shown
	// after each game. The history of earlier games begins with the rating after the last.
	`ALTER TABLE people ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
CREATE TABLE rating_points (
	person TEXT NOT NULL,
	pool TEXT NOT NULL,
	games BIGINT NOT NULL,
	shown BIGINT NOT NULL,
	at BIGINT NOT NULL,
	PRIMARY KEY (person, pool, games)
) /*clustered*/;
INSERT INTO rating_points (person, pool, games, shown, at)
	SELECT person, pool, games, CAST(ROUND(CASE WHEN c = 0 THEN a * 60 ELSE a END) AS BIGINT), changed_at FROM ratings;`,
	// Sanctions, banned networks of addresses, and the moment of a report in its match.
	`ALTER TABLE people ADD COLUMN muted_until BIGINT NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN suspended_until BIGINT NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN banned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN warning TEXT NOT NULL DEFAULT '';
CREATE TABLE address_bans (
	network TEXT PRIMARY KEY,
	until BIGINT NOT NULL,
	since BIGINT NOT NULL,
	reason TEXT NOT NULL
);
ALTER TABLE reports ADD COLUMN game INTEGER NOT NULL DEFAULT 0;
ALTER TABLE reports ADD COLUMN ply INTEGER NOT NULL DEFAULT 0;`,
	// Settings of the site that differ from their defaults, and invitations that were
	// not used, by the hashes of their links.
	`CREATE TABLE site (
	name TEXT PRIMARY KEY,
	value TEXT NOT NULL
);
CREATE TABLE invitations (
	id TEXT PRIMARY KEY,
	hash TEXT NOT NULL UNIQUE,
	by_name TEXT NOT NULL,
	note TEXT NOT NULL,
	since BIGINT NOT NULL,
	until BIGINT NOT NULL
);`,
	// Progress in the lessons: best results, the answer to the
	// question whether they play chess (1 for yes), and the exercise that was open last.
	`CREATE TABLE lessons (
	person TEXT NOT NULL,
	exercise TEXT NOT NULL,
	moves INTEGER NOT NULL,
	stars INTEGER NOT NULL,
	PRIMARY KEY (person, exercise)
) /*clustered*/;
CREATE TABLE learners (
	person TEXT PRIMARY KEY,
	chess INTEGER NOT NULL,
	chess_at BIGINT NOT NULL,
	place TEXT NOT NULL,
	place_at BIGINT NOT NULL
);`,
	// Comparisons of people's games with the engine; result is a JSON object.
	`CREATE TABLE comparisons (
	person TEXT PRIMARY KEY,
	requested_at BIGINT NOT NULL,
	finished_at BIGINT NOT NULL,
	attempts INTEGER NOT NULL,
	leased_until BIGINT NOT NULL,
	failed INTEGER NOT NULL,
	result TEXT NOT NULL
);
CREATE INDEX comparisons_waiting ON comparisons (leased_until) WHERE finished_at = 0;`,
	// A view: when a game ended with a result, 0 for an aborted one.
	`ALTER TABLE games ADD COLUMN ended_at BIGINT NOT NULL DEFAULT 0;
UPDATE games SET ended_at = COALESCE(CAST(/*json*/(body, endedAt) AS BIGINT), 0) WHERE /*json*/(body, outcome, reason) <> 'abort';
CREATE INDEX games_ended ON games (ended_at, match, game) WHERE ended_at > 0;`,
	// When guests were last here, 0 for people with accounts (see fillSeen); views: when
	// the last game of a match ended or its table was closed, and when the oldest chat
	// message with a text was sent, 0 for none; and what rebuildRatings needs of the rated
	// games of deleted matches.
	`ALTER TABLE people ADD COLUMN seen_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX people_seen ON people (seen_at, id) WHERE seen_at > 0;
ALTER TABLE matches ADD COLUMN over_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN chat_at BIGINT NOT NULL DEFAULT 0;
UPDATE matches SET over_at = COALESCE((SELECT CAST(/*json*/(body, at) AS BIGINT) FROM events WHERE events.match = matches.id
	AND /*json*/(body, type) IN ('ended', 'closed') ORDER BY seq DESC LIMIT 1), 0) WHERE phase IN ('finished', 'closed');
UPDATE matches SET chat_at = chats.at FROM (SELECT match, MIN(CAST(/*json*/(body, at) AS BIGINT)) AS at FROM events
	WHERE /*json*/(body, type) = 'chatted' AND /*json*/(body, text) <> '' GROUP BY match) AS chats WHERE chats.match = matches.id;
CREATE INDEX matches_over ON matches (over_at, id) WHERE over_at > 0;
CREATE INDEX matches_chat ON matches (chat_at, id) WHERE chat_at > 0;
CREATE TABLE results (
	rated BIGINT NOT NULL,
	seat INTEGER NOT NULL,
	person TEXT NOT NULL,
	pool TEXT NOT NULL,
	won INTEGER NOT NULL,
	ended_at BIGINT NOT NULL,
	PRIMARY KEY (rated, seat)
) /*clustered*/;
CREATE INDEX results_person ON results (person);`,
	// A view: the finished games of each person. others are the names of the other people in
	// lower case, each between line feeds; engines is the number of the other seats without
	// a person.
	`CREATE TABLE played (
	person TEXT NOT NULL,
	ended_at BIGINT NOT NULL,
	match TEXT NOT NULL,
	game INTEGER NOT NULL,
	kind TEXT NOT NULL,
	result TEXT NOT NULL,
	others TEXT NOT NULL,
	engines INTEGER NOT NULL,
	moves INTEGER NOT NULL,
	PRIMARY KEY (person, ended_at, match, game)
) /*clustered*/;
CREATE INDEX played_match ON played (match, game);`,
	// Studies; body is the text of a chapter and bytes its length. And the study that a
	// report is about.
	`CREATE TABLE studies (
	id TEXT PRIMARY KEY,
	owner TEXT NOT NULL,
	game TEXT NOT NULL,
	title TEXT NOT NULL,
	visibility TEXT NOT NULL,
	version INTEGER NOT NULL,
	created_at BIGINT NOT NULL,
	changed_at BIGINT NOT NULL,
	removed_at BIGINT NOT NULL
);
CREATE INDEX studies_owner ON studies (owner);
CREATE INDEX studies_public ON studies (changed_at) WHERE visibility = 'public' AND removed_at = 0;
CREATE TABLE chapters (
	study TEXT NOT NULL,
	id TEXT NOT NULL,
	place INTEGER NOT NULL,
	title TEXT NOT NULL,
	variant TEXT NOT NULL,
	nodes INTEGER NOT NULL,
	version INTEGER NOT NULL,
	bytes INTEGER NOT NULL,
	body TEXT NOT NULL,
	PRIMARY KEY (study, id)
);
ALTER TABLE reports ADD COLUMN study TEXT NOT NULL DEFAULT '';`,
	// Reviews of finished games, and the results of their searches by the number of moves
	// before the position. due_at is from when on a worker may take one: while it is
	// running, the end of its lease.
	`CREATE TABLE reviews (
	match TEXT NOT NULL,
	game INTEGER NOT NULL,
	person TEXT NOT NULL,
	requested_at BIGINT NOT NULL,
	began_at BIGINT NOT NULL,
	finished_at BIGINT NOT NULL,
	due_at BIGINT NOT NULL,
	running INTEGER NOT NULL,
	failed INTEGER NOT NULL,
	attempts INTEGER NOT NULL,
	leases INTEGER NOT NULL,
	done INTEGER NOT NULL,
	total INTEGER NOT NULL,
	nodes INTEGER NOT NULL,
	PRIMARY KEY (match, game)
);
CREATE INDEX reviews_open ON reviews (due_at) WHERE finished_at = 0;
CREATE INDEX reviews_person ON reviews (person, requested_at);
CREATE INDEX reviews_began ON reviews (person, began_at);
CREATE TABLE review_results (
	match TEXT NOT NULL,
	game INTEGER NOT NULL,
	place INTEGER NOT NULL,
	body TEXT NOT NULL,
	PRIMARY KEY (match, game, place)
) /*clustered*/;`,
	// Names that differ only in punctuation have the same letters, which fillLetters computes;
	// guests have none. Unlike skeletons, those of names from earlier versions may be equal.
	`ALTER TABLE people ADD COLUMN letters TEXT;
CREATE INDEX people_letters ON people (letters) WHERE letters IS NOT NULL;
CREATE INDEX people_without_letters ON people (id) WHERE account IS NOT NULL AND letters IS NULL;
INSERT INTO counters (name, n) VALUES ('letters', 0);`,
	// Open is 1 while the match is of store.Matches.OpenOf for its players. Rematches
	// offered before this version are not counted.
	`ALTER TABLE seats ADD COLUMN open INTEGER NOT NULL DEFAULT 0;
UPDATE seats SET open = 1 WHERE match IN (SELECT id FROM matches WHERE phase IN ('waiting', 'promoting', 'playing'));
CREATE INDEX seats_open ON seats (person) WHERE open = 1;`,
	// Sessions of accounts end 30 days after their last use.
	`UPDATE sessions SET until = used_at + 2592000000 WHERE person <> '' AND used_at > 0 AND until > used_at + 2592000000;`,
	// A view, except for the badges of deleted matches, which have no match; see fillBadges.
	`CREATE TABLE badges (
	person TEXT NOT NULL,
	code TEXT NOT NULL,
	match TEXT NOT NULL,
	game INTEGER NOT NULL,
	ply INTEGER NOT NULL,
	at BIGINT NOT NULL,
	PRIMARY KEY (person, code)
) /*clustered*/;
CREATE INDEX badges_match ON badges (match) WHERE match <> '';`,
	// When an exercise was solved last, 0 if that is not known, and the step of its repetition.
	`ALTER TABLE lessons ADD COLUMN solved_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE lessons ADD COLUMN step INTEGER NOT NULL DEFAULT 0;`,
	// There are none about what happened before this version.
	`CREATE TABLE notifications (
	person TEXT NOT NULL,
	kind TEXT NOT NULL,
	match TEXT NOT NULL,
	game INTEGER NOT NULL,
	at BIGINT NOT NULL,
	seen INTEGER NOT NULL,
	PRIMARY KEY (person, kind, match, game)
) /*clustered*/;
CREATE INDEX notifications_match ON notifications (match);`,
	// motto of a report is that of the person whom it is about, when it was made.
	`ALTER TABLE people ADD COLUMN arms TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN motto TEXT NOT NULL DEFAULT '';
ALTER TABLE reports ADD COLUMN motto TEXT NOT NULL DEFAULT '';`,

	`CREATE TABLE push_devices (
	id TEXT PRIMARY KEY,
	person TEXT NOT NULL,
	session TEXT NOT NULL,
	endpoint TEXT NOT NULL UNIQUE,
	p256dh TEXT NOT NULL,
	auth TEXT NOT NULL,
	name TEXT NOT NULL,
	since BIGINT NOT NULL
);
CREATE INDEX push_devices_person ON push_devices (person);
CREATE TABLE pushes (
	device TEXT NOT NULL,
	kind TEXT NOT NULL,
	match TEXT NOT NULL,
	game INTEGER NOT NULL,
	queued_at BIGINT NOT NULL,
	due_at BIGINT NOT NULL,
	attempts INTEGER NOT NULL,
	leases INTEGER NOT NULL,
	PRIMARY KEY (device, kind, match, game)
) /*clustered*/;
CREATE INDEX pushes_due ON pushes (due_at);
CREATE TABLE notification_modes (
	person TEXT NOT NULL,
	kind TEXT NOT NULL,
	mode TEXT NOT NULL,
	PRIMARY KEY (person, kind)
) /*clustered*/;
CREATE TABLE quiet_hours (
	person TEXT PRIMARY KEY,
	zone TEXT NOT NULL,
	from_minute INTEGER NOT NULL,
	until_minute INTEGER NOT NULL
);`,
	// push is 1 if the person wants pushes of the tables of those whom they follow. openings
	// are the public tables that wait, of owners with accounts: a view, without those that were
	// opened before this version.
	`CREATE TABLE follows (
	person TEXT NOT NULL,
	other TEXT NOT NULL,
	since BIGINT NOT NULL,
	push INTEGER NOT NULL,
	PRIMARY KEY (person, other)
) /*clustered*/;
CREATE INDEX follows_other ON follows (other);
CREATE INDEX follows_push ON follows (other, since) WHERE push = 1;
CREATE TABLE openings (
	match TEXT PRIMARY KEY,
	person TEXT NOT NULL,
	at BIGINT NOT NULL
);
CREATE INDEX openings_person ON openings (person);`,
	// How the person kept the time in a correspondence game with others: whether it was over, and
	// the seconds of the last moves; replies is NULL in other games. See fillConduct.
	`ALTER TABLE played ADD COLUMN late INTEGER NOT NULL DEFAULT 0;
ALTER TABLE played ADD COLUMN replies TEXT;`,
	// Private notes of people on matches.
	`CREATE TABLE notes (
	person TEXT NOT NULL,
	match TEXT NOT NULL,
	version BIGINT NOT NULL,
	changed_at BIGINT NOT NULL,
	body TEXT NOT NULL,
	PRIMARY KEY (person, match)
) /*clustered*/;
CREATE INDEX notes_match ON notes (match);`,
	// service is the host of the push service; see fillServices. table_pushes has when a table of
	// a person was last pushed to followers.
	`ALTER TABLE push_devices ADD COLUMN service TEXT NOT NULL DEFAULT '';
ALTER TABLE pushes ADD COLUMN service TEXT NOT NULL DEFAULT '';
CREATE INDEX pushes_service ON pushes (service, due_at);
CREATE TABLE table_pushes (
	person TEXT PRIMARY KEY,
	at BIGINT NOT NULL
);`,
	// Puzzles: attempts of people, their ratings as solvers, the ratings of puzzles after rated
	// attempts, puzzles that were dealt and not attempted yet, votes, and mistakes kept as exercises.
	// rating is that after the attempt, 0 if it was not rated.
	`CREATE TABLE puzzle_attempts (
	person TEXT NOT NULL,
	puzzle TEXT NOT NULL,
	at BIGINT NOT NULL,
	rules TEXT NOT NULL,
	kind TEXT NOT NULL,
	solved INTEGER NOT NULL,
	rating INTEGER NOT NULL,
	change INTEGER NOT NULL,
	stored_at BIGINT NOT NULL,
	PRIMARY KEY (person, puzzle, at)
) /*clustered*/;
CREATE INDEX puzzle_attempts_at ON puzzle_attempts (person, at);
CREATE INDEX puzzle_attempts_stored ON puzzle_attempts (person, stored_at);
CREATE TABLE puzzle_ratings (
	person TEXT NOT NULL,
	game TEXT NOT NULL,
	rating DOUBLE PRECISION NOT NULL,
	deviation DOUBLE PRECISION NOT NULL,
	volatility DOUBLE PRECISION NOT NULL,
	attempts INTEGER NOT NULL,
	changed_at BIGINT NOT NULL,
	PRIMARY KEY (person, game)
) /*clustered*/;
CREATE TABLE rated_puzzles (
	puzzle TEXT PRIMARY KEY,
	rating DOUBLE PRECISION NOT NULL,
	deviation DOUBLE PRECISION NOT NULL,
	volatility DOUBLE PRECISION NOT NULL,
	plays INTEGER NOT NULL,
	changed_at BIGINT NOT NULL
);
CREATE INDEX rated_puzzles_changed ON rated_puzzles (changed_at);
CREATE TABLE puzzle_deals (
	person TEXT NOT NULL,
	wish TEXT NOT NULL,
	puzzle TEXT NOT NULL,
	difficulty TEXT NOT NULL,
	at BIGINT NOT NULL,
	PRIMARY KEY (person, wish)
) /*clustered*/;
CREATE TABLE puzzle_votes (
	person TEXT NOT NULL,
	puzzle TEXT NOT NULL,
	vote TEXT NOT NULL,
	body TEXT NOT NULL,
	at BIGINT NOT NULL,
	settled INTEGER NOT NULL,
	PRIMARY KEY (person, puzzle)
) /*clustered*/;
CREATE INDEX puzzle_votes_wrong ON puzzle_votes (puzzle, at) WHERE vote = 'wrong' AND settled = 0;
CREATE TABLE mistakes (
	person TEXT NOT NULL,
	id TEXT NOT NULL,
	rules TEXT NOT NULL,
	position TEXT NOT NULL,
	played TEXT NOT NULL,
	best TEXT NOT NULL,
	source TEXT NOT NULL,
	at BIGINT NOT NULL,
	PRIMARY KEY (person, id)
) /*clustered*/;`,
	`CREATE TABLE puzzle_runs (
	person TEXT NOT NULL,
	game TEXT NOT NULL,
	kind TEXT NOT NULL,
	id TEXT NOT NULL,
	puzzles TEXT NOT NULL,
	started_at BIGINT NOT NULL,
	finished_at BIGINT NOT NULL,
	score INTEGER NOT NULL,
	PRIMARY KEY (person, game, kind)
) /*clustered*/;
CREATE TABLE puzzle_scores (
	person TEXT NOT NULL,
	game TEXT NOT NULL,
	kind TEXT NOT NULL,
	day TEXT NOT NULL,
	score INTEGER NOT NULL,
	at BIGINT NOT NULL,
	PRIMARY KEY (person, game, kind, day)
) /*clustered*/;
CREATE INDEX puzzle_scores_board ON puzzle_scores (game, kind, day, score DESC, at);`,
	// Clubs. letters is NULL in a closed club, whose name others can take; lowered is the name
	// in small letters, for searches; notified_at is that of the last notice that members were
	// notified of. And what a report is about in a club, with its text at the time.
	`CREATE TABLE clubs (
	id TEXT PRIMARY KEY,
	name TEXT NOT NULL,
	letters TEXT,
	lowered TEXT NOT NULL,
	line TEXT NOT NULL,
	body TEXT NOT NULL,
	entry TEXT NOT NULL,
	posting TEXT NOT NULL,
	state TEXT NOT NULL,
	created_at BIGINT NOT NULL,
	members INTEGER NOT NULL,
	version INTEGER NOT NULL,
	notified_at BIGINT NOT NULL
);
CREATE INDEX clubs_letters ON clubs (letters);
CREATE INDEX clubs_open ON clubs (members DESC, lowered) WHERE state = 'open';
CREATE TABLE club_members (
	club TEXT NOT NULL,
	person TEXT NOT NULL,
	role TEXT NOT NULL,
	since BIGINT NOT NULL,
	role_since BIGINT NOT NULL,
	muted INTEGER NOT NULL,
	PRIMARY KEY (club, person)
) /*clustered*/;
CREATE INDEX club_members_person ON club_members (person);
CREATE TABLE club_requests (
	club TEXT NOT NULL,
	person TEXT NOT NULL,
	body TEXT NOT NULL,
	at BIGINT NOT NULL,
	PRIMARY KEY (club, person)
) /*clustered*/;
CREATE INDEX club_requests_person ON club_requests (person);
CREATE TABLE club_refusals (
	club TEXT NOT NULL,
	person TEXT NOT NULL,
	at BIGINT NOT NULL,
	PRIMARY KEY (club, person)
) /*clustered*/;
CREATE INDEX club_refusals_person ON club_refusals (person);
CREATE TABLE club_notices (
	club TEXT NOT NULL,
	id TEXT NOT NULL,
	parent TEXT NOT NULL,
	person TEXT NOT NULL,
	at BIGINT NOT NULL,
	body TEXT NOT NULL,
	PRIMARY KEY (club, id)
);
CREATE INDEX club_notices_board ON club_notices (club, parent, at);
CREATE INDEX club_notices_person ON club_notices (person);
ALTER TABLE reports ADD COLUMN club TEXT NOT NULL DEFAULT '';
ALTER TABLE reports ADD COLUMN notice TEXT NOT NULL DEFAULT '';
ALTER TABLE reports ADD COLUMN quote TEXT NOT NULL DEFAULT '';`,
	`CREATE TABLE tournament_events (
	tournament TEXT NOT NULL,
	seq BIGINT NOT NULL,
	body TEXT NOT NULL,
	PRIMARY KEY (tournament, seq)
) /*clustered*/;
CREATE TABLE tournaments (
	id TEXT NOT NULL PRIMARY KEY,
	seq BIGINT NOT NULL,
	phase TEXT NOT NULL,
	game TEXT NOT NULL,
	at BIGINT NOT NULL,
	director TEXT NOT NULL,
	due_at BIGINT NOT NULL,
	leased_until BIGINT NOT NULL,
	attempts INTEGER NOT NULL,
	summary TEXT NOT NULL
);
CREATE INDEX tournaments_by_phase ON tournaments (phase, at, id);
CREATE INDEX tournaments_by_director ON tournaments (director, phase);
CREATE INDEX tournaments_due ON tournaments (due_at) WHERE due_at > 0;
CREATE TABLE tournament_people (
	person TEXT NOT NULL,
	tournament TEXT NOT NULL,
	shown INTEGER NOT NULL,
	PRIMARY KEY (person, tournament)
) /*clustered*/;
CREATE INDEX tournament_people_in ON tournament_people (tournament);
CREATE TABLE tournament_games (
	match TEXT NOT NULL PRIMARY KEY,
	tournament TEXT NOT NULL,
	state INTEGER NOT NULL
) /*clustered*/;
CREATE INDEX tournament_games_due ON tournament_games (tournament) WHERE state IN (0, 2);
CREATE INDEX tournament_games_in ON tournament_games (tournament);`,
	// The version of the table of seats with which a game was rated, 0 if all seats counted as equal;
	// and what it needs of the rated games of deleted matches.
	`ALTER TABLE events ADD COLUMN seat_table INTEGER NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN kind TEXT NOT NULL DEFAULT '';
ALTER TABLE results ADD COLUMN first INTEGER NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN seat_table INTEGER NOT NULL DEFAULT 0;`,
	`CREATE TABLE tournament_clubs (
	club TEXT NOT NULL,
	tournament TEXT NOT NULL,
	PRIMARY KEY (club, tournament)
) /*clustered*/;
ALTER TABLE reports ADD COLUMN tournament TEXT NOT NULL DEFAULT '';`,
	// Tournaments of clubs have a kind of notifications of their own.
	`INSERT INTO notification_modes (person, kind, mode) SELECT person, 'tournament-open', mode FROM notification_modes WHERE kind = 'season' ON CONFLICT DO NOTHING;`,
	// When the clock of a run of puzzles started, 0 before.
	`ALTER TABLE puzzle_runs ADD COLUMN begun_at BIGINT NOT NULL DEFAULT 0;`,
	// The version of the engine of a review. Before, there was one.
	`ALTER TABLE reviews ADD COLUMN engine INTEGER NOT NULL DEFAULT 1;`,
}

// migrate runs the missing migrations. Several processes may start at once.
func (s *Store) migrate(ctx context.Context) error {
	return s.transaction(ctx, func(tx *sql.Tx) error {
		if s.dialect == postgres {
			if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(7263391)`); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS tafelrunde_version (version INTEGER NOT NULL)`); err != nil {
			return err
		}
		var version int
		if err := tx.QueryRowContext(ctx, `SELECT COALESCE(MAX(version), 0) FROM tafelrunde_version`).Scan(&version); err != nil {
			return err
		}
		if version > len(migrations) {
			return laterVersion(version)
		}
		for ; version < len(migrations); version++ {
			_, err := tx.ExecContext(ctx, s.dialect.sql(migrations[version]))
			if err != nil {
				return fmt.Errorf("migrating the database to version %d: %w", version+1, err)
			}
			if _, err := tx.ExecContext(ctx, s.dialect.sql(`INSERT INTO tafelrunde_version (version) VALUES (?)`), version+1); err != nil {
				return err
			}
			s.migrated = true
			switch version + 1 {
			case invitedVersion:
				err = s.fillInvited(ctx, tx)
			case seenVersion:
				err = s.fillSeen(ctx, tx)
			case playedVersion:
				err = s.fillPlayed(ctx, tx)
			case badgesVersion:
				err = s.fillBadges(ctx, tx)
			case conductVersion:
				err = s.fillConduct(ctx, tx)
			case servicesVersion:
				err = s.fillServices(ctx, tx)
			}
			if err != nil {
				return err
			}
		}
		if err := s.fillSkeletons(ctx, tx); err != nil {
			return err
		}
		return s.fillLetters(ctx, tx)
	})
}

// invitedVersion is the version that has the table "invited".
const invitedVersion = 13

// seenVersion is the version that has the column "seen_at".
const seenVersion = 24

// fillInvited fills in the names that the waiting private tables invite.
func (s *Store) fillInvited(ctx context.Context, tx *sql.Tx) error {
	rows, err := tx.QueryContext(ctx, s.dialect.sql(`SELECT id, summary FROM matches WHERE phase = ? AND visibility = ?`), match.Waiting, match.Private)
	if err != nil {
		return err
	}
	defer rows.Close()
	var list []store.Summary
	for rows.Next() {
		var v store.Summary
		var id string
		var body []byte
		if err := rows.Scan(&id, &body); err != nil {
			return err
		}
		if err := json.Unmarshal(body, &v); err != nil {
			return fmt.Errorf("summary of match %s: %w", id, err)
		}
		v.Match = id
		list = append(list, v)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for i := range list {
		if err := s.putInvited(ctx, tx, &list[i]); err != nil {
			return err
		}
	}
	return nil
}

// laterVersion is the error of a database that a later program has changed.
func laterVersion(version int) error {
	return fmt.Errorf("the database has version %d, made by a later program; this program supports up to %d", version, len(migrations))
}
