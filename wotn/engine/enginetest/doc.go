// Package enginetest helps to test protocols. [Plain] is a searcher with
// predictable answers; [Replay] compares sessions of a protocol with
// transcripts.
package enginetest
