package calls

import (
	"errors"

	"tafelrunde/internal/study"
	lancelotrecord "tafelrunde/lancelot/record"
	"tafelrunde/wotn/record"
)

// FoundGame is a game of a text with several, as a chapter of a study.
type FoundGame struct {
	// Title is made of the tags; "" without usable ones.
	Title string `json:"title"`
	// Text is what can be kept; "" if nothing can.
	Text string `json:"text"`
	// Plies is the number of moves or turns, without those of variations.
	Plies int `json:"plies"`
	// Left are the reasons why parts of the game are left out. Offsets are those of the whole text.
	Left Problems `json:"left"`
}

// studySplit returns the games of a text, in order, each as the text of a chapter. The variant
// is that of games of Way of the Knight without a tag for it.
func studySplit(game Game, variant ReadVariant, text string) ([]FoundGame, Problems) {
	found, err := study.Split(string(game), string(variant), text)
	if err != nil {
		return nil, wotnProblems(err)
	}
	return values(found, func(f study.Found) FoundGame {
		var left Problems
		for _, err := range f.Left {
			left = append(left, leftOut(err)...)
		}
		return FoundGame{f.Title, f.Text, f.Plies, left}
	}), nil
}

// leftOut returns the reasons why a part of a game is left out.
func leftOut(err error) Problems {
	var ofStudy *study.Problem
	var ofLancelot *lancelotrecord.Error
	var ofWotn *record.Problem
	switch {
	case errors.As(err, &ofStudy):
		code, args := ofStudy.Code, Args{}
		if ofStudy.Most > 0 {
			args["most"] = ofStudy.Most
		}
		if ofStudy.Err != nil {
			args["reason"] = ofStudy.Err.Error()
		}
		if ofStudy.Count > 0 {
			code, args["n"] = "rest-left-out", ofStudy.Count
		} else if code == "rest-left-out" {
			code = "all-left-out"
		}
		return refusal(code, args, ofStudy.Error())
	case errors.As(err, &ofLancelot):
		return commented(lancelotRecordProblems(err), ofLancelot.Commented)
	case errors.As(err, &ofWotn):
		return commented(recordProblems(ofWotn), ofWotn.InVariation && ofWotn.Code != record.MarkText)
	}
	return Violation(err.Error())
}

// commented adds a problem that the rest of the variation becomes a comment.
func commented(of Problems, variation bool) Problems {
	if !variation {
		return of
	}
	return append(of, refusal("variation-commented", nil, "the rest of the variation becomes a comment")...)
}
