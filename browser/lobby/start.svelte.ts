/** The start position of a new table: what the rules say about its text. */
import { lancelot, wotn } from '../rules/client.ts'
import { type LancelotState, type Problem, type Variant, variants } from '../rules/contract.ts'
import type { Game } from '../ui/route.svelte.ts'

/** A position that a game can begin with. It fixes the game, and most settings of Lancelot. */
export type Start = { game: 'wotn'; variants: readonly Variant[] } | { game: 'lancelot'; state: LancelotState }

/** Why no game can begin with a text: the game is over in it, or these problems. */
export type NoStart = { over: true } | { over: false; problems: readonly Problem[] }

/**
 * readStart reads a position of either game, first of `game` and `variant`; the problems are those of them. It rejects with
 * RulesStopped.
 */
async function readStart(text: string, game: Game, variant: Variant): Promise<Start | NoStart> {
  const readers = { wotn: () => readWotn(text, variant), lancelot: () => readLancelot(text) }
  const start = await readers[game]()
  if ('game' in start || start.over) return start
  const other = await readers[game === 'wotn' ? 'lancelot' : 'wotn']()
  return 'game' in other || other.over ? other : start
}

async function readWotn(text: string, variant: Variant): Promise<Start | NoStart> {
  const answers = await Promise.all(variants.map(async (one) => ({ one, answer: await wotn.game(one, text, []) })))
  const legal = answers.filter(({ answer }) => answer.ok && !answer.value.outcome.over).map(({ one }) => one)
  if (legal.length > 0) return { game: 'wotn', variants: legal }
  if (answers.some(({ answer }) => answer.ok)) return { over: true }
  const chosen = answers.find(({ one }) => one === variant)?.answer
  return { over: false, problems: chosen && !chosen.ok ? chosen.problems : [] }
}

async function readLancelot(text: string): Promise<Start | NoStart> {
  const answer = await lancelot.game(text, [], '')
  if (!answer.ok) return { over: false, problems: answer.problems }
  return answer.value.outcome.over ? { over: true } : { game: 'lancelot', state: answer.value }
}

/** The text of a start position in a form, and what the rules say about it. */
export class StartText {
  /** '' for the usual position. */
  text = $state('')
  /** What the last text that was read is, as a position of a game. */
  #read = $state.raw<{ text: string; game: Game; start: Start | NoStart } | undefined>()

  constructor(text: string) {
    this.text = text
  }

  get trimmed(): string {
    return this.text.trim()
  }

  /** There is a text. */
  get given(): boolean {
    return this.trimmed !== ''
  }

  /** The position, which fixes the game, the seats and other settings; undefined if it is not legal or not read yet. */
  get fixed(): Start | undefined {
    return this.#read?.text === this.trimmed && 'game' in this.#read.start ? this.#read.start : undefined
  }

  /** Why no game can begin with the text; undefined if one can or the text is not read yet. */
  get wrong(): NoStart | undefined {
    return this.#read?.text === this.trimmed && !('game' in this.#read.start) ? this.#read.start : undefined
  }

  /**
   * Reads the text, first as a position of `game` and `variant`, and returns a new legal position. Where the rules do not run, the
   * server reads it.
   */
  async read(game: Game, variant: Variant): Promise<Start | undefined> {
    const text = this.trimmed
    const known = this.#read?.text === text && ('game' in this.#read.start || this.#read.game === game)
    if (text === '' || known) return undefined
    let start: Start | NoStart
    try {
      start = await readStart(text, game, variant)
    } catch {
      return undefined
    }
    if (text !== this.trimmed) return undefined
    this.#read = { text, game, start }
    return this.fixed
  }
}
