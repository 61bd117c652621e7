import type { Shape } from '../board/props.ts'
import { type Failure, failureOf } from '../rules/client.ts'
import type { Answer, Problem } from '../rules/contract.ts'

/** A position in the editor, with the rules that it belongs to. */
export interface Edited<View, Rules> {
  rules: Rules
  view: View
}

/** The rules that apply edits to the text of a position. */
export type Apply<View, Edit, Rules> = (rules: Rules, text: string, edits: readonly Edit[]) => Promise<Answer<View>>

/** circles returns circles around the squares that have problems. */
export function circles(problems: readonly Problem[]): Shape[] {
  const squares = new Set(problems.flatMap(({ args: { square } }) => (typeof square === 'string' ? [square] : [])))
  return [...squares].map((square) => ({ from: square, to: square, brush: 'red' }))
}

/** The number of positions that can be undone. */
const longestPast = 200

/**
 * A position while it is edited. Edits are applied by the rules, one after the other, so that each applies to the result of
 * the one before.
 */
export class PositionEditor<View extends { text: string }, Edit, Rules> {
  /** undefined until the rules have answered. */
  now: Edited<View, Rules> | undefined = $state.raw()
  failure: Failure | undefined = $state.raw()
  #apply: Apply<View, Edit, Rules>
  #past: readonly Edited<View, Rules>[] = $state.raw([])
  #future: readonly Edited<View, Rules>[] = $state.raw([])
  #last: Promise<void> = Promise.resolve()
  #failed: (() => void) | undefined

  constructor(apply: Apply<View, Edit, Rules>) {
    this.#apply = apply
  }

  get undoable(): boolean {
    return this.#past.length > 0
  }

  get redoable(): boolean {
    return this.#future.length > 0
  }

  /** Shows another text; '' is the usual start position. */
  read(rules: Rules, text: string): Promise<void> {
    return this.#change(() => [rules, text, []])
  }

  /** Shows another text with the same rules. */
  write(text: string): Promise<void> {
    return this.#change((now) => now && [now.rules, text, []])
  }

  /** Applies edits to the position shown. */
  edit(...edits: Edit[]): Promise<void> {
    return this.#change((now) => now && [now.rules, now.view.text, edits])
  }

  undo(): void {
    const before = this.#past.at(-1)
    if (!before || !this.now) return
    this.#past = this.#past.slice(0, -1)
    this.#future = [this.now, ...this.#future]
    this.now = before
  }

  redo(): void {
    const [next, ...rest] = this.#future
    if (!next || !this.now) return
    this.#past = [...this.#past, this.now]
    this.#future = rest
    this.now = next
  }

  /** Tries again what has failed. */
  retry(): void {
    this.#failed?.()
  }

  #change(call: (now: Edited<View, Rules> | undefined) => [Rules, string, readonly Edit[]] | undefined): Promise<void> {
    this.#last = this.#last.then(async () => {
      const args = call(this.now)
      if (!args) return
      try {
        const answer = await this.#apply(...args)
        this.failure = undefined
        if (answer.ok) this.#show({ rules: args[0], view: answer.value })
        else this.failure = { loading: false, reason: answer.problems[0]?.message ?? '' }
      } catch (reason) {
        this.failure = failureOf(reason)
        this.#failed = () => void this.#change(call)
      }
    })
    return this.#last
  }

  #show(next: Edited<View, Rules>): void {
    const { now } = this
    if (now && (now.view.text !== next.view.text || now.rules !== next.rules)) {
      this.#past = [...this.#past, now].slice(-longestPast)
      this.#future = []
    }
    this.now = next
  }
}
