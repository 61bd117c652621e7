import { expect, type Locator, type Page } from '@playwright/test'

/** The board of a table, or of the dialog above it. */
export class Board {
  readonly grid: Locator
  readonly #within: Locator

  constructor(page: Page, within?: Locator) {
    this.#within = within ?? page.locator('main')
    this.grid = this.#within.getByRole('grid')
  }

  square(name: string): Locator {
    return this.grid.locator(`[data-square="${name}"]`)
  }

  /** Waits until the rules have answered to the last move, as nobody is quick enough to notice. */
  async #settled(): Promise<void> {
    await expect(this.grid).toBeVisible()
    await expect(this.grid.locator('xpath=ancestor::*[@aria-busy="true"]')).toHaveCount(0)
  }

  /** Where it is, for pointers: the pieces lie above the squares. */
  async #centre(name: string): Promise<{ x: number; y: number }> {
    await this.#settled()
    await this.square(name).scrollIntoViewIfNeeded()
    const box = await this.square(name).boundingBox()
    if (!box) throw new Error(`the square ${name} is not to be seen`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  async press(name: string): Promise<void> {
    const { x, y } = await this.#centre(name)
    await this.grid.page().mouse.click(x, y)
  }

  async hover(name: string): Promise<void> {
    const { x, y } = await this.#centre(name)
    await this.grid.page().mouse.move(x, y)
  }

  /** Moves with two clicks, and chooses what the man becomes where that is asked. */
  async click(from: string, to: string, becomes = ''): Promise<void> {
    await this.press(from)
    await this.press(to)
    await this.choose(becomes)
  }

  async drag(from: string, to: string, becomes = ''): Promise<void> {
    const { mouse } = this.grid.page()
    const a = await this.#centre(from)
    const b = await this.#centre(to)
    await mouse.move(a.x, a.y)
    await mouse.down()
    await mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 })
    await mouse.move(b.x, b.y, { steps: 3 })
    await mouse.up()
    await this.choose(becomes)
  }

  /** Moves with the keyboard alone, beginning anywhere on the board. */
  async keys(from: string, to: string, becomes = ''): Promise<void> {
    await this.walk(from)
    await this.grid.page().keyboard.press('Enter')
    await this.walk(to)
    await this.grid.page().keyboard.press('Enter')
    await this.choose(becomes)
  }

  /** Walks to a square with the arrow keys, from the square that Tab leads to. */
  async walk(to: string): Promise<void> {
    await this.#settled()
    const { keyboard } = this.grid.page()
    const start = this.grid.locator('[tabindex="0"]')
    if (!(await this.grid.evaluate((grid) => grid.contains(document.activeElement)))) await start.focus()
    // After a click the arrows step through the game until a square is reached by keyboard.
    if (await this.grid.evaluate((grid) => !grid.querySelector(':focus-visible'))) {
      await keyboard.press('Shift+Tab')
      await keyboard.press('Tab')
    }
    for (let steps = 0; steps < 40; steps++) {
      const here = (await this.grid.locator(':focus').getAttribute('data-square')) ?? ''
      if (here === to) return
      const across = to.charCodeAt(0) - here.charCodeAt(0)
      const up = Number(to.slice(1)) - Number(here.slice(1))
      await keyboard.press(across > 0 ? 'ArrowRight' : across < 0 ? 'ArrowLeft' : up > 0 ? 'ArrowUp' : 'ArrowDown')
    }
    throw new Error(`the arrow keys do not lead to ${to}`)
  }

  async choose(letter: string): Promise<void> {
    if (!letter) return
    const chooser = this.#within.getByRole('dialog')
    await expect(chooser).toBeVisible()
    await this.grid.page().keyboard.press(letter.toLowerCase())
    await expect(chooser).toHaveCount(0)
  }
}
