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

// sums are the sums of both sides for a position.
type sums struct {
	sides    [wotn.NumColors]row
	mirrored [wotn.NumColors]bool
}

// begin computes the sums for a position.
func (s *sums) begin(n *Network, p *wotn.Position) {
	for side := range s.sides {
		s.look(n, p, wotn.Color(side))
	}
}

// look computes the sums of a side.
func (s *sums) look(n *Network, p *wotn.Position, side wotn.Color) {
	s.sides[side], s.mirrored[side] = n.bias, Mirrored(p, side)
	for pieces := p.Occupied(); pieces != 0; pieces &= pieces - 1 {
		square := pieces.First()
		change(&s.sides[side], &s.sides[side], &n.features[FeatureOf(p.At(square), square).See(side, s.mirrored[side])], &nothing)
	}
}

// follow sets s to the sums for the position after, from those before for another position, which may be
// s: what has changed between them is added and subtracted.
func (s *sums) follow(n *Network, before *sums, from, to *wotn.Position) {
	var pieces [2][64]Feature
	old, now := pieces[0][:0], pieces[1][:0]
	for squares := from.Differences(to); squares != 0; squares &= squares - 1 {
		square := squares.First()
		if piece := from.At(square); piece.Kind != wotn.NoKind {
			old = append(old, FeatureOf(piece, square))
		}
		if piece := to.At(square); piece.Kind != wotn.NoKind {
			now = append(now, FeatureOf(piece, square))
		}
	}
	for side := wotn.White; side <= wotn.Black; side++ {
		mirrored := Mirrored(to, side)
		if mirrored != before.mirrored[side] {
			s.look(n, to, side)
			continue
		}
		sums := &before.sides[side]
		s.mirrored[side] = mirrored
		gone, come := old, now
		for len(gone) > 0 || len(come) > 0 {
			less, more := &nothing, &nothing
			if len(gone) > 0 {
				less, gone = &n.features[gone[0].See(side, mirrored)], gone[1:]
			}
			if len(come) > 0 {
				more, come = &n.features[come[0].See(side, mirrored)], come[1:]
			}
			change(&s.sides[side], sums, more, less)
			sums = &s.sides[side]
		}
		if sums != &s.sides[side] {
			s.sides[side] = *sums
		}
	}
}

// nothing changes no sums.
var nothing row

// evaluate returns the evaluation for the side to move in centipawns.
func (s *sums) evaluate(n *Network, us wotn.Color, bucket int) int {
	weights := &n.output[bucket]
	sum := int64(output(&s.sides[us], (*[Hidden]int16)(weights[:Hidden]))) + int64(output(&s.sides[us.Other()], (*[Hidden]int16)(weights[Hidden:])))
	return int((sum/One + int64(n.outputBias[bucket])) * Scale / (One * Unit))
}

// EvaluateFeatures returns the evaluation of a position of which only this is known: the features as White sees them, the
// side to move, who sees it mirrored, and the output layer.
func (n *Network) EvaluateFeatures(features []Feature, us wotn.Color, mirrored [wotn.NumColors]bool, bucket int) int {
	s := sums{[wotn.NumColors]row{n.bias, n.bias}, mirrored}
	for side := range s.sides {
		for _, f := range features {
			change(&s.sides[side], &s.sides[side], &n.features[f.See(wotn.Color(side), mirrored[side])], &nothing)
		}
	}
	return s.evaluate(n, us, bucket)
}
