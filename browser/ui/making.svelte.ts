/** The header, the main part of the page, of a game the board, the moves and the rest, and the footer. */
const allParts = 6

/**
 * The parts of the page that are made at the start. Where the server has written the page, they are made one after the other,
 * each in a task of its own, so that none delays input.
 */
class Making {
  parts = $state(allParts)
  /** The page is made when the front end is built, for all browsers. */
  inAdvance = false
  #show = () => {}
  /** The page is shown. */
  readonly shown = new Promise<void>((resolve) => {
    this.#show = resolve
  })

  /** inSteps waits until all parts are made. */
  async inSteps(): Promise<void> {
    for (this.parts = 0; this.parts < allParts; this.parts++) await new Promise((resolve) => setTimeout(resolve))
    await new Promise((resolve) => setTimeout(resolve))
  }

  end(): void {
    this.#show()
  }
}

export const making = new Making()
