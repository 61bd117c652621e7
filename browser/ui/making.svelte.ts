/** A part of the page, which is made when its turn has come. */
class Turn {
  come = $state(true)
}

/**
 * How the page is made at the start. Where the server has written it, its parts (InTurn.svelte) are made one after the other,
 * each in a task of its own, so that none delays input.
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
    mount()
    await task()
    // Something else that is made meanwhile takes turns from the same list.
    for (let next = this.#waiting?.shift(); next; next = this.#waiting?.shift()) {
      next.come = true
      await task()
    }
    this.#waiting = undefined
  }

  end(): void {
    this.#show()
  }
}

export const making = new Making()
