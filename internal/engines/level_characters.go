package engines

// characters has the names of the computer opponents by code, in English and German. The
// dictionaries of the page have the same ones, as "character.name." with the code.
var characters = [MaxLevel + 1][2]string{
	1: {"Pellinore", "Pellinor"}, 2: {"Bedivere", "Bedivere"}, 3: {"Kay", "Keie"}, 4: {"Gareth", "Gareth"}, 5: {"Percival", "Parzival"},
	6: {"Palamedes", "Palamedes"}, 7: {"Gawain", "Gawein"}, 8: {"Guinevere", "Ginevra"}, 9: {"Morgan", "Morgana"}, FullLevel: {"Merlin", "Merlin"},
	11: {"Dagonet", "Dagonet"}, 12: {"Elaine", "Elaine"}, 13: {"Lucan", "Lucan"}, 14: {"Lynette", "Lynette"}, 15: {"Griflet", "Griflet"},
	16: {"Nascien", "Nascien"}, 17: {"Enid", "Enite"},
}

// Characters returns the names of the computer opponents of all levels, in English and
// German. Some are the same in both.
func Characters() []string {
	var names []string
	for code := 1; code <= MaxLevel; code++ {
		names = append(names, characters[code][:]...)
	}
	return names
}
