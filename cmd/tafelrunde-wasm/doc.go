//go:build js && wasm

// Command tafelrunde-wasm makes the rules and the engines available to the
// browser.
//
// It sets the object tafelrunde on globalThis, with the functions of package calls, and waits for
// calls. It contains no rules: each function converts its arguments from JSON, calls the Go
// function and converts the result to JSON.
package main
