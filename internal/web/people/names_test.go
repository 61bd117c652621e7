package people_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"

	"tafelrunde/internal/accounts"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web"
	"tafelrunde/internal/web/admin"
	"tafelrunde/internal/web/people"
)

// twins of the name Ann: invisible characters, full width, combining marks, and
// letters of other scripts.
var twins = []string{
	"Ann", "ANN", " ann ", "Ann\u3164", "\u115fAnn", "An\u2800n", "An\u200bn", "Ann\ufe0f", "A\u00adnn", "Ann\U000e0041", "\u2066Ann",
	"Ａｎｎ", "ａｎｎ", "Ann\u0332", "𝐀nn", "\u0410nn", "\u0391nn", "\u0391\u039d\u039d",
}

func TestAccountNamesAreUnique(t *testing.T) {
	s := webtest.Serve(t)
	early := s.Guest("Ann") // before an account has that name
	ann := s.Visitor()
	ann.Want(200, "POST", "/api/account", webtest.Object{"name": "Ann", "password": "correct horse"}, nil)

	for _, twin := range twins {
		for path, body := range map[string]webtest.Object{
			"/api/session":      {"name": twin},
			"/api/account":      {"name": twin, "password": "correct horse"},
			"/api/passkeys/new": {"name": twin},
		} {
			resp := s.Visitor().Request("POST", path, body)
			text, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			if resp.StatusCode != 409 && resp.StatusCode != 422 {
				t.Errorf("%s as %+q: %d %s", path, twin, resp.StatusCode, text)
			}
		}
	}
	ben := s.Guest("Ben")
	ben.Refused(409, "name-of-account", "POST", "/api/session", webtest.Object{"name": "Ann"})
	early.Refused(409, "name-of-account", "POST", "/api/session", webtest.Object{"name": "Ann"})
	for code, name := range map[string]string{
		"name": "A\u200bb", "name-letter": "–", "name-marks": "Bo\u0334\u0335\u0336b", "name-mixed": "\u0410b", "name-reserved": "Computer", "name-character": "\U00010330",
	} {
		ben.Refused(422, code, "POST", "/api/session", webtest.Object{"name": name})
	}
	for _, own := range []string{"Engine", "Engine, level 4", "c0mputer", "Ｃｏｍｐｕｔｅｒ 3"} {
		ben.Refused(422, "name-reserved", "POST", "/api/session", webtest.Object{"name": own})
	}
	for _, opponent := range []string{"Merlin", "m.e.r.l.i.n", "Keie", "Gawain (Computer)"} {
		ben.Refused(422, "name-reserved", "POST", "/api/session", webtest.Object{"name": opponent})
		s.Visitor().Refused(422, "name-reserved", "POST", "/api/account", webtest.Object{"name": opponent, "password": "correct horse"})
	}
	for _, alike := range []string{"A.n.n", "A nn", "Ann!", "\u2605Ann\u2605"} {
		ben.Refused(409, "name-of-account", "POST", "/api/session", webtest.Object{"name": alike})
		s.Visitor().Refused(409, "name-taken", "POST", "/api/account", webtest.Object{"name": alike, "password": "correct horse"})
	}
	for _, signs := range []string{"...", "- _ -", "!?", "\u2605"} {
		ben.Refused(422, "name-letter", "POST", "/api/session", webtest.Object{"name": signs})
	}
	// Another name is free, and is stored in one form.
	var me people.Person
	ben.Want(200, "POST", "/api/session", webtest.Object{"name": "  Ａnna  \u212bse "}, &me)
	if me.Name != "Anna Åse" {
		t.Errorf("%+q", me.Name)
	}
	s.Visitor().Want(200, "POST", "/api/login", webtest.Object{"name": " ＡNN ", "password": "correct horse"}, nil)
}

// A guest cannot appear at tables and in chats under a name that an account has
// taken since.
func TestGuestsLoseNamesToAccounts(t *testing.T) {
	s := webtest.Serve(t)
	guest, host := s.Guest("Ann"), s.Guest("Ben")
	id := host.Open(webtest.WotnTable(nil))
	mia := s.Guest("Mia")
	mia.Want(200, "POST", "/api/account", webtest.Object{"name": "Mia", "password": "correct horse"}, nil)
	guest.Do(id, webtest.Object{"type": "chat", "text": "hello"})
	s.Visitor().Want(200, "POST", "/api/account", webtest.Object{"name": "ann", "password": "correct horse"}, nil)

	table := webtest.WotnTable(nil)
	var person people.Person
	mia.Want(200, "GET", "/api/session", nil, &person)
	for path, body := range map[string]webtest.Object{
		"/api/matches": table,
		"/api/pair":    {"game": "wotn", "variant": "wotn", "seats": 2, "clock": webtest.Object{"kind": "real-time", "initial": 180000, "increment": 2000}},
		"/api/people/" + person.ID + "/challenge": {"game": "wotn", "variant": "wotn", "clock": webtest.Object{"kind": "real-time", "initial": 180000, "increment": 2000}},
	} {
		guest.Refused(409, "name-of-account", "POST", path, body)
	}
	for _, command := range []webtest.Object{{"type": "sit"}, {"type": "chat", "text": "hello"}} {
		guest.Refused(409, "name-of-account", "POST", "/api/matches/"+id+"/commands", command)
	}
	guest.Want(200, "POST", "/api/session", webtest.Object{"name": "Anton"}, nil)
	guest.Do(id, webtest.Object{"type": "sit"})
	guest.Do(id, webtest.Object{"type": "chat", "text": "hello"})
}

func TestGuestsAreMarked(t *testing.T) {
	s := webtest.Serve(t)
	guest, member := s.Guest("Gus"), s.Guest("Mia")
	member.Want(200, "POST", "/api/account", webtest.Object{"name": "Mia", "password": "correct horse"}, nil)
	id := member.Open(webtest.WotnTable(nil))
	guest.Do(id, webtest.Object{"type": "sit"})
	stream, stop := member.Listen("/api/matches/" + id + "/stream")
	defer stop()
	for _, who := range []*webtest.Browser{guest, member} {
		who.Do(id, webtest.Object{"type": "chat", "text": "hello from " + who.ID})
	}
	said := map[string]bool{}
	for len(said) < 2 {
		select {
		case e := <-stream:
			if strings.Contains(e.Data, "hello from") {
				said[e.Data] = true
			}
		case <-time.After(5 * time.Second):
			t.Fatal("no chat message was received")
		}
	}
	for line := range said {
		if marked := strings.Contains(line, `"guest":true`); marked != strings.Contains(line, `"Gus"`) {
			t.Errorf("marked as a guest: %v: %s", marked, line)
		}
	}
	for language, players := range map[string]string{"en": "Mia – Gus (guest)", "de": "Mia – Gus (Gast)"} {
		r, err := http.NewRequest("GET", member.URL+"/match/"+id, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept-Language", language)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		page, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		for _, want := range []string{
			`<html lang="` + language + `"`, "<title>Way of the Knight: " + players + " · Tafelrunde</title>",
			`property="og:title" content="Way of the Knight: ` + players + `"`,
		} {
			if !strings.Contains(string(page), want) {
				t.Errorf("the page of the match lacks %s: %s", want, page)
			}
		}
	}
}

func TestInvitationsUseAccountNames(t *testing.T) {
	s := webtest.Serve(t)
	ann := s.Visitor()
	ann.Want(200, "POST", "/api/account", webtest.Object{"name": "Ann Åse", "password": "correct horse"}, nil)
	table := func(invited ...string) webtest.Object {
		return webtest.WotnTable(func(o webtest.Object) { o["visibility"], o["invited"] = "private", invited })
	}
	owner := s.Guest("Owen")
	id := owner.Open(table(" ａｎｎ  A\u030aSE "))
	if invited := ann.View(id).Settings.Invited; len(invited) != 1 || invited[0] != "Ann Åse" {
		t.Errorf("%+q", invited)
	}
	ann.Do(id, webtest.Object{"type": "sit"})
	owner.Refused(422, "name", "POST", "/api/matches", table("An\u200bn"))
}

// TestConfusableAccounts opens a database of a version that did not compare
// names. The older account keeps its name. The newer one logs in with its old
// name, is shown with another one and must choose a new one.
func TestConfusableAccounts(t *testing.T) {
	hash, err := argon2id.CreateHash("correct horse", &argon2id.Params{Memory: 1024, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32})
	if err != nil {
		t.Fatal(err)
	}
	const newer = "\u0410nn" // with a Cyrillic А
	var queries []string
	for i, name := range []string{"Ann", newer, "Ann (2)", "Ａｎｎ", "\u3164", "Ben", "Maria", "Maria.", "M-a-r-i-a", "Merlin", "A\u0334\u0335\u0336nna"} {
		queries = append(queries, fmt.Sprintf(`INSERT INTO people (id, name, account, password, since, sessions_from) VALUES ('p%d', '%s', '%s', '%s', %d, 0)`,
			i, name, strings.ToLower(name), hash, 1000+i))
	}
	queries = append(queries, `INSERT INTO people (id, name, account, password, since, sessions_from) VALUES ('g', 'Ann', NULL, '', 1, 0)`)
	for i, event := range []string{
		`{"type":"opened","at":1,"seat":-1,"settings":{"game":"wotn","variant":"wotn","seats":2,"first":0,"clock":{"kind":"none"},"rated":false,"takebacks":true,"visibility":"public"},"player":{"id":"p1","name":"` + newer + `","account":true}}`,
		`{"type":"sat","at":1,"seat":0,"player":{"id":"p1","name":"` + newer + `","account":true}}`,
	} {
		queries = append(queries, fmt.Sprintf(`INSERT INTO events (match, seq, body) VALUES ('m', %d, '%s')`, i+1, event))
	}
	check := func(t *testing.T, open func() *sqlstore.Store) {
		// Several processes may start concurrently.
		first := open()
		if err := first.Rebuild(t.Context(), games.Rules{}, nil); err != nil {
			t.Fatal(err)
		}
		// Tables get the new name, and the arms with it.
		if err := first.SetArms(t.Context(), "p1", "hnogn"); err != nil {
			t.Fatal(err)
		}
		s := webtest.ServeStore(t, first)
		enter := func(name string) (*webtest.Browser, people.Person) {
			t.Helper()
			b := s.Visitor()
			var p people.Person
			b.Want(200, "POST", "/api/login", webtest.Object{"name": name, "password": "correct horse"}, &p)
			return b, p
		}
		for name, want := range map[string]people.Person{
			"Ann":     {ID: "p0", Name: "Ann", Account: true},
			"ann":     {ID: "p0", Name: "Ann", Account: true},
			newer:     {ID: "p1", Name: newer + " (3)", Account: true, Arms: "hnogn", NameDue: true},
			"Ann (2)": {ID: "p2", Name: "Ann (2)", Account: true},
			"Ａｎｎ":     {ID: "p3", Name: "Ann (4)", Account: true, NameDue: true},
			"Ann (4)": {ID: "p3", Name: "Ann (4)", Account: true, NameDue: true},
			"\u3164":  {ID: "p4", Name: "? (2)", Account: true, NameDue: true},
			"Ben":     {ID: "p5", Name: "Ben", Account: true},
			// Names that are refused or taken now stay.
			"maria":                  {ID: "p6", Name: "Maria", Account: true},
			"Maria.":                 {ID: "p7", Name: "Maria.", Account: true},
			"M-A-R-I-A":              {ID: "p8", Name: "M-a-r-i-a", Account: true},
			" \uff2derlin":           {ID: "p9", Name: "Merlin", Account: true},
			"A\u0334\u0335\u0336nna": {ID: "p10", Name: "A\u0334\u0335\u0336nna", Account: true},
		} {
			if _, p := enter(name); p != want {
				t.Errorf("%+q logs in as %+v, want %+v", name, p, want)
			}
		}
		shown := func(want string) {
			t.Helper()
			testkit.Until(t, func() error {
				v := s.Visitor().View("m")
				var profile people.Profile
				s.Visitor().Want(200, "GET", "/api/people/p1", nil, &profile)
				if v.Seats[0].Player.Name != want || v.Seats[0].Player.Arms != "hnogn" || v.Owner.Name != want || profile.Name != want {
					return fmt.Errorf("%+v, %+v, %+v; want the name %q", v.Seats[0].Player, v.Owner, profile, want)
				}
				return nil
			})
		}
		shown(newer + " (3)")
		var similar struct {
			Groups [][]admin.SimilarName
		}
		s.Operator(200, "GET", "/api/admin/names", nil, &similar)
		if g := similar.Groups; len(g) != 1 || len(g[0]) != 3 || g[0][0].Name != "Maria" || g[0][2].Name != "M-a-r-i-a" || g[0][2].ID != "p8" {
			t.Errorf("%+v", similar)
		}
		lines := &testkit.LogLines{}
		ctx, cancel := context.WithCancel(t.Context())
		web.NewAPI(ctx, web.APIOptions{Host: s.API.App.Host, Store: first, Log: slog.New(slog.NewTextHandler(lines, nil))})
		testkit.Until(t, func() error {
			if text := strings.Join(lines.All(), "\n"); !strings.Contains(text, "#p6 = #p7 = #p8") {
				return errors.New("the log lacks the accounts with similar names: " + text)
			}
			return nil
		})
		cancel()
		s.Visitor().Refused(409, "name-taken", "POST", "/api/account", webtest.Object{"name": "Mar ia", "password": "correct horse"})
		s.Visitor().Refused(409, "name-of-account", "POST", "/api/session", webtest.Object{"name": "Mar_ia"})

		ann, p := enter(newer)
		ann.Want(200, "GET", "/api/session", nil, &p)
		if !p.NameDue {
			t.Errorf("%+v: nameDue is missing", p)
		}
		// Until then only the name has changed.
		ann.Want(200, "POST", "/api/me/password", webtest.Object{"old": "correct horse", "new": "battery staple"}, &p)
		if !p.NameDue {
			t.Errorf("%+v after a new password", p)
		}
		again := s.Visitor()
		again.Want(200, "POST", "/api/login", webtest.Object{"name": newer, "password": "battery staple"}, nil)
		for _, taken := range []string{"Ann", "ben", "Ben\u0332"} {
			ann.Refused(409, "name-taken", "POST", "/api/me/name", webtest.Object{"name": taken})
		}
		ann.Refused(422, "name-mixed", "POST", "/api/me/name", webtest.Object{"name": newer})
		p = people.Person{}
		ann.Want(200, "POST", "/api/me/name", webtest.Object{"name": "Hanna"}, &p)
		if p.Name != "Hanna" || p.NameDue || p.ID != "p1" {
			t.Errorf("%+v", p)
		}
		shown("Hanna")
		ann.Want(200, "POST", "/api/me/name", webtest.Object{"name": "Hanna"}, nil)
		ann.Refused(409, "name-kept", "POST", "/api/me/name", webtest.Object{"name": "Johanna"})
		s.Visitor().Refused(403, "login", "POST", "/api/login", webtest.Object{"name": newer, "password": "battery staple"})
		s.Visitor().Want(200, "POST", "/api/login", webtest.Object{"name": "hanna", "password": "battery staple"}, &p)
		if p.NameDue {
			t.Errorf("%+v", p)
		}
	}
	t.Run("SQLite", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "tafelrunde.db")
		storetest.OlderDatabase(t, "sqlite", file, queries...)
		check(t, func() *sqlstore.Store {
			s, err := sqlstore.OpenSQLite(t.Context(), file)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { s.Close() })
			return s
		})
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		address := storetest.Postgres(t).Database(t)
		storetest.OlderDatabase(t, "pgx", address, queries...)
		check(t, func() *sqlstore.Store {
			// Several processes start concurrently.
			opened := make(chan *sqlstore.Store, 3)
			for range cap(opened) {
				go func() {
					s, err := sqlstore.OpenPostgres(context.Background(), address)
					if err != nil {
						t.Error(err)
					}
					opened <- s
				}()
			}
			var s *sqlstore.Store
			for range cap(opened) {
				if s = <-opened; s == nil {
					t.FailNow()
				}
				t.Cleanup(func() { s.Close() })
			}
			return s
		})
	})
}

func TestCommonPasswordsAreRefused(t *testing.T) {
	s := webtest.Serve(t)
	ann := s.Visitor()
	for _, password := range []string{"12345678", "password", "Password1", "qwertyuiop", "aaaaaaaa", "abcdefgh", "Annette1", "annette 2026", "tafelrunde1", "!password!", "dragon2024", "4nnette!!"} {
		ann.Refused(422, "password-common", "POST", "/api/account", webtest.Object{"name": "Annette", "password": password})
	}
	ann.Refused(422, "password", "POST", "/api/account", webtest.Object{"name": "Annette", "password": "x7#kQ2!"})
	ann.Want(200, "POST", "/api/account", webtest.Object{"name": "Annette", "password": "x7#kQ2!m"}, nil)
	ann.Refused(422, "password-common", "POST", "/api/me/password", webtest.Object{"old": "x7#kQ2!m", "new": "12345678"})
	ann.Want(200, "POST", "/api/me/password", webtest.Object{"old": "x7#kQ2!m", "new": "battery staple"}, nil)

	// Existing passwords stay valid.
	hash, err := accounts.NewHasher().Hash(t.Context(), "12345678")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Store.AddPerson(t.Context(), store.Person{ID: "old", Name: "Olga", Registered: true, Password: hash}); err != nil {
		t.Fatal(err)
	}
	s.Visitor().Want(200, "POST", "/api/login", webtest.Object{"name": "Olga", "password": "12345678"}, nil)
}
