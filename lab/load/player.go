package load

import (
	"bytes"
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"tafelrunde/wotn"
)

// openAtOnce is how many matches are opened concurrently.
const openAtOnce = 64

// table is a match of two guests.
type table struct {
	id string
	// viewers are the players, by seat, and the spectators.
	viewers  []*viewer
	position wotn.Position
	ply      int
	random   *mathrand.Rand
	// sent is when each seat sent its last move, in Unix nanoseconds; 0 if its
	// event has arrived at the opponent.
	sent [2]atomic.Int64
	// lag is the network delay that each seat reports, as in the page: half the
	// round trip of its last request.
	lag [2]time.Duration
}

// newKey returns the key of a request that may be repeated.
func newKey() string { return rand.Text() }

// open opens all matches and their streams.
func (l *load) open(ctx context.Context) error {
	var work sync.WaitGroup
	var failed atomic.Pointer[error]
	var next atomic.Int64
	for range openAtOnce {
		work.Go(func() {
			p := &player{load: l}
			defer p.close()
			for i := next.Add(1); i <= int64(l.Matches) && failed.Load() == nil; i = next.Add(1) {
				if err := p.open(ctx, uint64(i)); err != nil {
					failed.Store(&err)
				}
			}
		})
	}
	work.Wait()
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}

// player sends moves, one at a time, over a connection of its own.
type player struct {
	*load
	conn  *conn
	body  []byte
	legal []wotn.Move
}

func (p *player) close() {
	if p.conn != nil {
		p.conn.Close()
	}
}

// open opens a match and plays its first moves, because a game without them is
// aborted after a minute.
func (p *player) open(ctx context.Context, seed uint64) error {
	m := &table{position: wotn.Start(wotn.Standard), random: mathrand.New(mathrand.NewPCG(seed, 7))}
	for range p.Spectators + 2 {
		m.viewers = append(m.viewers, &viewer{load: p.load})
	}
	for seat := range m.sent {
		v := m.viewers[seat]
		v.opponent, v.sent = []byte(`"seat":`+strconv.Itoa(1-seat)+`,"move":`), &m.sent[1-seat]
		if p.echo {
			v.cookie = strconv.Itoa(seat)
			continue
		}
		resp, err := p.request(ctx, "", http.MethodPost, "/api/session", true, map[string]any{"name": fmt.Sprintf("Guest %d", seed)}, nil)
		if err != nil {
			return err
		}
		for _, c := range resp.Cookies() {
			v.cookie = c.Name + "=" + c.Value
		}
		if err := p.subscribe(ctx, v, seed); err != nil {
			return err
		}
	}
	if p.echo {
		m.id = strconv.FormatUint(seed, 10)
		if err := m.follow(ctx); err != nil {
			return err
		}
	} else if err := p.newTable(ctx, m); err != nil {
		return err
	}
	for range m.sent {
		if err := p.move(ctx, m); err != nil {
			return err
		}
	}
	p.ready <- m
	return nil
}

// subscribe subscribes a device of a player to pushes.
func (p *player) subscribe(ctx context.Context, v *viewer, seed uint64) error {
	if p.PushTo == "" {
		return nil
	}
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	auth := make([]byte, 16)
	rand.Read(auth)
	_, err = p.request(ctx, v.cookie, http.MethodPost, "/api/me/notifications/devices", false, map[string]any{
		"endpoint": fmt.Sprintf("%s/%d/%x", p.PushTo, seed, auth),
		"key":      base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()),
		"auth":     base64.RawURLEncoding.EncodeToString(auth),
	}, nil)
	return err
}

// newTable opens a new table for the guests of a match.
func (p *player) newTable(ctx context.Context, m *table) error {
	clock := map[string]any{"kind": "real-time", "initial": 3600000, "increment": 180000}
	if p.Correspondence {
		clock = map[string]any{"kind": "correspondence", "perTurn": 24 * 3600000}
	}
	var opened struct{ Match string }
	_, err := p.request(ctx, m.viewers[0].cookie, http.MethodPost, "/api/matches", true, map[string]any{
		"seat": 0, "settings": map[string]any{
			"game": "wotn", "variant": "wotn", "seats": 2, "first": 0, "visibility": "link",
			"clock": clock,
		},
	}, &opened)
	if err != nil {
		return err
	}
	m.id = opened.Match
	if _, err := p.request(ctx, m.viewers[1].cookie, http.MethodPost, "/api/matches/"+m.id+"/commands", true,
		map[string]any{"type": "sit", "seat": 1}, nil); err != nil {
		return err
	}
	return m.follow(ctx)
}

// follow opens a stream for each viewer.
func (m *table) follow(ctx context.Context) error {
	for _, v := range m.viewers {
		if err := v.follow(ctx, m.id); err != nil {
			return err
		}
	}
	return nil
}

// move plays a random move. If the game is finished or long, it opens a new table
// instead.
func (p *player) move(ctx context.Context, m *table) error {
	p.legal = m.position.AppendMoves(p.legal[:0])
	if m.position.Outcome().Over() || m.position.HalfmoveClock() > 90 || m.ply >= 200 {
		m.position, m.ply = wotn.Start(wotn.Standard), 0
		if p.echo {
			return nil // the streams remain
		}
		return p.newTable(ctx, m)
	}
	if p.conn == nil {
		var err error
		if p.conn, err = dial(ctx, p.Address); err != nil {
			return err
		}
	}
	seat := int(m.position.ToMove())
	v := m.viewers[seat]
	played := p.legal[m.random.IntN(len(p.legal))]
	path := "/api/matches/" + m.id + "/commands"
	b := append(p.body[:0], `{"type":"move",`...)
	if p.echo {
		path = "/" + m.id + "/" + strconv.Itoa(1-seat)
		b = append(append(append(b, `"seat":`...), byte('0'+seat)), ',')
	}
	b = append(append(b, `"move":"`...), played.String()...)
	b = strconv.AppendInt(append(b, `","ply":`...), int64(m.ply), 10)
	b = strconv.AppendInt(append(b, `,"lag":`...), m.lag[seat].Milliseconds(), 10)
	p.body = append(b, '}')

	from := time.Now()
	m.sent[seat].Store(from.UnixNano())
	status, response, err := p.conn.post(path, v.cookie, p.body)
	if err != nil {
		p.close()
		p.conn = nil
		m.sent[seat].Store(0)
		return err
	}
	if status != http.StatusOK {
		m.sent[seat].Store(0)
		if bytes.Contains(response, []byte(`"not-playing"`)) { // drawn by repetition
			m.ply = 200
			return nil
		}
		return fmt.Errorf("move in match %s: status %d: %s", m.id, status, response)
	}
	took := time.Since(from)
	if !p.echo {
		v.receive(response)
	}
	p.mu.Lock()
	p.acknowledged = append(p.acknowledged, took)
	p.requests++
	p.mu.Unlock()
	m.lag[seat] = took / 2
	m.position.PlayInto(&m.position, played)
	m.ply++
	return nil
}
