package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
	"time"

	"tafelrunde/internal/cli"
	core "tafelrunde/internal/puzzles"
	"tafelrunde/lab/dataset"
	"tafelrunde/lab/puzzles"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// puzzlesCommand makes collections of puzzles and checks them.
type puzzlesCommand struct {
	Games  puzzlesGamesCommand  `cmd:"" help:"Write the finished games of public tables of a server to a dataset, without names."`
	Make   puzzlesMakeCommand   `cmd:"" help:"Look for puzzles in games, prove them and append them to a collection. An interrupted run is continued."`
	Verify puzzlesVerifyCommand `cmd:"" help:"Check collections again and list the puzzles that fail, with the reasons."`
	Join   puzzlesJoinCommand   `cmd:"" help:"Write one collection with the puzzles of several, without duplicates."`
	Daily  puzzlesDailyCommand  `cmd:"" help:"Write the lines that give each puzzle of collections a date after those of a list of daily puzzles, and after today."`
}

// puzzlesMakeCommand appends puzzles to a collection.
type puzzlesMakeCommand struct {
	cli.GameFlag
	cli.VariantFlag
	Seats    int           `default:"2" group:"lancelot" placeholder:"N" help:"Number of seats (2)."`
	Rules    string        `default:"basic" group:"lancelot" placeholder:"RULES" help:"Rules of self-play: basic (the default), diagonals, excalibur or diagonals+excalibur."`
	From     string        `xor:"source" required:"" placeholder:"FILE" help:"Dataset with the games."`
	Selfplay int           `xor:"source" required:"" placeholder:"N" help:"Play this many games between unequal levels and search them."`
	Seed     uint64        `default:"1" placeholder:"N" help:"Seed of self-play (1)."`
	Part     string        `default:"1/1" placeholder:"K/N" help:"Search only every Nth game, from the Kth on (1/1)."`
	For      time.Duration `placeholder:"TIME" help:"Stop after the game that ends after this time, such as 20m."`
	File     string        `arg:"" help:"Collection: created or continued."`

	versionFlag
}

func (c *puzzlesMakeCommand) Run(term cli.Terminal) error {
	part, parts, err := parsePart(c.Part)
	if err != nil {
		return err
	}
	version, err := c.version()
	if err != nil {
		return err
	}
	rules, origin := core.Lancelot, []string{"puzzles make", "--game", c.Game}
	options := lancelot.Options{Seats: c.Seats}
	if c.Game == cli.LancelotGame {
		var err error
		if options.Rules, err = cli.ParseRules(c.Rules); err != nil {
			return err
		}
		if c.Seats < lancelot.MinSeats || c.Seats > lancelot.MaxSeats {
			return &cli.Misuse{Reason: fmt.Sprintf("Lancelot has %d to %d seats", lancelot.MinSeats, lancelot.MaxSeats)}
		}
		origin = append(origin, "--seats", fmt.Sprint(c.Seats))
	} else {
		variant, err := cli.ParseVariant(c.Variant)
		if err != nil {
			return err
		}
		if variant == wotn.Chess {
			return &cli.Misuse{Reason: "there are no puzzles of chess"}
		}
		rules = variant.String()
		origin = append(origin, "--variant", rules)
	}
	var games puzzles.Games
	if c.From != "" {
		list, sum, err := puzzles.FromDataset(c.From, rules, options.Seats, term.Notes)
		if err != nil {
			return err
		}
		games = list
		origin = append(origin, "--from", fmt.Sprintf("sha256:%x", sum[:sumBytes]))
	} else {
		if c.Selfplay < 1 {
			return &cli.Misuse{Reason: "--selfplay must be 1 or more"}
		}
		games = &puzzles.SelfPlay{Rules: rules, Lancelot: options, Seed: c.Seed, Games: c.Selfplay}
		if rules == core.Lancelot {
			origin = append(origin, "--rules", c.Rules)
		}
		origin = append(origin, "--selfplay", "--seed", fmt.Sprint(c.Seed))
	}
	ctx, stop := interruptible(c.For)
	defer stop()
	m := puzzles.Make{Games: games, Part: part - 1, Parts: parts, By: strings.Join(append(origin, "--part", c.Part), " "), Version: version}
	bar := cli.NewProgress(term, max(1, (games.Count()+parts-part)/parts), "games")
	found, searched := 0, 0
	err = m.Append(ctx, c.File, func(games, puzzles int) {
		searched, found = games, puzzles
		bar.Describe(fmt.Sprintf("%d puzzles", puzzles))
		bar.Set(games)
	})
	bar.Finish()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(term.Out, "%d puzzles in %d games\n", found, searched)
	return err
}

// sumBytes is how much of the SHA-256 of a dataset an origin has.
const sumBytes = 8

// commit is the form of a commit.
var commit = regexp.MustCompile(`^[0-9a-f]{12,40}$`)

// versionFlag names the commit of the program.
type versionFlag struct {
	EngineVersion string `placeholder:"COMMIT" help:"Commit of the program, for a build that does not have it."`
}

// version returns the commit that the program was built from, or else the given one.
func (f *versionFlag) version() (string, error) {
	given, built := f.EngineVersion, dataset.Version()
	switch {
	case given == "" && built == "":
		return "", &cli.Misuse{Reason: "this build has no commit; name it with --engine-version"}
	case given == "":
		return built, nil
	case !commit.MatchString(given):
		return "", &cli.Misuse{Reason: "--engine-version is a commit of 12 to 40 digits"}
	case built != "" && built != given[:12]:
		return "", &cli.Misuse{Reason: "the program was built from " + built}
	}
	return given[:12], nil
}

// puzzlesJoinCommand joins collections.
type puzzlesJoinCommand struct {
	Out   string   `arg:"" help:"Collection to write. It may be one of the others."`
	Files []string `arg:"" help:"Collections. Of equal puzzles the first one is kept."`
}

func (c *puzzlesJoinCommand) Run(term cli.Terminal) error {
	sections, err := readCollections(c.Files)
	if err != nil {
		return err
	}
	joined, left, err := puzzles.Join(sections)
	if err != nil {
		return err
	}
	if err := writeCollection(c.Out, joined); err != nil {
		return err
	}
	count := 0
	for i := range joined {
		count += len(joined[i].Puzzles)
	}
	_, err = fmt.Fprintf(term.Out, "%d puzzles; %d duplicates left out\n", count, left)
	return err
}

func readCollections(names []string) (sections []core.Section, err error) {
	for _, name := range names {
		more, err := core.ReadFile(name)
		if err != nil {
			return nil, err
		}
		sections = append(sections, more...)
	}
	return sections, nil
}

func writeCollection(name string, sections []core.Section) error {
	var out bytes.Buffer
	for i := range sections {
		if err := sections[i].Write(&out); err != nil {
			return err
		}
	}
	return os.WriteFile(name, out.Bytes(), 0o644)
}

// puzzlesDailyCommand writes lines to append to a list of daily puzzles.
type puzzlesDailyCommand struct {
	First string   `default:"2026-11-01" placeholder:"DATE" help:"Date of the first line of an empty list (2026-11-01)."`
	List  string   `arg:"" help:"List of daily puzzles, such as internal/puzzles/daily/wotn.txt."`
	Files []string `arg:"" help:"Collections."`
}

func (c *puzzlesDailyCommand) Run(term cli.Terminal) error {
	first, err := core.ParseDate(c.First)
	if err != nil {
		return &cli.Misuse{Reason: "--first is a date such as 2026-11-01"}
	}
	text, err := os.ReadFile(c.List)
	if err != nil {
		return err
	}
	list, err := core.ParseDailyList(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", c.List, err)
	}
	sections, err := readCollections(c.Files)
	if err != nil {
		return err
	}
	var all []core.Puzzle
	for _, s := range sections {
		all = append(all, s.Puzzles...)
	}
	for _, line := range list.Next(all, first, time.Now().UTC().Truncate(24*time.Hour)) {
		if _, err := fmt.Fprintln(term.Out, line); err != nil {
			return err
		}
	}
	return nil
}

// interruptible returns a context that ends with an interrupt or after a time, if it is not 0.
func interruptible(limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	if limit == 0 {
		return ctx, stop
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	return ctx, func() { cancel(); stop() }
}
