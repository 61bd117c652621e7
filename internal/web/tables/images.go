package tables

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/pictures"
	"tafelrunde/internal/web/core"
	"tafelrunde/wotn"
)

// imageSize is the width of an image of a position, in pixels.
const imageSize = 1000

// registerImages adds the route of an image of any position.
func (a *API) registerImages(routes huma.API) {
	type imageResponse struct {
		ContentType string `header:"Content-Type"`
		Disposition string `header:"Content-Disposition"`
		Cache       string `header:"Cache-Control"`
		Body        []byte
	}
	content := map[string]*huma.MediaType{"image/svg+xml": {Schema: &huma.Schema{Type: "string"}}}
	core.Register(routes, core.Read.ByAddress(core.LookUpsByAddress).Through(core.DrawGate), huma.Operation{
		OperationID: "drawPosition", Method: http.MethodGet, Path: "/api/diagram.svg", Summary: "An image of any position as SVG",
		Responses: map[string]*huma.Response{"200": {Description: "The image", Content: content}},
	},
		func(_ context.Context, in *struct {
			Game     string `query:"game" enum:"wotn,lancelot" required:"true"`
			Variant  string `query:"variant" enum:"wotn,wotn-alternative,chess,lancelot" required:"true" doc:"lancelot for Lancelot"`
			Position string `query:"position" minLength:"1" maxLength:"400" required:"true" doc:"in the notation of the game"`
			Marks    string `query:"marks" maxLength:"2000" doc:"as in docs/formats/diagrams.md"`
			Turned   bool   `query:"turned" doc:"from Black's side"`
			Board    string `query:"board" enum:"wood,slate,parchment,contrast" default:"wood"`
			Pieces   string `query:"pieces" enum:"standing,framed" default:"standing"`
		}) (*imageResponse, error) {
			d := pictures.Diagram{
				Game: in.Game, Position: in.Position, Marks: in.Marks, Turned: in.Turned && in.Game == pictures.Wotn, Coordinates: true,
				Pieces: in.Pieces, Board: in.Board, Size: imageSize,
			}
			if d.Game == pictures.Wotn {
				variant, err := wotn.ParseVariant(in.Variant)
				if err != nil {
					return nil, core.NewProblem(http.StatusUnprocessableEntity, "request", "the variant belongs to another game")
				}
				d.Variant = variant
			}
			svg, err := d.SVG()
			if err != nil {
				return nil, core.NewProblem(http.StatusUnprocessableEntity, "position", "this is not a position: "+err.Error()).With("reason", err.Error())
			}
			return &imageResponse{"image/svg+xml; charset=utf-8", `inline; filename="position.svg"`, "public, max-age=86400", svg}, nil
		})
}
