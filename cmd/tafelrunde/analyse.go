package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"text/tabwriter"
	"time"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/search"
)

// analyseCommand shows the best moves of a position, or of Lancelot the best turns.
type analyseCommand struct {
	gameFlag
	Position string        `placeholder:"POSITION" help:"Position to analyse (default: the initial position)."`
	Lines    *int          `placeholder:"N" help:"Number of best moves or turns to show (3; Lancelot: 5)."`
	Movetime time.Duration `placeholder:"TIME" help:"Search time (5s if there is no other limit)."`
	Nodes    uint64        `placeholder:"N" help:"Nodes to search."`
	Threads  int           `default:"1" placeholder:"N" help:"Search threads (1)."`
	Hash     int           `default:"64" placeholder:"MIB" help:"Memory of the search (64)."`
	JSON     bool          `name:"json" help:"Write JSON."`

	Variant string `default:"wotn" aliases:"ways" group:"wotn" placeholder:"VARIANT" help:"Variant: wotn (the default), wotn-alternative or chess."`
	Moves   string `group:"wotn" placeholder:"MOVES" help:"Moves from that position on, in coordinates or SAN, with or without numbers."`
	Depth   int    `group:"wotn" placeholder:"N" help:"Search depth in plies."`

	Seats    int    `default:"2" group:"lancelot" placeholder:"N" help:"Seats of the initial position (2)."`
	Rules    string `default:"basic" group:"lancelot" placeholder:"RULES" help:"Rules of the initial position: basic (the default), diagonals, excalibur or diagonals+excalibur."`
	Turns    string `group:"lancelot" placeholder:"TURNS" help:"Turns from that position on, with spaces between."`
	Classify string `aliases:"judge" group:"lancelot" placeholder:"TURN" help:"Turn to classify as good, an inaccuracy, a mistake or a blunder, with a better one."`
	Language string `default:"en" enum:"en,de" group:"lancelot" placeholder:"LANG" help:"Language of the sentences: en (the default) or de."`
}

// usualAnalysis is the search time if no limit is given.
const usualAnalysis = 5 * time.Second

func (c *analyseCommand) Run(term terminal) error {
	if c.Game == lancelotGame {
		return c.analyseLancelot(term)
	}
	return c.analyseWotn(term)
}

// lines returns the number of moves to show, or a default.
func (c *analyseCommand) lines(preset int) int {
	if c.Lines == nil {
		return preset
	}
	return *c.Lines
}

// analyseWotn analyses a position of Way of the Knight or chess.
func (c *analyseCommand) analyseWotn(term terminal) error {
	variant, err := parseVariant(c.Variant)
	if err != nil {
		return err
	}
	lines := c.lines(3)
	switch {
	case lines < 1 || lines > search.MaxMultiPV:
		return &misuse{fmt.Sprintf("--lines must be from 1 to %d", search.MaxMultiPV)}
	case c.Depth < 0 || c.Movetime < 0:
		return &misuse{"--depth and --movetime must not be negative"}
	case c.Threads < 1 || c.Threads > search.MaxThreads:
		return &misuse{fmt.Sprintf("--threads must be from 1 to %d", search.MaxThreads)}
	case c.Hash < 1 || c.Hash > search.MaxHash:
		return &misuse{fmt.Sprintf("--hash must be from 1 to %d", search.MaxHash)}
	}
	start := wotn.Start(variant)
	if c.Position != "" {
		text := strings.Join(strings.Fields(c.Position), " ")
		var err error
		if start, err = wotn.ParsePosition(variant, text); err != nil {
			return fmt.Errorf("position %q: %w", text, err)
		}
	}
	game := wotn.NewGame(start)
	if err := playText(game, c.Moves); err != nil {
		return err
	}
	limits := engine.Limits{MoveTime: c.Movetime, Depth: c.Depth, Nodes: c.Nodes}
	if c.Movetime == 0 && c.Depth == 0 && c.Nodes == 0 {
		limits.MoveTime = usualAnalysis
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	e := search.New(search.Config{NewEvaluator: newEvaluator, Threads: c.Threads, Hash: c.Hash, MultiPV: lines})
	var result engine.Result
	if !game.Outcome().Over() {
		result = e.Search(ctx, game, limits, nil)
	}
	analysis := newAnalysis(game, result)
	if c.JSON {
		return writeJSON(term.out, analysis)
	}
	return analysis.write(term.out)
}

// playText plays moves in coordinates or SAN, with or without move numbers.
func playText(game *wotn.Game, text string) error {
	ply := 0
	for _, word := range strings.Fields(text) {
		word = withoutNumber(word)
		if word == "" {
			continue
		}
		ply++
		p := game.Position()
		m, err := p.ParseMove(word)
		var unreadable *wotn.SyntaxError
		if errors.As(err, &unreadable) {
			m, err = p.ParseSAN(word)
		}
		if err == nil {
			err = game.Play(m)
		}
		if err != nil {
			if errors.As(err, &unreadable) {
				return fmt.Errorf("move %d, %q: %w", ply, word, err)
			}
			return fmt.Errorf("move %d: %w", ply, err)
		}
	}
	return nil
}

// withoutNumber removes the move number from "12.Nf3", "12...Nf6" or "12.".
func withoutNumber(word string) string {
	digits := strings.TrimLeft(word, "0123456789")
	if len(digits) < len(word) && strings.HasPrefix(digits, ".") {
		return strings.TrimLeft(digits, ".")
	}
	return word
}

// analysis is the output of the command, as text or JSON.
type analysis struct {
	Variant  string       `json:"variant"`
	Position string       `json:"position"`
	Turn     string       `json:"turn"`
	Outcome  string       `json:"outcome"`
	Reason   string       `json:"reason,omitempty"`
	Best     string       `json:"best,omitempty"`
	Lines    []analysedPV `json:"lines"`
	Nodes    uint64       `json:"nodes"`
	Millis   int64        `json:"timeMs"`
}

type analysedPV struct {
	Rank int `json:"rank"`
	// Centipawns and Mate are for the side to move; exactly one is present.
	Centipawns *int     `json:"centipawns,omitempty"`
	Mate       *int     `json:"mate,omitempty"`
	WinShare   float64  `json:"winShare"`
	Depth      int      `json:"depth"`
	SelDepth   int      `json:"selDepth"`
	PV         []string `json:"pv"`
	SAN        []string `json:"san"`

	score string
	text  string // the variation in SAN with move numbers
}

func newAnalysis(game *wotn.Game, result engine.Result) *analysis {
	p := game.Position()
	outcome := game.Outcome()
	a := &analysis{
		Variant: p.Variant().String(), Position: p.String(), Turn: p.Turn().String(),
		Outcome: outcome.Result.String(), Reason: outcome.Reason.String(),
		Lines: []analysedPV{}, Nodes: result.Nodes, Millis: result.Time.Milliseconds(),
	}
	if result.Best != wotn.NoMove {
		a.Best = result.Best.String()
	}
	for _, line := range result.Lines {
		l := analysedPV{Rank: line.Rank, Depth: line.Depth, SelDepth: line.SelDepth,
			WinShare: line.Score.WinShare(), score: line.Score.String()}
		if n, mate := line.Score.Mate(); mate {
			l.Mate = &n
		} else {
			n := line.Score.Centipawns()
			l.Centipawns = &n
		}
		l.addMoves(*p, line.PV)
		a.Lines = append(a.Lines, l)
	}
	return a
}

// addMoves sets the moves and their texts, from position p.
func (l *analysedPV) addMoves(p wotn.Position, moves []wotn.Move) {
	l.PV, l.SAN = []string{}, []string{}
	var text []string
	for i, m := range moves {
		san := p.SAN(m)
		l.PV, l.SAN = append(l.PV, m.String()), append(l.SAN, san)
		switch {
		case p.Turn() == wotn.White:
			san = fmt.Sprintf("%d.%s", p.MoveNumber(), san)
		case i == 0:
			san = fmt.Sprintf("%d...%s", p.MoveNumber(), san)
		}
		text = append(text, san)
		next, err := p.Play(m)
		if err != nil {
			break
		}
		p = next
	}
	l.text = strings.Join(text, " ")
}

// write writes the analysis as a table.
func (a *analysis) write(to io.Writer) error {
	side := "White"
	if a.Turn == wotn.Black.String() {
		side = "Black"
	}
	fmt.Fprintf(to, "%s  (%s)\n", a.Position, a.Variant)
	if a.Outcome != wotn.Unfinished.String() {
		_, err := fmt.Fprintf(to, "the game is over: %s, %s\n", a.Outcome, a.Reason)
		return err
	}
	fmt.Fprintf(to, "%s to move, %d nodes in %.1f s\n\n", side, a.Nodes, float64(a.Millis)/1000)
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "\tscore\tdepth\tvariation\n")
	for _, l := range a.Lines {
		fmt.Fprintf(w, "%d\t%s\t%d/%d\t%s\n", l.Rank, l.score, l.Depth, l.SelDepth, l.text)
	}
	return w.Flush()
}
