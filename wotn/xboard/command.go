package xboard

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tafelrunde/internal/excerpt"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// command is how the session handles a first word and the rest of its line.
type command struct {
	do   func(s *session, rest string)
	when when
	// disturbs is true if the command needs the searcher, so that pondering and
	// analysis are interrupted.
	disturbs bool
}

// when says when a command is handled if a search is running.
type when uint8

const (
	// The zero value: during the search.
	_ when = iota
	// afterMove: after the engine's move, if it is thinking about one.
	afterMove
	// atOnce: the search is stopped and its move is not played.
	atOnce
)

// commands holds all commands except quit and moves without usermove.
var commands map[string]command

func init() {
	ignored := command{do: func(*session, string) {}}
	commands = map[string]command{
		"xboard": ignored, "accepted": ignored, "rejected": ignored, "random": ignored, "computer": ignored,
		"name": ignored, "rating": ignored, "ics": ignored,

		"protover":  {do: (*session).features},
		"new":       {do: (*session).newGame, when: atOnce},
		"variant":   {do: (*session).setVariant, when: atOnce},
		"setboard":  {do: (*session).setBoard, when: atOnce},
		"force":     {do: (*session).force, when: atOnce},
		"result":    {do: (*session).force, when: atOnce},
		"go":        {do: (*session).goCommand, when: atOnce},
		"playother": {do: (*session).playOther, when: atOnce},
		"usermove":  {do: (*session).userMove, when: afterMove},
		"undo":      {do: (*session).undo, when: atOnce},
		"remove":    {do: (*session).remove, when: atOnce},
		"?":         {do: (*session).moveNow},
		"draw":      {do: (*session).offerDraw},
		"hint":      {do: (*session).hint, when: afterMove},
		"bk":        {do: func(s *session, _ string) { s.out.WriteLines(" no opening book", "") }},
		"ping":      {do: func(s *session, rest string) { s.out.WriteLines("pong " + rest) }, when: afterMove},

		"level": {do: (*session).level},
		"st":    {do: (*session).secondsPerMove},
		"sd":    {do: (*session).depth},
		"nps":   {do: (*session).nodeRate},
		"time":  {do: (*session).ownTime},
		"otim":  {do: (*session).otherTime},

		"post":   {do: func(s *session, _ string) { s.post.Store(true) }},
		"nopost": {do: func(s *session, _ string) { s.post.Store(false) }},
		"hard":   {do: func(s *session, _ string) { s.ponderMode = true }},
		"easy":   {do: (*session).easy},

		"analyze": {do: (*session).analyzeMode, when: atOnce},
		"exit":    {do: (*session).leaveAnalysis},
		".":       {do: (*session).progress},

		"option": {do: (*session).setOption, when: afterMove, disturbs: true},
		"memory": {do: func(s *session, rest string) { s.set("Hash", rest) }, when: afterMove, disturbs: true},
		"cores":  {do: func(s *session, rest string) { s.set("Threads", rest) }, when: afterMove, disturbs: true},

		"lift":  {do: (*session).lift},
		"put":   {do: (*session).put},
		"hover": {do: (*session).hover},
	}
}

// other handles a line without a known command: a move, or an error.
func (s *session) other(line string) {
	if s.game != nil {
		_, err := s.game.Position().ParseMove(line)
		var unreadable *wotn.SyntaxError
		if !errors.As(err, &unreadable) {
			s.Take("usermove " + line)
			return
		}
	}
	s.refuse("unknown command", line)
}

// features answers "protover" with the features of the engine.
func (s *session) features(string) {
	s.out.WriteLines("feature done=0",
		fmt.Sprintf(`feature myname=%q variants=%q`, s.name, strings.Join(variantNames(), ",")),
		"feature ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1 sigint=0 sigterm=0 reuse=1",
		"feature analyze=1 colors=0 ics=0 name=0 pause=0 nps=1 debug=1 highlight=1 exclude=0")
	for _, o := range s.options {
		switch o.Name {
		case "Hash":
			s.out.WriteLines("feature memory=1")
		case "Threads":
			s.out.WriteLines("feature smp=1")
		case "Ponder", "UCI_AnalyseMode":
			// The protocol has the commands hard, easy and analyze for these.
		default:
			s.out.WriteLines(fmt.Sprintf("feature option=%q", describe(o)))
		}
	}
	s.out.WriteLines("feature done=1")
}

// describe returns the description of an option in a feature.
func describe(o engine.Option) string {
	switch o.Type {
	case engine.Check:
		value := "0"
		if o.Default == "true" {
			value = "1"
		}
		return o.Name + " -check " + value
	case engine.Spin:
		return fmt.Sprintf("%s -spin %s %d %d", o.Name, o.Default, o.Min, o.Max)
	case engine.Combo:
		choices := make([]string, len(o.Choices))
		for i, choice := range o.Choices {
			if choice == o.Default {
				choice = "*" + choice
			}
			choices[i] = choice
		}
		return o.Name + " -combo " + strings.Join(choices, " /// ")
	case engine.Button:
		return o.Name + " -button"
	default:
		return o.Name + " -string " + o.Default
	}
}

// setOption handles "option NAME=VALUE", or "option NAME" for a button.
func (s *session) setOption(rest string) {
	name, value, _ := strings.Cut(rest, "=")
	s.set(strings.TrimSpace(name), value)
}

func (s *session) set(name, value string) {
	option, known := engine.FindOption(s.options, name)
	if !known {
		s.refuse("unknown option", name)
		return
	}
	value, err := option.Parse(value)
	if err != nil {
		s.out.WriteLines("# " + err.Error())
		return
	}
	if err := s.searcher.SetOption(option.Name, value); err != nil {
		s.refuse(err.Error(), name+" "+value)
	}
}

func (s *session) newGame(string) {
	s.begin(wotn.Chess)
	s.clocks.depth, s.clocks.nodeRate = 0, 0
	s.plays = wotn.Black
	if s.analysisMode {
		s.plays = noColor
	}
}

func (s *session) force(string) { s.plays = noColor }

func (s *session) goCommand(string) {
	if s.game == nil {
		s.plays = noColor
		s.refuse("illegal position", "go")
		return
	}
	s.plays = s.game.Position().ToMove()
	s.analysisMode = false
	s.think()
}

func (s *session) playOther(string) {
	if s.game != nil {
		s.plays = s.game.Position().ToMove().Other()
	}
}

// setBoard handles "setboard FEN". After an invalid position no move is legal
// until the next valid one. Rights that chess drops are shown to the user.
func (s *session) setBoard(rest string) {
	s.lifted = wotn.NoSquare
	setup, err := wotn.ParseSetup(s.variant, rest)
	var p wotn.Position
	if err == nil {
		p, err = setup.Position()
	}
	if err != nil {
		s.game = nil
		s.out.WriteLines("tellusererror Illegal position: " + strings.ReplaceAll(err.Error(), "\n", "; "))
		return
	}
	s.game = wotn.NewGame(p)
	var dropped []string
	for _, problem := range setup.Dropped() {
		dropped = append(dropped, problem.String())
	}
	if dropped != nil {
		s.out.WriteLines("telluser Left out of the position: " + strings.Join(dropped, "; "))
	}
}

func (s *session) undo(string) { s.takeBack(1) }

func (s *session) remove(string) { s.takeBack(2) }

func (s *session) takeBack(moves int) {
	for range moves {
		if s.game == nil || !s.game.Undo() {
			s.refuse("no move to take back", "undo")
			break
		}
	}
}

// userMove plays the opponent's move and starts the engine's search if it is
// the engine's turn.
func (s *session) userMove(rest string) {
	if s.game == nil {
		s.out.WriteLines("Illegal move (the position is illegal): " + excerpt.Of(rest))
		return
	}
	m, err := s.readMove(rest)
	if err == nil {
		err = s.playable(m)
	}
	if err != nil {
		s.out.WriteLines(fmt.Sprintf("Illegal move (%s): %s", shortReason(err), excerpt.Of(rest)))
		return
	}
	hit := s.task != nil && s.purpose == pondering && m == s.expected
	if !hit {
		s.halt()
	}
	if err := s.game.Play(m); err != nil {
		panic("a move found playable is refused: " + err.Error())
	}
	switch {
	case s.analysisMode:
		s.analyse()
	case s.ended():
		s.halt()
	case s.plays != s.game.Position().ToMove():
	case hit:
		s.continuePondering()
	default:
		s.think()
	}
}

// playable returns why a legal move cannot be played in the game, or nil.
func (s *session) playable(m wotn.Move) error {
	if o := s.game.Outcome(); o.Over() {
		return errors.New("the game is over: " + o.Reason.String())
	}
	return nil
}

// readMove parses coordinates. If a promotion is missing and only one kind is
// possible, that is chosen, because the user interface may not know that the
// move promotes.
func (s *session) readMove(text string) (wotn.Move, error) {
	m, err := s.game.Position().ParseMove(text)
	var refused *wotn.MoveError
	if errors.As(err, &refused) && refused.Code == wotn.MovePromotionMissing && len(refused.Choices) == 1 {
		return refused.Choices[0], nil
	}
	return m, err
}

// shortReason returns the text in the parentheses of "Illegal move".
func shortReason(err error) string {
	var refused *wotn.MoveError
	if errors.As(err, &refused) {
		switch refused.Code {
		case wotn.MovePromotionMissing, wotn.MovePromotionWrong:
			kinds := make([]string, len(refused.Choices))
			for i, m := range refused.Choices {
				kinds[i] = m.Promotion().Name()
			}
			return "the piece promotes to " + strings.Join(kinds, " or ") + "; press the square and drag to choose"
		case wotn.MovePromotionNone:
			return "the move does not promote"
		case wotn.MovePinned, wotn.MoveInCheck, wotn.MoveKingAttacked:
			return "the king would be in check"
		}
		return strings.ReplaceAll(string(refused.Code), "-", " ")
	}
	return err.Error()
}

// ended writes the result if the game is over. The engine claims a draw if it
// does not want to avoid one.
func (s *session) ended() bool {
	outcome := s.game.Outcome()
	if !outcome.Over() && s.plays == s.game.Position().ToMove() && s.acceptsDraw() {
		if claims := s.game.Claims(); len(claims) > 0 && s.game.Claim(claims[0]) == nil {
			outcome = s.game.Outcome()
		}
	}
	if !outcome.Over() {
		return false
	}
	text := strings.ReplaceAll(outcome.Reason.String(), "-", " ")
	switch outcome.Result() {
	case wotn.WhiteWins:
		text = "White mates"
	case wotn.BlackWins:
		text = "Black mates"
	}
	s.out.WriteLines(fmt.Sprintf("%s {%s}", outcome.Result(), text))
	return true
}

// acceptsDraw reports whether the engine accepts a draw because its last search
// saw no advantage.
func (s *session) acceptsDraw() bool {
	latest := s.latest.Load()
	return latest != nil && latest.Score <= 0
}

func (s *session) offerDraw(string) {
	if s.plays != noColor && s.acceptsDraw() {
		s.out.WriteLines("offer draw")
	}
}

// number parses the only argument of a command, a whole number.
func (s *session) number(command, rest string) (int, bool) {
	n, err := strconv.Atoi(rest)
	if err != nil {
		s.refuse("not a whole number", command+" "+rest)
		return 0, false
	}
	return n, true
}
