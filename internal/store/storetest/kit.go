package storetest

import (
	"context"
	"fmt"
	"strconv"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
)

var rules games.Rules

// Player returns the i-th test player, who has an account.
func Player(i int) match.Player {
	return match.Player{ID: "p" + strconv.Itoa(i), Name: "Player " + strconv.Itoa(i), Account: true}
}

// Table plays a match and stores its events.
type Table struct {
	T     testing.TB
	Store store.Store
	ID    string
	State *match.State
	Now   match.Moment
}

// Slow changes settings to a correspondence game with a day for each turn.
func Slow(s *match.Settings) { s.Clock = match.Clock{Kind: match.Correspondence, PerTurn: match.Day} }

// Open opens a table for two whose game begins.
func Open(t testing.TB, s store.Store, id string, change func(*match.Settings)) *Table {
	t.Helper()
	settings := match.Settings{
		Game: "wotn", Variant: "wotn", Seats: 2, Visibility: match.Public, Rated: true,
		Clock: match.Clock{Kind: match.RealTime, Initial: 3 * match.Minute},
	}
	if change != nil {
		change(&settings)
	}
	x := &Table{T: t, Store: s, ID: id, State: match.New(), Now: 1_700_000_000_000}
	x.Do("p0", match.Open{Settings: settings, Owner: Player(0)})
	return x
}

// Sit fills all free seats, so that the game begins.
func (x *Table) Sit() *Table {
	x.T.Helper()
	for i := 1; i < x.State.Settings.Seats; i++ {
		x.Do(Player(i).ID, match.Sit{Player: Player(i), Seat: match.RandomSeat})
	}
	return x
}

// Do executes a command and stores its events.
func (x *Table) Do(by string, a match.Action) {
	x.T.Helper()
	if err := x.Try(by, a); err != nil {
		x.T.Fatalf("%s %#v: %v", by, a, err)
	}
}

// Try is Do, but returns the error.
func (x *Table) Try(by string, a match.Action) error {
	x.Now += 1000
	events, after, err := match.Decide(rules, x.State, match.Command{At: x.Now, By: by, Do: a})
	if err != nil {
		return err
	}
	if err := x.Store.Append(context.Background(), store.Append{Match: x.ID, Events: events, After: after}); err != nil {
		return err
	}
	x.State = after
	return nil
}

// Play plays moves for the seats to act.
func (x *Table) Play(moves ...string) {
	x.T.Helper()
	for _, m := range moves {
		x.Do(x.State.Seats[x.State.ToAct()].Player.ID, match.Move{Text: m, Ply: match.AnyPly})
	}
}

// mate has the moves of a game that Black, seat 1, wins.
var mate = []string{"f2f3", "e7e5", "g2g4", "d8h4"}

// Check tests the contract of a store. open returns an empty store.
func Check(t *testing.T, open func(t *testing.T) store.Store) {
	tests := map[string]func(t *testing.T, s store.Store){
		"EventsComeBackAsTheyWere":      eventsComeBack,
		"OneOfTwoWinsANumber":           oneOfTwoWins,
		"ManyAtOnceAreAllStored":        manyAtOnce,
		"ListsFollowTheMatches":         listsFollow,
		"DeadlinesAndEnginesAreKept":    deadlinesAndEngines,
		"TablesToPairAt":                pairable,
		"FinishedMatches":               finished,
		"InvitationsFollowTheTables":    invitedTo,
		"Leaderboards":                  leaderboards,
		"OneAtATime":                    exclusively,
		"GamesAndRatings":               gamesAndRatings,
		"PublicGames":                   publicGames,
		"RatingsExpectTheShareOfASeat":  seatShares,
		"PeopleTokensAndSessions":       people,
		"NamesAreComparedByLetters":     namesByLetters,
		"PasskeysBlocksAndReports":      aroundPeople,
		"LoginsAreListed":               logins,
		"RecoveryCodesAreSpent":         recoveryCodes,
		"RolesAreStored":                roles,
		"ResetLinksAreUsedOnce":         resetLinks,
		"TheAuditLogIsKept":             auditLog,
		"SanctionsAreStored":            sanctions,
		"AddressesAreBanned":            addressBans,
		"SiteSettingsAreChanged":        siteSettings,
		"InvitationsAreUsedOnce":        invitations,
		"ComparisonsAreLeased":          comparisons,
		"ReviewsAreMadeInTurn":          reviews,
		"ReviewsHaveLimits":             reviewLimits,
		"ReviewsAreTakenUpAgain":        reviewsResumed,
		"ReviewsOfAnOlderEngine":        reviewsOfAnOlderEngine,
		"ReviewsThatRunAreCancelled":    reviewsCancelled,
		"ReviewsEndOrAreCancelled":      reviewsRacing,
		"ReviewsOfAPersonAreListed":     reviewsBy,
		"ReviewsGoWithMatchAndPerson":   reviewsDeleted,
		"ChatIsRemoved":                 removedChat,
		"GuestsWithoutActivity":         idleGuests,
		"OldChatIsDeleted":              oldChat,
		"OldMatchesAreDeleted":          oldMatches,
		"OnePasskeyRemains":             lastPasskeys,
		"AccountsWithPasskeys":          accountsWithPasskeys,
		"LimitsHoldForConcurrentCalls":  limits,
		"ASessionIsTakenOnce":           takenOnce,
		"DeletionBeginsAndFinishes":     deleting,
		"OneChangeOfAnEpochSucceeds":    oneChangeOfAnEpoch,
		"AGuestBecomesSomebodyElse":     renaming,
		"PeopleAreErased":               erasing,
		"GamesOfAPerson":                gamesOf,
		"ConductFollowsGames":           conduct,
		"NewestRepliesAreKept":          longConduct,
		"NotesConflict":                 notes,
		"BadgesAreEarned":               badgesAreEarned,
		"BadgesFollowPeople":            badgesFollowPeople,
		"NotificationsFollowGames":      notificationsFollow,
		"ChallengesAreNotified":         challengesAreNotified,
		"NotificationsAreTheHistory":    notificationsAreTheHistory,
		"PushesFollowNotifications":     pushesFollow,
		"PushesAreLeasedFairly":         pushesAreLeasedFairly,
		"ReportsAreClosedAtOnce":        reportsAreClosedAtOnce,
		"BlocksEndChallenges":           blocksEndChallenges,
		"QuietHoursChange":              quietHoursChange,
		"PeopleFollowOthers":            following,
		"FollowsHaveLimits":             followLimits,
		"TablesOfFollowedPeople":        followedTables,
		"RebuildingChangesNothing":      rebuilding,
		"PreferencesAreTheLatest":       preferences,
		"ProgressIsMerged":              progressIsMerged,
		"ProgressMergesInAnyOrder":      progressInAnyOrder,
		"StudiesAreStored":              studies,
		"ClubsAreStored":                clubs,
		"ClubsAreJoined":                clubsJoined,
		"ClubsHaveLimits":               clubLimits,
		"NoticesOfClubs":                clubNotices,
		"ClubsOfDeletedPeople":          clubsOfDeleted,
		"MembersOfClubsAreNotified":     clubNotifications,
		"TournamentsAreListed":          tournamentLists,
		"TournamentEventsComeBack":      tournamentEvents,
		"TournamentsOfDeletedPeople":    tournamentsOfDeleted,
		"ErasuresAtOnce":                erasuresAtOnce,
		"TextsOfTournamentsRemoved":     removedTexts,
		"RetentionOfTournaments":        retentionOfTournaments,
		"TournamentsAreRebuilt":         rebuildingTournaments,
		"PuzzleAttempts":                puzzleAttempts,
		"PuzzleAttemptsAreLimited":      puzzleAttemptsAreLimited,
		"PuzzlesAreRatedAtOnce":         puzzlesAreRatedAtOnce,
		"PuzzleRunsAndBoards":           puzzleRuns,
		"PuzzleVotesAreSettled":         puzzleVotes,
		"MistakesAreKept":               mistakes,
		"PuzzlesOfDeletedPeople":        puzzlesOfDeleted,
		"ChangesOfStudiesConflict":      studyConflicts,
		"StudiesHaveLimits":             studyLimits,
		"StudiesOfDeletedPeople":        studiesOfDeleted,
		"OnlineStatusIsHidden":          hiding,
		"FacesAreStored":                faces,
		"ABotStaysOne":                  bots,
		"SightingsAreTheLatest":         sightings,
		"ExpiredIsDeleted":              tidying,
		"GapsAreFound":                  gaps,
		"TheFirstHeartbeatKnowsAGap":    firstGap,
		"AnswersAreKept":                answers,
		"WorkIsLeased":                  leases,
		"WorkIsLeasedOnce":              leasedOnce,
		"TurnsAreSharedByPeople":        turnsAreShared,
		"TurnsAreTriedAgain":            turnsAreTriedAgain,
		"ClosedStoresTakeNothing":       closed,
		"AConflictDoesNotHarmItsFellow": conflictAmongMany,
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			t.Cleanup(func() { s.Close() })
			test(t, s)
		})
	}
}

// Fill plays matches of every kind: open, running, finished, rated, with a
// handicap, with engines.
func Fill(t testing.TB, s store.Store) {
	Open(t, s, "m0", nil)
	Open(t, s, "m1", nil).Sit().Play("e2e4")
	for i := 2; i < 5; i++ {
		x := Open(t, s, fmt.Sprint("m", i), nil).Sit()
		x.Play(mate...)
		x.Do("p0", match.Rematch{})
		x.Do("p1", match.Rematch{})
		x.Play("e2e4", "e7e5")
		x.Do("p1", match.OfferDraw{})
		x.Do("p0", match.OfferDraw{})
	}
	Open(t, s, "m7", nil).Do("w", match.Chat{Name: "Wanda", Text: "may I join?"})
	left := Open(t, s, "m8", nil)
	left.Do("p4", match.Sit{Player: Player(4), Seat: 1})
	left.Do("p0", match.Abort{})
	Open(t, s, "m9", func(s *match.Settings) { s.Visibility, s.Invited = match.Private, []string{"Player 2", "Player 3"} })
	x := Open(t, s, "m5", func(s *match.Settings) { s.Rated, s.Handicap, s.Points = false, true, []int{0, 1} }).Sit()
	x.Do("p1", match.Promote{Promotions: []match.HandicapPromotion{{Square: "a2", Kind: "S"}}, Done: true})
	x.Play("e2e4")
	y := Open(t, s, "m6", func(s *match.Settings) {
		s.Game, s.Variant, s.Seats, s.Timeout = "lancelot", "excalibur", 4, match.Skip
	}).Sit()
	y.Do(y.State.Seats[y.State.ToAct()].Player.ID, match.Move{Text: "Xg6", Ply: match.AnyPly})
	for i := range 3 {
		y.Do(Player(i).ID, match.Resign{})
	}
}
