// Package editor changes positions of both games that need not be playable: it
// reads incomplete texts, keeps a position consistent while it is edited, and names
// the field and the particulars of each problem. It does not decide which positions are playable;
// [wotn.Setup] and [lancelot.Setup] do.
package editor

// Field is the part of a position that a problem concerns. Its text is stable.
type Field string

// The fields. Text is the whole text, if it cannot be parsed. In parentheses is the
// game, unless both have the field.
const (
	Text           Field = "text"
	Board          Field = "board"
	Turn           Field = "turn"
	Castling       Field = "castling"        // (Way of the Knight)
	EnPassant      Field = "en-passant"      // (Way of the Knight)
	Counters       Field = "counters"        // (Way of the Knight)
	Seats          Field = "seats"           // (Lancelot)
	Captured       Field = "captured"        // (Lancelot)
	InHand         Field = "in-hand"         // (Lancelot)
	ExcaliburTurns Field = "excalibur-turns" // (Lancelot)
	Rules          Field = "rules"           // (Lancelot)
	Target         Field = "target"          // (Lancelot)
)

// longestRead bounds the length of a part of a text that is read by halves.
const longestRead = 64

// longestPrefix returns the longest prefix of a part that parses, or "" if none does.
func longestPrefix(part string, parses func(prefix string) bool) string {
	for n := min(len(part), longestRead); n > 0; n-- {
		if parses(part[:n]) {
			return part[:n]
		}
	}
	return ""
}
