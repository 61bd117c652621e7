-- A database of version 5, in which names were not yet compared by their
-- skeletons, as the program made it. For SQLite and PostgreSQL.
CREATE TABLE events (
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
	-- When the engine's turn may be taken: since when it is due, or until when
	-- somebody works on it.
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
INSERT INTO counters (name, n) VALUES ('rated', 0);
ALTER TABLE people ADD COLUMN sessions_from BIGINT NOT NULL DEFAULT 0;
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
CREATE INDEX reports_by ON reports (by_person);
CREATE TABLE sightings (
	match TEXT NOT NULL,
	person TEXT NOT NULL,
	at BIGINT NOT NULL,
	PRIMARY KEY (match, person)
) /*clustered*/;
CREATE TABLE beats (
	id INTEGER PRIMARY KEY,
	at BIGINT NOT NULL,
	gap_from BIGINT NOT NULL,
	gap_until BIGINT NOT NULL
);
CREATE TABLE mentions (
	person TEXT NOT NULL,
	match TEXT NOT NULL,
	PRIMARY KEY (person, match)
) /*clustered*/;
CREATE TABLE tafelrunde_version (version INTEGER NOT NULL);
INSERT INTO tafelrunde_version (version) VALUES (1), (2), (3), (4), (5);
