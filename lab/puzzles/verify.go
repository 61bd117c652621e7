package puzzles

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"tafelrunde/internal/puzzles"
	"tafelrunde/lab/puzzles/themes"
)

// Verify checks puzzles again.
type Verify struct {
	// Nodes is the number of positions of each search.
	Nodes uint64
	// Sample is the number of puzzles to check, chosen by Seed; 0 means all. The searches depend on Seed
	// too, and differ from those with which the puzzles were made.
	Sample int
	Seed   uint64
	// Searches is the number of searches of each position, with different seeds; 0 means two.
	Searches int
	// Part is the part of these puzzles that is checked, from 0 to Parts-1.
	Part, Parts int
	// Log has the puzzles that were checked before, and gets the others; nil for none.
	Log *VerifyLog
}

// list returns the puzzles to check, and for each the identifier of an earlier one of all that equals it.
func (v *Verify) list(sections []puzzles.Section) (list []*puzzles.Puzzle, equals map[*puzzles.Puzzle]string, err error) {
	seen := duplicates{}
	equals = map[*puzzles.Puzzle]string{}
	for i := range sections {
		for k := range sections[i].Puzzles {
			p := &sections[i].Puzzles[k]
			if equals[p], err = seen.add(p); err != nil {
				return nil, nil, err
			}
			list = append(list, p)
		}
	}
	if v.Sample > 0 && v.Sample < len(list) {
		random := rand.New(rand.NewPCG(v.Seed, 0))
		random.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
		list = list[:v.Sample]
	}
	var part []*puzzles.Puzzle
	for i := v.Part; i < len(list); i += max(1, v.Parts) {
		part = append(part, list[i])
	}
	return part, equals, nil
}

// seeds returns those of the searches.
func (v *Verify) seeds() []uint64 {
	seeds := make([]uint64, cmp.Or(v.Searches, len(makeSeeds)))
	random := rand.New(rand.NewPCG(v.Seed, 1))
	for i := range seeds {
		seeds[i] = random.Uint64() | 1<<63 // greater than those of Make
	}
	return seeds
}

// Run checks the puzzles of some sections until the context is done, and calls each with every
// result; failure is nil for a puzzle that is right. A puzzle that equals an earlier one of the sections
// fails. The error is that of the context if it was done too early.
func (v *Verify) Run(ctx context.Context, sections []puzzles.Section, each func(p *puzzles.Puzzle, failure *Failure, done, all int)) error {
	list, equals, err := v.list(sections)
	if err != nil {
		return err
	}
	proof := Proof{Nodes: v.Nodes, Gap: keptGap, Seeds: v.seeds()}
	for i, p := range list {
		failure, known := v.Log.result(p)
		if !known {
			if err := ctx.Err(); err != nil {
				return err
			}
			if other := equals[p]; other != "" {
				failure = &Failure{-1, "it is a duplicate of " + other}
			} else {
				failure = proof.Check(p)
			}
			if err := v.Log.add(p, failure); err != nil {
				return err
			}
		}
		each(p, failure, i+1, len(list))
	}
	return nil
}

// Merge returns the sections with those of one origin joined, and without the puzzles in drop.
func Merge(sections []puzzles.Section, drop map[*puzzles.Puzzle]bool) (merged []puzzles.Section) {
	for i := range sections {
		s := &sections[i]
		at := slices.IndexFunc(merged, func(m puzzles.Section) bool { return m.By == s.By && m.Version == s.Version })
		if at < 0 {
			at = len(merged)
			merged = append(merged, puzzles.Section{Origin: puzzles.Origin{By: s.By, Version: s.Version}})
		}
		m := &merged[at]
		m.Games += s.Games
		m.Seconds += s.Seconds
		for k := range s.Puzzles {
			if p := &s.Puzzles[k]; !drop[p] {
				m.Puzzles = append(m.Puzzles, *p)
			}
		}
	}
	return merged
}

// Join merges sections of one origin as [Merge] does, leaves out every
// puzzle that equals an earlier one, and finds the themes of the others again. It returns the merged
// sections and the number of puzzles left out.
func Join(sections []puzzles.Section) (merged []puzzles.Section, left int, err error) {
	seen, drop, detector := duplicates{}, map[*puzzles.Puzzle]bool{}, themes.New()
	for i := range sections {
		for k := range sections[i].Puzzles {
			p := &sections[i].Puzzles[k]
			other, err := seen.add(p)
			if err != nil {
				return nil, 0, err
			}
			if other != "" {
				drop[p] = true
				continue
			}
			handicap := slices.Contains(p.Themes, puzzles.Handicap)
			if p.Themes, err = detector.Of(p); err != nil {
				return nil, 0, fmt.Errorf("%s: %w", p.ID, err)
			}
			if handicap {
				p.Themes = append(p.Themes, puzzles.Handicap)
			}
		}
	}
	return Merge(sections, drop), len(drop), nil
}

// duplicates has the identifiers of puzzles by their keys.
type duplicates map[string]string

// add returns the identifier of a puzzle that has a key in common, or "" and adds the puzzle.
func (d duplicates) add(p *puzzles.Puzzle) (other string, err error) {
	keys, err := keysOf(p)
	if err != nil {
		return "", fmt.Errorf("%s: %w", p.ID, err)
	}
	for _, k := range keys {
		if d[k] != "" {
			return d[k], nil
		}
	}
	for _, k := range keys {
		d[k] = p.ID
	}
	return "", nil
}
