package engines

import "testing"

func TestIsOnly(t *testing.T) {
	for _, c := range []struct {
		best, second float64
		want         bool
	}{
		{500, 400, true}, {500, 401, false}, {1000, 900, true}, {90, 0, false}, {400, 500, false},
	} {
		if got := IsOnly(c.best, c.second); got != c.want {
			t.Errorf("IsOnly(%v, %v) = %v", c.best, c.second, got)
		}
	}
}
