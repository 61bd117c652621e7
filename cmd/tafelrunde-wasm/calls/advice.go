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
	Candidates   []judge.Candidate `json:"candidates"`
	Nodes        int               `json:"nodes"`
	Milliseconds int               `json:"milliseconds"`
	// Done says that further search cannot change the result: the position is solved or there is
	// only one turn.
	Done bool `json:"done"`
}

// LancelotVerdict compares a turn with the best one. Solves says that it solves an exercise.
type LancelotVerdict struct {
	judge.ReviewedTurn
	Solves bool `json:"solves"`
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
		Depth:     len(advice.Candidates[0].PV),
		WinShares: judge.NewWinShares(&q.position, advice.WinShares),
		Candidates: values(advice.Candidates, func(c lancelotsearch.Candidate) judge.Candidate {
			return judge.NewCandidate(&q.position, &c)
		}),
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
	return LancelotVerdict{judge.NewReviewedTurn(&q.position, &v), judge.Solves(float64(v.Loss))}, nil
}
