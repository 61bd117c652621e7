package wotn_test

import (
	"slices"
	"strings"

	"tafelrunde/wotn"
)

// slowGame is a slow, independent implementation of the rules: a board of
// letters and moves found by trial, written from docs/rules with tables of its
// own. It shares only the text of positions and moves with the package.
type slowGame struct {
	variant   string
	board     [8][8]byte // [rank][file], 0 for free squares; White is upper case
	white     bool       // White to move
	castling  string
	enPassant string // as in FEN, even if no capture is legal
}

// slowMoves contains the movement of each kind as leaps, and the lines r, b and
// n.
var slowMoves = map[byte]string{
	'S': "WV", 'D': "AD", 'N': "N", 'B': "b", 'M': "NW", 'G': "WFD", 'A': "bD", 'Y': "NWV", 'R': "r", 'I': "FAD",
	'H': "n", 'T': "WFAD", 'F': "FLD", 'X': "NAD", 'C': "bN", 'Z': "bL", 'E': "rN", 'Q': "rb", 'L': "bn", 'V': "rn", 'K': "WF",
}

var slowLeaps = map[byte][2]int{'W': {0, 1}, 'F': {1, 1}, 'D': {0, 2}, 'N': {1, 2}, 'A': {2, 2}, 'L': {1, 3}, 'r': {0, 1}, 'b': {1, 1}, 'n': {1, 2}}

var slowLevels = []string{"", "P", "SD", "NB", "MGA", "YRI", "HTF", "XCZ", "EQ", "L", "V", "K"}

// slowPromotions is the table of docs/rules, section 3, written out by hand.
var slowPromotions = map[string]map[byte]string{
	"wotn": {
		'P': "SD", 'S': "N", 'D': "B", 'N': "M", 'B': "A", 'M': "R", 'A': "R", 'R': "HF", 'H': "C", 'F': "C",
		'C': "EQ", 'E': "L", 'Q': "L", 'L': "V", 'V': "K",
	},
	"wotn-alternative": {
		'P': "SD", 'S': "N", 'D': "B", 'N': "MG", 'B': "GA", 'M': "YR", 'G': "YRI", 'A': "RI", 'Y': "HT", 'R': "HTF",
		'I': "TF", 'H': "XC", 'T': "XCZ", 'F': "CZ", 'X': "E", 'C': "EQ", 'Z': "Q", 'E': "L", 'Q': "L", 'L': "V", 'V': "K",
	},
}

func slowLevel(letter byte) int {
	for level, letters := range slowLevels {
		if strings.IndexByte(letters, letter) >= 0 {
			return level
		}
	}
	panic("no level")
}

func isWhite(piece byte) bool { return piece >= 'A' && piece <= 'Z' }

func upper(piece byte) byte { return piece &^ 0x20 }

func newSlowGame(variant, fen string) *slowGame {
	fields := strings.Fields(fen)
	g := &slowGame{variant: variant, white: fields[1] == "w", castling: fields[2], enPassant: fields[3]}
	for i, row := range strings.Split(fields[0], "/") {
		file := 0
		for _, c := range []byte(row) {
			if c >= '1' && c <= '8' {
				file += int(c - '0')
				continue
			}
			g.board[7-i][file] = c
			file++
		}
	}
	return g
}

func name(rank, file int) string { return string([]byte{'a' + byte(file), '1' + byte(rank)}) }

// slowAttacks calls f for each square that the piece on a square attacks.
func (g *slowGame) slowAttacks(rank, file int, f func(rank, file int)) {
	piece := g.board[rank][file]
	on := func(r, c int) bool { return r >= 0 && r < 8 && c >= 0 && c < 8 }
	if upper(piece) == 'P' {
		up := 1
		if !isWhite(piece) {
			up = -1
		}
		for _, side := range []int{-1, 1} {
			if on(rank+up, file+side) {
				f(rank+up, file+side)
			}
		}
		return
	}
	for _, atom := range []byte(slowMoves[upper(piece)]) {
		if atom == 'V' {
			for _, d := range []int{-2, 2} {
				if on(rank+d, file) {
					f(rank+d, file)
				}
			}
			continue
		}
		long := slowLeaps[atom]
		for dr := -3; dr <= 3; dr++ {
			for df := -3; df <= 3; df++ {
				if min(abs(dr), abs(df)) != long[0] || max(abs(dr), abs(df)) != long[1] {
					continue
				}
				for r, c := rank+dr, file+df; on(r, c); r, c = r+dr, c+df {
					f(r, c)
					if g.board[r][c] != 0 || atom >= 'A' && atom <= 'Z' {
						break
					}
				}
			}
		}
	}
}

func abs(n int) int { return max(n, -n) }

func (g *slowGame) kings(white bool) (squares [][2]int) {
	for r := range 8 {
		for f := range 8 {
			if m := g.board[r][f]; m != 0 && upper(m) == 'K' && isWhite(m) == white {
				squares = append(squares, [2]int{r, f})
			}
		}
	}
	return squares
}

func (g *slowGame) attacked(rank, file int, byWhite bool) bool {
	found := false
	for r := range 8 {
		for f := range 8 {
			if m := g.board[r][f]; m != 0 && isWhite(m) == byWhite {
				g.slowAttacks(r, f, func(tr, tf int) { found = found || tr == rank && tf == file })
			}
		}
	}
	return found
}

// inCheck reports whether a side has exactly one king and it is attacked.
func (g *slowGame) inCheck(white bool) bool {
	k := g.kings(white)
	return len(k) == 1 && g.attacked(k[0][0], k[0][1], !white)
}

// after returns the game after a move in coordinate notation. The move need not
// be legal.
func (g *slowGame) after(move string) *slowGame {
	n := *g
	ff, fr, tf, tr := int(move[0]-'a'), int(move[1]-'1'), int(move[2]-'a'), int(move[3]-'1')
	piece := g.board[fr][ff]
	n.enPassant = "-"
	if upper(piece) == 'P' && ff != tf && g.board[tr][tf] == 0 {
		n.board[fr][tf] = 0
	}
	if upper(piece) == 'P' && abs(tr-fr) == 2 {
		n.enPassant = name((fr+tr)/2, ff)
	}
	if upper(piece) == 'K' && abs(tf-ff) == 2 {
		corner, beside := 7, 5
		if tf < ff {
			corner, beside = 0, 3
		}
		n.board[fr][beside], n.board[fr][corner] = g.board[fr][corner], 0
	}
	if len(move) == 5 {
		piece = upper(move[4]) | piece&0x20
	}
	n.board[fr][ff], n.board[tr][tf] = 0, piece
	for _, lost := range []struct{ square, rights string }{{"e1", "KQ"}, {"h1", "K"}, {"a1", "Q"}, {"e8", "kq"}, {"h8", "k"}, {"a8", "q"}} {
		if strings.Contains(move[:4], lost.square) {
			for _, right := range lost.rights {
				n.castling = strings.ReplaceAll(n.castling, string(right), "")
			}
		}
	}
	n.white = !g.white
	return &n
}

// moves returns all legal moves, sorted.
func (g *slowGame) moves() []string {
	var legal []string
	try := func(move string) {
		if !g.after(move).inCheck(g.white) {
			legal = append(legal, move)
		}
	}
	for r := range 8 {
		for f := range 8 {
			piece := g.board[r][f]
			if piece == 0 || isWhite(piece) != g.white {
				continue
			}
			for _, to := range g.targets(r, f) {
				promotes, promotions := g.promotes(piece, to[0], to[1], f)
				if !promotes {
					try(name(r, f) + name(to[0], to[1]))
				}
				for _, k := range promotions {
					try(name(r, f) + name(to[0], to[1]) + strings.ToLower(string(k)))
				}
			}
		}
	}
	legal = append(legal, g.castlings()...)
	slices.Sort(legal)
	return legal
}

func (g *slowGame) targets(r, f int) (to [][2]int) {
	piece := g.board[r][f]
	pawn := upper(piece) == 'P'
	g.slowAttacks(r, f, func(tr, tf int) {
		victim := g.board[tr][tf]
		free := victim == 0
		if (free && (!pawn || name(tr, tf) == g.enPassant)) || !free && isWhite(victim) != isWhite(piece) {
			to = append(to, [2]int{tr, tf})
		}
	})
	if pawn {
		up, second := 1, 1
		if !g.white {
			up, second = -1, 6
		}
		if g.board[r+up][f] == 0 {
			to = append(to, [2]int{r + up, f})
			if r == second && g.board[r+2*up][f] == 0 {
				to = append(to, [2]int{r + 2*up, f})
			}
		}
	}
	return to
}

// promotes reports whether a move of a piece from a file to a square promotes
// it, and returns the possible kinds.
func (g *slowGame) promotes(piece byte, tr, tf, file int) (bool, string) {
	rank := tr + 1
	if !g.white {
		rank = 8 - tr
	}
	if g.variant == "chess" {
		return upper(piece) == 'P' && rank == 8, map[bool]string{true: "QRBN"}[upper(piece) == 'P' && rank == 8]
	}
	level, victim := slowLevel(upper(piece)), 0
	if v := g.board[tr][tf]; v != 0 {
		victim = slowLevel(upper(v))
	} else if upper(piece) == 'P' && tf != file {
		victim = 1
	}
	if level < 11 && (victim > 0 && 2*victim >= level || rank == level+5) {
		return true, slowPromotions[g.variant][upper(piece)]
	}
	return false, ""
}

func (g *slowGame) castlings() (legal []string) {
	rank, rights := 0, "KQ"
	if !g.white {
		rank, rights = 7, "kq"
	}
	only := len(g.kings(g.white)) == 1
	for i, way := range []struct {
		free []int
		over int
		to   int
	}{{[]int{5, 6}, 5, 6}, {[]int{1, 2, 3}, 3, 2}} {
		if !strings.Contains(g.castling, rights[i:i+1]) {
			continue
		}
		can := true
		for _, f := range way.free {
			can = can && g.board[rank][f] == 0
		}
		for _, f := range []int{4, way.over, way.to} {
			can = can && !(only && g.attacked(rank, f, !g.white))
		}
		move := name(rank, 4) + name(rank, way.to)
		if can && !g.after(move).inCheck(g.white) {
			legal = append(legal, move)
		}
	}
	return legal
}

// fastMoves returns the package's moves as text, sorted.
func fastMoves(p *wotn.Position) []string {
	texts := []string{}
	for _, m := range p.AppendMoves(nil) {
		texts = append(texts, m.String())
	}
	slices.Sort(texts)
	return texts
}
