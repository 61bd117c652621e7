package matchplay

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"tafelrunde/wotn"
)

// uciPlayer is an engine connected by UCI.
type uciPlayer struct {
	*Connection
	// variants is true if the engine has the option UCI_Variant.
	variants bool
}

// Setting is the value of an option of an engine.
type Setting struct{ Name, Value string }

// StartUCI starts an engine with the UCI protocol and sets its options. In names of
// options, underscores match spaces. It returns an error if the engine does not have
// an option.
func StartUCI(ctx context.Context, program Program, settings []Setting) (Player, error) {
	connection, err := program()
	if err != nil {
		return nil, err
	}
	p := &uciPlayer{Connection: connection}
	if err := p.begin(ctx, settings); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

func (p *uciPlayer) begin(ctx context.Context, settings []Setting) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	options := make(map[string]string) // by their names without spaces
	if err := p.send("uci"); err != nil {
		return err
	}
	for {
		line, err := p.receive(ctx)
		if err != nil {
			return fmt.Errorf("no uciok: %w", err)
		}
		if line == "uciok" {
			break
		}
		if rest, ok := strings.CutPrefix(line, "option name "); ok {
			name, _, _ := strings.Cut(rest, " type ")
			options[plainName(name)] = name
		}
	}
	_, p.variants = options[plainName("UCI_Variant")]
	for _, s := range settings {
		name, known := options[plainName(s.Name)]
		if !known {
			return fmt.Errorf("the engine has no option %s", s.Name)
		}
		command := "setoption name " + name
		if s.Value != "" {
			command += " value " + s.Value
		}
		if err := p.send("%s", command); err != nil {
			return err
		}
	}
	return p.ready(ctx)
}

// plainName returns the name of an option in lower case, without spaces and
// underscores.
func plainName(name string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "_", "").Replace(name))
}

func (p *uciPlayer) ready(ctx context.Context) error {
	if err := p.send("isready"); err != nil {
		return err
	}
	for {
		line, err := p.receive(ctx)
		if err != nil {
			return fmt.Errorf("no readyok: %w", err)
		}
		if line == "readyok" {
			return nil
		}
	}
}

func (p *uciPlayer) NewGame(ctx context.Context, variant wotn.Variant) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	switch {
	case p.variants:
		if err := p.send("setoption name UCI_Variant value %s", variant); err != nil {
			return err
		}
	case variant != wotn.Chess:
		return fmt.Errorf("the engine has no option UCI_Variant, so it cannot play %s", variant)
	}
	if err := p.send("ucinewgame"); err != nil {
		return err
	}
	return p.ready(ctx)
}

func (p *uciPlayer) Move(ctx context.Context, game *wotn.Game, pace Pace) (Reply, error) {
	var position strings.Builder
	position.WriteString("position startpos")
	if start := wotn.Start(game.Start().Variant()); *game.Start() != start {
		position.Reset()
		position.WriteString("position fen " + game.Start().String())
	}
	if game.Len() > 0 {
		position.WriteString(" moves")
		for _, m := range game.Moves() {
			position.WriteString(" " + m.String())
		}
	}
	if err := p.send("%s", position.String()); err != nil {
		return Reply{}, err
	}
	if err := p.send("go%s", uciLimits(pace)); err != nil {
		return Reply{}, err
	}
	var reply Reply
	for {
		line, err := p.receive(ctx)
		if err != nil {
			return reply, err
		}
		words := strings.Fields(line)
		switch words[0] {
		case "info":
			reply.readInfo(words[1:])
		case "bestmove":
			if len(words) > 1 {
				reply.Text = words[1]
			}
			return reply, nil
		}
	}
}

func uciLimits(pace Pace) string {
	var b strings.Builder
	if pace.Clock != [wotn.NumColors]time.Duration{} {
		fmt.Fprintf(&b, " wtime %d btime %d winc %d binc %d",
			pace.Clock[wotn.White].Milliseconds(), pace.Clock[wotn.Black].Milliseconds(),
			pace.Increment[wotn.White].Milliseconds(), pace.Increment[wotn.Black].Milliseconds())
		if pace.MovesToGo > 0 {
			fmt.Fprintf(&b, " movestogo %d", pace.MovesToGo)
		}
	}
	if pace.MoveTime > 0 {
		fmt.Fprintf(&b, " movetime %d", pace.MoveTime.Milliseconds())
	}
	if pace.Nodes > 0 {
		fmt.Fprintf(&b, " nodes %d", pace.Nodes)
	}
	if pace.Depth > 0 {
		fmt.Fprintf(&b, " depth %d", pace.Depth)
	}
	return b.String()
}

// readInfo keeps the score and depth of the first principal variation.
func (r *Reply) readInfo(words []string) {
	number := func(i int) int {
		if i >= len(words) {
			return 0
		}
		n, _ := strconv.Atoi(words[i])
		return n
	}
	depth := 0
	for i, word := range words {
		switch word {
		case "string", "pv":
			return
		case "multipv":
			if number(i+1) > 1 {
				return
			}
		case "depth":
			depth = number(i + 1)
		case "score":
			if i+1 >= len(words) {
				return
			}
			r.Scored, r.Score, r.Mate, r.Depth = true, 0, 0, depth
			if words[i+1] == "mate" {
				r.Mate = number(i + 2)
			} else {
				r.Score = number(i + 2)
			}
		}
	}
}

// Close sends quit and stops the engine.
func (p *uciPlayer) Close() {
	p.send("quit")
	p.close()
}
