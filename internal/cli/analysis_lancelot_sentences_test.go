package cli

import (
	"testing"

	"tafelrunde/internal/judge"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
	"tafelrunde/lancelot/search"
)

// TestLancelotSentences: the consequences of a turn in both languages.
func TestLancelotSentences(t *testing.T) {
	parse := func(text string) lancelot.Position {
		p, err := lancelot.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	at := func(name string) lancelot.Square {
		square, err := lancelot.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		return square
	}
	captures := func(seat lancelot.Seat, squares ...string) (list []lancelot.Capture) {
		for _, name := range squares {
			list = append(list, lancelot.Capture{Square: at(name), Seat: seat})
		}
		return list
	}
	three := parse("10/10/10/10/10/10/10/10/10/10 a 0,0,0 30,30,30 - basic 8")
	two := parse("8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7")
	// In this position h6 captures two stones and wins, and no turn ends it otherwise.
	winning := parse("4a3/8/4a3/8/8/a1ab4/8/4b3 a 0,0 26,28 - basic 2")
	won, err := winning.Play(lancelot.StoneTurn(at("h6")))
	if err != nil {
		t.Fatal(err)
	}
	turn := lancelot.StoneTurn(at("g8"))
	quiet := search.Candidate{Turn: turn, WinShares: [lancelot.MaxSeats]engine.Score{304, 350, 346}}
	wins := search.Candidate{
		Turn: turn, WinShares: [lancelot.MaxSeats]engine.Score{1000}, Outcome: won.Outcome(), Captures: captures(1, "g5"),
	}
	for _, c := range []struct {
		position        *lancelot.Position
		candidate       search.Candidate
		english, german string
	}{
		{
			&three, quiet,
			"g8 captures nothing; nobody can then capture one of your stones; your win share is then 30%.",
			"g8 schlägt nichts; dann kann niemand einen deiner Steine schlagen; deine Gewinnchance beträgt dann 30 %.",
		},
		{
			&three, search.Candidate{
				Turn: turn, WinShares: [lancelot.MaxSeats]engine.Score{515, 240, 245}, Captured: 3,
				Captures: captures(1, "g5", "g6"), Gains: 2, Gain: 60,
				Threats: []search.Threat{{By: 1, Turn: lancelot.StoneTurn(at("h8")), Captures: captures(0, "c8", "g8")}, {By: 2, Turn: lancelot.StoneTurn(at("g3")), Captures: captures(0, "g8")}},
			},
			"g8 captures 2 stones, 3 of 8 in total; seat B could then capture 2 of your stones with h8, seat C could then capture one of your stones with g3; among the others seat C benefits most; your win share is then 52%.",
			"g8 schlägt 2 Steine, insgesamt 3 von 8; Spieler B könnte dann 2 deiner Steine mit h8 schlagen, Spieler C könnte dann einen deiner Steine mit g3 schlagen; von den anderen hat Spieler C am meisten davon; deine Gewinnchance beträgt dann 52 %.",
		},
		{
			&three, search.Candidate{
				Turn: turn, WinShares: [lancelot.MaxSeats]engine.Score{300, 200, 500},
				Kingmaking: search.Kingmaking{Instead: lancelot.StoneTurn(at("h4")), For: 2, Change: 123},
			},
			"g8 captures nothing; nobody can then capture one of your stones; your win share is then 30%; about as good for you as h4, but the win share of seat C is 12 percentage points higher.",
			"g8 schlägt nichts; dann kann niemand einen deiner Steine schlagen; deine Gewinnchance beträgt dann 30 %; für dich etwa so gut wie h4, aber die Gewinnchance von Spieler C ist um 12 Prozentpunkte höher.",
		},
		{
			&two, search.Candidate{
				Turn: turn, WinShares: [lancelot.MaxSeats]engine.Score{300, 700},
				ExcaliburThreats: []search.Threat{{By: 1, Turn: lancelot.ExcaliburStoneTurn(at("g6"), at("h8")), Captures: captures(0, "c8", "g8")}},
			},
			"g8 captures nothing; no single stone can then capture one of yours, but seat B could capture 2 of your stones with the king's power (X g6 · h8); your win share is then 30%.",
			"g8 schlägt nichts; kein einzelner Stein kann dann einen von deinen schlagen, aber Spieler B könnte mit der Macht des Königs 2 deiner Steine schlagen (X g6 · h8); deine Gewinnchance beträgt dann 30 %.",
		},
		{
			&three, search.Candidate{
				Turn: turn, WinShares: [lancelot.MaxSeats]engine.Score{300, 200, 500},
				Threats:          []search.Threat{{By: 1, Turn: lancelot.StoneTurn(at("h8")), Captures: captures(0, "g8")}},
				ExcaliburThreats: []search.Threat{{By: 2, Turn: lancelot.StoneExcaliburTurn(at("h8"), at("g6")), Captures: captures(0, "c8", "g8")}},
			},
			"g8 captures nothing; seat B could then capture one of your stones with h8, seat C could then capture 2 of your stones with the king's power (h8 · X g6); your win share is then 30%.",
			"g8 schlägt nichts; Spieler B könnte dann einen deiner Steine mit h8 schlagen, Spieler C könnte dann mit der Macht des Königs 2 deiner Steine schlagen (h8 · X g6); deine Gewinnchance beträgt dann 30 %.",
		},
		{
			&two, search.Candidate{Turn: turn, WinShares: [lancelot.MaxSeats]engine.Score{0, 1000}, Proved: true, Gains: 1, Gain: 200},
			"g8 captures nothing; nobody can then capture one of your stones; seat B benefits; this loses if seat B plays well.",
			"g8 schlägt nichts; dann kann niemand einen deiner Steine schlagen; das nützt Spieler B; das verliert, wenn Spieler B gut spielt.",
		},
		{
			&two, search.Candidate{Turn: turn, WinShares: [lancelot.MaxSeats]engine.Score{1000}, Proved: true},
			"g8 captures nothing; nobody can then capture one of your stones; the win is then forced.",
			"g8 schlägt nichts; dann kann niemand einen deiner Steine schlagen; der Sieg ist damit erzwungen.",
		},
		{
			&three, search.Candidate{Turn: turn, WinShares: [lancelot.MaxSeats]engine.Score{1000}, Proved: true},
			"g8 captures nothing; nobody can then capture one of your stones; this wins if all players play perfectly.",
			"g8 schlägt nichts; dann kann niemand einen deiner Steine schlagen; das gewinnt, wenn alle perfekt spielen.",
		},
		{
			&three, search.Candidate{Turn: turn, WinShares: [lancelot.MaxSeats]engine.Score{0, 1000}, Proved: true},
			"g8 captures nothing; nobody can then capture one of your stones; this loses if the others play well.",
			"g8 schlägt nichts; dann kann niemand einen deiner Steine schlagen; das verliert, wenn die anderen gut spielen.",
		},
		{
			&winning, wins,
			"g8 captures one stone and wins the game.",
			"g8 schlägt einen Stein und gewinnt die Partie.",
		},
	} {
		if got := sentencesIn("en", c.position).candidate(&c.candidate); got != c.english {
			t.Errorf("got  %s\nwant %s", got, c.english)
		}
		if got := sentencesIn("de", c.position).candidate(&c.candidate); got != c.german {
			t.Errorf("got  %s\nwant %s", got, c.german)
		}
	}
	english, german := sentencesIn("en", &three), sentencesIn("de", &three)
	for kind, want := range map[judge.Kind][2]string{
		judge.Good:       {"g8 was good: nothing much better was found.", "g8 war gut: Es wurde kein deutlich besserer Zug gefunden."},
		judge.Inaccuracy: {"g8 was an inaccuracy and cost 6 percentage points of win share. ", "g8 war ungenau und kostete 6 Prozentpunkte Gewinnchance. "},
		judge.Mistake:    {"g8 was a mistake and cost 6 percentage points of win share. ", "g8 war ein Fehler und kostete 6 Prozentpunkte Gewinnchance. "},
		judge.Blunder:    {"g8 was a blunder and cost 6 percentage points of win share. ", "g8 war ein Patzer und kostete 6 Prozentpunkte Gewinnchance. "},
	} {
		v := judge.TurnVerdict{Played: quiet, Better: wins, Loss: 55, Kind: kind}
		if kind != judge.Good {
			want[0] += english.candidate(&quiet) + " Better: " + english.candidate(&wins)
			want[1] += german.candidate(&quiet) + " Besser: " + german.candidate(&wins)
		}
		if got := [2]string{english.verdict(&v), german.verdict(&v)}; got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
}
