package web

import (
	"bytes"
	"fmt"
	"html"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"

	"tafelrunde/internal/pictures"
	"tafelrunde/internal/web/core"
	"tafelrunde/wotn"
)

// words are the title and description of a page in one language.
type words struct{ title, description string }

// pageText is the text of a page.
type pageText struct {
	picture string // of samples
	english words
	german  words
}

// pageTexts has the pages with a title and description of their own, by path, in
// English and German. The page sets the same titles when it runs; these are for
// link previews and search engines, which do not run it.
var pageTexts = map[string]pageText{
	"/": {"wotn",
		words{"Tafelrunde", "Way of the Knight and Lancelot: two games of knights, in the browser, against the computer or each other."},
		words{"Tafelrunde", "Way of the Knight und Lancelot: zwei Spiele um Ritter, im Browser, gegen den Computer oder gegeneinander."},
	},
	"/play": {"wotn",
		words{"Play online", "Open tables for Way of the Knight and Lancelot: sit down or open one. No account is needed."},
		words{"Online spielen", "Offene Tische für Way of the Knight und Lancelot: Setz dich dazu oder eröffne einen. Ein Konto ist nicht nötig."},
	},
	"/join": {"wotn",
		words{"Invitation", "With this invitation you can create an account and play Way of the Knight and Lancelot here."},
		words{"Einladung", "Mit dieser Einladung kannst du ein Konto anlegen und hier Way of the Knight und Lancelot spielen."},
	},
	"/leaderboards": {"wotn",
		words{"Leaderboards", "The best players of Way of the Knight and Lancelot on this server, for each game and kind of clock."},
		words{"Bestenlisten", "Die besten Spieler von Way of the Knight und Lancelot auf diesem Server, für jedes Spiel und jede Bedenkzeit."},
	},
	"/tournaments": {"wotn",
		words{"Tournaments", "Round robins and leagues of Way of the Knight and Lancelot: enter one or create your own."},
		words{"Turniere", "Rundenturniere und Ligen für Way of the Knight und Lancelot: Mach mit oder richte selbst eines aus."},
	},
	"/opponents/wotn": {"wotn",
		words{"Play the computer", "Fifteen computer opponents for Way of the Knight and chess, from the jester to the wizard. Offline too, without an account."},
		words{"Gegen den Computer", "Fünfzehn Computergegner für Way of the Knight und Schach, vom Hofnarren bis zum Zauberer. Auch offline, ohne Konto."},
	},
	"/opponents/lancelot": {"lancelot",
		words{"Play the computer", "Fifteen computer opponents for Lancelot for two to five, from the jester to the wizard. Offline too, without an account."},
		words{"Gegen den Computer", "Fünfzehn Computergegner für Lancelot zu zweit bis fünft, vom Hofnarren bis zum Zauberer. Auch offline, ohne Konto."},
	},
	"/play/friend": {"wotn",
		words{"Play a friend", "Invite friends with a link to Way of the Knight or Lancelot. Nobody needs an account."},
		words{"Mit Freunden spielen", "Lade Freunde mit einem Link zu Way of the Knight oder Lancelot ein. Niemand braucht ein Konto."},
	},
	"/play/new": {"wotn",
		words{"New table", "Open a table of Way of the Knight, Lancelot or chess and invite others with a link."},
		words{"Neuer Tisch", "Eröffne einen Tisch für Way of the Knight, Lancelot oder Schach und lade mit einem Link ein."},
	},
	"/wotn/new": {"wotn",
		words{"New game of Way of the Knight", "Play Way of the Knight against the computer or on one screen, in the browser. No account is needed."},
		words{"Neue Partie Way of the Knight", "Way of the Knight gegen den Computer oder an einem Bildschirm, im Browser. Ein Konto ist nicht nötig."},
	},
	"/lancelot/new": {"lancelot",
		words{"New game of Lancelot", "Play Lancelot for two to five against computers or on one screen, in the browser. No account is needed."},
		words{"Neue Partie Lancelot", "Lancelot zu zweit bis fünft gegen Computer oder an einem Bildschirm, im Browser. Ein Konto ist nicht nötig."},
	},
	"/games": {"wotn",
		words{"Saved games", "The games of Way of the Knight, Lancelot and chess that are saved in this browser: search, analyse and import them."},
		words{"Gespeicherte Partien", "Die Partien von Way of the Knight, Lancelot und Schach, die in diesem Browser gespeichert sind: suchen, analysieren, importieren."},
	},
	"/analysis/wotn": {"wotn",
		words{"Analysis board", "Analyse games and positions of Way of the Knight and chess with the engine, in the browser."},
		words{"Analysebrett", "Partien und Stellungen von Way of the Knight und Schach mit der Engine analysieren, im Browser."},
	},
	"/analysis/lancelot": {"lancelot",
		words{"Analysis board", "Analyse games and positions of Lancelot with the engine, in the browser."},
		words{"Analysebrett", "Partien und Stellungen von Lancelot mit der Engine analysieren, im Browser."},
	},
	"/studies": {"wotn",
		words{"Studies", "Analysed games and positions of Way of the Knight, chess and Lancelot, in chapters."},
		words{"Studien", "Analysierte Partien und Stellungen von Way of the Knight, Schach und Lancelot, in Kapiteln."},
	},
	"/pieces": {"wotn",
		words{"Pieces", "All pieces of Way of the Knight, from pawn to king: how they move and what they become."},
		words{"Figuren", "Alle Figuren von Way of the Knight, vom Bauern bis zum König: wie sie ziehen und was aus ihnen wird."},
	},
	"/learn": {"wotn",
		words{"Learn", "Way of the Knight and Lancelot in short exercises on the board, up to your first win. Without an account."},
		words{"Lernen", "Way of the Knight und Lancelot in kurzen Übungen am Brett, bis zur ersten gewonnenen Partie. Ohne Konto."},
	},
	"/learn/wotn": {"wotn",
		words{"Way of the Knight in 60 seconds", "Six small moving pictures: levels, captures, promotions and several kings. Then the first exercise."},
		words{"Way of the Knight in 60 Sekunden", "Sechs kleine bewegte Bilder: Stufen, Schlagen, Aufstieg und mehrere Könige. Dann die erste Übung."},
	},
	"/learn/lancelot": {"lancelot",
		words{"Lancelot in 60 seconds", "Six small moving pictures: stones, leads, captures and closed lines. Then the first exercise."},
		words{"Lancelot in 60 Sekunden", "Sechs kleine bewegte Bilder: Steine, Übermacht, Schlagen und gesperrte Linien. Dann die erste Übung."},
	},
	"/puzzles": {"wotn",
		words{"Puzzles", "Puzzles of Way of the Knight and Lancelot: one each day, training at your level, Streak and Storm. Without an account."},
		words{"Aufgaben", "Aufgaben für Way of the Knight und Lancelot: jeden Tag eine, Training nach deiner Wertung, Streak und Storm. Ohne Konto."},
	},
	"/puzzles/wotn": {"wotn",
		words{"Training: Way of the Knight", "Puzzles of Way of the Knight that are as hard as fits your rating. Without an account."},
		words{"Training: Way of the Knight", "Aufgaben für Way of the Knight, so schwer, wie es zu deiner Wertung passt. Ohne Konto."},
	},
	"/puzzles/wotn/archive": {"wotn",
		words{"Archive: Way of the Knight", "All puzzles of the day of Way of the Knight."},
		words{"Archiv: Way of the Knight", "Alle Aufgaben des Tages für Way of the Knight."},
	},
	"/puzzles/wotn/streak": {"wotn",
		words{"Puzzle Streak: Way of the Knight", "Solve harder and harder puzzles of Way of the Knight until the first mistake."},
		words{"Puzzle Streak: Way of the Knight", "Löse immer schwerere Aufgaben für Way of the Knight bis zum ersten Fehler."},
	},
	"/puzzles/wotn/storm": {"wotn",
		words{"Puzzle Storm: Way of the Knight", "Solve as many puzzles of Way of the Knight as you can in three minutes."},
		words{"Puzzle Storm: Way of the Knight", "Löse in drei Minuten so viele Aufgaben für Way of the Knight wie möglich."},
	},
	"/puzzles/lancelot": {"lancelot",
		words{"Training: Lancelot", "Puzzles of Lancelot that are as hard as fits your rating. Without an account."},
		words{"Training: Lancelot", "Aufgaben für Lancelot, so schwer, wie es zu deiner Wertung passt. Ohne Konto."},
	},
	"/puzzles/lancelot/archive": {"lancelot",
		words{"Archive: Lancelot", "All puzzles of the day of Lancelot."},
		words{"Archiv: Lancelot", "Alle Aufgaben des Tages für Lancelot."},
	},
	"/puzzles/lancelot/streak": {"lancelot",
		words{"Puzzle Streak: Lancelot", "Solve harder and harder puzzles of Lancelot until the first mistake."},
		words{"Puzzle Streak: Lancelot", "Löse immer schwerere Aufgaben für Lancelot bis zum ersten Fehler."},
	},
	"/puzzles/lancelot/storm": {"lancelot",
		words{"Puzzle Storm: Lancelot", "Solve as many puzzles of Lancelot as you can in three minutes."},
		words{"Puzzle Storm: Lancelot", "Löse in drei Minuten so viele Aufgaben für Lancelot wie möglich."},
	},
	"/puzzles/review": {"wotn",
		words{"Review your mistakes", "Puzzles you have failed and mistakes from your own games, to be solved again."},
		words{"Eigene Fehler wiederholen", "Aufgaben, die du nicht gelöst hast, und Fehler aus deinen Partien, zum Wiederholen."},
	},
	"/puzzles/statistics": {"wotn",
		words{"Statistics", "Your results with puzzles by day, rating and theme."},
		words{"Statistik", "Deine Ergebnisse mit Aufgaben nach Tag, Wertung und Motiv."},
	},
	"/settings": {"wotn",
		words{"Settings", "Board, pieces, notation, sounds and moves, as you like them."},
		words{"Einstellungen", "Brett, Figuren, Notation, Töne und Züge, wie du sie magst."},
	},
	"/account": {"wotn",
		words{"Your account", "Create an account or sign in, with a passkey or a password."},
		words{"Dein Konto", "Ein Konto anlegen oder anmelden, mit Passkey oder Passwort."},
	},
	"/following": {"wotn",
		words{"Players you follow", "See who is online or playing, watch their games and challenge them."},
		words{"Spieler, denen du folgst", "Wer online ist oder spielt: zuschauen und herausfordern."},
	},
	"/clubs": {"wotn",
		words{"Clubs", "Clubs of Tafelrunde: find one, join it or found your own."},
		words{"Vereine", "Vereine auf Tafelrunde: finden, beitreten oder selbst gründen."},
	},
	"/security": {"wotn",
		words{"Security", "Recovery codes, passkeys, password, sessions and tokens of your account."},
		words{"Sicherheit", "Wiederherstellungscodes, Passkeys, Passwort, Sitzungen und Token deines Kontos."},
	},
	"/rules/wotn": {"wotn",
		words{"Way of the Knight: rules", "Ralph Betza's chess variant in which pieces gain experience and are promoted."},
		words{"Way of the Knight: Regeln", "Ralph Betzas Schachvariante, in der Figuren Erfahrung sammeln und aufsteigen."},
	},
	"/rules/lancelot": {"lancelot",
		words{"Lancelot: rules", "Roland Siegers's game of stones for two to five: capture with a lead on lines."},
		words{"Lancelot: Regeln", "Roland Siegers' Legespiel für zwei bis fünf: Steine schlagen durch Übermacht auf Linien."},
	},
}

// kindPath returns the path of the page of a kind, as the page has it.
func kindPath(k wotn.Kind) string {
	return "/pieces/" + strings.ReplaceAll(strings.ToLower(k.Name()), " ", "-")
}

// describedPages are [pageText]s by path and positions by the name of their picture.
type describedPages struct {
	texts   map[string]pageText
	samples map[string]pictures.Card
}

// allPages returns the pages of pageTexts and one for each kind, with a picture of the
// piece among others. It is called by servers only: each board is made by the rules.
var allPages = sync.OnceValue(func() describedPages {
	d := describedPages{maps.Clone(pageTexts), maps.Clone(samples)}
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		board, err := pictures.FilledBoard(k)
		if err != nil {
			panic("web: " + k.Name() + ": " + err.Error())
		}
		name := strings.TrimPrefix(kindPath(k), "/pieces/")
		d.samples[name] = pictures.Card{Game: "wotn", Variant: board.Diagram.Variant.String(), Position: board.Diagram.Position, Title: k.Name()}
		english := [...]string{"neutral", "knight alignment", "bishop alignment"}[k.Alignment()]
		german := [...]string{"neutral", "weltlich", "geistlich"}[k.Alignment()]
		d.texts[kindPath(k)] = pageText{name,
			words{k.Name(), fmt.Sprintf("Way of the Knight, level %d, %s: how it moves, what it becomes, its value and a typical trick.", k.Level(), english)},
			words{pictures.GermanName(pictures.VariantOf(k), k), fmt.Sprintf("Way of the Knight, Stufe %d, %s: wie die Figur zieht, was aus ihr wird, ihr Wert und ein typischer Trick.", k.Level(), german)},
		}
	}
	return d
})

// samples are the positions on the pictures.
var samples = map[string]pictures.Card{
	"wotn":     {Game: "wotn", Variant: "wotn", Position: "r1bk3r/pp1p1Qpp/2p5/4l3/2B5/4K3/P1P3PP/4RR2 b - - 1 17", Title: "Way of the Knight"},
	"lancelot": {Game: "lancelot", Position: "2c2cb1c1/3b5b/4a2a2/2b7/2a3*a2/3c5b/2c3b3/cc2c5/1ca5a1/2ab3a1c a 1,0,4 20,20,20 abc diagonals+excalibur 8", Title: "Lancelot"},
}

// registerPages adds the described pages to a mux, and their pictures. All other
// addresses of the front end get the texts of the home page for link previews, those of
// exercises the texts of the lessons.
func registerPages(mux *http.ServeMux, site *Site, publicURL string) {
	// A page is written at its first request: nobody asks for most of them.
	written := func(content func() string) func() *page {
		return sync.OnceValue(func() *page { return site.start.with([]byte(content())) })
	}
	// Pages without an address of their own in allPages.
	like := func(path string) pages {
		text := allPages().texts[path]
		return pages{
			"en": written(func() string { return site.describe("", text.picture, "en", publicURL, text.english) }),
			"de": written(func() string { return site.describe("", text.picture, "de", publicURL, text.german) }),
		}
	}
	site.others = like("/")
	exercises := like("/learn")
	for _, path := range savedGames {
		text := allPages().texts[path+"new"]
		forms := make(pages)
		for lang, w := range map[string]words{"en": text.english, "de": text.german} {
			w.title = allPages().samples[text.picture].Title
			forms[lang] = written(func() string { return site.prerender(site.describe(path, text.picture, lang, "", w), path, lang) })
		}
		mux.HandleFunc("GET "+path+"{id}", func(w http.ResponseWriter, r *http.Request) {
			if !isNavigation(r) || r.PathValue("id") == "paste" {
				site.ServeHTTP(w, r)
				return
			}
			site.serveIn(w, r, forms)
		})
	}
	mux.HandleFunc("GET /learn/{exercise...}", func(w http.ResponseWriter, r *http.Request) {
		if !isNavigation(r) {
			site.ServeHTTP(w, r)
			return
		}
		site.serveIn(w, r, exercises)
	})
	for path, text := range allPages().texts {
		forms := make(pages)
		for lang, w := range map[string]words{"en": text.english, "de": text.german} {
			forms[lang] = written(func() string {
				return site.prerender(site.describe(path, text.picture, lang, publicURL, w), path, lang)
			})
		}
		pattern := path
		if path == "/" {
			pattern = "/{$}"
		}
		mux.HandleFunc("GET "+pattern, func(w http.ResponseWriter, r *http.Request) { site.serveIn(w, r, forms) })
	}
	for name, card := range allPages().samples {
		draw := sync.OnceValues(func() ([]byte, error) {
			var b bytes.Buffer
			err := pictures.WriteCard(&b, card)
			return b.Bytes(), err
		})
		mux.HandleFunc("GET "+picturePath(name), func(w http.ResponseWriter, r *http.Request) {
			setSecurityHeaders(w.Header())
			data, err := draw()
			if err != nil {
				http.Error(w, "drawing the picture failed", http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", "image/png")
			w.Header().Set("Cache-Control", "public, max-age=86400")
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
		})
	}
}

// pages are the forms of a page by language.
type pages map[string]func() *page

// serveIn serves a page in the language of a request.
func (s *Site) serveIn(w http.ResponseWriter, r *http.Request, forms pages) {
	setSecurityHeaders(w.Header())
	w.Header().Set("Vary", "Accept-Language")
	s.serve(w, r, forms[core.Language(r)]())
}

func picturePath(name string) string { return "/preview-" + name + ".png" }

// describe returns the start page with the title, description and elements for
// link previews of one of its addresses, or "" for any other. Without the public URL
// it has no canonical address, because a client can forge Host.
func (s *Site) describe(path, picture, lang, publicURL string, w words) string {
	return s.describeWith(path, picturePath(picture), allPages().samples[picture].Title, lang, publicURL, w)
}

// describeWith is describe with the path of a picture and the text instead of it.
func (s *Site) describeWith(path, picture, alt, lang, publicURL string, w words) string {
	title := w.title
	if title != core.SiteName {
		title += " · " + core.SiteName
	}
	content := string(s.startPage)
	for _, part := range []struct{ from, to, with string }{
		{`<html lang="`, `"`, lang},
		{"<title>", "</title>", html.EscapeString(title)},
		{`<meta name="description" content="`, `"`, html.EscapeString(w.description)},
	} {
		content = replaceBetween(content, part.from, part.to, part.with)
	}
	var head strings.Builder
	if publicURL != "" && path != "" {
		fmt.Fprintf(&head, `<link rel="canonical" href="%s">`, html.EscapeString(publicURL+path))
	}
	locale := map[string]string{"en": "en_GB", "de": "de_DE"}[lang]
	if path != "" {
		fmt.Fprintf(&head, `<meta property="og:url" content="%s">`, html.EscapeString(publicURL+path))
	}
	for _, m := range [][2]string{
		{"og:type", "website"}, {"og:site_name", core.SiteName}, {"og:locale", locale}, {"og:title", w.title},
		{"og:description", w.description}, {"og:image", publicURL + picture},
		{"og:image:width", fmt.Sprint(pictures.CardWidth)}, {"og:image:height", fmt.Sprint(pictures.CardHeight)},
		{"og:image:alt", alt},
	} {
		fmt.Fprintf(&head, `<meta property="%s" content="%s">`, m[0], html.EscapeString(m[1]))
	}
	head.WriteString(`<meta name="twitter:card" content="summary_large_image">`)
	head.WriteString(s.parts.preloads(modulesOf(path, lang)...))
	return strings.Replace(content, "</head>", head.String()+"</head>", 1)
}

// replaceBetween replaces the text between the first from and the next to. A
// text without them stays as it is.
func replaceBetween(text, from, to, with string) string {
	before, rest, ok := strings.Cut(text, from)
	_, after, ends := strings.Cut(rest, to)
	if !ok || !ends {
		return text
	}
	return before + from + with + to + after
}
