// Package preview draws positions of both games as PNG pictures for link previews,
// with the pieces, stones and colors of the page.
package preview
