//go:build js && wasm

package main

import "syscall/js"

func main() {
	js.Global().Set("tafelrunde", map[string]any{
		"wotn": map[string]any{
			"game":     answering(wotnGame),
			"setup":    answering(wotnSetup),
			"handicap": answering(wotnHandicap),
			"next":     plain(wotnNext),
			"illegal":  answering(wotnIllegal),
			"explain":  answering(wotnExplain),
			"read":     answering(wotnRead),
			"write":    answering(wotnWrite),
		},
		"lancelot": map[string]any{
			"start":     answering(lancelotStart),
			"nextStart": answering(lancelotNextStart),
			"game":      answering(lancelotGame),
			"explain":   answering(lancelotExplain),
			"setup":     answering(lancelotSetup),
			"read":      answering(lancelotRead),
			"write":     answering(lancelotWrite),
		},
		"engines": map[string]any{
			"prepare":  answering(prepare),
			"think":    answering(think),
			"advise":   answering(adviseLancelot),
			"classify": answering(classifyLancelot),
			"analyse":  answering(analyseWotn),
		},
		"lessons": map[string]any{
			"state": answering(lessonState),
			"reply": answering(lessonReply),
			"hint":  answering(lessonHint),
		},
	})
	select {}
}
