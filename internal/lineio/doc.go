// Package lineio reads and writes the lines of engine protocols: UCI, XBoard's
// protocol and the Universal Game Interface.
package lineio
