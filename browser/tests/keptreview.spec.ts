import { Board } from './board.ts'
import { recordEngineCalls } from './engines.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { TestServer } from './server.ts'
import { moveButton, openMenu, useBetza } from './tables.ts'
import { audit, expect, type Page, test } from './test.ts'

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

const game = '[Variant "Chess"]\n[White "Ann"]\n[Black "Ben"]\n\n1.f3 {[%clk 0:04:58]} e5 2.g4 Qh4# 0-1'

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)
    const review = (page: Page) => page.getByRole('region', { name: t('review.title') })
    const gauge = (page: Page) => page.getByRole('meter', { name: t('analysis.gauge') })
    const list = (page: Page) => page.getByRole('region', { name: t('game.moves'), exact: true })
    const openText = async (page: Page, text: string) => {
      await page.getByRole('button', { name: t('analysis.open.title') }).click()
      await page.locator('dialog textarea').fill(text)
      await page.getByRole('button', { name: t('paste.open'), exact: true }).click()
    }
    const exported = async (page: Page) => {
      await page.getByRole('button', { name: t('analysis.share.title') }).click()
      const text = page.locator('#share-pgn')
      await expect(text).toHaveValue(/\S/)
      const value = await text.inputValue()
      await page.keyboard.press('Escape')
      return value.replace(/\s+/g, ' ')
    }
    /** Opens a text without the engine, and reviews it. */
    const reviewed = async (page: Page, kind: 'wotn' | 'lancelot', text: string) => {
      await page.addInitScript(() =>
        localStorage.setItem('tafelrunde.engine', JSON.stringify({ on: false, multiPV: 3 })),
      )
      await useBetza(page)
      await page.goto(`/analysis/${kind}`)
      await openText(page, text)
      await review(page)
        .getByRole('button', { name: t('review.start-button') })
        .click()
      await expect(review(page).getByRole('table')).toBeVisible({ timeout: 120_000 })
    }

    test(
      'a review survives a reload without an engine: verdicts, graph, accuracy, exercises, evaluations',
      audit,
      async ({ page }) => {
        test.setTimeout(100_000)
        const engines = await recordEngineCalls(page)
        await reviewed(page, 'wotn', game)
        const table = await review(page).getByRole('table').textContent()
        const faults = await review(page).getByRole('listitem').allTextContents()
        const points = await review(page).locator('.graph polygon').first().getAttribute('points')
        const text = await exported(page)
        expect(text).toMatch(/1\.f3 \{\[%eval -?\d+\.\d\d\] \[%clk 0:04:58\]\} (1\.\.\.)?e5 \{\[%eval -?\d+\.\d\d\]\}/)
        expect(text).toMatch(/2\.g4 \{\[%eval #-1\]\} (2\.\.\.)?Qh4# 0-1/)

        await page.reload()
        await expect(review(page).getByRole('table')).toBeVisible()
        expect(await review(page).getByRole('table').textContent()).toBe(table)
        expect(await review(page).getByRole('listitem').allTextContents()).toEqual(faults)
        await expect(review(page).locator('.graph polygon').first()).toHaveAttribute('points', points ?? '')
        await expect(list(page).locator('.move').filter({ hasText: 'g4' })).toContainText('??')
        await page.keyboard.press('Home')
        await page.keyboard.press('ArrowRight')
        await expect(page.locator('.head .score')).toHaveText(/[−+]?\d/)
        expect(Number(await gauge(page).getAttribute('aria-valuenow'))).toBeGreaterThan(0)
        expect(await exported(page)).toBe(text)
        expect(await engines.calls()).toEqual([])
        expect(page.workers().length).toBeLessThanOrEqual(1)

        // The exercises need nothing else.
        await review(page)
          .getByRole('button', { name: t('review.learn', { who: 'Ann' }) })
          .click()
        // 1.f3 and 2.g4 are faults.
        await expect(page.getByText(t('mistakes.number', { n: 1, all: 2 }))).toBeVisible()
        await page.getByRole('button', { name: t('mistakes.skip') }).click()
        await expect(page.getByText(t('mistakes.number', { n: 2, all: 2 }))).toBeVisible()
        await new Board(page).click('g2', 'g4')
        await expect(page.getByText(t('mistakes.played'))).toBeVisible()
        await page.getByRole('button', { name: t('mistakes.end') }).click()

        // Variations and comments keep it; a shorter main line is said to be another one, and what applies stays.
        await page.keyboard.press('Home')
        await new Board(page).click('e2', 'e4')
        await page.getByLabel(t('notes.comment'), { exact: true }).fill('better')
        await page.reload()
        await expect(list(page)).toContainText('better')
        await expect(review(page).getByRole('listitem')).toHaveText(faults)
        await expect(review(page).getByText(t('review.outdated'))).toHaveCount(0)
        await moveButton(list(page), 'Qh4#').click()
        await page.keyboard.press('ArrowLeft')
        await openMenu(page, t)
        await page.getByRole('button', { name: t('analysis.remove') }).click()
        await expect(review(page).getByText(t('review.outdated'))).toBeVisible()
        await page.reload()
        await expect(review(page).getByText(t('review.outdated'))).toBeVisible()
        await expect(review(page).getByRole('slider')).toHaveAttribute('aria-valuemax', '2')
        expect(await engines.calls()).toEqual([])
      },
    )

    test(
      'a stopped review continues after a reload, one of an older engine is marked, one that cannot be read is made again',
      audit,
      async ({ page }) => {
        test.setTimeout(100_000)
        const engines = await recordEngineCalls(page)
        await reviewed(page, 'wotn', game)
        expect(await engines.calls()).toHaveLength(5)
        const change = (how: 'part' | 'older' | 'damage') =>
          page.evaluate((how) => {
            const key = Object.keys(localStorage).find((one) => one.startsWith('tafelrunde.review.')) ?? ''
            const kept = JSON.parse(localStorage.getItem(key) ?? '')
            if (how === 'damage') kept.results[1] = ['?']
            else if (how === 'older') kept.engine = 1
            else kept.results = kept.results.map((one: unknown, i: number) => (i === 1 || i === 2 ? null : one))
            localStorage.setItem(key, JSON.stringify(kept))
          }, how)
        await change('part')
        await page.reload()
        await expect(review(page).getByText(t('review.partial', { n: 3, all: 5 }))).toBeVisible()
        await review(page)
          .getByRole('button', { name: t('review.continue') })
          .click()
        await expect(review(page).getByRole('table')).toBeVisible({ timeout: 120_000 })
        expect(await engines.calls()).toHaveLength(2)
        await expect(review(page).getByText(t('review.older'))).toHaveCount(0)
        // A review of an older engine is shown and marked; made again, it uses none of its searches.
        await change('older')
        await page.reload()
        await expect(review(page).getByText(t('review.older'))).toBeVisible()
        await review(page)
          .getByRole('button', { name: t('review.again') })
          .click()
        await expect(review(page).getByText(t('review.older'))).toHaveCount(0, { timeout: 120_000 })
        await expect(review(page).getByRole('table')).toBeVisible({ timeout: 120_000 })
        expect(await engines.calls()).toHaveLength(5)
        await page.reload()
        await expect(review(page).getByRole('table')).toBeVisible()
        await expect(review(page).getByText(t('review.older'))).toHaveCount(0)
        await change('damage')
        await page.reload()
        await expect(review(page).getByRole('button', { name: t('review.start-button') })).toBeVisible()
        await expect(review(page).getByRole('table')).toHaveCount(0)
        await expect(page.getByRole('alert')).toHaveCount(0)
      },
    )

    test('a review of Lancelot survives a reload; a full storage is said', audit, async ({ page }) => {
      test.setTimeout(100_000)
      const engines = await recordEngineCalls(page)
      const record = '[Position "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"]\n\n1. g8 h9 3. e5'
      await reviewed(page, 'lancelot', record)
      const table = await review(page).getByRole('table').textContent()
      await page.reload()
      await expect(review(page).getByRole('table')).toBeVisible()
      expect(await review(page).getByRole('table').textContent()).toBe(table)
      expect(await engines.calls()).toEqual([])

      await page.evaluate(() => {
        for (const key of Object.keys(localStorage))
          if (key.startsWith('tafelrunde.review.')) localStorage.removeItem(key)
        for (let size = 1 << 20, i = 0; size > 1000; i++) {
          try {
            localStorage.setItem(`fill ${i}`, 'x'.repeat(size))
          } catch {
            size /= 2
          }
        }
      })
      const stored = await page.evaluate(() => JSON.stringify(localStorage).length)
      await page.reload()
      await review(page)
        .getByRole('button', { name: t('review.start-button') })
        .click()
      await expect(review(page).getByText(t('review.unkept'))).toBeVisible({ timeout: 120_000 })
      await expect(review(page).getByRole('table')).toBeVisible()
      expect(await page.evaluate(() => JSON.stringify(localStorage).length)).toBe(stored)
    })

    test('a saved game keeps the review that it was opened for', audit, async ({ page }) => {
      test.setTimeout(100_000)
      const engines = await recordEngineCalls(page)
      await page.goto('/wotn/new')
      await page.getByRole('button', { name: t('new.start') }).click()
      const board = new Board(page)
      await board.click('e2', 'e4')
      await expect(page).toHaveURL(/game\/wotn\/|wotn/)
      const id = await page.evaluate(
        () =>
          Object.keys(localStorage)
            .find((key) => key.startsWith('tafelrunde.game.'))
            ?.slice('tafelrunde.game.'.length) ?? '',
      )
      await page.goto(`/analysis/wotn#game=${id}&review`)
      await expect(review(page).getByRole('table')).toBeVisible({ timeout: 120_000 })
      const before = (await engines.calls()).filter(([, , , , limits]) => (limits as { nodes: number }).nodes > 0)
      expect(before.length).toBeGreaterThan(0)
      await page.reload()
      await expect(review(page).getByRole('table')).toBeVisible()
      const after = (await engines.calls()).filter(([, , , , limits]) => (limits as { nodes: number }).nodes > 0)
      expect(after).toEqual([])
    })

    test('evaluations in a text show the graph and the gauge without an engine', async ({ page }) => {
      const engines = await recordEngineCalls(page)
      await page.addInitScript(() =>
        localStorage.setItem('tafelrunde.engine', JSON.stringify({ on: false, multiPV: 3 })),
      )
      await useBetza(page)
      await page.goto('/analysis/wotn')
      const text =
        '[Variant "Chess"]\n\n1.e4 {[%eval 0.30]} e5 {good [%eval 0.25,18] [%clk 0:04:50]} 2.Ke2 {[%eval -2.1]} (2.Nf3 {[%eval 0.2]}) 2...Qh4 3.Nf3 {[%eval #-4]} *'
      await openText(page, text)
      const slider = review(page).getByRole('slider')
      await expect(slider).toBeVisible()
      await expect(review(page).getByText(t('review.written'))).toBeVisible()
      await expect(gauge(page)).toHaveAttribute('aria-valuenow', '0')
      await expect(page.locator('.head .score')).toHaveText('#−4')
      await slider.focus()
      await page.keyboard.press('ArrowLeft')
      await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(t('review.graph.none', { move: '' })))
      await expect(gauge(page)).toHaveAttribute('aria-valuetext', t('analysis.gauge.none'))
      await page.keyboard.press('ArrowLeft')
      await expect(page.locator('.head .score')).toHaveText(/−2[.,]1/)
      const share = Number(await gauge(page).getAttribute('aria-valuenow'))
      expect(share).toBeGreaterThan(10)
      expect(share).toBeLessThan(50)
      await moveButton(list(page), 'Nf3').first().click()
      await page.reload()
      await expect(slider).toBeVisible()
      // The text is as it was.
      const written = await exported(page)
      expect(written.match(/\[%eval/g)).toHaveLength(5)
      expect(written).toContain('{good [%eval 0.25,18] [%clk 0:04:50]}')
      expect(await engines.calls()).toEqual([])
      // 2...Qh4 has none: there are no verdicts.
      await expect(review(page).getByRole('table')).toHaveCount(0)
    })

    test('evaluations of all moves in a text give verdicts and accuracy', audit, async ({ page }) => {
      const engines = await recordEngineCalls(page)
      await page.addInitScript(() =>
        localStorage.setItem('tafelrunde.engine', JSON.stringify({ on: false, multiPV: 3 })),
      )
      await useBetza(page)
      await page.goto('/analysis/wotn')
      await openText(
        page,
        '[Variant "Standard"]\n[White "Ann"]\n[Black "Ben"]\n\n1.f3 {[%eval -0.7]} e5 {[%eval -0.9]} 2.g4 {[%eval #-1]} Qh4# 0-1',
      )
      await expect(review(page).getByText(t('review.written.verdicts'))).toBeVisible()
      await expect(review(page).getByRole('row', { name: /Ben/ })).toContainText(/100\s?%/)
      const faults = review(page).getByRole('listitem')
      await expect(faults).toHaveCount(1)
      await expect(faults).toContainText(t('review.allows.mate', { n: 1 }))
      await expect(faults).toContainText(/0\s?%/)
      await expect(list(page).locator('.move').filter({ hasText: 'g4' })).toContainText('??')
      expect(await engines.calls()).toEqual([])
      // A review takes their place.
      await review(page)
        .getByRole('button', { name: t('review.start-button') })
        .click()
      await expect(review(page).getByText(t('review.written.verdicts'))).toHaveCount(0)
      await expect(review(page).getByRole('button', { name: t('review.again') })).toBeVisible({ timeout: 60_000 })
    })
  })
}
