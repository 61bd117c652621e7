package training

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"tafelrunde/lab/dataset"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/eval"
	"tafelrunde/wotn/search"
)

// WotnSelfPlay plays games of the engine for Way of the Knight against itself.
type WotnSelfPlay struct {
	Variant wotn.Variant
	Nodes   uint64 // of each search
	Seed    uint64 // of the openings
	// Scattered is the share of games that begin with some of the pieces, placed at
	// random, instead of the start position. Positions with few pieces of different
	// kinds are rare in whole games, so their weights would otherwise be fitted to
	// too few samples.
	Scattered float64
}

const (
	openingPlies   = 8 // random plies from the start position
	scatteredPlies = 2 // random plies from scattered pieces
	// maxScatteredScore is the largest absolute score of an opening with scattered
	// pieces, in centipawns.
	maxScatteredScore = 300
	// In the first randomPlies plies, one move in randomMoveEvery is random. The moves before
	// are dropped, since it changes the expected result.
	randomPlies     = 12
	randomMoveEvery = 6
	// A game is adjudicated after adjudicationPlies plies with scores beyond
	// ±adjudicationScore centipawns.
	adjudicationScore = 1000
	adjudicationPlies = 6
	// Positions with scores beyond ±maxSampleScore are not sampled.
	maxSampleScore = 1500
	// maxHandicap is the largest number of handicap promotions of each side in half
	// of the games, so that high kinds are sampled often enough.
	maxHandicap = 8
)

// newEngine returns a single-threaded engine with a small hash table.
func newEngine() *search.Engine {
	return search.New(search.Config{NewEvaluator: func() search.Evaluator { return eval.New() }, Hash: 2})
}

// Append plays the games of a part and appends them to a dataset, unless it has them. If the context is
// done, it returns the context's error.
func (s *WotnSelfPlay) Append(ctx context.Context, name string, part Part, threads int, onGame func()) error {
	by := fmt.Sprintf("tune play --variant %s --nodes %d --seed %d --scattered %g", s.Variant, s.Nodes, s.Seed, s.Scattered)
	return AppendGames(ctx, name, by, part, threads, func() func(int) dataset.Record {
		e := newEngine()
		return func(game int) dataset.Record { return s.play(e, rand.New(rand.NewPCG(s.Seed, uint64(game)))) }
	}, onGame)
}

// play plays one game. It begins after the last random move. The engine has chosen all moves.
func (s *WotnSelfPlay) play(e *search.Engine, random *rand.Rand) dataset.Record {
	e.Clear()
	scattered := random.Float64() < s.Scattered
	game := randomStart(s.Variant, random)
	for balanced := false; scattered && !balanced; {
		game = scatteredStart(s.Variant, random)
		score := e.Search(context.Background(), game, engine.Limits{Nodes: s.Nodes}, nil).Score.Centipawns()
		balanced = score > -maxScatteredScore && score < maxScatteredScore
	}
	first, start := game.Len(), *game.Position()
	var scores []int
	result := game.Outcome().Result()
	decided := 0
	for ply := 0; result == wotn.Unfinished; ply++ {
		p := game.Position()
		r := e.Search(context.Background(), game, engine.Limits{Nodes: s.Nodes}, nil)
		score := r.Score.Centipawns()
		switch {
		case score > -adjudicationScore && score < adjudicationScore:
			decided = 0
		case decided < adjudicationPlies:
			decided++
		case (score > 0) == (p.ToMove() == wotn.White):
			result = wotn.WhiteWins
		default:
			result = wotn.BlackWins
		}
		if result != wotn.Unfinished {
			break
		}
		move := r.Best
		scores = append(scores, score)
		if ply < randomPlies && !scattered && random.IntN(randomMoveEvery) == 0 {
			moves := p.AppendMoves(nil)
			move = moves[random.IntN(len(moves))]
			scores = scores[:0]
		}
		if err := game.Play(move); err != nil {
			panic(err)
		}
		if len(scores) == 0 {
			first, start = game.Len(), *game.Position()
		}
		result = game.Outcome().Result()
		if len(game.Claims()) > 0 {
			result = wotn.Draw
		}
	}
	return dataset.Record{
		Rules: s.Variant.String(), Start: start.String(), Moves: dataset.MoveText(game.Moves()[first:]), Scores: scores,
		Result: []float64{result.WinShare(wotn.White), result.WinShare(wotn.Black)},
	}
}

// QuietPositions calls each with the positions of a game of self-play, and the ply, in which neither side is in check, the
// move neither captures nor promotes, and the score for the side to move is not beyond ±maxSampleScore.
func QuietPositions(r *dataset.Record, each func(ply int, p *wotn.Position)) error {
	variant, err := wotn.ParseVariant(r.Rules)
	if err != nil {
		return err
	}
	p, err := wotn.ParsePosition(variant, r.Start)
	if err != nil {
		return err
	}
	moves := r.MoveList()
	if len(moves) != len(r.Scores) || len(r.Result) != 2 {
		return fmt.Errorf("%d moves have %d scores, and %d players a result", len(moves), len(r.Scores), len(r.Result))
	}
	for i, text := range moves {
		m, err := p.ParseMove(text)
		if err != nil {
			return err
		}
		score := r.Scores[i]
		if p.Checkers() == 0 && m.Captured() == wotn.NoKind && m.Promotion() == wotn.NoKind && score > -maxSampleScore && score < maxSampleScore {
			each(i, &p)
		}
		p.PlayInto(&p, m)
	}
	return nil
}

// wotnSample returns a position with its score and the points that the side to move expects.
func wotnSample(p *wotn.Position, score engine.Score, expected float64) dataset.Record {
	expected = math.Round(expected*10_000) / 10_000
	return dataset.Record{Rules: p.Variant().String(), Start: p.String(), Scores: []int{score.Centipawns()}, Expected: bySeat(p.ToMove(), expected)}
}

// bySeat returns the points of White and Black from those of one side.
func bySeat(side wotn.Color, points float64) []float64 {
	if side == wotn.Black {
		points = 1 - points
	}
	return []float64{points, 1 - points}
}

// randomStart returns the start position, in half of the games with random handicap
// promotions, after random plies.
func randomStart(variant wotn.Variant, random *rand.Rand) *wotn.Game {
	for {
		setup, err := wotn.ParseSetup(variant, wotn.StartText)
		if err != nil {
			panic(err)
		}
		if variant != wotn.Chess && random.IntN(2) == 0 {
			for range 2 * random.IntN(maxHandicap+1) {
				sq := wotn.Square(random.IntN(64))
				if choices := setup.HandicapPromotions(sq); len(choices) > 0 {
					if err := setup.HandicapPromote(setup.Board[sq].Color, sq, choices[random.IntN(len(choices))]); err != nil {
						panic(err)
					}
				}
			}
		}
		p, err := setup.Position()
		if err != nil {
			continue // a promoted piece gives check
		}
		if game := playRandomly(p, openingPlies, random); game != nil {
			return game
		}
	}
}

// playRandomly returns a game with random plies from p, or nil if they end it.
func playRandomly(p wotn.Position, plies int, random *rand.Rand) *wotn.Game {
	game := wotn.NewGame(p)
	for range plies {
		moves := game.Position().AppendMoves(nil)
		if len(moves) == 0 || game.Play(moves[random.IntN(len(moves))]) != nil {
			break
		}
	}
	if game.Outcome().Over() {
		return nil
	}
	return game
}

// scatteredStart returns a game from a position with random pieces of any kinds of
// the variant, each side's in its own half and pawns on all ranks where they can
// stand. The position may be lost for one side.
func scatteredStart(variant wotn.Variant, random *rand.Rand) *wotn.Game {
	var kinds []wotn.Kind
	for k := wotn.Squire; k < wotn.King; k++ {
		if variant.HasKind(k) {
			kinds = append(kinds, k)
			if variant == wotn.Chess && k != wotn.Queen {
				kinds = append(kinds, k)
			}
		}
	}
	for {
		p, err := scatter(variant, kinds, random)
		if err != nil {
			continue // for instance a king that could be captured
		}
		if game := playRandomly(p, scatteredPlies, random); game != nil {
			return game
		}
	}
}

// scatter places some pieces of the given kinds, pawns and a king for each side. It
// returns an error if the result is not a legal position.
func scatter(variant wotn.Variant, kinds []wotn.Kind, random *rand.Rand) (wotn.Position, error) {
	setup := wotn.Setup{Variant: variant, ToMove: wotn.Color(random.IntN(2)), EnPassant: wotn.NoSquare, MoveNumber: 1}
	place := func(c wotn.Color, k wotn.Kind, ranks int) {
		for range 8 {
			rank := random.IntN(ranks)
			if k == wotn.Pawn {
				rank++
			}
			if c == wotn.Black {
				rank = 7 - rank
			}
			if sq := wotn.NewSquare(random.IntN(8), rank); setup.Board[sq].Kind == wotn.NoKind {
				setup.Board[sq] = wotn.Piece{Kind: k, Color: c}
				return
			}
		}
	}
	pawnRanks := 4 // ranks on which a pawn can stand
	if variant == wotn.Chess {
		pawnRanks = 6
	}
	pieces, pawns := 2+random.IntN(6), 3+random.IntN(6)
	for c := wotn.White; c <= wotn.Black; c++ {
		place(c, wotn.King, 2+random.IntN(3))
		for range pawns + random.IntN(3) - 1 {
			place(c, wotn.Pawn, 4+random.IntN(2)*(pawnRanks-4))
		}
		for range pieces + random.IntN(3) - 1 {
			place(c, kinds[random.IntN(len(kinds))], 4)
		}
	}
	return setup.Position()
}
