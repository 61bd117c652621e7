//go:build !amd64 || purego

package net

func (n *Network) change(sums *row, added, removed []uint16) { n.changeWords(sums, added, removed) }

func output(sums *row, weights *[Hidden]int16) int32 { return outputWords(sums, weights) }
