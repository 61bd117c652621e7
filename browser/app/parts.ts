import { book } from '../rulebook/books.ts'
import { part } from '../ui/part.ts'
import type { Route } from '../ui/route.svelte.ts'
import type { Options } from '../ui/settings.svelte.ts'
import type { Language } from '../words/words.svelte.ts'

/** The parts of the page that are loaded when they are first shown. */
export const parts = {
  accountPage: part(() => import('../people/AccountPage.svelte')),
  adminPage: part(() => import('../admin/AdminPage.svelte')),
  analysisPage: part(() => import('../analysis/AnalysisPage.svelte')),
  announcement: part(() => import('./Announcement.svelte')),
  bellPanel: part(() => import('./BellPanel.svelte')),
  clubPage: part(() => import('../clubs/ClubPage.svelte')),
  clubsPage: part(() => import('../clubs/ClubsPage.svelte')),
  certificate: part(() => import('../tournaments/Certificate.svelte')),
  createDialog: part(() => import('../people/CreateDialog.svelte')),
  dailyCard: part(() => import('../puzzles/DailyCard.svelte')),
  documentPage: part(() => import('./DocumentPage.svelte')),
  exerciseLink: part(() => import('../learn/ExerciseLink.svelte')),
  followingPage: part(() => import('../people/FollowingPage.svelte')),
  gamesPage: part(() => import('../library/GamesPage.svelte')),
  gallery: part(() => import('../gallery/Gallery.svelte')),
  joinPage: part(() => import('../people/JoinPage.svelte')),
  kindPage: part(() => import('../gallery/KindPage.svelte')),
  leaderboards: part(() => import('../people/Leaderboards.svelte')),
  learn: part(() => import('../learn/Learn.svelte')),
  lobby: part(() => import('../lobby/Lobby.svelte')),
  matchPage: part(() => import('../play/MatchPage.svelte')),
  minute: part(() => import('../learn/Minute.svelte')),
  newLancelot: part(() => import('../newgame/NewLancelot.svelte')),
  newTable: part(() => import('../lobby/NewTable.svelte')),
  newWotn: part(() => import('../newgame/NewWotn.svelte')),
  opponents: part(() => import('../newgame/Opponents.svelte')),
  paste: part(() => import('../newgame/Paste.svelte')),
  personPage: part(() => import('../people/PersonPage.svelte')),
  playFriends: part(() => import('../lobby/PlayFriends.svelte')),
  proof: part(() => import('../people/Proof.svelte')),
  puzzles: part(() => import('../puzzles/Puzzles.svelte')),
  resetPage: part(() => import('../people/ResetPage.svelte')),
  rulebook: part(() => import('../rulebook/Rulebook.svelte')),
  saveToStudy: part(() => import('../studies/SaveToStudy.svelte')),
  savedGamePage: part(() => import('../play/SavedGamePage.svelte')),
  securityPage: part(() => import('../people/SecurityPage.svelte')),
  settingsPage: part(() => import('../settings/SettingsPage.svelte')),
  signIn: part(() => import('../people/SignInDialog.svelte')),
  studiesPage: part(() => import('../studies/StudiesPage.svelte')),
  studyPage: part(() => import('../studies/StudyPage.svelte')),
  tournamentPage: part(() => import('../tournaments/TournamentPage.svelte')),
  tournamentsPage: part(() => import('../tournaments/TournamentsPage.svelte')),
  warning: part(() => import('./Warning.svelte')),
}

/**
 * loadPage loads what a page shows at first, so that it appears at once. It does nothing for pages whose content depends on
 * more than these parts.
 */
export async function loadPage(route: Route, language: Language, pieces: Options['pieces']): Promise<void> {
  if (route.page === 'lobby') await parts.lobby()
  else if (route.page === 'pieces') await parts.gallery()
  else if (route.page === 'analysis') await parts.analysisPage()
  else if (route.page === 'table') await parts.savedGamePage()
  else if (route.page === 'minute') await parts.minute()
  else if (route.page === 'learn') await parts.learn()
  else if (route.page === 'rules') await Promise.all([parts.rulebook(), book(route.game, language, pieces)()])
}
