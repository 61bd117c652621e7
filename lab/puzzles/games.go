package puzzles

import (
	"crypto/sha256"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/puzzles"
	"tafelrunde/lab/dataset"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// Games are games to look for puzzles in.
type Games interface {
	// Count is the number of games.
	Count() int
	// Game returns a game by its number.
	Game(number int) (dataset.Record, error)
}

// FromDataset returns the games of a dataset with some rules and, in Lancelot, a number of seats, and the
// SHA-256 of the file. It writes what is damaged to notes.
func FromDataset(name, rules string, seats int, notes io.Writer) (list Games, sum []byte, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return nil, nil, err
	}
	var games recorded
	err = dataset.Read(name, notes, func(_ dataset.Origin, r *dataset.Record) error {
		if r.Rules != rules || r.Moves == "" {
			return nil
		}
		start, err := parse(r.Rules, r.Start)
		if err == nil && start.seats() == seats {
			games = append(games, *r)
		}
		return err
	})
	if err == nil && len(games) == 0 {
		err = fmt.Errorf("%s: no games of %s with %d seats", name, rules, seats)
	}
	return games, hash.Sum(nil), err
}

type recorded []dataset.Record

func (g recorded) Count() int                              { return len(g) }
func (g recorded) Game(number int) (dataset.Record, error) { return g[number], nil }

// SelfPlay plays games between unequal levels. Beginners make mistakes, from which puzzles arise.
type SelfPlay struct {
	Rules string
	// Lancelot are the settings of games of Lancelot.
	Lancelot lancelot.Options
	Seed     uint64
	Games    int
}

const (
	// The levels that play, by their places in the list of offered levels: without the two
	// weakest, whose games make little sense, and those that take long.
	weakest, strongest = 2, 12
	// One game of Way of the Knight in handicapEvery begins with up to maxHandicap handicap
	// points of the weaker side.
	handicapEvery, maxHandicap = 4, 4
	// maxPlies ends a game.
	maxPlies = 160
	// levelNodes bounds the searches of levels.
	levelNodes = 20_000
)

// Count returns the number of games.
func (s *SelfPlay) Count() int { return s.Games }

// Game plays a game. It depends on the rules, the seed and the number alone.
func (s *SelfPlay) Game(number int) (r dataset.Record, err error) {
	random := rand.New(rand.NewPCG(s.Seed, uint64(number)))
	offered := engines.OfferedLevels()
	j := newAnalyser(s.Rules, true) // a memory of the game only
	var at position
	// play plays a move in the game as well, which knows repetitions, and reports whether it goes on.
	var play func(move string) (on bool, err error)
	var levels []int
	places := func(n int) {
		for range n {
			levels = append(levels, weakest+random.IntN(strongest-weakest))
		}
	}
	if s.Rules == puzzles.Lancelot {
		o := s.Lancelot
		o.First = lancelot.Seat(random.IntN(o.Seats))
		start, err := lancelot.Start(o)
		if err != nil {
			return r, err
		}
		places(o.Seats)
		at = &lancelotPosition{start}
		play = func(string) (bool, error) { return true, nil }
	} else {
		variant, err := wotn.ParseVariant(s.Rules)
		if err != nil {
			return r, err
		}
		places(wotn.NumColors)
		weaker := wotn.White
		if levels[wotn.Black] < levels[wotn.White] {
			weaker = wotn.Black
		}
		start, err := handicapped(variant, weaker, random)
		if err != nil {
			return r, err
		}
		at = &wotnPosition{start}
		game := wotn.NewGame(start)
		play = func(move string) (bool, error) {
			err := game.PlayText(move)
			return !game.Outcome().Over(), err
		}
	}
	r = dataset.Record{Rules: s.Rules, Number: number, Start: at.String()}
	var moves []string
	seed := random.Uint64() | 1
	for on := true; on && len(at.moves()) > 0 && len(moves) < maxPlies; {
		move := j.level(at, offered[levels[at.seat()]], levelNodes, seed+uint64(len(moves)))
		if on, err = play(move); err != nil {
			return r, err
		}
		moves = append(moves, move)
		at = at.play(move)
	}
	r.Moves = strings.Join(moves, " ")
	return r, nil
}

// handicapped returns a start position, sometimes with handicap points of one side.
func handicapped(variant wotn.Variant, side wotn.Color, random *rand.Rand) (wotn.Position, error) {
	start := wotn.Start(variant)
	setup := start.Setup()
	if random.IntN(handicapEvery) == 0 {
		for range 1 + random.IntN(maxHandicap) {
			squares := slices.Collect(start.OccupiedBy(side).Squares())
			square := squares[random.IntN(len(squares))]
			if kinds := setup.HandicapPromotions(square); len(kinds) > 0 {
				if err := setup.HandicapPromote(side, square, kinds[random.IntN(len(kinds))]); err != nil {
					return start, err
				}
			}
		}
	}
	return setup.Position()
}
