package record

import (
	"slices"
	"strings"

	"tafelrunde/wotn"
)

// The results of PGN.
const (
	WhiteWins = "1-0"
	BlackWins = "0-1"
	Draw      = "1/2-1/2"
	Unknown   = "*"
)

// Tag is a tag pair, for instance [White "Betza"].
type Tag struct{ Name, Value string }

// Game is a game as it is kept in text.
type Game struct {
	// Tags are all tags but those that the other fields hold (Variant, SetUp,
	// FEN, Result), the roster of PGN first. A tag of the roster whose value is
	// unknown ("?") or empty is left out.
	Tags []Tag
	// Variant are those of the game. Line holds its moves.
	Variant wotn.Variant
	Line    Line
	// Comments are those of a game without moves.
	Comments []string
	// Result is one of the four results of PGN.
	Result string
	// Problems are what could not be followed outside the moves of the game.
	Problems []*Problem
}

// Line is a sequence of moves from a position.
type Line struct {
	// Start is the position before the first move. In a variation it can differ
	// from the game's position by kinds that the notes leave open.
	Start wotn.Position
	Moves []Move
}

// Move is a move with its notes. Comments are on one line each.
type Move struct {
	Move wotn.Move
	// SAN is the move in the writer's spelling. Where earlier rises of a
	// variation are left open, it is the move as it was read.
	SAN string
	// AnyPromotion tells that the notes leave the kind of the rise open; Move then has
	// the first kind with which the rest of the line can be played.
	AnyPromotion bool
	// NAGs are the marks of PGN: 1 "!", 2 "?", 3 "!!", 4 "??", 5 "!?", 6 "?!".
	NAGs []int
	// Before and After are the comments before and after the move.
	Before, After []string
	// Variations are lines that could have been played instead of the move.
	Variations []Line
}

// Tag returns the value of a tag, "" if the game has none of this name.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// roster are the tags that every game in PGN begins with, with the value that
// means unknown. Result has a field of its own.
var roster = [...]Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"}, {"Black", "?"},
}

// inOrder returns the tags with those of the roster first and in its order,
// without those of the roster whose value is unknown or empty.
func inOrder(tags []Tag) []Tag {
	var first, others []Tag
	for _, r := range roster {
		for _, t := range tags {
			if t.Name == r.Name && t.Value != r.Value && t.Value != "" {
				first = append(first, t)
			}
		}
	}
	for _, t := range tags {
		if !inRoster(t.Name) {
			others = append(others, t)
		}
	}
	return append(first, others...)
}

func inRoster(name string) bool {
	for _, r := range roster {
		if r.Name == name {
			return true
		}
	}
	return false
}

// ownTag tells whether a Game holds what the tag says in a field of its own.
func ownTag(name string) bool {
	return name == "Result" || name == "Variant" || name == "SetUp" || name == "FEN"
}

func isResult(text string) bool {
	return text == Unknown || slices.Contains(results[:], text)
}

// variants are the values of the tag Variant.
var variants = [wotn.NumVariants]string{
	wotn.Standard:    "Way of the Knight",
	wotn.Alternative: "Way of the Knight (alternative ways)",
	wotn.Chess:       "Chess",
}

// parseVariantTag reads the value of the tag Variant, in capitals or not; the
// names of [wotn.ParseVariant] are read too.
func parseVariantTag(value string) (wotn.Variant, bool) {
	for w, v := range variants {
		if strings.EqualFold(v, strings.TrimSpace(value)) {
			return wotn.Variant(w), true
		}
	}
	return wotn.ParseVariant(strings.ToLower(strings.TrimSpace(value)))
}
