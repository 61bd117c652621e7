// Package passwords hashes passwords and compares them with their hashes, for
// a bounded number of requests at a time. A hash takes 19 MiB of memory and some
// 25 ms of a processor, so that a few hundred logins at once would use up a
// machine. No other package uses argon2id. It also tells which passwords are too
// common.
package passwords
