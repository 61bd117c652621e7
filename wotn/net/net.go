// Package net evaluates positions with an efficiently updatable neural network: a layer of features by
// kind, color and square, whose sums follow each move with a few additions, and a small output layer.
//
// The network sees a position twice, from the side to move and from the other side: each sees its own
// pieces as White sees them from below, and mirrored if its only king stands on the files e to h. All
// arithmetic is in integers, so that every machine computes the same.
package net

import "tafelrunde/wotn"

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
	variants   [wotn.NumVariants]bool // for which it is
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

// accumulator has the sums of both sides for a position.
type accumulator struct {
	sides    [wotn.NumColors]row
	mirrored [wotn.NumColors]bool
}

// refresh computes the sums for a position anew.
func (a *accumulator) refresh(n *Network, p *wotn.Position) {
	for side := range a.sides {
		a.refreshSide(n, p, wotn.Color(side))
	}
}

func (a *accumulator) refreshSide(n *Network, p *wotn.Position, side wotn.Color) {
	a.sides[side], a.mirrored[side] = n.bias, Mirrored(p, side)
	for pieces := p.Occupied(); pieces != 0; pieces &= pieces - 1 {
		square := pieces.First()
		change(&a.sides[side], &n.features[FeatureOf(p.At(square), square).See(side, a.mirrored[side])], &zero)
	}
}

// update changes the sums for one position to those for another.
func (a *accumulator) update(n *Network, from, to *wotn.Position) {
	var buffers [2][64]Feature
	removed, added := buffers[0][:0], buffers[1][:0]
	for squares := from.Differences(to); squares != 0; squares &= squares - 1 {
		square := squares.First()
		if piece := from.At(square); piece.Kind != wotn.NoKind {
			removed = append(removed, FeatureOf(piece, square))
		}
		if piece := to.At(square); piece.Kind != wotn.NoKind {
			added = append(added, FeatureOf(piece, square))
		}
	}
	for side := wotn.White; side <= wotn.Black; side++ {
		mirrored := Mirrored(to, side)
		if mirrored != a.mirrored[side] {
			a.refreshSide(n, to, side)
			continue
		}
		for i := range max(len(removed), len(added)) {
			more, less := &zero, &zero
			if i < len(added) {
				more = &n.features[added[i].See(side, mirrored)]
			}
			if i < len(removed) {
				less = &n.features[removed[i].See(side, mirrored)]
			}
			change(&a.sides[side], more, less)
		}
	}
}

// zero is a row that changes nothing.
var zero row

// evaluate returns the evaluation for the side to move in centipawns.
func (a *accumulator) evaluate(n *Network, us wotn.Color, bucket int) int {
	weights := &n.output[bucket]
	sum := int64(output(&a.sides[us], (*[Hidden]int16)(weights[:Hidden]))) + int64(output(&a.sides[us.Other()], (*[Hidden]int16)(weights[Hidden:])))
	return int((sum/One + int64(n.outputBias[bucket])) * Scale / (One * Unit))
}

// EvaluateFeatures returns the output of the network for the side to move in centipawns, for a residual network without the
// evaluation that it adds to. It takes the features as White sees them, the side to move, which sides see
// the position mirrored, and the number of the output layer.
func (n *Network) EvaluateFeatures(features []Feature, us wotn.Color, mirrored [wotn.NumColors]bool, bucket int) int {
	a := accumulator{[wotn.NumColors]row{n.bias, n.bias}, mirrored}
	for side := range a.sides {
		for _, f := range features {
			change(&a.sides[side], &n.features[f.See(wotn.Color(side), mirrored[side])], &zero)
		}
	}
	return a.evaluate(n, us, bucket)
}
