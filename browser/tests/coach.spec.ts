import { Board } from './board.ts'
import { recordEngineCalls } from './engines.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { expectStillAccessible } from './people.ts'
import { audit, expect, type Page, test } from './test.ts'

/** send posts data to the API and returns the answer. */
async function send(from: Page['request'], path: string, data: object) {
  const answer = await from.post(path, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)

    test('a first game has explanations and hints in two steps; both are counted or switched off', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/wotn/new')
      const dialog = page.locator('dialog')
      await dialog.getByRole('button', { name: t('new.start') }).click()
      await expect(dialog).toHaveCount(0)
      const yours = page.getByText(t('match.your-turn'), { exact: true })
      await expect(yours).toBeVisible()

      await page.getByRole('button', { name: t('learn.hint'), exact: true }).click()
      const hint = page.locator('p.hint:not(.soft)')
      await expect(hint).toContainText(t('game.hints.one', { n: 1 }))
      await page.getByRole('button', { name: t('learn.hint.more') }).click()
      const move = await hint.textContent()
      const [from = '', to = ''] = [...(move ?? '').matchAll(/\b[a-h][1-8]\b/g)].map(([square]) => square)
      await expect(page.getByRole('button', { name: t('learn.hint'), exact: true })).toBeDisabled()

      const board = new Board(page)
      await board.click(from, to)
      await expect(hint).toHaveCount(0)
      const moves = page.locator('.explanation dl > div')
      // The explanations are open; quiet moves are left out.
      await expect(page.locator('.explanation dl')).toBeAttached()
      await expect(moves.filter({ hasText: t('remark.none') })).toHaveCount(0)
      await expectStillAccessible(page)
      const explain = page.getByRole('button', { name: t('game.explain') })
      const shown = (await moves.count()) > 0
      await expect(explain).toHaveAttribute('aria-expanded', String(shown))
      if (shown) await explain.click()
      await expect(moves).toHaveCount(0)
      await explain.click()
      await expect(moves).toHaveCount(2)
      await expect(moves.first()).toContainText(t('character.name.14'))
    })

    test('in a first game a selected piece shows what it can gain, until it is put down', audit, async ({ page }) => {
      await page.addInitScript(() => {
        const game = {
          version: 1,
          id: 'first',
          changed: 1,
          game: 'wotn',
          variant: 'wotn',
          start: '4k3/8/8/3s4/8/2N5/8/4K3 w - - 0 1',
          moves: [],
          end: null,
          tags: {},
          players: ['person', 'computer'].map((by) => ({ by, name: '', milliseconds: 300, level: 11 })),
          white: 0,
          flipped: false,
          series: { points: [0, 0], won: [0, 0], drawn: 0 },
          notes: [],
        }
        localStorage.setItem('tafelrunde.game.first', JSON.stringify(game))
      })
      await page.goto('/wotn/first')
      const board = new Board(page)
      const hint = page.getByText(/level 2, at least half of 3|Stufe 2, mindestens die Hälfte von 3/)
      await board.focus('c3')
      await page.keyboard.press('Enter')
      await expect(hint).toContainText('d5')
      await expect(hint.locator('xpath=ancestor::*[@role="status"]')).toHaveCount(1)
      // It is beside or below the board.
      const [field, text] = [await board.grid.boundingBox(), await hint.boundingBox()]
      const beside = (text?.x ?? 0) >= (field?.x ?? 0) + (field?.width ?? 0)
      expect(beside || (text?.y ?? 0) >= (field?.y ?? 0) + (field?.height ?? 0)).toBe(true)
      await expectStillAccessible(page)
      await page.keyboard.press('Escape')
      await expect(hint).toHaveCount(0)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: t('pickup.off') }).click()
      await expect(hint).toHaveCount(0)
      await page.reload()
      await board.press('c3')
      await expect(board.square('c3')).toHaveAttribute('aria-selected', 'true')
      await expect(hint).toHaveCount(0)
    })

    test('in a first game of Lancelot a square shows what a stone there would capture', audit, async ({ page }) => {
      await page.addInitScript(() => {
        const game = {
          version: 1,
          id: 'stones',
          changed: 1,
          game: 'lancelot',
          start: '8/8/1ab1baa1/8/8/8/8/8 a 0,0 27,28 - basic 7',
          moves: [],
          end: null,
          tags: {},
          players: ['person', 'computer'].map((by) => ({ by, name: '', milliseconds: 300, level: 11 })),
        }
        localStorage.setItem('tafelrunde.game.stones', JSON.stringify(game))
      })
      await page.goto('/lancelot/stones')
      const board = new Board(page)
      await board.focus('g9')
      const preview = page.locator('.preview')
      await expect(preview).toContainText(t('pickup.stone', { square: 'g9' }))
      await expect(preview).toContainText(
        t('remark.captures-stones.other', { lines: t('lancelot.line.row', { name: '9' }), n: 2 }),
      )
      const card = page.locator('.card')
      const height = (await card.boundingBox())?.height
      await board.focus('g7')
      await expect(preview).not.toContainText(t('lancelot.line.row', { name: '9' }))
      // The text changes, but not the place of what follows.
      expect((await card.boundingBox())?.height).toBe(height)

      // The capture is explained, until explanations are switched off.
      await board.press('g9')
      const moves = page.locator('.explanation dl > div')
      await expect(moves.first()).toContainText(t('lancelot.line.row', { name: '9' }))
      await page.getByRole('button', { name: t('game.explain.off') }).click()
      await expect(moves).toHaveCount(0)
    })

    test('a casual game against computers of the server has hints, explanations and takebacks', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await send(page.request, '/api/session', { name: `Ann ${look.language}` })
      const settings = {
        game: 'wotn',
        variant: 'wotn',
        seats: 2,
        first: 0,
        clock: { kind: 'none' },
        takebacks: true,
        visibility: 'public',
      }
      const { match } = await send(page.request, '/api/matches', { settings, seat: 0, engines: [0, 11] })
      await page.goto(`/match/${match}`)
      const yours = page.getByText(t('match.your-turn'), { exact: true })
      await expect(yours).toBeVisible()
      await page.getByRole('button', { name: t('learn.hint'), exact: true }).click()
      const hint = page.locator('p.hint:not(.soft)')
      await expect(hint).toContainText(/[a-h][1-8]/)
      await page.getByRole('button', { name: t('learn.hint.more') }).click()
      await expect(hint).toContainText(/[a-h][1-8].*[a-h][1-8]/)
      const [from = '', to = ''] = (await hint.textContent())?.match(/\b[a-h][1-8]\b/g) ?? []
      const board = new Board(page)
      await board.click(from, to)
      await expect(yours).toBeVisible()
      await expect(hint).toHaveCount(0)

      const explain = page.getByRole('button', { name: t('game.explain') })
      const moves = page.locator('.explanation dl > div')
      // The moves that are explained without being asked appear a little later; a press then hides them.
      await expect(async () => {
        if ((await moves.count()) !== 2) await explain.click()
        await expect(moves).toHaveCount(2, { timeout: 2000 })
      }).toPass()
      await expect(moves.first()).toContainText(t('character.name.11'))
      await expectStillAccessible(page)

      // The computer agrees at once.
      await page.getByRole('button', { name: t('game.undo') }).click()
      await expect(moves).toHaveCount(0)
      await expect(yours).toBeVisible()
      await expect(page.getByRole('button', { name: t('game.undo') })).toBeDisabled()
    })

    test('a game with another person has neither hints, explanations nor advice', async ({ page, browser }) => {
      const other = await browser.newContext()
      await send(page.request, '/api/session', { name: `Cora ${look.language}` })
      await send(other.request, '/api/session', { name: `Dora ${look.language}` })
      const settings = {
        game: 'lancelot',
        variant: 'basic',
        seats: 3,
        first: 0,
        clock: { kind: 'none' },
        takebacks: true,
        timeout: 'skip',
        visibility: 'public',
      }
      const { match } = await send(page.request, '/api/matches', { settings, seat: 0, engines: [0, 0, 11] })
      await send(other.request, `/api/matches/${match}/commands`, { type: 'sit', seat: 1 })
      await page.addInitScript(() => localStorage.setItem('tafelrunde.advice', 'yes'))
      const engines = await recordEngineCalls(page)
      await page.goto(`/match/${match}`)
      const board = new Board(page)
      await board.press('e5')
      await expect(board.square('e5')).toHaveAttribute('aria-label', /Cora/)
      await expect(page.getByRole('button', { name: t('match.takeback') })).toBeEnabled()
      await expect(page.getByRole('button', { name: t('learn.hint'), exact: true })).toHaveCount(0)
      await expect(page.getByRole('button', { name: t('game.explain') })).toHaveCount(0)
      await expect(page.getByRole('region', { name: t('advice.title'), exact: true })).toHaveCount(0)
      expect(await engines.calls()).toEqual([])
      await other.close()
    })

    test('a position of a game with another person gets no hints elsewhere', audit, async ({ page, browser }) => {
      const other = await browser.newContext()
      await send(page.request, '/api/session', { name: `Emma ${look.language}` })
      await send(other.request, '/api/session', { name: `Finn ${look.language}` })
      const settings = {
        game: 'wotn',
        variant: 'wotn',
        seats: 2,
        first: 0,
        clock: { kind: 'none' },
        visibility: 'public',
      }
      const start = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
      const casual = await send(page.request, '/api/matches', {
        settings: { ...settings, start },
        seat: 0,
        engines: [0, 11],
      })
      await page.goto(`/match/${casual.match}`)
      const hint = page.getByRole('button', { name: t('learn.hint'), exact: true })
      await expect(hint).toBeEnabled()
      const { match } = await send(page.request, '/api/matches', { settings, seat: 0 })
      const command = (who: typeof page.request, data: object) => send(who, `/api/matches/${match}/commands`, data)
      await command(other.request, { type: 'sit', seat: 1 })
      await command(page.request, { type: 'move', move: 'e2e4' })
      await command(other.request, { type: 'move', move: 'e7e5' })
      await page.reload()
      await expect(page.getByText(t('game.own-game'))).toBeVisible()
      await expect(hint).toBeDisabled()
      await other.close()
    })
  })
}
