package calls

import (
	"context"
	"strings"
	"time"

	"tafelrunde/internal/judge"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
	lancelotsearch "tafelrunde/lancelot/search"
)

// lancelotAnalyser resumes its search if the next request has the same position.
// lancelotClassifier has its own tree, so that verdicts do not interrupt that search.
var (
	lancelotAnalyser   = lancelotsearch.Tree{Memory: fullMemory, Resume: true}
	lancelotClassifier lancelotsearch.Tree
)

// sliceTime is the time of one slice of an analysis of Lancelot. Between slices, which
// keep the search tree, the watch is asked whether to stop.
const sliceTime = 100 * time.Millisecond

// LancelotAnalysis is the result of a search in a position of Lancelot.
type LancelotAnalysis struct {
	// Depth is the length of the best principal variation.
	Depth int `json:"depth"`
	// WinShares are those of all seats before the turn, in thousandths.
	WinShares []int `json:"winShares"`
	// Candidates are the best turns, the best first.
	Candidates   []LancelotCandidate `json:"candidates"`
	Nodes        int                 `json:"nodes"`
	Milliseconds int                 `json:"milliseconds"`
	// Done says that further search cannot change the result: the position is solved or there is
	// only one turn.
	Done bool `json:"done"`
}

// LancelotCandidate is a turn with the results of the search. Win shares are thousandths, by seat.
type LancelotCandidate struct {
	// Turn is the turn as text, not the seat to move.
	Turn string `json:"turn"`
	// Seat is the seat that plays the turn.
	Seat int `json:"seat"`
	// WinShares are those after the turn.
	WinShares []int `json:"winShares"`
	// Proved says that the win shares are proved: how the game ends if each seat plays for itself.
	Proved bool `json:"proved"`
	// Outcome is that by the rules after the turn.
	Outcome Outcome `json:"outcome"`
	// Captures are stones that the turn captures.
	Captures []Capture `json:"captures"`
	// Captured is the number of stones captured by the seat, those of this turn included, and
	// Target the number needed to win.
	Captured int `json:"captured"`
	Target   int `json:"target"`
	// Threats has for each other seat that could capture stones of this seat with a single stone its
	// best such capture.
	Threats []StoneThreat `json:"threats"`
	// ExcaliburThreats has for each other seat that could capture more of them with its Excalibur
	// turn its best such turn. Older reviews lack it.
	ExcaliburThreats []ExcaliburThreat `json:"excaliburThreats,omitempty"`
	// Gains is the other seat whose win share increases most by this turn, compared with other turns
	// (-1: none), and Gain the increase.
	Gains int `json:"gains"`
	Gain  int `json:"gain"`
	// Kingmaking: another turn is about as good for the seat, but not for a third one; null if not.
	Kingmaking *Kingmaking `json:"kingmaking"`
	// PV is the principal variation, starting with the turn.
	PV []string `json:"pv"`
}

// StoneThreat is a capture that another seat could make next with a single stone.
type StoneThreat struct {
	By       int       `json:"by"`
	On       string    `json:"on"`
	Captures []Capture `json:"captures"`
}

// ExcaliburThreat is a capture that another seat could make next with its Excalibur turn.
type ExcaliburThreat struct {
	By       int       `json:"by"`
	Turn     string    `json:"turn"`
	Captures []Capture `json:"captures"`
}

// Kingmaking compares a turn with another one, after which the win share of a third seat is smaller
// by Change.
type Kingmaking struct {
	Instead string `json:"instead"`
	Seat    int    `json:"seat"`
	Change  int    `json:"change"`
}

// LancelotVerdict compares a turn with the best one.
type LancelotVerdict struct {
	Kind judge.Kind `json:"kind"`
	// Loss of the seat's win share, in thousandths.
	Loss int `json:"loss"`
	// Only says that it was the best turn, and that every other one loses at least as much as a
	// mistake.
	Only bool `json:"only"`
	// Solves says that the turn solves an exercise.
	Solves bool `json:"solves"`
	// Seat is the seat that played the turn.
	Seat   int               `json:"seat"`
	Played LancelotCandidate `json:"played"`
	// Better is the best turn; equal to Played if no turn was better.
	Better LancelotCandidate `json:"better"`
}

// adviceRequest is an unfinished position of Lancelot.
type adviceRequest struct {
	position lancelot.Position
	began    time.Time
}

// newAdviceRequest plays the turns of a request.
func newAdviceRequest(start string, turns []string) (q adviceRequest, wrong Problems) {
	q.began = time.Now()
	game, wrong := lancelotPlay(start, turns)
	if wrong != nil {
		return q, wrong
	}
	if game.Outcome().Over() {
		return q, gameOver()
	}
	q.position = *game.Position()
	return q, nil
}

// analyseLancelot searches a position of Lancelot until a limit is reached or the watch stops it.
// Another call for the same position continues the search. The problem is game-over if the game
// is over.
func analyseLancelot(start string, turns []string, limits AnalysisLimits, watch Watch) (LancelotAnalysis, Problems) {
	q, wrong := newAdviceRequest(start, turns)
	if wrong != nil {
		return LancelotAnalysis{}, wrong
	}
	if memory := clamp(limits.Hash, 1, maxHash) << 20; memory != lancelotAnalyser.Memory {
		lancelotAnalyser.NewGame()
		lancelotAnalyser.Memory = memory
	}
	multiPV := clamp(limits.MultiPV, 1, maxMultiPV)
	most := limits.nodes()
	deadline := q.began.Add(limits.time())
	timed := deadline.After(q.began)
	reported, nodes := q.began, uint64(0)
	for {
		end := time.Now().Add(sliceTime)
		if timed && end.After(deadline) {
			end = deadline
		}
		ctx, cancel := context.WithDeadline(context.Background(), end)
		slice := engine.Limits{}
		if most > 0 {
			slice.Nodes = most - nodes
		}
		advice := lancelotAnalyser.Advise(ctx, &q.position, slice, multiPV)
		cancel()
		nodes += advice.Nodes
		now := time.Now()
		stopped := watch != nil && watch.Stopped()
		if advice.Done || stopped || timed && !now.Before(deadline) || most > 0 && nodes >= most {
			return q.analysis(&advice, nodes, advice.Done), nil
		}
		if watch != nil && now.Sub(reported) >= reportEvery {
			watch.Report(q.analysis(&advice, nodes, false))
			reported = now
		}
	}
}

func (q *adviceRequest) analysis(advice *lancelotsearch.Advice, nodes uint64, done bool) LancelotAnalysis {
	return LancelotAnalysis{
		Depth:        len(advice.Candidates[0].PV),
		WinShares:    q.winShares(advice.WinShares),
		Candidates:   values(advice.Candidates, q.candidate),
		Nodes:        int(nodes),
		Milliseconds: int(time.Since(q.began).Milliseconds()),
		Done:         done,
	}
}

// classifyLancelot searches the position after the turns before and compares a turn with the best
// one.
func classifyLancelot(start string, before []string, turn string, limits AnalysisLimits) (LancelotVerdict, Problems) {
	q, wrong := newAdviceRequest(start, before)
	if wrong != nil {
		return LancelotVerdict{}, wrong
	}
	text, _, _ := strings.Cut(turn, skipMark)
	played, err := q.position.ParseTurn(text)
	if err != nil {
		return LancelotVerdict{}, lancelotProblems(err)
	}
	lancelotClassifier.NewGame()
	lancelotClassifier.Memory = clamp(limits.Hash, 1, maxHash) << 20
	budget := engine.Limits{MoveTime: limits.time(), Nodes: limits.nodes()}
	v := judge.ClassifyTurn(lancelotClassifier.Compare(context.Background(), &q.position, played, budget))
	return LancelotVerdict{
		Kind:   v.Kind,
		Loss:   int(v.Loss),
		Only:   v.Only,
		Solves: judge.Solves(float64(v.Loss)),
		Seat:   int(q.position.ToMove()),
		Played: q.candidate(v.Played),
		Better: q.candidate(v.Better),
	}, nil
}

func (q *adviceRequest) winShares(shares [lancelot.MaxSeats]engine.Score) []int {
	return values(shares[:q.position.Seats()], func(s engine.Score) int { return int(s) })
}

func (q *adviceRequest) candidate(c lancelotsearch.Candidate) LancelotCandidate {
	shown := LancelotCandidate{
		Turn:      c.Turn.String(),
		Seat:      int(q.position.ToMove()),
		WinShares: q.winShares(c.WinShares),
		Proved:    c.Proved,
		Outcome:   lancelotOutcome(c.Outcome),
		Captures:  values(c.Captures, capture),
		Captured:  c.Captured,
		Target:    q.position.Target(),
		Threats: values(c.Threats, func(t lancelotsearch.Threat) StoneThreat {
			return StoneThreat{int(t.By), t.Turn.Stone().String(), values(t.Captures, capture)}
		}),
		ExcaliburThreats: values(c.ExcaliburThreats, func(t lancelotsearch.Threat) ExcaliburThreat {
			return ExcaliburThreat{int(t.By), t.Turn.String(), values(t.Captures, capture)}
		}),
		Gains: -1,
		Gain:  int(c.Gain),
		PV:    values(c.PV, lancelot.Turn.String),
	}
	if c.Gain > 0 {
		shown.Gains = int(c.Gains)
	}
	if k := c.Kingmaking; k.Instead != lancelot.NoTurn {
		shown.Kingmaking = &Kingmaking{k.Instead.String(), int(k.For), int(k.Change)}
	}
	return shown
}
