package tournaments

import (
	"slices"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"tafelrunde/internal/tournament"
	"tafelrunde/internal/web/core"
)

// Sizes of the first part of a large arena.
const (
	// firstRows is how many rows of the standing it has; an arena with at most twice as many
	// players is not large.
	firstRows = 50
	// firstBoards is how many of the last games it has beside those of the players in these rows.
	firstBoards = 50
)

// firstPart returns what the page of a large arena shows at first: the first rows of the standing
// and that of a player, the games that these players are playing, the last games, and the players
// in them. The number of the player is 0 for somebody else.
func (w *WholeTournament) firstPart(own int) *WholeTournament {
	part := *w
	rows := w.Pools[0].Standing
	part.Rows = len(rows)
	shown := make(map[int]bool)
	kept := []TournamentRow{}
	for i := range rows {
		if i < firstRows || rows[i].Entry == own {
			kept = append(kept, rows[i])
			shown[rows[i].Entry] = true
		}
	}
	part.Pools = []TournamentPool{{Standing: kept}}
	part.Boards = []TournamentBoard{}
	players := make(map[int]bool)
	for i := range w.Boards {
		b := &w.Boards[i]
		playing := b.Result == nil && slices.ContainsFunc(b.Entries, func(entry int) bool { return shown[entry] })
		if !playing && i < len(w.Boards)-firstBoards {
			continue
		}
		part.Boards = append(part.Boards, *b)
		for _, entry := range b.Entries {
			players[entry] = true
		}
	}
	part.Entries = []TournamentEntry{}
	for i := range w.Entries {
		if e := &w.Entries[i]; shown[e.Number] || players[e.Number] {
			part.Entries = append(part.Entries, *e)
		}
	}
	return &part
}

// encodings keeps the encoded views of the tournaments that were read last, so that many
// readers cost one encoding.
type encodings struct {
	mu   *sync.Mutex
	last *simplelru.LRU[string, *encoding]
}

// encoding is a view of a tournament.
type encoding struct {
	seq  int64
	view WholeTournament
	// whole is the encoded view, and first its first part for people who have not entered.
	whole, first core.TaggedJSON
}

// keptEncodings is the number of tournaments whose views are kept.
const keptEncodings = 50

func newEncodings() encodings {
	return encodings{new(sync.Mutex), core.NewLRU[string, *encoding](keptEncodings)}
}

// of returns the encoded view of a tournament in a state.
func (e *encodings) of(id string, s *tournament.State) (*encoding, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if last, ok := e.last.Get(id); ok && last.seq == s.Seq && slices.Equal(last.view.Clubs, s.Settings.Clubs) {
		return last, nil
	}
	encoded := &encoding{seq: s.Seq, view: wholeOf(id, s)}
	var err error
	if encoded.whole, err = core.NewTaggedJSON(encoded.view); err == nil && encoded.large() {
		encoded.first, err = core.NewTaggedJSON(encoded.view.firstPart(0))
	}
	if err == nil {
		e.last.Add(id, encoded)
	}
	return encoded, err
}

// large reports whether the tournament is an arena that its page shows in part.
func (e *encoding) large() bool {
	return e.view.Format == tournament.Arena && len(e.view.Pools) == 1 && len(e.view.Pools[0].Standing) > 2*firstRows
}

// firstFor returns the first part for a person, "" for nobody; of a tournament that is not large
// the whole view.
func (e *encoding) firstFor(person string) (core.TaggedJSON, error) {
	if !e.large() {
		return e.whole, nil
	}
	own := slices.IndexFunc(e.view.Entries, func(one TournamentEntry) bool { return person != "" && one.Player.ID == person })
	if own < 0 {
		return e.first, nil
	}
	return core.NewTaggedJSON(e.view.firstPart(own + 1))
}
