//go:build js && wasm

package main

import "syscall/js"

func main() {
	js.Global().Set("tafelrunde", map[string]any{
		"wotn": map[string]any{
			"game":      answering(wotnGame),
			"setup":     answering(wotnSetup),
			"edit":      answering(wotnEdit),
			"handicap":  answering(wotnHandicap),
			"next":      plain(wotnNext),
			"illegal":   answering(wotnIllegal),
			"explain":   answering(wotnExplain),
			"read":      answering(wotnRead),
			"readGames": answering(wotnReadGames),
			"write":     answering(wotnWrite),
		},
		"lancelot": map[string]any{
			"start":     answering(lancelotStart),
			"nextStart": answering(lancelotNextStart),
			"game":      answering(lancelotGame),
			"explain":   answering(lancelotExplain),
			"setup":     answering(lancelotSetup),
			"edit":      answering(lancelotEdit),
			"read":      answering(lancelotRead),
			"readGames": answering(lancelotReadGames),
			"write":     answering(lancelotWrite),
		},
		"engines": map[string]any{
			"prepare":         answering(prepare),
			"think":           answering(think),
			"analyse":         answering(analyseWotn),
			"analyseLancelot": answering(analyseLancelot),
			"classify":        answering(classifyLancelot),
		},
		"review": map[string]any{
			"classify": answering(reviewClassify),
			"fault":    answering(reviewFault),
			"accuracy": answering(reviewAccuracy),
			"shares":   answering(reviewShares),
		},
		"studies": map[string]any{
			"split": answering(studySplit),
		},
		"explorer": map[string]any{
			"set":  answering(explorerSet),
			"find": answering(explorerFind),
		},
		"lessons": map[string]any{
			"state": answering(lessonState),
			"reply": answering(lessonReply),
			"hint":  answering(lessonHint),
		},
	})
	select {}
}
