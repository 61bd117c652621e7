import { expect, type Locator, type Page } from '@playwright/test'

/** The board of a page or of a dialog. */
export class Board {
  readonly grid: Locator
  readonly #within: Locator
  /** -1 on a board seen from Black's side, on which the arrow keys lead the other way. */
  protected readonly direction: number = 1

  constructor(page: Page, within?: Locator) {
    this.#within = within ?? page.getByRole('main')
    // The home page, which lies under the dialog of a new game, has boards too: the demonstration, and games as links.
    this.grid = this.#within.getByRole('grid').and(page.locator(':not(.demo *, a *)'))
  }

  square(name: string): Locator {
    return this.grid.locator(`[data-square="${name}"]`)
  }

  /** Waits until the rules have computed the position after the last move. */
  async #ready(): Promise<void> {
    await expect(this.grid).toBeVisible()
    await expect(this.grid.locator('xpath=ancestor::*[@aria-busy="true"]')).toHaveCount(0)
  }

  /** Returns the centre of a square for the mouse. Playwright cannot click squares, as pieces cover them. */
  async #centre(name: string): Promise<{ x: number; y: number }> {
    await this.#ready()
    // When a game starts, the page replaces the board.
    const centre = { x: 0, y: 0 }
    await expect(async () => {
      await this.square(name).scrollIntoViewIfNeeded({ timeout: 2000 })
      const box = await this.square(name).boundingBox({ timeout: 2000 })
      if (!box) throw new Error(`the square ${name} is not visible`)
      centre.x = box.x + box.width / 2
      centre.y = box.y + box.height / 2
    }).toPass()
    return centre
  }

  async press(name: string): Promise<void> {
    const { x, y } = await this.#centre(name)
    await this.grid.page().mouse.click(x, y)
  }

  async hover(name: string): Promise<void> {
    const { x, y } = await this.#centre(name)
    await this.grid.page().mouse.move(x, y)
  }

  /** Moves a piece with two clicks, and chooses its promotion if one is given. */
  async click(from: string, to: string, promotion = ''): Promise<void> {
    await this.press(from)
    await this.press(to)
    await this.choose(promotion)
  }

  async drag(from: string, to: string, promotion = ''): Promise<void> {
    const { mouse } = this.grid.page()
    const a = await this.#centre(from)
    const b = await this.#centre(to)
    await mouse.move(a.x, a.y)
    await mouse.down()
    await mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 })
    await mouse.move(b.x, b.y, { steps: 3 })
    await mouse.up()
    await this.choose(promotion)
  }

  /** Moves a piece with the keyboard. */
  async keys(from: string, to: string, promotion = ''): Promise<void> {
    await this.focus(from)
    // Before the rules have computed the moves, no piece can be selected.
    await expect(async () => {
      await this.grid.page().keyboard.press('Enter')
      await expect(this.square(from)).toHaveAttribute('aria-selected', 'true', { timeout: 1000 })
    }).toPass()
    await this.focus(to)
    await this.grid.page().keyboard.press('Enter')
    await this.choose(promotion)
  }

  /** Moves the focus to a square with the arrow keys. */
  async focus(to: string): Promise<void> {
    await this.#ready()
    const { keyboard } = this.grid.page()
    const start = this.grid.locator('[tabindex="0"]')
    if (!(await this.grid.evaluate((grid) => grid.contains(document.activeElement)))) await start.focus()
    // After a click, the arrow keys step through the game until the keyboard has moved the focus to a square.
    if (await this.grid.evaluate((grid) => !grid.querySelector(':focus-visible'))) {
      await keyboard.press('Shift+Tab')
      await keyboard.press('Tab')
    }
    const press = async (steps: number, more: string, less: string) => {
      for (let n = Math.abs(steps); n > 0; n--) await keyboard.press(steps > 0 ? more : less)
    }
    // All presses at once: asking for the square after each would take longer than the presses.
    for (let tries = 0; tries < 3; tries++) {
      const here = (await this.grid.locator(':focus').getAttribute('data-square')) ?? ''
      if (here === to) return
      await press(this.direction * (to.charCodeAt(0) - here.charCodeAt(0)), 'ArrowRight', 'ArrowLeft')
      await press(this.direction * (Number(to.slice(1)) - Number(here.slice(1))), 'ArrowUp', 'ArrowDown')
    }
    if ((await this.grid.locator(':focus').getAttribute('data-square')) === to) return
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
