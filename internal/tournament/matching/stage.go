package matching

import "math"

// stage grows alternating trees from all unmatched vertices until a path between two of them
// augments the matching. It returns false if the matching is optimal.
func (s *solver) stage() bool {
	s.begin()
	for {
		step, at, delta := augment, s.scan(), int64(0)
		if at == none {
			step, at = s.ready()
		}
		if at == none {
			step, at, delta = s.next()
		}
		s.shift(delta)
		switch step {
		case finish:
			return false
		case grow:
			s.setInner(s.top[s.head(at)], at)
		case expand:
			s.expandInner(at)
		case shrink:
			s.shrink(at)
		case augment:
			s.augment(at)
			s.end()
			return true
		}
	}
}

// begin removes all labels and makes unmatched nodes roots.
func (s *solver) begin() {
	clear(s.labels)
	s.queue, s.tight = s.queue[:0], s.tight[:0]
	for i := range s.between {
		s.between[i].half, s.entry[i] = none, none
	}
	for i := range s.toward {
		s.toward[i].half = none
	}
	for i := range s.blossoms {
		s.blossoms[i].outward = nil
	}
	for v, h := range s.mate {
		if h == none {
			s.setOuter(s.top[v], none, v)
		}
	}
}

// end dissolves blossoms whose dual is 0, which nothing holds together. Those in trees as inner
// nodes may stay: they are dissolved when they would get in the way.
func (s *solver) end() {
	for i := range s.blossoms {
		if node := s.n + i; s.isTop(node) && s.labels[node] == outer {
			s.dissolve(node)
		}
	}
}

// dissolve replaces a top blossom with the dual 0 by its children, and these likewise.
func (s *solver) dissolve(node int) {
	if node < s.n || s.dual[node] != 0 {
		return
	}
	for _, child := range s.release(node) {
		s.dissolve(child)
	}
}

// release makes the children of a top blossom top nodes and returns them.
func (s *solver) release(node int) []int {
	children := s.blossom(node).children
	for _, child := range children {
		s.vertices(child, func(v int) { s.top[v] = child })
	}
	*s.blossom(node) = blossom{}
	s.base[node], s.labels[node], s.entry[node] = none, unlabelled, none
	s.unused = append(s.unused, node)
	return children
}

// setOuter makes a node outer, in the tree with a root. h is the half-edge into the node, none
// for roots.
func (s *solver) setOuter(node, h, root int) {
	s.labels[node], s.entry[node], s.root[node], s.between[node].half = outer, h, root, none
	s.vertices(node, func(v int) { s.queue = append(s.queue, v) })
}

// setInner makes a node inner and its mate outer. h is the half-edge into the node.
func (s *solver) setInner(node, h int) {
	root := s.root[s.top[s.tail(h)]]
	s.labels[node], s.entry[node], s.root[node] = inner, h, root
	matched := s.mate[s.base[node]]
	s.setOuter(s.top[s.head(matched)], matched, root)
}

// scan looks at the edges of new outer vertices. It returns the half-edge of one with which the
// matching can be augmented at once, or none.
func (s *solver) scan() int {
	for _, v := range s.queue {
		own, dual := s.top[v], s.dual[v]
		for _, e := range s.out[v] {
			other := s.top[e.vertex]
			if other == own {
				continue
			}
			// Only comparisons of edges to the same vertex use the first rank, and of edges between
			// outer nodes the second one.
			h, rank := int(e.half), dual+s.shifted-e.twice
			tight := dual+s.dual[e.vertex] == e.twice
			if s.labels[other] == outer {
				if tight && s.root[other] != s.root[own] {
					return h
				}
				s.between[own].consider(h, rank+s.dual[e.vertex]+s.shifted)
			} else {
				s.toward[e.vertex].consider(h, rank)
			}
			if tight && s.labels[other] != inner {
				s.tight = append(s.tight, h)
			}
		}
	}
	s.queue = s.queue[:0]
	return none
}

// step is what can be done as soon as the duals permit it.
type step uint8

const (
	finish  step = iota // the matching is optimal
	grow                // an edge from an outer to an unlabelled node has no slack
	shrink              // an edge between two outer nodes of a tree has no slack
	augment             // an edge between outer nodes of two trees has no slack
	expand              // the dual of an inner blossom is 0
)

// joining returns the step with an edge between outer nodes.
func (s *solver) joining(h int) step {
	if s.root[s.top[s.tail(h)]] == s.root[s.top[s.head(h)]] {
		return shrink
	}
	return augment
}

// ready returns a step with an edge without slack that scan found, and its half-edge, none if
// there is no such step.
func (s *solver) ready() (step, int) {
	for len(s.tight) > 0 {
		last := len(s.tight) - 1
		h := s.tight[last]
		s.tight = s.tight[:last]
		switch other := s.top[s.head(h)]; {
		case other == s.top[s.tail(h)] || s.labels[other] == inner:
		case s.labels[other] == outer:
			return s.joining(h), h
		default:
			return grow, h
		}
	}
	return finish, none
}

// next returns the next step, its half-edge or node, and by how much the duals must change
// before it.
func (s *solver) next() (first step, at int, delta int64) {
	at, delta = none, math.MaxInt64
	consider := func(kind step, where int, when int64) {
		if when < delta {
			first, at, delta = kind, where, when
		}
	}
	for v := range s.toward {
		if h := s.toward[v].half; h != none && s.labels[s.top[v]] == unlabelled {
			consider(grow, h, s.slack(h))
		}
	}
	for node := range s.between {
		if h := s.between[node].half; h != none && s.isTop(node) && s.labels[node] == outer {
			consider(s.joining(h), h, s.slack(h)/2) // even: both ends have duals of the same parity
		}
	}
	for i := range s.blossoms {
		if node := s.n + i; s.isTop(node) && s.labels[node] == inner {
			consider(expand, node, s.dual[node])
		}
	}
	if s.maxCardinality {
		if at == none {
			delta = 0
		}
		return first, at, delta
	}
	// Unmatched vertices have the least dual of all; when it is 0 they may stay unmatched.
	least := int64(math.MaxInt64)
	for v, h := range s.mate {
		if h == none {
			least = s.dual[v]
			break
		}
	}
	if least == math.MaxInt64 {
		return finish, none, 0
	}
	if least <= delta {
		return finish, none, least
	}
	return first, at, delta
}

// shift changes the duals, which keeps all slacks in trees and blossoms.
func (s *solver) shift(delta int64) {
	if delta == 0 {
		return
	}
	s.shifted += delta
	for v, node := range s.top {
		switch s.labels[node] {
		case outer:
			s.dual[v] -= delta
		case inner:
			s.dual[v] += delta
		}
	}
	for i := range s.blossoms {
		if node := s.n + i; s.isTop(node) {
			switch s.labels[node] {
			case outer:
				s.dual[node] += delta
			case inner:
				s.dual[node] -= delta
			}
		}
	}
}

// grandparent returns the next outer node on the path from an outer node to the root, none for
// roots.
func (s *solver) grandparent(node int) int {
	h := s.entry[node]
	if h == none {
		return none
	}
	return s.top[s.tail(s.entry[s.top[s.tail(h)]])]
}

// ancestor returns the first common outer node on the paths from both ends of an edge between
// outer nodes of a tree to its root.
func (s *solver) ancestor(h int) int {
	s.walk++
	a, b := s.top[s.tail(h)], s.top[s.head(h)]
	for s.visited[a] != s.walk {
		s.visited[a] = s.walk
		if a = s.grandparent(a); a == none || b != none {
			a, b = b, a
		}
	}
	return a
}

// augment exchanges matched and unmatched edges on the path between two roots through an edge
// between outer nodes.
func (s *solver) augment(h int) {
	for _, half := range []int{h, h ^ 1} {
		for {
			v := s.tail(half)
			node := s.top[v]
			s.rebase(node, v)
			s.mate[v] = half
			matched := s.entry[node]
			if matched == none {
				break
			}
			parent := s.top[s.tail(matched)]
			half = s.entry[parent]
			v = s.head(half)
			s.rebase(parent, v)
			s.mate[v] = half ^ 1
		}
	}
}
