import { tick } from 'svelte'
import { afterPaint } from './afterpaint.ts'

/** Milliseconds after which the next part is made in a task of its own. */
const longest = 4

/** A part of the page, which is made when its turn has come. */
class Turn {
  come = $state(true)
}

/**
 * How the page is made at the start. Where the server has written it, its parts (InTurn.svelte) are made one after the other,
 * in tasks so short that none delays input.
 */
class Making {
  /** The page is made when the front end is built, for all browsers. */
  inAdvance = false
  #waiting: Turn[] | undefined
  #show = () => {}
  /** The page is shown. */
  readonly shown = new Promise<void>((resolve) => {
    this.#show = resolve
  })

  /** turn is the turn of a part: at once, or after all parts that asked before. */
  turn(): Turn {
    const turn = new Turn()
    if (this.#waiting) {
      turn.come = false
      this.#waiting.push(turn)
    }
    return turn
  }

  /** inSteps lets mount make something in steps, and waits until all its parts are made. */
  async inSteps(mount: () => void): Promise<void> {
    const task = () => new Promise((resolve) => setTimeout(resolve))
    this.#waiting ??= []
    // Programs that were just loaded have run in this task.
    await task()
    mount()
    await task()
    // Something else that is made meanwhile takes turns from the same list.
    let began = performance.now()
    for (let next = this.#waiting?.shift(); next; next = this.#waiting?.shift()) {
      next.come = true
      await tick()
      if (performance.now() - began < longest) continue
      await task()
      began = performance.now()
    }
    this.#waiting = undefined
  }

  /** painted waits until the page is on the screen, if its tab is. Programs are loaded then, so that they do not delay it. */
  async painted(): Promise<void> {
    await this.shown
    if (!document.hidden) await new Promise<void>((resolve) => afterPaint(resolve))
  }

  end(): void {
    this.#show()
  }
}

export const making = new Making()
