// Package explain explains a move with facts that the rules know: what it captures,
// why it promotes or does not, what it threatens and what it leaves to the opponent.
//
// A remark is a code with the squares, kinds and numbers that a sentence needs. The
// sentences are in the dictionaries of the page. There is no search: a threat is a
// capture that gains levels even if the piece is recaptured.
package explain
