package wotn

// Reasons why the text of a move cannot be read.
const (
	MoveText SyntaxCode = "move-text" // not coordinates such as e2e4 or d4e5d
	SANText  SyntaxCode = "san-text"  // not a move in short notation
	SANBetza SyntaxCode = "san-betza" // brackets or slash with no kind of man after them
)
