package matchplay

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tafelrunde/wotn"
)

// xboardPlayer is an engine connected by XBoard's protocol, version 1 or 2.
type xboardPlayer struct {
	*Connection
	// features are those that the engine has announced, as text.
	features map[string]string
	variant  wotn.Variant
	// sent is the number of moves of the game that the engine knows. playing is true
	// after go.
	sent    int
	playing bool
	pings   int
}

// featureTimeout is the longest time to wait for features. Engines of protocol
// version 1 announce none.
const featureTimeout = 2 * time.Second

var featureText = regexp.MustCompile(`([A-Za-z]+)=("[^"]*"|[^ ]*)`)

// StartXBoard starts an engine with XBoard's protocol and sets its options. Hash and
// Threads are sent as memory and cores, all others by the command option.
func StartXBoard(ctx context.Context, program Program, settings []Setting) (Player, error) {
	connection, err := program()
	if err != nil {
		return nil, err
	}
	p := &xboardPlayer{Connection: connection, features: make(map[string]string)}
	if err := p.begin(ctx, settings); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

func (p *xboardPlayer) begin(ctx context.Context, settings []Setting) error {
	if err := p.send("xboard"); err != nil {
		return err
	}
	if err := p.send("protover 2"); err != nil {
		return err
	}
	if err := p.readFeatures(ctx); err != nil {
		return err
	}
	for _, s := range settings {
		var err error
		switch plainName(s.Name) {
		case "hash", "memory":
			err = p.send("memory %s", s.Value)
		case "threads", "cores":
			err = p.send("cores %s", s.Value)
		default:
			command := "option " + s.Name
			if s.Value != "" {
				command += "=" + s.Value
			}
			err = p.send("%s", command)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *xboardPlayer) readFeatures(ctx context.Context) error {
	until := time.Now().Add(featureTimeout)
	for {
		quick, cancel := context.WithDeadline(ctx, until)
		line, err := p.receive(quick)
		cancel()
		switch {
		case errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
			return nil
		case err != nil:
			return err
		}
		rest, ok := strings.CutPrefix(line, "feature ")
		if !ok {
			continue
		}
		for _, match := range featureText.FindAllStringSubmatch(rest, -1) {
			name, value := match[1], strings.Trim(match[2], `"`)
			p.features[name] = value
			if err := p.send("accepted %s", name); err != nil {
				return err
			}
			if name == "done" {
				if value == "1" {
					return nil
				}
				until = time.Now().Add(startTimeout)
			}
		}
	}
}

// has reports whether a boolean feature is on; otherwise is its default.
func (p *xboardPlayer) has(feature string, otherwise bool) bool {
	value, named := p.features[feature]
	if !named {
		return otherwise
	}
	return value == "1"
}

func (p *xboardPlayer) NewGame(ctx context.Context, variant wotn.Variant) error {
	p.variant, p.sent, p.playing = variant, 0, false
	commands := []string{"new"}
	if variant != wotn.Chess {
		name := variant.String()
		if !strings.Contains(","+p.features["variants"]+",", ","+name+",") {
			return fmt.Errorf("the engine does not know the variant %s", name)
		}
		commands = append(commands, "variant "+name)
	}
	commands = append(commands, "force", "easy", "post")
	for _, c := range commands {
		if err := p.send("%s", c); err != nil {
			return err
		}
	}
	return p.ready(ctx)
}

// ready waits until the engine has executed all commands, if it supports ping.
func (p *xboardPlayer) ready(ctx context.Context) error {
	if !p.has("ping", false) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	p.pings++
	if err := p.send("ping %d", p.pings); err != nil {
		return err
	}
	for {
		line, err := p.receive(ctx)
		if err != nil {
			return fmt.Errorf("no pong: %w", err)
		}
		if line == fmt.Sprintf("pong %d", p.pings) {
			return nil
		}
	}
}

// moveLine matches a move of an engine of protocol version 2, oldMoveLine that of an
// older engine. Newer engines may write both forms.
var (
	moveLine    = regexp.MustCompile(`^move +([^ ]+)`)
	oldMoveLine = regexp.MustCompile(`^(?:move|My move is ?:?|[0-9]+\. ?\.\.\.) *([^ ]+)`)
)

// thinkingLine matches the output of a running search.
var thinkingLine = regexp.MustCompile(`^([0-9]+)[.+&]? +(-?[0-9]+) +([0-9]+) +([0-9]+)`)

func (p *xboardPlayer) Move(ctx context.Context, game *wotn.Game, pace Pace) (Reply, error) {
	turn := game.Position().ToMove()
	moves := game.Moves()
	first := p.sent == 0 && !p.playing
	if first {
		if err := p.setPace(pace, turn); err != nil {
			return Reply{}, err
		}
		if start := wotn.Start(p.variant); *game.Start() != start {
			if !p.has("setboard", false) {
				return Reply{}, errors.New("the engine cannot set up a position")
			}
			if err := p.send("setboard %s", game.Start()); err != nil {
				return Reply{}, err
			}
		}
	}
	for i := p.sent; i < len(moves); i++ {
		if p.playing {
			if err := p.sendTime(pace, turn); err != nil {
				return Reply{}, err
			}
		}
		if err := p.sendMove(moves[i]); err != nil {
			return Reply{}, err
		}
	}
	p.sent = len(moves)
	if !p.playing {
		if err := p.sendTime(pace, turn); err != nil {
			return Reply{}, err
		}
		if err := p.send("go"); err != nil {
			return Reply{}, err
		}
		p.playing = true
	}
	moved := moveLine
	if len(p.features) == 0 {
		moved = oldMoveLine
	}
	var reply Reply
	for {
		line, err := p.receive(ctx)
		if err != nil {
			return reply, err
		}
		if match := moved.FindStringSubmatch(line); match != nil {
			reply.Text = match[1]
			p.sent++ // the engine's own move
			return reply, nil
		}
		if match := thinkingLine.FindStringSubmatch(line); match != nil {
			reply.Depth, _ = strconv.Atoi(match[1])
			reply.Score, _ = strconv.Atoi(match[2])
			reply.Scored = true
			reply.Mate = 0
			const mate = 100_000
			switch {
			case reply.Score >= mate:
				reply.Score, reply.Mate = 0, max(1, reply.Score-mate)
			case reply.Score <= -mate:
				reply.Score, reply.Mate = 0, min(-1, reply.Score+mate)
			}
			continue
		}
		if line == "resign" {
			reply.Resigns = true
			return reply, nil
		}
		if rest, ok := strings.CutPrefix(line, "Illegal move"); ok {
			return reply, fmt.Errorf("the engine rejects a legal move%s", rest)
		}
	}
}

// setPace sends the time control, once a game.
func (p *xboardPlayer) setPace(pace Pace, turn wotn.Color) error {
	if pace.Depth > 0 {
		if err := p.send("sd %d", pace.Depth); err != nil {
			return err
		}
	}
	if pace.Nodes > 0 {
		return errors.New("XBoard's protocol has no limit of nodes")
	}
	switch clock := pace.Clock[turn]; {
	case pace.MoveTime > 0:
		return p.send("st %s", seconds(pace.MoveTime))
	case clock > 0:
		whole := int(clock / time.Second)
		return p.send("level %d %d:%02d %s", pace.MovesToGo, whole/60, whole%60, seconds(pace.Increment[turn]))
	}
	return nil
}

// seconds returns a duration in seconds, with a fraction only if needed.
func seconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}

func (p *xboardPlayer) sendTime(pace Pace, turn wotn.Color) error {
	if pace.Clock[turn] == 0 || !p.has("time", true) {
		return nil
	}
	if err := p.send("time %d", pace.Clock[turn].Milliseconds()/10); err != nil {
		return err
	}
	return p.send("otim %d", pace.Clock[turn.Other()].Milliseconds()/10)
}

func (p *xboardPlayer) sendMove(m wotn.Move) error {
	if p.has("usermove", false) {
		return p.send("usermove %s", m)
	}
	return p.send("%s", m)
}

// Close sends quit and stops the engine.
func (p *xboardPlayer) Close() {
	p.send("quit")
	p.close()
}
