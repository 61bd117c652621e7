// Command tafelrunde serves the two games to the browser, which is the default, and
// has commands for engines, matches, tuning, small fields and databases.
//
// The commands are the fields of [program]; each has a file of its own.
package main
