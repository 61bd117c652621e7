package record

import (
	"slices"
	"strconv"
	"strings"

	"tafelrunde/wotn"
)

// Betza annotated his games in plain sentences, without braces or brackets:
// "3.d4 Nxd4?! An attempt to avoid 3...exd4/AD 4.Nxd4/NW, where White has
// benefited. 4.Nxd4/NW exd4/WfbD". Only the later text shows which moves belong
// to the game, so the reader searches for a sequence of legal moves that
// reaches the end.

// maxProseTries bounds the number of moves tried.
const maxProseTries = 5000

// proseWord is a word of the text, text[at:end].
type proseWord struct {
	at, end int
	turn    turnNumber // zero if the word does not begin with a move number
	move    string     // the word without its number
}

// turnNumber is a move number and a side.
type turnNumber struct {
	number int
	color  wotn.Color
}

// prose searches the words of a text for the moves of one game.
type prose struct {
	text     string
	words    []proseWord
	numbered map[turnNumber][]int // the words that begin with each number, in order
	dead     map[prosePlace]bool  // places from which the search has failed
	tries    int

	played *wotn.Game
	moves  []proseMove
	end    int // index of the word with the result
}

type prosePlace struct {
	word int
	key  uint64
}

// proseMove is a move, text[at:end] with its number and suffix.
type proseMove struct {
	at, end int
	suffix  string
	// suffixAt is the offset of the suffix.
	suffixAt int
	// nag is the NAG of the suffix, or 0.
	nag int
}

// readProse reads the game at offset begin, with plain sentences between its
// moves. It reports whether there is a sequence of moves that ends directly
// before a result or the end of the text. The game then has the first reported
// problems and one for each unknown suffix.
func (r *Reader) readProse(begin, reported int) bool {
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
	r.game.Problems = r.game.Problems[:reported]
	for _, m := range s.moves {
		if m.suffix != "" && m.nag == 0 {
			r.report(&Problem{Code: MarkText, Offset: m.suffixAt, Ply: -1, Text: m.suffix})
		}
	}
	r.end = *s.played.Position()
	r.lex.at = len(text)
	if s.end < len(s.words) {
		r.lex.at = s.words[s.end].at
	}
	r.advance()
	return true
}

// gameLength returns the offset of the next game's tags.
func gameLength(text string) int {
	for at := range len(text) - 1 {
		if text[at] == '[' && isLetter(text[at+1]) {
			return at
		}
	}
	return len(text)
}

// split splits the text into words, up to the first result.
func (s *prose) split(begin int) {
	l := lexer{text: s.text, at: begin}
	for l.skipSpace(); l.at < len(l.text); l.skipSpace() {
		w := proseWord{at: l.at}
		for l.at < len(l.text) && l.spaceAt(l.at) == 0 {
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

// splitNumber splits a word such as "4.Nf3" or "4...Nf6".
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

// search continues after a move or at the first word. It tries the next word,
// then in order the words with the right move number.
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
	turn := turnNumber{position.MoveNumber(), position.ToMove()}
	if s.words[word].turn.number == 0 && s.try(word, word) {
		return true
	}
	all := s.numbered[turn]
	from, _ := slices.BinarySearch(all, word)
	for _, v := range all[from:] {
		if word == 0 && v > 0 {
			break // the first move must be the first word
		}
		at := v
		if s.words[v].move == "" {
			at++
		}
		if at < len(s.words) && (at == v || s.words[at].turn.number == 0) && s.try(v, at) {
			return true
		}
	}
	s.dead[place] = true
	return false
}

// try continues with the move that starts at word and has its text in the word
// at.
func (s *prose) try(word, at int) bool {
	if s.tries++; s.tries > maxProseTries {
		return false
	}
	text := cutFootnote(s.words[at].move)
	bare := strings.TrimRight(text, "!?")
	suffix := text[len(bare):]
	nag := max(0, slices.Index(suffixes[:], suffix))
	m, err := s.played.Position().ParseSAN(bare)
	if err != nil || s.played.Play(m) != nil {
		return false
	}
	suffixAt := s.words[at].end - len(s.words[at].move) + len(bare)
	s.moves = append(s.moves, proseMove{s.words[word].at, s.words[at].end, suffix, suffixAt, nag})
	if s.search(at + 1) {
		return true
	}
	s.moves = s.moves[:len(s.moves)-1]
	s.played.Undo()
	return false
}

// cutFootnote removes a footnote mark, "[1]", from the end of a word.
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

// notedMoves returns the moves of the search, with the text between them as
// comments.
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
