package pictures

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// mark is one mark.
type mark struct {
	name    string
	squares []square
	// color is "green", "red", "blue", "yellow" or "", the default of the mark.
	color string
	// text is the text of a number, a letter, or the letters of a promotion.
	text string
	// lines are the lines of leads, as indices of lines of the position.
	lines []int
	seat  lancelot.Seat
}

// brushes are the colors of arrows, circles and highlighted squares.
var brushes = []string{"green", "red", "blue", "yellow"}

// markNames are all marks, in the order of the documentation.
var markNames = []string{"arrow", "circle", "square", "dim", "dot", "hollow", "ring", "cross", "closed", "number", "letter", "promotion", "leads"}

// maxMarks limits the number of marks, so that texts from elsewhere cannot lead to
// huge pictures.
const maxMarks = 400

// readMarks parses marks separated by semicolons or line breaks. The error is an
// [*DiagramError] with the text of the wrong mark.
func readMarks(b *board, text string) (all []mark, err error) {
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '\n' || r == '\r' }) {
		words := strings.Fields(part)
		if len(words) == 0 {
			continue
		}
		m, err := readMark(b, words)
		if err == nil && len(all) == maxMarks {
			err = fmt.Errorf("more than %d marks", maxMarks)
		}
		if err != nil {
			return nil, &DiagramError{"marks", strings.Join(words, " "), err}
		}
		all = append(all, m)
	}
	return all, nil
}

func readMark(b *board, words []string) (m mark, err error) {
	m.name, words = words[0], words[1:]
	colored := false
	switch m.name {
	case "arrow", "circle", "square":
		colored = true
		if n := len(words); n > 0 && slices.Contains(brushes, words[n-1]) {
			m.color, words = words[n-1], words[:n-1]
		}
	case "dim", "dot", "hollow", "ring", "cross", "closed":
	case "number", "letter", "promotion":
		if len(words) != 2 {
			return m, fmt.Errorf("want a square and a text, such as %q", map[string]string{"number": "number d4 3", "letter": "letter d4 S", "promotion": "promotion d4 HF"}[m.name])
		}
		m.text, words = words[1], words[:1]
		switch m.name {
		case "number":
			err = checkNumber(m.text)
		case "letter":
			if len(m.text) != 1 || m.text < "A" || m.text > "Z" {
				err = fmt.Errorf("%q is not a capital letter", m.text)
			}
		case "promotion":
			err = b.checkKinds(m.text)
		}
		if err != nil {
			return m, err
		}
	case "leads":
		return b.readLeads(m, words)
	default:
		return m, fmt.Errorf("%q is not a mark; the marks are %s", m.name, strings.Join(markNames, ", "))
	}
	for _, word := range words {
		some, err := b.squares(word)
		if err != nil {
			if colored && !strings.ContainsAny(word, "0123456789") {
				err = fmt.Errorf("%q is neither a square nor a color; the colors are %s", word, strings.Join(brushes, ", "))
			}
			return m, err
		}
		m.squares = append(m.squares, some...)
	}
	switch {
	case m.name == "arrow" && (len(m.squares) != 2 || m.squares[0] == m.squares[1]):
		return m, errors.New("want two different squares, such as \"arrow e2 e4\"")
	case len(m.squares) == 0:
		return m, errors.New("no square")
	case slices.Contains([]string{"number", "letter", "promotion"}, m.name) && len(m.squares) != 1:
		return m, errors.New("want one square")
	}
	return m, nil
}

// squares parses a square or a range along a row, a column or a diagonal.
func (b *board) squares(word string) ([]square, error) {
	first, last, isRange := strings.Cut(word, "-")
	from, err := b.parse(first)
	if err != nil || !isRange {
		return []square{from}, err
	}
	to, err := b.parse(last)
	if err != nil {
		return nil, err
	}
	across, up := to.column-from.column, to.row-from.row
	length := max(across, -across, up, -up)
	if across != 0 && up != 0 && across != up && across != -up {
		return nil, fmt.Errorf("%q is not a part of a row, a column or a diagonal", word)
	}
	var all []square
	for i := range length + 1 {
		step := square{from.column, from.row}
		if length > 0 {
			step.column += across / length * i
			step.row += up / length * i
		}
		all = append(all, step)
	}
	return all, nil
}

func checkNumber(text string) error {
	digits := text
	for _, sign := range []string{"+", "-", "−"} {
		if rest, signed := strings.CutPrefix(text, sign); signed {
			digits = rest
		}
	}
	if len([]rune(text)) > 3 || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return fmt.Errorf("%q is not a number of at most three characters", text)
	}
	return nil
}

// checkKinds checks the letters of a promotion.
func (b *board) checkKinds(letters string) error {
	if b.game != Wotn {
		return errors.New("only Way of the Knight has promotions")
	}
	if len(letters) > 3 {
		return fmt.Errorf("%q has more than three letters", letters)
	}
	for _, letter := range []byte(letters) {
		if kind := wotn.KindOfLetter(letter); kind == wotn.NoKind || !b.knows(kind) {
			return fmt.Errorf("the variant has no kind with the letter %q", string(rune(letter)))
		}
	}
	return nil
}

// readLeads parses the seat and, optionally, the rows and columns of leads.
func (b *board) readLeads(m mark, words []string) (mark, error) {
	switch {
	case b.game != Lancelot:
		return m, errors.New("only Lancelot has leads")
	case b.stones == nil:
		return m, errors.New("a partial position has no leads")
	case len(words) == 0 || len(words[0]) != 1 || words[0][0] < 'a' || int(words[0][0]-'a') >= b.stones.Seats():
		return m, fmt.Errorf("want the letter of a seat, a to %c, such as \"leads a\"", 'a'+b.stones.Seats()-1)
	}
	m.seat = lancelot.Seat(words[0][0] - 'a')
	for i, line := range b.stones.Lines() {
		if line.Kind == lancelot.Row || line.Kind == lancelot.Column {
			if len(words) == 1 || slices.Contains(words[1:], line.Name()) {
				m.lines = append(m.lines, i)
			}
		}
	}
	if len(words) > 1 && len(m.lines) < len(words)-1 {
		for i, word := range words[1:] {
			known := slices.ContainsFunc(b.stones.Lines(), func(l lancelot.Line) bool {
				return (l.Kind == lancelot.Row || l.Kind == lancelot.Column) && l.Name() == word
			})
			if !known || slices.Contains(words[1:i+1], word) {
				return m, fmt.Errorf("%q is not another row or column of the board", word)
			}
		}
	}
	return m, nil
}
