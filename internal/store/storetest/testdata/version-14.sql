-- A database of version 14, before accounts had recovery codes and roles, as the
-- program made it: storetest.Fill with accounts, tokens and the rest. For SQLite and
-- PostgreSQL.
CREATE TABLE tafelrunde_version (version INTEGER NOT NULL);
CREATE TABLE events (
	match TEXT NOT NULL,
	seq BIGINT NOT NULL,
	-- The place of the game that the event ended among all rated games.
	rated BIGINT,
	body TEXT NOT NULL,
	PRIMARY KEY (match, seq)
);
CREATE TABLE people (
	id TEXT PRIMARY KEY,
	name TEXT NOT NULL,
	-- The name in small letters, of a person with an account.
	account TEXT UNIQUE,
	password TEXT NOT NULL,
	since BIGINT NOT NULL
, sessions_from BIGINT NOT NULL DEFAULT 0, epoch BIGINT NOT NULL DEFAULT 0, skeleton TEXT, name_due INTEGER NOT NULL DEFAULT 0, deleted_as TEXT NOT NULL DEFAULT '', preferences TEXT NOT NULL DEFAULT '', preferences_at BIGINT NOT NULL DEFAULT 0);
CREATE TABLE tokens (
	hash TEXT PRIMARY KEY,
	person TEXT NOT NULL,
	since BIGINT NOT NULL
, name TEXT NOT NULL DEFAULT '', scopes TEXT NOT NULL DEFAULT 'read play challenge', until BIGINT NOT NULL DEFAULT 0, used_at BIGINT NOT NULL DEFAULT 0);
CREATE TABLE sessions (
	token TEXT PRIMARY KEY,
	data TEXT NOT NULL,
	until BIGINT NOT NULL
);
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
, person TEXT NOT NULL DEFAULT '', people INTEGER NOT NULL DEFAULT 0, engine_tries INTEGER NOT NULL DEFAULT 0, watched_at BIGINT NOT NULL DEFAULT 0, pairing TEXT NOT NULL DEFAULT '', ended_at BIGINT NOT NULL DEFAULT 0);
CREATE TABLE seats (
	match TEXT NOT NULL,
	seat INTEGER NOT NULL,
	person TEXT NOT NULL,
	PRIMARY KEY (match, seat)
);
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
CREATE TABLE passkeys (
	id TEXT PRIMARY KEY,
	person TEXT NOT NULL,
	name TEXT NOT NULL,
	credential TEXT NOT NULL,
	since BIGINT NOT NULL,
	used_at BIGINT NOT NULL
);
CREATE TABLE blocks (
	person TEXT NOT NULL,
	other TEXT NOT NULL,
	since BIGINT NOT NULL,
	PRIMARY KEY (person, other)
);
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
CREATE TABLE sightings (
	match TEXT NOT NULL,
	person TEXT NOT NULL,
	at BIGINT NOT NULL,
	PRIMARY KEY (match, person)
);
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
);
CREATE TABLE answers (
	id TEXT PRIMARY KEY,
	request TEXT NOT NULL,
	person TEXT NOT NULL,
	at BIGINT NOT NULL,
	program TEXT NOT NULL,
	lease BIGINT NOT NULL,
	body TEXT NOT NULL
);
CREATE TABLE engine_use (
	person TEXT PRIMARY KEY,
	weight DOUBLE PRECISION NOT NULL
);
CREATE TABLE invited (
	name TEXT NOT NULL,
	match TEXT NOT NULL,
	PRIMARY KEY (name, match)
);
CREATE UNIQUE INDEX events_rated ON events (rated) WHERE rated IS NOT NULL;
CREATE INDEX sessions_until ON sessions (until);
CREATE INDEX matches_deadline ON matches (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX matches_engine ON matches (engine_due) WHERE engine_due IS NOT NULL;
CREATE INDEX matches_phase ON matches (phase, visibility, opened_at);
CREATE INDEX seats_person ON seats (person);
CREATE INDEX passkeys_person ON passkeys (person);
CREATE INDEX tokens_person ON tokens (person);
CREATE INDEX blocks_other ON blocks (other);
CREATE INDEX reports_by ON reports (by_person);
CREATE UNIQUE INDEX people_skeleton ON people (skeleton);
CREATE INDEX people_without_skeleton ON people (since, id) WHERE account IS NOT NULL AND skeleton IS NULL;
CREATE INDEX people_name_due ON people (name_due) WHERE name_due = 1;
CREATE INDEX answers_person ON answers (person, at);
CREATE INDEX answers_at ON answers (at);
CREATE INDEX people_deleted_as ON people (id) WHERE deleted_as <> '';
CREATE INDEX matches_pairing ON matches (pairing, opened_at) WHERE pairing <> '';
CREATE INDEX matches_ended ON matches (ended_at, id) WHERE ended_at > 0 AND visibility = 'public';
CREATE INDEX invited_match ON invited (match);
CREATE INDEX ratings_pool ON ratings (pool, a);
INSERT INTO tafelrunde_version (version) VALUES (1);
INSERT INTO tafelrunde_version (version) VALUES (2);
INSERT INTO tafelrunde_version (version) VALUES (3);
INSERT INTO tafelrunde_version (version) VALUES (4);
INSERT INTO tafelrunde_version (version) VALUES (5);
INSERT INTO tafelrunde_version (version) VALUES (6);
INSERT INTO tafelrunde_version (version) VALUES (7);
INSERT INTO tafelrunde_version (version) VALUES (8);
INSERT INTO tafelrunde_version (version) VALUES (9);
INSERT INTO tafelrunde_version (version) VALUES (10);
INSERT INTO tafelrunde_version (version) VALUES (11);
INSERT INTO tafelrunde_version (version) VALUES (12);
INSERT INTO tafelrunde_version (version) VALUES (13);
INSERT INTO tafelrunde_version (version) VALUES (14);
INSERT INTO events (match, seq, rated, body) VALUES ('m0', 1, NULL, '{"type":"opened","at":1700000001000,"seat":-1,"settings":{"game":"wotn","variant":"wotn","target":0,"seats":2,"first":0,"clock":{"kind":"real-time","initial":180000,"increment":0,"perTurn":0},"rated":true,"takebacks":false,"visibility":"public","takeoverLevel":0},"player":{"id":"p0","name":"Player 0","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m0', 2, NULL, '{"type":"sat","at":1700000001000,"seat":0,"player":{"id":"p0","name":"Player 0","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m1', 1, NULL, '{"type":"opened","at":1700000001000,"seat":-1,"settings":{"game":"wotn","variant":"wotn","target":0,"seats":2,"first":0,"clock":{"kind":"real-time","initial":180000,"increment":0,"perTurn":0},"rated":true,"takebacks":false,"visibility":"public","takeoverLevel":0},"player":{"id":"p0","name":"Player 0","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m1', 2, NULL, '{"type":"sat","at":1700000001000,"seat":0,"player":{"id":"p0","name":"Player 0","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m1', 3, NULL, '{"type":"sat","at":1700000002000,"seat":1,"player":{"id":"p1","name":"Player 1","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m1', 4, NULL, '{"type":"arranged","at":1700000002000,"seat":0,"game":1,"round":{"first":0}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m1', 5, NULL, '{"type":"started","at":1700000002000,"seat":-1,"game":1,"position":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}');
INSERT INTO events (match, seq, rated, body) VALUES ('m1', 6, NULL, '{"type":"moved","at":1700000003000,"seat":0,"move":"e2e4","clock":180000}');
INSERT INTO events (match, seq, rated, body) VALUES ('m2', 1, NULL, '{"type":"opened","at":1700000001000,"seat":-1,"settings":{"game":"wotn","variant":"wotn","target":0,"seats":2,"first":0,"clock":{"kind":"real-time","initial":180000,"increment":0,"perTurn":0},"rated":true,"takebacks":false,"visibility":"public","takeoverLevel":0},"player":{"id":"p0","name":"Player 0","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m2', 2, NULL, '{"type":"sat","at":1700000001000,"seat":0,"player":{"id":"p0","name":"Player 0","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m2', 3, NULL, '{"type":"sat","at":1700000002000,"seat":1,"player":{"id":"p1","name":"Player 1","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m2', 4, NULL, '{"type":"arranged","at":1700000002000,"seat":0,"game":1,"round":{"first":0}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m2', 5, NULL, '{"type":"started","at":1700000002000,"seat":-1,"game":1,"position":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}');
INSERT INTO events (match, seq, rated, body) VALUES ('m2', 6, NULL, '{"type":"moved","at":1700000003000,"seat":0,"move":"f2f3","clock":180000}');
INSERT INTO events (match, seq, rated, body) VALUES ('m2', 7, NULL, '{"type":"moved","at":1700000004000,"seat":1,"move":"e7e5","clock":180000}');
INSERT INTO events (match, seq, rated, body) VALUES ('m2', 8, NULL, '{"type":"moved","at":1700000005000,"seat":0,"move":"g2g4","spent":1000,"clock":179000}');
INSERT INTO events (match, seq, rated, body) VALUES ('m2', 9, NULL, '{"type":"moved","at":1700000006000,"seat":1,"move":"d8h4","spent":1000,"clock":179000}');
INSERT INTO events (match, seq, rated, body) VALUES ('m2', 10, 1, '{"type":"ended","at":1700000006000,"seat":-1,"game":1,"outcome":{"over":true,"reason":"checkmate","winners":[1]}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m2', 11, NULL, '{"type":"rematch-offered","at":1700000007000,"seat":0}');
INSERT INTO events (match, seq, rated, body) VALUES ('m2', 12, NULL, '{"type":"rematch-offered","at":1700000008000,"seat":1}');
INSERT INTO events (match, seq, rated, body) VALUES ('m2', 13, NULL, '{"type":"arranged","at":1700000008000,"seat":1,"game":2,"round":{"first":1}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m2', 14, NULL, '{"type":"started","at":1700000008000,"seat":-1,"game":2,"position":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}');
INSERT INTO events (match, seq, rated, body) VALUES ('m2', 15, NULL, '{"type":"moved","at":1700000009000,"seat":1,"move":"e2e4","clock":180000}');
INSERT INTO events (match, seq, rated, body) VALUES ('m2', 16, NULL, '{"type":"moved","at":1700000010000,"seat":0,"move":"e7e5","clock":180000}');
INSERT INTO events (match, seq, rated, body) VALUES ('m2', 17, NULL, '{"type":"draw-offered","at":1700000011000,"seat":1}');
INSERT INTO events (match, seq, rated, body) VALUES ('m2', 18, 2, '{"type":"ended","at":1700000012000,"seat":-1,"game":2,"outcome":{"over":true,"reason":"agreement"}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m3', 1, NULL, '{"type":"opened","at":1700000001000,"seat":-1,"settings":{"game":"wotn","variant":"wotn","target":0,"seats":2,"first":0,"clock":{"kind":"real-time","initial":180000,"increment":0,"perTurn":0},"rated":true,"takebacks":false,"visibility":"public","takeoverLevel":0},"player":{"id":"p0","name":"Player 0","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m3', 2, NULL, '{"type":"sat","at":1700000001000,"seat":0,"player":{"id":"p0","name":"Player 0","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m3', 3, NULL, '{"type":"sat","at":1700000002000,"seat":1,"player":{"id":"p1","name":"Player 1","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m3', 4, NULL, '{"type":"arranged","at":1700000002000,"seat":0,"game":1,"round":{"first":0}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m3', 5, NULL, '{"type":"started","at":1700000002000,"seat":-1,"game":1,"position":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}');
INSERT INTO events (match, seq, rated, body) VALUES ('m3', 6, NULL, '{"type":"moved","at":1700000003000,"seat":0,"move":"f2f3","clock":180000}');
INSERT INTO events (match, seq, rated, body) VALUES ('m3', 7, NULL, '{"type":"moved","at":1700000004000,"seat":1,"move":"e7e5","clock":180000}');
INSERT INTO events (match, seq, rated, body) VALUES ('m3', 8, NULL, '{"type":"moved","at":1700000005000,"seat":0,"move":"g2g4","spent":1000,"clock":179000}');
INSERT INTO events (match, seq, rated, body) VALUES ('m3', 9, NULL, '{"type":"moved","at":1700000006000,"seat":1,"move":"d8h4","spent":1000,"clock":179000}');
INSERT INTO events (match, seq, rated, body) VALUES ('m3', 10, 3, '{"type":"ended","at":1700000006000,"seat":-1,"game":1,"outcome":{"over":true,"reason":"checkmate","winners":[1]}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m3', 11, NULL, '{"type":"rematch-offered","at":1700000007000,"seat":0}');
INSERT INTO events (match, seq, rated, body) VALUES ('m3', 12, NULL, '{"type":"rematch-offered","at":1700000008000,"seat":1}');
INSERT INTO events (match, seq, rated, body) VALUES ('m3', 13, NULL, '{"type":"arranged","at":1700000008000,"seat":1,"game":2,"round":{"first":1}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m3', 14, NULL, '{"type":"started","at":1700000008000,"seat":-1,"game":2,"position":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}');
INSERT INTO events (match, seq, rated, body) VALUES ('m3', 15, NULL, '{"type":"moved","at":1700000009000,"seat":1,"move":"e2e4","clock":180000}');
INSERT INTO events (match, seq, rated, body) VALUES ('m3', 16, NULL, '{"type":"moved","at":1700000010000,"seat":0,"move":"e7e5","clock":180000}');
INSERT INTO events (match, seq, rated, body) VALUES ('m3', 17, NULL, '{"type":"draw-offered","at":1700000011000,"seat":1}');
INSERT INTO events (match, seq, rated, body) VALUES ('m3', 18, 4, '{"type":"ended","at":1700000012000,"seat":-1,"game":2,"outcome":{"over":true,"reason":"agreement"}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m4', 1, NULL, '{"type":"opened","at":1700000001000,"seat":-1,"settings":{"game":"wotn","variant":"wotn","target":0,"seats":2,"first":0,"clock":{"kind":"real-time","initial":180000,"increment":0,"perTurn":0},"rated":true,"takebacks":false,"visibility":"public","takeoverLevel":0},"player":{"id":"p0","name":"Player 0","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m4', 2, NULL, '{"type":"sat","at":1700000001000,"seat":0,"player":{"id":"p0","name":"Player 0","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m4', 3, NULL, '{"type":"sat","at":1700000002000,"seat":1,"player":{"id":"p1","name":"Player 1","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m4', 4, NULL, '{"type":"arranged","at":1700000002000,"seat":0,"game":1,"round":{"first":0}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m4', 5, NULL, '{"type":"started","at":1700000002000,"seat":-1,"game":1,"position":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}');
INSERT INTO events (match, seq, rated, body) VALUES ('m4', 6, NULL, '{"type":"moved","at":1700000003000,"seat":0,"move":"f2f3","clock":180000}');
INSERT INTO events (match, seq, rated, body) VALUES ('m4', 7, NULL, '{"type":"moved","at":1700000004000,"seat":1,"move":"e7e5","clock":180000}');
INSERT INTO events (match, seq, rated, body) VALUES ('m4', 8, NULL, '{"type":"moved","at":1700000005000,"seat":0,"move":"g2g4","spent":1000,"clock":179000}');
INSERT INTO events (match, seq, rated, body) VALUES ('m4', 9, NULL, '{"type":"moved","at":1700000006000,"seat":1,"move":"d8h4","spent":1000,"clock":179000}');
INSERT INTO events (match, seq, rated, body) VALUES ('m4', 10, 5, '{"type":"ended","at":1700000006000,"seat":-1,"game":1,"outcome":{"over":true,"reason":"checkmate","winners":[1]}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m4', 11, NULL, '{"type":"rematch-offered","at":1700000007000,"seat":0}');
INSERT INTO events (match, seq, rated, body) VALUES ('m4', 12, NULL, '{"type":"rematch-offered","at":1700000008000,"seat":1}');
INSERT INTO events (match, seq, rated, body) VALUES ('m4', 13, NULL, '{"type":"arranged","at":1700000008000,"seat":1,"game":2,"round":{"first":1}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m4', 14, NULL, '{"type":"started","at":1700000008000,"seat":-1,"game":2,"position":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}');
INSERT INTO events (match, seq, rated, body) VALUES ('m4', 15, NULL, '{"type":"moved","at":1700000009000,"seat":1,"move":"e2e4","clock":180000}');
INSERT INTO events (match, seq, rated, body) VALUES ('m4', 16, NULL, '{"type":"moved","at":1700000010000,"seat":0,"move":"e7e5","clock":180000}');
INSERT INTO events (match, seq, rated, body) VALUES ('m4', 17, NULL, '{"type":"draw-offered","at":1700000011000,"seat":1}');
INSERT INTO events (match, seq, rated, body) VALUES ('m4', 18, 6, '{"type":"ended","at":1700000012000,"seat":-1,"game":2,"outcome":{"over":true,"reason":"agreement"}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m5', 1, NULL, '{"type":"opened","at":1700000001000,"seat":-1,"settings":{"game":"wotn","variant":"wotn","target":0,"seats":2,"first":0,"clock":{"kind":"real-time","initial":180000,"increment":0,"perTurn":0},"rated":false,"takebacks":false,"handicap":true,"points":[0,1],"visibility":"public","takeoverLevel":0},"player":{"id":"p0","name":"Player 0","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m5', 2, NULL, '{"type":"sat","at":1700000001000,"seat":0,"player":{"id":"p0","name":"Player 0","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m5', 3, NULL, '{"type":"sat","at":1700000002000,"seat":1,"player":{"id":"p1","name":"Player 1","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m5', 4, NULL, '{"type":"arranged","at":1700000002000,"seat":1,"game":1,"round":{"first":1,"points":[0,1]}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m5', 5, NULL, '{"type":"promoted","at":1700000003000,"seat":1,"promotions":[{"square":"a2","kind":"S"}]}');
INSERT INTO events (match, seq, rated, body) VALUES ('m5', 6, NULL, '{"type":"started","at":1700000003000,"seat":-1,"game":1,"position":"rnbqkbnr/pppppppp/8/8/8/8/SPPPPPPP/RNBQKBNR w KQkq - 0 1"}');
INSERT INTO events (match, seq, rated, body) VALUES ('m5', 7, NULL, '{"type":"moved","at":1700000004000,"seat":1,"move":"e2e4","clock":180000}');
INSERT INTO events (match, seq, rated, body) VALUES ('m6', 1, NULL, '{"type":"opened","at":1700000001000,"seat":-1,"settings":{"game":"lancelot","variant":"excalibur","target":0,"seats":4,"first":0,"clock":{"kind":"real-time","initial":180000,"increment":0,"perTurn":0},"rated":true,"takebacks":false,"visibility":"public","timeout":"skip","takeoverLevel":5},"player":{"id":"p0","name":"Player 0","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m6', 2, NULL, '{"type":"sat","at":1700000001000,"seat":0,"player":{"id":"p0","name":"Player 0","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m6', 3, NULL, '{"type":"sat","at":1700000002000,"seat":1,"player":{"id":"p1","name":"Player 1","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m6', 4, NULL, '{"type":"sat","at":1700000003000,"seat":2,"player":{"id":"p2","name":"Player 2","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m6', 5, NULL, '{"type":"sat","at":1700000004000,"seat":3,"player":{"id":"p3","name":"Player 3","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m6', 6, NULL, '{"type":"arranged","at":1700000004000,"seat":0,"game":1,"round":{"first":0}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m6', 7, NULL, '{"type":"started","at":1700000004000,"seat":-1,"game":1,"position":"12/12/12/12/12/12/12/12/12/12/12/12 d 0,0,0,0 30,30,30,30 abcd excalibur 9"}');
INSERT INTO events (match, seq, rated, body) VALUES ('m6', 8, NULL, '{"type":"moved","at":1700000005000,"seat":3,"move":"Xg6","clock":180000}');
INSERT INTO events (match, seq, rated, body) VALUES ('m6', 9, NULL, '{"type":"dropped","at":1700000006000,"seat":0,"position":"12/12/12/12/12/12/12/5*6/12/12/12/12 b 0,0,0,0 30,30,30,30 abcd excalibur 9","reason":"resignation"}');
INSERT INTO events (match, seq, rated, body) VALUES ('m6', 10, NULL, '{"type":"dropped","at":1700000007000,"seat":1,"position":"12/12/12/12/12/12/12/5*6/12/12/12/12 c 0,0,0,0 30,30,30,30 abcd excalibur 9","reason":"resignation"}');
INSERT INTO events (match, seq, rated, body) VALUES ('m6', 11, NULL, '{"type":"dropped","at":1700000008000,"seat":2,"position":"12/12/12/12/12/12/12/5*6/12/12/12/12 d 0,0,0,0 30,30,30,30 abcd excalibur 9","reason":"resignation"}');
INSERT INTO events (match, seq, rated, body) VALUES ('m6', 12, 7, '{"type":"ended","at":1700000008000,"seat":-1,"game":1,"outcome":{"over":true,"reason":"last","winners":[3]}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m7', 1, NULL, '{"type":"opened","at":1700000001000,"seat":-1,"settings":{"game":"wotn","variant":"wotn","target":0,"seats":2,"first":0,"clock":{"kind":"real-time","initial":180000,"increment":0,"perTurn":0},"rated":true,"takebacks":false,"visibility":"public","takeoverLevel":0},"player":{"id":"p0","name":"Player 0","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m7', 2, NULL, '{"type":"sat","at":1700000001000,"seat":0,"player":{"id":"p0","name":"Player 0","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m7', 3, NULL, '{"type":"chatted","at":1700000002000,"seat":-1,"by":"w","name":"Wanda","text":"may I join?"}');
INSERT INTO events (match, seq, rated, body) VALUES ('m8', 1, NULL, '{"type":"opened","at":1700000001000,"seat":-1,"settings":{"game":"wotn","variant":"wotn","target":0,"seats":2,"first":0,"clock":{"kind":"real-time","initial":180000,"increment":0,"perTurn":0},"rated":true,"takebacks":false,"visibility":"public","takeoverLevel":0},"player":{"id":"p0","name":"Player 0","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m8', 2, NULL, '{"type":"sat","at":1700000001000,"seat":0,"player":{"id":"p0","name":"Player 0","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m8', 3, NULL, '{"type":"sat","at":1700000002000,"seat":1,"player":{"id":"p4","name":"Player 4","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m8', 4, NULL, '{"type":"arranged","at":1700000002000,"seat":0,"game":1,"round":{"first":0}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m8', 5, NULL, '{"type":"started","at":1700000002000,"seat":-1,"game":1,"position":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}');
INSERT INTO events (match, seq, rated, body) VALUES ('m8', 6, NULL, '{"type":"ended","at":1700000003000,"seat":0,"game":1,"outcome":{"over":true,"reason":"abort","cause":"player"}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m9', 1, NULL, '{"type":"opened","at":1700000001000,"seat":-1,"settings":{"game":"wotn","variant":"wotn","target":0,"seats":2,"first":0,"clock":{"kind":"real-time","initial":180000,"increment":0,"perTurn":0},"rated":true,"takebacks":false,"visibility":"private","invited":["Player 2","Player 3"],"takeoverLevel":0},"player":{"id":"p0","name":"Player 0","account":true}}');
INSERT INTO events (match, seq, rated, body) VALUES ('m9', 2, NULL, '{"type":"sat","at":1700000001000,"seat":0,"player":{"id":"p0","name":"Player 0","account":true}}');
INSERT INTO people (id, name, account, password, since, sessions_from, epoch, skeleton, name_due, deleted_as, preferences, preferences_at) VALUES ('p0', 'Player 0', 'player 0', 'hash of player 0', 1600000000000, 0, 0, 'player o', 0, '', '{"board":"wood"}', 1650000000000);
INSERT INTO people (id, name, account, password, since, sessions_from, epoch, skeleton, name_due, deleted_as, preferences, preferences_at) VALUES ('p1', 'Player 1', 'player 1', 'hash of player 1', 1600000000000, 0, 0, 'player l', 0, '', '', 0);
INSERT INTO people (id, name, account, password, since, sessions_from, epoch, skeleton, name_due, deleted_as, preferences, preferences_at) VALUES ('p2', 'Player 2', 'player 2', 'hash of player 2', 1600000000000, 0, 1, 'player 2', 0, '', '', 0);
INSERT INTO people (id, name, account, password, since, sessions_from, epoch, skeleton, name_due, deleted_as, preferences, preferences_at) VALUES ('p3', 'Player 3', 'player 3', 'hash of player 3', 1600000000000, 0, 0, 'player 3', 0, '', '', 0);
INSERT INTO people (id, name, account, password, since, sessions_from, epoch, skeleton, name_due, deleted_as, preferences, preferences_at) VALUES ('p4', 'Player 4', 'player 4', 'hash of player 4', 1600000000000, 0, 0, 'player 4', 0, '', '', 0);
INSERT INTO people (id, name, account, password, since, sessions_from, epoch, skeleton, name_due, deleted_as, preferences, preferences_at) VALUES ('w', 'Wanda', NULL, '', 1600000000001, 0, 0, NULL, 0, '', '', 0);
INSERT INTO tokens (hash, person, since, name, scopes, until, used_at) VALUES ('hash0123456789abcdef', 'p0', 1640000000000, 'lichess-bot', 'read play', 4000000000000, 0);
INSERT INTO tokens (hash, person, since, name, scopes, until, used_at) VALUES ('hash1123456789abcdef', 'p1', 1640000000000, 'old', 'read play challenge', 0, 0);
INSERT INTO sessions (token, data, until) VALUES ('session', 'data', 4000000000000);
INSERT INTO matches (id, seq, phase, visibility, opened_at, summary, position, to_act, deadline, engine_due, engine, level, person, people, engine_tries, watched_at, pairing, ended_at) VALUES ('m0', 2, 'waiting', 'public', 1700000001000, '{"match":"m0","phase":"waiting","settings":{"game":"wotn","variant":"wotn","target":0,"seats":2,"first":0,"clock":{"kind":"real-time","initial":180000,"increment":0,"perTurn":0},"rated":true,"takebacks":false,"visibility":"public","takeoverLevel":0},"owner":{"id":"p0","name":"Player 0","account":true},"seats":[{"id":"p0","name":"Player 0","account":true},{}],"game":0,"score":[0,0],"openedAt":0,"endedAt":0,"toAct":0,"seq":0}', '', -1, NULL, NULL, 0, 0, 'p0', 1, 0, 0, 'HMeM8qOUruPm2ywv', 0);
INSERT INTO matches (id, seq, phase, visibility, opened_at, summary, position, to_act, deadline, engine_due, engine, level, person, people, engine_tries, watched_at, pairing, ended_at) VALUES ('m1', 6, 'playing', 'public', 1700000001000, '{"match":"m1","phase":"playing","settings":{"game":"wotn","variant":"wotn","target":0,"seats":2,"first":0,"clock":{"kind":"real-time","initial":180000,"increment":0,"perTurn":0},"rated":true,"takebacks":false,"visibility":"public","takeoverLevel":0},"owner":{"id":"p0","name":"Player 0","account":true},"seats":[{"id":"p0","name":"Player 0","account":true},{"id":"p1","name":"Player 1","account":true}],"game":1,"score":[0,0],"openedAt":0,"endedAt":0,"toAct":0,"seq":0}', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1', 1, 1700000063000, NULL, 0, 0, 'p0', 2, 0, 0, '', 0);
INSERT INTO matches (id, seq, phase, visibility, opened_at, summary, position, to_act, deadline, engine_due, engine, level, person, people, engine_tries, watched_at, pairing, ended_at) VALUES ('m2', 18, 'finished', 'public', 1700000001000, '{"match":"m2","phase":"finished","settings":{"game":"wotn","variant":"wotn","target":0,"seats":2,"first":0,"clock":{"kind":"real-time","initial":180000,"increment":0,"perTurn":0},"rated":true,"takebacks":false,"visibility":"public","takeoverLevel":0},"owner":{"id":"p0","name":"Player 0","account":true},"seats":[{"id":"p0","name":"Player 0","account":true},{"id":"p1","name":"Player 1","account":true}],"game":2,"score":[0.5,1.5],"openedAt":0,"outcome":{"over":true,"reason":"agreement"},"endedAt":0,"toAct":0,"seq":0}', 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', -1, NULL, NULL, 0, 0, 'p0', 2, 0, 0, '', 1700000012000);
INSERT INTO matches (id, seq, phase, visibility, opened_at, summary, position, to_act, deadline, engine_due, engine, level, person, people, engine_tries, watched_at, pairing, ended_at) VALUES ('m3', 18, 'finished', 'public', 1700000001000, '{"match":"m3","phase":"finished","settings":{"game":"wotn","variant":"wotn","target":0,"seats":2,"first":0,"clock":{"kind":"real-time","initial":180000,"increment":0,"perTurn":0},"rated":true,"takebacks":false,"visibility":"public","takeoverLevel":0},"owner":{"id":"p0","name":"Player 0","account":true},"seats":[{"id":"p0","name":"Player 0","account":true},{"id":"p1","name":"Player 1","account":true}],"game":2,"score":[0.5,1.5],"openedAt":0,"outcome":{"over":true,"reason":"agreement"},"endedAt":0,"toAct":0,"seq":0}', 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', -1, NULL, NULL, 0, 0, 'p0', 2, 0, 0, '', 1700000012000);
INSERT INTO matches (id, seq, phase, visibility, opened_at, summary, position, to_act, deadline, engine_due, engine, level, person, people, engine_tries, watched_at, pairing, ended_at) VALUES ('m4', 18, 'finished', 'public', 1700000001000, '{"match":"m4","phase":"finished","settings":{"game":"wotn","variant":"wotn","target":0,"seats":2,"first":0,"clock":{"kind":"real-time","initial":180000,"increment":0,"perTurn":0},"rated":true,"takebacks":false,"visibility":"public","takeoverLevel":0},"owner":{"id":"p0","name":"Player 0","account":true},"seats":[{"id":"p0","name":"Player 0","account":true},{"id":"p1","name":"Player 1","account":true}],"game":2,"score":[0.5,1.5],"openedAt":0,"outcome":{"over":true,"reason":"agreement"},"endedAt":0,"toAct":0,"seq":0}', 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', -1, NULL, NULL, 0, 0, 'p0', 2, 0, 0, '', 1700000012000);
INSERT INTO matches (id, seq, phase, visibility, opened_at, summary, position, to_act, deadline, engine_due, engine, level, person, people, engine_tries, watched_at, pairing, ended_at) VALUES ('m7', 3, 'waiting', 'public', 1700000001000, '{"match":"m7","phase":"waiting","settings":{"game":"wotn","variant":"wotn","target":0,"seats":2,"first":0,"clock":{"kind":"real-time","initial":180000,"increment":0,"perTurn":0},"rated":true,"takebacks":false,"visibility":"public","takeoverLevel":0},"owner":{"id":"p0","name":"Player 0","account":true},"seats":[{"id":"p0","name":"Player 0","account":true},{}],"game":0,"score":[0,0],"openedAt":0,"endedAt":0,"toAct":0,"seq":0}', '', -1, NULL, NULL, 0, 0, 'p0', 1, 0, 0, 'HMeM8qOUruPm2ywv', 0);
INSERT INTO matches (id, seq, phase, visibility, opened_at, summary, position, to_act, deadline, engine_due, engine, level, person, people, engine_tries, watched_at, pairing, ended_at) VALUES ('m8', 6, 'finished', 'public', 1700000001000, '{"match":"m8","phase":"finished","settings":{"game":"wotn","variant":"wotn","target":0,"seats":2,"first":0,"clock":{"kind":"real-time","initial":180000,"increment":0,"perTurn":0},"rated":true,"takebacks":false,"visibility":"public","takeoverLevel":0},"owner":{"id":"p0","name":"Player 0","account":true},"seats":[{"id":"p0","name":"Player 0","account":true},{"id":"p4","name":"Player 4","account":true}],"game":1,"score":[0,0],"openedAt":0,"outcome":{"over":true,"reason":"abort","cause":"player"},"endedAt":0,"toAct":0,"seq":0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', -1, NULL, NULL, 0, 0, 'p0', 2, 0, 0, '', 0);
INSERT INTO matches (id, seq, phase, visibility, opened_at, summary, position, to_act, deadline, engine_due, engine, level, person, people, engine_tries, watched_at, pairing, ended_at) VALUES ('m9', 2, 'waiting', 'private', 1700000001000, '{"match":"m9","phase":"waiting","settings":{"game":"wotn","variant":"wotn","target":0,"seats":2,"first":0,"clock":{"kind":"real-time","initial":180000,"increment":0,"perTurn":0},"rated":true,"takebacks":false,"visibility":"private","invited":["Player 2","Player 3"],"takeoverLevel":0},"owner":{"id":"p0","name":"Player 0","account":true},"seats":[{"id":"p0","name":"Player 0","account":true},{}],"game":0,"score":[0,0],"openedAt":0,"endedAt":0,"toAct":0,"seq":0}', '', -1, NULL, NULL, 0, 0, 'p0', 1, 0, 0, '', 0);
INSERT INTO matches (id, seq, phase, visibility, opened_at, summary, position, to_act, deadline, engine_due, engine, level, person, people, engine_tries, watched_at, pairing, ended_at) VALUES ('m5', 7, 'playing', 'public', 1700000001000, '{"match":"m5","phase":"playing","settings":{"game":"wotn","variant":"wotn","target":0,"seats":2,"first":0,"clock":{"kind":"real-time","initial":180000,"increment":0,"perTurn":0},"rated":false,"takebacks":false,"handicap":true,"points":[0,1],"visibility":"public","takeoverLevel":0},"owner":{"id":"p0","name":"Player 0","account":true},"seats":[{"id":"p0","name":"Player 0","account":true},{"id":"p1","name":"Player 1","account":true}],"game":1,"score":[0,0],"openedAt":0,"endedAt":0,"toAct":0,"seq":0}', 'rnbqkbnr/pppppppp/8/8/4P3/8/SPPP1PPP/RNBQKBNR b KQkq - 0 1', 0, 1700000064000, NULL, 0, 0, 'p0', 2, 0, 0, '', 0);
INSERT INTO matches (id, seq, phase, visibility, opened_at, summary, position, to_act, deadline, engine_due, engine, level, person, people, engine_tries, watched_at, pairing, ended_at) VALUES ('m6', 12, 'finished', 'public', 1700000001000, '{"match":"m6","phase":"finished","settings":{"game":"lancelot","variant":"excalibur","target":0,"seats":4,"first":0,"clock":{"kind":"real-time","initial":180000,"increment":0,"perTurn":0},"rated":true,"takebacks":false,"visibility":"public","timeout":"skip","takeoverLevel":5},"owner":{"id":"p0","name":"Player 0","account":true},"seats":[{"id":"p0","name":"Player 0","account":true},{"id":"p1","name":"Player 1","account":true},{"id":"p2","name":"Player 2","account":true},{"id":"p3","name":"Player 3","account":true}],"game":1,"score":[0,0,0,1],"openedAt":0,"outcome":{"over":true,"reason":"last","winners":[3]},"endedAt":0,"toAct":0,"seq":0}', '12/12/12/12/12/12/12/5*6/12/12/12/12 d 0,0,0,0 30,30,30,30 abcd excalibur 9', -1, NULL, NULL, 0, 0, 'p3', 1, 0, 0, '', 1700000008000);
INSERT INTO seats (match, seat, person) VALUES ('m0', 0, 'p0');
INSERT INTO seats (match, seat, person) VALUES ('m1', 0, 'p0');
INSERT INTO seats (match, seat, person) VALUES ('m1', 1, 'p1');
INSERT INTO seats (match, seat, person) VALUES ('m2', 0, 'p0');
INSERT INTO seats (match, seat, person) VALUES ('m2', 1, 'p1');
INSERT INTO seats (match, seat, person) VALUES ('m3', 0, 'p0');
INSERT INTO seats (match, seat, person) VALUES ('m3', 1, 'p1');
INSERT INTO seats (match, seat, person) VALUES ('m4', 0, 'p0');
INSERT INTO seats (match, seat, person) VALUES ('m4', 1, 'p1');
INSERT INTO seats (match, seat, person) VALUES ('m7', 0, 'p0');
INSERT INTO seats (match, seat, person) VALUES ('m8', 0, 'p0');
INSERT INTO seats (match, seat, person) VALUES ('m8', 1, 'p4');
INSERT INTO seats (match, seat, person) VALUES ('m9', 0, 'p0');
INSERT INTO seats (match, seat, person) VALUES ('m5', 0, 'p0');
INSERT INTO seats (match, seat, person) VALUES ('m5', 1, 'p1');
INSERT INTO seats (match, seat, person) VALUES ('m6', 0, 'p0');
INSERT INTO seats (match, seat, person) VALUES ('m6', 1, 'p1');
INSERT INTO seats (match, seat, person) VALUES ('m6', 2, 'p2');
INSERT INTO seats (match, seat, person) VALUES ('m6', 3, 'p3');
INSERT INTO games (match, game, body) VALUES ('m2', 1, '{"game":1,"endedAt":1700000006000,"outcome":{"over":true,"reason":"checkmate","winners":[1]},"players":[{"id":"p0","name":"Player 0","account":true},{"id":"p1","name":"Player 1","account":true}],"rated":true}');
INSERT INTO games (match, game, body) VALUES ('m2', 2, '{"game":2,"endedAt":1700000012000,"outcome":{"over":true,"reason":"agreement"},"players":[{"id":"p0","name":"Player 0","account":true},{"id":"p1","name":"Player 1","account":true}],"rated":true}');
INSERT INTO games (match, game, body) VALUES ('m3', 1, '{"game":1,"endedAt":1700000006000,"outcome":{"over":true,"reason":"checkmate","winners":[1]},"players":[{"id":"p0","name":"Player 0","account":true},{"id":"p1","name":"Player 1","account":true}],"rated":true}');
INSERT INTO games (match, game, body) VALUES ('m3', 2, '{"game":2,"endedAt":1700000012000,"outcome":{"over":true,"reason":"agreement"},"players":[{"id":"p0","name":"Player 0","account":true},{"id":"p1","name":"Player 1","account":true}],"rated":true}');
INSERT INTO games (match, game, body) VALUES ('m4', 1, '{"game":1,"endedAt":1700000006000,"outcome":{"over":true,"reason":"checkmate","winners":[1]},"players":[{"id":"p0","name":"Player 0","account":true},{"id":"p1","name":"Player 1","account":true}],"rated":true}');
INSERT INTO games (match, game, body) VALUES ('m4', 2, '{"game":2,"endedAt":1700000012000,"outcome":{"over":true,"reason":"agreement"},"players":[{"id":"p0","name":"Player 0","account":true},{"id":"p1","name":"Player 1","account":true}],"rated":true}');
INSERT INTO games (match, game, body) VALUES ('m8', 1, '{"game":1,"endedAt":1700000003000,"outcome":{"over":true,"reason":"abort","cause":"player"},"players":[{"id":"p0","name":"Player 0","account":true},{"id":"p4","name":"Player 4","account":true}],"rated":false}');
INSERT INTO games (match, game, body) VALUES ('m6', 1, '{"game":1,"endedAt":1700000008000,"outcome":{"over":true,"reason":"last","winners":[3]},"players":[{"id":"p0","name":"Player 0","account":true},{"id":"p1","name":"Player 1","account":true},{"id":"p2","name":"Player 2","account":true},{"id":"p3","name":"Player 3","account":true}],"rated":true}');
INSERT INTO ratings (person, pool, a, b, c, games, changed_at) VALUES ('p0', 'wotn/2/blitz', 1402.2719674041887, 220.0828670265167, 0.08998197964622877, 6, 1700000012000);
INSERT INTO ratings (person, pool, a, b, c, games, changed_at) VALUES ('p1', 'wotn/2/blitz', 1597.7280325958113, 220.0828670265167, 0.08998197964622877, 6, 1700000012000);
INSERT INTO ratings (person, pool, a, b, c, games, changed_at) VALUES ('p0', 'lancelot/3-5/blitz', 24.068305009375088, 8.115683592582545, 0, 1, 1700000008000);
INSERT INTO ratings (person, pool, a, b, c, games, changed_at) VALUES ('p1', 'lancelot/3-5/blitz', 24.068305009375088, 8.115683592582545, 0, 1, 1700000008000);
INSERT INTO ratings (person, pool, a, b, c, games, changed_at) VALUES ('p2', 'lancelot/3-5/blitz', 24.068305009375088, 8.115683592582545, 0, 1, 1700000008000);
INSERT INTO ratings (person, pool, a, b, c, games, changed_at) VALUES ('p3', 'lancelot/3-5/blitz', 27.795084971874736, 8.263160757613477, 0, 1, 1700000008000);
INSERT INTO counters (name, n) VALUES ('rated', 7);
INSERT INTO counters (name, n) VALUES ('skeletons', 1);
INSERT INTO passkeys (id, person, name, credential, since, used_at) VALUES ('key', 'p1', 'phone', '{}', 1640000000000, 0);
INSERT INTO blocks (person, other, since) VALUES ('p0', 'p4', 1640000000000);
INSERT INTO mutes (person, match) VALUES ('p0', 'm1');
INSERT INTO reports (id, at, by_person, by_name, about, about_name, match, reason, body, done_at) VALUES ('r', 1640000000000, 'p0', 'Player 0', 'p4', 'Player 4', 'm8', 'chat', '', 0);
INSERT INTO mentions (person, match) VALUES ('p0', 'm0');
INSERT INTO mentions (person, match) VALUES ('p0', 'm1');
INSERT INTO mentions (person, match) VALUES ('p0', 'm2');
INSERT INTO mentions (person, match) VALUES ('p0', 'm3');
INSERT INTO mentions (person, match) VALUES ('p0', 'm4');
INSERT INTO mentions (person, match) VALUES ('p0', 'm5');
INSERT INTO mentions (person, match) VALUES ('p0', 'm6');
INSERT INTO mentions (person, match) VALUES ('p0', 'm7');
INSERT INTO mentions (person, match) VALUES ('p0', 'm8');
INSERT INTO mentions (person, match) VALUES ('p0', 'm9');
INSERT INTO mentions (person, match) VALUES ('p1', 'm1');
INSERT INTO mentions (person, match) VALUES ('p1', 'm2');
INSERT INTO mentions (person, match) VALUES ('p1', 'm3');
INSERT INTO mentions (person, match) VALUES ('p1', 'm4');
INSERT INTO mentions (person, match) VALUES ('p1', 'm5');
INSERT INTO mentions (person, match) VALUES ('p1', 'm6');
INSERT INTO mentions (person, match) VALUES ('p2', 'm6');
INSERT INTO mentions (person, match) VALUES ('p3', 'm6');
INSERT INTO mentions (person, match) VALUES ('p4', 'm8');
INSERT INTO mentions (person, match) VALUES ('w', 'm7');
INSERT INTO invited (name, match) VALUES ('player 2', 'm9');
INSERT INTO invited (name, match) VALUES ('player 3', 'm9');
