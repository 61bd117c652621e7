package matching

// splitMix is the generator SplitMix64, as in testdata/weights.py.
type splitMix uint64

func (s *splitMix) next() uint64 {
	*s += 0x9E3779B97F4A7C15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// randomGraph returns the edges of a graph with n vertices and a percentage of all edges, with
// weights from least to greatest.
func randomGraph(seed uint64, n, percent int, least, greatest int64) []Edge {
	random := splitMix(seed)
	var edges []Edge
	for a := range n {
		for b := a + 1; b < n; b++ {
			if random.next()%100 < uint64(percent) {
				edges = append(edges, Edge{a, b, least + int64(random.next()%uint64(greatest-least+1))})
			}
		}
	}
	return edges
}

// tangled returns a graph whose matching needs nested blossoms: a path of n vertices with
// chords, whose weights fall from one end to the other.
func tangled(seed uint64, n int) []Edge {
	random := splitMix(seed)
	var edges []Edge
	for v := 1; v < n; v++ {
		edges = append(edges, Edge{v - 1, v, int64(2*(n-v)) + int64(random.next()%3)})
		if v > 1 {
			edges = append(edges, Edge{v - 2, v, int64(2*(n-v)) + int64(random.next()%3)})
		}
	}
	for range n / 3 {
		a, b := int(random.next()%uint64(n)), int(random.next()%uint64(n))
		if a != b {
			edges = append(edges, Edge{a, b, int64(random.next() % uint64(2*n))})
		}
	}
	return edges
}
