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

// Tag is a tag pair of name and value, for example [White "Betza"].
type Tag struct{ Name, Value string }

// Game is the record of a game.
type Game struct {
	// Tags are the tags, the seven-tag roster of PGN first. Those that the other fields
	// contain (Variant, SetUp, FEN, Result) are left out, and so are roster tags whose value
	// is empty or unknown ("?").
	Tags []Tag
	// Variant is the variant of the game. Line is its main line.
	Variant wotn.Variant
	Line    Line
	// Comments are the comments of a game without moves.
	Comments []string
	// Result is one of the four results of PGN.
	Result string
	// Problems are the errors outside the main line.
	Problems []*Problem
}

// Line is a sequence of moves from a position.
type Line struct {
	// Start is the position before the first move. In a variation the kinds of
	// pieces whose promotion is left open can differ from the main line.
	Start wotn.Position
	Moves []Move
}

// Move is a move with its annotations. Comments contain no line breaks.
type Move struct {
	Move wotn.Move
	// SAN is the move in algebraic notation. After an open promotion in a
	// variation it is the move as it was read.
	SAN string
	// AnyPromotion reports that the promotion is left open ("/any"). Move then
	// has the first kind with which the rest of the variation is legal.
	AnyPromotion bool
	// NAGs are the numeric annotation glyphs of PGN: 1 "!", 2 "?", 3 "!!", 4
	// "??", 5 "!?", 6 "?!".
	NAGs []int
	// Before and After are the comments before and after the move.
	Before, After []string
	// Variations are alternatives to the move.
	Variations []Line
}

// Tag returns the value of a tag, or "" if the game does not have it.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// roster contains the seven-tag roster of PGN with the values that mean
// unknown. The seventh, Result, has a field of its own.
var roster = [...]Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"}, {"Black", "?"},
}

// inOrder returns the tags with the roster first, without roster tags whose
// value is unknown or empty.
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

// ownTag reports whether a field of Game contains the value of the tag.
func ownTag(name string) bool {
	return name == "Result" || name == "Variant" || name == "SetUp" || name == "FEN"
}

// usualName returns the name of a tag with its usual capital letters, if it is one of the
// roster or has a field of Game: other programs write [Setup "1"] and [fen "…"].
func usualName(name string) string {
	for _, own := range [...]string{"Result", "Variant", "SetUp", "FEN"} {
		if strings.EqualFold(name, own) {
			return own
		}
	}
	for _, r := range roster {
		if strings.EqualFold(name, r.Name) {
			return r.Name
		}
	}
	return name
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

// chessNames are values of the tag Variant that lichess, XBoard, Arena, ChessGUI and others
// write for orthodox chess.
var chessNames = [...]string{"standard", "from position", "normal", "classical", "orthodox", "standard chess", "orthodox chess"}

// parseVariantTag parses the value of the tag Variant, in any case, a name of
// orthodox chess in other programs, or a name for [wotn.ParseVariant].
func parseVariantTag(value string) (wotn.Variant, bool) {
	for v, name := range variants {
		if strings.EqualFold(name, strings.TrimSpace(value)) {
			return wotn.Variant(v), true
		}
	}
	name := strings.ToLower(strings.TrimSpace(value))
	if slices.Contains(chessNames[:], name) {
		return wotn.Chess, true
	}
	v, err := wotn.ParseVariant(name)
	return v, err == nil
}
