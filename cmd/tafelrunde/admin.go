package main

// adminCommand administers a site.
type adminCommand struct {
	Create adminCreateCommand `cmd:"" help:"Create an account, such as the first administrator's; its password is printed once."`
	Role   adminRoleCommand   `cmd:"" help:"Make an account a moderator, an administrator or an ordinary user."`
	Reset  adminResetCommand  `cmd:"" help:"Print a link for setting a new password, for a user who has lost it."`
	Show   adminShowCommand   `cmd:"" help:"Show a player: role, current sanctions and the warning that is not confirmed."`
	Staff  adminStaffCommand  `cmd:"" help:"List the moderators and administrators."`
	Names  adminNamesCommand  `cmd:"" help:"List accounts whose names differ only in punctuation and spaces, from versions that permitted them."`
	Audit  adminAuditCommand  `cmd:"" help:"List what moderators and administrators have done."`

	Reports              adminReportsCommand    `cmd:"" help:"List reports about players, close them or open them again."`
	FairPlay             adminFairPlayCommand   `cmd:"" help:"Compare the finished games of a player with the engine, and show the times of the moves."`
	Reviews              adminReviewsCommand    `cmd:"" help:"List the reviews of games that the server makes, or cancel one with --cancel."`
	Warn                 adminWarnCommand       `cmd:"" help:"Send a player a warning, which must be confirmed."`
	Mute                 adminMuteCommand       `cmd:"" help:"Forbid a player to chat."`
	Suspend              adminSuspendCommand    `cmd:"" help:"Forbid a player to play, chat and open tables."`
	Ban                  adminBanCommand        `cmd:"" help:"End the sessions of a player and refuse logins."`
	RemoveMotto          adminMottoCommand      `cmd:"" help:"Remove the motto of a player."`
	Rename               adminRenameCommand     `cmd:"" help:"Rename a player."`
	Delete               adminDeleteCommand     `cmd:"" help:"Delete a player, as the account page does."`
	BanAddress           adminAddressCommand    `cmd:"" help:"Ban an address or a network of addresses, or list these bans."`
	RemoveChat           adminChatCommand       `cmd:"" help:"Remove a chat message."`
	RemoveStudy          adminStudyCommand      `cmd:"" help:"Remove a study that others can see, or show it again with --restore."`
	CloseClub            adminClubCommand       `cmd:"" help:"Close a club or open it again with --reopen, or remove its texts or a notice."`
	RemoveTournamentText adminTournamentCommand `cmd:"" help:"Remove the texts of a tournament."`
	CloseTable           adminCloseCommand      `cmd:"" help:"Close a table that waits for players, or abort its running game."`

	Site   adminSiteCommand   `cmd:"" help:"Show or change who may register and play, and the announcement on all pages."`
	Invite adminInviteCommand `cmd:"" help:"Print a link with which one person can create an account, or list or revoke such links."`
}
