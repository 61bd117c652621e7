// Package games is the catalogue of the games that can be played at a table:
// Way of the Knight and Lancelot behind the interface that matches know games
// by. [Rules] is a match.Rules for both.
//
// It is the only place of the hosted game that knows the rules packages.
package games
