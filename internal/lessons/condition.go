package lessons

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// condition is a parsed condition: an atom, or "and", "or" and "not" of conditions.
type condition struct {
	op    string // "and", "or", "not", or "" for an atom
	parts []condition
	atom  atom
}

// atom is a fact about the exercise after some moves, such as "piece d5 M".
type atom struct {
	name string
	args []string
}

// The kinds of arguments of atoms.
const (
	argSquare = "square"
	argPieces = "pieces" // letters as in FEN; in Lancelot letters of seats and *
	argSide   = "side"   // w or b; in Lancelot the letter of a seat
	argNumber = "number"
	argLine   = "line" // of Lancelot: "7", "g" or "d4-k11"
)

// atoms are the names of the conditions of each game and their arguments.
// docs/formats/lessons.md describes them.
var atoms = map[string]map[string][]string{
	"wotn": {
		"piece":      {argSquare, argPieces},
		"kind":       {argPieces},
		"level":      {argSide, argNumber},
		"experience": {argSide, argNumber},
		"kings":      {argSide, argNumber},
		"captured":   {argSquare},
		"captures":   {argSide, argNumber},
		"attacked":   {argSquare, argSide},
		"check":      {argSide},
		"mate":       {argSide},
		"castled":    {argSide},
		"moves":      {argNumber},
		"finished":   {},
		"over":       {},
		"won":        {},
		"lost":       {},
		"drawn":      {},
	},
	"lancelot": {
		"piece":    {argSquare, argPieces},
		"lead":     {argSide, argLine, argNumber},
		"captured": {argSquare},
		"captures": {argSide, argNumber},
		"closed":   {argSquare, argSide},
		"exposed":  {argSide, argNumber},
		"power":    {argSide},
		"moves":    {argNumber},
		"finished": {},
		"over":     {},
		"won":      {},
		"lost":     {},
		"drawn":    {},
	},
}

// parseCondition parses a condition of a game. "not" binds closest, then "and",
// then "or"; parentheses group.
func parseCondition(game, text string) (condition, error) {
	p := parser{game: game, words: words(text)}
	c, err := p.or()
	if err == nil && len(p.words) > 0 {
		err = fmt.Errorf("unexpected %q", p.words[0])
	}
	return c, err
}

// words splits a condition at spaces and around parentheses.
func words(text string) []string {
	return strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text))
}

type parser struct {
	game  string
	words []string
}

func (p *parser) next() string {
	if len(p.words) == 0 {
		return ""
	}
	return p.words[0]
}

func (p *parser) list(op string, part func() (condition, error)) (condition, error) {
	first, err := part()
	parts := []condition{first}
	for err == nil && p.next() == op {
		p.words = p.words[1:]
		var c condition
		c, err = part()
		parts = append(parts, c)
	}
	if len(parts) == 1 {
		return first, err
	}
	return condition{op: op, parts: parts}, err
}

func (p *parser) or() (condition, error)  { return p.list("or", p.and) }
func (p *parser) and() (condition, error) { return p.list("and", p.unary) }

func (p *parser) unary() (condition, error) {
	switch word := p.next(); word {
	case "":
		return condition{}, fmt.Errorf("a condition is missing")
	case "not":
		p.words = p.words[1:]
		c, err := p.unary()
		return condition{op: "not", parts: []condition{c}}, err
	case "(":
		p.words = p.words[1:]
		c, err := p.or()
		if err == nil && p.next() != ")" {
			err = fmt.Errorf("a parenthesis is not closed")
		}
		if err == nil {
			p.words = p.words[1:]
		}
		return c, err
	}
	return p.parseAtom()
}

func (p *parser) parseAtom() (condition, error) {
	name := p.words[0]
	kinds, known := atoms[p.game][name]
	if !known {
		return condition{}, fmt.Errorf("unknown condition %q", name)
	}
	if len(p.words) <= len(kinds) {
		return condition{}, fmt.Errorf("%s needs %s", name, strings.Join(kinds, " and "))
	}
	args := p.words[1 : 1+len(kinds)]
	for i, kind := range kinds {
		if !validArg(p.game, kind, args[i]) {
			return condition{}, fmt.Errorf("%s: %q is not a %s", name, args[i], kind)
		}
	}
	p.words = p.words[1+len(kinds):]
	return condition{atom: atom{name, slices.Clone(args)}}, nil
}

func validArg(game, kind, text string) bool {
	switch kind {
	case argNumber:
		_, err := strconv.Atoi(text)
		return err == nil
	case argSquare:
		if game == "wotn" {
			_, err := wotn.ParseSquare(text)
			return err == nil
		}
		_, err := lancelot.ParseSquare(text)
		return err == nil
	case argSide:
		if game == "wotn" {
			return text == "w" || text == "b"
		}
		return len(text) == 1 && text[0] >= 'a' && text[0] < 'a'+lancelot.MaxSeats
	case argPieces:
		for _, letter := range text {
			if game == "wotn" && wotn.KindOfLetter(strings.ToUpper(string(letter))[0]) == wotn.NoKind ||
				game == "lancelot" && !strings.ContainsRune("abcde*", letter) {
				return false
			}
		}
		return true
	case argLine:
		return text != ""
	}
	return false
}

// holds reports whether a condition holds, given the atoms that hold.
func (c *condition) holds(atom func(atom) bool) bool {
	switch c.op {
	case "and":
		for i := range c.parts {
			if !c.parts[i].holds(atom) {
				return false
			}
		}
		return true
	case "or":
		for i := range c.parts {
			if c.parts[i].holds(atom) {
				return true
			}
		}
		return false
	case "not":
		return !c.parts[0].holds(atom)
	}
	return atom(c.atom)
}

// number returns an argument that is a number.
func (a *atom) number(i int) int {
	n, err := strconv.Atoi(a.args[i])
	if err != nil {
		panic(err) // the parser has checked it
	}
	return n
}
