package xboard

import (
	"fmt"
	"strings"

	"tafelrunde/wotn"
)

// variants are the names of the rule sets for XBoard, in the order of
// announcement; those that it does not know come first, because it offers the
// first it does not know by itself.
var variants = []struct {
	name string
	ways wotn.Variant
}{
	{"wotn", wotn.Standard},
	{"wotn-alternative", wotn.Alternative},
	{"normal", wotn.Chess},
}

func variantNames() []string {
	names := make([]string, len(variants))
	for i, v := range variants {
		names[i] = v.name
	}
	return names
}

// variant begins a game of another rule set. Of those that XBoard does not know
// it says all: the board, the start, how the men look and how they move.
func (s *session) variant(name string) {
	for _, v := range variants {
		if v.name != name {
			continue
		}
		s.begin(v.ways)
		if v.ways != wotn.Chess {
			s.out.WriteLines(fmt.Sprintf("setup (%s) 8x8+0_fairy %s", pictures(v.ways), wotn.StartText))
			for k := wotn.Pawn; k < wotn.King; k++ {
				if v.ways.HasKind(k) {
					s.out.WriteLines(fmt.Sprintf("piece %c& %s", k.Letter(), betza(k)))
				}
			}
		}
		return
	}
	s.refuse("unknown variant", name)
}

// pictureOf is the number of the picture with which XBoard shows a kind, in the
// order of its table of pieces.
var pictureOf = [wotn.NumKinds]int{
	wotn.Pawn: 0, wotn.Knight: 1, wotn.Bishop: 2, wotn.Rook: 3, wotn.Queen: 4, wotn.King: 43,
	wotn.Squire:         7,  // crossed swords
	wotn.Priest:         5,  // a counsellor's hat
	wotn.Baron:          9,  // a helmet
	wotn.Archbishop:     13, // a crowned bishop
	wotn.Nightrider:     12, // a horse at night
	wotn.Fool:           6,  // an elephant
	wotn.Cardinal:       10, // a cardinal's hat
	wotn.Chancellor:     14, // a crowned rook
	wotn.Lord:           20, // a unicorn
	wotn.LordChancellor: 8,  // a star
	wotn.Guard:          22, // a sword
	wotn.Earl:           16, // a small horse
	wotn.Ship:           17, // a sea bird
	wotn.Watchtower:     25, // a tower
	wotn.Cannon:         11, // a cannon
	wotn.Giraffe:        24, // a camel
}

// pictures returns XBoard's table of pieces: at the place of each picture the
// letter of the kind that has it, or a dot, for White and then for Black.
func pictures(ways wotn.Variant) string {
	table := []byte(strings.Repeat(".", pictureOf[wotn.King]+1))
	for k := wotn.Pawn; k <= wotn.King; k++ {
		if ways.HasKind(k) {
			table[pictureOf[k]] = k.Letter()
		}
	}
	return string(table) + strings.ToLower(string(table))
}

// betza returns how a kind moves in XBoard's dialect of Betza's notation: a
// rider is written with 0 for its range, not by doubling its letter (with NN it
// would allow no second leap), and the leap (1,3) is C, since L is another.
func betza(k wotn.Kind) string {
	if k == wotn.Pawn {
		return "fmWfceFifmnD"
	}
	return strings.NewReplacer("NN", "N0", "L", "C").Replace(k.Betza())
}
