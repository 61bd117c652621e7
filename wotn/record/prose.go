package record

import (
	"slices"
	"strconv"
	"strings"

	"tafelrunde/wotn"
)

// Betza annotated his games in plain sentences, without braces or brackets:
// "3.d4 Nxd4?! An attempt to avoid 3...exd4/AD 4.Nxd4/NW, where White has
// benefited. 4.Nxd4/NW exd4/WfbD". Which of the moves belong to the game shows
// only in what follows, so a way through the text is searched for.

// maxProseTries bounds the search: moves tried.
const maxProseTries = 5000

// proseWord is a word of the text; text[at:end] is how it stands there.
type proseWord struct {
	at, end int
	turn    turnNumber // zero if the word does not begin with a move number
	move    string     // what follows the number, or the whole word
}

// turnNumber is a move number and whose move it is.
type turnNumber struct {
	number int
	color  wotn.Color
}

// prose searches the words of a text for the moves of one game.
type prose struct {
	text     string
	words    []proseWord
	numbered map[turnNumber][]int // the words that begin with a number, in order
	dead     map[prosePlace]bool  // from where there is no way
	tries    int

	played *wotn.Game
	moves  []proseMove
	end    int // the word that is the result
}

type prosePlace struct {
	word int
	key  uint64
}

// proseMove is a move found: text[at:end] with its number and marks.
type proseMove struct {
	at, end int
	nag     int
}

// readProse reads the game that begins at a place of the text, with plain
// sentences between its moves. It reports whether there is a way through the
// text to a result, or to its end, directly after a move.
func (r *Reader) readProse(begin int) bool {
	text := r.lex.text[:begin+gameLength(r.lex.text[begin:])]
	if strings.ContainsAny(text[begin:], "{}") {
		return false
	}
	s := prose{
		text: text, numbered: map[turnNumber][]int{}, dead: map[prosePlace]bool{},
		played: wotn.NewGame(r.game.Line.Start),
	}
	s.split(begin)
	if !s.search(0) || len(s.moves) == 0 {
		return false
	}
	r.game.Line.Moves = s.notedMoves(begin)
	r.lex.at = len(text)
	if s.end < len(s.words) {
		r.lex.at = s.words[s.end].at
	}
	r.advance()
	return true
}

// gameLength is where the next game's tags begin in a text.
func gameLength(text string) int {
	for at := range len(text) - 1 {
		if text[at] == '[' && isLetter(text[at+1]) {
			return at
		}
	}
	return len(text)
}

// split cuts the text into words, the first result being the last.
func (s *prose) split(begin int) {
	l := lexer{text: s.text, at: begin}
	for l.skipSpace(); l.at < len(l.text); l.skipSpace() {
		w := proseWord{at: l.at}
		for l.at < len(l.text) && !l.spaceAt(l.at) {
			l.at++
		}
		w.end = l.at
		w.turn, w.move = splitNumber(s.text[w.at:w.end])
		if w.turn.number > 0 {
			s.numbered[w.turn] = append(s.numbered[w.turn], len(s.words))
		}
		s.words = append(s.words, w)
		if isResult(cutFootnote(w.move)) {
			return
		}
	}
}

// splitNumber parts a word such as "4.Nf3" or "4...Nf6".
func splitNumber(word string) (turnNumber, string) {
	digits := 0
	for digits < len(word) && isDigit(word[digits]) {
		digits++
	}
	rest := strings.ReplaceAll(word[digits:], ellipsis, "...")
	move := strings.TrimLeft(rest, ".")
	number, err := strconv.Atoi(word[:digits])
	if err != nil || move == rest {
		return turnNumber{}, word
	}
	turn := turnNumber{number: number}
	if len(rest)-len(move) > 1 {
		turn.color = wotn.Black
	}
	return turn, move
}

// search looks for a way from a word that follows a move, or from the first. It
// tries the next move directly, then those with the right number in order.
func (s *prose) search(word int) bool {
	if word == len(s.words) {
		s.end = word
		return true
	}
	if isResult(cutFootnote(s.words[word].move)) {
		s.end = word
		return true
	}
	position := s.played.Position()
	place := prosePlace{word, position.Key()}
	if s.dead[place] {
		return false
	}
	turn := turnNumber{position.MoveNumber(), position.Turn()}
	if s.words[word].turn.number == 0 && s.try(word, word) {
		return true
	}
	all := s.numbered[turn]
	from, _ := slices.BinarySearch(all, word)
	for _, w := range all[from:] {
		if word == 0 && w > 0 {
			break // nothing stands before the first move
		}
		at := w
		if s.words[w].move == "" {
			at++
		}
		if at < len(s.words) && (at == w || s.words[at].turn.number == 0) && s.try(w, at) {
			return true
		}
	}
	s.dead[place] = true
	return false
}

// try goes on with a move that begins at a word, with its number, and whose
// text stands at the same or the next.
func (s *prose) try(word, at int) bool {
	if s.tries++; s.tries > maxProseTries {
		return false
	}
	text := cutFootnote(s.words[at].move)
	bare := strings.TrimRight(text, "!?")
	nag := max(0, slices.Index(suffixes[:], text[len(bare):]))
	if nag == 0 && bare != text {
		return false
	}
	m, err := s.played.Position().ParseSAN(bare)
	if err != nil || s.played.Play(m) != nil {
		return false
	}
	s.moves = append(s.moves, proseMove{s.words[word].at, s.words[at].end, nag})
	if s.search(at + 1) {
		return true
	}
	s.moves = s.moves[:len(s.moves)-1]
	s.played.Undo()
	return false
}

// cutFootnote takes the mark of a footnote, "[1]", from the end of a word.
func cutFootnote(word string) string {
	open := strings.LastIndexByte(word, '[')
	if open < 1 || !strings.HasSuffix(word, "]") {
		return word
	}
	if _, err := strconv.ParseUint(word[open+1:len(word)-1], 10, 32); err != nil {
		return word
	}
	return word[:open]
}

// notedMoves are the moves found, with the words between them as comments.
func (s *prose) notedMoves(begin int) []Move {
	var moves []Move
	for i, m := range s.played.Moves() {
		found := s.moves[i]
		noted := Move{Move: m, SAN: s.played.PositionAfter(i).SAN(m)}
		if found.nag > 0 {
			noted.NAGs = []int{found.nag}
		}
		if between := oneLine(s.text[begin:found.at]); between != "" {
			if i == 0 {
				noted.Before = []string{between}
			} else {
				moves[i-1].After = []string{between}
			}
		}
		begin = found.end
		moves = append(moves, noted)
	}
	return moves
}
