package study

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"tafelrunde/lancelot"
	lancelotrecord "tafelrunde/lancelot/record"
	"tafelrunde/wotn"
	"tafelrunde/wotn/record"
)

// Found is a game in a text with several, as a chapter.
type Found struct {
	// Title is made of the tags, "" without usable ones.
	Title string
	// Text is what can be kept, "" if nothing can.
	Text  string
	Nodes int
	// Plies is the number of moves or turns without those of variations.
	Plies int
	// Left are the reasons why parts of the game are left out: [*record.Problem],
	// [*lancelotrecord.Error] or [*Problem]. Offsets are those of the whole text. The code of
	// a [*Problem] is that of [Check], or rest-left-out: what follows the problem before
	// it is left out.
	Left []error
}

// Detect is the variant for Split with which each game's own text decides.
const Detect = "detect"

// Split returns the games of a text, in order, each as the text of a chapter. Games of
// Way of the Knight without a tag with their variant have the given one, or with Detect
// the one that [record.NewDetectingReader] chooses. A chapter ends where its game cannot
// be continued.
func Split(game, variant, text string) ([]Found, error) {
	if game == Lancelot {
		return splitLancelot(text), nil
	}
	if variant == Detect {
		return splitWotn(text, record.NewDetectingReader(text)), nil
	}
	v, err := wotn.ParseVariant(variant)
	if err != nil {
		return nil, err
	}
	return splitWotn(text, record.NewReader(text, v)), nil
}

func splitWotn(text string, r *record.Reader) []Found {
	var all []Found
	for {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		f := Found{}
		for _, p := range g.Problems {
			if p.Code != record.AssumedChess { // nothing is left out
				f.Left = append(f.Left, p)
			}
		}
		if err != nil {
			f.Left = append(f.Left, err)
		}
		f.Title = title(g.Tag(chapterTag), cmp.Or(g.Tag("White"), g.Tag("Black")), g.Tag("White"), g.Tag("Black"), g.Tag("Event"))
		// After an error in the tags there is no position to keep.
		if len(g.Line.Moves) > 0 || err == nil {
			if wrong, ok := err.(*record.Problem); ok {
				f.leaveRest(text[wrong.Offset:r.Offset()])
			}
			g.Problems = nil
			f.keep(Wotn, g.String(), len(g.Line.Moves))
		}
		all = append(all, f)
	}
}

// leaveRest adds that the rest of a game is left out. rest begins with what cannot be read.
func (f *Found) leaveRest(rest string) {
	moves, more := movesAfter(rest)
	if moves > 0 || more {
		f.Left = append(f.Left, &Problem{Code: "rest-left-out", Offset: -1, Count: moves})
	}
}

// movesAfter returns the number of moves after the first word of a text, without those of
// variations, and whether there is anything else than a result.
func movesAfter(rest string) (moves int, more bool) {
	if rest != "" && strings.IndexByte("{(", rest[0]) < 0 {
		rest = rest[max(1, strings.IndexFunc(rest+" ", func(r rune) bool { return strings.ContainsRune(" \t\r\n(){}", r) })):]
	}
	depth, comment := 0, false
	for _, word := range strings.Fields(strings.NewReplacer("{", " { ", "}", " } ", "(", " ( ", ")", " ) ").Replace(rest)) {
		switch {
		case comment:
			comment = word != "}"
		case word == "{":
			comment, more = true, true
		case word == "(":
			depth++
			more = true
		case word == ")":
			depth = max(0, depth-1)
		case depth > 0, word[0] == '$', resultOrNumber.MatchString(word):
		default:
			moves++
		}
	}
	return moves, more
}

// resultOrNumber is a result, or the number of a move alone.
var resultOrNumber = regexp.MustCompile(`^(\*|[\d/]+(-[\d/]+)+|\d+\.*|\.+|[!?]+)$`)

// keep sets the text of a chapter if it is within the limits.
func (f *Found) keep(game, text string, plies int) {
	written, info, err := Check(game, f.Title, text)
	if err != nil {
		f.Left = append(f.Left, err)
		return
	}
	f.Text, f.Nodes, f.Plies = written, info.Nodes, plies
}

// title returns the name of a chapter, that of its players, or the event.
func title(chapter, players, first, second, event string) string {
	name := chapter
	if name == "" && players != "" {
		name = fmt.Sprintf("%s – %s", cmp.Or(first, "?"), cmp.Or(second, "?"))
	}
	if name == "" {
		name = event
	}
	name = strings.Join(strings.Fields(name), " ")
	if runes := []rune(name); len(runes) > MaxTitle {
		name = string(runes[:MaxTitle-1]) + "…"
	}
	return name
}

func splitLancelot(text string) []Found {
	var all []Found
	for _, part := range parts(text) {
		one := text[part.from:part.to]
		f := Found{}
		g, err := lancelotrecord.Read(one)
		var wrong *lancelotrecord.Error
		if errors.As(err, &wrong) {
			f.Left = []error{shifted(wrong, part.from)}
			if len(g.Turns) > 0 {
				f.leaveRest(one[min(wrong.Offset, len(one)):])
			}
		}
		for _, p := range g.Problems {
			f.Left = append(f.Left, shifted(p, part.from))
		}
		g.Problems = nil
		f.Title = title(cmp.Or(g.Tag(chapterTag), seats(&g)), "", "", "", g.Tag("Event"))
		if err == nil || len(g.Turns) > 0 {
			f.keep(Lancelot, g.String(), len(g.Turns))
		}
		all = append(all, f)
	}
	return all
}

// seats returns the names of the players, "" if there are none.
func seats(g *lancelotrecord.Game) string {
	var names []string
	for seat := range lancelot.MaxSeats {
		if name := g.Tag(lancelotrecord.SeatTag(lancelot.Seat(seat))); name != "" {
			names = append(names, name)
		}
	}
	return strings.Join(names, " – ")
}

// shifted returns an error of a part of a text with the offset in the text.
func shifted(e *lancelotrecord.Error, by int) *lancelotrecord.Error {
	out := *e
	out.Offset += by
	return &out
}

// span is a part of a text.
type span struct{ from, to int }

// parts returns the records of a text. A record begins with the tags after the moves
// of another one.
func parts(text string) []span {
	var all []span
	from, moves, comment := -1, false, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case comment > 0:
			if c == '}' {
				comment--
			}
		case c == '{':
			comment++
			moves = moves || from >= 0
		case c == '[':
			if moves {
				all = append(all, span{from, i})
				from, moves = -1, false
			}
			if from < 0 {
				from = i
			}
			// The text of a tag is in quotation marks, which a backslash escapes.
			for quoted := false; i < len(text) && (quoted || text[i] != ']') && (quoted || text[i] != '\n'); i++ {
				switch text[i] {
				case '\\':
					i++
				case '"':
					quoted = !quoted
				}
			}
		case c > ' ':
			if from < 0 {
				from = i
			}
			moves = true
		}
	}
	if from >= 0 {
		all = append(all, span{from, len(text)})
	}
	return all
}
