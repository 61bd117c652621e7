package training

import (
	"context"
	"fmt"
	"math/rand/v2"

	"tafelrunde/lab/dataset"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/net"
	"tafelrunde/wotn/search"
)

// ResultPlay plays games of the engine for Way of the Knight against itself to
// their end by the rules, to learn how often each score wins.
type ResultPlay struct {
	Variant wotn.Variant
	Nodes   uint64 // of each search
	Seed    uint64 // of the openings
	// Handicap is the number of handicap points of White, which are spent at random.
	// Chess has none.
	Handicap int
	// First is the number of the first game. Runs with the same seed and
	// different numbers play different games, so that a run can be continued.
	First int
}

const (
	// resultEvery is the number of plies from one sample of a game to the next.
	resultEvery = 3
	// maxResultPlies is the number of plies after which a game is abandoned.
	maxResultPlies = 600
)

// Append plays games and appends positions of them with their scores and the results to a
// dataset. It returns the number of positions.
func (r *ResultPlay) Append(name string, games, threads int, onGame func()) (samples int, err error) {
	by := fmt.Sprintf("tune results --variant %s --nodes %d --seed %d --handicap %d", r.Variant, r.Nodes, r.Seed, r.Handicap)
	return Append(name, by, games, threads, func() func(int) []dataset.Record {
		c := net.Config()
		c.Hash = 2
		e := search.New(c)
		return func(game int) []dataset.Record { return r.play(e, r.First+game) }
	}, onGame)
}

// play plays one game from random plies. Both sides search the same number of
// nodes. Positions with a mate score are left out, and so are abandoned games.
func (r *ResultPlay) play(e *search.Engine, number int) (samples []dataset.Record) {
	e.Clear()
	random := rand.New(rand.NewPCG(r.Seed, uint64(number)))
	var game *wotn.Game
	for game == nil {
		game = playRandomly(handicapStart(r.Variant, r.Handicap, random), openingPlies, random)
	}
	type sample struct {
		position wotn.Position
		score    int
	}
	var pending []sample
	next := random.IntN(resultEvery)
	result := wotn.Unfinished
	for ply := 0; result == wotn.Unfinished; ply++ {
		if ply == maxResultPlies {
			return nil
		}
		p := game.Position()
		found := e.Search(context.Background(), game, engine.Limits{Nodes: r.Nodes}, nil)
		if _, mate := found.Score.Mate(); ply >= next && !mate {
			pending = append(pending, sample{*p, found.Score.Centipawns()})
			next = ply + resultEvery
		}
		if err := game.Play(found.Best); err != nil {
			panic(err)
		}
		result = game.Outcome().Result()
		if len(game.Claims()) > 0 {
			result = wotn.Draw
		}
	}
	for _, s := range pending {
		samples = append(samples, dataset.Record{
			Rules: r.Variant.String(), Number: number, Start: s.position.String(), Scores: []int{s.score},
			Result: bySeat(wotn.White, result.WinShare(wotn.White)),
		})
	}
	return samples
}

// handicapStart returns the start position after White has spent handicap points
// on pieces and kinds drawn at random. Draws that attack the king of Black, who
// is not to move, are drawn again.
func handicapStart(variant wotn.Variant, points int, random *rand.Rand) wotn.Position {
	start := wotn.Start(variant)
	for {
		setup := start.Setup()
		for range points {
			var squares []wotn.Square
			for sq := range wotn.NoSquare {
				if p := setup.Board[sq]; p.Kind != wotn.NoKind && p.Color == wotn.White && len(setup.HandicapPromotions(sq)) > 0 {
					squares = append(squares, sq)
				}
			}
			sq := squares[random.IntN(len(squares))]
			kinds := setup.HandicapPromotions(sq)
			if err := setup.HandicapPromote(wotn.White, sq, kinds[random.IntN(len(kinds))]); err != nil {
				panic(err)
			}
		}
		if p, err := setup.Position(); err == nil {
			return p
		}
	}
}
