package sqlstore

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"tafelrunde/internal/store"
)

// channel is the channel of PostgreSQL's notifications.
const channel = "tafelrunde"

// maxPayload is the longest payload of a notification, in bytes.
const maxPayload = 7999

// payload returns the notice of an append: "match seq", then " tables" if lists of
// tables have changed, " notifications" if those have and " engine" if an engine is to move.
// A notification can contain several, separated by ";".
func payload(p *pending) string {
	text := p.Match + " " + strconv.FormatInt(p.After.Seq, 10)
	if !store.KeepsSummary(p.Events) {
		text += " tables"
	}
	if len(p.notifications) > 0 {
		text += " notifications"
	}
	if seat, _ := p.After.EngineToMove(); seat >= 0 {
		text += " engine"
	}
	return text
}

// personMark begins the notice that a person has changed: "*person ID". No match
// has such an ID, and earlier versions ignore notices without a number.
const personMark = "*person"

// notificationsMark begins the notice that notifications of a person have changed:
// "*notifications ID".
const notificationsMark = "*notifications"

func notificationsPayload(person string) string { return notificationsMark + " " + person }

// siteMark begins the notice that something has changed that concerns everybody.
const siteMark = "*site"

const sitePayload = siteMark + " changed"

func personPayload(id string) string { return personMark + " " + id }

// readPayload calls notice for each append or other change in a payload.
func readPayload(text string, notice func(store.Notice)) {
	for part := range strings.SplitSeq(text, ";") {
		fields := strings.Fields(part)
		if len(fields) < 2 {
			continue
		}
		if fields[0] == siteMark {
			notice(store.Notice{Site: true})
			continue
		}
		if fields[0] == deletedMark {
			notice(store.Notice{Deleted: fields[1]})
			continue
		}
		if fields[0] == notificationsMark {
			notice(store.Notice{Person: fields[1], Notifications: true})
			continue
		}
		if fields[0] == personMark {
			notice(store.Notice{Person: fields[1]})
			continue
		}
		if seq, err := strconv.ParseInt(fields[1], 10, 64); err == nil {
			notice(store.Notice{
				Match: fields[0], Seq: seq,
				Tables: slices.Contains(fields[2:], "tables"), Notifications: slices.Contains(fields[2:], "notifications"), Engine: slices.Contains(fields[2:], "engine"),
			})
		}
	}
}

// Listen implements store.Notices. It reconnects after errors.
func (s *Store) Listen(ctx context.Context, notice func(store.Notice)) error {
	if s.dialect == sqlite {
		return nil
	}
	for {
		_ = s.listenOnce(ctx, notice) // try again after any error
		notice(store.Notice{Disconnected: true})
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(500 * time.Millisecond):
		}
	}
}

const (
	// pingEvery is the interval of pings on an idle connection.
	pingEvery   = 2 * time.Second
	pingTimeout = 2 * time.Second
)

func (s *Store) listenOnce(ctx context.Context, notice func(store.Notice)) error {
	// Waiting for a notice has no limit.
	config, err := postgresConfig(s.address, new(silence))
	if err != nil {
		return err
	}
	c, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), pingTimeout)
		defer cancel()
		c.Close(closing)
	}()
	if err := listen(ctx, c); err != nil {
		return err
	}
	notice(store.Notice{}) // earlier notices were missed
	for {
		n, err := waitForNotice(ctx, c)
		if err != nil {
			return err
		}
		if n != nil {
			readPayload(n.Payload, notice)
		}
	}
}

func listen(ctx context.Context, c *pgx.Conn) error {
	asking, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	_, err := c.Exec(asking, "LISTEN "+channel)
	return err
}

// waitForNotice returns the next notice, or nil if none has arrived for a while
// and the connection answers a ping. Without pings it would wait forever if the
// server vanished without closing the connection.
func waitForNotice(ctx context.Context, c *pgx.Conn) (*pgconn.Notification, error) {
	waiting, cancel := context.WithTimeout(ctx, pingEvery)
	defer cancel()
	n, err := c.WaitForNotification(waiting)
	if err == nil || waiting.Err() == nil || ctx.Err() != nil {
		return n, err
	}
	asking, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	return nil, c.Ping(asking)
}
