package pictures

import "tafelrunde/wotn"

// germanNames are the German names of the kinds, those of the rules' German source.
var germanNames = [wotn.NumKinds]string{
	wotn.Pawn:           "Bauer",
	wotn.Squire:         "Knappe",
	wotn.Priest:         "Priester",
	wotn.Knight:         "Ritter",
	wotn.Bishop:         "Bischof",
	wotn.Baron:          "Baron",
	wotn.Guard:          "Wache",
	wotn.Archbishop:     "Erzbischof",
	wotn.Earl:           "Graf",
	wotn.Rook:           "Turm",
	wotn.Ship:           "Schiff",
	wotn.Nightrider:     "Nachtreiter",
	wotn.Watchtower:     "Wachturm",
	wotn.Fool:           "Narr",
	wotn.Cannon:         "Kanone",
	wotn.Cardinal:       "Kardinal",
	wotn.Giraffe:        "Giraffe",
	wotn.Chancellor:     "Kanzler",
	wotn.Queen:          "Dame",
	wotn.Lord:           "Lord",
	wotn.LordChancellor: "Lordkanzler",
	wotn.King:           "König",
}

// GermanName returns the German name of a kind in a variant, as [wotn.Variant.Name]
// returns the English one.
func GermanName(v wotn.Variant, k wotn.Kind) string {
	if v == wotn.Alternative && k == wotn.Lord {
		return "Duke"
	}
	return germanNames[k]
}
