// Package accounts has the pure parts of accounts: names and passwords.
//
// [CleanName] returns the form in which a name is stored. [Skeleton] returns equal
// texts for names that can be confused, [Letters] for those that differ only in
// punctuation and spaces too.
//
// [Hasher] hashes passwords and compares them with hashes (argon2id).
// [IsCommonPassword] detects passwords that are too common. The number of concurrent
// hashes is limited. Each needs 19 MiB of memory and about 25 ms of CPU time, and a few
// hundred logins at once would exhaust a machine.
package accounts
