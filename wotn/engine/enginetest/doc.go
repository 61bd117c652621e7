// Package enginetest helps to test the protocols: a [Plain] searcher whose
// answers are known beforehand, and transcripts of conversations that [Replay]
// holds a protocol to.
package enginetest
