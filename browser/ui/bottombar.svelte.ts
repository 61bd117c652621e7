/** The place at the bottom of a short phone, which shows the actions of a game instead of the sections while a game is open. */
class BottomBar {
  #games = $state(0)

  get lent(): boolean {
    return this.#games > 0
  }

  /** lend gives the place to a game. The returned function gives it back. */
  lend(): () => void {
    this.#games++
    return () => {
      this.#games--
    }
  }
}

export const bottomBar = new BottomBar()
