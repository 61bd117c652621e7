package record

import (
	"slices"
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

// renameSeatTags gives the tags "SeatA" to "SeatE", which an earlier page wrote, their
// names of now, unless a tag has that name already.
func renameSeatTags(tags []Tag) {
	for seat := range lancelot.Seat(lancelot.MaxSeats) {
		name := SeatTag(seat)
		named := func(name string) int {
			return slices.IndexFunc(tags, func(t Tag) bool { return t.Name == name })
		}
		if i := named("Seat" + name); i >= 0 && named(name) < 0 {
			tags[i].Name = name
		}
	}
}
