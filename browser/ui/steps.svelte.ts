import { afterPaint } from './afterpaint.ts'

/**
 * Steps lets a long page make its parts one after the other, each in a task of its own. So the first ones appear early, and
 * input is not delayed. Made while a component is initialised.
 */
export class Steps {
  /** The number of steps done, which grows to the number of steps. */
  done = $state(0)

  constructor(steps: number) {
    $effect(() => {
      if (this.done < steps) return afterPaint(() => this.done++)
    })
  }
}
