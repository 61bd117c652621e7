package record

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"tafelrunde/wotn"
)

// Other programs and people spell moves, marks and results in ways that the PGN
// standard does not have. docs/formats/wotn.md lists what the reader makes of them.

// symbols are marks of books and of ChessBase, with their NAGs. 0 is a symbol without
// one, which is left out.
var symbols = map[string]int{
	"□": 7, "=": 10, "∞": 13,
	"+=": 14, "+/=": 14, "⩲": 14, "=+": 15, "=/+": 15, "⩱": 15,
	"±": 16, "+/-": 16, "∓": 17, "-/+": 17, "+-": 18, "-+": 19,
	"⨀": 22, "⟳": 32, "→": 36, "↑": 36, "⇆": 132, "⌓": 142, "N": 146, "D": 220,
	"Δ": 140, "∆": 140, "RR": 145, "TN": 146,
	"e.p.": 0, "ep": 0, "e.p": 0, "ep.": 0, "e.p.+": 0, "ep+": 0, "e.p.#": 0, "ep#": 0,
	"+": 0, "++": 0, "#": 0, "†": 0, "‡": 0, "ch": 0, "ch.": 0, "dbl": 0, "dbl.": 0, "dis": 0, "dis.": 0, "mate": 0, "matt": 0, "checkmate": 0,
}

// attached are the symbols that can follow a move without a space, longest first.
var attached = [...]string{"e.p.+", "e.p.#", "ep+", "ep#", "e.p.", "ep.", "e.p", "+/=", "=/+", "+/-", "-/+", "±", "∓", "⩲", "⩱", "□", "∞", "ep", "+=", "=+", "+-", "-+", "=", "mate", "ch.", "ch", "†", "‡", ".", ","}

// cutSymbol splits a symbol from the end of a move and returns its NAG, or 0.
func cutSymbol(text string) (move string, nag int) {
	for _, s := range attached {
		if move, found := strings.CutSuffix(text, s); found && (hasSquare(move) || isCastling(move)) {
			return move, symbols[s]
		}
	}
	return text, 0
}

// isCastling reports whether a text is castling, with capital letters O or zeros.
func isCastling(text string) bool {
	text = zeros.Replace(dashes.Replace(strings.TrimRight(text, "+#")))
	return text == "O-O" || text == "O-O-O"
}

// hasSquare reports whether a text contains the name of a square.
func hasSquare(text string) bool {
	for i := 1; i < len(text); i++ {
		if text[i-1] >= 'a' && text[i-1] <= 'h' && text[i] >= '1' && text[i] <= '8' {
			return true
		}
	}
	return false
}

// isSymbol reports whether a text has neither letters nor digits.
func isSymbol(text string) bool {
	return strings.IndexFunc(text, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }) < 0
}

// isWord reports whether a text is part of a sentence rather than a damaged move.
func isWord(text string) bool {
	return !hasSquare(text) && !isSymbol(text) && strings.Trim(text, "KQRBNSLTDPabcdefgh012345678xX:-=+#Oo()") != ""
}

// pieceLetters are the letters of the pieces in a game of chess.
type pieceLetters uint8

const (
	noLetters pieceLetters = iota
	englishLetters
	germanLetters
	mixedLetters
)

// englishOf has the English letters of pieces for German ones. None of these is a piece in
// English.
var englishOf = map[byte]byte{'S': 'N', 'L': 'B', 'T': 'R', 'D': 'Q'}

// inEnglish returns a move of chess with English letters, and the letters that it has.
func inEnglish(text string) (string, pieceLetters) {
	if !hasSquare(text) {
		return text, noLetters
	}
	move := []byte(text)
	var found pieceLetters
	for i, c := range move {
		if i > 0 && (i == 1 || strings.IndexByte("18=/(", move[i-1]) < 0) {
			continue // neither the piece nor a promotion
		}
		if letter := englishOf[c]; letter != 0 {
			move[i], found = letter, found|germanLetters
		} else if strings.IndexByte("QRBNP", c) >= 0 {
			found |= englishLetters
		}
	}
	return string(move), found
}

// hasForeignLetter reports whether a text has the form of a move with a piece letter that is
// neither English nor German.
func hasForeignLetter(text string) bool {
	c, n := utf8.DecodeRuneInString(text)
	rest := strings.TrimRight(text[n:], "+#")
	return unicode.IsUpper(c) && len(rest) >= 2 && len(rest) <= 5 && hasSquare(rest[len(rest)-2:]) && strings.Trim(rest, "abcdefgh12345678x:-") == ""
}

// resultSpellings are results that are not spelled as in PGN.
var resultSpellings = map[string]string{
	"1/2": Draw, "½-½": Draw, "½": Draw, "1/2:1/2": Draw, "½:½": Draw, "0.5-0.5": Draw, "=-=": Draw,
	"1:0": WhiteWins, "0:1": BlackWins,
}

// dashes replaces the dashes of word processors.
var dashes = strings.NewReplacer("‐", "-", "‑", "-", "–", "-", "—", "-", "−", "-")

// resultOf returns the result that a text means, or "".
func resultOf(text string) string {
	text = dashes.Replace(strings.TrimSpace(text))
	if isResult(text) {
		return text
	}
	return resultSpellings[strings.TrimSuffix(text, ".")]
}

// isNullMove reports whether a text is a move that passes.
func isNullMove(text string) bool {
	switch strings.TrimRight(text, "+#") {
	case "--", "Z0", "0000", "@@@@", "null", "pass":
		return true
	}
	return false
}

var figurines = strings.NewReplacer(
	"♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "",
	"♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "", "\ufe0e", "", "\ufe0f", "",
)

// zeros replaces the signs that stand for O in castling: a zero and the Cyrillic letter.
var zeros = strings.NewReplacer("0", "O", "О", "O", "о", "O")

// respelled returns a move as [wotn.Position.ParseSAN] reads it: letters instead of
// figurines, castling with capital letters and, in chess, the promotion after "=".
func respelled(v wotn.Variant, text string) string {
	text = dashes.Replace(figurines.Replace(text))
	body := strings.TrimRight(text, "+#")
	switch strings.ToUpper(zeros.Replace(body)) {
	case "O-O", "OO":
		return "O-O"
	case "O-O-O", "OOO":
		return "O-O-O"
	}
	if v != wotn.Chess || body == "" {
		return text
	}
	if strings.IndexByte("kqrn", text[0]) >= 0 && hasSquare(text) {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	text = strings.Replace(text, "X", "x", 1)
	body = strings.TrimRight(text, "+#")
	body = strings.TrimSuffix(body, ")")
	n := len(body)
	if n < 3 || !strings.ContainsRune("QRBNqrbn", rune(body[n-1])) {
		return text
	}
	move := strings.TrimRight(body[:n-1], "=/(")
	if len(move) < 2 || !hasSquare(move[len(move)-2:]) {
		return text
	}
	return move + "=" + strings.ToUpper(body[n-1:])
}

// pawnCapture returns the only pawn capture in a position between two files, as in "exd" or
// "ed".
func pawnCapture(p *wotn.Position, text string) (found wotn.Move, ok bool) {
	files := strings.Replace(strings.TrimRight(text, "+#"), "x", "", 1)
	if p.Variant() != wotn.Chess || len(files) != 2 || strings.Trim(files, "abcdefgh") != "" {
		return found, false
	}
	for rank := range "12345678" {
		m, err := p.ParseSAN(files[:1] + "x" + files[1:] + string("12345678"[rank]))
		if err != nil {
			continue
		}
		if ok {
			return found, false
		}
		found, ok = m, true
	}
	return found, ok
}

// squares returns a move in coordinate notation without the sign between its
// squares, and whether the text has that form.
func squares(text string) (string, bool) {
	text = strings.TrimRight(text, "+#")
	if len(text) > 2 && (text[2] == '-' || text[2] == 'x') {
		text = text[:2] + text[3:]
	}
	return text, len(text) >= 4 && len(text) <= 5 && hasSquare(text[:2]) && hasSquare(text[2:4])
}

// matchMove returns the moves that a text can mean in a position. The promotion can be
// omitted if open.
func matchMove(p *wotn.Position, text string, open bool) ([]wotn.Move, error) {
	match := func(text string) ([]wotn.Move, error) {
		if open {
			return p.MatchSAN(text)
		}
		m, err := p.ParseSAN(text)
		return []wotn.Move{m}, err
	}
	moves, err := match(text)
	if err == nil {
		return moves, nil
	}
	if other := respelled(p.Variant(), text); other != text {
		if moves, err := match(other); err == nil {
			return moves, nil
		}
	}
	if m, ok := pawnCapture(p, text); ok {
		return []wotn.Move{m}, nil
	}
	if other, ok := squares(dashes.Replace(text)); ok {
		m, wrong := p.ParseMove(other)
		if wrong == nil {
			return []wotn.Move{m}, nil
		}
	}
	return nil, err
}
