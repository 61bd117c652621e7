// Command tafelrunde serves the two games to the browser, which is the default, and
// has commands for engines, matches, tuning, small boards and databases.
//
// The commands are the fields of [program]. Each has a file of its own: it parses
// flags, calls a package and writes the result.
package main
