package sqlstore

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"tafelrunde/internal/store"
)

// channel is where PostgreSQL tells of new events.
const channel = "tafelrunde"

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
		id, number, _ := strings.Cut(n.Payload, " ")
		if seq, err := strconv.ParseInt(number, 10, 64); err == nil {
			notice(store.Notice{Match: id, Seq: seq})
		}
	}
}
