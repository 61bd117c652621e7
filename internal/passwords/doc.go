// Package passwords hashes passwords and compares them with hashes (argon2id), and
// detects passwords that are too common. The number of concurrent hashes is
// limited. Each needs 19 MiB of memory and about 25 ms of CPU time, and a few hundred
// logins at once would exhaust a machine.
package passwords
