package net

import "tafelrunde/wotn/search"

// embedded returns nil: the page fetches the network apart from the program.
func embedded() *Network { return nil }

// OpenEvaluator is nil: a page has no files.
var OpenEvaluator func(file string) (func() search.Evaluator, error)
