package accounts

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mtibben/confusables"
	"golang.org/x/text/secure/precis"
	"golang.org/x/text/unicode/norm"

	"tafelrunde/internal/engines"
)

// MaxNameLength is the maximum number of characters of a name.
const MaxNameLength = 30

// SkeletonVersion is the version of Skeleton. It increases when results change, so that
// stores compute theirs again.
const SkeletonVersion = 3

// LettersVersion is the version of Letters, as Version is of Skeleton.
const LettersVersion = 100*SkeletonVersion + 1

// Errors of Clean, besides *CharacterError.
var (
	// ErrLength is returned if the name is empty or too long.
	ErrLength = errors.New("a name has 1 to 30 visible characters")
	// ErrNoLetter is returned if the name has no letter and no digit.
	ErrNoLetter = errors.New("a name has at least one letter or digit")
	// ErrMixed is returned if the name mixes scripts whose letters look alike.
	ErrMixed = errors.New("a name has letters of one script only")
	// ErrMarks is returned if marks are stacked on a letter, so that they cover other text.
	ErrMarks = errors.New("a name has at most two marks on a letter")
	// ErrReserved is returned if the program itself uses the name.
	ErrReserved = errors.New("this name is reserved")
)

// CharacterError is an error of [CleanName]: the name has a forbidden character.
type CharacterError struct{ Character rune }

// Code returns the code point, such as "U+200B".
func (e *CharacterError) Code() string { return fmt.Sprintf("U+%04X", e.Character) }

// Unseen reports whether the character is invisible.
func (e *CharacterError) Unseen() bool { return unseen(e.Character) }

func (e *CharacterError) Error() string {
	return "a name cannot have the character " + e.Code()
}

// CleanName returns a name in the form in which it is stored, by the Nickname profile
// of PRECIS (RFC 8266): NFKC, without space at the ends and with single spaces.
// Variation selectors are removed.
//
// It returns an error for invisible characters and those that change the direction
// of text, letters of scripts that are not in everyday use, letters of several
// scripts that look alike, stacked marks, and names that the program itself uses.
func CleanName(name string) (string, error) {
	clean, err := NormalName(name)
	if err == nil {
		err = check(clean)
	}
	if err != nil {
		return "", err
	}
	return clean, nil
}

// NormalName returns a name in the form in which Clean stores it, also if the name is not
// permitted now but was when it was stored. It returns an error if the name has no such
// form.
func NormalName(name string) (string, error) {
	if !utf8.ValidString(name) {
		return "", &CharacterError{utf8.RuneError}
	}
	name = strings.TrimSpace(textSelectors.Replace(name))
	if name == "" || utf8.RuneCountInString(name) > 4*MaxNameLength {
		return "", ErrLength
	}
	for _, r := range name {
		if unseen(r) {
			return "", &CharacterError{r}
		}
	}
	// Errors of PRECIS do not contain the character.
	clean, err := precis.Nickname.String(name)
	if err != nil {
		for _, r := range name {
			if _, err := precis.Nickname.String("a" + string(r) + "a"); err != nil {
				return "", &CharacterError{r}
			}
		}
		return "", ErrLength
	}
	if utf8.RuneCountInString(clean) > MaxNameLength {
		return "", ErrLength
	}
	return clean, nil
}

// textSelectors removes the selectors of text and emoji style.
var textSelectors = strings.NewReplacer("\ufe0e", "", "\ufe0f", "")

// check makes the checks that PRECIS does not include.
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
	if stacked(name) {
		return ErrMarks
	}
	if reserved(name) {
		return ErrReserved
	}
	return nil
}

// blanks are invisible characters of visible categories.
var blanks = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x115f, 0x1160, 1}, // Hangul fillers
		{0x17b4, 0x17b5, 1}, // Khmer inherent vowels
		{0x2800, 0x2800, 1}, // the Braille pattern without dots
		{0x3164, 0x3164, 1}, // a Hangul filler
		{0xffa0, 0xffa0, 1}, // a Hangul filler of half the width
		{0xfffc, 0xfffd, 1}, // the object replacement and the replacement character
	},
	R32: []unicode.Range32{{0x1d159, 0x1d159, 1}}, // a null notehead
}

// unseen reports whether a character is invisible: blank but no space, a control
// of other characters, or not assigned.
func unseen(r rune) bool {
	if r == ' ' {
		return false
	}
	return !unicode.IsGraphic(r) || unicode.In(r, blanks, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Zl, unicode.Zp)
}

// everyday are the scripts in everyday use (UAX #31, table 5).
var everyday = []*unicode.RangeTable{
	unicode.Common, unicode.Inherited,
	unicode.Arabic, unicode.Armenian, unicode.Bengali, unicode.Bopomofo, unicode.Cyrillic, unicode.Devanagari,
	unicode.Ethiopic, unicode.Georgian, unicode.Greek, unicode.Gujarati, unicode.Gurmukhi, unicode.Hangul,
	unicode.Han, unicode.Hebrew, unicode.Hiragana, unicode.Kannada, unicode.Katakana, unicode.Khmer, unicode.Lao,
	unicode.Latin, unicode.Malayalam, unicode.Myanmar, unicode.Oriya, unicode.Sinhala, unicode.Tamil,
	unicode.Telugu, unicode.Thaana, unicode.Thai, unicode.Tibetan,
}

// together are the scripts that may be mixed with each other and with Latin: those
// of the level "highly restrictive" of UTS #39.
var together = [][]*unicode.RangeTable{
	{unicode.Han, unicode.Hiragana, unicode.Katakana},
	{unicode.Han, unicode.Bopomofo},
	{unicode.Han, unicode.Hangul},
}

// mixed reports whether a name has letters of scripts that may not be mixed.
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
		others := len(used)
		for _, script := range append(scripts, unicode.Latin) {
			if used[script] {
				others--
			}
		}
		if others == 0 {
			return false
		}
	}
	return true
}

// stacked reports whether a name has more marks on a letter than writing needs: the same
// mark twice (UTS #39, section 5.4), more than two that are used with letters of any script,
// or more than four of the script itself. The name must be in NFKC.
func stacked(name string) bool {
	var last rune
	all, foreign := 0, 0
	for _, r := range name {
		if !unicode.In(r, unicode.Mn, unicode.Me) {
			last, all, foreign = r, 0, 0
			continue
		}
		all++
		if unicode.Is(unicode.Inherited, r) {
			foreign++
		}
		if r == last || all > 4 || foreign > 2 {
			return true
		}
		last = r
	}
	return false
}

// VisibleName returns a name in NFKC without invisible characters. It is for names that
// were stored before [CleanName] existed.
func VisibleName(name string) string {
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
	// Characters that are adjacent now may compose.
	return norm.NFKC.String(strings.Join(strings.Fields(name), " "))
}

// Skeleton returns equal texts for names that can be confused: the skeleton of UTS
// #39 of the visible characters, independent of case. It is "" if no character is
// visible. It must not be shown to people.
//
// Names that differ only in case may have different skeletons if capital and small
// letters look like different letters of other scripts, as in Cyrillic. Compare
// such names in small letters too.
func Skeleton(name string) string {
	name = withoutMarks(VisibleName(name))
	// Each step may enable the other: M, m, rn.
	for range 8 {
		next := withoutDots(norm.NFD.String(strings.ToLower(confusables.Skeleton(name))))
		if next == name {
			break
		}
		name = next
	}
	// I looks like l, and i is the small letter of I.
	return strings.ReplaceAll(name, "i", "l")
}

// Letters returns equal texts for names that differ only in what [Skeleton] ignores and in
// punctuation, spaces and symbols, such as "Maria", "Mar ia" and "M-a-r-i-a.". It must not be
// shown to people. A name whose skeleton has neither letters nor digits keeps its punctuation.
func Letters(name string) string {
	skeleton := Skeleton(name)
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r) {
			return r
		}
		return -1
	}, skeleton)
	if letters == "" {
		return skeleton
	}
	return letters
}

// withoutMarks removes marks that are not part of a composed letter, in the scripts
// whose letters look alike. The name must be in NFKC.
func withoutMarks(name string) string {
	var b strings.Builder
	decorates := true
	for _, r := range name {
		if unicode.In(r, unicode.Mn, unicode.Me) {
			if decorates && unicode.In(r, unicode.Inherited, unicode.Cyrillic) {
				continue
			}
		} else {
			decorates = unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Armenian, unicode.Common)
		}
		b.WriteRune(r)
	}
	return b.String()
}

// withoutDots removes dots above and marks below letters, which are small enough to be
// overlooked. Names in NFD keep other accents and umlauts.
func withoutDots(name string) string {
	return strings.Map(func(r rune) rune {
		if r == 0x0307 || 0x0323 <= r && r <= 0x0331 {
			return -1
		}
		return r
	}, name)
}

// own are the names that the program itself uses, in both languages.
var own = func() map[string]bool {
	list := make(map[string]bool)
	for _, name := range []string{
		"Computer", "Computer, level", "Computer, strength", "Computer, Stufe", "Computer, Spielstärke", "Engine", "Engine, level", "Engine, Stufe", "Tafelrunde", "free seat", "freier Platz",
		"Support", "System", "Staff", "Root", "Operator", "Betreiber", "Betreiberin", "Team", "Administration", "Moderation", "Webmaster", "Hilfe", "Help",
	} {
		list[bare(name)] = true
	}
	return list
}()

// opponents are the names of the computer opponents.
var opponents = func() map[string]bool {
	list := make(map[string]bool)
	for _, name := range engines.Characters() {
		list[Letters(name)] = true
	}
	return list
}()

// misleading are the words for the staff of a site and for its computer opponents. They
// mislead in longer names too, such as "Admin Anna", "Tafelrunde_Support" and "Merlin
// (Computer)".
var misleading = func() map[string]bool {
	list := make(map[string]bool)
	for _, word := range []string{"admin", "admins", "administrator", "administratorin", "moderator", "moderatorin", "moderators", "moderatoren", "tafelrunde", "sysadmin", "computer"} {
		list[bare(word)] = true
	}
	return list
}()

// reserved reports whether a name can be confused with one of the program, such as
// "Engine, level 4", "Computer 3" and "Merlin", or has a misleading word.
func reserved(name string) bool {
	if own[bare(name)] || misleading[bare(name)] || opponents[Letters(name)] {
		return true
	}
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if misleading[bare(word)] {
			return true
		}
	}
	return false
}

// bare returns the letters of the skeleton of a name without everything after its
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
