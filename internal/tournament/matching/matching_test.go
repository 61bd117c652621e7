package matching

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"testing"
)

// solve returns the solver in its final state.
func solve(n int, edges []Edge, maxCardinality bool) *solver {
	s := newSolver(n, edges, maxCardinality)
	for s.stage() {
	}
	return s
}

// sum returns the number of edges and the weight of a matching, or an error if it is none. Of
// several edges between the same vertices the heaviest counts.
func sum(n int, edges []Edge, mates []int) (size int, weight int64, err error) {
	best := make(map[[2]int]int64)
	for _, e := range edges {
		key := [2]int{min(e.A, e.B), max(e.A, e.B)}
		if w, known := best[key]; !known || e.Weight > w {
			best[key] = e.Weight
		}
	}
	if len(mates) != n {
		return 0, 0, fmt.Errorf("%d mates of %d vertices", len(mates), n)
	}
	for v, w := range mates {
		switch {
		case w == -1:
			continue
		case w < 0 || w >= n || mates[w] != v:
			return 0, 0, fmt.Errorf("the mate of %d is %d, not vice versa", v, w)
		case v > w:
			continue
		}
		more, known := best[[2]int{v, w}]
		if !known {
			return 0, 0, fmt.Errorf("no edge between %d and %d", v, w)
		}
		size, weight = size+1, weight+more
	}
	return size, weight, nil
}

// bruteForce returns the weight of the best matching, and the size and weight of the best one
// of maximum cardinality, from all matchings.
func bruteForce(n int, edges []Edge) (weight int64, size int, weightOfSize int64) {
	type result struct {
		size   int
		weight int64
	}
	better := func(a, b result) result {
		if b.size > a.size || b.size == a.size && b.weight > a.weight {
			return b
		}
		return a
	}
	best := make([]int64, 1<<n)
	full := make([]result, 1<<n)
	for set := range 1 << n {
		for _, e := range edges {
			pair := 1<<e.A | 1<<e.B
			if set&pair != pair {
				continue
			}
			rest := set &^ pair
			best[set] = max(best[set], best[rest]+e.Weight)
			full[set] = better(full[set], result{full[rest].size + 1, full[rest].weight + e.Weight})
		}
		for v := range n {
			if set&(1<<v) == 0 {
				continue
			}
			rest := set &^ (1 << v)
			best[set] = max(best[set], best[rest])
			full[set] = better(full[set], full[rest])
		}
	}
	all := 1<<n - 1
	return best[all], full[all].size, full[all].weight
}

func TestBruteForce(t *testing.T) {
	graphs := 12_000
	if testing.Short() {
		graphs = 3_000
	}
	random := splitMix(1)
	ranges := [][2]int64{{1, 1}, {0, 2}, {-2, 3}, {-10, -1}, {1, 30}, {-1000, 1000}, {-MaxEdgeWeight, MaxEdgeWeight}}
	for i := range graphs {
		r := ranges[i%len(ranges)]
		n := int(random.next() % 9)
		if i%10 == 0 {
			n = 10
		}
		percent := int(20 + random.next()%81)
		edges := randomGraph(random.next(), n, percent, r[0], r[1])
		weight, size, weightOfSize := bruteForce(n, edges)
		if _, got, err := sum(n, edges, MaxWeight(n, edges, false)); err != nil || got != weight {
			t.Fatalf("%v: weight %d, want %d (%v)", edges, got, weight, err)
		}
		if gotSize, got, err := sum(n, edges, MaxWeight(n, edges, true)); err != nil || gotSize != size || got != weightOfSize {
			t.Fatalf("%v: %d edges with weight %d, want %d with %d (%v)", edges, gotSize, got, size, weightOfSize, err)
		}
	}
}

// checkOptimal checks by the duals that a matching is optimal, from the definition of the linear
// program: no edge has negative slack, matched ones have none; no blossom has a negative dual,
// and those with a positive one are full; unmatched vertices have the least dual, which is 0
// without maximum cardinality. With maximum cardinality this proves the weight for the number
// of edges, which checkSize proves.
func checkOptimal(t testing.TB, s *solver) {
	t.Helper()
	within := make([][]int, s.n) // the blossoms of each vertex
	for i := range s.blossoms {
		node := s.n + i
		if s.base[node] == none {
			continue
		}
		size, matched := 0, 0
		s.vertices(node, func(v int) { within[v] = append(within[v], node); size++ })
		s.vertices(node, func(v int) {
			if h := s.mate[v]; h != none && slices.Contains(within[s.head(h)], node) {
				matched++
			}
		})
		if s.dual[node] < 0 || size%2 != 1 || matched != size-1 {
			t.Fatalf("a blossom with dual %d has %d vertices, of which %d are matched within it", s.dual[node], size, matched)
		}
	}
	for i := range s.edges {
		e := &s.edges[i]
		slack := s.slack(2 * i)
		for _, node := range within[e.A] {
			if slices.Contains(within[e.B], node) {
				slack += 2 * s.dual[node]
			}
		}
		if slack < 0 || slack != 0 && (s.mate[e.A] == 2*i || s.mate[e.B] == 2*i+1) {
			t.Fatalf("edge %d has the slack %d", i, slack)
		}
	}
	for v, h := range s.mate {
		switch {
		case h != none && (s.tail(h) != v || s.mate[s.head(h)] != h^1):
			t.Fatalf("the mate of vertex %d is not its mate", v)
		case h == none && s.dual[v] != slices.Min(s.dual[:s.n]):
			t.Fatalf("vertex %d is unmatched with dual %d, another one has %d", v, s.dual[v], slices.Min(s.dual[:s.n]))
		case !s.maxCardinality && (s.dual[v] < 0 || h == none && s.dual[v] != 0):
			t.Fatalf("vertex %d has the dual %d", v, s.dual[v])
		}
	}
}

// checkSize checks that a matching has the most edges: as many as one of maximum weight where all
// edges have the weight 1, whose duals prove that.
func checkSize(t testing.TB, s *solver) {
	t.Helper()
	edges := slices.Clone(s.edges)
	for i := range edges {
		edges[i].Weight = 1
	}
	ones := solve(s.n, edges, false)
	checkOptimal(t, ones)
	if got, want := matched(s), matched(ones); got != want {
		t.Fatalf("%d vertices are matched, want %d", got, want)
	}
}

func matched(s *solver) (n int) {
	for _, h := range s.mate {
		if h != none {
			n++
		}
	}
	return n
}

// checkBoth checks both kinds of matchings of a graph.
func checkBoth(t testing.TB, n int, edges []Edge) {
	t.Helper()
	checkOptimal(t, solve(n, edges, false))
	s := solve(n, edges, true)
	checkOptimal(t, s)
	checkSize(t, s)
}

func TestDuals(t *testing.T) {
	sizes := []int{11, 30, 77, 150}
	if !testing.Short() {
		sizes = append(sizes, 300)
	}
	seed := uint64(0)
	for _, n := range sizes {
		for _, percent := range []int{1, 4, 20, 100} {
			for _, r := range [][2]int64{{0, 1}, {-3, 3}, {1, 100}, {-MaxEdgeWeight, MaxEdgeWeight}} {
				seed++
				checkBoth(t, n, randomGraph(seed, n, percent, r[0], r[1]))
			}
		}
		for range 20 {
			seed++
			checkBoth(t, n, tangled(seed, n))
		}
	}
}

//go:embed testdata/weights.txt
var weights []byte

// TestNetworkX compares with what networkx finds (testdata/weights.py).
func TestNetworkX(t *testing.T) {
	lines := bufio.NewScanner(bytes.NewReader(weights))
	graphs := 0
	for lines.Scan() {
		var seed uint64
		var n, percent, size int
		var least, greatest, weight, weightOfSize int64
		if _, err := fmt.Sscan(lines.Text(), &seed, &n, &percent, &least, &greatest, &weight, &weightOfSize, &size); err != nil {
			t.Fatal(err)
		}
		graphs++
		edges := randomGraph(seed, n, percent, least, greatest)
		if _, got, err := sum(n, edges, MaxWeight(n, edges, false)); err != nil || got != weight {
			t.Errorf("graph %d: weight %d, want %d (%v)", seed, got, weight, err)
		}
		if gotSize, got, err := sum(n, edges, MaxWeight(n, edges, true)); err != nil || got != weightOfSize || gotSize != size {
			t.Errorf("graph %d: %d edges with weight %d, want %d with %d (%v)", seed, gotSize, got, size, weightOfSize, err)
		}
	}
	if graphs < 100 {
		t.Errorf("only %d graphs", graphs)
	}
}

// TestBounds: the largest graphs do not overflow, and what exceeds the bounds panics.
func TestBounds(t *testing.T) {
	var path []Edge
	for v := 1; v < MaxVertices; v++ {
		path = append(path, Edge{v - 1, v, MaxEdgeWeight})
		if v%2 == 1 {
			path[v-1].Weight = -MaxEdgeWeight
		}
	}
	size, weight, err := sum(MaxVertices, path, MaxWeight(MaxVertices, path, true))
	if err != nil || size != MaxVertices/2 || weight != -MaxVertices/2*MaxEdgeWeight {
		t.Errorf("%d edges, weight %d, %v", size, weight, err)
	}
	if size, _, err := sum(MaxVertices, path, MaxWeight(MaxVertices, path, false)); err != nil || size != MaxVertices/2-1 {
		t.Errorf("%d edges, %v", size, err)
	}
	for name, c := range map[string]struct {
		n    int
		edge Edge
	}{
		"vertices": {MaxVertices + 1, Edge{0, 1, 1}},
		"loop":     {2, Edge{1, 1, 1}},
		"vertex":   {2, Edge{0, 2, 1}},
		"negative": {2, Edge{-1, 0, 1}},
		"weight":   {2, Edge{0, 1, MaxEdgeWeight + 1}},
		"least":    {2, Edge{0, 1, -MaxEdgeWeight - 1}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			MaxWeight(c.n, []Edge{c.edge}, false)
		}()
	}
}

// TestDeterministic: equal arguments give the same matching among many equal ones, and several
// edges between the same vertices are one.
func TestDeterministic(t *testing.T) {
	edges := randomGraph(5, 40, 100, 1, 1)
	first := MaxWeight(40, edges, true)
	for range 5 {
		if again := MaxWeight(40, edges, true); !slices.Equal(first, again) {
			t.Fatalf("%v, then %v", first, again)
		}
	}
	twice := []Edge{{0, 1, 1}, {1, 0, 5}, {1, 2, 4}, {0, 1, -3}}
	if got := MaxWeight(3, twice, false); !slices.Equal(got, []int{1, 0, -1}) {
		t.Error(got)
	}
}

// FuzzMaxWeight reads a graph: the number of vertices, then two vertices and a weight for each
// edge.
func FuzzMaxWeight(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{2, 0, 1, 5})
	// A blossom that is inner in a later stage, and expanded there.
	f.Add([]byte{8, 0, 1, 23, 0, 4, 22, 0, 5, 15, 1, 2, 25, 2, 3, 22, 3, 4, 25, 3, 7, 14, 4, 6, 13})
	// Nested blossoms.
	f.Add([]byte{10, 0, 1, 45, 0, 4, 45, 1, 2, 50, 2, 3, 45, 3, 4, 50, 0, 5, 30, 2, 8, 35, 4, 7, 35, 4, 6, 26, 8, 9, 5})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 || len(data) > 600 {
			return
		}
		n := int(data[0]) % 40
		var edges []Edge
		for rest := data[1:]; len(rest) >= 3 && n > 1; rest = rest[3:] {
			if a, b := int(rest[0])%n, int(rest[1])%n; a != b {
				edges = append(edges, Edge{a, b, int64(int8(rest[2]))})
			}
		}
		checkBoth(t, n, edges)
	})
}

func BenchmarkMaxWeight(b *testing.B) {
	for _, c := range []struct {
		name  string
		n     int
		edges []Edge
	}{
		{"complete-60", 60, randomGraph(1, 60, 100, 1, 1_000_000)},
		{"complete-300", 300, randomGraph(1, 300, 100, 1, 1_000_000)},
		{"complete-300-ties", 300, randomGraph(1, 300, 100, 0, 3)},
		{"sparse-1000", 1000, randomGraph(1, 1000, 1, 1, 1_000_000)},
		{"tangled-1000", 1000, tangled(1, 1000)},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				MaxWeight(c.n, c.edges, true)
			}
		})
	}
}
