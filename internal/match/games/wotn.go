package games

import (
	"errors"
	"slices"

	"tafelrunde/internal/editor"
	"tafelrunde/internal/match"
	"tafelrunde/wotn"
)

// wotnRules implements [match.Rules] for Way of the Knight. The first seat of a round is
// White, which moves first except from a position with Black to move.
type wotnRules struct{}

// wotnVariant returns the variant of a match, or a refusal if there is none.
func wotnVariant(s *match.Settings) (wotn.Variant, *match.Refusal) {
	w, err := wotn.ParseVariant(s.Variant)
	if err != nil {
		return 0, match.Refuse("variant", "Way of the Knight has no variant %q", s.Variant).With("variant", s.Variant)
	}
	return w, nil
}

func (wotnRules) Check(s *match.Settings) *match.Refusal {
	w, r := wotnVariant(s)
	if r != nil {
		return r
	}
	if s.Seats != 2 {
		return wotnSeats(s)
	}
	if s.Target != 0 {
		return match.Refuse("target", "Way of the Knight has no target of captured stones")
	}
	if w == wotn.Chess && s.Rated {
		return match.Refuse("rated-chess", "games of orthodox chess are casual")
	}
	if w == wotn.Chess && (s.Handicap || len(s.Points) > 0) {
		return match.Refuse("handicap-chess", "orthodox chess has no handicap points")
	}
	if len(s.Points) == 2 && s.Points[0] > 0 && s.Points[1] > 0 {
		return match.Refuse("points", "only one player has a handicap")
	}
	if s.Start == "" {
		return nil
	}
	start, err := wotn.ParsePosition(w, s.Start)
	if err != nil {
		return wotnRefusal(err)
	}
	if start.Outcome().Over() {
		return startOver()
	}
	return nil
}

func wotnSeats(s *match.Settings) *match.Refusal {
	return match.Refuse("seats", "Way of the Knight is played by two").With("seats", s.Seats)
}

func startOver() *match.Refusal {
	return match.Refuse("start-over", "the game is over in this position")
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
	if seat, _ := r.HandicapSeat(); seat >= 0 {
		r.First = seat
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

// handicapSetup returns the start position with the handicap promotions of a
// round.
func handicapSetup(w wotn.Variant, r match.Round) (wotn.Setup, *match.Refusal) {
	start := wotn.Start(w)
	setup := start.Setup()
	for _, promotion := range r.Promotions {
		square, err := wotn.ParseSquare(promotion.Square)
		if err != nil {
			return setup, match.Refuse("square", "%q is not a square", promotion.Square).With("square", promotion.Square)
		}
		kind := wotn.NoKind
		if len(promotion.Kind) == 1 {
			kind = wotn.KindOfLetter(promotion.Kind[0])
		}
		// The seat with the handicap moves first, so it is White.
		if err := setup.HandicapPromote(wotn.White, square, kind); err != nil {
			return setup, wotnRefusal(err)
		}
	}
	return setup, nil
}

func (wotnRules) CheckPromotions(s *match.Settings, r match.Round) *match.Refusal {
	w, refusal := wotnVariant(s)
	if refusal != nil {
		return refusal
	}
	_, refusal = handicapSetup(w, r)
	return refusal
}

func (wotnRules) Start(s *match.Settings, r match.Round) (match.Position, *match.Refusal) {
	w, refusal := wotnVariant(s)
	if refusal == nil && s.Seats != 2 {
		refusal = wotnSeats(s)
	}
	if refusal != nil {
		return nil, refusal
	}
	if s.Start != "" {
		position, err := wotn.ParsePosition(w, s.Start)
		if err != nil {
			return nil, wotnRefusal(err)
		}
		return newWotnPosition(position, r.First), nil
	}
	setup, refusal := handicapSetup(w, r)
	if refusal != nil {
		return nil, refusal
	}
	position, err := setup.Position()
	if err != nil {
		return nil, wotnRefusal(err)
	}
	return newWotnPosition(position, r.First), nil
}

// wotnPosition is a position with the moves since the last capture, promotion or
// pawn move. Earlier positions cannot be repeated.
type wotnPosition struct {
	now   wotn.Position
	white int // seat

	base  wotn.Position
	moves []wotn.Move // from base to now
	keys  []uint64    // of all positions from base to now

	outcome match.Outcome
	claims  []string
}

func newWotnPosition(start wotn.Position, white int) *wotnPosition {
	p := &wotnPosition{now: start, white: white, base: start, keys: []uint64{start.Key()}}
	p.setOutcome()
	return p
}

// Below these limits no draw by repetition or by quiet moves is possible, so that
// the outcome follows from the position alone.
const (
	minRepetitions = 3
	minQuietPlies  = 100
)

// setOutcome sets the outcome and the claims.
func (p *wotnPosition) setOutcome() {
	repetitions := 0
	for _, key := range p.keys {
		if key == p.now.Key() {
			repetitions++
		}
	}
	outcome := p.now.Outcome()
	if repetitions >= minRepetitions || p.now.HalfmoveClock() >= minQuietPlies {
		game := wotn.NewGame(p.base)
		for _, m := range p.moves {
			if err := game.PlayOn(m); err != nil {
				panic("games: a move that was played is not legal: " + err.Error())
			}
		}
		outcome = game.Outcome()
		for _, claim := range game.Claims() {
			p.claims = append(p.claims, claim.String())
		}
	}
	p.outcome = match.Outcome{Over: outcome.Over(), Reason: outcome.Reason.String()}
	for _, c := range outcome.Winners() {
		p.outcome.Winners = append(p.outcome.Winners, p.seat(c))
	}
}

func (p *wotnPosition) Text() string { return p.now.String() }

func (p *wotnPosition) ToAct() int {
	if p.outcome.Over && !p.goesOn() {
		return -1
	}
	return p.seat(p.now.ToMove())
}

// goesOn reports whether the game is over, but earlier versions played on. Matches
// that they stored must still be read.
func (p *wotnPosition) goesOn() bool { return p.outcome.Reason == wotn.InsufficientMaterial.String() }

func (p *wotnPosition) seat(c wotn.Color) int {
	if c == wotn.White {
		return p.white
	}
	return 1 - p.white
}

func (p *wotnPosition) Play(text string) (match.Position, string, *match.Refusal) {
	if p.outcome.Over && !p.goesOn() {
		return nil, "", match.Refuse(string(wotn.MoveGameOver), "the game has ended")
	}
	m, err := p.now.ParseMove(text)
	if err != nil {
		return nil, "", wotnRefusal(err)
	}
	next := &wotnPosition{white: p.white}
	p.now.PlayInto(&next.now, m)
	if next.now.HalfmoveClock() == 0 {
		next.base, next.keys = next.now, []uint64{next.now.Key()}
	} else {
		next.base = p.base
		next.moves = append(slices.Clip(p.moves), m)
		next.keys = append(slices.Clip(p.keys), next.now.Key())
	}
	next.setOutcome()
	return next, m.String(), nil
}

func (p *wotnPosition) Outcome() match.Outcome { return p.outcome }

func (p *wotnPosition) Claims() []string { return p.claims }

// CanWin reports whether the side has material with which it can give mate.
func (p *wotnPosition) CanWin(seat int) bool {
	color := wotn.White
	if seat != p.white {
		color = wotn.Black
	}
	return p.now.CanWin(color)
}

// Skip returns p: with two seats none is skipped.
func (p *wotnPosition) Skip([]bool) match.Position { return p }

// wotnRefusal converts an error of the rules to a refusal.
func wotnRefusal(err error) *match.Refusal {
	var syntax *wotn.SyntaxError
	var move *wotn.MoveError
	var setup *wotn.SetupError
	var handicap *wotn.HandicapError
	switch {
	case errors.As(err, &syntax):
		r := match.Refuse(string(syntax.Code), "%s", err.Error())
		r.Args = editor.WotnArgs(syntax)
		return r.With("offset", syntax.Offset)
	case errors.As(err, &move):
		r := match.Refuse(string(move.Code), "%s", err.Error())
		r.Args = editor.WotnArgs(move)
		return r
	case errors.As(err, &setup):
		problem := setup.Problems[0]
		r := match.Refuse(string(problem.Code), "%s", err.Error())
		r.Args = editor.WotnSetupArgs(problem)
		return r
	case errors.As(err, &handicap):
		r := match.Refuse(string(handicap.Code), "%s", err.Error())
		r.Args = editor.WotnArgs(handicap)
		return r
	}
	return match.Refuse("illegal-move", "%s", err.Error())
}
