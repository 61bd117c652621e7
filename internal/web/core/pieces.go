package core

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

const (
	// pieceSize is how much of a response is written at once, pieceTime how long a client
	// may take to accept that. The time of the operation limits the whole response.
	pieceSize = 32 << 10
	pieceTime = 15 * time.Second
)

// Pieces returns a response that is written as it is read from the store, so that slow
// clients do not keep it in memory. It calls produce with a function that writes the next
// part. After an error the connection is closed, so that the client does not take a part
// for the whole.
func Pieces(header map[string]string, produce func(ctx context.Context, write func(string) error) error) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		_, w := humago.Unwrap(hctx)
		for name, value := range header {
			w.Header().Set(name, value)
		}
		ctx, client := hctx.Context(), http.NewResponseController(w)
		write := func(text string) error {
			for len(text) > 0 {
				if err := ctx.Err(); err != nil {
					return err
				}
				until := time.Now().Add(pieceTime)
				if end, ok := ctx.Deadline(); ok && end.Before(until) {
					until = end
				}
				// Not every response has a deadline, such as in tests.
				_ = client.SetWriteDeadline(until)
				n := min(len(text), pieceSize)
				if _, err := io.WriteString(w, text[:n]); err != nil {
					return err
				}
				text = text[n:]
			}
			return nil
		}
		if err := produce(ctx, write); err != nil {
			panic(http.ErrAbortHandler)
		}
	}}
}
