// Package lessons evaluates the exercises of the lessons by the rules of both
// games.
//
// An [Exercise] is a position, the condition that solves it, and what answers the
// learner's moves: nothing, scripted replies, or an engine with a fixed number of
// nodes and a fixed seed. [Exercise.State] returns the state after some moves,
// [Exercise.Reply] the engine's answer, and [Exercise.Hint] a good move.
// docs/formats/lessons.md describes the files that contain exercises; package
// files reads them.
//
// The package runs in the browser too, so it does without encoding/json.
package lessons
