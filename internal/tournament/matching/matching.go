// Package matching finds matchings of maximum weight in general graphs with Edmonds'
// blossom algorithm. Tournaments pair players with it.
//
// The algorithm is the primal-dual method of J. Edmonds, "Maximum matching and a polyhedron
// with 0,1-vertices" (1965). The organisation of its steps, O(n³) in all, follows Z. Galil,
// "Efficient algorithms for finding maximum matching in graphs" (1986). All numbers are
// integers, so results are exact.
package matching

import "fmt"

// Bounds of graphs, with which no number overflows.
const (
	// MaxVertices is the largest number of vertices.
	MaxVertices = 4_000
	// MaxEdgeWeight is the largest absolute value of the weight of an edge.
	MaxEdgeWeight = 1 << 48
)

// Edge is an edge between two different vertices, numbered from 0. Several edges may have
// the same vertices.
type Edge struct {
	A, B   int
	Weight int64
}

// MaxWeight returns a matching with the largest sum of weights in a graph with n vertices:
// for each vertex the vertex with which it is matched, -1 for none. With maxCardinality it
// is the largest sum among the matchings with the most edges; otherwise no edge with a
// negative weight is in it.
//
// Among matchings with equal sums the order of the edges decides, so equal arguments give
// the same matching.
//
// MaxWeight panics if a vertex does not exist, an edge connects a vertex with itself or a
// bound of this package is exceeded.
func MaxWeight(n int, edges []Edge, maxCardinality bool) []int {
	if n < 0 || n > MaxVertices {
		panic(fmt.Sprintf("matching: %d vertices, at most %d are permitted", n, MaxVertices))
	}
	for i, e := range edges {
		switch {
		case e.A < 0 || e.B < 0 || e.A >= n || e.B >= n || e.A == e.B:
			panic(fmt.Sprintf("matching: edge %d connects %d and %d of %d vertices", i, e.A, e.B, n))
		case e.Weight > MaxEdgeWeight || e.Weight < -MaxEdgeWeight:
			panic(fmt.Sprintf("matching: edge %d has the weight %d", i, e.Weight))
		}
	}
	s := newSolver(n, edges, maxCardinality)
	for s.stage() {
	}
	mates := make([]int, n)
	for v, h := range s.mate {
		mates[v] = none
		if h != none {
			mates[v] = s.head(h)
		}
	}
	return mates
}

// none stands for no half-edge, vertex or node.
const none = -1

// label is what a node is in the forest of alternating trees. The roots are the nodes with
// an unmatched vertex.
type label uint8

const (
	unlabelled label = iota
	// The path from the root to an outer node has an even number of edges and ends with a
	// matched one.
	outer
	// The path to an inner node has an odd number of edges; its matched edge leads to a
	// child in the tree.
	inner
)

// solver is the state of the algorithm.
//
// A node is a vertex, numbered below n, or a blossom: an odd circle of nodes, of which all but
// one are matched within it. Top nodes are in no blossom. Edge e is two half-edges, 2e from A
// to B and 2e+1 back.
//
// The dual variables make the matching optimal: the slack of each edge, dual(A) + dual(B) −
// 2 · weight, plus twice the duals of the blossoms with both ends, is never negative, and 0
// for matched edges and those within the circle of a blossom. Duals of blossoms are not
// negative. So those of vertices are twice the usual ones, and all numbers stay integers.
type solver struct {
	n              int
	maxCardinality bool
	edges          []Edge
	out            [][]neighbour // of each vertex
	// mate is the matched half-edge from each vertex.
	mate []int
	// dual are the dual variables of vertices and blossoms.
	dual []int64

	// top is the top node of each vertex.
	top []int
	// base is the vertex of each node that is not matched within it.
	base     []int
	blossoms []blossom // those of node n+i
	unused   []int     // nodes for new blossoms

	// These belong to a stage. entry is the half-edge into a labelled node from its parent
	// in the tree, none for roots. root is the unmatched vertex in the root of its tree.
	labels []label
	entry  []int
	root   []int
	// toward is, for a vertex in a node that is not outer, the half-edge with the least
	// slack from an outer vertex.
	toward []candidate
	// between is, for an outer node, the half-edge with the least slack to another one, among
	// those that the scans of its vertices found.
	between []candidate
	// shifted is the sum of the changes of duals.
	shifted int64
	queue   []int // outer vertices whose edges have not been scanned
	tight   []int // half-edges without slack from outer vertices, for the next steps
	visited []int // the number of the last walk to a common ancestor that met a node
	walk    int
	nearest []candidate // scratch of link: by node
}

// neighbour is the other end of an edge.
type neighbour struct {
	vertex, half int32 // half is the half-edge to the vertex
	twice        int64 // twice the weight
}

// candidate is the half-edge with the least slack among several, none before the first one.
// Ranks are ordered as the slacks are but, unlike them, do not change with the duals.
type candidate struct {
	half int
	rank int64
}

// consider replaces a candidate if a half-edge has a lower rank.
func (c *candidate) consider(half int, rank int64) {
	if c.half == none || rank < c.rank {
		*c = candidate{half, rank}
	}
}

// blossom is a node with children. Child 0 contains the base; the links from children with
// odd numbers to the next ones are matched.
type blossom struct {
	children []int // nil for unused nodes
	// links[i] is the half-edge from child i to the next one, from the last one to child 0.
	links []int
	// outward are the half-edges with the least slack from the blossom to other outer nodes,
	// one for each, as of when it was formed in this stage. Otherwise it is nil.
	outward []int
}

func newSolver(n int, edges []Edge, maxCardinality bool) *solver {
	nodes := n + n/2
	s := &solver{
		n: n, maxCardinality: maxCardinality, edges: edges,
		out: make([][]neighbour, n), mate: filled(n, none), dual: make([]int64, nodes),
		top: make([]int, n), base: filled(nodes, none), blossoms: make([]blossom, nodes-n),
		labels: make([]label, nodes), entry: filled(nodes, none), root: make([]int, nodes),
		toward: make([]candidate, n), between: make([]candidate, nodes),
		visited: make([]int, nodes), nearest: make([]candidate, nodes),
	}
	for i := range s.nearest {
		s.nearest[i].half = none
	}
	degree, most := make([]int, n), int64(0)
	for _, e := range edges {
		degree[e.A]++
		degree[e.B]++
		most = max(most, e.Weight)
	}
	for v := range n {
		s.top[v], s.base[v], s.dual[v] = v, v, most
		s.out[v] = make([]neighbour, 0, degree[v])
	}
	for i, e := range edges {
		s.out[e.A] = append(s.out[e.A], neighbour{int32(e.B), int32(2 * i), 2 * e.Weight})
		s.out[e.B] = append(s.out[e.B], neighbour{int32(e.A), int32(2*i + 1), 2 * e.Weight})
	}
	for node := nodes - 1; node >= n; node-- {
		s.unused = append(s.unused, node)
	}
	return s
}

func filled(n, value int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = value
	}
	return list
}

// head returns the vertex to which a half-edge leads.
func (s *solver) head(h int) int {
	if h%2 == 0 {
		return s.edges[h/2].B
	}
	return s.edges[h/2].A
}

// tail returns the vertex from which a half-edge leads.
func (s *solver) tail(h int) int { return s.head(h ^ 1) }

// slack returns the slack of an edge between different top nodes.
func (s *solver) slack(h int) int64 {
	e := &s.edges[h/2]
	return s.dual[e.A] + s.dual[e.B] - 2*e.Weight
}

// blossom returns the blossom of a node that is not a vertex.
func (s *solver) blossom(node int) *blossom { return &s.blossoms[node-s.n] }

// isTop reports whether a node is a top node.
func (s *solver) isTop(node int) bool {
	return s.base[node] != none && s.top[s.base[node]] == node
}

// vertices calls do for each vertex in a node.
func (s *solver) vertices(node int, do func(v int)) {
	if node < s.n {
		do(node)
		return
	}
	for _, child := range s.blossom(node).children {
		s.vertices(child, do)
	}
}
