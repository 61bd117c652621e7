package lancelot

import "testing"

// TestNextStart goes through a series until the first seat begins again.
func TestNextStart(t *testing.T) {
	for _, rules := range []Rules{{}, {Diagonals: true}, {Excalibur: true}} {
		for seats := MinSeats; seats <= MaxSeats; seats++ {
			o := Options{Seats: seats, Rules: rules, Target: 3}
			start, err := o.Setup().Position()
			if err != nil {
				t.Fatal(err)
			}
			first := start
			for game := 1; game <= seats; game++ {
				o.First = Seat(game % seats)
				want, err := o.Setup().Position()
				if err != nil {
					t.Fatal(err)
				}
				if start = NextStart(start); start != want {
					t.Errorf("%d seats, %v, game %d starts with %v, want %v", seats, rules, game+1, &start, &want)
				}
			}
			if start != first {
				t.Errorf("%d seats, %v: the series does not come round", seats, rules)
			}
		}
	}
}

func TestNextStartKeepsSetups(t *testing.T) {
	setup := Options{Seats: 2}.Setup()
	setup.InHand[0]--
	setup.Cells[0][0] = StoneOf(0)
	start, err := setup.Position()
	if err != nil {
		t.Fatal(err)
	}
	if next := NextStart(start); next != start {
		t.Errorf("%v follows %v", &next, &start)
	}
}
