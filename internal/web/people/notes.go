package people

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// maxNotes is the number of notes of a person.
const maxNotes = 500

// noteBody is the size of the largest request: 4,000 characters as JSON.
const noteBody = 64 << 10

// NoteView is the requester's private note on a match.
type NoteView struct {
	Text    string `json:"text" doc:"empty if there is none"`
	Version int64  `json:"version" doc:"0 if there is none"`
}

// NotePath names the match of a note.
type NotePath struct {
	ID string `path:"id" maxLength:"64"`
}

func (a *API) registerNotes(routes huma.API) {
	type response struct{ Body NoteView }
	const where = "/api/matches/{id}/note"
	core.Register(routes, core.Read, huma.Operation{OperationID: "getNote", Method: http.MethodGet, Path: where, Summary: "The requester's private note on a match; only accounts have notes"},
		func(ctx context.Context, in *NotePath) (*response, error) {
			p, err := a.noteOwner(ctx, in.ID)
			if err != nil {
				return nil, err
			}
			n, err := a.store.Note(ctx, p.ID, in.ID)
			return &response{NoteView{n.Text, n.Version}}, a.ProblemOf(err)
		})
	type request struct {
		NotePath
		Body struct {
			Text    string `json:"text" maxLength:"4000" doc:"empty to delete the note"`
			Version int64  `json:"version" minimum:"0" doc:"of the note on which the change is based"`
		}
	}
	core.Register(routes, core.Change.UpTo(noteBody), huma.Operation{OperationID: "putNote", Method: http.MethodPut, Path: where, Summary: "Replace a version of the requester's private note on a match; at most 500 notes"},
		func(ctx context.Context, in *request) (*response, error) {
			p, err := a.noteOwner(ctx, in.ID)
			if err != nil {
				return nil, err
			}
			n := store.Note{Match: in.ID, Version: in.Body.Version, ChangedAt: a.Now(), Text: in.Body.Text}
			version, err := a.store.PutNote(ctx, p.ID, n, maxNotes)
			switch {
			case errors.Is(err, store.ErrConflict):
				// The first attempt of a request whose answer was lost has stored the same.
				stored, failure := a.store.Note(ctx, p.ID, in.ID)
				if failure != nil {
					return nil, a.ProblemOf(failure)
				}
				if stored.Text != n.Text {
					return nil, core.NewProblem(http.StatusConflict, "note-changed", "the note was changed elsewhere; load it again")
				}
				version = stored.Version
			case errors.Is(err, store.ErrTooMany):
				return nil, core.NewProblem(http.StatusConflict, "notes-many", "a person has at most 500 notes")
			case err != nil:
				return nil, a.ProblemOf(err)
			}
			return &response{NoteView{n.Text, version}}, nil
		})
}

// noteOwner returns the requester, who must have an account and be allowed to see the match.
func (a *API) noteOwner(ctx context.Context, id string) (store.Person, error) {
	p, err := core.RequireMember(ctx)
	if err != nil {
		return p, err
	}
	_, err = a.matches.VisibleMatch(ctx, id, p)
	return p, a.ProblemOf(err)
}
