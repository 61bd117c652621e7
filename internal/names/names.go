package names

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mtibben/confusables"
	"golang.org/x/text/secure/precis"
	"golang.org/x/text/unicode/norm"
)

// MaxLength is the number of characters that a name has at most.
const MaxLength = 30

// Version is increased when Skeleton gives another result than before, so that
// stores compute theirs again.
const Version = 1

// Errors of Clean, besides *CharacterError.
var (
	// ErrLength: the name is empty or too long.
	ErrLength = errors.New("a name has 1 to 30 characters that can be seen")
	// ErrNoLetter: the name has no letter and no digit.
	ErrNoLetter = errors.New("a name has at least one letter or digit")
	// ErrMixed: the name mixes scripts whose letters look alike.
	ErrMixed = errors.New("a name has letters of one script only")
	// ErrReserved: the name is the program's own, or says what the program says of
	// players.
	ErrReserved = errors.New("this name is reserved")
)

// CharacterError is a character that names do not have.
type CharacterError struct{ Character rune }

// Code is the character as Unicode's tables name it, such as "U+200B".
func (e *CharacterError) Code() string { return fmt.Sprintf("U+%04X", e.Character) }

// Unseen means that the character itself is invisible.
func (e *CharacterError) Unseen() bool { return unseen(e.Character) }

func (e *CharacterError) Error() string {
	return "a name cannot have the character " + e.Code()
}

// Clean returns a name in the form in which it is stored: that of the Nickname
// profile of PRECIS (RFC 8266), which is NFKC without space around it and with
// single spaces in it. Selectors between the forms of a symbol are left out.
//
// The name is refused if it has characters that cannot be seen or that change
// the direction of the text around them, letters of scripts that are not in
// modern everyday use, or letters of several scripts that look alike. Names that
// the program shows itself are refused too.
func Clean(name string) (string, error) {
	if !utf8.ValidString(name) {
		return "", &CharacterError{utf8.RuneError}
	}
	name = strings.TrimSpace(textSelectors.Replace(name))
	if name == "" || utf8.RuneCountInString(name) > 4*MaxLength {
		return "", ErrLength
	}
	for _, r := range name {
		if unseen(r) {
			return "", &CharacterError{r}
		}
	}
	// No error of PRECIS names the character.
	clean, err := precis.Nickname.String(name)
	if err != nil {
		for _, r := range name {
			if _, err := precis.Nickname.String("a" + string(r) + "a"); err != nil {
				return "", &CharacterError{r}
			}
		}
		return "", ErrLength
	}
	if utf8.RuneCountInString(clean) > MaxLength {
		return "", ErrLength
	}
	if err := check(clean); err != nil {
		return "", err
	}
	return clean, nil
}

// textSelectors takes out what selects the form of the symbol before it.
var textSelectors = strings.NewReplacer("\ufe0e", "", "\ufe0f", "")

// check refuses what PRECIS lets pass.
func check(name string) error {
	readable := false
	for _, r := range name {
		if unseen(r) || unicode.IsLetter(r) && !unicode.In(r, everyday...) {
			return &CharacterError{r}
		}
		readable = readable || unicode.IsLetter(r) || unicode.IsNumber(r)
	}
	if !readable {
		return ErrNoLetter
	}
	if mixed(name) {
		return ErrMixed
	}
	if reserved(name) {
		return ErrReserved
	}
	return nil
}

// blanks are characters of visible categories that show nothing.
var blanks = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x115f, 0x1160, 1}, // Hangul fillers
		{0x17b4, 0x17b5, 1}, // Khmer inherent vowels
		{0x2800, 0x2800, 1}, // the Braille pattern without dots
		{0x3164, 0x3164, 1}, // a Hangul filler
		{0xffa0, 0xffa0, 1}, // a Hangul filler of half the width
		{0xfffc, 0xfffd, 1}, // in place of an object, and of a broken character
	},
	R32: []unicode.Range32{{0x1d159, 0x1d159, 1}}, // a null notehead
}

// unseen reports whether nothing shows a character itself: it is blank but no
// space, steers how others are shown, or is not assigned.
func unseen(r rune) bool {
	if r == ' ' {
		return false
	}
	return !unicode.IsGraphic(r) || unicode.In(r, blanks, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Zl, unicode.Zp)
}

// everyday are the scripts in modern everyday use, as UAX #31 lists them.
var everyday = []*unicode.RangeTable{
	unicode.Common, unicode.Inherited,
	unicode.Arabic, unicode.Armenian, unicode.Bengali, unicode.Bopomofo, unicode.Cyrillic, unicode.Devanagari,
	unicode.Ethiopic, unicode.Georgian, unicode.Greek, unicode.Gujarati, unicode.Gurmukhi, unicode.Hangul,
	unicode.Han, unicode.Hebrew, unicode.Hiragana, unicode.Kannada, unicode.Katakana, unicode.Khmer, unicode.Lao,
	unicode.Latin, unicode.Malayalam, unicode.Myanmar, unicode.Oriya, unicode.Sinhala, unicode.Tamil,
	unicode.Telugu, unicode.Thaana, unicode.Thai, unicode.Tibetan,
}

// together are scripts that are written together; Latin letters may stand among
// them. These are those of the level "highly restrictive" of UTS #39.
var together = [][]*unicode.RangeTable{
	{unicode.Han, unicode.Hiragana, unicode.Katakana},
	{unicode.Han, unicode.Bopomofo},
	{unicode.Han, unicode.Hangul},
}

// mixed reports whether a name has letters of scripts that are not written
// together.
func mixed(name string) bool {
	used := make(map[*unicode.RangeTable]bool)
	for _, r := range name {
		if unicode.In(r, unicode.Common, unicode.Inherited) {
			continue
		}
		for _, script := range everyday[2:] {
			if unicode.Is(script, r) {
				used[script] = true
				break
			}
		}
	}
	if len(used) < 2 {
		return false
	}
	for _, scripts := range together {
		strangers := len(used)
		for _, script := range append(scripts, unicode.Latin) {
			if used[script] {
				strangers--
			}
		}
		if strangers == 0 {
			return false
		}
	}
	return true
}

// Visible returns a name without the characters that cannot be seen, in the form
// in which names are stored. It is for names of times when [Clean] was not asked.
func Visible(name string) string {
	name = norm.NFKC.String(strings.ToValidUTF8(name, ""))
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unseen(r):
			return -1
		}
		return r
	}, name)
	// What stood around the characters left out may belong together now.
	return norm.NFKC.String(strings.Join(strings.Fields(name), " "))
}

// Skeleton returns the same for names that can be taken for one another,
// whatever their capitals: the skeleton of UTS #39 of what can be seen of the
// name. It is "" if nothing can be seen. It is not meant to be shown.
//
// Names of one script that differ in capitals alone may have different
// skeletons where capitals and small letters look like different letters of
// other scripts, as in Cyrillic. Those have to be compared in small letters too.
func Skeleton(name string) string {
	name = withoutMarks(Visible(name))
	// Each step may enable the other: M, m, rn.
	for range 8 {
		next := norm.NFD.String(strings.ToLower(confusables.Skeleton(name)))
		if next == name {
			break
		}
		name = next
	}
	// I is like l, so that i, which is the small I, is like both.
	return strings.ReplaceAll(name, "i", "l")
}

// withoutMarks leaves out marks that belong to no composed letter in the
// scripts whose letters look alike: there they only decorate. The name is in
// the form NFKC.
func withoutMarks(name string) string {
	var b strings.Builder
	decorates := true
	for _, r := range name {
		if unicode.Is(unicode.Mn, r) && unicode.Is(unicode.Inherited, r) {
			if decorates {
				continue
			}
		} else if !unicode.Is(unicode.Mn, r) {
			decorates = unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Armenian, unicode.Common)
		}
		b.WriteRune(r)
	}
	return b.String()
}

// own are names under which the program itself appears, in both languages.
var own = func() map[string]bool {
	list := make(map[string]bool)
	for _, name := range []string{
		"Computer", "Computer, level", "Computer, Stufe", "Engine", "Engine, level", "Engine, Stufe", "Tafelrunde", "free seat",
	} {
		list[bare(name)] = true
	}
	return list
}()

// reserved reports whether a name says the same as one of the program's: "Engine,
// level 4", "Computer 3".
func reserved(name string) bool { return own[bare(name)] }

// bare is the letters of the skeleton of a name without what stands after its
// last letter.
func bare(name string) string {
	name = strings.TrimRightFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, Skeleton(name))
}
