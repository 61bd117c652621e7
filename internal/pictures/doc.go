// Package pictures draws positions and games of both games with the pieces, stones and
// colors of the page: a [Diagram] is a position with marks as SVG, for the rules and
// other pages and for the command "tafelrunde diagram"; a [Card] is a PNG picture for
// link previews; an [Animation] is a game as GIF; an [Icon] is one of the page.
//
// docs/formats/diagrams.md documents the text forms of marks and of diagrams in
// Markdown.
package pictures
