import { Board } from './board.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { expectStillAccessible } from './people.ts'
import { auditIf, expect, type Page, test } from './test.ts'

const clocks = (page: Page) => page.getByRole('timer')

/** The seconds left on the running clock. */
async function left(page: Page): Promise<number> {
  const [minutes, seconds] = ((await page.locator('.clock.running').textContent()) ?? '').trim().split(':')
  return Number(minutes) * 60 + Number(seconds)
}

/** A game of Lancelot after a turn of each seat; the first has a second left. */
const lancelot = (id: string, computers: number) => ({
  version: 1,
  game: 'lancelot',
  id,
  changed: 1_700_000_000_000,
  start: '10/10/10/10/10/10/10/10/10/10 a 0,0,0 30,30,30 - basic 8',
  moves: ['d4', 'f6', 'h8'],
  players: [0, 1, 2].map((seat) => {
    const by = seat > 2 - computers ? 'computer' : 'person'
    return { by, name: by === 'person' ? ['Ann', 'Ben', 'Cat'][seat] : '', milliseconds: 300, level: 11 }
  }),
  end: null,
  tags: {},
  clock: { initial: 60_000, increment: 0, times: [0, 1, 2].map((seat) => [seat, 60_000]), used: 59_000 },
})

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)

    test('a game on one screen has a clock, which survives a reload and ends the game', async ({ page }) => {
      await page.clock.install()
      await page.goto('/wotn/new')
      const dialog = page.locator('dialog')
      await dialog
        .getByRole('group', { name: t('color.b'), exact: true })
        .getByRole('combobox')
        .first()
        .selectOption('person')
      await dialog.getByRole('combobox', { name: t('new-table.clock.kind') }).selectOption('3+2')
      await dialog.getByRole('button', { name: t('new.start') }).click()
      const board = new Board(page)
      await board.click('e2', 'e4')
      await page.clock.runFor(1000)
      await board.click('e7', 'e5')
      await expect(clocks(page).first()).toHaveText('3:00')

      // White's second move has used ten seconds when the page is closed for an hour.
      await expect(page.locator('.clock.running')).toHaveCount(1)
      await page.clock.runFor(10_000)
      await expect.poll(() => left(page)).toBeLessThanOrEqual(170)
      await page.goto('/settings')
      await page.clock.fastForward('01:00:00')
      await page.goBack()
      expect(await left(page)).toBeGreaterThan(30)
      expect(await left(page)).toBeLessThanOrEqual(170)
      await expectStillAccessible(page)

      await page.clock.fastForward('03:00')
      await expect(page.getByText(t('result.time'))).toBeVisible()
      await expect(clocks(page).last()).toHaveText(/^0:00.0$/)
      await page.getByRole('button', { name: t('game.undo') }).click()
      await expect.poll(() => left(page)).toBeGreaterThan(100)

      await page.goto('/wotn/new')
      await expect(dialog.getByRole('combobox', { name: t('new-table.clock.kind') })).toHaveValue('3+2')
    })

    for (const computers of [0, 2]) {
      test(
        `the time of one of three is over, and ${computers} of the others are computers`,
        auditIf(computers > 0),
        async ({ page }) => {
          await page.goto('/lancelot')
          await page.evaluate(
            (game) => localStorage.setItem('tafelrunde.game.a', JSON.stringify(game)),
            lancelot('a', computers),
          )
          // What is said is replaced soon.
          await page.addInitScript(() => {
            const spoken: string[] = []
            Object.assign(window, { spoken })
            new MutationObserver(() =>
              spoken.push(document.querySelector('.spoken[role=status]')?.textContent ?? ''),
            ).observe(document, { childList: true, subtree: true, characterData: true })
          })
          await page.goto('/lancelot/a')
          if (computers === 0) {
            const spoken = () => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken)
            await expect.poll(spoken).toContain(t('game.left.time', { name: 'Ann' }))
            await expect(clocks(page)).toHaveCount(2)
            await expect(page.locator('.clock.running')).toHaveText(/^(1:00|0:5\d)$/)
          } else {
            await expect(page.getByText(t('result.time'))).toBeVisible()
            await expect(clocks(page)).toHaveCount(3)
          }
        },
      )
    }
  })
}
