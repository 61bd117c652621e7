/**
 * The parts of the page that are made at the start: header, main part, what follows. Where the server has written the page,
 * they are made one after the other, each in a task of its own, so that none delays input.
 */
class Making {
  parts = $state(3)
  #show = () => {}
  /** The page is shown. */
  readonly shown = new Promise<void>((resolve) => {
    this.#show = resolve
  })

  /** inSteps waits until all parts are made. */
  async inSteps(): Promise<void> {
    for (this.parts = 0; this.parts < 3; this.parts++) await new Promise((resolve) => setTimeout(resolve))
    await new Promise((resolve) => setTimeout(resolve))
  }

  end(): void {
    this.#show()
  }
}

export const making = new Making()
