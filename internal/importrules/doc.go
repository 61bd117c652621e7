// Package importrules tests the map and the rules of imports in ARCHITECTURE.md: it
// reads them there and compares them with the folders and with what the packages import.
package importrules
