package lancelot

import "testing"

// TestLineStates: in random games the state of each line agrees with its squares,
// and with the state predicted for a stone or Excalibur.
func TestLineStates(t *testing.T) {
	for seats := MinSeats; seats <= MaxSeats; seats++ {
		for game := range 8 {
			o := Options{Seats: seats, Rules: Rules{Diagonals: game&1 != 0, Excalibur: game&2 != 0}}
			p, err := o.Setup().Position()
			if err != nil {
				t.Fatal(err)
			}
			for turn := 0; p.reason == Running; turn++ {
				for line := range p.LineCount() {
					state, occupied := p.LineState(line), 0
					for _, square := range p.Line(line).Squares() {
						if p.At(square) != Free {
							occupied++
						}
					}
					if state.Occupied() != occupied || p.LineLen(line) != p.Line(line).Len() {
						t.Fatalf("%s: %s: %d squares of %d occupied, not %d", &p, p.Line(line), state.Occupied(), p.LineLen(line), occupied)
					}
					for seat := range Seat(p.seats) {
						if state.Lead(seat) != p.Lead(seat, line) {
							t.Fatalf("%s: %s: lead %d, not %d", &p, p.Line(line), state.Lead(seat), p.Lead(seat, line))
						}
					}
				}
				i := p.open.Nth((turn*7 + game) % p.open.Count())
				next := p
				if p.PlacesExcalibur() {
					next.placeExcalibur(i)
				} else {
					next.placeStone(p.toAct, i)
				}
				for _, line := range p.LinesThrough(i) {
					want := p.LineState(line).WithStone(p.toAct, seats)
					if p.PlacesExcalibur() {
						want = p.LineState(line).WithExcalibur(seats)
						if own := p.LineState(line).WithStone(2, seats).ExcaliburReturned(2); own != want && seats > 2 {
							t.Fatalf("%s: Excalibur returned to a line is %x, not %x", &p, own, want)
						}
					}
					if next.LineState(line) != want {
						t.Fatalf("%s: %s: %x after the action on %s, not %x", &p, p.Line(line), next.LineState(line), i, want)
					}
				}
				if p.PlacesExcalibur() {
					p.PlayInto(&p, ExcaliburTurn(i))
				} else {
					p.PlayInto(&p, StoneTurn(i))
				}
			}
		}
	}
}
