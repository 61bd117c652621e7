package people

import (
	"fmt"
	"testing"
	"time"

	"tafelrunde/internal/store"
)

func TestGuessWaitIsBounded(t *testing.T) {
	g, now := newGuesses(1), time.Now()
	g.Now = func() time.Time { return now }
	checked := 0
	for end := now.Add(guessesExpire); now.Before(end); {
		if wait := g.begin(personKey + "ann"); wait > longestWait {
			t.Fatalf("a wait of %v", wait)
		} else if wait > 0 {
			now = now.Add(wait)
			continue
		}
		g.end(personKey+"ann", false, true)
		checked++
	}
	if checked > 120 {
		t.Errorf("%d guesses are checked in a day", checked)
	}
	// Passwords that could not be checked do not count.
	now = now.Add(guessesExpire + time.Second)
	for range 100 {
		if wait := g.begin(personKey + "ann"); wait > 0 {
			t.Fatalf("a wait of %v though nothing was checked", wait)
		}
		g.end(personKey+"ann", false, false)
	}
	for i := range 3 * maxGuessed {
		name := personKey + fmt.Sprint(i)
		g.begin(name)
		g.end(name, false, true)
	}
	if n := g.accounts.Len(); n > maxGuessed {
		t.Errorf("%d accounts are remembered", n)
	}
}

// TestOtherGuessesDoNotUnlock: guesses for names without an account, and on devices and
// in sessions of other people, do not push out the counter of an account.
func TestOtherGuessesDoNotUnlock(t *testing.T) {
	g, ann, now := newGuesses(1), store.Person{ID: "ann"}, time.Now()
	g.Now = func() time.Time { return now }
	for _, prefix := range []string{"", codeKey} {
		key := prefix + guessKey("Ann", "", ann)
		for range FreeGuesses {
			g.begin(key)
			g.end(key, false, true)
		}
		for i := range 3 * maxGuessed {
			for _, other := range []string{guessKey(fmt.Sprint("name", i), "", store.Person{}), fmt.Sprint("device ", i), fmt.Sprint("session of ", i)} {
				g.begin(prefix + other)
				g.end(prefix+other, false, true)
			}
		}
		if g.begin(key) == 0 {
			t.Errorf("%q: checked again after guesses for other names", key)
		}
	}
	if n := g.names.Len(); n > maxGuessed {
		t.Errorf("%d names are remembered", n)
	}
}

// TestSeveralServersShareTheGuesses guesses at four servers in turn for a day.
func TestSeveralServersShareTheGuesses(t *testing.T) {
	now, checked := time.Now(), 0
	var servers []*Guesses
	for range 4 {
		g := newGuesses(4)
		g.Now = func() time.Time { return now }
		servers = append(servers, g)
	}
	for end := now.Add(guessesExpire); now.Before(end); now = now.Add(time.Second) {
		for _, g := range servers {
			if g.begin(personKey+"ann") == 0 {
				g.end(personKey+"ann", false, true)
				checked++
			}
		}
	}
	if checked < 60 || checked > 150 {
		t.Errorf("%d guesses are checked in a day", checked)
	}
}
