//go:build js && wasm

package main

import (
	"errors"
	"syscall/js"

	"tafelrunde/internal/lessons"
	"tafelrunde/wotn"
)

// optionalText returns a property that is a string; "" if it is missing.
func optionalText(v js.Value, name string) string {
	if property := v.Get(name); !property.IsUndefined() {
		return str(property)
	}
	return ""
}

// optionalTexts returns a property that is an array of strings; nil if it is missing.
func optionalTexts(v js.Value, name string) []string {
	if property := v.Get(name); !property.IsUndefined() {
		return texts(property)
	}
	return nil
}

// optionalNumber returns a property that is a whole number; 0 if it is missing.
func optionalNumber(v js.Value, name string) int {
	if property := v.Get(name); !property.IsUndefined() {
		return number(property)
	}
	return 0
}

// lesson converts an Exercise of the contract.
func lesson(v js.Value) (*lessons.Exercise, problems) {
	source := lessons.Source{
		Game:     str(v.Get("game")),
		Variant:  optionalText(v, "variant"),
		Position: str(v.Get("position")),
		Par:      number(v.Get("par")),
		Limit:    optionalNumber(v, "limit"),
		Success:  str(v.Get("success")),
		Failure:  optionalText(v, "failure"),
		Solution: texts(v.Get("solution")),
		Also:     optionalTexts(v, "also"),
		Scripted: v.Get("scripted").Truthy(),
	}
	if engine := v.Get("engine"); engine.Truthy() {
		source.Engine = &lessons.Opponent{
			Level: number(engine.Get("level")),
			Nodes: number(engine.Get("nodes")),
			Seed:  uint64(number(engine.Get("seed"))),
		}
	}
	if wrong := v.Get("wrong"); wrong.Truthy() {
		for i := range wrong.Length() {
			w := wrong.Index(i)
			source.Wrong = append(source.Wrong, lessons.Wrong{
				Moves:      texts(w.Get("moves")),
				Refutation: optionalTexts(w, "refutation"),
				Reason:     str(w.Get("reason")),
				Text:       str(w.Get("text")),
			})
		}
	}
	exercise, err := lessons.New(source)
	if err != nil {
		var field *lessons.FieldError
		errors.As(err, &field)
		return nil, problems{{"exercise", object{"field": field.Field, "reason": field.Reason}, err.Error(), noOffset}}
	}
	return exercise, nil
}

// lessonMove is the problem of an illegal move.
func lessonMove(err error) problems {
	return problems{{"exercise-move", object{}, err.Error(), noOffset}}
}

// lessonState has the arguments exercise, moves, extra and pending.
func lessonState(args []js.Value) (any, problems) {
	exercise, wrong := lesson(args[0])
	if wrong != nil {
		return nil, wrong
	}
	state, err := exercise.State(texts(args[1]), texts(args[2]))
	if err != nil {
		return nil, lessonMove(err)
	}
	shown := object{
		"learner":     state.Learner,
		"status":      string(state.Status),
		"moves":       state.Moves,
		"next":        state.Next,
		"engineMoves": state.EngineMoves,
		"wrong":       state.Wrong,
		"refutation":  values(state.Refutation, func(s string) any { return s }),
		"fact":        string(state.Fact),
		"cause": object{
			"name":  state.Cause.Name,
			"args":  values(state.Cause.Args, func(s string) any { return s }),
			"not":   state.Cause.Not,
			"value": state.Cause.Value,
		},
		"levels":   list{state.Levels[0], state.Levels[1]},
		"wotn":     nil,
		"lancelot": nil,
	}
	if state.Lancelot != nil {
		view, wrong := lancelotState(state.Lancelot, str(args[3]))
		if wrong != nil {
			return nil, wrong
		}
		shown["lancelot"] = view
		return shown, nil
	}
	view := wotnState(state.Wotn)
	if state.Last != wotn.NoMove {
		view["played"] = list{wotnMove(&state.Before, state.Last)}
	}
	shown["wotn"] = view
	return shown, nil
}

// lessonReply has the arguments exercise and moves.
func lessonReply(args []js.Value) (any, problems) {
	exercise, wrong := lesson(args[0])
	if wrong != nil {
		return nil, wrong
	}
	reply, err := exercise.Reply(texts(args[1]))
	if err != nil {
		return nil, lessonMove(err)
	}
	return reply, nil
}

// lessonHint has the arguments exercise and moves.
func lessonHint(args []js.Value) (any, problems) {
	exercise, wrong := lesson(args[0])
	if wrong != nil {
		return nil, wrong
	}
	hint, err := exercise.Hint(texts(args[1]))
	if err != nil {
		return nil, lessonMove(err)
	}
	return hint, nil
}
