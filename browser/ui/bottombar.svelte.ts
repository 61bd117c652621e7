/** The places of the sections, which games use on small phones: the bottom of a short one, the top of one in landscape. */
class BottomBar {
  #games = $state(0)
  #tops = $state(0)

  /** A game shows its actions in the place at the bottom. */
  get lent(): boolean {
    return this.#games > 0
  }

  /** A game whose menu has the sections uses the place at the top too. */
  get topLent(): boolean {
    return this.#tops > 0
  }

  /** lend gives the place at the bottom to a game, and that at the `top`. The returned function gives it back. */
  lend(top: boolean): () => void {
    this.#games++
    if (top) this.#tops++
    return () => {
      this.#games--
      if (top) this.#tops--
    }
  }
}

export const bottomBar = new BottomBar()
