package jobs

import (
	"context"

	"tafelrunde/internal/judge"
	"tafelrunde/lancelot"
	lancelotengine "tafelrunde/lancelot/engine"
	lancelotsearch "tafelrunde/lancelot/search"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/eval"
	wotnsearch "tafelrunde/wotn/search"
)

// reviewSearchers are the engines of a worker, created when first needed.
type reviewSearchers struct {
	wotn     *wotnsearch.Engine
	lancelot lancelotsearch.Tree
}

// search evaluates the position after place moves. The result does not depend on earlier
// searches. It is a ReviewedPosition or a ReviewedTurn.
func (e *reviewSearchers) search(ctx context.Context, g *ReviewGame, place, nodes int) (any, error) {
	if g.lancelot {
		position, turn, err := g.lancelotAt(place)
		if err != nil {
			return nil, err
		}
		e.lancelot.NewGame()
		e.lancelot.Memory = judge.LancelotMemory << 20
		v := judge.ClassifyTurn(e.lancelot.Compare(ctx, &position, turn, lancelotengine.Limits{Nodes: uint64(nodes)}))
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return newReviewedTurn(&position, &v), nil
	}
	game, err := g.wotnAt(place)
	if err != nil {
		return nil, err
	}
	if game.Outcome().Over() {
		return ReviewedPosition{}, nil
	}
	if e.wotn == nil {
		e.wotn = wotnsearch.New(wotnsearch.Config{NewEvaluator: func() wotnsearch.Evaluator { return eval.New() }, Hash: judge.WotnMemory, MultiPV: 2})
	}
	e.wotn.Clear()
	found := e.wotn.Search(ctx, game, engine.Limits{Nodes: uint64(nodes)}, nil)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return newReviewedPosition(game.Position(), found.PVs), nil
}

// The JSON of the results has the form of package calls of cmd/tafelrunde-wasm. Win shares are in
// thousandths.
type (
	// ReviewedPosition is the evaluation of a position of Way of the Knight or chess,
	// for the side to move.
	ReviewedPosition struct {
		Best   *ReviewedMove `json:"best,omitempty" doc:"the best move; missing if the game is over by the rules"`
		Score  *int          `json:"score,omitempty" doc:"in hundredths of a pawn; missing if the game is over, and in reviews that are older than this field"`
		Mate   int           `json:"mate" doc:"moves until mate, negative for being mated; 0 if there is no forced mate"`
		WDL    [3]int        `json:"wdl" doc:"probabilities of winning, drawing and losing"`
		Second []int         `json:"second,omitempty" nullable:"false" doc:"those after the second best move; missing if there is none"`
		PV     []string      `json:"pv,omitempty" nullable:"false" doc:"the beginning of the principal variation, with the best move; missing if the game is over, and in reviews that are older than this field"`
	}
	// ReviewedMove is a move of Way of the Knight or chess.
	ReviewedMove struct {
		Text     string       `json:"text" doc:"coordinates"`
		SAN      string       `json:"san"`
		Notation MoveNotation `json:"notation"`
	}
	// MoveNotation has the parts of a move; "" for missing ones.
	MoveNotation struct {
		Castling  string `json:"castling" enum:",short,long"`
		Kind      string `json:"kind" doc:"the letter of the kind"`
		Origin    string `json:"origin" doc:"the written part of the square of origin"`
		Captured  string `json:"captured" doc:"the letter of the captured kind"`
		To        string `json:"to"`
		Promotion string `json:"promotion" doc:"the letter of the new kind"`
		Check     string `json:"check" enum:",check,mate"`
	}
	// ReviewedTurn compares a turn of Lancelot with the best one.
	ReviewedTurn struct {
		Kind   string            `json:"kind" enum:"good,inaccuracy,mistake,blunder"`
		Loss   int               `json:"loss" doc:"loss of the seat's win share"`
		Only   bool              `json:"only" doc:"it was the best turn, and every other turn loses at least as much as a mistake; false in reviews that are older than this field"`
		Seat   int               `json:"seat"`
		Played ReviewedCandidate `json:"played"`
		Better ReviewedCandidate `json:"better" doc:"the best turn; equal to played if no turn was better"`
	}
	// ReviewedCandidate is a turn of Lancelot with its consequences.
	ReviewedCandidate struct {
		Turn             string              `json:"turn"`
		Seat             int                 `json:"seat"`
		WinShares        []int               `json:"winShares" nullable:"false" doc:"of all seats after the turn"`
		Proved           bool                `json:"proved" doc:"whether the win shares are proved"`
		Outcome          TurnOutcome         `json:"outcome"`
		Captures         []TurnCapture       `json:"captures" nullable:"false"`
		Captured         int                 `json:"captured" doc:"stones captured by the seat, those of this turn included"`
		Target           int                 `json:"target" doc:"stones to capture to win"`
		Threats          []TurnThreat        `json:"threats" nullable:"false" doc:"the best capture of each other seat with a single stone"`
		ExcaliburThreats []ExcaliburThreat   `json:"excaliburThreats,omitempty" nullable:"false" doc:"larger captures that other seats could make with their Excalibur turn; missing without one and in reviews that are older than this field"`
		Gains            int                 `json:"gains" doc:"the other seat that gains most by the turn, -1 for none"`
		Gain             int                 `json:"gain"`
		Kingmaking       *KingmakingDecision `json:"kingmaking" doc:"another turn is about as good for the seat, but not for a third one; null if not"`
		PV               []string            `json:"pv" nullable:"false" doc:"the turn and the best reply; the turn alone in older reviews"`
	}
	// TurnOutcome is the state of a game after a turn.
	TurnOutcome struct {
		Over    bool   `json:"over"`
		Reason  string `json:"reason"`
		Winners []int  `json:"winners" nullable:"false"`
	}
	// TurnCapture is a captured stone.
	TurnCapture struct {
		Square string `json:"square"`
		Seat   int    `json:"seat"`
	}
	// TurnThreat is a capture that another seat could make next with a single stone.
	TurnThreat struct {
		By       int           `json:"by"`
		On       string        `json:"on"`
		Captures []TurnCapture `json:"captures" nullable:"false"`
	}
	// ExcaliburThreat is a capture that another seat could make next with its Excalibur turn.
	ExcaliburThreat struct {
		By       int           `json:"by"`
		Turn     string        `json:"turn"`
		Captures []TurnCapture `json:"captures" nullable:"false"`
	}
	// KingmakingDecision compares a turn with another one.
	KingmakingDecision struct {
		_       struct{} `nullable:"true"`
		Instead string   `json:"instead" doc:"the other turn"`
		Seat    int      `json:"seat" doc:"the third seat"`
		Change  int      `json:"change" doc:"how much smaller its win share is after the other turn"`
	}
)

func newReviewedPosition(p *wotn.Position, lines []engine.Info) ReviewedPosition {
	first := &lines[0]
	m := first.PV[0]
	out := ReviewedPosition{Best: &ReviewedMove{m.String(), p.SAN(m), newMoveNotation(p.Notation(m))}, WDL: first.WDL}
	score := first.Score.Centipawns()
	out.Score = &score
	out.Mate, _ = first.Score.Mate()
	if len(lines) > 1 {
		out.Second = lines[1].WDL[:]
	}
	for _, m := range first.PV[:min(len(first.PV), judge.PVPlies)] {
		out.PV = append(out.PV, m.String())
	}
	return out
}

func newMoveNotation(n wotn.Notation) MoveNotation {
	letter := func(k wotn.Kind) string {
		if k == wotn.NoKind {
			return ""
		}
		return k.String()
	}
	out := MoveNotation{Kind: n.Kind.String(), Origin: n.Origin, Captured: letter(n.Captured), To: n.To.String(), Promotion: letter(n.Promotion)}
	switch {
	case n.Castling && n.To.File() > 4:
		out.Castling = "short"
	case n.Castling:
		out.Castling = "long"
	}
	switch {
	case n.Mate:
		out.Check = "mate"
	case n.Check:
		out.Check = "check"
	}
	return out
}

func newReviewedTurn(p *lancelot.Position, v *judge.TurnVerdict) ReviewedTurn {
	return ReviewedTurn{
		Kind: string(v.Kind), Loss: int(v.Loss), Only: v.Only, Seat: int(p.ToMove()),
		Played: newReviewedCandidate(p, &v.Played), Better: newReviewedCandidate(p, &v.Better),
	}
}

func newReviewedCandidate(p *lancelot.Position, c *lancelotsearch.Candidate) ReviewedCandidate {
	out := ReviewedCandidate{
		Turn: c.Turn.String(), Seat: int(p.ToMove()), WinShares: make([]int, p.Seats()), Proved: c.Proved,
		Outcome:  TurnOutcome{Over: c.Outcome.Over(), Reason: c.Outcome.Reason.String(), Winners: []int{}},
		Captures: newTurnCaptures(c.Captures), Captured: c.Captured, Target: p.Target(), Threats: []TurnThreat{},
		Gains: -1, Gain: int(c.Gain), PV: []string{},
	}
	for _, turn := range c.PV[:min(2, len(c.PV))] {
		out.PV = append(out.PV, turn.String())
	}
	for seat := range out.WinShares {
		out.WinShares[seat] = int(c.WinShares[seat])
	}
	for _, seat := range c.Outcome.Winners() {
		out.Outcome.Winners = append(out.Outcome.Winners, int(seat))
	}
	for _, t := range c.Threats {
		out.Threats = append(out.Threats, TurnThreat{int(t.By), t.Turn.Stone().String(), newTurnCaptures(t.Captures)})
	}
	for _, t := range c.ExcaliburThreats {
		out.ExcaliburThreats = append(out.ExcaliburThreats, ExcaliburThreat{int(t.By), t.Turn.String(), newTurnCaptures(t.Captures)})
	}
	if c.Gain > 0 {
		out.Gains = int(c.Gains)
	}
	if k := c.Kingmaking; k.Instead != lancelot.NoTurn {
		out.Kingmaking = &KingmakingDecision{Instead: k.Instead.String(), Seat: int(k.For), Change: int(k.Change)}
	}
	return out
}

func newTurnCaptures(captures []lancelot.Capture) []TurnCapture {
	out := []TurnCapture{}
	for _, c := range captures {
		out = append(out, TurnCapture{c.Square.String(), int(c.Seat)})
	}
	return out
}
