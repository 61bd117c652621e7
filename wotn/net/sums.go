package net

import (
	"encoding/binary"

	"tafelrunde/wotn"
	"tafelrunde/wotn/eval"
)

// view is a position as the network sees it.
type view struct {
	position  wotn.Position
	relations eval.Relations
	mirrored  [wotn.NumColors]bool
}

func (v *view) set(p *wotn.Position, r *eval.Relations) {
	v.position, v.relations = *p, *r
	v.mirrored = [wotn.NumColors]bool{Mirrored(p, wotn.White), Mirrored(p, wotn.Black)}
}

// differences returns the squares whose pieces, or their relations, differ.
func (v *view) differences(p *wotn.Position, r *eval.Relations) wotn.Bitboard {
	old := &v.relations
	squares := v.position.Differences(p) |
		(old.Attacked ^ r.Attacked) | (old.Hanging ^ r.Hanging) | (old.CapturePromoters ^ r.CapturePromoters) | (old.RankPromoters ^ r.RankPromoters)
	for rank := 0; rank < 64; rank += 8 {
		const highs = 0x8080808080808080
		differ := binary.LittleEndian.Uint64(old.Mobility[rank:]) ^ binary.LittleEndian.Uint64(r.Mobility[rank:])
		differ = ((differ&^highs + ^uint64(highs)) | differ) & highs // of each byte that is not 0
		squares |= wotn.Bitboard(differ>>7*0x0102040810204080>>56) << rank
	}
	return squares
}

// cell says which rows a piece has: by its kind and color, counted together, and its relations.
type cell struct{ kind, status, activity int }

// cellOf returns the cell of a piece on a square.
func (v *view) cellOf(s wotn.Square, piece wotn.Piece) cell {
	r := &v.relations
	bit := func(b wotn.Bitboard) int { return int(b >> (s & 63) & 1) }
	return cell{
		int(piece.Color)*kinds + int(piece.Kind) - 1,
		attackedRow*bit(r.Attacked) + hangingRow*bit(r.Hanging),
		min(int(r.Mobility[s&63]), mobility-1) + captureRow*bit(r.CapturePromoters) + rankRow*bit(r.RankPromoters),
	}
}

// placeRow returns the row for the place of a piece as a side sees it. flip is that of the side.
func (c cell) placeRow(s wotn.Square, side wotn.Color, flip int) uint16 {
	return uint16(c.status + c.kindFor(side)*64 + int(s) ^ flip)
}

// activityRow returns the row for what the piece can do.
func (c cell) activityRow(side wotn.Color) uint16 {
	return uint16(activityRows + c.kindFor(side)*activities + c.activity)
}

func (c cell) kindFor(side wotn.Color) int {
	switch {
	case side == wotn.White:
		return c.kind
	case c.kind < kinds:
		return c.kind + kinds
	}
	return c.kind - kinds
}

// flip returns the number with which a square is XORed to get the square that a side sees.
func (v *view) flip(side wotn.Color) int {
	flip := int(side) * 56
	if v.mirrored[side&1] {
		flip ^= 7
	}
	return flip
}

// list is a list of rows, at most two for each square.
type list struct {
	rows [128]uint16
	n    int
}

func (l *list) add(r uint16) {
	l.rows[l.n&127] = r
	l.n++
}

func (l *list) all() []uint16 { return l.rows[:l.n&127] }

// accumulator has the sums of both sides for a position.
type accumulator [wotn.NumColors]row

// refresh computes the sums of a side anew.
func (a *accumulator) refresh(n *Network, v *view, side wotn.Color) {
	var added list
	flip := v.flip(side)
	for squares := v.position.Occupied(); squares != 0; squares &= squares - 1 {
		s := squares.First()
		c := v.cellOf(s, v.position.At(s))
		added.add(c.placeRow(s, side, flip))
		added.add(c.activityRow(side))
	}
	a[side] = n.start
	n.change(&a[side], added.all(), nil)
}

// update changes the sums for one view to those for another, which differs on some squares.
func (a *accumulator) update(n *Network, from, to *view, squares wotn.Bitboard) {
	var added, removed [wotn.NumColors]list
	white, black := to.flip(wotn.White), to.flip(wotn.Black)
	for ; squares != 0; squares &= squares - 1 {
		s := squares.First()
		was, is := from.position.At(s), to.position.At(s)
		before, now := from.cellOf(s, was), to.cellOf(s, is)
		sameKind := before.kind == now.kind
		if was.Kind != wotn.NoKind {
			if !sameKind || before.status != now.status {
				removed[wotn.White].add(before.placeRow(s, wotn.White, white))
				removed[wotn.Black].add(before.placeRow(s, wotn.Black, black))
			}
			if !sameKind || before.activity != now.activity {
				removed[wotn.White].add(before.activityRow(wotn.White))
				removed[wotn.Black].add(before.activityRow(wotn.Black))
			}
		}
		if is.Kind != wotn.NoKind {
			if !sameKind || before.status != now.status {
				added[wotn.White].add(now.placeRow(s, wotn.White, white))
				added[wotn.Black].add(now.placeRow(s, wotn.Black, black))
			}
			if !sameKind || before.activity != now.activity {
				added[wotn.White].add(now.activityRow(wotn.White))
				added[wotn.Black].add(now.activityRow(wotn.Black))
			}
		}
	}
	for side := wotn.White; side <= wotn.Black; side++ {
		if from.mirrored[side] == to.mirrored[side] {
			n.change(&a[side], added[side].all(), removed[side].all())
		} else {
			a.refresh(n, to, side)
		}
	}
}

// evaluate returns the output for the side to move in centipawns.
func (a *accumulator) evaluate(n *Network, us wotn.Color, bucket int) int {
	weights := &n.output[bucket]
	sum := int64(output(&a[us], (*[Hidden]int16)(weights[:Hidden]))) + int64(output(&a[us.Other()], (*[Hidden]int16)(weights[Hidden:])))
	return int((sum/One + int64(n.outputBias[bucket])) * Scale / (One * Unit))
}

// Output returns what the network adds to the evaluation for the side to move, in centipawns. It takes the features as
// [AppendFeatures] returns them, the side to move, which sides see the position mirrored, and the number of the output layer.
// [Evaluator] computes the same, faster.
func (n *Network) Output(features []Feature, us wotn.Color, mirrored [wotn.NumColors]bool, bucket int) int {
	var a accumulator
	for side := range a {
		sums := n.bias
		var place, activity [Hidden]int16 // of a piece
		add := func() {
			for i := range sums {
				sums[i] += clamped(place[i]) + clamped(activity[i])
			}
			place, activity = [Hidden]int16{}, [Hidden]int16{}
		}
		for _, f := range features {
			group := &activity
			if int(f) < mobilityFeatures {
				group = &place
			}
			if int(f) < attackedFeatures {
				add() // the last piece is complete
			}
			for i, x := range n.features[f.See(wotn.Color(side), mirrored[side])] {
				group[i] += x
			}
		}
		add()
		a[side].set(sums[:])
	}
	return a.evaluate(n, us, bucket)
}
