import { Board } from './board.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { expectAccessible, expectStillAccessible, newPerson } from './people.ts'
import { audit, expect, picture, test } from './test.ts'

/** A game of chess in which Black, the person, mates with the next move. */
const beforeMate = (id: string, level: number) => ({
  version: 1,
  game: 'wotn',
  variant: 'chess',
  id,
  changed: 1_700_000_000_000,
  start: '',
  moves: ['f2f3', 'e7e5', 'g2g4'],
  players: [
    { by: 'person', name: '', milliseconds: 500, level: 10 },
    { by: 'computer', name: '', milliseconds: 500, level },
  ],
  white: 1,
  flipped: true,
  series: { points: [0, 0], won: [0, 0], drawn: 0 },
  end: null,
  notes: [],
  tags: {},
})

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)

    test('a win is marked among the opponents and leads to the next one', async ({ page }) => {
      await page.goto('/opponents/wotn')
      await page.evaluate(
        (game) => localStorage.setItem('tafelrunde.game.a', JSON.stringify(game)),
        beforeMate('a', 13),
      )
      await page.goto('/wotn/a')
      await new Board(page).click('d8', 'h4')
      await expect(page.getByText(t('character.lost.13'))).toBeVisible()
      await expect(page.getByText(t('learn.stars.label', { stars: 3 }))).toBeAttached()
      const next = page.getByRole('button', { name: t('opponents.after.next', { name: t('character.name.14') }) })
      await expectStillAccessible(page)
      await next.click()
      await expect(page.getByText(t('character.name.14')).first()).toBeVisible()
      await page.goto('/opponents/wotn')
      await page.getByText(t('variant.chess'), { exact: true }).click()
      const beaten = page.getByRole('button', { name: t('opponents.beaten.other', { n: 3 }) })
      await expect(beaten).toContainText(t('character.name.13'))
      const chosen = page.locator('main [aria-pressed="true"]')
      await expect(chosen).toContainText(t('character.name.14'))
      // All opponents are one stop for Tab.
      await chosen.focus()
      await page.keyboard.press('ArrowLeft')
      await expect(chosen).toContainText(t('character.name.13'))
      await expect(chosen).toBeFocused()
      await page.keyboard.press('End')
      await expect(chosen).toBeFocused()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Shift+Tab')
      await expect(chosen).toBeFocused()
      await expectAccessible(page)
    })

    test('five seats of Lancelot are filled with different opponents', audit, async ({ page }) => {
      await page.goto('/opponents/lancelot')
      await page.getByText('5', { exact: true }).click()
      const names = ['11', '12', '13', '14'].map((level) => t(`character.name.${level}` as 'character.name.11'))
      await expect(page.getByText(names[3] ?? '').last()).toBeVisible()
      await page.getByRole('button', { name: t('opponents.play'), exact: true }).click()
      await expect(page).toHaveURL(/\/lancelot\/\w+$/)
      for (const name of names) await expect(page.locator('main').getByText(name).first()).toBeVisible()
    })

    test('home offers to continue a game, the next opponent, the lessons and an exercise to repeat', async ({
      page,
    }) => {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('home.headline'))
      await page.getByRole('button', { name: t('home.computer') }).click()
      const board = new Board(page)
      await board.click('e2', 'e4')
      await expect(page.locator('.pair button')).toHaveCount(2)
      const game = new URL(page.url()).pathname.slice(1)
      await page.goto('/learn/wotn-start/2')
      await expect(page.getByRole('grid')).toBeVisible()
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('home.back'))
      const main = page.getByRole('main')
      const next = main.getByRole('link', { name: t('home.next.continue') })
      await expect(next).toHaveAttribute('href', game)
      await expect(next.locator('[data-piece]')).toHaveCount(32)
      // What was begun comes before what is new.
      const titles = ['home.next.continue', 'home.next.lesson', 'puzzles.daily'] as const
      const cards = main.locator('.cards > li')
      await expect(cards).toHaveCount(titles.length)
      for (const [i, title] of titles.entries()) await expect(cards.nth(i)).toContainText(t(title))
      await expect(main.getByRole('link', { name: t('home.next.lesson') })).toHaveAttribute(
        'href',
        'learn/wotn-start/2',
      )
      await expect(main.getByRole('link', { name: t('home.next.exercise') })).toHaveCount(0)
      await page.evaluate(() => {
        const stored = JSON.parse(localStorage.getItem('tafelrunde.lessons') ?? '{}')
        // Both cost faults. The first is not due before tomorrow.
        stored.solved = {
          'wotn-start/knight': { moves: 2, stars: 3 },
          'wotn-start/pawn': { moves: 1, stars: 1 },
          'wotn-start/lines': { moves: 2, stars: 2 },
        }
        const day = 86_400_000
        stored.repetitions = {
          'wotn-start/pawn': { at: Date.now() - day / 2, step: 0 },
          'wotn-start/lines': { at: Date.now() - 4 * day, step: 1 },
          'wotn-start/knight': { at: Date.now(), step: 3 },
        }
        localStorage.setItem('tafelrunde.lessons', JSON.stringify(stored))
      })
      // While a game against the next opponent can be continued, no other one is offered.
      await page.evaluate((path) => localStorage.removeItem(`tafelrunde.game.${path.split('/')[1]}`), game)
      await page.reload()
      const exercise = main.getByRole('link', { name: t('home.next.exercise') })
      await expect(exercise).toHaveAttribute('href', 'learn/wotn-start/3')
      // The lessons go on behind what is solved, not where they were left.
      await expect(main.getByRole('link', { name: t('home.next.lesson') })).toHaveAttribute(
        'href',
        'learn/wotn-start/4',
      )
      await expect(exercise.locator('[data-piece]').first()).toBeVisible()
      await expectStillAccessible(page)
      await picture(page, 'home', true)
      await main.getByRole('button', { name: t('home.next.opponent') }).click()
      await expect(page).toHaveURL(/\/wotn\/\w+$/)
      await expect(main.getByText(t('character.name.12')).first()).toBeVisible()
    })

    test('on another device home greets an account and knows whom it has beaten', audit, async ({ browser }) => {
      const account = { name: `Bors ${test.info().retry}`, password: 'by the old mill' }
      const { context: before } = await newPerson(browser, look)
      const { id: person } = (await (await before.request.post('/api/account', { data: account })).json()) as {
        id: string
      }
      const solved = { 'ladder-wotn/12': { moves: 30, stars: 2 } }
      expect((await before.request.put('/api/me/lessons', { data: { person, solved } })).ok()).toBe(true)
      const { context, page } = await newPerson(browser, look)
      await context.request.post('/api/login', { data: account })
      await page.goto('/account')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('home.back'))
      await expect(page.getByRole('button', { name: t('home.next.opponent') })).toContainText(t('character.name.13'))
      await page.goto('/opponents/wotn')
      await expect(page.getByRole('button', { name: t('opponents.beaten.other', { n: 2 }) })).toContainText(
        t('character.name.12'),
      )
    })

    test('after two lost games a weaker opponent is offered', audit, async ({ page }) => {
      const lost = { end: { reason: 'resigned', winners: [0] } }
      await page.goto('/opponents/wotn')
      await page.evaluate(
        (games) => {
          for (const game of games) localStorage.setItem(`tafelrunde.game.${game.id}`, JSON.stringify(game))
        },
        ['a', 'b'].map((id) => ({ ...beforeMate(id, 13), ...lost })),
      )
      await page.goto('/wotn/a')
      await expect(page.getByText(t('character.won.13'))).toBeVisible()
      await page.goto('/')
      await expect(page.getByRole('button', { name: t('home.next.opponent') })).toContainText(t('character.name.12'))
      await page.goto('/wotn/a')
      await page.getByRole('button', { name: t('opponents.after.easier', { name: t('character.name.12') }) }).click()
      await expect(page).toHaveURL(/\/wotn\/(?!a$)\w+$/)
    })
  })
}
