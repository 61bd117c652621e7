// Package names checks and normalizes the names of people, and detects names that
// look alike.
//
// [Clean] returns the form in which a name is stored. [Skeleton] returns equal
// texts for names that can be confused, [Letters] for those that differ only in
// punctuation and spaces too.
package names
