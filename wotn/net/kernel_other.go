//go:build !amd64 || purego

package net

func change(sums, more, less *row) { changeWords(sums, more, less) }

func output(sums *row, weights *[Hidden]int16) int32 { return outputWords(sums, weights) }
