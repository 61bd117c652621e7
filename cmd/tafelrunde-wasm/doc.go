//go:build js && wasm

// Command tafelrunde-wasm makes the rules and the engines available to the
// browser.
//
// It sets the object tafelrunde on globalThis, with the functions declared in
// browser/rules/contract.ts, and waits for calls. It contains no rules: each
// function converts its arguments, calls the Go packages and converts the
// result. The functions for rules keep no state between calls.
//
// It does not use encoding/json, because every visitor downloads the program.
package main
