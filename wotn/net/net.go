// Package net corrects the evaluation of package eval with an efficiently updatable neural network: a layer of features
// of each piece, whose sums follow each move with some additions, and a small output layer.
//
// The features are those of pieces by kind, color and square, also if they are attacked by less valuable ones or hang, and by
// kind, color and mobility, and whether they can promote. The network sees a position twice, from the side to move and from the
// other side: each sees its own pieces as White sees them from below, and mirrored if its only king stands on the
// files e to h. All arithmetic is in integers, so that every machine computes the same.
package net

import (
	"tafelrunde/wotn"
	"tafelrunde/wotn/eval"
)

const (
	// Hidden is the number of sums of each side.
	Hidden = 32
	// Buckets is the number of output layers. The number of pieces chooses one.
	Buckets = 8
	// One is 1 as a sum. Sums count from 0 to One, squared.
	One = 255
	// Unit is 1 as an output weight.
	Unit = 64
	// Scale is the evaluation in centipawns that the output 1 stands for.
	Scale = 400

	kinds    = int(wotn.NumKinds) - 1
	colors   = int(wotn.NumColors)
	places   = colors * kinds * 64
	mobility = 16 // a piece that attacks more than 15 squares counts as one that attacks 15
)

// Feature is the number of a feature of a side, from 0 to Features-1.
type Feature uint16

// The features: the first of each group.
const (
	pieceFeatures    = 0                                        // by color, kind and square
	attackedFeatures = pieceFeatures + places                   // likewise
	hangingFeatures  = attackedFeatures + places                // likewise
	mobilityFeatures = hangingFeatures + places                 // by color, kind and mobility
	captureFeatures  = mobilityFeatures + colors*kinds*mobility // by color and kind
	rankFeatures     = captureFeatures + colors*kinds           // likewise
	Features         = rankFeatures + colors*kinds              // the number of all
)

// AppendFeatures appends the features of a position as White sees them, without mirroring. The relations are those of the
// position.
func AppendFeatures(dst []Feature, p *wotn.Position, r *eval.Relations) []Feature {
	for pieces := p.Occupied(); pieces != 0; pieces &= pieces - 1 {
		square := pieces.First()
		piece := p.At(square)
		kind := int(piece.Color)*kinds + int(piece.Kind) - 1
		place := kind*64 + int(square)
		dst = append(dst, Feature(pieceFeatures+place))
		if r.Attacked.Has(square) {
			dst = append(dst, Feature(attackedFeatures+place))
		}
		if r.Hanging.Has(square) {
			dst = append(dst, Feature(hangingFeatures+place))
		}
		if moves(piece.Kind) {
			dst = append(dst, Feature(mobilityFeatures+kind*mobility+min(int(r.Mobility[square]), mobility-1)))
		}
		if r.CapturePromoters.Has(square) {
			dst = append(dst, Feature(captureFeatures+kind))
		}
		if r.RankPromoters.Has(square) {
			dst = append(dst, Feature(rankFeatures+kind))
		}
	}
	return dst
}

// moves reports whether a kind has features of mobility.
func moves(k wotn.Kind) bool { return k != wotn.Pawn && k != wotn.King }

// See returns the feature as a side sees it.
func (f Feature) See(side wotn.Color, mirrored bool) Feature {
	group, size, n := pieceFeatures, places, int(f)
	switch {
	case n >= rankFeatures:
		group, size = rankFeatures, colors*kinds
	case n >= captureFeatures:
		group, size = captureFeatures, colors*kinds
	case n >= mobilityFeatures:
		group, size = mobilityFeatures, colors*kinds*mobility
	case n >= hangingFeatures:
		group = hangingFeatures
	case n >= attackedFeatures:
		group = attackedFeatures
	}
	n -= group
	if side == wotn.Black {
		n = (n + size/2) % size // the other color
	}
	if size == places {
		if side == wotn.Black {
			n ^= 56
		}
		if mirrored {
			n ^= 7
		}
	}
	return Feature(group + n)
}

// Mirrored reports whether a side sees a position mirrored.
func Mirrored(p *wotn.Position, side wotn.Color) bool {
	kings := p.Pieces(side, wotn.King)
	return kings != 0 && kings&(kings-1) == 0 && kings.First()&4 != 0
}

// Bucket returns the output layer for a position.
func Bucket(p *wotn.Position) int { return min(Buckets-1, (p.Occupied().Count()-1)/4) }

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

const (
	lanes = 4 // sums in a word
	words = Hidden / lanes
)

// row are the sums of a side, or what is added to them, as signed numbers of 16 bits, four in a word.
type row [words]uint64

// The rows of a network. Each piece has two: one for its place, which has the sum of its features of pieces, of attacked and of
// hanging ones; and one for what it can do, which has the sum of the others.
const (
	attackedRow, hangingRow = places, 2 * places // added to a place
	activityRows            = 4 * places
	captureRow, rankRow     = mobility, 2 * mobility // added to a mobility
	activities              = 4 * mobility
	rows                    = activityRows + colors*kinds*activities
)

// Network is the weights. It does not change once it is made, so it may be shared.
type Network struct {
	features [Features][Hidden]int16
	bias     [Hidden]int16
	output   [Buckets][2 * Hidden]int16
	// outputBias is in 1/(One*Unit).
	outputBias [Buckets]int32
	// rows and start are what accumulators add and begin with. They follow from features and bias.
	rows     [rows]row
	start    row
	origin   Origin
	variants [wotn.NumVariants]bool // for which it is
}

func (r *row) set(sums []int16) {
	*r = row{}
	for i, x := range sums {
		r[i/lanes] |= uint64(uint16(x)) << (16 * (i % lanes))
	}
}

// clamped bounds a number of a row, so that with 32 pieces all sums have 16 bits.
func clamped(x int16) int16 { return max(-mostFeature, min(mostFeature, x)) }

// sum sets the row to the clamped sums of the features whose mask is -1. The other masks are 0.
func (r *row) sum(features [3]*[Hidden]int16, masks [3]int16) {
	for w := range r {
		word := uint64(0)
		for i := lanes - 1; i >= 0; i-- {
			k := w*lanes + i
			x := features[0][k]&masks[0] + features[1][k]&masks[1] + features[2][k]&masks[2]
			word = word<<16 | uint64(uint16(clamped(x)))
		}
		r[w] = word
	}
}

// makeRows computes the rows from the weights.
func (n *Network) makeRows() {
	mask := func(bits, bit int) int16 { return -int16(bits / bit & 1) }
	for r := range activityRows {
		place := r % places
		n.rows[r].sum([3]*[Hidden]int16{
			&n.features[pieceFeatures+place], &n.features[attackedFeatures+place], &n.features[hangingFeatures+place],
		}, [3]int16{-1, mask(r, attackedRow), mask(r, hangingRow)})
	}
	for r := range rows - activityRows {
		kind, activity := r/activities, r%activities
		moving := int16(0)
		if moves(wotn.Kind(kind%kinds + 1)) {
			moving = -1
		}
		n.rows[activityRows+r].sum([3]*[Hidden]int16{
			&n.features[mobilityFeatures+kind*mobility+activity%mobility], &n.features[captureFeatures+kind], &n.features[rankFeatures+kind],
		}, [3]int16{moving, mask(activity, captureRow), mask(activity, rankRow)})
	}
	n.start.set(n.bias[:])
}
