/** The marks of the page while it is the turn of the person: title, favicon and a notification of the system. */
import { untrack } from 'svelte'
import type { Summary } from '../server/api.ts'
import { notifiedChallenges, shownMatch } from '../server/calls.svelte.ts'
import { notifications as listed } from '../server/notifications.svelte.ts'
import { own } from '../server/own.svelte.ts'
import { ownGames } from '../server/owngames.svelte.ts'
import { ownTurns } from '../server/ownturns.svelte.ts'
import { session } from '../server/session.svelte.ts'
import { seatedName } from '../server/texts.ts'
import { isSlow } from '../server/turns.ts'
import { playSound } from '../sound/sound.ts'
import { signalTurn } from '../sound/turn.ts'
import { announcer } from '../ui/arialive.svelte.ts'
import { here } from '../ui/base.ts'
import { notifications } from '../ui/notifications.svelte.ts'
import { place } from '../ui/route.svelte.ts'
import { settings } from '../ui/settings.svelte.ts'
import { turn } from '../ui/turn.svelte.ts'
import { speech, t } from '../words/words.svelte.ts'

/** Whether a game calls the person: it is the person's turn in the one on the page or another one, or another one has begun. */
export function isYourTurn(): boolean {
  return turn.yours || ownTurns.matches.length > 0 || begun.length > 0
}

/** The matches that began while their table was not on the page, or as games of tournaments, and that the person has not opened since. */
let begun: readonly string[] = $state.raw([])

/** A game that calls the person. */
export interface Call {
  path: string
  text: string
}

/** waitingGame returns a game that is not on the page and in which it is the person's turn, or one that has begun. */
export function waitingGame(): Call | undefined {
  const shown = shownMatch()
  const other = ownTurns.matches.find(({ match }) => match !== shown)
  if (other) return { path: `match/${other.match}`, text: t('match.your-turn') }
  const first = begun.find((match) => match !== shown)
  return first ? { path: `match/${first}`, text: t('invite.begun') } : undefined
}

/** begunRounds returns the games of tournaments that have begun and that the person has not opened. */
export function begunRounds(): readonly Summary[] {
  return own.matches.filter(({ match, settings }) => settings.tournament && begun.includes(match))
}

/** followTables finds out which of the person's tables have become games, and which games of tournaments have begun. */
function followTables(): void {
  let waiting: ReadonlySet<string> = new Set()
  let before: ReadonlySet<string> | undefined
  $effect(() => {
    const shown = shownMatch()
    const { matches } = own
    const paired = (summary: Summary) =>
      summary.settings.tournament && !isSlow(summary) && before?.has(summary.match) === false
    const fresh = matches
      .filter((summary) => (waiting.has(summary.match) && summary.phase !== 'waiting') || paired(summary))
      .map(({ match }) => match)
    before = own.known ? new Set(matches.map(({ match }) => match)) : undefined
    waiting = new Set(matches.filter(({ phase }) => phase === 'waiting').map(({ match }) => match))
    untrack(() => {
      const next = [...begun, ...fresh].filter(
        (match) => match !== shown && matches.some((other) => other.match === match),
      )
      if (next.some((match) => !begun.includes(match))) announcer.say(t('invite.begun'))
      if (String(next) !== String(begun)) begun = next
    })
  })
}

/** The dot that marks the icon of the page. */
const dot = '<circle cx="25" cy="7" r="6.25" fill="#f2c12e" stroke="#211e19" stroke-width="1.5"/>'
/** The icon as SVG, loaded once: a file for each state would be requested with every move. */
let icon: Promise<string> | undefined
let marked = false

async function markIcon(on: boolean): Promise<void> {
  if (on === marked) return
  marked = on
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link) return
  icon ??= fetch(link.href).then((response) => response.text())
  const svg = await icon
  if (on === marked)
    link.href = `data:image/svg+xml,${encodeURIComponent(on ? svg.replace('</svg>', `${dot}</svg>`) : svg)}`
}

/** Has the tag of the push of the same turn (internal/jobs/pushes.go), so that one of both is shown. */
function show({ path, text }: Call): void {
  notifications.show(text, t('app.name'), path.replace('match/', 'turn '), path, () => place.go(path))
}

async function refresh(person: string, changed: boolean): Promise<void> {
  const matches = await ownGames.refresh(changed)
  if (matches) own.refresh(person, matches)
}

/** Follows the turns of the person. To be called when the page is created. */
export function followTurns(): void {
  $effect(() => {
    own.follow(session.person?.id ?? '')
  })
  $effect(() => {
    ownTurns.follow(session.person?.id ?? '', own.matches)
  })
  let received = 0
  $effect(() => {
    void place.route
    const person = session.person?.id ?? ''
    const changed = own.received !== received
    received = own.received
    if (person && !own.known && !own.lost) return
    untrack(() => {
      // Moves change positions and not the list of matches.
      if (own.matches.some(({ phase }) => phase === 'playing')) void refresh(person, changed)
      else ownGames.set(person, [])
    })
  })
  $effect(() => {
    const yours = isYourTurn()
    markIcon(yours).catch(() => {
      icon = undefined
      marked = false
    })
  })

  // The subscription of this browser belongs to the session, and its words are in the language of the page.
  $effect(() => {
    void speech.language
    const { person } = session
    if (!person || !('Notification' in globalThis) || Notification.permission !== 'granted') return
    void import('../server/push.svelte.ts').then(({ push }) => push.renew(person.id)).catch(() => {})
  })

  followTables()

  const see = () => {
    const shown = shownMatch()
    // Without a connection the page of the match says so; it is marked the next time.
    void own.received // A number that stays the same may be that of others.
    if (shown && own.unread > 0 && !document.hidden) listed.see(shown).catch(() => {})
  }
  $effect(see)
  $effect(() => {
    document.addEventListener('visibilitychange', see)
    return () => document.removeEventListener('visibilitychange', see)
  })

  let challenges: ReadonlySet<string> | undefined
  $effect(() => {
    const before = challenges
    const listed = notifiedChallenges()
    challenges = own.known ? new Set(listed.map(({ match }) => match)) : undefined
    const fresh = before && listed.find(({ match }) => !before.has(match))
    if (!fresh) return
    playSound('message')
    announcer.say(t('challenge.from', { who: seatedName(fresh.owner) }))
  })

  let notified = new Set<string>()
  let known = false
  $effect(() => {
    const text = t('match.your-turn')
    const due: Call[] = ownTurns.matches.map(({ match }) => ({ path: `match/${match}`, text }))
    for (const match of begun) due.push({ path: `match/${match}`, text: t('invite.begun') })
    // The game on the page has its own sound.
    const shown = `match/${shownMatch()}`
    const others = due.filter(({ path }) => path !== shown && !notified.has(path))
    const live = new Set(own.matches.filter((summary) => !isSlow(summary)).map(({ match }) => `match/${match}`))
    const heard = others.filter(({ path }) => settings.choices.slowTurns || live.has(path))
    if (known && heard.length > 0) signalTurn()
    known = own.known
    if (turn.yours) due.push({ path: here(), text })
    if (document.hidden && settings.choices.notify) {
      for (const call of due) if (!notified.has(call.path)) show(call)
    }
    notified = new Set(due.map(({ path }) => path))
  })
}
