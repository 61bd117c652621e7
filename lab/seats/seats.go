// Package seats measures how often each seat wins among equal engines, and how much handicap
// points help.
package seats

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/lab/dataset"
	"tafelrunde/lab/matchplay"
	"tafelrunde/lab/selfplay"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// Play plays games of equal engines.
type Play struct {
	Games int
	Nodes uint64 // of each search
	Level int    // of Way of the Knight, a code of package engines
	Seed  uint64
	// Promotions spend the handicap points of the seat that moves first, instead of those that a computer
	// opponent chooses.
	Promotions []match.HandicapPromotion
}

// Result is the result of the games of one kind. Slices are by seat, beginning with the seat
// that moves first.
type Result struct {
	Name  string // that of [games.SeatKind]
	Games int
	// Shared is the number of games without a single winner.
	Shared int
	Wins   []int
	// Points are the wins and the parts of shared wins; a draw is half a point.
	Points []float64
}

// Play plays games from the start position of tables with such settings. Points[0] is the handicap of the seat that moves first. If
// the context is done, it returns its error.
func (p *Play) Play(ctx context.Context, s *match.Settings, onGame func()) (Result, error) {
	r := Result{Name: games.SeatKind(s), Wins: make([]int, s.Seats), Points: make([]float64, s.Seats)}
	play, err := p.player(s)
	if err != nil {
		return r, err
	}
	for number := range p.Games {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		game := play(rand.New(rand.NewPCG(p.Seed, uint64(number))))
		single := false
		for seat, points := range game.Result {
			r.Points[seat] += points
			if points == 1 {
				r.Wins[seat]++
				single = true
			}
		}
		if r.Games++; !single {
			r.Shared++
		}
		onGame()
	}
	return r, nil
}

// player returns a function that plays a game.
func (p *Play) player(s *match.Settings) (func(*rand.Rand) dataset.Record, error) {
	rules := games.Rules{}
	if refusal := rules.Check(s); refusal != nil {
		return nil, refusal
	}
	round := rules.FirstRound(s, 0)
	if _, points := round.HandicapSeat(); points > 0 {
		if round.Promotions = p.Promotions; round.Promotions == nil {
			round.Promotions = rules.ChoosePromotions(s, round)
		}
	}
	position, refusal := rules.Start(s, round)
	if refusal != nil {
		return nil, refusal
	}
	players := selfplay.NewPlayers(p.Nodes, p.Level)
	if s.Game == games.Lancelot {
		start, err := lancelot.ParsePosition(position.Text())
		return func(random *rand.Rand) dataset.Record { return players.Lancelot(start, random) }, err
	}
	variant, err := wotn.ParseVariant(s.Variant)
	if err != nil {
		return nil, err
	}
	start, err := wotn.ParsePosition(variant, position.Text())
	return func(random *rand.Rand) dataset.Record { return players.Wotn(start, random) }, err
}

// String returns the result as a line of a table: kind, games, games without a single winner,
// wins, shares of the points and half of their 95 % intervals.
func (r *Result) String() string {
	var wins, shares, widths strings.Builder
	for seat, points := range r.Points {
		share := points / float64(max(r.Games, 1))
		low, high := matchplay.Wilson(share, r.Games)
		fmt.Fprintf(&wins, " %d", r.Wins[seat])
		fmt.Fprintf(&shares, " %.4f", share)
		fmt.Fprintf(&widths, " %.4f", (high-low)/2)
	}
	return fmt.Sprintf("%s games %d shared %d wins%s shares%s within%s", r.Name, r.Games, r.Shared, wins.String(), shares.String(), widths.String())
}

// HandicapLevel is the level at which handicap points are measured.
const HandicapLevel = 7
