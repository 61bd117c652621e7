package wotn_test

import (
	"fmt"
	"testing"

	"tafelrunde/wotn"
)

func TestKinds(t *testing.T) {
	letters, names := map[byte]bool{}, map[string]bool{}
	standard, level := 0, wotn.Level(0)
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		if letters[k.Letter()] || names[k.Name()] {
			t.Errorf("%s: duplicate letter or name", k)
		}
		letters[k.Letter()], names[k.Name()] = true, true
		if wotn.KindOfLetter(k.Letter()) != k || k != wotn.Pawn && wotn.KindOfBetza(k.Betza()) != k {
			t.Errorf("%s: not found by its letter or movement", k)
		}
		if k.Level() < level || k.Level() > level+1 {
			t.Errorf("%s: level %d after %d", k, k.Level(), level)
		}
		level = k.Level()
		if !k.Alternative() {
			standard++
		}
		for _, v := range []wotn.Variant{wotn.Standard, wotn.Alternative} {
			if !v.HasKind(k) {
				continue
			}
			if (len(v.Promotions(k)) == 0) != (k == wotn.King) {
				t.Errorf("%s: %s has no promotion", v, k)
			}
			for _, n := range v.Promotions(k) {
				if n.Level() != k.Level()+1 || !v.HasKind(n) {
					t.Errorf("%s: %s promotes to %s", v, k, n)
				}
			}
		}
	}
	if standard != 16 || len(letters) != 22 || level != wotn.MaxLevel {
		t.Errorf("%d standard kinds of %d, highest level %d", standard, len(letters), level)
	}
}

// TestMovesOnEmptyBoard compares the number of squares that each kind attacks
// from d4 with the table of an independent program.
func TestMovesOnEmptyBoard(t *testing.T) {
	for letter, want := range map[byte]int{
		'K': 8, 'Q': 27, 'R': 14, 'B': 13, 'N': 8, 'S': 6, 'D': 8, 'M': 12, 'A': 17, 'G': 12, 'Y': 14, 'I': 12,
		'H': 12, 'T': 16, 'F': 16, 'X': 16, 'C': 21, 'Z': 21, 'E': 22, 'L': 25, 'V': 26,
	} {
		d4, _ := wotn.ParseSquare("d4")
		if got := wotn.Attacks(wotn.KindOfLetter(letter), wotn.White, d4, 0).Count(); got != want {
			t.Errorf("%c: %d squares, want %d", letter, got, want)
		}
	}
}

func TestBetzaSpellings(t *testing.T) {
	for text, letter := range map[string]byte{
		"DA": 'D', "WvD": 'S', "DB": 'A', "FCD": 'F', "BN": 'C', "BR": 'Q', "NNB": 'L', "NNR": 'V', "BC": 'Z', "NWvD": 'Y',
		"KD": 'G', "KAD": 'T', "NAD": 'X', "FAD": 'I', "NN": 'H', "RN": 'E', "WfbD": 'S',
	} {
		if got := wotn.KindOfBetza(text); got.Letter() != letter {
			t.Errorf("%s: %s, want %c", text, got, letter)
		}
	}
	for _, text := range []string{"", "P", "W", "NNN", "RB N", "fb", "v", "x", "QQN"} {
		if got := wotn.KindOfBetza(text); got != wotn.NoKind {
			t.Errorf("%q: %s", text, got)
		}
	}
}

func TestDukeInAlternative(t *testing.T) {
	if wotn.Alternative.Name(wotn.Lord) != "Duke" || wotn.Standard.Name(wotn.Lord) != "Lord" || wotn.Alternative.Name(wotn.Fool) != "Fool" {
		t.Error("names in the alternative variant")
	}
}

func ExampleVariant_Promotions() {
	fmt.Println(wotn.Standard.Promotions(wotn.Knight), wotn.Alternative.Promotions(wotn.Knight))
	// Output: [M] [M G]
}

func ExampleKind() {
	k := wotn.KindOfBetza("WfbD")
	fmt.Println(k, k.Name(), k.Level(), k.Alignment())
	// Output: S Squire 2 knight
}
