// Package wotn holds the rules of Way of the Knight, Ralph Betza's chess
// variant in which men gain experience and change how they move.
//
// The package reads as a sentence: text is parsed to a [Setup], which may be
// nonsense; [Setup.Position] gives a [Position], which is always playable;
// [Position.AppendMoves] lists its legal moves and [Position.PlayInto] makes
// one. A [Game] adds what a single position cannot know: repetition, the
// count of quiet moves, undo.
//
// Three rule sets ([Variant]) share one generator: the standard ways (16 kinds of
// men), the alternative ways (22 kinds) and orthodox chess, from which the
// rules start and against whose published numbers the generator is checked.
//
// Everything is a value. Positions and moves can be compared with ==, copied,
// used as map keys and shared between goroutines; nothing in the package
// changes after its tables are made at start-up.
//
// The rules as players read them, with their sources, stand in docs/rules.
package wotn
