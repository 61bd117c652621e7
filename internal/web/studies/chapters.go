package studies

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

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
	core.Register(routes, core.Read, huma.Operation{OperationID: "getChapter", Method: http.MethodGet, Path: path, Summary: "A chapter with its text"},
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
	core.Register(routes, core.Create.ByPerson(core.StudyChanges).Through(core.WorkGate).Using(core.Records).UpTo(MaxBody), huma.Operation{OperationID: "addChapter", Method: http.MethodPost, Path: "/api/studies/{id}/chapters", Summary: "Add a chapter after the others"},
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
	core.Register(routes, core.Change.ByPerson(core.StudyChanges).Through(core.WorkGate).Using(core.Records).UpTo(MaxBody), huma.Operation{OperationID: "changeChapter", Method: http.MethodPut, Path: path, Summary: "Replace title and text of a chapter"},
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
	core.Register(routes, core.Change, huma.Operation{OperationID: "deleteChapter", Method: http.MethodDelete, Path: path, Summary: "Delete a version of a chapter", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *deleteRequest) (*struct{}, error) {
			s, err := a.own(ctx, in.ID)
			if err == nil {
				err = a.store.DeleteChapter(ctx, s.ID, in.Chapter, in.Version, a.Now())
			}
			return nil, a.problemOf(err)
		})
}

func (a *API) registerCopies(routes huma.API) {
	core.Register(routes, core.Create.ByPerson(core.StudyChanges).Through(core.WorkGate).Using(core.Records), huma.Operation{OperationID: "cloneStudy", Method: http.MethodPost, Path: "/api/studies/{id}/clone", Summary: "Copy a study that the requester may see into a private one of the requester"},
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
	text := &huma.MediaType{Schema: &huma.Schema{Type: "string"}}
	file := map[string]*huma.Response{"200": {Description: "The file", Content: map[string]*huma.MediaType{pgnType: text, "text/plain": text}}}
	core.Register(routes, core.Read.ByAddress(core.LookUpsByAddress).Through(core.RecordGate).Within(2*time.Minute), huma.Operation{OperationID: "getStudyRecord", Method: http.MethodGet, Path: "/api/studies/{id}/record", Summary: "All chapters of a study as one file: PGN, or records of Lancelot", Responses: file},
		func(ctx context.Context, in *StudyPath) (*huma.StreamResponse, error) {
			s, err := a.readable(ctx, in.ID)
			if err != nil {
				return nil, a.problemOf(err)
			}
			chapters, err := a.store.Chapters(ctx, s.ID, false)
			if err != nil {
				return nil, a.problemOf(err)
			}
			contentType, extension := "text/plain; charset=utf-8", "txt"
			if s.Game == study.Wotn {
				contentType, extension = pgnType+"; charset=utf-8", "pgn"
			}
			header := map[string]string{
				"Content-Type": contentType, "Cache-Control": "no-store",
				"Content-Disposition": fmt.Sprintf(`attachment; filename="study-%s.%s"`, s.ID, extension),
			}
			return core.Pieces(header, func(ctx context.Context, write func(string) error) error {
				for i := range chapters {
					c, err := a.store.Chapter(ctx, s.ID, chapters[i].ID)
					if core.IsNotFound(err) {
						continue // deleted meanwhile
					}
					if err != nil {
						return err
					}
					// Parts, since a joined text would be kept twice while a client reads slowly.
					parts := []string{"\n", strings.TrimRight(c.Text, "\n"), "\n"}
					if i == 0 {
						parts = parts[1:]
					}
					for _, part := range parts {
						if err := write(part); err != nil {
							return err
						}
					}
				}
				return nil
			}), nil
		})
}

// pgnType is the media type of PGN.
const pgnType = "application/x-chess-pgn"
