// Package eval judges positions of Way of the Knight without searching. The
// judgement is a sum of features a player would name, each times a weight:
//
//   - material: what a man of each kind is worth, and where he stands
//   - mobility: how many squares he attacks that are not denied to him
//   - kings: attacks on the squares around an only king, and his shelter; a
//     side with several kings cannot be mated, so only their number counts
//   - pawns: doubled, isolated, protected, free to advance
//   - experience: men that can rise on their next move by the rank they reach,
//     and captures that would raise the taker
//   - threats: men attacked by cheaper ones, men that nobody defends
//
// Every weight is a [Pair] for a full and an emptied board, between which a
// position's material decides. Each rule set has its own [Weights]; they were
// tuned from games that the engine played against itself, as
// docs/measurements/wotn-tuning.md tells.
package eval
