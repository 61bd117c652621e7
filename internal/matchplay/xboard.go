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

// xboardPlayer is an engine that speaks XBoard's protocol, version 1 or 2.
type xboardPlayer struct {
	*Conversation
	// features are those that the engine has named, as text.
	features map[string]string
	ways     wotn.Variant
	// told is the number of moves of the game that the engine knows. playing
	// tells that it has been told to go.
	told    int
	playing bool
	pings   int
}

// featureTimeout is how long an engine may take to name its features; one that
// does not know the command names none.
const featureTimeout = 2 * time.Second

var featureText = regexp.MustCompile(`([A-Za-z]+)=("[^"]*"|[^ ]*)`)

// StartXBoard starts an engine that speaks XBoard's protocol and sets its
// options: those of the command option, and memory and cores as Hash and
// Threads.
func StartXBoard(ctx context.Context, program Program, settings []Setting) (Player, error) {
	conversation, err := program()
	if err != nil {
		return nil, err
	}
	p := &xboardPlayer{Conversation: conversation, features: make(map[string]string)}
	if err := p.begin(ctx, settings); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

func (p *xboardPlayer) begin(ctx context.Context, settings []Setting) error {
	if err := p.say("xboard"); err != nil {
		return err
	}
	if err := p.say("protover 2"); err != nil {
		return err
	}
	if err := p.readFeatures(ctx); err != nil {
		return err
	}
	for _, s := range settings {
		var err error
		switch plainName(s.Name) {
		case "hash", "memory":
			err = p.say("memory %s", s.Value)
		case "threads", "cores":
			err = p.say("cores %s", s.Value)
		default:
			command := "option " + s.Name
			if s.Value != "" {
				command += "=" + s.Value
			}
			err = p.say("%s", command)
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
		line, err := p.hear(quick)
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
			if err := p.say("accepted %s", name); err != nil {
				return err
			}
			if name == "done" {
				if value == "1" {
					return nil
				}
				until = time.Now().Add(patience)
			}
		}
	}
}

// has tells whether a feature that is a switch is on.
func (p *xboardPlayer) has(feature string, otherwise bool) bool {
	value, named := p.features[feature]
	if !named {
		return otherwise
	}
	return value == "1"
}

func (p *xboardPlayer) NewGame(ctx context.Context, ways wotn.Variant) error {
	p.ways, p.told, p.playing = ways, 0, false
	commands := []string{"new"}
	if ways != wotn.Chess {
		name := ways.String()
		if !strings.Contains(","+p.features["variants"]+",", ","+name+",") {
			return fmt.Errorf("the engine does not know the variant %s", name)
		}
		commands = append(commands, "variant "+name)
	}
	commands = append(commands, "force", "easy", "post")
	for _, c := range commands {
		if err := p.say("%s", c); err != nil {
			return err
		}
	}
	return p.ready(ctx)
}

// ready waits until the engine has carried out what it was told, if it can say
// so.
func (p *xboardPlayer) ready(ctx context.Context) error {
	if !p.has("ping", false) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	p.pings++
	if err := p.say("ping %d", p.pings); err != nil {
		return err
	}
	for {
		line, err := p.hear(ctx)
		if err != nil {
			return fmt.Errorf("no pong: %w", err)
		}
		if line == fmt.Sprintf("pong %d", p.pings) {
			return nil
		}
	}
}

// moveLine is a move as engines say it that name features. oldMoveLine is one
// of older engines; newer ones may say both.
var (
	moveLine    = regexp.MustCompile(`^move +([^ ]+)`)
	oldMoveLine = regexp.MustCompile(`^(?:move|My move is ?:?|[0-9]+\. ?\.\.\.) *([^ ]+)`)
)

// thinkingLine is what engines show while they think.
var thinkingLine = regexp.MustCompile(`^([0-9]+)[.+&]? +(-?[0-9]+) +([0-9]+) +([0-9]+)`)

func (p *xboardPlayer) Move(ctx context.Context, game *wotn.Game, pace Pace) (Reply, error) {
	turn := game.Position().Turn()
	moves := game.Moves()
	first := p.told == 0 && !p.playing
	if first {
		if err := p.setPace(pace, turn); err != nil {
			return Reply{}, err
		}
		if start := wotn.Start(p.ways); *game.Start() != start {
			if !p.has("setboard", false) {
				return Reply{}, errors.New("the engine cannot set up a position")
			}
			if err := p.say("setboard %s", game.Start()); err != nil {
				return Reply{}, err
			}
		}
	}
	for i := p.told; i < len(moves); i++ {
		if p.playing {
			if err := p.tellTime(pace, turn); err != nil {
				return Reply{}, err
			}
		}
		if err := p.tellMove(moves[i]); err != nil {
			return Reply{}, err
		}
	}
	p.told = len(moves)
	if !p.playing {
		if err := p.tellTime(pace, turn); err != nil {
			return Reply{}, err
		}
		if err := p.say("go"); err != nil {
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
		line, err := p.hear(ctx)
		if err != nil {
			return reply, err
		}
		if match := moved.FindStringSubmatch(line); match != nil {
			reply.Text = match[1]
			p.told++ // its own
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
			return reply, fmt.Errorf("the engine refuses a legal move%s", rest)
		}
	}
}

// setPace says how long the engine may think, once a game.
func (p *xboardPlayer) setPace(pace Pace, turn wotn.Color) error {
	if pace.Depth > 0 {
		if err := p.say("sd %d", pace.Depth); err != nil {
			return err
		}
	}
	if pace.Nodes > 0 {
		return errors.New("XBoard's protocol knows no number of nodes for a move")
	}
	switch clock := pace.Clock[turn]; {
	case pace.MoveTime > 0:
		return p.say("st %s", seconds(pace.MoveTime))
	case clock > 0:
		whole := int(clock / time.Second)
		return p.say("level %d %d:%02d %s", pace.MovesToGo, whole/60, whole%60, seconds(pace.Increment[turn]))
	}
	return nil
}

// seconds writes a duration in seconds, with a fraction only if there is one.
func seconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}

func (p *xboardPlayer) tellTime(pace Pace, turn wotn.Color) error {
	if pace.Clock[turn] == 0 || !p.has("time", true) {
		return nil
	}
	if err := p.say("time %d", pace.Clock[turn].Milliseconds()/10); err != nil {
		return err
	}
	return p.say("otim %d", pace.Clock[turn.Other()].Milliseconds()/10)
}

func (p *xboardPlayer) tellMove(m wotn.Move) error {
	if p.has("usermove", false) {
		return p.say("usermove %s", m)
	}
	return p.say("%s", m)
}

// Close tells the engine to quit and ends it.
func (p *xboardPlayer) Close() {
	p.say("quit")
	p.close()
}
