//go:build !js

package net

import (
	_ "embed"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"tafelrunde/wotn/eval"
	"tafelrunde/wotn/search"
)

//go:embed default.net
var defaultFile []byte

// embedded returns the network of the program.
var embedded = sync.OnceValue(func() *Network {
	n, err := Parse(defaultFile)
	if err != nil {
		panic(err) // a test reads it
	}
	return n
})

// Open reads a network from a regular file, as [Parse] does.
func Open(name string) (*Network, error) {
	if info, err := os.Stat(name); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil {
		return nil, err
	}
	n, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return n, nil
}

// NoNetwork stands for no network in place of a file.
const NoNetwork = "none"

// OpenEvaluator reads a network from a file and returns a function that returns evaluators with it, or without a network for
// [NoNetwork]. It is a [search.Config.OpenEvaluator].
func OpenEvaluator(file string) (func() search.Evaluator, error) {
	if strings.EqualFold(file, NoNetwork) {
		return func() search.Evaluator { return eval.New() }, nil
	}
	n, err := Open(file)
	if err != nil {
		return nil, err
	}
	return func() search.Evaluator { return NewEvaluator(n) }, nil
}
