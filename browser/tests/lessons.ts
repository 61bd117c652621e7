import { readdirSync, readFileSync } from 'node:fs'
import type { Exercise, StageFile } from '../learn/format.ts'
import { kinds } from '../rules/kinds.gen.ts'
import { Board } from './board.ts'
import { expect, type Locator, type Page } from './test.ts'

const folder = '../internal/lessons/files/data/'

export const courses = JSON.parse(readFileSync(`${folder}courses.json`, 'utf8')) as { id: string; stages: string[] }[]

const files = new Map(
  readdirSync(folder)
    .filter((name) => name !== 'courses.json')
    .map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(folder + name, 'utf8')) as StageFile]),
)

/** stageOf returns the file of a stage. */
export function stageOf(name: string): StageFile {
  const stage = files.get(name)
  if (!stage) throw new Error(`there is no stage ${name}`)
  return stage
}

/** exerciseOf returns an exercise of a stage. Numbers start at 1. */
function exerciseOf(name: string, number: number): Exercise {
  const exercise = stageOf(name).exercises[number - 1]
  if (!exercise) throw new Error(`${name} has no exercise ${number}`)
  return exercise
}

/** pathOf returns the address of an exercise. */
export function pathOf(name: string, id: string): string {
  const index = stageOf(name).exercises.findIndex((exercise) => exercise.id === id)
  if (index < 0) throw new Error(`${name} has no exercise ${id}`)
  return `/learn/${name}/${index + 1}`
}

/** The moves of the learner in the solution. */
function own(exercise: Exercise, game: string): readonly string[] {
  if (!exercise.scripted && !exercise.engine) return exercise.solution
  const seats = game === 'lancelot' ? (exercise.position.split(' ')[2]?.split(',').length ?? 2) : 2
  return exercise.solution.filter((_, i) => i % seats === 0)
}

/** The text about the last move. */
export const verdict = (page: Page): Locator => page.locator('.feedback')

/** A board seen from Black's side, on which the arrow keys lead the other way. */
class FlippedBoard extends Board {
  protected override readonly direction = -1
}

/** A board of a touch screen. */
class TouchBoard extends Board {
  readonly #page: Page

  constructor(page: Page) {
    super(page)
    this.#page = page
  }

  async tap(square: string): Promise<void> {
    await expect(this.grid.locator('xpath=ancestor::*[@aria-busy="true"]')).toHaveCount(0)
    await this.square(square).scrollIntoViewIfNeeded()
    const box = await this.square(square).boundingBox()
    if (!box) throw new Error(`the square ${square} is not visible`)
    await this.#page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  }
}

/** The ways to make a move: with the keyboard, or with a finger. */
export interface Hand {
  /** Moves a piece. The promotion is a letter, or '' if there is nothing to choose. */
  move(from: string, to: string, promotion: string): Promise<void>
  /** Chooses a square. */
  place(square: string): Promise<void>
  press(button: RegExp): Promise<void>
}

/** keyboardOf returns a hand that uses the keyboard alone. `flipped` is for boards seen from Black's side. */
function keyboardOf(page: Page, flipped: boolean): Hand {
  const board = flipped ? new FlippedBoard(page) : new Board(page)
  return {
    move: (from, to, promotion) => board.keys(from, to, promotion),
    place: async (square) => {
      await board.focus(square)
      await page.keyboard.press('Enter')
    },
    press: async (button) => {
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press('Tab')
        if (!button.test(await page.evaluate(() => document.activeElement?.textContent ?? ''))) continue
        await page.keyboard.press('Enter')
        return
      }
      throw new Error(`Tab does not lead to ${button}`)
    },
  }
}

function fingerOf(page: Page): Hand {
  const board = new TouchBoard(page)
  return {
    move: async (from, to, promotion) => {
      await board.tap(from)
      await expect(board.square(from)).toHaveAttribute('aria-selected', 'true')
      await board.tap(to)
      if (!promotion) return
      const letter = page.locator('kbd', { hasText: new RegExp(`^${promotion}$`) })
      await page.getByRole('dialog').locator('.choice').filter({ has: letter }).tap()
    },
    place: (square) => board.tap(square),
    press: (button) => page.getByRole('button', { name: button }).tap(),
  }
}

/** Makes a move of an exercise. */
async function enter(page: Page, hand: Hand, game: string, exercise: Exercise, move: string): Promise<void> {
  const board = new Board(page)
  if (game === 'wotn') {
    const [from, to, promotion] = [move.slice(0, 2), move.slice(2, 4), move.slice(4).toUpperCase()]
    // The reply has been played when the piece can move.
    await expect(board.square(from)).toHaveAttribute('aria-label', /can move/)
    const label = (await board.square(from).getAttribute('aria-label')) ?? ''
    const kind = kinds.find(({ name, alternativeName }) =>
      [name.en, alternativeName.en].some((name) => new RegExp(`(White|Black) ${name}(,|$)`).test(label)),
    )
    const variant = exercise.variant === 'wotn-alternative' ? 'wotn-alternative' : 'wotn'
    const several = promotion !== '' && (kind?.promotions[variant].length ?? 0) > 1
    await hand.move(from, to, several ? promotion : '')
    return
  }
  const parts = move.split(',')
  if (parts.length > 1 && !move.startsWith('X')) await hand.press(/king’s power/)
  for (const part of parts) {
    if (part.startsWith('X') && parts.length > 1 && part === parts[0]) {
      const sword = await board.grid.locator('[aria-label*="Excalibur"]').first().getAttribute('data-square')
      await hand.place(sword ?? '')
    }
    await hand.place(part.replace('X', ''))
  }
}

/** play makes moves of the learner in the exercise that is open in English. */
export async function play(
  page: Page,
  way: 'keyboard' | 'touch',
  name: string,
  number: number,
  moves: readonly string[],
): Promise<void> {
  const stage = stageOf(name)
  const exercise = exerciseOf(name, number)
  const flipped = stage.game === 'wotn' && exercise.position.split(' ')[1] === 'b'
  const hand = way === 'keyboard' ? keyboardOf(page, flipped) : fingerOf(page)
  for (const move of moves) await enter(page, hand, stage.game, exercise, move)
}

/**
 * solve plays the solution of the exercise that is open in English, from the move with the number `from`, and checks what is
 * shown and spoken.
 */
export async function solve(
  page: Page,
  way: 'keyboard' | 'touch',
  name: string,
  number: number,
  from = 0,
): Promise<void> {
  const stage = stageOf(name)
  const exercise = exerciseOf(name, number)
  const task = stage.texts.en[`${exercise.id}.task`] ?? ''
  await expect(page).toHaveURL(`/learn/${name}/${number}`)
  await expect(page.locator('.goal')).toHaveText(task)
  await expect(page.locator('[aria-live]').first()).toContainText(task)
  await play(page, way, name, number, own(exercise, stage.game).slice(from))
  await expect(verdict(page), exercise.id).toContainText(stage.texts.en[`${exercise.id}.done`] ?? '')
  await expect(verdict(page)).toContainText('3 of 3 stars')
  await expect(page.locator('[aria-live]').first()).toContainText('Solved')
}

/**
 * seedGame stores the game at the end of a course as it is before the last move of its solution, and all other exercises as
 * solved. It returns the number of moves that the learner has made.
 */
export async function seedGame(page: Page, stages: readonly string[], number: number): Promise<number> {
  const name = stages.at(-1) ?? ''
  const stage = stageOf(name)
  const exercise = exerciseOf(name, number)
  if (!exercise.engine) throw new Error(`exercise ${number} of ${name} is no game`)
  const moves = exercise.solution.slice(0, exercise.solution.length - 1)
  const names = stages.flatMap((id) => stageOf(id).exercises.map((other) => `${id}/${other.id}`))
  const others = names.filter((other) => other !== `${name}/${exercise.id}`)
  const solved = Object.fromEntries(others.map((other) => [other, { moves: 1, stars: 3 }]))
  const stored = { version: 1, solved, games: { [`${name}/${exercise.id}`]: moves } }
  await page.addInitScript((text) => localStorage.setItem('tafelrunde.lessons', text), JSON.stringify(stored))
  return own(exercise, stage.game).length - 1
}
