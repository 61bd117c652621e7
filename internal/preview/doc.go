// Package preview draws positions of both games as PNG pictures for link previews.
//
// The pieces, stones and colours are those of the page. drawings.json is generated
// from browser/pieces and browser/style by browser/pieces/drawings.test.ts, which
// also checks that it is up to date.
package preview
