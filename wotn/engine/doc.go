// Package engine is the socket between the protocols that user interfaces
// speak and the search that plugs into them.
//
// A [Searcher] has options, plays within [Limits] and reports [Info] while it
// thinks. The protocols (packages uci and xboard) know nothing else about it;
// whoever has a search writes the few methods of the interface. [Thought] runs
// one search beside the reading of commands, and [Lines] reads commands from
// any source, however broken.
package engine
