//go:build js && wasm

// Command tafelrunde-wasm is the rules and the opponents for the browser.
//
// It puts one object on globalThis, tafelrunde, with the functions that
// browser/rules/contract.ts declares, and then waits to be called. It knows
// no rules: each function reads plain values, asks the Go packages and gives
// plain values back. No call keeps anything for the next.
//
// Neither fmt nor encoding/json is used, because every visitor loads this
// program.
package main
