package wotn_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tafelrunde/internal/testkit"
	"tafelrunde/wotn"
	"tafelrunde/wotn/record"
)

// TestRulesByParagraph follows docs/rules/way-of-the-knight.md. Each numbered
// paragraph has one test, with a quotation.
func TestRulesByParagraph(t *testing.T) {
	var tests []testkit.ParagraphTest
	for _, p := range paragraphTests {
		tests = append(tests, testkit.ParagraphTest{Number: p.number, Quote: p.quote, Test: func(t testkit.Paragraph) { p.test(paragraph{t}) }})
	}
	testkit.Rules(t, "../docs/rules/way-of-the-knight.md", "../docs/rules/way-of-the-knight.de.md", tests)
}

// paragraph is the test of one paragraph.
type paragraph struct{ testkit.Paragraph }

// board returns the position of a diagram, drawn rank by rank without empty
// ranks. fields are the fields of FEN from the side to move; the default of the
// others is "- - 0 1".
func (t paragraph) board(v wotn.Variant, fields, picture string) wotn.Position {
	t.Helper()
	p, err := wotn.ParsePosition(v, drawnFEN(picture)+" "+fields)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// drawnFEN returns the first field of FEN for a diagram.
func drawnFEN(picture string) string {
	ranks := map[byte]string{}
	for line := range strings.Lines(picture) {
		words := strings.Fields(line)
		if len(words) == 9 {
			ranks[words[0][0]] = strings.ReplaceAll(strings.Join(words[1:], ""), ".", "1")
		}
	}
	var all []string
	for rank := byte('8'); rank >= '1'; rank-- {
		if ranks[rank] == "" {
			ranks[rank] = "8"
		}
		all = append(all, ranks[rank])
	}
	return strings.Join(all, "/")
}

// refused returns the codes of the problems with the setup of a diagram.
func (t paragraph) refused(v wotn.Variant, fields, picture string) string {
	t.Helper()
	_, err := wotn.ParsePosition(v, drawnFEN(picture)+" "+fields)
	var refused *wotn.SetupError
	if err != nil && !errors.As(err, &refused) {
		t.Fatal(err)
	}
	var codes []string
	if refused != nil {
		for _, p := range refused.Problems {
			codes = append(codes, string(p.Code))
		}
	}
	return strings.Join(codes, " ")
}

func (t paragraph) can(p wotn.Position, moves string) {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		if _, err := p.ParseMove(text); err != nil {
			t.Errorf("%s in %s: %v", text, p.String(), err)
		}
	}
}

func (t paragraph) cannot(p wotn.Position, moves string) {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		if _, err := p.ParseMove(text); !errors.Is(err, wotn.ErrIllegalMove) {
			t.Errorf("%s in %s: %v, want it refused", text, p.String(), err)
		}
	}
}

// play plays moves and returns the position after them.
func (t paragraph) play(p wotn.Position, moves string) wotn.Position {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		p.PlayInto(&p, m)
	}
	return p
}

// game plays moves in a game.
func (t paragraph) game(p wotn.Position, moves string) *wotn.Game {
	t.Helper()
	g := wotn.NewGame(p)
	for _, text := range strings.Fields(moves) {
		m, err := g.Position().ParseMove(text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return g
}

// moves returns the moves between two squares as the letters of their
// promotions: "" for no move, "=" for a move without promotion, "SD" for two
// promotions.
func (t paragraph) moves(p wotn.Position, squares string) string {
	promotions := ""
	for _, m := range p.AppendMoves(nil) {
		switch {
		case m.String()[:4] != squares:
		case m.Promotion() == wotn.NoKind:
			promotions += "="
		default:
			promotions += m.Promotion().String()
		}
	}
	return promotions
}

// quoted returns the parts of a text in backquotes.
func (t paragraph) quoted(text string) (parts []string) {
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 {
			parts = append(parts, part)
		}
	}
	return parts
}

// captionMoves reads the moves in the caption of the paragraph's first diagram. Each
// must be the move wanted, in coordinates, or be refused for "".
func (t paragraph) captionMoves(want ...string) {
	t.Helper()
	diagram := t.Diagrams()[0]
	p, err := wotn.ParsePosition(wotn.Standard, diagram["position"])
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, text := range t.quoted(diagram["caption"]) {
		move, err := p.ParseSAN(text)
		if err != nil {
			got = append(got, "")
		} else {
			got = append(got, move.String())
		}
	}
	t.equal(strings.Join(got, " "), strings.Join(want, " "))
}

// reaches returns the target squares of the piece on a square, in board order.
func (t paragraph) reaches(p wotn.Position, from string) string {
	var to []string
	for _, m := range p.AppendMoves(nil) {
		if m.From().String() == from {
			to = append(to, m.To().String())
		}
	}
	slices.Sort(to)
	return strings.Join(slices.Compact(to), " ")
}

func (t paragraph) equal(got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func (t paragraph) ends(g *wotn.Game, result wotn.Result, reason wotn.Reason) {
	t.Helper()
	if got := g.Outcome(); got.Reason != reason || got.Result() != result {
		t.Errorf("%s ends %s by %s, want %s by %s", g.Position().String(), got.Result(), got.Reason, result, reason)
	}
}

func ruleSquare(name string) wotn.Square {
	s, err := wotn.ParseSquare(name)
	if err != nil {
		panic(name)
	}
	return s
}

func kindNamed(name string) wotn.Kind {
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		if k.Name() == name || k == wotn.Lord && name == "Duke" {
			return k
		}
	}
	return wotn.NoKind
}

// kindsOf checks a table of kinds, level by level.
func (t paragraph) kindsOf() (all []wotn.Kind) {
	alignments := []wotn.Alignment{wotn.KnightAligned, wotn.Neutral, wotn.BishopAligned}
	for _, row := range t.Table() {
		for i, cell := range row[1:] {
			if cell == "" {
				continue
			}
			letter, name, _ := strings.Cut(cell, " ")
			k := kindNamed(name)
			if k.String() != letter || k.Alignment() != alignments[i] || row[0] != levelText(k.Level()) {
				t.Errorf("%s %s: letter %s, level %d, alignment %s", row[0], cell, k, k.Level(), k.Alignment())
			}
			all = append(all, k)
		}
	}
	return all
}

func levelText(l wotn.Level) string { return strconv.Itoa(int(l)) }

// singlePiece returns a position with a white piece on d4 and, unless captured
// is NoKind, a black piece of that kind on target. The piece on d4 does not
// attack the kings.
func (t paragraph) singlePiece(v wotn.Variant, k wotn.Kind, target wotn.Square, captured wotn.Kind) wotn.Position {
	t.Helper()
	d4 := ruleSquare("d4")
	around := wotn.Attacks(k, wotn.White, d4, 0) | d4.Bitboard() | target.Bitboard()
	for white := wotn.Square(0); white < wotn.NoSquare; white++ {
		for black := wotn.Square(63); black > 0; black-- {
			s := wotn.Setup{Variant: v, EnPassant: wotn.NoSquare, MoveNumber: 1}
			if around.Has(black) || around.Has(white) && k != wotn.King || white == black {
				continue
			}
			if k != wotn.King {
				s.Board[white] = pieceOfLetter('K')
			}
			s.Board[black], s.Board[d4] = pieceOfLetter('k'), wotn.Piece{Kind: k}
			if captured != wotn.NoKind {
				s.Board[target] = wotn.Piece{Kind: captured, Color: wotn.Black}
			}
			p, err := s.Position()
			if err == nil && p.AttackersOf(white, wotn.Black) == 0 {
				return p
			}
		}
	}
	t.Fatalf("no squares for the kings beside %s", k)
	return wotn.Position{}
}

// movesAs checks the diagram of a kind's movement: a dot is a square reached by a
// leap, a hollow dot a square on a line.
func movesAs(letter byte) func(paragraph) {
	return func(t paragraph) {
		k := wotn.KindOfLetter(letter)
		var leaps, lines wotn.Bitboard
		diagram := t.Diagrams()[0]
		t.equal(diagram["position"], "8/8/8/8/3"+string(letter)+"4/8/8/8")
		for _, s := range testkit.MarkedSquares(diagram["marks"], "dot") {
			leaps |= ruleSquare(s).Bitboard()
		}
		for _, s := range testkit.MarkedSquares(diagram["marks"], "hollow") {
			lines |= ruleSquare(s).Bitboard()
		}
		d4 := ruleSquare("d4")
		p := t.singlePiece(wotn.Alternative, k, wotn.NoSquare, wotn.NoKind)
		var to wotn.Bitboard
		for _, m := range p.AppendMoves(nil) {
			if m.From() == d4 {
				to |= m.To().Bitboard()
			}
		}
		if to != leaps|lines {
			t.Errorf("moves to %v, diagram %v", to.AppendSquares(nil), (leaps | lines).AppendSquares(nil))
		}
		// With pieces on every square only the first squares of lines remain.
		var nearest wotn.Bitboard
		for _, s := range lines.AppendSquares(nil) {
			if files, ranks := abs(s.File()-3), abs(s.Rank()-3); files <= 1 && ranks <= 1 || files+ranks == 3 && files*ranks == 2 {
				nearest |= s.Bitboard()
			}
		}
		if got := wotn.Attacks(k, wotn.White, d4, ^wotn.Bitboard(0)); got != leaps|nearest {
			t.Errorf("on a full board it moves to %v, want %v", got.AppendSquares(nil), (leaps | nearest).AppendSquares(nil))
		}
		notation := regexp.MustCompile("`([A-Za-z]+)`").FindAllStringSubmatch(t.Text, -1)
		if len(notation) == 0 || !strings.Contains(t.Text, "level "+levelText(k.Level())) ||
			strings.Contains(t.Text, "alternative variant") != k.Alternative() {
			t.Errorf("the paragraph names notation %v, level %d, alternative %t", notation, k.Level(), k.Alternative())
		}
		for _, n := range notation {
			if wotn.KindOfBetza(n[1]) != k {
				t.Errorf("%s is %s", n[1], wotn.KindOfBetza(n[1]))
			}
		}
	}
}

// promotionTable checks a table of kinds and their possible promotions.
func (t paragraph) promotionTable(v wotn.Variant) {
	t.Helper()
	seen := map[wotn.Kind]bool{}
	for _, row := range t.Table() {
		for i := 0; i+1 < len(row); i += 2 {
			if row[i] == "" {
				continue
			}
			k := kindNamed(row[i])
			var promotions []wotn.Kind
			for _, name := range strings.Split(row[i+1], ", ") {
				promotions = append(promotions, kindNamed(name))
			}
			if !slices.Equal(v.Promotions(k), promotions) {
				t.Errorf("%s promotes to %v, want %v", row[i], v.Promotions(k), promotions)
			}
			for _, n := range promotions {
				neutral := k.Alignment() == wotn.Neutral || n.Alignment() == wotn.Neutral
				if n.Level() != k.Level()+1 || !neutral && n.Alignment() != k.Alignment() {
					t.Errorf("%s cannot promote to %s", k, n)
				}
			}
			seen[k] = true
		}
	}
	for k := wotn.Pawn; k < wotn.King; k++ {
		if v.HasKind(k) && !seen[k] {
			t.Errorf("the promotions of %s are missing", k)
		}
	}
}

const startPicture = `
8  r n b q k b n r
7  p p p p p p p p
2  P P P P P P P P
1  R N B Q K B N R
`

var paragraphTests = []struct {
	number, quote string
	test          func(paragraph)
}{
	{"1.1", "The laws of FIDE chess hold, start position included", func(t paragraph) {
		chess := wotn.Start(wotn.Chess)
		for _, v := range []wotn.Variant{wotn.Standard, wotn.Alternative} {
			p := wotn.Start(v)
			if p != t.board(v, "w KQkq", startPicture) {
				t.Errorf("starts with %s", p.String())
			}
			for _, m := range chess.AppendMoves(nil) {
				t.can(p, m.String())
			}
			if p.CountMoves() != 20 {
				t.Errorf("%d moves", p.CountMoves())
			}
		}
	}},
	{"1.2", "Level and alignment decide how it moves", func(t paragraph) {
		type place struct {
			level     wotn.Level
			alignment wotn.Alignment
		}
		captured, moves := map[place]wotn.Kind{}, map[wotn.Bitboard]wotn.Kind{}
		for k := wotn.Pawn; k < wotn.NumKinds; k++ {
			at := place{k.Level(), k.Alignment()}
			if at.level < 1 || at.level > 11 || captured[at] != wotn.NoKind {
				t.Errorf("%s has level %d, alignment %s, as %s", k, at.level, at.alignment, captured[at])
			}
			to := wotn.Attacks(k, wotn.White, ruleSquare("d4"), 0)
			if moves[to] != wotn.NoKind {
				t.Errorf("%s moves as %s", k, moves[to])
			}
			captured[at], moves[to] = k, k
		}
	}},
	{"1.3", "the standard variant with 16 kinds of pieces", func(t paragraph) {
		for v, want := range map[wotn.Variant]int{wotn.Standard: 16, wotn.Alternative: 22} {
			n := 0
			for k := wotn.Pawn; k < wotn.NumKinds; k++ {
				if v.HasKind(k) {
					n++
				}
			}
			if n != want {
				t.Errorf("%s has %d kinds", v, n)
			}
		}
	}},

	{"2.1", "The standard variant.", func(t paragraph) {
		kinds := t.kindsOf()
		for k := wotn.Pawn; k < wotn.NumKinds; k++ {
			if wotn.Standard.HasKind(k) != slices.Contains(kinds, k) {
				t.Errorf("%s in the table: %t", k, slices.Contains(kinds, k))
			}
		}
	}},
	{"2.2", "adds a kind to each empty place from level 4 to level 7", func(t paragraph) {
		kinds := t.kindsOf()
		for k := wotn.Pawn; k < wotn.NumKinds; k++ {
			if between := k.Level() >= 4 && k.Level() <= 7; between != slices.Contains(kinds, k) || !between && k.Alternative() {
				t.Errorf("%s in the table: %t", k, slices.Contains(kinds, k))
			}
		}
	}},
	{"2.3", "Each kind has one capital letter", func(t paragraph) {
		for k := wotn.Pawn; k < wotn.NumKinds; k++ {
			if c := k.Letter(); c < 'A' || c > 'Z' || wotn.KindOfLetter(c) != k {
				t.Errorf("%s has the letter %c", k.Name(), c)
			}
		}
	}},
	{"2.4", "Each atom is one leap, turned and mirrored in every direction", func(t paragraph) {
		// The directions of each atom, from the table only.
		leaps := map[string][][2]int{}
		for _, row := range t.Table() {
			at := regexp.MustCompile(`\((\d),(\d)\)`).FindStringSubmatch(row[1])
			for _, name := range strings.Split(strings.ReplaceAll(row[0], "`", ""), " or ") {
				if at == nil {
					continue
				}
				a, b := int(at[1][0]-'0'), int(at[2][0]-'0')
				for _, s := range [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
					for _, to := range [][2]int{{a * s[0], b * s[1]}, {b * s[0], a * s[1]}} {
						if !slices.Contains(leaps[name], to) {
							leaps[name] = append(leaps[name], to)
						}
					}
				}
				t.equal(strconv.Itoa(len(leaps[name])), row[2])
			}
		}
		for k := wotn.Squire; k < wotn.NumKinds; k++ {
			var want wotn.Bitboard
			add := func(steps [][2]int, repeated bool) {
				for _, s := range steps {
					for file, rank := 3+s[0], 3+s[1]; file >= 0 && file < 8 && rank >= 0 && rank < 8; file, rank = file+s[0], rank+s[1] {
						want |= wotn.NewSquare(file, rank).Bitboard()
						if !repeated {
							break
						}
					}
				}
			}
			rest := k.Betza()
			for rest != "" {
				n := 1
				switch {
				case strings.HasPrefix(rest, "NN"):
					add(leaps["N"], true)
					n = 2
				case strings.HasPrefix(rest, "fbD"):
					add([][2]int{{0, 2}, {0, -2}}, false)
					n = 3
				case strings.Contains("RQ", rest[:1]):
					add(leaps["W"], true)
				case rest[0] == 'K':
					add(leaps["W"], false)
				default:
					add(leaps[rest[:1]], rest[0] == 'B')
				}
				switch rest[0] {
				case 'B', 'Q':
					add(leaps["F"], true)
				case 'K':
					add(leaps["F"], false)
				}
				rest = rest[n:]
			}
			if got := wotn.Attacks(k, wotn.White, ruleSquare("d4"), 0); got != want {
				t.Errorf("%s %s moves to %v, want %v", k, k.Betza(), got.AppendSquares(nil), want.AppendSquares(nil))
			}
		}
	}},
	{"2.5", "A leap passes over pieces in between", func(t paragraph) {
		p := t.board(wotn.Standard, "w", `
			8  . . . . . . . k
			5  . . S P S . . .
			4  . . P D P . . .
			3  . . S P S . . .
			1  K . . . . . . .`)
		t.equal(t.reaches(p, "d4"), "b2 b4 b6 d2 d6 f2 f4 f6")
	}},
	{"2.6", "The nightrider's ride is never blocked by pieces between those squares.", func(t paragraph) {
		p := t.board(wotn.Standard, "w", `
			8  . . . . . . . k
			7  . . . . n . . .
			5  . . . . . . . .
			4  . P . . . . . .
			3  . . P . . . . .
			2  . P P P . . . .
			1  . . H . . . . K`)
		// From c1 over b3 to a5, over d3 to e5 and f7, to a2, over e2 to g3.
		// The pieces around c1 do not block, nor does the one on e7.
		t.equal(t.reaches(p, "c1"), "a2 a5 b3 d3 e2 e5 f7 g3")
		p = t.board(wotn.Standard, "w", `
			8  . . . . . . . k
			5  . . . . n . . .
			3  . P . . . . . .
			1  . . H . . . . K`)
		t.equal(t.reaches(p, "c1"), "a2 d3 e2 e5 g3")
		p = t.board(wotn.Standard, "w", `
			8  . . . . . . k .
			6  . . . . . n . .
			4  . P . . . . . .
			3  . . B . . . . .
			1  . K . . . . . .`)
		t.equal(t.reaches(p, "c3"), "a1 b2 d2 d4 e1 e5 f6")
	}},
	{"2.7", "Every piece except the pawn captures as it moves.", func(t paragraph) {
		for k := wotn.Squire; k < wotn.NumKinds; k++ {
			for _, to := range wotn.Attacks(k, wotn.White, ruleSquare("d4"), 0).AppendSquares(nil) {
				p := t.singlePiece(wotn.Alternative, k, to, wotn.Priest)
				if t.moves(p, "d4"+to.String()) == "" {
					t.Errorf("%s does not capture on %s", k, to)
				}
			}
		}
		p := t.board(wotn.Standard, "w", `
			8  . . . . . . . k
			5  . . d d d . . .
			4  . . . P . . . .
			1  K . . . . . . .`)
		t.equal(t.reaches(p, "d4"), "c5 e5")
	}},

	{"3.1", "moves, captures, steps twice from its own 2nd rank and captures en passant as in chess", func(t paragraph) {
		p := t.board(wotn.Standard, "w", `
			8  . . . . . . . k
			4  . . . P . . . .
			3  . d . . . d . .
			2  P . P . . . P .
			1  K . . . . . . .`)
		t.equal(t.reaches(p, "a2"), "a3 a4 b3")
		t.equal(t.reaches(p, "c2"), "b3 c3 c4")
		t.equal(t.reaches(p, "d4"), "d5")
		t.equal(t.reaches(p, "g2"), "f3 g3 g4")
		p = t.play(t.board(wotn.Standard, "b", `
			8  . . . . . . . k
			7  . . p . . . . .
			5  . P . P . . . .
			1  K . . . . . . .`), "c7c5")
		t.equal(t.reaches(p, "b5"), "b6 c6")
		t.equal(t.reaches(p, "d5"), "c6 d6")
		// The en-passant capture is possible on the next move only.
		t.equal(t.reaches(t.play(p, "a1a2 h8h7"), "b5"), "b6")
	}},
	{"3.2", "one square straight, or a leap of two squares straight forward or backward", movesAs('S')},
	{"3.3", "leaps two squares straight or diagonally", movesAs('D')},
	{"3.4", "as in chess", movesAs('N')},
	{"3.5", "as in chess", movesAs('B')},
	{"3.6", "as a knight, or one square straight", movesAs('M')},
	{"3.7", "both tables and the English text say straight, and that stands", movesAs('A')},
	{"3.8", "as in chess", movesAs('R')},
	{"3.9", "on in the same direction as long as the squares it lands on are free", movesAs('H')},
	{"3.10", "one square diagonally, a leap of two squares straight, or the long leap", movesAs('F')},
	{"3.11", "as a bishop or a knight", movesAs('C')},
	{"3.12", "as a rook or a knight", movesAs('E')},
	{"3.13", "as in chess", movesAs('Q')},
	{"3.14", "both tables and the English text say nightrider, and that stands", movesAs('L')},
	{"3.15", "as a rook or a nightrider", movesAs('V')},
	{"3.16", "one square straight or diagonally, as in chess", movesAs('K')},
	{"3.17", "as a king, or a leap of two squares straight", movesAs('G')},
	{"3.18", "as a knight, one square straight, or a leap of two squares straight forward or backward", movesAs('Y')},
	{"3.19", "one square diagonally, or a leap of two squares straight or diagonally", movesAs('I')},
	{"3.20", "as a king, or a leap of two squares straight or diagonally", movesAs('T')},
	{"3.21", "as a knight, or a leap of two squares straight or diagonally", movesAs('X')},
	{"3.22", "as a bishop, or the long leap", movesAs('Z')},

	{"4.1", "if the level of the captured piece is at least half its own", func(t paragraph) {
		rows := t.Table()
		if len(rows) != 1 {
			t.Fatal(rows)
		}
		for k := wotn.Pawn; k < wotn.King; k++ {
			least := strings.TrimSuffix(rows[0][k.Level()], " or more")
			t.equal(levelText(wotn.Alternative.PromotesOnCaptureFrom(k)), least)
			target := wotn.NoSquare
			for _, s := range wotn.Attacks(k, wotn.White, ruleSquare("d4"), 0).AppendSquares(nil) {
				if s.Rank() == 3 || s.Rank() == 4 {
					target = s // a rank on which pawns can be and which promotes no piece
				}
			}
			for victim := wotn.Pawn; victim < wotn.NumKinds; victim++ {
				p := t.singlePiece(wotn.Alternative, k, target, victim)
				promotes := t.moves(p, "d4"+target.String()) != "="
				if promotes != (2*victim.Level() >= k.Level()) || levelText(victim.Level()) == least && !promotes {
					t.Errorf("%s captures %s: promotes %t; the table says from level %s", k, victim, promotes, least)
				}
				if levelText(victim.Level()+1) == least && promotes {
					t.Errorf("%s captures %s: the table says from level %s", k, victim, least)
				}
			}
		}
	}},
	{"4.2", "the 6th rank for a pawn, the 7th for a piece of level 2, the 8th for a piece of level 3", func(t paragraph) {
		p := t.board(wotn.Standard, "w", `
			7  . N . B . S . .
			6  . . . . . . . D
			5  P . . . . S . .
			3  . . k . . . . .
			1  . . . . . . . K`)
		t.equal(t.moves(p, "a5a6"), "SD")
		t.equal(t.moves(p, "f5f7"), "")
		t.equal(t.moves(p, "f7g7"), "N")
		t.equal(t.moves(p, "f5f6"), "=")
		t.equal(t.moves(p, "b7d8"), "M")
		t.equal(t.moves(p, "b7d6"), "=")
		t.equal(t.moves(p, "d7e8"), "A")
		t.equal(t.moves(p, "d7e6"), "=")
		t.equal(t.moves(p, "h6h8"), "=")
		p = t.board(wotn.Standard, "b", `
			8  . k . . . . . .
			4  p . . d . . s .
			3  . . . . . . . .
			2  . . . n . . . .
			1  . . . . . . . K`)
		t.equal(t.moves(p, "a4a3"), "SD")
		t.equal(t.moves(p, "d4b2"), "B")
		t.equal(t.moves(p, "g4g2"), "N")
		t.equal(t.moves(p, "d2b1"), "M")
		for k, want := range map[wotn.Kind]int{wotn.Pawn: 6, wotn.Squire: 7, wotn.Priest: 7, wotn.Knight: 8, wotn.Bishop: 8} {
			t.equal(strconv.Itoa(wotn.Standard.PromotionRank(k)), strconv.Itoa(want))
		}
		// From level 4 on there is no promotion rank.
		for k := wotn.Baron; k < wotn.King; k++ {
			s := wotn.Setup{Variant: wotn.Alternative, EnPassant: wotn.NoSquare, MoveNumber: 1}
			for i, letter := range map[string]byte{"h1": 'K', "a2": 'k'} {
				s.Board[ruleSquare(i)] = pieceOfLetter(letter)
			}
			s.Board[ruleSquare("f6")] = wotn.Piece{Kind: k}
			p, err := s.Position()
			if err != nil || wotn.Alternative.PromotionRank(k) != 0 {
				t.Fatalf("%s: %v, promotion rank %d", k, err, wotn.Alternative.PromotionRank(k))
			}
			for _, m := range p.AppendMoves(nil) {
				if m.Promotion() != wotn.NoKind {
					t.Errorf("%s promotes by %s", k, m)
				}
			}
		}
	}},
	{"4.3", "Both at once still promote by one level only.", func(t paragraph) {
		p := t.board(wotn.Standard, "w", `
			8  . k . . . . . .
			7  . . . . q . . .
			6  . p . . S . . .
			5  P . . . . . . .
			1  . . . . . . . K`)
		t.equal(t.moves(p, "e6e7"), "N")
		p = t.board(wotn.Standard, "w", `
			8  . k . . . . . .
			6  . d . . . . . .
			5  P . . . . . . .
			1  . . . . . . . K`)
		t.equal(t.moves(p, "a5b6"), "SD")
	}},
	{"4.4", "a piece of level 2 that leaps from the 6th rank to the 8th is not promoted", func(t paragraph) {
		p := t.board(wotn.Standard, "w", `
			6  S . D . . . . .
			1  K . . . . . k .`)
		t.equal(t.moves(p, "a6a8"), "=")
		t.equal(t.moves(p, "c6e8"), "=")
		t.equal(t.moves(p, "a6a7"), "N")
	}},
	{"4.5", "the pawn that captures on e5 must promote, and as a piece of level 2 it can no longer capture the queen", func(t paragraph) {
		p := t.play(wotn.Start(wotn.Standard), "e2e4 e7e5 g1f3 b8c6 d2d4 c6d4 f3d4m e5d4s d1d4 d8f6 e4e5 f6b6 c1e3 d7d6 b1c3")
		t.equal(t.moves(p, "d6e5"), "SD")
		for _, kind := range "sd" {
			after := t.play(p, "d6e5"+string(kind)+" f1b5")
			if after.Checkers().Count() != 1 || t.moves(after, "e5d4") != "" {
				t.Errorf("%c on e5 captures the queen: %s", kind, after.String())
			}
		}
		// A pawn could have.
		pawn := t.play(t.board(wotn.Chess, "b KQkq", `
			8  r . b . k b n r
			7  p p p . . p p p
			6  . q . p . . . .
			5  . . . . P . . .
			4  . . . Q . . . .
			3  . . N . B . . .
			2  P P P . . P P P
			1  R . . . K B . R`), "d6e5")
		t.equal(t.moves(t.play(pawn, "a2a3"), "e5d4"), "=")
	}},
	{"4.6", "If there is more than one possible kind, the player chooses.", func(t paragraph) {
		p := t.board(wotn.Standard, "w", `
			8  . k . . . . . .
			5  P . . r . . . .
			4  . . . R . . . .
			1  . . . . . . . K`)
		t.equal(t.moves(p, "a5a6"), "SD")
		t.equal(t.moves(p, "d4d5"), "HF")
	}},
	{"4.7", "keeps it if the next level has it; otherwise it becomes neutral", func(t paragraph) { t.promotionTable(wotn.Standard) }},
	{"4.8", "if it has both, the player chooses", func(t paragraph) {
		t.promotionTable(wotn.Alternative)
		p := t.board(wotn.Alternative, "w", `
			8  . k . . . . . .
			4  . . . R . . r .
			2  . . N . . . . K`)
		t.equal(t.moves(p, "d4g4"), "HTF")
		t.equal(t.moves(t.play(p, "c2e3 b8a8"), "d4g4"), "HTF")
	}},
	{"4.9", "An en passant capture takes a piece of level 1, so the pawn is promoted.", func(t paragraph) {
		p := t.board(wotn.Standard, "w - d6", `
			8  . . . . k . . .
			5  . . . p P . . .
			1  . . . . K . . .`)
		t.equal(t.moves(p, "e5d6"), "SD")
		after := t.play(p, "e5d6d")
		if after.Occupied().Count() != 3 {
			t.Error(after.String())
		}
	}},
	{"4.10", "A king stays a king.", func(t paragraph) {
		p := t.board(wotn.Standard, "w", `
			8  k . . . . . . .
			7  . . . . . . K v`)
		t.equal(t.moves(p, "g7h7"), "=")
		t.equal(t.moves(t.play(p, "g7h7 a8a7"), "h7h8"), "=")
		if wotn.Standard.Promotions(wotn.King) != nil || wotn.Alternative.Promotions(wotn.King) != nil {
			t.Error("the king has a promotion")
		}
	}},
	{"4.11", "After its own move, a pawn is never beyond the 5th rank of its side.", func(t paragraph) {
		random := rand.New(rand.NewPCG(5, 11))
		for game := range 40 {
			p := wotn.Start(wotn.Variant(game % 2))
			for range 120 {
				moves := p.AppendMoves(nil)
				if len(moves) == 0 {
					break
				}
				m := moves[random.IntN(len(moves))]
				if promotion := m.Promotion(); promotion != wotn.NoKind && promotion.Level() != m.Kind().Level()+1 {
					t.Errorf("%s gains more than one level", m)
				}
				p.PlayInto(&p, m)
				for _, s := range p.Pieces(wotn.White, wotn.Pawn).AppendSquares(nil) {
					if s.Rank() > 4 {
						t.Errorf("a pawn on %s: %s", s, p.String())
					}
				}
				for _, s := range p.Pieces(wotn.Black, wotn.Pawn).AppendSquares(nil) {
					if s.Rank() < 3 {
						t.Errorf("a pawn on %s: %s", s, p.String())
					}
				}
			}
		}
	}},

	{"5.1", "a Lord Chancellor promotes to King", func(t paragraph) {
		p := t.board(wotn.Standard, "w", `
			8  . . . . . . . k
			4  V . . . r . . .
			1  K . . . . . . .`)
		t.equal(t.moves(p, "a4e4"), "K")
		after := t.play(p, "a4e4k")
		if after.Pieces(wotn.White, wotn.King).Count() != 2 {
			t.Error(after.String())
		}
	}},
	{"5.2", "Check and pins are as in FIDE chess.", func(t paragraph) {
		p := t.board(wotn.Standard, "w", `
			8  . . . k r . . .
			4  . . . . . . . h
			2  . . . . N . P .
			1  . . . . K . . .`)
		// The rook pins the knight. The nightrider attacks d2 over f3.
		t.equal(t.reaches(p, "e2"), "")
		t.equal(t.reaches(p, "e1"), "d1 f1 f2")
		p = t.board(wotn.Standard, "w", `
			8  . . . . . . . k
			7  . h . . . . . .
			5  . . P . . . . .
			3  . . . R . . . .
			1  . . . . K . . .`)
		// The line b7, c5, d3, e1: the pawn blocks it, so the rook can move.
		// Without the pawn the rook is pinned and cannot stay on the line.
		if !strings.Contains(t.reaches(p, "d3"), "h3") {
			t.Error("the rook cannot move")
		}
		p = t.board(wotn.Standard, "w", `
			8  . . . . . . . k
			7  . h . . . . . .
			3  . . . R . . . .
			1  . . . . K . . .`)
		t.equal(t.reaches(p, "d3"), "")
		p = t.board(wotn.Standard, "w", `
			8  . . . . . . . k
			7  . h . . . . . .
			4  . . . . . . R .
			1  . . . . K . . .`)
		if p.Checkers().Count() != 1 {
			t.Error("no check along the line")
		}
		// The rook reaches no square of the line, so only the king can move.
		t.equal(t.reaches(p, "g4"), "")
	}},
	{"5.3", "Its kings can be captured like any other piece, and it plays on as long as one is left.", func(t paragraph) {
		p := t.board(wotn.Standard, "w", `
			8  . . . . k . . .
			5  . . . r . . r .
			2  P . . . . . . .
			1  . . . K . . K .`)
		if p.Checkers() != 0 {
			t.Error("a side with two kings is in check")
		}
		p = t.play(p, "a2a3")
		t.equal(t.moves(p, "d5d1"), "HF")
		p = t.play(p, "d5d1h")
		if p.Outcome().Over() || p.Checkers() == 0 {
			t.Errorf("after the capture of the first king: %v, checkers %v", p.Outcome(), p.Checkers())
		}
		// Now the only king is in check.
		t.cannot(p, "a3a4")
		t.can(p, "g1h2")
	}},
	{"5.4", "nobody has to answer a check and that whoever loses the last king loses", func(t paragraph) {
		p := t.board(wotn.Standard, "w", `
			8  . . . . r . . k
			2  P . . . . . . .
			1  . . . . K . . .`)
		t.cannot(p, "a2a3 a2a4 e1e2")
		t.equal(t.reaches(p, "e1"), "d1 d2 f1 f2")
	}},
	{"5.5", "So a Lord Chancellor that promotes to King answers a check.", func(t paragraph) {
		p := t.board(wotn.Standard, "w", `
			8  . . . . k . . .
			7  . . . . r . . .
			4  . . . v . . . .
			3  . . R . . . . .
			1  . . . V K . . .`)
		if p.Checkers().Count() != 1 {
			t.Error("no check")
		}
		t.can(p, "d1d4k")
		t.cannot(p, "c3d3")
		after := t.play(p, "d1d4k")
		if after.AttackersOf(ruleSquare("e1"), wotn.Black) == 0 || after.Pieces(wotn.White, wotn.King).Count() != 2 {
			t.Error(after.String())
		}
		// With two kings after the move, either can be attacked.
		p = t.board(wotn.Standard, "w", `
			8  . . . . k . . .
			7  . . . . r . . .
			1  K . . K . . . .`)
		t.can(p, "d1e1")
		p = t.board(wotn.Standard, "w", `
			8  . . . . k . . .
			7  . . . . r . . .
			1  . . . K . . . .`)
		t.cannot(p, "d1e1")
	}},
	{"5.6", "a side has exactly one king, it is attacked, and there is no legal move. That side has lost.", func(t paragraph) {
		g := t.game(wotn.Start(wotn.Standard), "f2f3 e7e5 g2g4 d8h4")
		t.ends(g, wotn.BlackWins, wotn.Checkmate)
		// Two kings are never checkmated, even if none can move safely.
		p := t.board(wotn.Standard, "w", `
			8  k . . . . . . .
			7  . . . . . . . .
			3  . . . . . q . .
			2  . . . . . . q .
			1  K . . . . . . K`)
		if p.Outcome().Over() {
			t.Error("two kings are mated")
		}
		p = t.board(wotn.Standard, "w", `
			8  k . . . . . . .
			3  . . . . . q . .
			2  . . . . . . q .
			1  . . . . . . . K`)
		if o := p.Outcome(); !o.Wins(wotn.Black) || o.Reason != wotn.Checkmate {
			t.Errorf("one king is not mated: %v", o)
		}
		// A capture that promotes to King prevents the checkmate.
		p = t.board(wotn.Standard, "w", `
			8  k . . . . . . .
			5  . r . . V . . .
			3  . . . . . q . .
			2  . . . . . . q .
			1  . . . . . . . K`)
		t.equal(t.moves(p, "e5b5"), "K")
		if p.Outcome().Over() {
			t.Error("checkmate, but the Lord Chancellor can promote")
		}
	}},
	{"5.7", "a side has no legal move and is not checkmated. The game is drawn.", func(t paragraph) {
		t.ends(t.game(t.board(wotn.Standard, "w", `
			8  . . . . . . . k
			1  K . . . . Q . .`), "f1f7"), wotn.Draw, wotn.Stalemate)
	}},

	{"6.1", "Castling is as in FIDE chess", func(t paragraph) {
		const picture = `
			8  r . . . k . . r
			7  p p p p p p p p
			2  P P P P P P P P
			1  R . . . K . . R`
		p := t.board(wotn.Standard, "w KQkq", picture)
		t.can(p, "e1g1 e1c1")
		after := t.play(p, "e1g1 e8c8")
		t.equal(after.String(), "2kr3r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 w - - 2 2")
		// The king or the piece in the corner has moved.
		t.cannot(t.play(p, "e1d1 e8d8 d1e1 d8e8"), "e1g1 e1c1")
		moved := t.play(p, "h1g1 h8g8 g1h1 g8h8")
		t.cannot(moved, "e1g1")
		t.can(moved, "e1c1")
		// A piece between, an attack on the king, on its path, on its target
		// square.
		for _, between := range []string{
			`3  . . . . . . . .
			1  R N . . K . N R`,
			`4  . . . . r . . .
			1  R . . . K . . R`,
			`4  . . . r . r . .
			1  R . . . K . . R`,
			`4  . . r . . . r .
			1  R . . . K . . R`,
		} {
			t.cannot(t.board(wotn.Standard, "w KQ", "8  . . . . k . . .\n"+between), "e1g1 e1c1")
		}
		// An attack on the corner or on b1 has no effect.
		t.can(t.board(wotn.Standard, "w KQ", `
			8  . . . . k . . .
			4  r r . . . . . r
			1  R . . . K . . R`), "e1g1 e1c1")
	}},
	{"6.2", "castle out of, through and into attack", func(t paragraph) {
		for _, rank := range []string{"4  . . . . r . . .", "4  . . . r . r . .", "4  . . r . . . r ."} {
			t.can(t.board(wotn.Standard, "w KQ", `
				8  . . . . k . . .
				`+rank+`
				3  K . . . . . . .
				1  R . . . K . . R`), "e1g1 e1c1")
		}
	}},
	{"6.3", "still castles as the rook it was, and keeps its new kind", func(t paragraph) {
		p := t.board(wotn.Standard, "w KQ", `
			8  . . . . k . . .
			4  . . . . r . . .
			1  H . . . K . . K`)
		// With a piece in the corner promoted to King there are two kings.
		after := t.play(p, "e1g1")
		t.equal(after.String(), "4k3/8/8/8/4r3/8/8/H4KK1 b - - 1 1")
		after = t.play(p, "e1c1")
		t.equal(after.String(), "4k3/8/8/8/4r3/8/8/2KH3K b - - 1 1")
		p = t.board(wotn.Standard, "w Q", `
			8  . . . . k . . .
			1  V . . . K . . .`)
		t.equal(t.moves(p, "e1c1"), "=")
	}},

	{"7.1", "Stalemate is a draw.", func(t paragraph) {
		t.ends(t.game(t.board(wotn.Alternative, "b", `
			8  . . . . . . . k
			3  . . . . . q . .
			1  K . . . . . . .`), "f3b3"), wotn.Draw, wotn.Stalemate)
	}},
	{"7.2", "There is no other draw by insufficient material.", func(t paragraph) {
		t.ends(t.game(t.board(wotn.Standard, "w", `
			8  k . . . . . . .
			2  . . . . d . . .
			1  . . . . K . . .`), "e1e2"), wotn.Draw, wotn.BareKings)
		for _, more := range []string{"K", "D", "P"} {
			p := t.board(wotn.Standard, "w", `
				8  k . . . . . . .
				3  . . . `+more+` . . . .
				1  . . . . K . . .`)
			t.ends(wotn.NewGame(p), wotn.Unfinished, wotn.Running)
		}
	}},
	{"7.3", "when the position has occurred for the third time, or when fifty moves of both sides have passed", func(t paragraph) {
		const round = "g1f3 g8f6 f3g1 f6g8 "
		g := t.game(wotn.Start(wotn.Standard), round+"g1f3 g8f6 f3g1")
		if g.Claims() != nil {
			t.Errorf("claims %v", g.Claims())
		}
		g = t.game(wotn.Start(wotn.Standard), round+round)
		if !slices.Equal(g.Claims(), []wotn.Reason{wotn.ThreefoldRepetition}) {
			t.Errorf("claims %v", g.Claims())
		}
		t.ends(g, wotn.Unfinished, wotn.Running)
		if err := g.Claim(wotn.ThreefoldRepetition); err != nil {
			t.Error(err)
		}
		t.ends(g, wotn.Draw, wotn.ThreefoldRepetition)
		g = t.game(t.board(wotn.Standard, "w - - 98 70", `
			8  k . . . . . . r
			1  K . . . . . . .`), "a1b1")
		if g.Claims() != nil || !errors.Is(g.Claim(wotn.FiftyMoves), wotn.ErrIllegalMove) {
			t.Errorf("claims %v", g.Claims())
		}
		g = t.game(*g.Start(), "a1b1 a8b8")
		if !slices.Equal(g.Claims(), []wotn.Reason{wotn.FiftyMoves}) {
			t.Errorf("claims %v", g.Claims())
		}
	}},
	{"7.4", "for the fifth time, or when seventy-five moves of both sides have passed by that count. Checkmate goes before.", func(t paragraph) {
		const round = "g1f3 g8f6 f3g1 f6g8 "
		t.ends(t.game(wotn.Start(wotn.Standard), round+round+round), wotn.Unfinished, wotn.Running)
		t.ends(t.game(wotn.Start(wotn.Standard), round+round+round+round), wotn.Draw, wotn.FivefoldRepetition)
		p := t.board(wotn.Standard, "w - - 148 90", `
			8  . . . . . . . k
			7  R . . . . . . .
			6  . R . . . . . .
			1  K . . . . . . .`)
		t.ends(t.game(p, "a1b1"), wotn.Unfinished, wotn.Running)
		t.ends(t.game(p, "a1b1 h8g8"), wotn.Draw, wotn.SeventyFiveMoves)
		t.ends(t.game(t.play(p, "a1b1 h8g8"), ""), wotn.Draw, wotn.SeventyFiveMoves)
		mate := t.board(wotn.Standard, "w - - 149 90", `
			8  . . . . . . . k
			7  R . . . . . . .
			6  . R . . . . . .
			1  K . . . . . . .`)
		t.ends(t.game(mate, "b6b8"), wotn.WhiteWins, wotn.Checkmate)
	}},
	{"7.5", "goes back to 0 with every capture, every pawn move and every promotion", func(t paragraph) {
		p := t.board(wotn.Standard, "w - - 40 60", `
			8  . . . . . . . k
			7  N . . . . . . .
			4  . . Q . . . . p
			2  P . . . . . . .
			1  K . . . . . . .`)
		for moves, want := range map[string]int{
			"a7b5": 41, "c4d4": 41, "a1b1": 41,
			"a7c8m": 0, // a promotion
			"a2a3":  0, // a pawn move
			"c4h4":  0, // a capture without promotion
		} {
			after := t.play(p, moves)
			if after.HalfmoveClock() != want {
				t.Errorf("after %s the halfmove clock is %d, want %d", moves, after.HalfmoveClock(), want)
			}
		}
	}},
	{"7.6", "and so are the en passant captures actually possible", func(t paragraph) {
		again := func(fields, picture, moves string) int {
			return t.game(t.board(wotn.Standard, fields, picture), moves).Repetitions()
		}
		const pieces = `
			8  r . . . k . . r
			1  R . . . K . . R`
		const rooks = " a1b1 a8b8 b1a1 b8a8"
		// Without castling rights the first position repeats, with them it does
		// not.
		if n := again("w", pieces, rooks+rooks); n != 3 {
			t.Errorf("occurred %d times", n)
		}
		if n := again("w KQkq", pieces, rooks+rooks); n != 2 {
			t.Errorf("with castling rights occurred %d times", n)
		}
		const kings = " e1d1 e8d8 d1e1 d8e8"
		const pawns = `
			8  . . . . k . . .
			7  . . . p . . . .
			5  . . P . . . . .
			1  . . . . K . . .`
		if n := again("b", pawns, "d7d5"+kings); n != 1 {
			t.Errorf("with a capture en passant occurred %d times", n)
		}
		// A double step has no effect on repetition if no pawn can capture.
		if n := again("b", strings.Replace(pawns, "P", ".", 1), "d7d5"+kings); n != 2 {
			t.Errorf("without a capture en passant occurred %d times", n)
		}
		// A different side to move.
		if n := again("w", pieces, "e1e2 e8e7 e2e3 e7e8 e3e2 e8e7 e2e1 e7e8"); n != 2 {
			t.Errorf("occurred %d times", n)
		}
	}},

	{"8.1", "the winner's handicap falls by one point if the winner has any; otherwise the loser's rises by one", func(t paragraph) {
		h := wotn.Handicap{}
		for i, want := range []wotn.Handicap{{0, 1}, {0, 2}, {0, 1}, {0, 0}, {1, 0}, {0, 0}} {
			h = h.After([]int{0, 0, 1, 1, 1, 0}[i])
			if h != want {
				t.Errorf("after %d games %v, want %v", i+1, h, want)
			}
		}
	}},
	{"8.2", "A draw changes nothing.", func(t paragraph) {
		for _, h := range []wotn.Handicap{{}, {0, 3}, {1, 0}} {
			if h.After(wotn.NoPlayer) != h {
				t.Errorf("%v becomes %v", h, h.After(wotn.NoPlayer))
			}
		}
	}},
	{"8.3", "Several points can go to one piece or to several.", func(t paragraph) {
		start := wotn.Start(wotn.Standard)
		s := start.Setup()
		for _, promotion := range []struct {
			on   string
			into wotn.Kind
		}{{"d2", wotn.Priest}, {"d2", wotn.Bishop}, {"d2", wotn.Archbishop}, {"g1", wotn.Baron}} {
			if err := s.HandicapPromote(wotn.White, ruleSquare(promotion.on), promotion.into); err != nil {
				t.Error(err)
			}
		}
		if err := s.HandicapPromote(wotn.White, ruleSquare("b1"), wotn.Guard); err == nil {
			t.Error("a guard in the standard variant")
		}
		if err := s.HandicapPromote(wotn.White, ruleSquare("a7"), wotn.Squire); err == nil {
			t.Error("a handicap point for the opponent's piece")
		}
		p, err := s.Position()
		if err != nil {
			t.Fatal(err)
		}
		t.equal(p.String(), "rnbqkbnr/pppppppp/8/8/8/8/PPPAPPPP/RNBQKBMR w KQkq - 0 1")
		s.Variant = wotn.Alternative
		if err := s.HandicapPromote(wotn.White, ruleSquare("b1"), wotn.Guard); err != nil {
			t.Error(err)
		}
	}},
	{"8.4", "A king cannot be promoted.", func(t paragraph) {
		start := wotn.Start(wotn.Standard)
		s := start.Setup()
		var refused *wotn.HandicapError
		if err := s.HandicapPromote(wotn.White, ruleSquare("e1"), wotn.King); !errors.As(err, &refused) || refused.Code != wotn.HandicapKing {
			t.Error(err)
		}
		if s.HandicapPromotions(ruleSquare("e1")) != nil {
			t.Error("handicap promotions of a king")
		}
	}},
	{"8.5", "makes the first move: that player is White", func(t paragraph) {
		for previous := wotn.NoPlayer; previous <= 1; previous++ {
			if (wotn.Handicap{2, 0}).White(previous) != 0 || (wotn.Handicap{0, 1}).White(previous) != 1 {
				t.Errorf("after White was %d, the player with the handicap is not White", previous)
			}
		}
	}},
	{"8.6", "With no handicap on either side, the colours alternate from game to game.", func(t paragraph) {
		if (wotn.Handicap{}).White(0) != 1 || (wotn.Handicap{}).White(1) != 0 {
			t.Error("the colors do not alternate")
		}
	}},
	{"8.7", "it has no double step, and it neither captures nor is captured en passant", func(t paragraph) {
		p := t.board(wotn.Standard, "w", `
			8  . . . . k . . .
			4  . . p . . . . .
			2  . . . S . . D .
			1  . . . . K . . .`)
		// The squire leaps two squares as a squire, so that it cannot be
		// captured en passant.
		t.equal(t.reaches(p, "d2"), "c2 d1 d3 d4 e2")
		after := t.play(p, "d2d4")
		t.equal(after.EnPassant().String(), "-")
		t.equal(t.reaches(after, "c4"), "c3")
		// A squire beside a pawn that has made a double step cannot capture it.
		p = t.play(t.board(wotn.Standard, "b", `
			8  . . . . k . . .
			7  . . . p . . . .
			5  . . . . S . . .
			1  . . . . K . . .`), "d7d5")
		t.equal(p.EnPassant().String(), "-")
		t.equal(t.moves(p, "e5d6"), "")
	}},
	{"8.8", "A corner piece with a handicap promotion castles as in 6.3.", func(t paragraph) {
		start := wotn.Start(wotn.Standard)
		s := start.Setup()
		if err := s.HandicapPromote(wotn.White, ruleSquare("h1"), wotn.Fool); err != nil {
			t.Fatal(err)
		}
		p, err := s.Position()
		if err != nil {
			t.Fatal(err)
		}
		after := t.play(p, "g1f3 a7a6 g2g3 a6a5 f1g2 a5a4 e1g1")
		t.equal(after.At(ruleSquare("f1")).String()+after.At(ruleSquare("g1")).String(), "FK")
	}},

	{"9.1", "The en passant square is written only where such a capture is legal.", func(t paragraph) {
		text := t.Code()[0]
		p, err := wotn.ParsePosition(wotn.Standard, text)
		if err != nil {
			t.Fatal(err)
		}
		t.equal(p.String(), text)
		t.equal(t.Diagrams()[0]["position"], text)
		p, err = wotn.ParsePosition(wotn.Standard, strings.TrimSuffix(text, "1")+"0")
		if err != nil {
			t.Fatal(err)
		}
		t.equal(p.String(), text)
		// A corner of a castling right can have any piece that was a rook.
		promoted := t.board(wotn.Standard, "w K", `
			8  . . . . k . . .
			1  . . . . K . . H`)
		t.equal(promoted.String(), "4k3/8/8/8/8/8/8/4K2H w K - 0 1")
		p = t.play(wotn.Start(wotn.Standard), "e2e4")
		t.equal(p.EnPassant().String(), "-")
		p = t.play(p, "a7a6 e4e5 d7d5")
		t.equal(p.EnPassant().String(), "d6")
		// The pawn is pinned and cannot capture.
		p = t.play(t.board(wotn.Standard, "b", `
			8  . . . k r . . .
			7  . . . p . . . .
			5  . . . . P . . .
			1  . . . . K . . .`), "d7d5")
		t.equal(p.EnPassant().String(), "-")
	}},
	{"9.2", "is refused, with every reason at once", func(t paragraph) {
		for _, c := range []struct{ fields, picture, want string }{
			{"w", "1  K . . . . . . .", "no-king"},
			{"w", "8  P . . . . . . k\n1  K . . . . . . p", "pawn-rank pawn-rank"},
			{"w", "6  . P . . . . . k\n1  K P . . . . . .", "pawn-rank pawn-rank"},
			{"w", "8  . . . . . . . k\n1  K . . . . . . R", "opponent-in-check"},
			{"w", "8  . . k . . . . k\n1  K . . . . . . R", ""}, // two kings
			{"w K", "8  . . . . . . k .\n1  . . . K . . . R", "castling-king"},
			{"w K", "8  . . . . k . . .\n1  . . . . K . . N", "castling-corner"},
			{"w K", "8  . . . . k . . .\n1  . . . . K . . .", "castling-corner"},
			{"w K", "8  . . . . k . . .\n1  . . . . K . . r", "castling-corner"},
			{"w K", "8  . . . . k . . .\n1  . . . . K . . F", ""}, // level 6
			{"w - d6", "8  . . . . k . . .\n5  . . . . P . . .\n1  . . . . K . . .", "en-passant-square"},
			{"w - d6", "8  . . . . k . . .\n7  . . . n . . . .\n5  . . . p P . . .\n1  . . . . K . . .", "en-passant-square"},
			{"w - d6", "8  . . . . k . . .\n6  . . . n . . . .\n5  . . . p P . . .\n1  . . . . K . . .", "en-passant-square"},
			{"w - d3", "8  . . . . k . . .\n5  . . . p P . . .\n1  . . . . K . . .", "en-passant-square"},
			{"w", "8  . . . . k . . .\n4  D D D D D D D D\n3  D D D D D D D D\n1  . . . . K . . .", "too-many-pieces"},
			{"w", "8  . . . . k . . .\n4  G . . . . . . t\n1  . . . . K . . .", "unknown-kind unknown-kind"},
			{"w KQ - 0 1", "8  P . . . . . . .\n5  . . . . . . G .", "no-king no-king unknown-kind pawn-rank castling-king castling-corner castling-corner"},
		} {
			t.equal(t.refused(wotn.Standard, c.fields, c.picture), c.want)
		}
		t.equal(t.refused(wotn.Alternative, "w", "8  . . . . k . . .\n4  G . . . . . . t\n1  . . . . K . . ."), "")
		_, err := wotn.ParsePosition(wotn.Standard, t.Diagrams()[0]["position"])
		var refused *wotn.SetupError
		if !errors.As(err, &refused) {
			t.Fatal(err)
		}
		var codes []string
		for _, p := range refused.Problems {
			codes = append(codes, string(p.Code))
		}
		t.equal(strings.Join(codes, " "), "pawn-rank opponent-in-check castling-king castling-corner en-passant-square")
		if n := len(t.Table()); n != 8 {
			t.Errorf("the paragraph has %d reasons, the test 8", n)
		}
	}},
	{"9.3", "An en passant square without a legal capture is accepted and dropped.", func(t paragraph) {
		p := t.board(wotn.Standard, "b - e3", `
			8  . . . . k . . .
			4  . . . . P . . .
			1  . . . . K . . .`)
		t.equal(p.String(), "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1")
	}},
	{"9.4", "A promotion always adds the letter of the new kind in lower case, even if only one kind is possible", func(t paragraph) {
		p := t.board(wotn.Standard, "w KQ", `
			8  . . . . k . . .
			5  . . . . d . . .
			4  . . . P . . . .
			3  . . S . . . . .
			1  R . . . K . . R`)
		var special []string
		for _, m := range p.AppendMoves(nil) {
			if m.Promotion() != wotn.NoKind || m.IsCastling() {
				special = append(special, m.String())
			}
		}
		slices.Sort(special)
		t.equal(strings.Join(special, " "), "d4e5d d4e5s e1c1 e1g1")
		t.cannot(p, "d4e5")
		p = t.board(wotn.Standard, "w", `
			8  . . . . k . . .
			5  . . . d . . . .
			4  . . . S . . . .
			1  . . . . K . . .`)
		t.can(p, "d4d5n")
		t.cannot(p, "d4d5")
	}},
	{"9.5", "A promotion follows after a slash, as the new kind in his notation", func(t paragraph) {
		p := t.play(wotn.Start(wotn.Standard), "e2e4 e7e5 g1f3 b8c6 d2d4 c6d4")
		m, err := p.ParseSAN("Nxd4/NW")
		if err != nil || p.SAN(m) != "Nxd4/NW" || m.String() != "f3d4m" {
			t.Error(m, err)
		}
		p = t.play(p, "f3d4m")
		m, err = p.ParseSAN("exd4/WfbD")
		if err != nil || p.SAN(m) != "exd4/WfbD" {
			t.Error(m, err)
		}
		p = t.board(wotn.Standard, "b", `
			8  . . . . k . . .
			3  . . M . . . . .
			2  . . . . K . . .
			1  q . . . . . . .`)
		if m, err = p.ParseSAN("Qxc3/BNN+"); err != nil || p.SAN(m) != "Qxc3/BNN+" {
			t.Error(m, err)
		}
	}},
	{"9.6", "Pieces that do not exist in chess are written in brackets", func(t paragraph) {
		p := t.board(wotn.Standard, "w", `
			8  . . . . . . . k
			5  . . . . p . . .
			4  . . . . . . . .
			3  . L . . D . . .
			1  K . . . . . . .`)
		for text, want := range map[string]string{"(AD)c3": "e3c3", "(BNN)d2": "b3d2", "Kb1": "a1b1"} {
			m, err := p.ParseSAN(text)
			if err != nil || m.String() != want || p.SAN(m) != text {
				t.Errorf("%s is parsed as %s, written as %s, %v", text, m, p.SAN(m), err)
			}
		}
	}},
	{"9.7", "the file is added, else the rank, else both", func(t paragraph) {
		p := t.board(wotn.Standard, "w", `
			8  . . . . . . . k
			5  N . . . . . . .
			3  . . . . . . . .
			1  N . . . N . . K`)
		for text, want := range map[string]string{"N5b3": "a5b3", "N1b3": "a1b3", "Na1c2": "a1c2", "Nec2": "e1c2", "Nac2": "a1c2"} {
			m, err := p.ParseSAN(text)
			if err != nil || m.String() != want {
				t.Errorf("%s is parsed as %s, %v", text, m, err)
			}
		}
		if _, err := p.ParseSAN("Nc2"); !errors.Is(err, wotn.ErrAmbiguousMove) {
			t.Errorf("Nc2: %v", err)
		}
		for move, want := range map[string]string{"a5b3": "N5b3", "a1c2": "Nac2", "e1c2": "Nec2", "e1d3": "Nd3"} {
			m, _ := p.ParseMove(move)
			t.equal(p.SAN(m), want)
		}
		p = t.board(wotn.Standard, "w", `
			8  . . . . . . . k
			5  H . . . H . . .
			1  H . . . . . . K`)
		// From a1 and a5 to b3; from a5 and e5 to c6.
		m, _ := p.ParseMove("a5b3")
		t.equal(p.SAN(m), "(NN)5b3")
		m, _ = p.ParseMove("e5c6")
		t.equal(p.SAN(m), "(NN)ec6")
		// For e1 the queen on a5 shares its file with one queen and its rank
		// with another.
		p = t.board(wotn.Standard, "w", `
			8  . . . . . k . .
			5  Q . . . Q . . .
			1  Q . . . . . . K`)
		m, _ = p.ParseMove("a5e1")
		t.equal(p.SAN(m), "Qa5e1")
	}},
	{"9.8", "A game is written with the spellings of the first column; the others are read as well.", func(t paragraph) {
		rows := t.Table()
		if len(rows) != 22 {
			t.Errorf("%d kinds", len(rows))
		}
		for _, row := range rows {
			k := kindNamed(strings.Split(row[0], ",")[0])
			written := strings.Trim(row[1], "`")
			if k == wotn.Pawn {
				written = ""
			}
			t.equal(k.Betza(), written)
			for _, spelling := range []string{written, strings.Trim(row[2], "`")} {
				if spelling != "" && wotn.KindOfBetza(spelling) != k {
					t.Errorf("%s is parsed as %s, not %s", spelling, wotn.KindOfBetza(spelling), k)
				}
			}
		}
		t.captionMoves("c3e5e", "c3e5q", "c3e5q")
	}},
	{"9.9", "is an error, unless only one kind is possible", func(t paragraph) {
		p := t.board(wotn.Standard, "w", `
			8  . . . . . . . k
			5  . . d . d . . .
			4  . . S P . . . .
			1  K . . . . . . .`)
		m, err := p.ParseSAN("(WfbD)xc5")
		if err != nil || m.String() != "c4c5n" {
			t.Error(m, err)
		}
		_, err = p.ParseSAN("dxe5")
		var refused *wotn.MoveError
		if !errors.As(err, &refused) || refused.Code != wotn.MovePromotionMissing || len(refused.Choices) != 2 {
			t.Error(err)
		}
		t.captionMoves("c3d5m", "", "f4g5s", "f4g5d")
		var problem *record.Problem
		if _, err = record.Read("1.e4 d5 2.exd5", wotn.Standard); !errors.As(err, &problem) || problem.Code != record.PromotionMissing {
			t.Error(err)
		}
	}},
	{"9.10", "a later move must be legal for at least one of them, and those for which it is not are dropped", func(t paragraph) {
		for note, want := range map[string]string{
			"2.exd5/any e6 3.(AD)d7+":  "e4d5d",
			"2.exd5/any e6 3.(WfbD)d6": "e4d5s",
			"2.exd5 e6 3.(AD)d7+":      "e4d5d",
		} {
			game, err := record.Read("1.e4 d5 2.Nc3 ("+note+") 2...e6", wotn.Standard)
			if err != nil || game.Problems != nil {
				t.Fatal(err, game.Problems)
			}
			t.equal(game.Line.Moves[2].Variations[0].Moves[0].Move.String(), want)
		}
		game, err := record.Read("1.e4 d5 2.Nc3 (2.exd5/any e6 3.(NW)d6) 2...e6", wotn.Standard)
		if err != nil || len(game.Problems) != 1 {
			t.Error(err, game.Problems)
		}
		diagram := t.Diagrams()[0]
		game, err = record.Read("[SetUp \"1\"]\n[FEN \""+diagram["position"]+"\"]\n\n1.Ke2 ("+t.quoted(diagram["caption"])[0]+") *", wotn.Standard)
		if err != nil || game.Problems != nil {
			t.Fatal(err, game.Problems)
		}
		t.equal(game.Line.Moves[0].Variations[0].Moves[0].Move.String(), "d4e5d")
	}},
	{"9.11", "A game is stored as PGN", func(t paragraph) {
		start := t.board(wotn.Alternative, "w KQkq", strings.Replace(startPicture, "P P P P P", "P P P P S", 1))
		game, err := record.New(t.game(start, "d2d4 d7d5"), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, tag := range []string{
			"[Variant \"Way of the Knight (alternative ways)\"]", "[SetUp \"1\"]",
			"[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPSPPP/RNBQKBNR w KQkq - 0 1\"]",
		} {
			if !strings.Contains(game.String(), tag+"\n") {
				t.Errorf("without %s:\n%s", tag, game.String())
			}
		}
		if game, err = record.New(t.game(wotn.Start(wotn.Standard), "d2d4"), nil); err != nil {
			t.Fatal(err)
		}
		if text := game.String(); !strings.Contains(text, "[Variant \"Way of the Knight\"]\n") || strings.Contains(text, "FEN") {
			t.Error(text)
		}
		const notes = "1.d4 {a comment} d5 $13 (1...e5 (1...f5) 2.dxe5/AD) *"
		if game, err = record.Read(notes, wotn.Standard); err != nil {
			t.Fatal(err)
		}
		for _, kept := range []string{"{a comment}", "$13", "(1...e5 (1...f5) 2.dxe5/AD)"} {
			if !strings.Contains(game.String(), kept) {
				t.Errorf("without %s:\n%s", kept, game.String())
			}
		}
	}},
	{"9.12", "Both sample games of the English text can be replayed. One of Betza's notes cannot", func(t paragraph) {
		for file, want := range map[string]string{"betza": "19...(BNN)g5+", "trenholme": ""} {
			text, err := os.ReadFile("testdata/games/" + file + ".pgn")
			if err != nil {
				t.Fatal(err)
			}
			game, err := record.Read(string(text), wotn.Standard)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, p := range game.Problems {
				got += p.MoveNumber + p.Text
			}
			t.equal(got, want)
			if file == "betza" {
				p := wotn.Start(wotn.Standard)
				for _, m := range game.Line.Moves[:36] {
					p.PlayInto(&p, m.Move)
				}
				p = t.play(p, "c4d3")
				t.equal(p.String(), t.Diagrams()[0]["position"])
			}
		}
	}},

	{"10.1", "any number of bishops all on squares of one colour", func(t paragraph) {
		for text, want := range map[string]wotn.Reason{
			t.Diagrams()[0]["position"]:          wotn.InsufficientMaterial,
			"8/8/8/4k3/8/8/8/K1B5 w - - 0 1":     wotn.InsufficientMaterial,
			"8/8/8/4k3/8/8/8/K7 w - - 0 1":       wotn.BareKings,
			"8/8/8/4k3/8/4B3/7b/K5B1 w - - 0 1":  wotn.InsufficientMaterial,
			"8/8/8/4k3/8/4B3/7b/K4B2 w - - 0 1":  wotn.Running,
			"8/8/8/4k3/8/8/8/K1N1N3 w - - 0 1":   wotn.Running,
			"8/8/8/3nk3/8/8/8/K1N5 w - - 0 1":    wotn.Running,
			"8/8/4p3/4k3/8/8/8/K1N5 w - - 0 1":   wotn.Running,
			"7k/8/8/8/8/8/8/K2B4 w - - 0 1":      wotn.InsufficientMaterial,
			"7k/7b/8/8/8/8/8/K1B5 w - - 0 1":     wotn.Running,
			"7k/8/8/8/8/8/8/K1Q5 w - - 0 1":      wotn.Running,
			"k7/P7/1K6/8/8/8/8/8 b - - 0 1":      wotn.Stalemate,
			"8/8/8/4k3/8/8/8/K1N5 w - - 149 100": wotn.InsufficientMaterial,
		} {
			p, err := wotn.ParsePosition(wotn.Chess, text)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.Outcome().Reason; got != want {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		}
	}},
	{"10.2", "A player who runs out of time draws if the opponent has not the material to give mate", func(t paragraph) {
		for text, want := range map[string]bool{
			t.Diagrams()[0]["position"]:        false,
			"8/3p4/8/4k3/8/8/8/K1B5 b - - 0 1": true,
			"8/3n4/8/4k3/8/8/8/K1B5 b - - 0 1": true,
			"3q4/8/8/4k3/8/8/8/K1N5 b - - 0 1": false,
			"3r4/8/8/4k3/8/8/8/K1N5 b - - 0 1": true,
			"3q4/8/8/4k3/8/8/8/K7 b - - 0 1":   false,
		} {
			p, err := wotn.ParsePosition(wotn.Chess, text)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.CanWin(wotn.White); got != want {
				t.Errorf("%s: White can win: %v", text, got)
			}
		}
	}},
	{"10.3", "dropped and reported", func(t paragraph) {
		text := t.Diagrams()[0]["position"]
		setup, err := wotn.ParseSetup(wotn.Chess, text)
		if err != nil {
			t.Fatal(err)
		}
		var codes []string
		for _, p := range setup.Dropped() {
			codes = append(codes, string(p.Code)+":"+p.Square.String())
		}
		t.equal(strings.Join(codes, " "), "castling-king:e1 castling-corner:h1 castling-king:e8 castling-corner:h8 en-passant-square:d6")
		p, err := setup.Position()
		if err != nil {
			t.Fatal(err)
		}
		t.equal(p.String(), "r2q1rk1/ppp2ppp/2n5/8/8/2N5/PPP2PPP/R2Q1RK1 w - - 0 12")
		p, err = wotn.ParsePosition(wotn.Chess, "r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		t.equal(p.String(), "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1")
		if setup.Variant = wotn.Standard; setup.Dropped() != nil {
			t.Error("Way of the Knight drops rights")
		}
	}},
}
