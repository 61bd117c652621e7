// Package engines has what the engines of both games share: the playing levels of the
// computer, the clock that ends a search, pseudo-random numbers, the lines of engine
// protocols, memory for transposition tables, and what makes a move the only good one.
//
// # Levels
//
// A level is stored and sent as a number, its code, whose meaning never changes.
// The codes 1 to 10 are the numbered levels. The beginners, which are weaker than
// level 3, came later; their codes are 11 to 17. So the order of the codes is not
// that of the strengths: [OfferedLevels] lists the levels by strength. The code 0 is no
// level.
package engines
