//go:build js && wasm

package main

import (
	"errors"
	"syscall/js"

	"tafelrunde/internal/study"
	lancelotrecord "tafelrunde/lancelot/record"
	"tafelrunde/wotn/record"
)

// studySplit returns the games of a text, each as the text of a chapter.
func studySplit(args []js.Value) (any, problems) {
	found, err := study.Split(str(args[0]), str(args[1]), str(args[2]))
	if err != nil {
		return nil, wotnProblems(err)
	}
	return values(found, func(f study.Found) any {
		var left problems
		for _, err := range f.Left {
			left = append(left, leftOut(err)...)
		}
		return object{"title": f.Title, "text": f.Text, "plies": f.Plies, "left": left.value()}
	}), nil
}

// leftOut returns the reasons why a part of a game is left out.
func leftOut(err error) problems {
	var ofStudy *study.Problem
	var ofLancelot *lancelotrecord.Error
	var ofWotn *record.Problem
	switch {
	case errors.As(err, &ofStudy):
		args := object{}
		if ofStudy.Most > 0 {
			args["most"] = ofStudy.Most
		}
		if ofStudy.Count > 0 {
			args["n"] = ofStudy.Count
			return problems{{"rest-left-out", args, ofStudy.Error(), noOffset}}
		}
		if ofStudy.Code == "rest-left-out" {
			return problems{{"all-left-out", args, ofStudy.Error(), noOffset}}
		}
		return problems{{ofStudy.Code, args, ofStudy.Error(), noOffset}}
	case errors.As(err, &ofLancelot):
		return commented(lancelotRecordProblems(err), ofLancelot.Commented)
	case errors.As(err, &ofWotn):
		return commented(recordProblems(ofWotn), ofWotn.InVariation && ofWotn.Code != record.MarkText)
	}
	return problems{{"internal", nil, err.Error(), noOffset}}
}

// commented adds a problem that the rest of the variation becomes a comment.
func commented(of problems, variation bool) problems {
	if !variation {
		return of
	}
	return append(of, problem{"variation-commented", object{}, "the rest of the variation becomes a comment", noOffset})
}
