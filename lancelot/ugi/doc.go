// Package ugi serves an engine for Lancelot by the Universal Game Interface, a
// relative of UCI, extended to two to five seats. docs/formats/lancelot-engine.md
// describes the commands.
package ugi
