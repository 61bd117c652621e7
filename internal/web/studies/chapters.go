package studies

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/store"
	"tafelrunde/internal/study"
	"tafelrunde/internal/web/core"
)

// ChapterPath is the path of a chapter.
type ChapterPath struct {
	StudyPath
	Chapter string `path:"chapter" maxLength:"64"`
}

func (a *API) registerChapters(routes huma.API) {
	type chapterTextResponse struct{ Body ChapterText }
	const path = "/api/studies/{id}/chapters/{chapter}"
	huma.Register(routes, huma.Operation{OperationID: "getChapter", Method: http.MethodGet, Path: path, Summary: "A chapter with its text"},
		func(ctx context.Context, in *ChapterPath) (*chapterTextResponse, error) {
			if _, err := a.readable(ctx, in.ID); err != nil {
				return nil, a.problemOf(err)
			}
			c, err := a.store.Chapter(ctx, in.ID, in.Chapter)
			return &chapterTextResponse{ChapterText{chapterView(&c), c.Text}}, a.problemOf(err)
		})
	type chapterResponse struct{ Body ChapterView }
	type addRequest struct {
		StudyPath
		Body NewChapter
	}
	huma.Register(routes, huma.Operation{OperationID: "addChapter", Method: http.MethodPost, Path: "/api/studies/{id}/chapters", Summary: "Add a chapter after the others", MaxBodyBytes: MaxBody},
		func(ctx context.Context, in *addRequest) (*chapterResponse, error) {
			s, err := a.own(ctx, in.ID)
			if err != nil {
				return nil, a.problemOf(err)
			}
			c, err := newChapter(s.Game, &in.Body)
			if err != nil {
				return nil, a.problemOf(err)
			}
			c.ID, c.Version = core.IDFor(ctx), 1
			err = a.store.AddChapter(ctx, s.ID, c, a.Now(), limits)
			if errors.Is(err, store.ErrTaken) && core.ResumedSince(ctx) > 0 {
				err = nil // stored by the first attempt
			}
			return &chapterResponse{chapterView(&c)}, a.problemOf(err)
		})
	type chapterChange struct {
		ChapterPath
		Body struct {
			NewChapter
			Version int `json:"version" minimum:"1" doc:"of the chapter on which the change is based"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "changeChapter", Method: http.MethodPut, Path: path, Summary: "Replace title and text of a chapter", MaxBodyBytes: MaxBody},
		func(ctx context.Context, in *chapterChange) (*chapterResponse, error) {
			s, err := a.own(ctx, in.ID)
			if err != nil {
				return nil, a.problemOf(err)
			}
			c, err := newChapter(s.Game, &in.Body.NewChapter)
			if err != nil {
				return nil, a.problemOf(err)
			}
			c.ID, c.Version = in.Chapter, in.Body.Version
			err = a.store.ChangeChapter(ctx, s.ID, c, a.Now(), limits)
			if errors.Is(err, store.ErrConflict) {
				// The first attempt of a request whose answer was lost has stored the same.
				stored, failure := a.store.Chapter(ctx, s.ID, c.ID)
				if failure == nil && stored.Version == c.Version+1 && stored.Title == c.Title && stored.Text == c.Text {
					err = nil
				}
			}
			c.Version++
			return &chapterResponse{chapterView(&c)}, a.problemOf(err)
		})
	type deleteRequest struct {
		ChapterPath
		Version int `query:"version" minimum:"1" required:"true" doc:"of the chapter that is to be deleted"`
	}
	huma.Register(routes, huma.Operation{OperationID: "deleteChapter", Method: http.MethodDelete, Path: path, Summary: "Delete a version of a chapter", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *deleteRequest) (*struct{}, error) {
			s, err := a.own(ctx, in.ID)
			if err == nil {
				err = a.store.DeleteChapter(ctx, s.ID, in.Chapter, in.Version, a.Now())
			}
			return nil, a.problemOf(err)
		})
}

func (a *API) registerCopies(routes huma.API) {
	huma.Register(routes, huma.Operation{OperationID: "cloneStudy", Method: http.MethodPost, Path: "/api/studies/{id}/clone", Summary: "Copy a study that the requester may see into a private one of the requester"},
		func(ctx context.Context, in *StudyPath) (*studyResponse, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			from, err := a.readable(ctx, in.ID)
			if err != nil {
				return nil, a.problemOf(err)
			}
			chapters, err := a.store.Chapters(ctx, from.ID, true)
			if err != nil {
				return nil, a.problemOf(err)
			}
			for i := range chapters {
				chapters[i].ID = core.NewID()
			}
			now := a.Now()
			s := store.Study{ID: core.IDFor(ctx), Owner: p.ID, Game: from.Game, Title: from.Title, Visibility: store.PrivateStudy, CreatedAt: now, ChangedAt: now}
			return a.add(ctx, s, chapters)
		})
	type fileResponse struct {
		ContentType string `header:"Content-Type"`
		Disposition string `header:"Content-Disposition"`
		Cache       string `header:"Cache-Control"`
		Body        []byte
	}
	text := &huma.MediaType{Schema: &huma.Schema{Type: "string"}}
	file := map[string]*huma.Response{"200": {Description: "The file", Content: map[string]*huma.MediaType{pgnType: text, "text/plain": text}}}
	huma.Register(routes, huma.Operation{OperationID: "getStudyRecord", Method: http.MethodGet, Path: "/api/studies/{id}/record", Summary: "All chapters of a study as one file: PGN, or records of Lancelot", Responses: file},
		func(ctx context.Context, in *StudyPath) (*fileResponse, error) {
			s, err := a.readable(ctx, in.ID)
			if err != nil {
				return nil, a.problemOf(err)
			}
			chapters, err := a.store.Chapters(ctx, s.ID, true)
			if err != nil {
				return nil, a.problemOf(err)
			}
			out := &fileResponse{ContentType: "text/plain; charset=utf-8", Cache: "no-store", Body: Export(chapters)}
			extension := "txt"
			if s.Game == study.Wotn {
				out.ContentType, extension = pgnType+"; charset=utf-8", "pgn"
			}
			out.Disposition = fmt.Sprintf(`attachment; filename="study-%s.%s"`, s.ID, extension)
			return out, nil
		})
}

// pgnType is the media type of PGN.
const pgnType = "application/x-chess-pgn"

// Export returns the texts of chapters, separated by empty lines.
func Export(chapters []store.Chapter) []byte {
	var b strings.Builder
	for i := range chapters {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(strings.TrimRight(chapters[i].Text, "\n"))
		b.WriteByte('\n')
	}
	return []byte(b.String())
}
