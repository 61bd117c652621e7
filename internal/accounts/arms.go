package accounts

import "strings"

// The parts of a coat of arms, a character each. A code is a shield, a division, the
// tincture of the field, that of the division, and a charge: "hnogn". The page draws
// them (browser/pieces/arms.ts).
const (
	ArmsShields   = "hfrk"
	ArmsDivisions = "npfbqvco"
	// ArmsMetals and ArmsColors are the tinctures: or and argent; gules, azure (blue), vert,
	// sable and purpure.
	ArmsMetals  = "oa"
	ArmsColors  = "gbvsp"
	ArmsCharges = "nrxslcwtmukogdah"
)

// ValidArms reports whether a code is that of a coat of arms that follows the rule of
// tincture: one of its tinctures is a metal, the other a colour.
func ValidArms(code string) bool {
	if len(code) != 5 {
		return false
	}
	has := func(parts string, i int) bool { return strings.IndexByte(parts, code[i]) >= 0 }
	return has(ArmsShields, 0) && has(ArmsDivisions, 1) && has(ArmsCharges, 4) &&
		(has(ArmsMetals, 2) && has(ArmsColors, 3) || has(ArmsColors, 2) && has(ArmsMetals, 3))
}
