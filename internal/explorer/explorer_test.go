package explorer

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// randomGame returns a game with random moves. The first ones are among few, so
// that games meet.
func randomGame(set Set, plies int, random *rand.Rand) Record {
	r := Record{Result: random.IntN(3)}
	pick := func(n int) int {
		if len(r.Moves) < 4 {
			n = min(n, 3)
		}
		return random.IntN(n)
	}
	if !set.Lancelot {
		p := wotn.Start(set.Variant)
		for len(r.Moves) < plies {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[pick(len(moves))]
			r.Moves = append(r.Moves, m.String())
			p.PlayInto(&p, m)
		}
		return r
	}
	p := lancelotStart(set)
	for len(r.Moves) < plies && !p.Outcome().Over() {
		turns := p.AppendTurns(nil)
		t := turns[pick(len(turns))]
		if len(r.Moves) > 4 { // most turns move Excalibur
			for p.CountTurns() > 100 && t.Kind() != lancelot.StoneOnly {
				t = turns[random.IntN(len(turns))]
			}
		}
		r.Moves = append(r.Moves, t.String())
		p.PlayInto(&p, t)
	}
	return r
}

func lancelotStart(set Set) lancelot.Position {
	p, err := lancelot.Options{Seats: 2, Rules: set.Rules}.Setup().Position()
	if err != nil {
		panic(err)
	}
	return p
}

// slowKey is the slow twin of a Place: a text that is equal for equal positions, in
// Lancelot the least of those of all symmetric positions with the mover as seat a.
func slowKey(set Set, wotnPosition *wotn.Position, p *lancelot.Position) string {
	if !set.Lancelot {
		return strings.Join(strings.Fields(wotnPosition.String())[:4], " ")
	}
	least := ""
	for symmetry := range symmetries {
		var b strings.Builder
		for at := range boardSize * boardSize {
			b.WriteByte(relabel(p.At(squareAt(turnBack(at, symmetry))).String(), p.ToMove()))
		}
		for _, seat := range []lancelot.Seat{p.ToMove(), 1 - p.ToMove()} {
			b.WriteString(" ")
			b.WriteString(strings.Repeat("c", p.Captured(seat)) + "h" + strings.Repeat("i", p.InHand(seat)))
			if p.HasExcaliburTurn(seat) {
				b.WriteString("x")
			}
		}
		if least == "" || b.String() < least {
			least = b.String()
		}
	}
	return least
}

func relabel(cell string, mover lancelot.Seat) byte {
	switch cell {
	case mover.String():
		return 'm'
	case (1 - mover).String():
		return 'o'
	}
	return cell[0]
}

// eachPosition calls each before every move of a game.
func eachPosition(set Set, r Record, each func(key string, place Place, move string, first bool)) {
	if !set.Lancelot {
		p := wotn.Start(set.Variant)
		for _, text := range r.Moves {
			each(slowKey(set, &p, nil), PlaceOfWotn(&p), text, p.ToMove() == wotn.White)
			p = must(p.Play(must(p.ParseMove(text))))
		}
		return
	}
	p := lancelotStart(set)
	first := p.ToMove()
	for _, text := range r.Moves {
		place, _ := PlaceOfLancelot(&p)
		each(slowKey(set, nil, &p), place, text, p.ToMove() == first)
		p = must(p.Play(must(p.ParseTurn(text))))
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// TestTableAgainstMap compares counter and table with maps of texts: the same moves with
// the same numbers at every position of all games, and no position twice.
func TestTableAgainstMap(t *testing.T) {
	for _, set := range Sets() {
		random := rand.New(rand.NewPCG(1, 2))
		counter := NewCounter(set, 12)
		twin := make(map[string]map[string]Count)
		keys := make(map[uint64]string)
		var records []Record
		for range 60 {
			r := randomGame(set, 10+random.IntN(10), random)
			records = append(records, r)
			if err := counter.Add(r); err != nil {
				t.Fatal(err)
			}
			r.Moves = r.Moves[:min(len(r.Moves), 12)]
			eachPosition(set, r, func(key string, place Place, move string, first bool) {
				if old, ok := keys[place.Key]; ok && old != key {
					t.Fatalf("%s: two positions with one key: %s, %s", set.Name, old, key)
				}
				keys[place.Key] = key
				if twin[key] == nil {
					twin[key] = make(map[string]Count)
				}
				count := twin[key][slowMove(&place, move)]
				count.add(pointsOf(r.Result, first))
				twin[key][slowMove(&place, move)] = count
			})
		}
		if len(keys) != len(twin) {
			t.Fatalf("%s: %d keys for %d positions", set.Name, len(keys), len(twin))
		}
		table, err := Open(counter.Pack(7, 1<<30))
		if err != nil {
			t.Fatal(err)
		}
		if table.Games != 60 || table.Nodes != 7 || table.Plies != 12 || table.Set != set || table.Positions < 20 {
			t.Errorf("%+v", table)
		}
		found := 0
		for _, r := range records {
			r.Moves = r.Moves[:min(len(r.Moves), 12)]
			eachPosition(set, r, func(key string, place Place, _ string, _ bool) {
				total := 0
				for _, count := range twin[key] {
					total += count.Games()
				}
				for name, moves := range map[string][]Move{"counter": counter.Moves(&place), "table": table.Moves(&place)} {
					have := make(map[string]Count)
					for i, m := range moves {
						have[slowMove(&place, m.Text)] = m.Count
						if i > 0 && m.Games() > moves[i-1].Games() {
							t.Errorf("%s: not sorted: %v", name, moves)
						}
					}
					if name == "table" && total == 1 && len(moves) == 0 {
						continue
					}
					found++
					if !reflect.DeepEqual(have, twin[key]) {
						t.Fatalf("%s of %s at %s: %v, want %v", name, set.Name, key, have, twin[key])
					}
				}
			})
		}
		if found == 0 {
			t.Error("nothing compared")
		}
	}
}

// slowMove returns the least text of the moves that are equal by symmetry: those
// after which the positions are symmetric.
func slowMove(place *Place, move string) string {
	if !place.Set.Lancelot {
		return move
	}
	t := must(place.lancelot.ParseTurn(move))
	least := move
	for symmetry := range symmetries {
		// The symmetry keeps the position.
		same := true
		for at := range boardSize * boardSize {
			if place.lancelot.At(squareAt(turn(at, symmetry))) != place.lancelot.At(squareAt(at)) {
				same = false
			}
		}
		if !same {
			continue
		}
		image := func(s lancelot.Square) lancelot.Square {
			if s == lancelot.NoSquare {
				return s
			}
			return squareAt(turn(indexOf(s), symmetry))
		}
		var other lancelot.Turn
		switch t.Kind() {
		case lancelot.StoneOnly:
			other = lancelot.StoneTurn(image(t.Stone()))
		case lancelot.StoneThenExcalibur:
			other = lancelot.StoneExcaliburTurn(image(t.Stone()), image(t.Excalibur()))
		case lancelot.ExcaliburThenStone:
			other = lancelot.ExcaliburStoneTurn(image(t.Excalibur()), image(t.Stone()))
		default:
			other = lancelot.ExcaliburTurn(image(t.Excalibur()))
		}
		least = min(least, other.String())
	}
	return least
}

// TestSymmetricGamesMeet plays a game and its seven images: every position has the same
// place, and every turn the same code.
func TestSymmetricGamesMeet(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, set := range Sets() {
		if !set.Lancelot {
			continue
		}
		for range 20 {
			r := randomGame(set, 14, random)
			steps := must(Steps(set, "", r, 14))
			for symmetry := range symmetries {
				image := Record{Result: r.Result}
				for _, text := range r.Moves {
					var parts []string
					for _, part := range strings.Split(text, ",") {
						name := strings.TrimPrefix(part, "X")
						square := squareAt(turn(indexOf(must(lancelot.ParseSquare(name))), symmetry))
						parts = append(parts, strings.TrimSuffix(part, name)+square.String())
					}
					image.Moves = append(image.Moves, strings.Join(parts, ","))
				}
				if got := must(Steps(set, "", image, 14)); !reflect.DeepEqual(got, steps) {
					t.Fatalf("%s, symmetry %d: %v and %v differ", set.Name, symmetry, r, image)
				}
			}
		}
	}
}

// TestPlaceIgnoresCounters: positions that repeat have the same place, others do not.
func TestPlaceIgnoresCounters(t *testing.T) {
	place := func(v wotn.Variant, text string) uint64 {
		p := must(wotn.ParsePosition(v, text))
		return PlaceOfWotn(&p).Key
	}
	base := place(wotn.Standard, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
	if place(wotn.Standard, "4k3/8/8/8/8/8/8/R3K3 w Q - 12 40") != base {
		t.Error("the counters matter")
	}
	for _, other := range []string{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1"} {
		if place(wotn.Standard, other) == base {
			t.Error(other)
		}
	}
	if place(wotn.Alternative, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1") == base {
		t.Error("the variant does not matter")
	}
}

func TestPlacesOfLancelot(t *testing.T) {
	for _, c := range []struct {
		options lancelot.Options
		want    string
	}{
		{lancelot.Options{Seats: 2}, "lancelot-basic"},
		{lancelot.Options{Seats: 2, Rules: lancelot.Rules{Diagonals: true, Excalibur: true}}, "lancelot-diagonals-excalibur"},
		{lancelot.Options{Seats: 3}, ""},
		{lancelot.Options{Seats: 2, Target: 9}, ""},
	} {
		p := must(c.options.Setup().Position())
		if place, ok := PlaceOfLancelot(&p); place.Set.Name != c.want || ok != (c.want != "") {
			t.Errorf("%+v: %q, %v", c.options, place.Set.Name, ok)
		}
	}
}

func TestPackIsBounded(t *testing.T) {
	set, _ := SetNamed("wotn")
	random := rand.New(rand.NewPCG(5, 6))
	counter := NewCounter(set, 20)
	for range 100 {
		if err := counter.Add(randomGame(set, 20, random)); err != nil {
			t.Fatal(err)
		}
	}
	all := must(Open(counter.Pack(1, 1<<30)))
	some := counter.Pack(1, 500)
	table := must(Open(some))
	if len(some) > 500 || table.Positions == 0 || table.Positions >= all.Positions {
		t.Errorf("%d bytes, %d of %d positions", len(some), table.Positions, all.Positions)
	}
	start := wotn.Start(wotn.Standard)
	place := PlaceOfWotn(&start)
	if len(table.Moves(&place)) == 0 {
		t.Error("the most frequent position is missing")
	}
}

func TestBadRecords(t *testing.T) {
	set, _ := SetNamed("wotn")
	counter := NewCounter(set, 10)
	if err := counter.Add(Record{Moves: []string{"e2e4", "e2e4"}}); err == nil || !strings.Contains(err.Error(), "ply 1") || counter.Games != 0 {
		t.Errorf("%v, %d games", err, counter.Games)
	}
}

// FuzzOpen: no data makes Open or Moves panic, and what it accepts can be searched.
func FuzzOpen(f *testing.F) {
	set, _ := SetNamed("lancelot-excalibur")
	counter := NewCounter(set, 6)
	random := rand.New(rand.NewPCG(1, 1))
	for range 6 {
		if err := counter.Add(randomGame(set, 6, random)); err != nil {
			f.Fatal(err)
		}
	}
	packed := counter.Pack(10, 1<<20)
	f.Add(packed)
	f.Add(packed[:len(packed)-1])
	f.Add([]byte(Magic))
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := Open(data)
		var wrong *FileError
		if err != nil {
			if !errors.As(err, &wrong) || wrong.Offset < 0 || wrong.Offset > len(data) {
				t.Errorf("%v", err)
			}
			return
		}
		if table.Set.Lancelot {
			p := lancelotStart(table.Set)
			place, _ := PlaceOfLancelot(&p)
			for _, m := range table.Moves(&place) {
				if _, err := p.ParseTurn(m.Text); err != nil {
					t.Error(err)
				}
			}
			return
		}
		p := wotn.Start(table.Set.Variant)
		place := PlaceOfWotn(&p)
		for _, m := range table.Moves(&place) {
			if _, err := p.ParseMove(m.Text); err != nil {
				t.Error(err)
			}
		}
	})
}
