package accounts

import (
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"tafelrunde/internal/engines"
)

func TestCleanName(t *testing.T) {
	for name, want := range map[string]string{
		"Ann":               "Ann",
		"\t  Ann   Lee\n":   "Ann Lee",
		"Ann\u00a0Lee":      "Ann Lee", // a space that does not break
		"Ａｎｎ":               "Ann",     // of full width
		"A\u0308nn":         "Änn",     // a combining diaeresis
		"\u263a\ufe0f Ann":  "\u263a Ann",
		"Jürgen K.":         "Jürgen K.",
		"O'Brien":           "O'Brien",
		"Miloš":             "Miloš",
		"Вася":              "Вася",
		"Ελένη":             "Ελένη",
		"山田 Taro":           "山田 Taro",
		"李小龍":               "李小龍",
		"محمد":              "محمد",
		"दिव्या":            "दिव्या",
		"007":               "007",
		"Engineer":          "Engineer",
		"Computerfreak":     "Computerfreak",
		"ﬁnn":               "finn",
		"123456789 1234567": "123456789 1234567",
	} {
		if clean, err := CleanName(name); clean != want || err != nil {
			t.Errorf("%q: %q, %v; want %q", name, clean, err, want)
		} else if again, err := CleanName(clean); again != clean || err != nil {
			t.Errorf("%q is not clean: %q, %v", clean, again, err)
		}
	}
}

func TestCleanNameRefuses(t *testing.T) {
	for name, want := range map[string]error{
		"":                            ErrLength,
		" \u3000 ":                    ErrLength,
		strings.Repeat("a", 31):       ErrLength,
		strings.Repeat("a", 1000):     ErrLength,
		strings.Repeat("\ufdfa", 10):  ErrLength, // NFKC makes 18 characters of one
		"–":                           ErrNoLetter,
		"\u263a\ufe0f":                ErrNoLetter,
		"\u0410nn":                    ErrMixed, // Cyrillic А
		"\u0391nn":                    ErrMixed, // Greek Α
		"Ann\u0430":                   ErrMixed,
		"Computer":                    ErrReserved,
		"c0mputer":                    ErrReserved,
		"ＣＯＭＰＵＴＥＲ":                    ErrReserved,
		"Engine, level 4":             ErrReserved,
		"Computer, Stufe 10":          ErrReserved,
		"Computer, Spielstärke 10":    ErrReserved,
		"ENGINE":                      ErrReserved,
		"Admin":                       ErrReserved,
		"A.d.m.i.n.":                  ErrReserved,
		"Admin Anna":                  ErrReserved,
		"Anna_Moderatorin":            ErrReserved,
		"Tafelrunde Support":          ErrReserved,
		"Suррort":                     ErrMixed,
		"Support 2":                   ErrReserved,
		"Betreiber":                   ErrReserved,
		"Systematika":                 nil,
		"Adminton":                    nil,
		"[Tafelrunde]":                ErrReserved,
		"Merlin":                      ErrReserved,
		"M e r l i n!":                ErrReserved,
		"Mer1in":                      ErrReserved,
		"Parzival":                    ErrReserved,
		"Ginevra (Computer)":          ErrReserved,
		"Anna (computer)":             ErrReserved,
		"Merlin Meyer":                nil,
		"Kay84":                       nil,
		"...":                         ErrNoLetter,
		"- _ -":                       ErrNoLetter,
		"\u0301\u0301":                ErrNoLetter,
		"An\u0334\u0335\u0336n":       ErrMarks,
		"Ann\u0334\u0334":             ErrMarks,
		"Bo\u0321\u0322\u0327\u0328b": ErrMarks,
		"Ngu\u1ec5\u0323n":            nil, // two marks in NFD
		"\u05e9\u05c1\u05b8\u05bc\u05dc\u05d5\u05b9\u05dd": nil, // shalom with its points
		"\u0e01\u0e34\u0e48\u0e07":                         nil, // a Thai vowel and a tone
		"\u0f56\u0f66\u0f92\u0fb2\u0f74\u0f56":             nil, // a Tibetan stack
		"\u0f66" + strings.Repeat("\u0f92\u0fb2", 3):       ErrMarks,
		"\u0421\u043e\u0442\u0440ute":                      ErrMixed,
	} {
		if clean, err := CleanName(name); !errors.Is(err, want) {
			t.Errorf("%q: %q, %v; want %v", name, clean, err, want)
		}
	}
	for _, r := range unseenCharacters {
		for _, name := range []string{"Ann" + string(r), string(r) + "Ann", "An" + string(r) + "n", string(r)} {
			var wrong *CharacterError
			if clean, err := CleanName(name); !errors.As(err, &wrong) && !errors.Is(err, ErrLength) {
				t.Errorf("%+q: %q, %v", name, clean, err)
			}
		}
	}
	for _, broken := range []string{"Ann\xff", "\xed\xa0\x80"} {
		if clean, err := CleanName(broken); err == nil {
			t.Errorf("%q: %q", broken, clean)
		}
	}
}

// unseenCharacters are invisible, or change the text around them.
var unseenCharacters = []rune{
	0x00, 0x07, 0x1b, 0x7f, 0x9b, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f,
	0x202a, 0x202e, 0x2060, 0x2061, 0x2066, 0x2069, 0x206a, 0x2800, 0x3164, 0xfe00, 0xfeff, 0xffa0, 0xfff9, 0xfffc,
	0x1d159, 0x1d173, 0xe0001, 0xe0041, 0xe0100, 0xe000, 0xf0000, 0x378, 0x10ffff,
}

// TestTwins: the skeleton of a name that can be taken for another is the
// other's.
func TestTwins(t *testing.T) {
	for _, twins := range [][]string{
		{"Lancelot", "Lanceloṭ", "Lancėlot", "Ḻancelot", "Lancelo\u0331t"},
		{"Ann", "ann", "ANN", "Ａｎｎ", "Ann\u3164", "A\u200bnn", "A\u00adnn", "\u2800Ann", "Ann\ufe0f", "\u0410nn", "\u0391nn", "Ann\u0332", "Ann\u20dd", "A\u0489nn", "Ann\u0483", " Ann\u202e", "𝐀𝐧𝐧"},
		{"Paypal", "PAYPAL", "paypaI", "PaypaI", "рaypal", "payра\u217c", "Paypa1"},
		{"Mimi", "mimi", "MIMI", "Mirni", "rnirni", "Мimi"},
		{"Änn", "A\u0308nn", "ÄNN", "\u0410\u0308nn"},
		{"Ann Lee", "Ann\u00a0Lee", "ann  lee"},
		{"Bob 0", "BOB O", "Воb O"},
		{"ВОВА", "BOBA", "boba", "ВОВА\u0484", "В\u0488ОВА", "ВО\u2de0ВА"},
	} {
		for _, twin := range twins[1:] {
			if a, b := Skeleton(twins[0]), Skeleton(twin); a != b {
				t.Errorf("%+q (%q) and %+q (%q) look alike", twins[0], a, twin, b)
			}
		}
	}
	distinct := []string{"Ann", "Anna", "Änn", "Ben", "Milos", "Miloš", "Ann Lee", "Anni", "Nan", "Van", "Вася", "山田", "1", "2", "☺ Ann"}
	for i, a := range distinct {
		for _, b := range distinct[i+1:] {
			if Skeleton(a) == Skeleton(b) {
				t.Errorf("%q and %q have the same skeleton", a, b)
			}
		}
	}
	for _, r := range unseenCharacters {
		if s := Skeleton(string(r)); s != "" {
			t.Errorf("%U has the skeleton %+q", r, s)
		}
	}
}

// TestLetters: names that differ only in punctuation, spaces and symbols have the same
// letters; other names do not.
func TestLetters(t *testing.T) {
	for _, alike := range [][]string{
		{"Maria", "Maria.", "Mar ia", "M-a-r-i-a", "maria", "_Maria_", "~Maria~", "M\u0430ria", "\u2605 Maria", "Mar'ia", "\u00abMaria\u00bb", "Maria\u0660"},
		{"Ann Lee", "AnnLee", "Ann_Lee", "ann-lee"},
		{"Bob 0", "Bob0", "B.O.B.O"},
		{"\u00c4nn", "A\u0308nn!"},
		{"...", "..."},
	} {
		for _, twin := range alike[1:] {
			if a, b := Letters(alike[0]), Letters(twin); a != b || a == "" {
				t.Errorf("%+q (%q) and %+q (%q) have different letters", alike[0], a, twin, b)
			}
		}
	}
	distinct := []string{"Maria", "Mario", "Maria 2", "M\u00e4ria", "Mariana", "...", "!!!", "\u2605", "\u4e00", "1", "2", "\u0436"}
	for i, a := range distinct {
		for _, b := range distinct[i+1:] {
			if Letters(a) == Letters(b) {
				t.Errorf("%q and %q have the same letters", a, b)
			}
		}
	}
}

// TestOpponents: the name of no computer opponent is free.
func TestOpponents(t *testing.T) {
	for _, name := range engines.Characters() {
		if _, err := CleanName(name); !errors.Is(err, ErrReserved) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSkeletonHasNoCapitals: capitals of Latin letters do not make another name.
func TestSkeletonHasNoCapitals(t *testing.T) {
	for r := rune(0); r < 0x250; r++ {
		if !unicode.Is(unicode.Latin, r) {
			continue
		}
		upper, lower := Skeleton(string(unicode.ToUpper(r))), Skeleton(string(unicode.ToLower(r)))
		// Accounts are compared in small letters too, which finds these.
		if upper != lower && r < 0x180 && unicode.ToLower(r) != 'ð' && r != 'İ' {
			t.Errorf("%c: %q, %q", r, upper, lower)
		}
	}
}

func FuzzCleanName(f *testing.F) {
	for _, s := range []string{"Ann", "A\u0308", "\u3164", "Ａｎｎ", "ﷺ", "\xff", "क्ष", "K"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		clean, err := CleanName(name)
		if err != nil {
			return
		}
		if again, err := CleanName(clean); again != clean || err != nil {
			t.Errorf("%+q is cleaned to %+q, that to %+q, %v", name, clean, again, err)
		}
		if n := utf8.RuneCountInString(clean); n == 0 || n > MaxNameLength || Skeleton(clean) == "" {
			t.Errorf("%+q is clean", clean)
		}
		if again, err := NormalName(name); again != clean || err != nil {
			t.Errorf("%+q has the normal form %+q, %v", name, again, err)
		}
		if Letters(clean) != Letters(name) || Letters(clean) == "" {
			t.Errorf("%+q and %+q have different letters", name, clean)
		}
		if Skeleton(clean) != Skeleton(name) {
			t.Errorf("%+q and %+q have different skeletons", name, clean)
		}
	})
}
