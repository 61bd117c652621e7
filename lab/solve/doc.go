// Package solve proves how a game of Lancelot between two seats on a board of 4x4
// or 5x5 squares ends if both play perfectly.
//
// A [Solver] searches every legal turn. It stores what it has proved in a
// transposition table that holds whole positions instead of hashes, so that its
// results are proofs. A table can be written to a file and read again to continue
// a search. [OrderTuning] trains the order in which the solver tries turns.
package solve
