package puzzles

// Theme is what a puzzle is about. Its text is stable.
type Theme string

// The themes of Way of the Knight. Package lab/puzzles/themes defines when a puzzle has one.
const (
	Mate1              Theme = "mateIn1"
	Mate2              Theme = "mateIn2"
	Mate3              Theme = "mateIn3"
	Mate4              Theme = "mateIn4"
	PromotionByCapture Theme = "promotionByCapture"
	PromotionByRank    Theme = "promotionByRank"
	TooWeak            Theme = "tooWeak"          // another victim of the same piece does not promote it, which would be as good
	Feeding            Theme = "feeding"          // a tempting capture, as good without that, lets the opponent recapture with a promotion
	NewKindFork        Theme = "newKindFork"      // a piece promotes and attacks two pieces with its new movement
	DiscoveredAttack   Theme = "discoveredAttack" // a move opens the line of another piece
	NightriderRide     Theme = "nightriderRide"   // a nightrider moves or gives check over more than one leap
	SeveralKings       Theme = "severalKings"
	LastKing           Theme = "lastKing" // a king is captured, and the last one is left
	PromotedCastling   Theme = "promotedCastling"
	QuietMove          Theme = "quietMove"
	Sacrifice          Theme = "sacrifice"
	Defence            Theme = "defence"
	Zugzwang           Theme = "zugzwang"
	Handicap           Theme = "handicap" // from a game with handicap promotions
)

// The themes of Lancelot.
const (
	Target1       Theme = "targetIn1"
	Target2       Theme = "targetIn2"
	DoubleCapture Theme = "doubleCapture" // one turn captures on two lines
	TripleCapture Theme = "tripleCapture" // on three or more
	ClosingLine   Theme = "closingLine"
	ChivalryTrap  Theme = "chivalryTrap" // chivalry forbids every stone that could prevent a capture
	Exposure      Theme = "exposure"     // the opponent's last turn exposed the captured stones
	Excalibur     Theme = "excalibur"
	Race          Theme = "race"    // the opponent too could reach the target with its next turn
	Balance       Theme = "balance" // a turn keeps another of three or more seats from the target
)

// Themes are the themes of each game, in the order of lists: those of Way of the Knight, then
// those of Lancelot.
var Themes = [2][]Theme{
	{
		Mate1, Mate2, Mate3, Mate4, PromotionByCapture, PromotionByRank, TooWeak, Feeding, NewKindFork, DiscoveredAttack,
		NightriderRide, SeveralKings, LastKing, PromotedCastling, QuietMove, Sacrifice, Defence, Zugzwang, Handicap,
	},
	{Target1, Target2, DoubleCapture, TripleCapture, ClosingLine, ChivalryTrap, Exposure, Excalibur, Race, Balance},
}
