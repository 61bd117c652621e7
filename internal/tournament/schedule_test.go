package tournament

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// fideTables are the Berger tables of the FIDE Handbook (C.05, annex 1), White first.
var fideTables = map[int]string{
	4: `1-4 2-3
4-3 1-2
2-4 3-1`,
	6: `1-6 2-5 3-4
6-4 5-3 1-2
2-6 3-1 4-5
6-5 1-4 2-3
3-6 4-2 5-1`,
	8: `1-8 2-7 3-6 4-5
8-5 6-4 7-3 1-2
2-8 3-1 4-7 5-6
8-6 7-5 1-4 2-3
3-8 4-2 5-1 6-7
8-7 1-6 2-5 3-4
4-8 5-3 6-2 7-1`,
	10: `1-10 2-9 3-8 4-7 5-6
10-6 7-5 8-4 9-3 1-2
2-10 3-1 4-9 5-8 6-7
10-7 8-6 9-5 1-4 2-3
3-10 4-2 5-1 6-9 7-8
10-8 9-7 1-6 2-5 3-4
4-10 5-3 6-2 7-1 8-9
10-9 1-8 2-7 3-6 4-5
5-10 6-4 7-3 8-2 9-1`,
}

func TestBergerTables(t *testing.T) {
	for n, table := range fideTables {
		for round, want := range strings.Split(table, "\n") {
			var got []string
			for _, p := range berger(n, round) {
				got = append(got, fmt.Sprintf("%d-%d", p[0], p[1]))
			}
			if line := strings.Join(got, " "); line != want {
				t.Errorf("%d players, round %d: %s; want %s", n, round+1, line, want)
			}
		}
	}
}

// Everybody plays everybody once, or twice with both colours, and at most one game a round.
// With two cycles nobody has the same colour three times in a row.
func TestPoolRounds(t *testing.T) {
	for n := 2; n <= 10; n++ {
		for _, double := range []bool{false, true} {
			met, whites := make(map[[2]int]int), make([]int, n+1)
			colours := make([]string, n+1)
			for round := 1; round <= poolRounds(n, double); round++ {
				busy := make(map[int]bool)
				for _, p := range poolRound(n, round, double) {
					if busy[p[0]] || busy[p[1]] || p[0] == p[1] {
						t.Fatalf("%d players, round %d: %v plays twice", n, round, p)
					}
					busy[p[0]], busy[p[1]] = true, true
					met[p]++
					whites[p[0]]++
					colours[p[0]] += "w"
					colours[p[1]] += "b"
				}
			}
			for a := 1; a <= n; a++ {
				for b := a + 1; b <= n; b++ {
					first, second := met[[2]int{a, b}], met[[2]int{b, a}]
					if double && (first != 1 || second != 1) || !double && first+second != 1 {
						t.Errorf("%d players, double %v: %d and %d play %d and %d games", n, double, a, b, first, second)
					}
				}
				if games := len(colours[a]); !double && (2*whites[a] < games-1 || 2*whites[a] > games+1) {
					t.Errorf("%d players: %d has White in %d of %d games", n, a, whites[a], games)
				}
				if double && n%2 == 0 && n > 2 && (strings.Contains(colours[a], "www") || strings.Contains(colours[a], "bbb")) {
					t.Errorf("%d players, twice: %d has colours %s", n, a, colours[a])
				}
			}
		}
	}
}

func TestDivisionSizes(t *testing.T) {
	for n := 2; n <= MaxEntrants; n++ {
		for usual := MinDivision; usual <= MaxPool; usual++ {
			sizes := divisionSizes(n, usual)
			sum := 0
			for _, size := range sizes {
				sum += size
			}
			least, most := slices.Min(sizes), slices.Max(sizes)
			if sum != n || most-least > 1 || most > MaxPool {
				t.Fatalf("%d players in divisions of %d: %v", n, usual, sizes)
			}
			if least < MinDivision && n >= MinDivision && n != 11 {
				t.Errorf("%d players in divisions of %d: %v", n, usual, sizes)
			}
		}
	}
}
