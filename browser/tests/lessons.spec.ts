import { kinds } from '../rules/kinds.gen.ts'
import { courses, play, seedGame, solve, stageOf, verdict } from './lessons.ts'
import { expectAccessible, expectStillAccessible } from './people.ts'
import { auditIf, expect, type Page, test } from './test.ts'

/** With TAFELRUNDE_ALL_LOOKS, which make audit sets, everything is played and looked at; otherwise one of each sort. */
const all = Boolean(process.env.TAFELRUNDE_ALL_LOOKS)

/** Replies come without the pause in which people look at their own move. */
async function hurry(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('tafelrunde.settings', JSON.stringify({ animation: 'off' })))
}

/** Opens an exercise from the list of lessons, without loading the page again. */
async function open(page: Page, stage: string, number: number): Promise<void> {
  if (page.url() === 'about:blank') {
    await page.goto(`/learn/${stage}/${number}`)
    return
  }
  await page.getByRole('link', { name: 'All lessons' }).click()
  const exercise = page.locator(`.exercises a[href="learn/${stage}/${number}"]`)
  // The course, and in a longer one the chapter.
  for (const fold of await page.locator('details').filter({ has: exercise }).all()) {
    if (!(await fold.evaluate((details) => (details as HTMLDetailsElement).open)))
      await fold.locator('summary').first().click()
  }
  await exercise.click()
}

/** On a phone, nothing is wider than the screen, and a finger finds the next exercise. */
async function expectRoom(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  const forward = page.locator('.actions .primary')
  expect((await forward.boundingBox())?.height).toBeGreaterThanOrEqual(44)
}

for (const way of ['keyboard', 'touch'] as const) {
  test.describe(`every exercise is solved: ${way}`, () => {
    test.use({
      locale: 'en-GB',
      ...(way === 'touch' && { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }),
    })
    test.describe.configure({ timeout: 600_000 })

    if (all) {
      for (const { id, stages: names } of courses) {
        for (const [n, name] of names.entries()) {
          test(`${id}: ${name}`, async ({ page }) => {
            await hurry(page)
            await page.goto(`/learn/${name}/1`)
            const count = stageOf(name).exercises.length
            for (let number = 1; number <= count; number++) {
              await solve(page, way, name, number)
              if (way === 'touch') await expectRoom(page)
              if (number === count && n === names.length - 1) {
                const ending = names.length > 1 ? 'of this course are left.' : 'You have finished this course.'
                await expect(verdict(page)).toContainText(ending)
                break
              }
              const next = page.getByRole('link', { name: 'Next' })
              // A finger needs no focus; the last tap may put it on the board.
              if (way === 'keyboard') await expect(next).toBeFocused()
              else await expect(next).toBeVisible()
              await (way === 'keyboard' ? page.keyboard.press('Enter') : next.tap())
              if (number === count) await expect(page).toHaveURL(`/learn/${names[n + 1]}/1`)
            }
          })
        }
      }
      return
    }

    /** Exercises of each sort. */
    const sorts =
      way === 'keyboard'
        ? {
            // A choice of promotion, two moves, Black's side, a game against the computer.
            wotn: [
              ['wotn-start', 5],
              ['wotn-start', 6],
              ['wotn-openings', 2],
              ['wotn-ranks', 5],
            ],
            // A stone, a game at a table for three, Excalibur, the king's power.
            lancelot: [
              ['lancelot-start', 1],
              ['lancelot-seats', 5],
              ['lancelot-expert', 3],
              ['lancelot-expert', 4],
            ],
          }
        : {
            wotn: [
              ['wotn-start', 5],
              ['wotn-kings', 8],
            ],
            lancelot: [
              ['lancelot-seats', 1],
              ['lancelot-expert', 4],
            ],
          }
    for (const [game, exercises] of Object.entries(sorts)) {
      test(game, auditIf((way === 'touch') === (game === 'lancelot')), async ({ page }) => {
        await hurry(page)
        for (const [name, number] of exercises as [string, number][]) {
          // Next leads from an exercise to the following one.
          if (!page.url().endsWith(`/learn/${name}/${number}`)) await open(page, name, number)
          await solve(page, way, name, number)
          if (way === 'touch') await expectRoom(page)
          const next = page.getByRole('link', { name: 'Next' })
          // A finger needs no focus; the last tap may put it on the board.
          if (way === 'keyboard') await expect(next).toBeFocused()
          else await expect(next).toBeVisible()
          await (way === 'keyboard' ? page.keyboard.press('Enter') : next.tap())
          await expect(verdict(page)).not.toContainText('Solved')
        }
      })
    }
  })
}

test.describe('the end of a course', () => {
  test.use({ locale: 'en-GB' })

  for (const { id, stages: names } of courses.filter(({ id }) => all || id === 'wotn-course')) {
    test(`the last move of ${id} finishes it`, async ({ page }) => {
      const name = names.at(-1) ?? ''
      const number = stageOf(name).exercises.length
      await hurry(page)
      const from = await seedGame(page, names, number)
      await page.goto(`/learn/${name}/${number}`)
      await solve(page, 'keyboard', name, number, from)
      await expect(verdict(page)).toContainText('You have finished this course.')
      await expectStillAccessible(page)
    })
  }
})

/** Looks at the page in both languages and both colour schemes, and returns the number of looks. */
async function look(page: Page): Promise<number> {
  for (const language of ['de', 'en']) {
    const languages = page.locator('header select').filter({ has: page.locator('option[value="de"]') })
    await languages.selectOption(language)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
  }
  return 4
}

if (all) {
  test.describe('axe finds no violations', () => {
    test.use({ locale: 'en-GB' })
    test.describe.configure({ timeout: 900_000 })

    let looks = 0
    test.beforeEach(() => {
      looks = 0
    })
    test.afterEach(() => {
      console.log(`${test.info().title}: ${looks} looks`)
    })

    for (const name of courses.flatMap(({ stages }) => stages)) {
      test(name, async ({ page }) => {
        await hurry(page)
        await page.goto(`/learn/${name}/1`)
        await expect(page.locator('.board[aria-busy="false"] [role=grid]')).toBeVisible()
        looks += await look(page)
        await page.keyboard.press('h')
        await expect(verdict(page)).toContainText(/Look at/)
        looks += await look(page)
        await page.keyboard.press('r')
        const [wrong] = stageOf(name).exercises[0]?.wrong ?? []
        if (wrong) {
          await play(page, 'keyboard', name, 1, wrong.moves)
          await expect(verdict(page)).toContainText('Not quite')
          looks += await look(page)
          await page.keyboard.press('r')
        }
        await solve(page, 'keyboard', name, 1)
        looks += await look(page)
      })
    }

    test('the list, without and with progress', async ({ page }) => {
      await page.goto('/learn')
      await expect(page.locator('main h3').first()).toBeVisible()
      looks += await look(page)
      await page.getByRole('button', { name: 'No', exact: true }).click()
      await page.getByRole('button', { name: /^Way of the Knight/ }).click()
      looks += await look(page)
      await page.locator('.start').getByRole('link').click()
      await solve(page, 'keyboard', 'wotn-start', 1)
      await page.getByRole('link', { name: 'All lessons' }).click()
      await expect(page.locator('.exercises .done')).toHaveCount(1)
      looks += await look(page)
      await page.goto('/learn/nothing/1')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      looks += await look(page)
    })

    test('the rules', async ({ page }) => {
      for (const game of ['wotn', 'lancelot']) {
        await page.goto(`/rules/${game}`)
        await expect(page.locator('article h2').first()).toBeVisible()
        looks += await look(page)
        for (const closed of await page.locator('main details:not([open]) > summary').all()) await closed.click()
        looks += await look(page)
      }
    })

    test('the pieces and the page of each', async ({ page }) => {
      await page.goto('/pieces')
      await expect(page.locator('main .own').first()).toBeVisible()
      looks += await look(page)
      const addresses = await page
        .locator('main a[href^="pieces/"]')
        .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))])
      expect(addresses.length).toBe(kinds.length)
      for (const address of addresses) {
        await page.goto(`/${address}`)
        await expect(page.locator('article svg.diagram').first()).toBeVisible()
        looks += await look(page)
      }
    })
  })
}
