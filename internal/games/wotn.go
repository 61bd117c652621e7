package games

import (
	"errors"
	"math/bits"

	"tafelrunde/internal/match"
	"tafelrunde/wotn"
)

// wotnRules is Way of the Knight: the seat that begins is White.
type wotnRules struct{}

func wotnWays(s *match.Settings) (wotn.Ways, *match.Refusal) {
	w, ok := wotn.ParseWays(s.Variant)
	if !ok || w == wotn.Orthodox {
		return 0, match.Refuse("variant", "Way of the Knight has no ways %q", s.Variant).With("variant", s.Variant)
	}
	return w, nil
}

func (wotnRules) Check(s *match.Settings) *match.Refusal {
	if _, r := wotnWays(s); r != nil {
		return r
	}
	if s.Seats != 2 {
		return match.Refuse("seats", "Way of the Knight is played by two").With("seats", s.Seats)
	}
	if s.Target != 0 {
		return match.Refuse("target", "Way of the Knight has no stones to take")
	}
	if len(s.Points) == 2 && s.Points[0] > 0 && s.Points[1] > 0 {
		return match.Refuse("points", "only one player has a handicap")
	}
	return nil
}

func points(r *match.Round) (h wotn.Handicap) {
	copy(h[:], r.Points)
	return h
}

func (wotnRules) FirstRound(s *match.Settings, seed uint64) match.Round {
	r := match.Round{First: first(s, seed)}
	if s.Handicap || len(s.Points) > 0 {
		r.Points = make([]int, 2)
		copy(r.Points, s.Points)
	}
	if improver, _ := r.Improver(); improver >= 0 {
		r.First = improver
	}
	return r
}

func (wotnRules) NextRound(s *match.Settings, last match.Round, o match.Outcome) match.Round {
	h := points(&last)
	if s.Handicap {
		winner := wotn.NoPlayer
		if len(o.Winners) == 1 {
			winner = o.Winners[0]
		}
		h = h.After(winner)
	}
	next := match.Round{First: h.White(last.First)}
	if last.Points != nil {
		next.Points = h[:]
	}
	return next
}

// raised is the usual start with the improvements of a round.
func raised(w wotn.Ways, r match.Round) (wotn.Setup, *match.Refusal) {
	start := wotn.Start(w)
	setup := start.Setup()
	for _, raise := range r.Raises {
		square, ok := wotn.ParseSquare(raise.Square)
		if !ok {
			return setup, match.Refuse("square", "%q is no square", raise.Square).With("square", raise.Square)
		}
		into := wotn.NoKind
		if len(raise.Into) == 1 {
			into = wotn.KindOfLetter(raise.Into[0])
		}
		// The improver moves first, so he is White.
		if err := setup.Raise(wotn.White, square, into); err != nil {
			return setup, wotnRefusal(err)
		}
	}
	return setup, nil
}

func (wotnRules) CheckRaises(s *match.Settings, r match.Round) *match.Refusal {
	w, refusal := wotnWays(s)
	if refusal != nil {
		return refusal
	}
	_, refusal = raised(w, r)
	return refusal
}

func (wotnRules) Start(s *match.Settings, r match.Round) (match.Position, *match.Refusal) {
	w, refusal := wotnWays(s)
	if refusal != nil {
		return nil, refusal
	}
	setup, refusal := raised(w, r)
	if refusal != nil {
		return nil, refusal
	}
	position, err := setup.Position()
	if err != nil {
		return nil, wotnRefusal(err)
	}
	return newWotnPosition(wotn.NewGame(position), r.First), nil
}

// wotnPosition is a game of which no more is kept than rules ask for: the
// moves since the last that cannot be undone. The game is not changed.
type wotnPosition struct {
	game  *wotn.Game
	white int // seat

	outcome match.Outcome
}

func newWotnPosition(g *wotn.Game, white int) *wotnPosition {
	p := &wotnPosition{game: g, white: white}
	outcome, reason := g.Outcome()
	switch outcome {
	case wotn.WhiteWins:
		p.outcome = match.Outcome{Over: true, Reason: reason.String(), Winners: []int{white}}
	case wotn.BlackWins:
		p.outcome = match.Outcome{Over: true, Reason: reason.String(), Winners: []int{1 - white}}
	case wotn.Draw:
		p.outcome = match.Outcome{Over: true, Reason: reason.String()}
	}
	return p
}

func (p *wotnPosition) Text() string { return p.game.Position().String() }

func (p *wotnPosition) ToAct() int {
	if p.outcome.Over {
		return -1
	}
	return p.seat(p.game.Position().Turn())
}

func (p *wotnPosition) seat(c wotn.Color) int {
	if c == wotn.White {
		return p.white
	}
	return 1 - p.white
}

func (p *wotnPosition) Play(text string) (match.Position, string, *match.Refusal) {
	m, err := p.game.Position().ParseMove(text)
	if err != nil {
		return nil, "", wotnRefusal(err)
	}
	var next *wotn.Game
	after, err := p.game.Position().Play(m)
	if err != nil {
		return nil, "", wotnRefusal(err)
	}
	if after.Quiet() == 0 {
		next = wotn.NewGame(after) // nothing before it can come again
	} else {
		next = wotn.NewGame(*p.game.Start())
		for _, played := range p.game.Moves() {
			if err := next.Play(played); err != nil {
				return nil, "", wotnRefusal(err)
			}
		}
		if err := next.Play(m); err != nil {
			return nil, "", wotnRefusal(err)
		}
	}
	return newWotnPosition(next, p.white), m.String(), nil
}

func (p *wotnPosition) Outcome() match.Outcome { return p.outcome }

func (p *wotnPosition) Claims() (names []string) {
	for _, reason := range p.game.Claims() {
		names = append(names, reason.String())
	}
	return names
}

// CanWin: a side with nothing but its king can give no mate.
func (p *wotnPosition) CanWin(seat int) bool {
	color := wotn.White
	if seat != p.white {
		color = wotn.Black
	}
	return bits.OnesCount64(uint64(p.game.Position().Men(color))) > 1
}

// Skip changes nothing: with two seats nobody is passed over.
func (p *wotnPosition) Skip([]bool) match.Position { return p }

// wotnRefusal puts an error of the rules into a player's words.
func wotnRefusal(err error) *match.Refusal {
	var syntax *wotn.SyntaxError
	var move *wotn.MoveError
	var setup *wotn.SetupError
	var raise *wotn.RaiseError
	switch {
	case errors.As(err, &syntax):
		return match.Refuse(string(syntax.Code), "%s", err.Error()).With("text", syntax.Text).With("offset", syntax.Offset)
	case errors.As(err, &move):
		return match.Refuse(string(move.Code), "%s", err.Error()).With("move", move.Text)
	case errors.As(err, &setup):
		problem := setup.Problems[0]
		return match.Refuse(problem.Code.String(), "%s", err.Error()).With("square", problem.Square.String())
	case errors.As(err, &raise):
		return match.Refuse(string(raise.Code), "%s", err.Error()).With("square", raise.Square.String()).With("into", raise.Into.String())
	}
	return match.Refuse("illegal-move", "%s", err.Error())
}
