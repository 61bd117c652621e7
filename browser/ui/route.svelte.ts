import { base, here } from './base.ts'

export type Game = 'wotn' | 'lancelot'

/** The texts that the operator of a site can give it. */
export type DocumentName = 'imprint' | 'privacy' | 'terms'

/** `of` is the date of a daily puzzle, '' for today, or the ID of a puzzle. */
export type PuzzleView =
  | 'overview'
  | 'training'
  | 'daily'
  | 'archive'
  | 'streak'
  | 'storm'
  | 'review'
  | 'statistics'
  | 'puzzle'

export type Route =
  | { page: 'home' }
  | { page: 'new'; game: Game }
  | { page: 'paste'; game: Game }
  /** `id` '' is the game changed last. */
  | { page: 'table'; game: Game; id: string }
  | { page: 'rules'; game: Game }
  /** The computer opponents of a game. */
  | { page: 'opponents'; game: Game }
  | { page: 'pieces' }
  /** The contents of the board are in the address after "#" (analysis/address.ts). */
  | { page: 'analysis'; game: Game }
  /** `kind` is the last part of the address, such as "lord-chancellor". */
  | { page: 'piece'; kind: string }
  /** An exercise of the lessons; `stage` '' is the list of courses. `number` counts from 1; 0 is the learner's first one. */
  | { page: 'learn'; stage: string; number: number }
  /** A game in a minute. */
  | { page: 'minute'; game: Game }
  /** Puzzles. `game` is that of a training, an archive, a run or a daily puzzle. */
  | { page: 'puzzles'; view: PuzzleView; game: Game; of: string }
  | { page: 'lobby' }
  | { page: 'leaderboards' }
  /** The people whom the person follows. */
  | { page: 'following' }
  /** The games saved in this browser. */
  | { page: 'games' }
  | { page: 'new-table' }
  /** The dialog for a game with friends. */
  | { page: 'friends' }
  /** `number` is the number of a game in its series, 0 for the last one. */
  | { page: 'match'; id: string; number: number }
  | { page: 'account' }
  | { page: 'settings' }
  /** Recovery codes, passkeys, password, sessions and tokens. */
  | { page: 'security' }
  | { page: 'reset' }
  | { page: 'join' }
  | { page: 'admin' }
  /** A text of the operator of the site. */
  | { page: 'document'; name: DocumentName }
  | { page: 'studies' }
  /** The chapter is in the address after "#". */
  | { page: 'study'; id: string }
  | { page: 'clubs' }
  | { page: 'club'; id: string }
  | { page: 'tournaments' }
  | { page: 'tournament'; id: string }
  | { page: 'certificate'; id: string }
  | { page: 'person'; id: string }
  | { page: 'missing' }

/** readPath returns the route of a path relative to the base. */
export function readPath(path: string): Route {
  const [first = '', second = '', third = '', ...more] = path.replace(/^\/+|\/+$/g, '').split('/')
  if (first === 'match' && /^[\w-]+$/.test(second) && /^\d{0,9}$/.test(third) && more.length === 0) {
    return { page: 'match', id: second, number: third === '' ? 0 : Number(third) }
  }
  if (first === 'learn' && second === '') return { page: 'learn', stage: '', number: 1 }
  if (first === 'learn' && (second === 'wotn' || second === 'lancelot') && third === '') {
    return { page: 'minute', game: second }
  }
  if (first === 'learn' && /^[a-z0-9-]+$/.test(second) && /^\d{0,3}$/.test(third) && more.length === 0) {
    return { page: 'learn', stage: second, number: Number(third) }
  }
  if (first === 'tournament' && /^[\w-]+$/.test(second) && third === 'certificate' && more.length === 0) {
    return { page: 'certificate', id: second }
  }
  if (first === 'puzzles' && more.length <= 1) return readPuzzles(second, third, more[0] ?? '')
  if (third !== '' || more.length > 0) return { page: 'missing' }
  if (first === '') return { page: 'home' }
  if (first === 'pieces' && second === '') return { page: 'pieces' }
  if (first === 'pieces' && /^[a-z-]+$/.test(second)) return { page: 'piece', kind: second }
  if (first === 'play' && second === '') return { page: 'lobby' }
  if (first === 'leaderboards' && second === '') return { page: 'leaderboards' }
  if (first === 'following' && second === '') return { page: 'following' }
  if (first === 'games' && second === '') return { page: 'games' }
  if (first === 'play' && second === 'friend') return { page: 'friends' }
  if (first === 'play' && second === 'new') return { page: 'new-table' }
  if (first === 'account' && second === '') return { page: 'account' }
  if (first === 'security' && second === '') return { page: 'security' }
  if (first === 'settings' && second === '') return { page: 'settings' }
  if (first === 'reset' && second === '') return { page: 'reset' }
  if (first === 'join' && second === '') return { page: 'join' }
  if (first === 'admin' && second === '') return { page: 'admin' }
  if ((first === 'imprint' || first === 'privacy' || first === 'terms') && second === '')
    return { page: 'document', name: first }
  if (first === 'people' && /^[\w-]+$/.test(second)) return { page: 'person', id: second }
  if (first === 'clubs' && second === '') return { page: 'clubs' }
  if (first === 'club' && /^[\w-]+$/.test(second)) return { page: 'club', id: second }
  if (first === 'tournaments' && second === '') return { page: 'tournaments' }
  if (first === 'tournament' && /^[\w-]+$/.test(second)) return { page: 'tournament', id: second }
  if (first === 'studies' && second === '') return { page: 'studies' }
  if (first === 'study' && /^[\w-]+$/.test(second)) return { page: 'study', id: second }
  if (first === 'analysis' && (second === '' || second === 'wotn')) return { page: 'analysis', game: 'wotn' }
  if (first === 'analysis' && second === 'lancelot') return { page: 'analysis', game: 'lancelot' }
  if (first === 'rules' && (second === 'wotn' || second === 'lancelot')) return { page: 'rules', game: second }
  if (first === 'opponents' && (second === 'wotn' || second === 'lancelot')) return { page: 'opponents', game: second }
  if (first !== 'wotn' && first !== 'lancelot') return { page: 'missing' }
  if (second === 'new' || second === 'paste') return { page: second, game: first }
  if (!/^[a-z0-9]*$/.test(second)) return { page: 'missing' }
  return { page: 'table', game: first, id: second }
}

/** readPuzzles returns the route of a path below "puzzles". */
function readPuzzles(second: string, third: string, of: string): Route {
  const view = (view: PuzzleView, game: Game = 'wotn', of = ''): Route => ({ page: 'puzzles', view, game, of })
  if (second === 'wotn' || second === 'lancelot') {
    if (third === '' && of === '') return view('training', second)
    if ((third === 'archive' || third === 'streak' || third === 'storm') && of === '') return view(third, second)
    if (third === 'daily' && /^(\d{4}-\d\d-\d\d)?$/.test(of)) return view('daily', second, of)
  } else if (third === '') {
    if (second === '') return view('overview')
    if (second === 'review' || second === 'statistics') return view(second)
    if (/^[0-9a-z]{7}$/.test(second)) return view('puzzle', 'wotn', second)
  }
  return { page: 'missing' }
}

class Place {
  route = $state<Route>({ page: 'home' })
  /** The number of addresses visited since the page was loaded. */
  visited = 1
  /** The address before this one in the history of the tab is a page of this site, which led here. */
  #linked = false

  /** Follows the address from now on. Returns a function that stops it. */
  follow(): () => void {
    this.route = readPath(here())
    const back = () => {
      this.#linked = false
      this.route = readPath(here())
    }
    const click = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = (event.target as Element).closest('a')
      if (!link || link.target || link.hasAttribute('download') || !link.href.startsWith(base().href)) return
      if (link.pathname === location.pathname && link.hash) return
      event.preventDefault()
      this.go(link.pathname + link.search + link.hash)
    }
    addEventListener('popstate', back)
    document.addEventListener('click', click)
    return () => {
      removeEventListener('popstate', back)
      document.removeEventListener('click', click)
    }
  }

  /** Goes to a path relative to the base. */
  go(path: string, how: 'push' | 'replace' = 'push'): void {
    if (how === 'push') {
      this.visited++
      this.#linked = true
      history.pushState(null, '', path)
    } else history.replaceState(null, '', path)
    this.route = readPath(here())
    if (how === 'push') scrollTo(0, 0)
  }

  /** Goes to the previous address, or home if this is the first one. */
  back(): void {
    if (this.visited > 1) {
      this.visited--
      history.back()
    } else this.go('./', 'replace')
  }

  /** Goes back to the page that led here. Stays if the page was opened by its address or by the buttons of the browser. */
  goBackToLink(): void {
    if (this.#linked) this.back()
  }
}

export const place = new Place()
