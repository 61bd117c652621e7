package xboard

import (
	"fmt"
	"strings"

	"tafelrunde/wotn"
)

// variants holds XBoard's names of the variants in the order of announcement.
// XBoard preselects the first one that it does not know, so these come first.
var variants = []struct {
	name    string
	variant wotn.Variant
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

// setVariant starts a game of another variant. For a variant that XBoard does not
// know, it announces the board, the initial position, and the pictures and
// moves of the pieces.
func (s *session) setVariant(name string) {
	for _, v := range variants {
		if v.name != name {
			continue
		}
		s.begin(v.variant)
		if v.variant != wotn.Chess {
			s.out.WriteLines(fmt.Sprintf("setup (%s) 8x8+0_fairy %s", pictures(v.variant), wotn.StartText))
			for k := wotn.Pawn; k < wotn.King; k++ {
				if v.variant.HasKind(k) {
					s.out.WriteLines(fmt.Sprintf("piece %c& %s", k.Letter(), betza(k)))
				}
			}
		}
		return
	}
	s.refuse("unknown variant", name)
}

// pictureOf is the number of XBoard's picture of a kind in its table of pieces.
var pictureOf = [wotn.NumKinds]int{
	wotn.Pawn: 0, wotn.Knight: 1, wotn.Bishop: 2, wotn.Rook: 3, wotn.Queen: 4, wotn.King: 43,
	wotn.Squire:         7,  // crossed swords
	wotn.Priest:         5,  // a counselor's hat
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

// pictures returns XBoard's table of pieces: for each picture the letter of the
// kind that uses it, or a dot, for White and then for Black.
func pictures(variant wotn.Variant) string {
	table := []byte(strings.Repeat(".", pictureOf[wotn.King]+1))
	for k := wotn.Pawn; k <= wotn.King; k++ {
		if variant.HasKind(k) {
			table[pictureOf[k]] = k.Letter()
		}
	}
	return string(table) + strings.ToLower(string(table))
}

// betza returns the moves of a kind in XBoard's dialect of Betza's notation. A
// rider has the range 0 instead of a doubled letter (NN would be limited to two
// leaps), and the (1,3) leap is C instead of L.
func betza(k wotn.Kind) string {
	if k == wotn.Pawn {
		return "fmWfceFifmnD"
	}
	return strings.NewReplacer("NN", "N0", "L", "C").Replace(k.Betza())
}
