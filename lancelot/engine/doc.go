// Package engine has the types between searches of Lancelot and their users: the
// protocol UGI, matches, analysis.
//
// Package lancelot/search implements them.
package engine
