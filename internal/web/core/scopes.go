package core

import (
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// scope is what a bearer token must allow for a route.
type scope string

const (
	// readScope: everything that others may see, and one's own games.
	readScope scope = "read"
	// playScope: commands at tables, and chat.
	playScope scope = "play"
	// challengeScope: opening tables.
	challengeScope scope = "challenge"
	// anyScope: whatever the token allows.
	anyScope scope = "any"
	// noScope: no token can do this. Sessions, keys and the account are for the
	// person alone.
	noScope scope = "none"
)

// TokenScopes are those that a token can have, in the order of store.AllScopes.
var TokenScopes = []scope{readScope, playScope, challengeScope}

// RouteScopes has the scope of every route by its operation. A route that is
// missing here is refused to tokens, and fails a test.
var RouteScopes = map[string]scope{
	"getSession": readScope, "myMatches": readScope, "export": readScope, "getBlocks": readScope,
	"getPerson": readScope, "getGamesOf": readScope, "getRatings": readScope,
	"getLobby": readScope, "getMatch": readScope, "getGame": readScope, "getGames": readScope,
	"getRecord": readScope, "getPreview": readScope, "getGamePreview": readScope,
	"lobbyStream": readScope, "matchStream": readScope, "sharedStream": readScope,
	"botGameStream": readScope, "botEventStream": readScope,
	"health": readScope, "metrics": readScope,

	"command": playScope, "mute": playScope, "block": playScope, "unblock": playScope, "report": playScope,
	"botMove": playScope, "botResign": playScope, "botAbort": playScope, "botDraw": playScope, "botTakeback": playScope, "botChat": playScope,

	"openTable": challengeScope,

	"dropThisToken": anyScope,

	"beGuest": noScope, "leaveSession": noScope, "makeAccount": noScope, "login": noScope,
	"askForPasskey": noScope, "makePasskey": noScope, "askToEnter": noScope, "passkeyLogin": noScope, "getPasskeys": noScope, "dropPasskey": noScope,
	"prove": noScope, "changeName": noScope, "setPassword": noScope, "leaveEverywhere": noScope, "deleteMe": noScope,
	"makeToken": noScope, "getTokens": noScope, "dropToken": noScope, "dropTokens": noScope,
}

// checkScope refuses a token what it does not allow.
func checkScope(operation string, allowed string) error {
	switch needed := RouteScopes[operation]; needed {
	case anyScope:
		return nil
	case noScope, "":
		return NewProblem(http.StatusForbidden, "scope-none", "no token can do this; it needs a session")
	default:
		if slices.Contains(strings.Fields(allowed), string(needed)) {
			return nil
		}
		return NewProblem(http.StatusForbidden, "scope", "this needs a token with the scope "+string(needed)).With("scope", string(needed))
	}
}

// describeScopes adds to the description of the routes which of them tokens can
// use.
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
			default:
				op.Security = []map[string][]string{{}, {"session": {}}, {"bearer": {string(s)}}}
			}
		}
	}
}
