// Package puzzles makes puzzles from games and proves them. docs/formats/puzzles.md describes
// what a puzzle is, and docs/lab/puzzles.md what was measured.
package puzzles

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"tafelrunde/internal/puzzles"
	"tafelrunde/lab/dataset"
	"tafelrunde/lab/puzzles/themes"
	"tafelrunde/wotn"
)

// Make looks for puzzles in games.
type Make struct {
	Games Games
	// Part is the part of the games that is searched, from 0 to Parts-1.
	Part, Parts int
	// By is the command, and Version the commit of the program, for the collection. Both are needed.
	By, Version string

	proof, deep *Proof
	seen        duplicates
	themes      *themes.Detector
	handicap    bool // the game that is searched begins with handicap promotions
}

const (
	// Nodes is the number of positions of each search of a proof.
	Nodes = 1_000_000
	// deepFactor is how many times as many those of the last searches of a solution of Lancelot are,
	// most of which are short because they prove who wins.
	deepFactor = 20
	// replyNodes are the most for all replies of one of several opponents.
	replyNodes = 10 * Nodes
	// scanNodes are those of a search of each position of a game, and lookNodes those of a
	// search of every move of a candidate.
	scanNodes, lookNodes = 3000, 60_000
	// glanceNodes are those of a search of every turn before it, with more than two seats: nearly
	// every position is a candidate there.
	glanceNodes = 6000
	// beforePart is the part of the nodes in the last search of the position before the previous move,
	// which only says whether that move was a mistake.
	beforePart = 4
	// slack is by how much shorter searches may miss the limits of a puzzle, in thousandths.
	slack = 60
	// winningShare is the win share from which on an exhaustive search is tried.
	winningShare = 950
	// dullRating is the rating below which captures of hanging pieces are dull.
	dullRating = 1000
	// A section is written when it is so old.
	sectionTime = 20 * time.Second
)

// Append looks for puzzles and appends them to a collection in a file. It continues where the file
// ends, and stops after a game when the context is done: the puzzles are the same as without
// interruption. onGame may be nil; it is called with the numbers in the file at the start and after each game.
func (m *Make) Append(ctx context.Context, name string, onGame func(games, found int)) (err error) {
	if m.By == "" || m.Version == "" {
		return errors.New("the command or the commit of the program is not known, which every section of a collection has")
	}
	games, found, file, err := m.open(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	section := puzzles.Section{}
	written := time.Now()
	flush := func() error {
		if section.Games == 0 {
			return nil
		}
		section.Origin = puzzles.Origin{By: m.By, Version: m.Version, Games: section.Games, Seconds: time.Since(written).Round(time.Millisecond).Seconds()}
		var out bytes.Buffer
		if err := section.Write(&out); err != nil {
			return err
		}
		_, err := file.Write(out.Bytes())
		section, written = puzzles.Section{}, time.Now()
		return err
	}
	if onGame != nil {
		onGame(games, found)
	}
	for number := m.Part + games*m.Parts; number < m.Games.Count() && ctx.Err() == nil; number += m.Parts {
		r, err := m.Games.Game(number)
		if err != nil {
			return errors.Join(err, flush())
		}
		list, err := m.Search(&r)
		if err != nil {
			return errors.Join(fmt.Errorf("game %d: %w", number, err), flush())
		}
		section.Puzzles = append(section.Puzzles, list...)
		section.Games++
		games++
		found += len(list)
		if time.Since(written) >= sectionTime {
			if err := flush(); err != nil {
				return err
			}
		}
		if onGame != nil {
			onGame(games, found)
		}
	}
	return flush()
}

// open opens the file and counts what it has. A section that was cut off is removed.
func (m *Make) open(name string) (games, found int, file *os.File, err error) {
	m.proof = &Proof{Nodes: Nodes, Gap: minGap, Seeds: makeSeeds}
	m.deep = (&Proof{Nodes: Nodes, Gap: keptGap, Seeds: makeSeeds}).deep()
	m.seen, m.themes = duplicates{}, themes.New()
	data, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0, 0, nil, err
	}
	end := int64(0)
	if len(data) > 0 {
		sections, err := puzzles.Read(data)
		end = int64(len(data))
		var damage *puzzles.Damage
		switch {
		case errors.As(err, &damage) && damage.Cut:
			end = damage.Offset
		case err != nil:
			return 0, 0, nil, fmt.Errorf("%s: %w", name, err)
		}
		for i := range sections {
			if sections[i].By != m.By {
				return 0, 0, nil, fmt.Errorf("%s: puzzles of %q, not of %q", name, sections[i].By, m.By)
			}
			games += sections[i].Games
			for k := range sections[i].Puzzles {
				if _, err := m.seen.add(&sections[i].Puzzles[k]); err != nil {
					return 0, 0, nil, err
				}
				found++
			}
		}
	}
	if file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o644); err != nil {
		return 0, 0, nil, err
	}
	if err := file.Truncate(end); err != nil {
		return 0, 0, nil, errors.Join(err, file.Close())
	}
	if _, err := file.Seek(end, io.SeekStart); err != nil {
		return 0, 0, nil, errors.Join(err, file.Close())
	}
	return games, found, file, nil
}

// Search returns the puzzles of a game.
func (m *Make) Search(r *dataset.Record) (list []puzzles.Puzzle, err error) {
	at, err := parse(r.Rules, r.Start)
	if err != nil {
		return nil, err
	}
	m.handicap = handicapGame(r.Rules, r.Start)
	j, scan := m.proof.analyser(r.Rules), newAnalyser(r.Rules, true)
	var before position
	var sharesBefore []int
	previous, known := "", map[string]bool{} // the first moves of the puzzles of this game
	for ply, move := range append(r.MoveList(), "") {
		moves := at.moves()
		if len(moves) == 0 {
			break
		}
		shares, _ := scan.shares(at, scanNodes, 0)
		solver := at.seat()
		// With three or more seats a turn that gives one seat the win often costs another one than
		// the solver.
		lost := at.seats() > 2 || before != nil && shares[solver]-sharesBefore[solver] >= minLoss-slack
		if before != nil && solver != before.seat() && len(moves) > 1 && lost && sharesBefore[solver] <= maxShare+slack {
			p := puzzles.Puzzle{Rules: r.Rules, Start: before.String(), Previous: previous, Game: r.Number, Ply: ply - 1, From: r.Start, Moves: r.Moves}
			if found, err := m.find(j, &p, before, at); err != nil {
				return nil, err
			} else if found && !known[p.Solution[0]] {
				known[p.Solution[0]] = true
				if p.Rating, err = rate(j, &p); err != nil {
					return nil, err
				}
				if kept, err := m.keep(&p, at); err != nil {
					return nil, err
				} else if kept {
					list = append(list, p)
				}
			}
		}
		if move == "" {
			break
		}
		if !slices.Contains(moves, move) {
			return list, fmt.Errorf("the move %s after %d moves is not legal", move, ply)
		}
		before, sharesBefore, previous = at, shares, move
		at = at.play(move)
	}
	return list, nil
}

// keep reports whether a proved puzzle, whose position is at, is neither dull nor a duplicate of one that
// was kept.
func (m *Make) keep(p *puzzles.Puzzle, at position) (bool, error) {
	if dull(p, at) {
		return false, nil
	}
	other, err := m.seen.add(p)
	return other == "", err
}

// handicapGame reports whether pieces were promoted before a game of Way of the Knight with a first position.
func handicapGame(rules, from string) bool {
	variant, err := wotn.ParseVariant(rules)
	if err != nil {
		return false
	}
	start, err := wotn.ParsePosition(variant, from)
	normal := wotn.Start(variant)
	return err == nil && start.MoveNumber() == 1 && start.Experience(wotn.White)+start.Experience(wotn.Black) > 2*normal.Experience(wotn.White)
}

// find completes a puzzle whose position is at and proves it. before is the position before the
// previous move. It reports whether the puzzle is right. Short searches and rules come first, because
// most positions fail there.
func (m *Make) find(j analyser, p *puzzles.Puzzle, before, at position) (bool, error) {
	solver := at.seat()
	first := []choice{{}, {}}
	if len(at.moves()) <= manyMoves {
		if at.seats() > 2 {
			glance := j.every(at, glanceNodes, 0)
			if best := glance[0].share; best < winningShare && best-glance[1].share < scaled(minGap, at.seats())/2 {
				return false, nil
			}
		}
		first = j.every(at, lookNodes, 0)
	}
	wins := 0
	if certain := first[0].share; certain == 0 || certain >= winningShare {
		wins = j.wins(at, j.longest(at))
	}
	if wins == 0 && (first[0].share-first[1].share < scaled(minGap, at.seats())-slack || takesBack(before, p.Previous, at, first[0].move)) {
		return false, nil
	}
	if shares, _ := j.shares(before, lookNodes, 0); shares[solver] > maxShare+slack {
		return false, nil
	}
	if wins > 0 {
		if !m.win(j, p, at, wins) {
			return false, nil
		}
		p.Shares[1] = 1000
		if other := slices.IndexFunc(first, func(c choice) bool { return c.move != p.Solution[0] && !slices.Contains(p.Also[0], c.move) }); other >= 0 {
			p.Shares[2] = first[other].share
		}
	} else if !m.onlyMoves(j, p, at, first) {
		return false, nil
	}
	if about, err := m.about(p); !about {
		return false, err
	}
	shares, _ := j.shares(before, Nodes/beforePart, 0)
	p.Shares[0] = shares[solver]
	if noMistake(p.Shares[:2], at.seats(), 0) != "" {
		return false, nil
	}
	if wins > 0 || p.Rules != puzzles.Lancelot {
		return true, nil
	}
	if kept, err := m.deepen(j, p); kept == 0 || kept == len(p.Solution) {
		return kept > 0, err
	} else {
		p.Solution = p.Solution[:kept]
	}
	return m.about(p)
}

// about sets the identifier and the themes of a puzzle. It reports whether no rule excludes it, and
// it has several moves or a theme.
func (m *Make) about(p *puzzles.Puzzle) (bool, error) {
	p.Identify()
	before, solution, err := steps(p)
	if err != nil || excluded(p, before, solution) != "" {
		return false, err
	}
	if p.Themes, err = m.themes.Of(p); err != nil {
		return false, err
	}
	about := !winsNothing(p, p.Themes)
	if m.handicap { // that of the game, not of the move
		p.Themes = append(p.Themes, puzzles.Handicap)
	}
	return about, nil
}

// deepen returns how many moves of a solution withstand the last searches.
func (m *Make) deepen(j analyser, p *puzzles.Puzzle) (kept int, err error) {
	_, solution, err := steps(p)
	for i, s := range solution {
		if !s.own {
			continue
		}
		if _, reason := m.deep.only(j, s.at, s.move); reason != "" {
			break
		}
		kept = i + 1
	}
	return kept, err
}

// win sets the solution to one of a proved win in n moves of the solver. It reports whether slower ways
// to win are clearly worse.
func (m *Make) win(j analyser, p *puzzles.Puzzle, at position, n int) bool {
	solver := at.seat()
	for ; n > 0; n-- {
		moves := j.winners(at, n)
		if n > 1 && m.proof.slower(j, at, moves, minGap) != "" {
			return false
		}
		_, move := j.shares(at, lookNodes, 0)
		if !slices.Contains(moves, move) {
			move = moves[0]
		}
		p.Solution = append(p.Solution, move)
		p.Also = append(p.Also, slices.DeleteFunc(moves, func(m string) bool { return m == move }))
		if at = at.play(move); n == 1 {
			break
		}
		if at.seat() == solver { // the opponent is skipped
			continue
		}
		_, best := j.shares(at, lookNodes, 0)
		for _, reply := range append([]string{best}, at.moves()...) {
			if next := at.play(reply); j.wins(next, n-1) == n-1 {
				p.Solution = append(p.Solution, reply)
				at = next
				break
			}
		}
	}
	if p.Rules == puzzles.Lancelot {
		p.Target = len(p.Also)
	} else {
		p.Mate = len(p.Also)
	}
	return true
}

// onlyMoves sets the solution to the moves of the solver that are the only good ones, with the best
// replies. It reports whether there is one. list are the moves at the first position.
func (m *Make) onlyMoves(j analyser, p *puzzles.Puzzle, at position, list []choice) bool {
	solver := at.seat()
	var solution []string
	for range maxMoves {
		if len(p.Solution) > 0 {
			list = j.every(at, lookNodes, 0)
		}
		if len(list) < 2 || list[0].share-list[1].share < scaled(minGap, at.seats())-slack {
			break
		}
		move := list[0].move
		shares, reason := m.proof.only(j, at, move)
		if reason != "" {
			break
		}
		if len(p.Solution) == 0 {
			p.Shares[1], p.Shares[2] = shares[0], shares[1]
		}
		solution = append(solution, move)
		p.Solution = slices.Clone(solution)
		if at = at.play(move); at.seats() > 2 || len(at.moves()) == 0 || at.seat() == solver {
			break
		}
		_, reply := j.shares(at, Nodes/4, 0)
		solution = append(solution, reply)
		if at = at.play(reply); len(at.moves()) == 0 || at.seat() != solver {
			break
		}
	}
	return len(p.Solution) > 0
}
