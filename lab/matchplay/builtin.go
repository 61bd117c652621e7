package matchplay

import (
	"io"

	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/net"
	"tafelrunde/wotn/search"
	"tafelrunde/wotn/uci"
)

// BuiltIn returns the engines of this module, which run in the process of the match,
// by the names that [ParseContestant] accepts: "tafelrunde", "greedy" and "random".
// author is the author in their identity.
func BuiltIn(author string) map[string]Program {
	inProcess := func(name string, start func() engine.Searcher) Program {
		return InProcess(func(in io.Reader, out io.Writer) error {
			return uci.Serve(in, out, uci.Identity{Name: name, Author: author}, start())
		})
	}
	return map[string]Program{
		"tafelrunde": inProcess("Tafelrunde", func() engine.Searcher {
			return search.New(net.Config())
		}),
		"greedy": inProcess("Greedy", func() engine.Searcher { return search.NewGreedy(0) }),
		"random": inProcess("Random", func() engine.Searcher { return search.NewRandom(0) }),
	}
}
