package tables

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// lobbyClient applies events to its lists, one by one: the slow twin of the feed.
type lobbyClient struct {
	watch *lobbyWatch
	lists NumberedLobby
	// whole counts the events with all tables.
	whole int
}

func (c *lobbyClient) receive(t *testing.T) {
	t.Helper()
	for event := range bytes.SplitSeq(c.watch.append(nil), []byte("\n\n")) {
		if len(event) == 0 {
			continue
		}
		name, data, _ := strings.Cut(strings.TrimPrefix(string(event), "event: "), "\ndata: ")
		switch name {
		case "lobby":
			c.lists = NumberedLobby{}
			if err := json.Unmarshal([]byte(data), &c.lists); err != nil {
				t.Fatal(err)
			}
			c.whole++
		case "lobby-change":
			var change LobbyChange
			if err := json.Unmarshal([]byte(data), &change); err != nil {
				t.Fatal(err)
			}
			if change.Version != c.lists.Version+1 {
				t.Fatalf("a change to version %d of version %d", change.Version, c.lists.Version)
			}
			c.lists.Version = change.Version
			c.lists.Waiting, c.lists.Playing = applied(t, c.lists.Waiting, change.Waiting), applied(t, c.lists.Playing, change.Playing)
			c.lists.MoreWaiting, c.lists.MorePlaying = change.MoreWaiting, change.MorePlaying
		default:
			t.Fatalf("event %q", name)
		}
	}
}

func applied(t *testing.T, list []TableView, c ListChange) []TableView {
	t.Helper()
	for _, id := range c.Removed {
		at := slices.IndexFunc(list, func(v TableView) bool { return v.Match == id })
		if at < 0 {
			t.Fatalf("%s is removed, which is not in the list", id)
		}
		list = slices.Delete(slices.Clone(list), at, at+1)
	}
	for _, p := range c.Inserted {
		list = slices.Insert(slices.Clone(list), p.At, p.Table)
	}
	return list
}

// shown returns lists in JSON without what each move changes.
func shown(t *testing.T, l Lobby) string {
	t.Helper()
	l.Waiting, l.Playing = slices.Clone(l.Waiting), slices.Clone(l.Playing)
	for _, list := range [][]TableView{l.Waiting, l.Playing} {
		for i := range list {
			list[i].Position, list[i].ToAct, list[i].Seq = "", 0, 0
		}
	}
	text, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "null", "[]")
}

// someChange changes a lobby at random: tables are opened, closed, filled, moved in the
// list and played at.
func someChange(r *rand.Rand, l Lobby, n int) Lobby {
	l.Waiting, l.Playing = slices.Clone(l.Waiting), slices.Clone(l.Playing)
	for range r.IntN(4) {
		list := &l.Waiting
		if r.IntN(2) == 0 {
			list = &l.Playing
		}
		at := r.IntN(len(*list) + 1)
		if at == len(*list) || r.IntN(3) == 0 {
			n++
			v := TableView{Summary: store.Summary{Match: fmt.Sprint("m", n, "-", r.IntN(1000)), Phase: match.Waiting, Seats: make([]match.Player, 2)}}
			*list = slices.Insert(*list, r.IntN(len(*list)+1), v)
			continue
		}
		v := (*list)[at]
		switch r.IntN(6) {
		case 0:
			*list = slices.Delete(*list, at, at+1)
		case 1:
			v.Seats = []match.Player{{ID: "p", Name: fmt.Sprint("Player ", n), Account: true}, {}}
			(*list)[at] = v
		case 2:
			v.Position, v.ToAct, v.Seq = fmt.Sprint("position ", n), n%2, int64(n)
			(*list)[at] = v
		case 3:
			*list = slices.Insert(slices.Delete(*list, at, at+1), r.IntN(len(*list)), v)
		case 4: // the game begins
			if list == &l.Waiting {
				l.Waiting = slices.Delete(l.Waiting, at, at+1)
				v.Phase = match.Playing
				l.Playing = slices.Insert(l.Playing, 0, v)
			}
		case 5:
			l.MoreWaiting = !l.MoreWaiting
		}
	}
	return l
}

// FuzzLobbyFeed checks that the changes turn the lists of every client into those of the
// server, however far it lags.
func FuzzLobbyFeed(f *testing.F) {
	for seed := range uint64(6) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 1))
		feed := &lobbyFeed{watchers: make(map[*lobbyWatch]struct{})}
		clients := make([]lobbyClient, 4)
		for i := range clients {
			clients[i].watch = &lobbyWatch{feed: feed}
		}
		var l Lobby
		read := time.Now()
		for n := range 200 {
			l = someChange(r, l, n)
			read = read.Add(time.Second)
			feed.add(&lobbySnapshot{Lobby: l, read: read})
			if r.IntN(40) == 0 { // a stream reconnects
				clients[r.IntN(len(clients))].watch = &lobbyWatch{feed: feed}
			}
			for i := range clients {
				// The first client receives every change, the last hardly any.
				if r.IntN(1+i*i*10) > 0 {
					continue
				}
				c := &clients[i]
				c.receive(t)
				if got, want := shown(t, c.lists.Lobby), shown(t, l); got != want {
					t.Fatalf("seed %d, change %d, client %d:\n%s\nwant\n%s", seed, n, i, got, want)
				}
			}
		}
	})
}

// TestLobbyFeedSendsTheLobbyAgain checks who receives all tables: a stream that begins and
// one that lacks more changes than are kept. Moves alone send nothing.
func TestLobbyFeedSendsTheLobbyAgain(t *testing.T) {
	feed := &lobbyFeed{watchers: make(map[*lobbyWatch]struct{})}
	var l Lobby
	for n := range LobbySize {
		l.Waiting = append(l.Waiting, TableView{Summary: store.Summary{Match: fmt.Sprint("m", n), Owner: match.Player{Name: strings.Repeat("n", 100)}}})
	}
	read := time.Now()
	add := func(change func(v *TableView)) {
		l.Waiting = slices.Clone(l.Waiting)
		change(&l.Waiting[0])
		read = read.Add(time.Second)
		feed.add(&lobbySnapshot{Lobby: l, read: read})
	}
	move := func(v *TableView) { v.Position, v.Seq = v.Position+"x", v.Seq+1 }
	play := func(v *TableView) { v.Game++ }
	add(move)
	c := &lobbyClient{watch: &lobbyWatch{feed: feed}}
	receives := func(whole int, what string) {
		t.Helper()
		c.whole = 0
		if c.receive(t); c.whole != whole || shown(t, c.lists.Lobby) != shown(t, l) {
			t.Errorf("%s: %d events with all tables, want %d", what, c.whole, whole)
		}
	}
	receives(1, "the beginning")
	add(move)
	if b := c.watch.append(nil); b != nil {
		t.Errorf("a move sends %s", b)
	}
	for range 3 {
		add(play)
	}
	receives(0, "three changes")
	for range changesKept {
		add(play)
	}
	receives(0, "as many changes as are kept")
	for range changesKept + 1 {
		add(play)
	}
	receives(1, "more changes than are kept")
	if n := len(feed.changes); n != changesKept {
		t.Errorf("%d changes are kept", n)
	}
	whole := len(feed.everything())
	for range changesKept {
		add(func(v *TableView) { v.Game++; v.Owner.Name += strings.Repeat("n", 1000) })
	}
	if b := c.watch.append(nil); !bytes.HasPrefix(b, []byte("event: lobby\n")) || len(b) > 9*whole {
		t.Errorf("changes that are longer than the lobby: %d bytes", len(b))
	}
}

// TestEachFieldOfATableIsAChange checks that no field of a table changes unnoticed, except
// those that each move changes.
func TestEachFieldOfATableIsAChange(t *testing.T) {
	moves := map[string]bool{"Position": true, "ToAct": true, "Seq": true}
	typ := reflect.TypeFor[store.Summary]()
	for i := range typ.NumField() {
		a, b := TableView{}, TableView{}
		field := reflect.ValueOf(&b.Summary).Elem().Field(i)
		switch field.Kind() {
		case reflect.String:
			field.SetString("x")
		case reflect.Int, reflect.Int64:
			field.SetInt(1)
		case reflect.Slice:
			field.Set(reflect.MakeSlice(field.Type(), 1, 1))
		case reflect.Pointer:
			field.Set(reflect.New(field.Type().Elem()))
		case reflect.Struct:
			field.Field(0).SetString("x")
		default:
			t.Fatalf("%s has another kind", typ.Field(i).Name)
		}
		if name := typ.Field(i).Name; sameTable(a, b) != moves[name] {
			t.Errorf("a change of %s counts: %v", name, !sameTable(a, b))
		}
	}
}
