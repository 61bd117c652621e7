package sqlstore

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"tafelrunde/internal/store"
)

// channel is where PostgreSQL tells of new events.
const channel = "tafelrunde"

// payloadAtMost is how much PostgreSQL tells at once.
const payloadAtMost = 7999

// payload is what PostgreSQL tells of an append: "match seq", then " tables" if
// lists of tables have changed, and " engine" if one is to move. There may be
// several, with ";" between them.
func payload(p *pending) string {
	text := p.Match + " " + strconv.FormatInt(p.After.Seq, 10)
	if !store.OnlyMoves(p.Events) {
		text += " tables"
	}
	if seat, _ := p.After.EngineToMove(); seat >= 0 {
		text += " engine"
	}
	return text
}

// readPayload calls notice for each append that a payload tells of.
func readPayload(text string, notice func(store.Notice)) {
	for part := range strings.SplitSeq(text, ";") {
		fields := strings.Fields(part)
		if len(fields) < 2 {
			continue
		}
		if seq, err := strconv.ParseInt(fields[1], 10, 64); err == nil {
			notice(store.Notice{
				Match: fields[0], Seq: seq,
				Tables: slices.Contains(fields[2:], "tables"), Engine: slices.Contains(fields[2:], "engine"),
			})
		}
	}
}

// Listen implements store.Store. A connection that breaks is made again.
func (s *Store) Listen(ctx context.Context, notice func(store.Notice)) error {
	if s.dialect == sqlite {
		return nil
	}
	for {
		_ = s.listenOnce(ctx, notice) // whatever ended it, it is tried again
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(500 * time.Millisecond):
		}
	}
}

func (s *Store) listenOnce(ctx context.Context, notice func(store.Notice)) error {
	c, err := pgx.Connect(ctx, s.address)
	if err != nil {
		return err
	}
	defer c.Close(context.WithoutCancel(ctx))
	if _, err := c.Exec(ctx, "LISTEN "+channel); err != nil {
		return err
	}
	notice(store.Notice{}) // those from before the connection were missed
	for {
		n, err := c.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		readPayload(n.Payload, notice)
	}
}
