// Package importrules holds the import table of ARCHITECTURE.md: its test
// reads the table there and compares it with what the packages import.
package importrules
