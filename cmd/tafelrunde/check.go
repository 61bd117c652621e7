package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"tafelrunde/internal/cli"
	lancelotrecord "tafelrunde/lancelot/record"
	"tafelrunde/wotn"
	"tafelrunde/wotn/record"
)

// checkCommand reads files with games and reports what the reader makes of them.
type checkCommand struct {
	cli.GameFlag
	Files  []string `arg:"" optional:"" placeholder:"FILE" help:"Files with games (default: standard input)."`
	Places int      `default:"3" placeholder:"N" help:"Most places shown for each cause (3)."`

	Variant string `default:"detect" group:"wotn" placeholder:"VARIANT" help:"Variant of games that name none: detect (the default), wotn, wotn-alternative or chess."`
}

// Help explains the report.
func (checkCommand) Help() string {
	return "Each game is read as the import of the page reads it. The report counts the games that are right, that were read with a remark " +
		"and that are refused, and lists the causes with their first places. The status is 1 if a game is refused."
}

func (c *checkCommand) Run(term cli.Terminal) error {
	if c.Places < 0 {
		return &cli.Misuse{Reason: "--places must not be negative"}
	}
	reader := func(text string) gameReader { return &lancelotGames{lancelotrecord.NewReader(text)} }
	if c.Game == cli.WotnGame {
		read := record.NewDetectingReader
		if c.Variant != "detect" {
			variant, err := cli.ParseVariant(c.Variant)
			if err != nil {
				return err
			}
			read = func(text string) *record.Reader { return record.NewReader(text, variant) }
		}
		reader = func(text string) gameReader { return &wotnGames{read(text)} }
	}
	r := collection{places: c.Places, named: len(c.Files) > 1}
	if len(c.Files) == 0 {
		c.Files = []string{"-"}
	}
	for _, name := range c.Files {
		if err := r.readFile(name, reader); err != nil {
			return err
		}
	}
	r.write(term.Out)
	if r.refused > 0 {
		return cli.ErrReported
	}
	return nil
}

// gameReader reads the games of a text one by one.
type gameReader interface {
	// next returns the problems of the next game, and whether it is refused. After the
	// last game it returns io.EOF.
	next() (found []problem, refused bool, err error)
	// Offset returns the offset of the next game.
	Offset() int
}

// problem is a problem of a game: its cause, what was found and where.
type problem struct {
	cause, text string
	offset      int
}

type wotnGames struct{ *record.Reader }

func (r *wotnGames) next() (found []problem, refused bool, err error) {
	begin := r.Offset()
	game, err := r.Next()
	if err == io.EOF {
		return nil, false, err
	}
	add := func(p *record.Problem) {
		cause := string(p.Code)
		var move *wotn.MoveError
		if errors.As(p.Err, &move) && string(move.Code) != cause {
			cause += ", " + string(move.Code)
		}
		text, _, _ := strings.Cut(p.Error(), " (at offset ") // the offset is that of a part
		found = append(found, problem{cause, text, p.Offset})
	}
	var wrong *record.Problem
	if errors.As(err, &wrong) {
		add(wrong)
		return found, true, nil
	}
	if game.Empty() {
		add(&record.Problem{Code: record.NoGame, Offset: begin, Ply: -1})
		return found, true, nil
	}
	for _, p := range game.Problems {
		add(p)
	}
	return found, false, nil
}

type lancelotGames struct{ *lancelotrecord.Reader }

func (r *lancelotGames) next() (found []problem, refused bool, err error) {
	game, err := r.Next()
	if err == io.EOF {
		return nil, false, err
	}
	add := func(p *lancelotrecord.Error) {
		where, text, _ := strings.Cut(p.Error(), ": ") // the offset is that of a part
		if turn, _, ok := strings.Cut(where, ", "); ok {
			text = turn + ": " + text
		}
		found = append(found, problem{string(p.Code), text, p.Offset})
	}
	var wrong *lancelotrecord.Error
	if errors.As(err, &wrong) {
		add(wrong)
		return found, true, nil
	}
	for _, p := range game.Problems {
		add(p)
	}
	return found, false, nil
}

// collection counts the games of files by their problems.
type collection struct {
	places int  // the most places of a cause
	named  bool // whether places name their file

	games, remarked, refused, assumed int
	remarks, refusals                 []*cause
}

// cause is a cause of problems with the number of games and the first places.
type cause struct {
	name   string
	games  int
	last   int // the last game counted
	places []string
}

// add counts a problem of the current game.
func add(causes *[]*cause, name string, game int) *cause {
	i := slices.IndexFunc(*causes, func(c *cause) bool { return c.name == name })
	if i < 0 {
		i = len(*causes)
		*causes = append(*causes, &cause{name: name})
	}
	c := (*causes)[i]
	if c.last != game {
		c.games, c.last = c.games+1, game
	}
	return c
}

// readFile reads a file in parts, so that its size does not matter.
func (r *collection) readFile(name string, reader func(string) gameReader) error {
	in := io.Reader(os.Stdin)
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	parts := bufio.NewScanner(in)
	parts.Buffer(make([]byte, 1<<20), maxRecordBytes)
	parts.Split(splitGames)
	number, line := 0, 1
	for parts.Scan() {
		text := decoded(parts.Bytes())
		games, at := reader(text), 0
		for {
			begin := games.Offset()
			found, refused, err := games.next()
			if err == io.EOF {
				break
			}
			number++
			line += strings.Count(text[at:begin], "\n")
			at = begin
			r.count(found, refused, func(p problem) string {
				place := fmt.Sprintf("game %d, line %d: %s", number, line+strings.Count(text[at:max(at, p.offset)], "\n"), p.text)
				if r.named {
					place = name + ", " + place
				}
				return place
			})
		}
		line += strings.Count(text[at:], "\n")
	}
	if errors.Is(parts.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("%s: a part of more than %d bytes has no end of a game", name, maxRecordBytes)
	}
	return parts.Err()
}

// count counts a game with its problems.
func (r *collection) count(found []problem, refused bool, place func(problem) string) {
	r.games++
	remarked := false
	causes := &r.remarks
	if refused {
		r.refused++
		causes = &r.refusals
	}
	for _, p := range found {
		if p.cause == string(record.AssumedChess) {
			r.assumed++
			continue
		}
		remarked = true
		c := add(causes, p.cause, r.games)
		if len(c.places) < r.places {
			c.places = append(c.places, place(p))
		}
	}
	if remarked && !refused {
		r.remarked++
	}
}

// write writes the report.
func (r *collection) write(out io.Writer) {
	fmt.Fprintf(out, "%8d  games\n%8d  right\n%8d  read with a remark\n%8d  refused\n", r.games, r.games-r.remarked-r.refused, r.remarked, r.refused)
	if r.assumed > 0 {
		fmt.Fprintf(out, "%8d  without a variant, read as orthodox chess\n", r.assumed)
	}
	writeCauses(out, "remarks", r.remarks)
	writeCauses(out, "refused", r.refusals)
}

func writeCauses(out io.Writer, title string, causes []*cause) {
	if len(causes) == 0 {
		return
	}
	slices.SortStableFunc(causes, func(a, b *cause) int { return b.games - a.games })
	fmt.Fprintf(out, "\n%s:\n", title)
	for _, c := range causes {
		fmt.Fprintf(out, "%8d  %s\n", c.games, c.name)
		for _, place := range c.places {
			fmt.Fprintf(out, "          %s\n", cli.Printable(place))
		}
	}
}

// afterGame matches the end of a game and the beginning of the next one's tags: a result at
// the end of a line that is no tag or comment, a blank line and a tag.
var afterGame = regexp.MustCompile(`(?m)^[^\[;%\n][^;\n]*?(?:\*|\d(?:-[\d/]+)+)[ \t\r]*\n(?:[ \t\r]*\n)+\[[A-Za-z]`)

// splitGames is a [bufio.SplitFunc] that splits a file with games into parts of whole games.
func splitGames(data []byte, atEOF bool) (advance int, part []byte, err error) {
	if atEOF {
		if len(data) == 0 {
			return 0, nil, nil
		}
		return len(data), data, nil
	}
	// The last end of a game is in the last kilobytes, except in damaged files.
	for size := 1 << 14; ; size *= 4 {
		from := 0
		if size < len(data) {
			from = len(data) - size
			from += 1 + bytes.IndexByte(data[from:], '\n') // a whole line
		}
		if ends := afterGame.FindAllIndex(data[from:], -1); ends != nil {
			end := from + ends[len(ends)-1][1]
			end = bytes.LastIndexByte(data[:end], '[')
			return end, data[:end], nil
		}
		if from == 0 {
			return 0, nil, nil
		}
	}
}

// decoded decodes a text file: UTF-8, or the usual encoding of old files. Its lines end with
// \n.
func decoded(data []byte) string {
	if !utf8.Valid(data) {
		data, _ = charmap.Windows1252.NewDecoder().Bytes(data)
	}
	return strings.ReplaceAll(strings.ReplaceAll(string(data), "\r\n", "\n"), "\r", "\n")
}
