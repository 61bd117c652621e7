/** The import of files with many games. */
import { gameOfFile } from '../newgame/paste.ts'
import { type Failure, failureOf, lancelot, wotn } from '../rules/client.ts'
import type { AnyVariant, Problem, ReadGame, ReadGames, ReadVariant, RecordMove } from '../rules/contract.ts'
import { seatTags } from '../rules/kinds.gen.ts'
import { maxNameLength, type Player, person, type SavedGame } from '../saved/game.ts'
import { savedGames } from '../saved/games.svelte.ts'
import { newId } from '../ui/id.ts'

/** The largest file in bytes. */
export const maxBytes = 64 << 20

/** Games that are read at a time: few enough that the page shows progress and can stop. */
const chunk = 50

/** A place in a file. */
export interface Place {
  /** The number of the game in the file, from 1. */
  number: number
  line: number
}

/** The places shown for each cause. */
const mostPlaces = 3

/** A cause for which something was not taken, with its first problem and the first places. */
export interface Cause {
  problem: Problem
  count: number
  places: readonly Place[]
}

/** Games of which something was not taken, and the causes. */
export class Remarks {
  games = $state(0)
  causes = $state.raw<readonly Cause[]>([])
  #byCause = new Map<string, Cause>()

  add(place: Place, problems: readonly Problem[]): void {
    this.games++
    for (const problem of problems) {
      const key = `${problem.code} ${problem.args.reason ?? ''}`
      const cause = this.#byCause.get(key) ?? { problem, count: 0, places: [] }
      const known = cause.places.length >= mostPlaces || cause.places.at(-1)?.number === place.number
      const places = known ? cause.places : [...cause.places, place]
      this.#byCause.set(key, { ...cause, count: cause.count + 1, places })
    }
    this.causes = [...this.#byCause.values()].sort((a, b) => b.count - a.count)
  }
}

/** An import: its progress, and its report. */
export class Import {
  running = $state(false)
  /** The part of the text that has been read, from 0 to 1. */
  progress = $state(0)
  read = $state(0)
  added = $state(0)
  duplicates = $state(0)
  /** Games that do not name a variant and were read as orthodox chess. */
  assumed = $state(0)
  /** Games that could not be read. */
  readonly failed = new Remarks()
  /** Games of which something was left out or changed. */
  readonly shortened = new Remarks()
  /** Games for which the browser has no room: the number of the first, 0 if there is none. */
  fullAt = $state(0)
  /** The failure of the rules, which ended the import. */
  failure = $state.raw<Failure | undefined>()
  stopped = $state(false)

  stop(): void {
    this.stopped = true
  }

  /**
   * Reads the games of a text and saves them. `variant` applies to games without a Variant tag. If the text shows that it is of
   * the other game, it is read as such.
   */
  async run(text: string, variant: AnyVariant | ReadVariant): Promise<void> {
    this.running = true
    savedGames.loadImported()
    const known = new Set([...savedGames.games, ...savedGames.imported].map(keyOf))
    const kind = kindOf(text, variant)
    let line = 1
    try {
      for (let at = 0; at < text.length && !this.stopped && this.fullAt === 0; ) {
        const rest = text.slice(at)
        const answer = await (kind === 'lancelot' ? lancelot.readGames(rest, chunk) : wotn.readGames(kind, rest, chunk))
        if (!answer.ok) throw new Error(answer.problems[0]?.message)
        this.#take(answer.value, line, known)
        const { used, more } = answer.value
        line += rest.slice(0, used).split('\n').length - 1
        at = more && used > 0 ? at + used : text.length
        this.progress = at / text.length
      }
    } catch (reason) {
      this.failure = failureOf(reason)
    } finally {
      this.running = false
    }
  }

  /** Saves the games of a part of the text, which begins in a line. */
  #take({ games }: ReadGames, firstLine: number, known: Set<string>): void {
    const fresh: SavedGame[] = []
    const numbers: number[] = []
    for (const one of games) {
      this.read++
      const place = { number: this.read, line: firstLine + one.line - 1 }
      if (one.problems.some(({ code }) => code === 'assumed-chess')) this.assumed++
      const told = one.problems.filter(({ code }) => code !== 'assumed-chess')
      const problems = told.map((problem) => ({
        ...problem,
        args:
          typeof problem.args.line === 'number'
            ? { ...problem.args, line: firstLine + problem.args.line - 1 }
            : problem.args,
      }))
      if (!one.game) {
        this.failed.add(place, problems)
        continue
      }
      const saved = savedOf(one.game, Date.now() - this.read)
      const key = keyOf(saved)
      if (known.has(key)) {
        this.duplicates++
        continue
      }
      known.add(key)
      if (problems.length > 0) this.shortened.add(place, problems)
      fresh.push(saved)
      numbers.push(this.read)
    }
    const refused = savedGames.addImported(fresh)
    this.added += fresh.length - refused.length
    if (refused.length > 0) this.fullAt = numbers[fresh.length - refused.length] ?? this.read
  }
}

/** kindOf returns the variant by which a text is read: the chosen one, unless the text shows that it is of the other game. */
export function kindOf(text: string, chosen: AnyVariant | ReadVariant): AnyVariant | ReadVariant {
  const game = gameOfFile(text)
  if (game === 'lancelot') return game
  return game === 'wotn' && chosen === 'lancelot' ? 'detect' : chosen
}

/** keyOf returns what two copies of a game have in common. */
export function keyOf(saved: SavedGame): string {
  const { start, moves, players, tags } = saved
  const variant = saved.game === 'wotn' ? saved.variant : 'lancelot'
  const first = saved.game === 'wotn' && saved.white === 1 ? [...players].reverse() : players
  return JSON.stringify([variant, start, moves, first.map(({ name }) => name), tags.Date ?? '', tags.Round ?? ''])
}

function nameOf(tag: string | undefined): Player {
  const name = tag === undefined || /^\?*$/.test(tag) ? '' : tag
  return person([...name].slice(0, maxNameLength).join(''))
}

/** The winners by a result such as "1-0" or "1/2-0-1/2", in Lancelot also those that share the win; undefined if it has none. */
export function winnersOf(result: string, shared: boolean): number[] | undefined {
  if (!/^[\d/]+(-[\d/]+)+$/.test(result)) return undefined
  if (!shared && result === '1/2-1/2') return []
  return result.split('-').flatMap((share, seat) => (share === '0' ? [] : [seat]))
}

const hasRemarks = ({ nags, before, after, variations }: RecordMove) =>
  nags.length + before.length + after.length + variations.length > 0

/** savedOf returns a game that was read as one to save. */
export function savedOf(game: NonNullable<ReadGame['game']>, changed: number): SavedGame {
  const { tags, start, result, variant, over } = game
  const winners = winnersOf(result, variant === 'lancelot')
  const last = game.moves.findLastIndex(hasRemarks)
  const base = {
    version: 1 as const,
    id: newId(),
    changed,
    start,
    moves: game.moves.map(({ text }) => text),
    notes: game.moves.slice(0, last + 1),
    tags,
    end: winners && !over ? { reason: 'recorded' as const, winners } : null,
    ...(winners && over && { winners }),
  }
  if (variant === 'lancelot') {
    const players = seatTags.slice(0, game.seats).map((tag) => nameOf(tags[tag]))
    return { ...base, game: 'lancelot', players }
  }
  return {
    ...base,
    game: 'wotn',
    variant,
    players: [nameOf(tags.White), nameOf(tags.Black)],
    white: 0,
    flipped: false,
    series: { points: [0, 0], won: [0, 0], drawn: 0 },
  }
}
