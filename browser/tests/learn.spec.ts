import { readdirSync, readFileSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import type { Exercise, StageFile } from '../learn/format.ts'
import { kinds } from '../rules/kinds.gen.ts'
import { Board } from './board.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { expectAccessible, newPerson, saveCodes } from './people.ts'
import { expect, type Page, test } from './test.ts'

const folder = '../internal/lessons/files/data/'
const courses = JSON.parse(readFileSync(`${folder}courses.json`, 'utf8')) as { id: string; stages: string[] }[]
const stages = new Map(
  readdirSync(folder)
    .filter((name) => name !== 'courses.json')
    .map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(folder + name, 'utf8')) as StageFile]),
)

/** The moves of the learner in the solution. */
function own(exercise: Exercise, game: string): string[] {
  if (!exercise.scripted && !exercise.engine) return exercise.solution
  const seats = game === 'lancelot' ? (exercise.position.split(' ')[2]?.split(',').length ?? 2) : 2
  return exercise.solution.filter((_, i) => i % seats === 0)
}

const verdict = (page: Page) => page.locator('.feedback')

/** A board seen from Black's side, on which the arrow keys lead the other way. */
class FlippedBoard extends Board {
  protected override readonly direction = -1
}

/** Makes a move with the keyboard. */
async function enter(page: Page, game: string, exercise: Exercise, move: string): Promise<void> {
  const flipped = game === 'wotn' && exercise.position.split(' ')[1] === 'b'
  const board = flipped ? new FlippedBoard(page) : new Board(page)
  const variant = exercise.variant === 'wotn-alternative' ? 'wotn-alternative' : 'wotn'
  if (game === 'wotn') {
    const [from, to, promotion] = [move.slice(0, 2), move.slice(2, 4), move.slice(4).toUpperCase()]
    // The reply has been played when the piece can move.
    await expect(board.square(from)).toHaveAttribute('aria-label', /can move/)
    const label = (await board.square(from).getAttribute('aria-label')) ?? ''
    const kind = kinds.find(({ name, alternativeName }) =>
      [name.en, alternativeName.en].some((name) => new RegExp(`(White|Black) ${name}(,|$)`).test(label)),
    )
    const several = promotion !== '' && (kind?.promotions[variant].length ?? 0) > 1
    await board.keys(from, to, several ? promotion : '')
    return
  }
  const parts = move.split(',')
  if (parts.length > 1 && !move.startsWith('X')) await tabTo(page, /king’s power/)
  for (const part of parts) {
    if (part.startsWith('X') && parts.length > 1 && part === parts[0]) {
      const sword = await board.grid.locator('[aria-label*="Excalibur"]').first().getAttribute('data-square')
      await board.focus(sword ?? '')
      await page.keyboard.press('Enter')
    }
    await board.focus(part.replace('X', ''))
    await page.keyboard.press('Enter')
  }
}

/** Presses Tab until a button with this text has the focus, and presses it. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    if (name.test(await page.evaluate(() => document.activeElement?.textContent ?? ''))) {
      await page.keyboard.press('Enter')
      return
    }
  }
  throw new Error(`Tab does not lead to ${name}`)
}

test.describe('every exercise is solved with the keyboard', () => {
  test.use({ locale: 'en-GB' })
  test.describe.configure({ timeout: 300_000 })

  for (const { id, stages: names } of courses) {
    for (const [n, name] of names.entries()) {
      test(`${id}: ${name}`, async ({ page }) => {
        const stage = stages.get(name)
        if (!stage) throw new Error(`there is no stage ${name}`)
        const count = stage.exercises.length
        // The express courses have every kind of exercise. Of the other stages, the small game; make audit plays all.
        const first = id.endsWith('-express') || process.env.TAFELRUNDE_ALL_LOOKS ? 0 : count - 1
        // Replies come without the pause in which people look at their own move.
        await page.addInitScript(() =>
          localStorage.setItem('tafelrunde.settings', JSON.stringify({ animation: 'off' })),
        )
        await page.goto(`/learn/${name}/${first + 1}`)
        for (const [i, exercise] of stage.exercises.entries()) {
          if (i < first) continue
          await expect(page).toHaveURL(`/learn/${name}/${i + 1}`)
          await expect(page.locator('.goal')).toHaveText(stage.texts.en[`${exercise.id}.task`] ?? '')
          await expect(page.locator('[aria-live]')).toContainText(stage.texts.en[`${exercise.id}.task`] ?? '')
          for (const move of own(exercise, stage.game)) await enter(page, stage.game, exercise, move)
          await expect(verdict(page), exercise.id).toContainText(stage.texts.en[`${exercise.id}.done`] ?? '')
          await expect(verdict(page)).toContainText('3 of 3 stars')
          await expect(page.locator('[aria-live]')).toContainText('Solved')
          const last = i === count - 1
          if (last && n === names.length - 1) {
            await expect(verdict(page)).toContainText('You have finished this course.')
            break
          }
          await expect(page.getByRole('link', { name: 'Next' })).toBeFocused()
          await page.keyboard.press('Enter')
          if (last) await expect(page).toHaveURL(`/learn/${names[n + 1]}/1`)
        }
      })
    }
  }
})

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)
    const text = (stage: string, key: string) => stages.get(stage)?.texts[look.language][key] ?? `no ${key}`

    test('two questions lead to a course, which goes on where it was left', async ({ page }) => {
      await page.goto('/')
      await page
        .getByRole('main')
        .getByRole('link', { name: t('home.learn') })
        .click()
      await expect(page).toHaveURL('/learn')
      await page.getByRole('button', { name: t('learn.chess.yes'), exact: true }).click()
      await page.getByRole('button', { name: t('learn.game.wotn') }).click()
      await page
        .locator('.start')
        .getByRole('link', { name: t('learn.begin') })
        .click()
      // Exercises known from chess are skipped.
      await expect(page).toHaveURL('/learn/wotn-start/4')
      await new Board(page).click('e4', 'd5', 'S')
      await expect(verdict(page)).toContainText(text('wotn-start', 'capture.done'))
      await page.getByRole('link', { name: t('learn.next') }).click()
      await expect(page.locator('.goal')).toHaveText(text('wotn-start', 'squire.task'))
      await page.goto('/learn')
      await page
        .locator('.panel')
        .getByRole('link', { name: t('learn.resume') })
        .click()
      await expect(page).toHaveURL('/learn/wotn-start/5')
    })

    test('a wrong move is refuted and explained, and tried again with one key', async ({ page }) => {
      await page.goto('/learn/wotn-start/11')
      const board = new Board(page)
      await board.keys('c3', 'd5')
      // The pawn captures the baron on the board.
      await expect(verdict(page)).toContainText(text('wotn-start', 'safe.guarded'))
      await expect(board.square('d5')).toHaveAttribute('aria-label', /Squire|Knappe/)
      await expect(page.locator('[aria-live]')).toContainText(text('wotn-start', 'safe.guarded'))
      await expect(page.getByRole('button', { name: t('learn.retry') })).toBeFocused()
      await page.keyboard.press('r')
      await expect(board.square('c3')).toHaveAttribute('aria-label', /Knight|Ritter/)
      await expect(page.locator('[aria-live]')).toHaveText(text('wotn-start', 'safe.task'))
      // Hints in two steps.
      await page.keyboard.press('h')
      await expect(verdict(page)).toContainText('c3')
      await expect(verdict(page)).not.toContainText('a4')
      await page.keyboard.press('h')
      await expect(verdict(page)).toContainText('a4')
      await board.keys('c3', 'a4')
      await expect(verdict(page)).toContainText(text('wotn-start', 'safe.done'))
    })

    test('a game goes on after a reload, and moves are taken back', async ({ page }) => {
      const number = stages.get('wotn-start')?.exercises.length ?? 0
      await page.goto(`/learn/wotn-start/${number}`)
      const board = new Board(page)
      await board.click('e2', 'e4')
      await expect(page.getByRole('button', { name: t('learn.takeback') })).toBeEnabled()
      await page.reload()
      await expect(board.square('e4')).toHaveAttribute('aria-label', /Pawn|Bauer/)
      await page.getByRole('button', { name: t('learn.takeback') }).click()
      await expect(board.square('e2')).toHaveAttribute('aria-label', /Pawn|Bauer/)
      await expect(page.getByRole('button', { name: t('learn.takeback') })).toHaveCount(0)
    })

    test('with an account, two devices share the progress, and people who share a browser do not', async ({
      browser,
    }) => {
      const [phone, desk] = [await newPerson(browser, look), await newPerson(browser, look)]
      const name = `Learner ${look.language} ${test.info().retry}`
      const exercise = (page: Page, number: number, stars: number) =>
        page
          .getByRole('listitem')
          .filter({ has: page.getByRole('heading', { level: 4, name: text('wotn-start', 'title'), exact: true }) })
          .getByRole('link', {
            name: `${t('learn.exercise', { n: number })}${stars > 0 ? `, ${t('learn.exercise.done', { stars })}` : ''}`,
            exact: true,
          })

      // What was solved without an account belongs to the account that is created then.
      await phone.page.goto('/learn/wotn-start/4')
      await new Board(phone.page).click('e4', 'd5', 'S')
      await expect(verdict(phone.page)).toContainText(text('wotn-start', 'capture.done'))
      await phone.page.goto('/learn')
      await expect(phone.page.getByText(t('learn.kept.browser'))).toBeVisible()
      await phone.page.goto('/account')
      const join = phone.page.getByRole('region', { name: t('account.create'), exact: true })
      await join.getByLabel(t('account.name')).fill(name)
      await join.getByLabel(t('account.password.new')).fill('long enough')
      await join.getByRole('button', { name: t('account.create'), exact: true }).click()
      await expect(phone.page.getByRole('heading', { level: 1, name })).toBeVisible()
      await saveCodes(phone.page, t)
      await phone.page.goto('/learn')
      await expect(phone.page.getByText(t('learn.kept.account'))).toBeVisible()

      // Somebody else has solved an exercise at the desk. The account does not take it unasked.
      await desk.page.goto('/learn/wotn-start/11')
      await new Board(desk.page).click('c3', 'a4')
      await expect(verdict(desk.page)).toContainText(text('wotn-start', 'safe.done'))
      await desk.page.goto('/account')
      const enter = desk.page.getByRole('region', { name: t('account.sign-in'), exact: true })
      await enter.getByLabel(t('account.name')).fill(name)
      await enter.getByLabel(t('account.password')).fill('long enough')
      await enter.getByRole('button', { name: t('account.sign-in'), exact: true }).click()
      await expect(desk.page.getByRole('heading', { level: 1, name })).toBeVisible()
      await desk.page.goto('/learn')
      await expect(exercise(desk.page, 4, 3)).toBeVisible()
      await expect(exercise(desk.page, 11, 0)).toBeVisible()
      await expect(desk.page.getByRole('button', { name: t('learn.unowned.take') })).toBeVisible()
      await expectAccessible(desk.page)

      // What was solved offline is sent later.
      await desk.page
        .locator('.panel')
        .getByRole('link', { name: t('learn.resume') })
        .click()
      await desk.page.goto('/learn/wotn-start/11')
      await expect(new Board(desk.page).square('c3')).toHaveAttribute('aria-label', /Knight|Ritter/)
      await desk.context.setOffline(true)
      await new Board(desk.page).click('c3', 'a4')
      await expect(verdict(desk.page)).toContainText(text('wotn-start', 'safe.done'))
      const sent = desk.page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
      await desk.context.setOffline(false)
      await sent
      await phone.page.reload()
      await expect(exercise(phone.page, 11, 3)).toBeVisible()

      // After signing out, the desk shows what was solved there without an account.
      await desk.page.goto('/account')
      await desk.page.getByRole('button', { name: t('account.sign-out'), exact: true }).click()
      await desk.page.goto('/learn')
      await expect(exercise(desk.page, 11, 3)).toBeVisible()
      await expect(exercise(desk.page, 4, 0)).toBeVisible()
    })

    for (const path of ['/learn/wotn-start/11', '/learn/lancelot-start/3', '/learn/nothing/1']) {
      test(`axe finds no violations on ${path}`, async ({ page }) => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' '))}`)).toEqual([])
      })
    }

    test('the accessibility tree has the task, the board and the actions', async ({ page }) => {
      await page.goto('/learn/wotn-start/4')
      await expect(new Board(page).square('e4')).toHaveAttribute('aria-label', /Pawn|Bauer/)
      const tree = await page.getByRole('main').ariaSnapshot()
      for (const part of [
        `paragraph: ${text('wotn-start', 'capture.task')}`,
        `grid "${t('board.wotn')}"`,
        `button "${t('learn.hint')}"`,
        `link "${t('learn.skip')}"`,
      ]) {
        expect(tree.replaceAll('"', '')).toContain(part.replaceAll('"', ''))
      }
    })
  })
}

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 }, locale: 'en-GB' })

  test('an exercise of each game is solved, and nothing is wider than the screen', async ({ page }) => {
    for (const [path, squares] of [
      ['/learn/wotn-start/11', ['c3', 'a4']],
      ['/learn/lancelot-start/1', ['g7']],
    ] as const) {
      await page.goto(path)
      const board = new Board(page)
      await expect(board.grid).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      for (const square of squares) {
        const box = await board.square(square).boundingBox()
        await page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)
      }
      await expect(verdict(page)).toContainText('Solved')
      const next = page.getByRole('link', { name: 'Next' })
      expect((await next.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(excess).toBeLessThanOrEqual(0)
      await next.tap()
      await expect(page).toHaveURL(path.replace(/\d+$/, (n) => String(Number(n) + 1)))
    }
  })
})
