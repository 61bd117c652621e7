package record

import (
	"strings"

	"tafelrunde/lancelot"
)

// SeatTag returns the name of the tag with the name of the player of a seat, from "A"
// to "E".
func SeatTag(s lancelot.Seat) string { return strings.ToUpper(s.String()) }

// SeatTags returns the tags with the names of the players by seat.
func SeatTags(names ...string) []Tag {
	tags := make([]Tag, len(names))
	for i, name := range names {
		tags[i] = Tag{SeatTag(lancelot.Seat(i)), name}
	}
	return tags
}
