//go:build !amd64 || purego

package net

func change(dst, from, more, less *row) { changeWords(dst, from, more, less) }

func output(sums *row, weights *[Hidden]int16) int32 { return outputWords(sums, weights) }
