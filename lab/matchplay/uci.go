package matchplay

import (
	"context"
	"fmt"
	"slices"
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
	options := make(map[string]uciOption) // by their plain names
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
			o := parseOption(rest)
			options[plainName(o.name)] = o
		}
	}
	_, p.variants = options[plainName("UCI_Variant")]
	for _, s := range settings {
		o, known := options[plainName(s.Name)]
		if !known {
			return fmt.Errorf("the engine has no option %s", s.Name)
		}
		if err := o.check(s.Value); err != nil {
			return err
		}
		command := "setoption name " + o.name
		switch {
		case s.Value != "":
			command += " value " + s.Value
		case o.kind == "string":
			command += " value <empty>"
		}
		if err := p.send("%s", command); err != nil {
			return err
		}
	}
	return p.ready(ctx)
}

// uciOption is an option as an engine announces it.
type uciOption struct {
	name, kind string
	// min and max are the limits of a spin, "" for none; choices are those of a combo.
	min, max string
	choices  []string
}

// parseOption reads the line of an option after "option name ".
func parseOption(line string) uciOption {
	name, rest, _ := strings.Cut(line, " type ")
	o := uciOption{name: name}
	words := strings.Fields(rest)
	if len(words) > 0 {
		o.kind, words = words[0], words[1:]
	}
	var key string
	var value []string
	end := func() {
		text := strings.Join(value, " ")
		switch key {
		case "min":
			o.min = text
		case "max":
			o.max = text
		case "var":
			o.choices = append(o.choices, text)
		}
		value = nil
	}
	for _, word := range words {
		switch word {
		case "default", "min", "max", "var":
			end()
			key = word
		default:
			value = append(value, word)
		}
	}
	end()
	return o
}

// check returns an error if the option does not accept a value. Engines ignore such
// values, or use the default, and say so at most in a line of their own.
func (o *uciOption) check(value string) error {
	refuse := func(want string) error {
		if value == "" {
			return fmt.Errorf("%s= is empty; the engine wants %s", o.name, want)
		}
		return fmt.Errorf("%s=%s: the engine wants %s", o.name, value, want)
	}
	switch o.kind {
	case "spin":
		n, err := strconv.Atoi(value)
		low, noLow := strconv.Atoi(o.min)
		high, noHigh := strconv.Atoi(o.max)
		if err != nil || noLow == nil && n < low || noHigh == nil && n > high {
			return refuse(strings.TrimSpace("a number from " + o.min + " to " + o.max))
		}
	case "check":
		if value != "true" && value != "false" {
			return refuse("true or false")
		}
	case "combo":
		if !slices.ContainsFunc(o.choices, func(choice string) bool { return strings.EqualFold(choice, value) }) {
			return refuse("one of " + strings.Join(o.choices, ", "))
		}
	case "button":
		if value != "" {
			return refuse("no value")
		}
	}
	return nil
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
		// A value that only this engine can check, such as a file. Others use the default silently.
		if refusal, ok := strings.CutPrefix(line, "info string option "); ok && strings.Contains(refusal, " cannot be ") {
			return fmt.Errorf("option %s", refusal)
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
