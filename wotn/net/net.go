// Package net evaluates positions with a neural network: a layer of features by kind, color and square, whose
// sums can be updated move by move, and a small output layer. So far it computes the sums anew.
//
// The network sees a position twice, from the side to move and from the other side: each sees its own
// pieces as White sees them from below, and mirrored if its only king stands on the files e to h. All
// arithmetic is in integers, so that every machine computes the same.
package net

import (
	"math/bits"

	"tafelrunde/wotn"
)

const (
	// Hidden is the number of sums of each side.
	Hidden = 64
	// Features is the number of features of each side: a color, a kind and a square.
	Features = int(wotn.NumColors) * kinds * 64
	// Buckets is the number of output layers. The number of pieces chooses one.
	Buckets = 8

	kinds = int(wotn.NumKinds) - 1
	// One is 1 as a sum. Sums count from 0 to One, squared.
	One = 255
	// Unit is 1 as an output weight.
	Unit = 64
	// Scale is the evaluation in centipawns that the output 1 stands for.
	Scale = 400

	lanes = 4 // sums in a word
	words = Hidden / lanes
)

// row are the sums of a side, or what a feature adds to them, as signed numbers of 16 bits, four in a word.
type row [words]uint64

// Network is the weights. It does not change once it is made, so it may be shared.
type Network struct {
	features [Features]row
	bias     row
	output   [Buckets][2 * Hidden]int16
	// outputBias is in 1/(One*Unit).
	outputBias [Buckets]int32
	origin     Origin
}

// Weights are the weights of a network as numbers, for training and for tests. The sums of a side are those
// of One*Bias and of One*Feature for each feature; the output weights count for the side to move first.
type Weights struct {
	// Features are what each feature adds to the sums.
	Features [][Hidden]float32
	Bias     [Hidden]float32
	Output   [Buckets][2 * Hidden]float32
	// OutputBias is added to the output.
	OutputBias [Buckets]float32
}

// Feature is the number of a feature of a side, from 0 to Features-1.
type Feature uint16

// FeatureOf returns the feature that a piece on a square is for White, without mirroring.
func FeatureOf(p wotn.Piece, s wotn.Square) Feature {
	return Feature((int(p.Color)*kinds+int(p.Kind)-1)*64 + int(s))
}

// See returns the feature as a side sees it.
func (f Feature) See(side wotn.Color, mirrored bool) Feature {
	if side == wotn.Black {
		f ^= 56
		f = (f + Feature(Features/2)) % Feature(Features)
	}
	if mirrored {
		f ^= 7
	}
	return f
}

// Mirrored reports whether a side sees a position mirrored.
func Mirrored(p *wotn.Position, side wotn.Color) bool {
	kings := p.Pieces(side, wotn.King)
	return kings != 0 && kings&(kings-1) == 0 && kings.First()&4 != 0
}

// Bucket returns the output layer for a position.
func Bucket(p *wotn.Position) int { return min(Buckets-1, (p.Occupied().Count()-1)/4) }

// EvaluateFeatures returns the evaluation of a position for the side to move in centipawns. It needs the features as White sees
// them, the side to move, who sees the position mirrored, and the output layer.
func (n *Network) EvaluateFeatures(features []Feature, us wotn.Color, mirrored [wotn.NumColors]bool, bucket int) int {
	sides := [wotn.NumColors]row{n.bias, n.bias}
	for side := range sides {
		for _, f := range features {
			sides[side].add(&n.features[f.See(wotn.Color(side), mirrored[side])])
		}
	}
	weights := &n.output[bucket]
	sum := sides[us].output((*[Hidden]int16)(weights[:Hidden])) + sides[us.Other()].output((*[Hidden]int16)(weights[Hidden:]))
	return int((sum/One + int64(n.outputBias[bucket])) * Scale / (One * Unit))
}

// signs has the sign bit of each lane.
const signs = 0x8000_8000_8000_8000

func (r *row) add(o *row) {
	for i, x := range o {
		r[i] = (r[i]&^signs + x&^signs) ^ (r[i]^x)&signs
	}
}

// output returns the sum of the squares of the sums, cut to 0 to One, times weights.
func (r *row) output(weights *[Hidden]int16) (sum int64) {
	for i, x := range r {
		if x&signs == signs {
			continue // all are negative
		}
		for lane := range lanes {
			v := int64(int16(bits.RotateLeft64(x, -16*lane)))
			v = min(max(v, 0), One)
			sum += v * v * int64(weights[lanes*i+lane])
		}
	}
	return sum
}
