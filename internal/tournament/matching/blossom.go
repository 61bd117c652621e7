package matching

import "slices"

// shrink makes a blossom of the circle that an edge without slack between two outer nodes closes
// with their paths to a common ancestor.
func (s *solver) shrink(h int) {
	ancestor := s.ancestor(h)
	// From the ancestor down to the tail of h, and from its head up again.
	var b blossom
	for node := s.top[s.tail(h)]; node != ancestor; node = s.top[s.tail(s.entry[node])] {
		b.children, b.links = append(b.children, node), append(b.links, s.entry[node])
	}
	b.children = append(b.children, ancestor)
	slices.Reverse(b.children)
	slices.Reverse(b.links)
	b.links = append(b.links, h)
	for node := s.top[s.head(h)]; node != ancestor; node = s.top[s.tail(s.entry[node])] {
		b.children, b.links = append(b.children, node), append(b.links, s.entry[node]^1)
	}
	last := len(s.unused) - 1
	node := s.unused[last]
	s.unused = s.unused[:last]
	s.base[node], s.dual[node] = s.base[ancestor], 0
	s.labels[node], s.entry[node], s.root[node] = outer, s.entry[ancestor], s.root[ancestor]
	for _, child := range b.children {
		s.vertices(child, func(v int) {
			s.top[v] = node
			if s.labels[child] == inner {
				s.queue = append(s.queue, v)
			}
		})
	}
	*s.blossom(node) = b
	s.link(node)
}

// link finds the edges with the least slack from a new blossom to other outer nodes. Edges to
// vertices that became outer after a child was formed may be missing; those vertices have them.
func (s *solver) link(node int) {
	var found []int // other nodes
	consider := func(h int) {
		other := s.top[s.head(h)]
		if other == node || s.labels[other] != outer {
			return
		}
		if s.nearest[other].half == none {
			found = append(found, other)
		}
		s.nearest[other].consider(h, s.slack(h)+2*s.shifted)
	}
	b := s.blossom(node)
	for _, child := range b.children {
		if child >= s.n && s.blossom(child).outward != nil {
			for _, h := range s.blossom(child).outward {
				consider(h)
			}
			s.blossom(child).outward = nil
			continue
		}
		s.vertices(child, func(v int) {
			for _, e := range s.out[v] {
				consider(int(e.half))
			}
		})
	}
	b.outward, s.between[node].half = make([]int, 0, len(found)), none
	for _, other := range found {
		c := s.nearest[other]
		s.nearest[other].half = none
		b.outward = append(b.outward, c.half)
		s.between[node].consider(c.half, c.rank)
	}
}

// expandInner replaces an inner blossom with the dual 0 by its children. Those on the even path
// from its entry to its base take its place in the tree, the others are unlabelled.
func (s *solver) expandInner(node int) {
	b := *s.blossom(node)
	h, root := s.entry[node], s.root[node]
	s.release(node)
	i := slices.Index(b.children, s.top[s.head(h)])
	forward, k := i%2 == 1, len(b.children)
	for i != 0 {
		s.setInner(b.children[i], h)
		if forward {
			h, i = b.links[i+1], (i+2)%k
		} else {
			h, i = b.links[i-2]^1, i-2
		}
	}
	first := b.children[0]
	s.labels[first], s.entry[first], s.root[first] = inner, h, root
}

// rebase makes a vertex the base of a node: it matches the other vertices of the node with each
// other.
func (s *solver) rebase(node, v int) {
	if node < s.n || s.base[node] == v {
		return
	}
	b := s.blossom(node)
	i := slices.IndexFunc(b.children, func(child int) bool { return s.contains(child, v) })
	s.rebase(b.children[i], v)
	s.base[node] = v
	k := len(b.children)
	pair := func(j int) { // matches child j and the next one
		h := b.links[j]
		s.rebase(b.children[j], s.tail(h))
		s.rebase(b.children[(j+1)%k], s.head(h))
		s.mate[s.tail(h)], s.mate[s.head(h)] = h, h^1
	}
	// The even path between the old and the new base.
	if i%2 == 1 {
		for j := i + 1; j < k; j += 2 {
			pair(j)
		}
	} else {
		for j := i - 2; j >= 0; j -= 2 {
			pair(j)
		}
	}
	rotate(b.children, i)
	rotate(b.links, i)
}

// contains reports whether a vertex is in a node.
func (s *solver) contains(node, v int) bool {
	found := false
	s.vertices(node, func(w int) { found = found || w == v })
	return found
}

// rotate moves the element i to the front, and those before it to the end.
func rotate(list []int, i int) {
	rotated := slices.Concat(list[i:], list[:i])
	copy(list, rotated)
}
