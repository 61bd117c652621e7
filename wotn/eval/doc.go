// Package eval evaluates positions of Way of the Knight without search. An
// evaluation is the weighted sum of features that players know:
//
//   - material and squares: the value of each kind, and of its place
//   - mobility: the squares that a piece attacks
//   - king safety: attacks on the squares around an only king, and its pawn
//     shelter; a side with several kings cannot be mated, so for it only the
//     number of kings counts
//   - pawn structure: doubled, isolated, protected and passed pawns
//   - promotions: pieces that can promote with their next move, by rank or by a
//     capture
//   - threats: pieces attacked by less valuable ones, undefended pieces
//
// Every weight is a [Pair] for midgame and endgame, between which the phase of
// the position interpolates (tapered evaluation). Each variant has its own
// [Weights], tuned on self-play; see docs/lab/wotn-tuning.md.
package eval
