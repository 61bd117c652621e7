package core

import (
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// scope is a permission of a bearer token.
type scope string

const (
	// readScope permits reading everything public and the person's own games.
	readScope scope = "read"
	// playScope permits commands at tables, including chat.
	playScope scope = "play"
	// challengeScope permits opening tables.
	challengeScope scope = "challenge"
	// anyScope is for routes that every token permits.
	anyScope scope = "any"
	// openScope is for routes that need no authentication, and that every token
	// permits.
	openScope scope = "open"
	// noScope is for routes that require a session. Sessions, passkeys, tokens
	// and the account are not accessible with a token.
	noScope scope = "none"
)

// TokenScopes are the scopes that a token can have, in the order of
// [store.AllScopes].
var TokenScopes = []scope{readScope, playScope, challengeScope}

// RouteScopes has the scope of every route, by operation ID. A missing route is
// refused to tokens, and fails a test.
var RouteScopes = map[string]scope{
	"getSession": readScope, "myMatches": readScope, "getBlocks": readScope, "getFollows": readScope, "getSettings": readScope, "getLessons": readScope, "getOnlineStatus": readScope,
	"getPerson": readScope, "getGamesOf": readScope, "getRatings": readScope, "getBadges": readScope, "getRatingHistory": readScope, "getStatistics": readScope, "getReliability": readScope,
	"getLobby": readScope, "getActivity": readScope, "getDiagram": readScope, "getLeaderboard": readScope, "myChallenges": readScope, "getMatch": readScope, "getGame": readScope, "getGames": readScope,
	"getDailyPuzzle": readScope, "getPuzzlePreview": readScope, "getPuzzle": readScope, "getPuzzleRating": readScope, "getPuzzleActivity": readScope, "getPuzzleScores": readScope, "getMistakes": readScope,
	"explore": readScope, "explorerGames": readScope, "explorerTable": readScope, "drawPosition": readScope,
	"getTournaments": readScope, "getTournament": readScope, "getTournamentTable": readScope, "getTournamentStandings": readScope, "getTournamentGames": readScope,
	"getStudies": readScope, "getStudy": readScope, "getChapter": readScope, "getStudyRecord": readScope,
	"getClubs": readScope, "getClub": readScope, "getClubMembers": readScope, "getClubTournaments": readScope, "getClubLeaderboard": readScope, "getClubNotices": readScope, "getClubNotice": readScope, "getTournamentNotices": readScope, "getClubsOf": readScope,
	"getRecord": readScope, "getPreview": readScope, "getGamePreview": readScope, "animateGame": readScope, "getReview": readScope, "animateMoves": readScope,
	"getNotifications": readScope, "getNotificationSettings": readScope, "lobbyStream": readScope, "matchStream": readScope, "sharedStream": readScope,
	"botGameStream": readScope, "botEventStream": readScope, "botChatLines": readScope, "onlineBots": readScope,
	"getAccount": readScope, "getUser": readScope, "getUserStatus": readScope, "getPlaying": readScope,
	"getChallenges": readScope, "getChallenge": readScope, "exportGame": readScope, "exportGames": readScope,
	"getSite": readScope, "getDocument": readScope, "metrics": readScope,

	"nextPuzzle": playScope, "solvePuzzles": playScope, "votePuzzle": playScope, "startPuzzleRun": playScope, "beginPuzzleRun": playScope, "finishPuzzleRun": playScope, "command": playScope, "readNotifications": playScope, "mute": playScope, "block": playScope, "unblock": playScope, "follow": playScope, "unfollow": playScope, "report": playScope,
	"botMove": playScope, "botResign": playScope, "botAbort": playScope, "botDraw": playScope, "botTakeback": playScope, "botChat": playScope,
	"botClaimVictory": playScope, "botClaimDraw": playScope, "upgradeToBot": playScope,
	"acceptChallenge": playScope, "declineChallenge": playScope, "cancelChallenge": playScope,

	"createTournament": challengeScope, "enterTournament": challengeScope, "acceptClubMatch": challengeScope, "declineClubMatch": challengeScope, "leaveTournament": challengeScope, "startTournament": challengeScope, "closeTournament": challengeScope,
	"expelFromTournament": challengeScope, "correctTournament": challengeScope,
	"openTable": challengeScope, "pair": challengeScope, "playComputers": challengeScope, "challenge": challengeScope, "createChallenge": challengeScope,

	"testTokens": openScope, "health": openScope, "ready": openScope,

	"revokeOwnToken": anyScope,

	"startGuestSession": noScope, "endSession": noScope, "createAccount": noScope, "login": noScope,
	"beginPasskeyRegistration": noScope, "finishPasskeyRegistration": noScope, "beginPasskeyLogin": noScope, "finishPasskeyLogin": noScope, "getPasskeys": noScope, "deletePasskey": noScope,
	"getRecoveryCodes": noScope, "createRecoveryCodes": noScope, "recoverAccount": noScope, "useResetLink": noScope, "getSessions": noScope, "endOneSession": noScope,
	"proveIdentity": noScope, "changeName": noScope, "putSettings": noScope, "putNotificationSettings": noScope, "addPushDevice": noScope, "renewPushDevice": noScope, "deletePushDevice": noScope, "putLessons": noScope, "putMistake": noScope, "deleteMistake": noScope, "putOnlineStatus": noScope, "putArms": noScope, "putMotto": noScope, "getNote": noScope, "putNote": noScope, "setPassword": noScope, "endOtherSessions": noScope, "deleteAccount": noScope,
	"export": noScope, "createToken": noScope, "getTokens": noScope, "revokeToken": noScope, "revokeAllTokens": noScope,

	"findPeople": noScope, "createPerson": noScope, "setRole": noScope, "createResetLink": noScope, "getAudit": noScope, "getSimilarNames": noScope,
	"getPersonDetails": noScope, "actOnPerson": noScope, "getAddressBans": noScope, "banAddress": noScope, "getMatchMessages": noScope, "actOnMatch": noScope, "getReports": noScope, "setReport": noScope,
	"getSiteSettings": noScope, "changeSite": noScope, "getInvitations": noScope, "createInvitation": noScope, "revokeInvitation": noScope,
	"confirmWarning": noScope, "createStudy": noScope, "changeStudy": noScope, "deleteStudy": noScope, "cloneStudy": noScope, "addChapter": noScope, "changeChapter": noScope, "deleteChapter": noScope,
	"createClub": noScope, "changeClub": noScope, "closeClub": noScope, "joinClub": noScope, "leaveClub": noScope, "muteClub": noScope, "getClubRequests": noScope, "answerClubRequest": noScope,
	"setClubRole": noScope, "removeClubMember": noScope, "addClubNotice": noScope, "addClubReply": noScope, "deleteClubNotice": noScope, "addTournamentNotice": noScope, "deleteTournamentNotice": noScope, "actOnClub": noScope, "actOnTournament": noScope,
	"removeStudy": noScope, "getWrongPuzzles": noScope, "settlePuzzle": noScope, "getComparison": noScope, "requestComparison": noScope, "requestReview": noScope, "getReviews": noScope, "cancelReview": noScope,
}

// checkScope returns a problem if the allowed scopes of a token do not permit an
// operation.
func checkScope(operation string, allowed string) error {
	switch needed := RouteScopes[operation]; needed {
	case anyScope, openScope:
		return nil
	case noScope, "":
		return NewProblem(http.StatusForbidden, "scope-none", "tokens do not permit this; it requires a session")
	default:
		if slices.Contains(strings.Fields(allowed), string(needed)) {
			return nil
		}
		return NewProblem(http.StatusForbidden, "scope", "this requires a token with the scope "+string(needed)).With("scope", string(needed))
	}
}

// DescribeScopes adds the required scopes of all routes to the OpenAPI document.
func DescribeScopes(spec *huma.OpenAPI) {
	for _, item := range spec.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Delete} {
			if op == nil {
				continue
			}
			switch s := RouteScopes[op.OperationID]; s {
			case noScope, "":
				op.Security = []map[string][]string{{"session": {}}}
			case anyScope:
				op.Security = []map[string][]string{{"bearer": {}}}
			case openScope:
				op.Security = []map[string][]string{{}, {"bearer": {}}}
			default:
				op.Security = []map[string][]string{{}, {"session": {}}, {"bearer": {string(s)}}}
			}
		}
	}
}
