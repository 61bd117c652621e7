package puzzles

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/rating"
	"tafelrunde/internal/puzzles"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// wish selects the puzzles that can be dealt.
type wish struct {
	Game       string   `query:"game" enum:"wotn,lancelot" default:"wotn"`
	Difficulty string   `query:"difficulty" enum:"easier,normal,harder" default:"normal" doc:"200 points below, near or 200 above the rating of the requester"`
	Theme      string   `query:"theme" maxLength:"40"`
	Variant    string   `query:"variant" enum:"wotn,wotn-alternative"`
	Seats      int      `query:"seats" minimum:"2" maximum:"5"`
	Skip       []string `query:"skip" maxItems:"20" doc:"IDs of puzzles that the requester has skipped. One that was dealt is replaced, without an attempt. They return only if there are no others"`
}

// key identifies deals that replace each other.
func (w *wish) key() string {
	return strings.Join([]string{w.Game, w.Theme, w.Variant, strconv.Itoa(w.Seats)}, "/")
}

// candidate is a puzzle that can be dealt.
type candidate struct {
	*puzzles.Puzzle
	seats int
}

// group returns the embedded puzzles by game.
func group() (map[string][]candidate, error) {
	list, err := puzzles.Embedded()
	groups := make(map[string][]candidate)
	for i := range list {
		p := &list[i]
		seats, err := p.Seats()
		if err != nil {
			return nil, err
		}
		game := puzzles.GameOf(p.Rules)
		groups[game] = append(groups[game], candidate{p, seats})
	}
	return groups, err
}

// meets reports whether a puzzle of the game of the wish is one that is wished.
func (w *wish) meets(p *candidate) bool {
	return (w.Theme == "" || slices.Contains(p.Themes, puzzles.Theme(w.Theme))) &&
		(w.Variant == "" || w.Variant == p.Rules) && (w.Seats == 0 || w.Seats == p.seats)
}

// aside is by how much easier or harder puzzles differ from the rating of the requester.
const aside = 200

// offset returns what is added to the rating of the requester.
func (w *wish) offset() float64 {
	switch w.Difficulty {
	case "easier":
		return -aside
	case "harder":
		return aside
	}
	return 0
}

// next returns a puzzle for a person. It stores the deal if the person has an account.
func (a *API) next(ctx context.Context, person store.Person, w *wish) (*puzzles.Puzzle, error) {
	if !person.Account() {
		return a.choose(ctx, "", w, rating.NewGlicko().Rating)
	}
	deal, err := a.store.PuzzleDeal(ctx, person.ID, w.key())
	if err != nil && !core.IsNotFound(err) {
		return nil, err
	}
	if err == nil && deal.Difficulty == w.Difficulty && !slices.Contains(w.Skip, deal.Puzzle) {
		// It may be missing in the collection of this version.
		if p, err := puzzles.ByID(deal.Puzzle); err != nil || p != nil {
			return p, err
		}
	}
	own, err := a.ratingIn(ctx, person.ID, w.Game)
	if err != nil {
		return nil, err
	}
	p, err := a.choose(ctx, person.ID, w, own.Rating)
	if err != nil {
		return nil, err
	}
	return p, ofMember(a.store.DealPuzzle(ctx, person.ID, store.PuzzleDeal{Key: w.key(), Puzzle: p.ID, Difficulty: w.Difficulty, At: a.Now()}))
}

// ofMember converts an error about the requester, who may have been deleted meanwhile.
func ofMember(err error) error {
	if core.IsNotFound(err) {
		return core.NoSession
	}
	return err
}

// choices is among how many puzzles the one to solve is drawn.
const choices = 10

// choose returns one of the puzzles nearest to a rating that the person, "" for anybody, has not
// attempted; if there are none, one of those attempted longest ago. Skipped ones are only chosen if
// there are no others.
func (a *API) choose(ctx context.Context, person string, w *wish, own float64) (*puzzles.Puzzle, error) {
	groups, err := a.groups()
	if err != nil {
		return nil, err
	}
	rated, err := a.ratings.get(ctx, a)
	if err != nil {
		return nil, err
	}
	type option struct {
		*puzzles.Puzzle
		far  float64
		last match.Moment
	}
	var all []option
	for i := range groups[w.Game] {
		if p := &groups[w.Game][i]; w.meets(p) {
			value, _ := ratingOf(rated, p.Puzzle)
			all = append(all, option{Puzzle: p.Puzzle, far: math.Abs(float64(value) - own - w.offset())})
		}
	}
	if len(all) == 0 {
		return nil, noPuzzle
	}
	if others := slices.DeleteFunc(slices.Clone(all), func(o option) bool { return slices.Contains(w.Skip, o.ID) }); len(others) > 0 {
		all = others
	}
	slices.SortFunc(all, func(p, q option) int { return cmp.Or(cmp.Compare(p.far, q.far), cmp.Compare(p.ID, q.ID)) })
	fresh := all[:min(choices, len(all))]
	if person != "" {
		fresh = nil
		// Nearly always the first part has enough that are new.
		for from, size := 0, 4*choices; from < len(all) && len(fresh) < choices; from, size = from+size, 2*size {
			part := all[from:min(from+size, len(all))]
			ids := make([]string, len(part))
			for i := range part {
				ids[i] = part[i].ID
			}
			last, err := a.store.LastPuzzleAttempts(ctx, person, ids)
			if err != nil {
				return nil, err
			}
			for i := range part {
				if part[i].last = last[part[i].ID]; part[i].last == 0 && len(fresh) < choices {
					fresh = append(fresh, part[i])
				}
			}
		}
		if len(fresh) == 0 {
			slices.SortStableFunc(all, func(p, q option) int { return cmp.Compare(p.last, q.last) })
			fresh = all[:min(choices, len(all))]
		}
	}
	return fresh[rand.IntN(len(fresh))].Puzzle, nil
}
