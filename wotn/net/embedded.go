//go:build !js

package net

import (
	"bytes"
	_ "embed"
	"sync"
)

//go:embed default.net
var file []byte

// embedded returns the network of the program.
var embedded = sync.OnceValue(func() *Network {
	n, err := Read(bytes.NewReader(file))
	if err != nil {
		panic(err) // a test reads it
	}
	return n
})
