// Package preview draws positions of both games as pictures, for those who show
// a link before somebody follows it.
//
// The pieces, stones and colours are those of the page: drawings.json is made from
// browser/pieces and browser/style by a test there, which holds the two together.
package preview
