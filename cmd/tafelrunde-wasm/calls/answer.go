package calls

import (
	"encoding/json"
	"slices"

	"tafelrunde/wotn"
)

// Problem is a reason why a call was refused. The page translates Code and Args; Message is
// English, for logs.
type Problem struct {
	Code    string `json:"code"`
	Args    Args   `json:"args"`
	Message string `json:"message"`
	// Offset is the byte offset in the text argument, if the error has one.
	Offset *int `json:"offset,omitempty"`
}

// Args are values for the text of a problem: texts, numbers and lists of [LineName].
type Args map[string]any

// Problems are all errors of a call.
type Problems []Problem

// refusal returns a single problem without an offset. args can be nil.
func refusal(code string, args Args, message string) Problems {
	if args == nil {
		args = Args{}
	}
	return Problems{{Code: code, Args: args, Message: message}}
}

// refusalAt is like refusal, with an offset in the text. A negative offset is none.
func refusalAt(offset int, code string, args Args, message string) Problems {
	ps := refusal(code, args, message)
	if offset >= 0 {
		ps[0].Offset = &offset
	}
	return ps
}

// Violation returns the problem of a call that has failed or violates its types.
func Violation(message string) Problems { return refusal("internal", nil, message) }

// RecordedGame is what a record contains besides tags and moves.
type RecordedGame struct {
	// Players are the names by color (White first) or seat, "" for unknown ones.
	Players []string `json:"players"`
	// Winners are the colors that won, 0 for White, or the seats; missing unless the game is
	// finished.
	Winners *[]int `json:"winners,omitempty"`
}

// Tags are the tags of a record in their order: an object of texts.
type Tags []Tag

// Tag is a tag of a record.
type Tag struct{ Name, Value string }

// MarshalJSON writes the tags as an object.
func (ts Tags) MarshalJSON() ([]byte, error) {
	object := []byte{'{'}
	for i, t := range ts {
		pair, err := json.Marshal(map[string]string{t.Name: t.Value})
		if err != nil {
			return nil, err
		}
		if i > 0 {
			object = append(object, ',')
		}
		object = append(object, pair[1:len(pair)-1]...)
	}
	return append(object, '}'), nil
}

// tagsOf returns the tags of a record of either game.
func tagsOf[T ~struct{ Name, Value string }](tags []T) Tags {
	return values(tags, func(t T) Tag { return Tag(t) })
}

// withTags returns tags of a record with others, which replace those of the same
// name.
func withTags[T ~struct{ Name, Value string }](tags []T, others ...T) []T {
	return append(slices.DeleteFunc(tags, func(t T) bool {
		return slices.ContainsFunc(others, func(other T) bool { return Tag(other).Name == Tag(t).Name })
	}), others...)
}

// values returns a list with the result of show for each element.
func values[E, V any](elements []E, show func(E) V) []V {
	shown := make([]V, len(elements))
	for i, e := range elements {
		shown[i] = show(e)
	}
	return shown
}

// orEmpty returns the text of a kind, square or turn, "" for none.
func orEmpty(v interface{ String() string }) string {
	if text := v.String(); text != wotn.NoSquare.String() {
		return text
	}
	return ""
}
