// Package judge says what a move was worth, and why, as data: it classifies the moves
// of both games by the win share that they lose, and explains a move with facts that
// the rules know: what it captures, why it promotes or does not, what it threatens and
// what it leaves to the opponent. Win shares and losses are in thousandths.
//
// A remark is a code with the squares, kinds and numbers that a sentence needs. The
// sentences are in the dictionaries of the page. Remarks need no search: a threat in
// Way of the Knight is a capture that gains levels even if the piece is recaptured, one in
// Lancelot a legal stone that captures, after which no other seat can reach the target.
package judge
