package games

import (
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"tafelrunde/internal/match"
	"tafelrunde/lancelot"
)

// SeatKinds returns the settings of all kinds of games whose seats have different chances: one
// for each variant of rated games and each number of seats, with the usual target.
func SeatKinds() []match.Settings {
	var kinds []match.Settings
	for _, variant := range []string{"wotn", "wotn-alternative"} {
		kinds = append(kinds, match.Settings{Game: Wotn, Variant: variant, Seats: 2})
	}
	for _, variant := range []string{"basic", "diagonals", "excalibur", "diagonals+excalibur"} {
		for seats := lancelot.MinSeats; seats <= lancelot.MaxSeats; seats++ {
			kinds = append(kinds, match.Settings{Game: Lancelot, Variant: variant, Seats: seats})
		}
	}
	return kinds
}

// SeatKind returns the name of the kind of games at a table: game, variant and number of seats, as in
// "lancelot basic 3", and the number of handicap points of the seat that moves first, if there are any. It
// returns "" for games that begin with a given position or have another target than the usual one.
func SeatKind(s *match.Settings) string {
	if s.Start != "" || s.Target != 0 && s.Target != lancelot.StandardTarget(s.Seats) {
		return ""
	}
	name := fmt.Sprintf("%s %s %d", s.Game, s.Variant, s.Seats)
	if len(s.Points) > 0 && s.Points[0] > 0 {
		name += fmt.Sprintf(" points %d", s.Points[0])
	}
	return name
}

// SeatTable is the version of the table of seats with which new games are rated. Earlier versions
// are kept, so that the ratings of earlier games can be computed again.
const SeatTable = 2

//go:embed data/seats-*.txt data/handicap.txt
var measured embed.FS

// seatTables has the shares of the points by kind, in the order in which the seats move. Index 0 is version 1.
var seatTables = sync.OnceValue(func() (tables []map[string][]float64) {
	for version := range SeatTable {
		tables = append(tables, parseShares(fmt.Sprintf("data/seats-%d.txt", version+1)))
	}
	return tables
})

// parseShares reads an embedded table of lines as lab/seats writes them; lines that begin with # are comments.
// It panics if the table is damaged, which a test excludes.
func parseShares(name string) map[string][]float64 {
	text, err := measured.ReadFile(name)
	if err != nil {
		panic(err)
	}
	table := map[string][]float64{}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		games, shares, within := slices.Index(words, "games"), slices.Index(words, "shares"), slices.Index(words, "within")
		if games < 0 || shares < games || within < shares {
			panic(name + ": " + line)
		}
		kind := strings.Join(words[:games], " ")
		for _, word := range words[shares+1 : within] {
			share, err := strconv.ParseFloat(word, 64)
			if err != nil || !(share > 0 && share < 1) {
				panic(name + ": " + line)
			}
			table[kind] = append(table[kind], share)
		}
	}
	return table
}

// SeatShares returns the share of the points that each seat of a table wins among equal players, by
// a version of the table of seats. kind is that of [SeatKind], first the seat that moves first. It returns nil
// if the version, for instance 0, does not have the kind.
func SeatShares(version int, kind string, first int) []float64 {
	if version < 1 || version > SeatTable {
		return nil
	}
	ordered := seatTables()[version-1][kind]
	if ordered == nil || first < 0 || first >= len(ordered) {
		return nil
	}
	shares := make([]float64, len(ordered))
	for i, share := range ordered {
		shares[(first+i)%len(shares)] = share
	}
	return shares
}
