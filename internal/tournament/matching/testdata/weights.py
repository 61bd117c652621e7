#!/usr/bin/env python3
"""Writes the weights of maximum-weight matchings that networkx finds, for the tests.

    testdata/weights.py > testdata/weights.txt      (Debian: python3-networkx)

Each line has a seed, the number of vertices, the percentage of edges, the least and the
greatest weight, and then the weight of a maximum-weight matching, its weight and number of
edges with maximum cardinality. graphs_test.go generates the same graphs.
"""
import networkx as nx

MASK = (1 << 64) - 1


def numbers(seed):
    """Yields the numbers of SplitMix64."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & MASK
        z = seed
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


def graph(seed, n, percent, least, greatest):
    g = nx.Graph()
    g.add_nodes_from(range(n))
    random = numbers(seed)
    for a in range(n):
        for b in range(a + 1, n):
            if next(random) % 100 < percent:
                g.add_edge(a, b, weight=least + next(random) % (greatest - least + 1))
    return g


def weight(g, matching):
    return sum(g[a][b]["weight"] for a, b in matching)


seed = 0
for n in (5, 9, 16, 25, 40, 61, 100, 150, 200):
    for percent in (3, 15, 50, 100):
        for least, greatest in ((1, 1), (0, 3), (-20, 20), (1, 1000), (-(2**40), 2**40)):
            if n > 100 and percent > 50 and greatest > 3:
                continue  # minutes in Python
            seed += 1
            g = graph(seed, n, percent, least, greatest)
            best = nx.max_weight_matching(g)
            full = nx.max_weight_matching(g, maxcardinality=True)
            print(seed, n, percent, least, greatest, weight(g, best), weight(g, full), len(full), flush=True)
