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

/** A text is handed to the rules in parts of about this many characters, so that a long one is not copied for each chunk. */
const partSize = 1 << 18

/** partEnd returns the offset at which a part of a text that begins at an offset ends, after whole games. */
export function partEnd(text: string, at: number, size = partSize): number {
  for (let length = size; at + length < text.length; length *= 4) {
    const part = text.slice(at, at + length)
    for (let tag = part.lastIndexOf('\n['); tag > 0; tag = part.lastIndexOf('\n[', tag - 1)) {
      if (/^[A-Za-z]/.test(part.slice(tag + 2, tag + 3)) && endsGame(part, tag)) return at + tag + 1
    }
  }
  return text.length
}

/** endsGame reports whether a result, at the end of a line that is no tag or comment, and a blank line precede an offset. */
function endsGame(text: string, offset: number): boolean {
  let end = offset
  while (end > 0 && ' \t\r\n'.includes(text[end - 1] ?? '')) end--
  const line = text.slice(text.lastIndexOf('\n', end - 1) + 1, end)
  const blank = text.slice(end, offset).includes('\n')
  return blank && !/^[[;%]/.test(line) && !line.includes(';') && /(?:\*|\d(?:-[\d/]+)+)$/.test(line.slice(-24))
}

/** A place in a file. */
export interface Place {
  /** The number of the game in the file, from 1. */
  number: number
  line: number
  /** The move with the problem, such as "5.Kh8", or ''. */
  move: string
}

/** The most places kept for each cause. */
const mostPlaces = 100

/** A cause for which something was not taken, with its first problem and the first places. */
export interface Cause {
  key: string
  problem: Problem
  count: number
  places: readonly Place[]
}

/** Games of which something was not taken, and the causes. */
export class Remarks {
  games = $state(0)
  causes = $state.raw<readonly Cause[]>([])
  #byCause = new Map<string, Cause>()

  /** Adds the problems of the game with a number, which begins in a line. */
  add(number: number, line: number, problems: readonly Problem[]): void {
    this.games++
    for (const { code, args, message } of problems) {
      const { ply, move, number: turn, ...rest } = args
      const key = `${code} ${args.reason ?? (code === 'unknown-variant' ? args.text : '')}`
      // The move is that of a place, not of the cause.
      const cause = this.#byCause.get(key) ?? { key, problem: { code, args: rest, message }, count: 0, places: [] }
      const place = {
        number,
        line: typeof args.line === 'number' ? args.line : line,
        move: typeof ply === 'number' && move ? `${turn ?? ''}${move}` : '',
      }
      const known = cause.places.length >= mostPlaces || cause.places.at(-1)?.number === number
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
      for (let at = 0, end = 0; at < text.length && !this.stopped && this.fullAt === 0; ) {
        if (at >= end) end = partEnd(text, at)
        const rest = text.slice(at, end)
        const answer = await (kind === 'lancelot' ? lancelot.readGames(rest, chunk) : wotn.readGames(kind, rest, chunk))
        if (!answer.ok) throw new Error(answer.problems[0]?.message)
        this.#take(answer.value, line, known)
        const { used, more } = answer.value
        const next = more && used > 0 ? at + used : end
        line += text.slice(at, next).split('\n').length - 1
        at = next
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
      const line = firstLine + one.line - 1
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
        this.failed.add(this.read, line, problems)
        continue
      }
      const saved = savedOf(one.game, Date.now() - this.read)
      const key = keyOf(saved)
      if (known.has(key)) {
        this.duplicates++
        continue
      }
      known.add(key)
      if (problems.length > 0) this.shortened.add(this.read, line, problems)
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
