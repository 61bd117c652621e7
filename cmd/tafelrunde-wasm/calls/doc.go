// Package calls has the functions of the rules and the engines that the page calls, and the
// types of their arguments and results, as JSON.
//
// Squares are text ("e4", "g10"), moves and positions have the text form of docs/formats,
// kinds of pieces are capital letters, colors are "w" and "b". Where there is none, a text is
// "". Seats are numbered from 0 (White, or "a"). Calls are stateless: a game is given by its
// start and its moves. Only the engines keep their memory, which changes no answer of the
// rules.
//
// The word "turn" has two meanings. In Way of the Knight and chess it is the side to move, as
// in a FEN. In Lancelot a turn is all that a seat does at once: a stone, Excalibur, or both;
// the seat to move is ToAct. In edits of positions "turn" sets the side or the seat to move.
//
// A test writes browser/rules/contract.gen.ts from the functions and types of this package,
// with their comments: make rules-types.
package calls

// Parts has the functions, by the names of their part and of the call. Each returns a value,
// and most return problems too: the value is for the page only if there are none. A pointer
// is an optional argument, and so are all that follow it.
var Parts = map[string]map[string]any{
	"wotn": {
		"game":      wotnGame,
		"setup":     wotnSetup,
		"edit":      wotnEdit,
		"handicap":  wotnHandicap,
		"next":      wotnNext,
		"illegal":   wotnIllegal,
		"explain":   wotnExplain,
		"read":      wotnRead,
		"readGames": wotnReadGames,
		"write":     wotnWrite,
		"badges":    wotnBadges,
	},
	"lancelot": {
		"start":     lancelotStart,
		"nextStart": lancelotNextStart,
		"game":      lancelotGame,
		"explain":   lancelotExplain,
		"setup":     lancelotSetup,
		"edit":      lancelotEdit,
		"read":      lancelotRead,
		"readGames": lancelotReadGames,
		"write":     lancelotWrite,
		"badges":    lancelotBadges,
	},
	"engines": {
		"network":         network,
		"prepare":         prepare,
		"think":           think,
		"analyse":         analyseWotn,
		"analyseLancelot": analyseLancelot,
		"classify":        classifyLancelot,
	},
	"review": {
		"classify": reviewClassify,
		"fault":    reviewFault,
		"accuracy": reviewAccuracy,
		"shares":   reviewShares,
	},
	"studies": {
		"split": studySplit,
	},
	"explorer": {
		"set":  explorerSet,
		"find": explorerFind,
	},
	"lessons": {
		"state": lessonState,
		"reply": lessonReply,
		"hint":  lessonHint,
	},
	"puzzles": {
		"exercise": puzzleExercise,
		"rate":     puzzleRate,
		"sequence": puzzleSequence,
		"run":      puzzleRun,
	},
}
