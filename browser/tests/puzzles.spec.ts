import { collection } from '../puzzles/plugin.ts'
import { Board } from './board.ts'
import { verdict } from './lessons.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { expectAccessible, installed } from './people.ts'
import { audit, auditIf, expect, type Page, test } from './test.ts'

const { puzzles, daily } = collection('wotn')

/** Solves a puzzle of Way of the Knight whose solution has one move, with no choice of a promotion. */
async function solve(page: Page, [move = '']: readonly string[]): Promise<void> {
  await new Board(page).click(move.slice(0, 2), move.slice(2, 4))
}

const short = puzzles.filter(({ solution }) => solution.length === 1)
const plain = short.filter(({ solution: [move = ''] }) => move.length === 4)
/** A bishop captures and is promoted; other moves are legal too. */
const capture = short.find(({ id }) => id === 'tjch4xv')

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)

    test('a wrong move is refuted, and only the first attempt counts', async ({ page }) => {
      if (!capture) throw new Error('the collection has another puzzle')
      await page.goto(`/puzzles/${capture.id}`)
      await expect(page.locator('.goal')).toHaveText(t('puzzle.task', { who: t('color.b') }))
      await page.getByRole('button', { name: t('learn.hint'), exact: true }).click()
      await expect(page.getByRole('button', { name: t('learn.hint.more') })).toBeVisible()
      await new Board(page).click('a7', 'a6')
      await expect(verdict(page)).toContainText(t('learn.failed'))
      await expect(verdict(page).locator('p').nth(1)).not.toBeEmpty()
      await page.getByRole('button', { name: t('learn.retry') }).click()
      await solve(page, capture.solution)
      await expect(verdict(page)).toContainText(t('puzzle.done.later'))
      await expect(verdict(page)).toContainText(t('puzzle.idea.promotionByCapture'))
    })

    test('the puzzle of the day is on the overview, and solving it begins a streak', async ({ page }) => {
      const line = daily.split('\n').find((line) => plain.some(({ id }) => line.endsWith(id)))
      const [date = '', id] = line?.split(' ') ?? []
      const solution = plain.find((puzzle) => puzzle.id === id)?.solution ?? []
      await page.clock.setFixedTime(`${date}T12:00Z`)
      await page.goto('/puzzles')
      await expectAccessible(page)
      const link = (text: string) =>
        page.getByRole('link', { name: `${t('puzzles.daily')}, ${t('game.wotn')}: ${text}` })
      await expect(link(t('puzzles.daily.solve'))).toBeVisible()
      // The first page has it for people who were here before.
      await page.goto(`/puzzles/${puzzles[0]?.id}`)
      await page.getByRole('button', { name: t('puzzle.solution') }).click()
      await expect(verdict(page)).toContainText(t('learn.revealed'))
      await page.goto('/')
      await page.getByRole('button', { name: t('puzzles.daily') }).click()
      await solve(page, solution)
      await expect(verdict(page)).toContainText(t('puzzle.done.first'))
      await expect(page.getByText(t('puzzles.streak.one', { n: 1 }))).toBeVisible()
      // It stays solved.
      await page.goto('/puzzles')
      await link(t('puzzles.daily.solved')).click()
      await expect(verdict(page)).toContainText(t('puzzle.done.first'))
      await expect(verdict(page)).toContainText(t('puzzles.streak.one', { n: 1 }))
    })

    test('the archive shows the puzzle of an earlier day as solved', audit, async ({ page }) => {
      const lines = daily.split('\n').map((line) => line.split(' '))
      const [date = '', id] = lines.find(([, id]) => plain.some((puzzle) => puzzle.id === id)) ?? []
      await page.clock.setFixedTime(Date.parse(date) + 86_400_000)
      await page.goto('/puzzles/wotn/archive')
      const day = page.locator(`a[href$="/daily/${date}"]`)
      await expect(day).not.toHaveAccessibleName(new RegExp(t('puzzles.archive.done')))
      await expectAccessible(page)
      await day.click()
      await solve(page, plain.find((puzzle) => puzzle.id === id)?.solution ?? [])
      await expect(verdict(page)).toContainText(t('puzzle.done.first'))
      await page.getByRole('link', { name: t('puzzles.archive') }).click()
      await expect(day).toHaveAccessibleName(new RegExp(t('puzzles.archive.done')))
    })

    for (const width of [390, 1280]) {
      test(`training is accessible ${width} pixels wide`, auditIf(width > 390), async ({ page }) => {
        await page.setViewportSize({ width, height: 844 })
        await page.goto('/puzzles/wotn')
        await page.keyboard.press('h')
        await expect(new Board(page).grid).toBeVisible()
        await page.getByRole('button', { name: t('puzzle.solution') }).click()
        await expect(verdict(page)).toContainText(t('learn.revealed'))
        await expect(page.getByRole('button', { name: t('puzzle.next') })).toBeInViewport({ ratio: 1 })
        await expectAccessible(page)
        await page.keyboard.press('n')
        await expect(verdict(page)).toContainText(t('match.your-turn'))
      })
    }
  })
}

test.describe('without network', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a streak begins, though no page of puzzles was opened before', async ({ page, context }) => {
    const t = textsOf('en')
    await page.goto('/')
    await installed(page)
    await context.setOffline(true)
    await page.goto('/puzzles/lancelot/streak')
    await page.getByRole('button', { name: t('run.start') }).click()
    await expect(new Board(page).grid).toBeVisible()
    await page.goto('/puzzles/wotn')
    await expect(new Board(page).grid).toBeVisible()
  })
})
