/** The marks of the page while it is the turn of the person: title, favicon and a notification of the system. */
import { untrack } from 'svelte'
import { own } from '../server/own.svelte.ts'
import { ownGames } from '../server/owngames.svelte.ts'
import { ownTurns } from '../server/ownturns.svelte.ts'
import { session } from '../server/session.svelte.ts'
import { seatedName } from '../server/texts.ts'
import { playSound } from '../sound/sound.ts'
import { signalTurn } from '../sound/turn.ts'
import { announcer } from '../ui/announce.svelte.ts'
import { here } from '../ui/base.ts'
import { notifications } from '../ui/notifications.svelte.ts'
import { place } from '../ui/route.svelte.ts'
import { settings } from '../ui/settings.svelte.ts'
import { turn } from '../ui/turn.svelte.ts'
import { t } from '../words/words.svelte.ts'

/** Whether it is the person's turn: in the game on the page, or in another one. */
export function isYourTurn(): boolean {
  return turn.yours || ownTurns.matches.length > 0
}

/** waitingGame returns the path of a game in which it is the person's turn and which is not on the page, or ''. */
export function waitingGame(): string {
  // The addresses of the games of a series begin with that of the match.
  const { route } = place
  const shown = route.page === 'match' ? route.id : ''
  const other = ownTurns.matches.find(({ match }) => match !== shown)
  return other ? `match/${other.match}` : ''
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

function show(path: string): void {
  notifications.show(t('match.your-turn'), t('app.name'), path, path, () => place.go(path))
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

  let challenges: ReadonlySet<string> | undefined
  $effect(() => {
    const before = challenges
    challenges = own.known ? new Set(own.challenges.map(({ match }) => match)) : undefined
    const fresh = before && own.challenges.find(({ match }) => !before.has(match))
    if (!fresh) return
    playSound('message')
    announcer.say(t('challenge.from', { who: seatedName(fresh.owner) }))
  })

  let notified = new Set<string>()
  let known = false
  $effect(() => {
    const due = new Set(ownTurns.matches.map(({ match }) => `match/${match}`))
    const other = waitingGame()
    // The game on the page has its own sound.
    if (known && other && !notified.has(other)) signalTurn()
    known = own.known
    if (turn.yours) due.add(here())
    if (document.hidden && settings.choices.notify) {
      for (const path of due) if (!notified.has(path)) show(path)
    }
    notified = due
  })
}
