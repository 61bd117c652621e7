// Command tafelrunde is the whole program: it serves the two games to the
// browser, which is what it does when it is given no command, and counts
// moves to check the rules.
//
// The commands are the fields of [program]; each has a file of its own.
package main
