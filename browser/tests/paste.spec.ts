import { readFileSync } from 'node:fs'
import { Board } from './board.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { moveButton, openMenu, useBetza } from './tables.ts'
import { audit, expect, type Page, test } from './test.ts'

/** Betza's sample game with his notes as variations, one of which has an illegal move. */
const annotated = readFileSync(new URL('../../wotn/testdata/games/betza.pgn', import.meta.url), 'utf8')

/** The start of the same game as printed, with sentences between the moves. */
const printed = `1.e4 e5 2.Nf3 Nc6 3.d4 Nxd4?! An attempt to avoid 3...exd4/AD 4.Nxd4/NW Nxd4/NW 5.Qxd4/BNN, where White has
benefited from the exchange. 4.Nxd4/NW exd4/WfbD 5.Qxd4 Qf6!? 6.e5 Qb6 7.Be3 7.Qxb6/BNN? axb6/AD would be inadvisable. 7...Ne7!
8.Bc4? 8.Qc3 is probably forced. 8...Nf5 9.Qd5 Nxe3/NW! 10.Qxf7+ Kd8 11.fxe3/DA Qxb2`

async function paste(page: Page, game: 'wotn' | 'lancelot', text: string, open: string): Promise<void> {
  await page.goto(`/${game}/paste`)
  await page.locator('dialog textarea').fill(text)
  await page.getByRole('button', { name: open, exact: true }).click()
}

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)
    const open = t('paste.open')

    test('a game in Betza’s notation can be opened and replayed', async ({ page }) => {
      await useBetza(page)
      await paste(page, 'wotn', annotated, open)
      const alert = page.locator('dialog').getByRole('alert')
      await expect(alert).toContainText('19...(BNN)g5+')
      await expect(alert).toContainText(t('paste.commented.one', { n: 1 }))
      await expect(alert).toContainText(t('problem.cannot-reach'))
      await page.getByRole('button', { name: open, exact: true }).click()

      const list = page.getByRole('region', { name: t('game.moves'), exact: true })
      const move = (name: string) => moveButton(list, name)
      await expect(move('Rff7')).toHaveAttribute('aria-current', 'true')
      await expect(move('Nxd4?!')).toBeVisible()
      await expect(list.getByText('Necessary to avoid checks.')).toBeVisible()

      const board = new Board(page)
      await page.keyboard.press('Home')
      await expect(page.getByText(t('game.past-position'))).toBeVisible()
      for (const name of ['e4', 'e5', 'Nf3']) {
        await page.keyboard.press('ArrowRight')
        await expect(move(name).first()).toHaveAttribute('aria-current', 'true')
      }
      await move('fxe3/AD').click()
      const priest = look.language === 'en' ? 'White Priest' : 'Priester, Weiß'
      await expect(board.square('e3')).toHaveAttribute('aria-label', `e3, ${priest}`)
      await page.keyboard.press('ArrowLeft')
      await expect(board.square('e3')).toHaveAttribute('aria-label', /Baron/)

      await list.locator('.move').filter({ hasText: /^axb6/ }).click()
      await expect(page.getByText(t('game.variation'))).toBeVisible()
      await page.getByRole('button', { name: t('game.return') }).click()
      await expect(move('Rff7')).toHaveAttribute('aria-current', 'true')

      // Another game can continue from any position.
      await move('e5').first().click()
      await page.getByRole('button', { name: t('game.branch') }).click()
      await expect(list.locator('.pair')).toHaveCount(1)
      await board.click('g1', 'f3')
      await expect(move('Nf3')).toBeVisible()
    })

    test('a game with sentences between the moves can be opened', audit, async ({ page }) => {
      await useBetza(page)
      await paste(page, 'wotn', printed, open)
      const list = page.getByRole('region', { name: t('game.moves'), exact: true })
      await expect(moveButton(list, 'Qxb2')).toHaveAttribute('aria-current', 'true')
      await expect(list.getByText('8.Qc3 is probably forced.')).toBeVisible()
    })

    test('a text that cannot be opened stays in the field, with its problems', audit, async ({ page }) => {
      const bad = '1.d4 d5 2.Bf4 Nf6 3.Qd5 e6'
      await paste(page, 'wotn', bad, open)
      const alert = page.locator('dialog').getByRole('alert')
      await expect(alert).toContainText('Qd5')
      await expect(alert).toContainText(t('problem.cannot-reach'))
      await expect(page.locator('dialog textarea')).toHaveValue(bad)

      // A game with a handicap, without its start position.
      await page.locator('dialog textarea').fill('1.d4 d5 2.Bf4 Nf6 3.f3? Nc6 4.(WfbD)e4 dxe4/WfbD')
      await page.getByRole('button', { name: open, exact: true }).click()
      await expect(alert).toContainText('4.(WfbD)e4')
      await expect(alert).toContainText(t('problem.no-such-piece'))

      await page.locator('dialog textarea').fill('[Variant "Way of the Knight"]\n\n1.e4 d5 2.exd5 Nf6')
      await page.getByRole('button', { name: open, exact: true }).click()
      await expect(alert).toContainText('exd5')
      await expect(alert).toContainText(t('problem.promotion-missing'))

      await page.locator('dialog textarea').fill('P6k/8/8/8/8/8/8/S7 w KQ - 0 1')
      await page.getByRole('button', { name: open, exact: true }).click()
      const white = { color: t('color.w') }
      await expect(alert).toContainText(t('problem.no-king', white))
      await expect(alert).toContainText(t('problem.pawn-rank', { ...white, square: 'a8' }))
      await expect(alert).toContainText(t('problem.castling-king', { ...white, square: 'e1' }))

      await page.locator('dialog textarea').fill('  ')
      await page.getByRole('button', { name: open, exact: true }).click()
      await expect(alert).toContainText(t('paste.empty'))

      await page.locator('dialog textarea').fill('6k1/8/1s3d2/2PpP3/3N4/2H1F3/1V3L2/4K3 w - d6 0 1')
      await page.getByRole('button', { name: open, exact: true }).click()
      await expect(page.locator('dialog')).toHaveCount(0)
      await openMenu(page, t)
      await page.getByText(t('game.text')).click()
      await expect(page.getByLabel(t('game.position'), { exact: true })).toHaveValue(
        '6k1/8/1s3d2/2PpP3/3N4/2H1F3/1V3L2/4K3 w - d6 0 1',
      )
    })

    test('orthodox chess without a Variant tag is read with a note', audit, async ({ page }) => {
      const pgn = '[Event "Casual"]\n[White "Ann"]\n[Black "Ben"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 *'
      await paste(page, 'wotn', pgn, open)
      await expect(page.locator('dialog').getByRole('alert')).toContainText(t('problem.assumed-chess'))
      await page.getByRole('button', { name: open, exact: true }).click()
      await expect(page.locator('dialog')).toHaveCount(0)
      await expect(page.getByRole('region', { name: t('game.moves'), exact: true })).toContainText('a5')

      await page.goto('/analysis/wotn#new')
      await page.getByRole('button', { name: t('analysis.open.title') }).click()
      await page.locator('dialog textarea').fill(pgn)
      await page.locator('dialog').getByRole('button', { name: open, exact: true }).click()
      await expect(page.locator('dialog').getByRole('alert')).toContainText(t('problem.assumed-chess'))
    })

    test('a text of the other game is named and can be opened there', audit, async ({ page }) => {
      const record = '[Position "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"] 1. g8 h9 3. e5'
      const alert = page.locator('dialog').getByRole('alert')
      await paste(page, 'wotn', record, open)
      await expect(alert).toContainText(t('problem.text-of-lancelot'))
      await alert.getByRole('link', { name: t('paste.open.lancelot') }).click()
      // The text is opened at once in the other game.
      await expect(page.locator('dialog')).toHaveCount(0)
      await expect(page).toHaveURL(/\/lancelot\/(?!paste)/)

      await page.goto('/analysis/lancelot#new')
      await page.getByRole('button', { name: t('analysis.open.title') }).click()
      await page.locator('dialog textarea').fill('1.e4 e5 2.Nf3 Nc6')
      await page.locator('dialog').getByRole('button', { name: open, exact: true }).click()
      await expect(alert).toContainText(t('problem.text-of-wotn'))
      await alert.getByRole('link', { name: t('paste.open.wotn') }).click()
      await expect(page.locator('dialog')).toHaveCount(0)
      await expect(page).toHaveURL(/\/analysis\/wotn/)
      await expect(page.getByRole('region', { name: t('game.moves'), exact: true })).toContainText('c6')
    })

    test('rights that chess drops from a position are shown before it is opened', audit, async ({ page }) => {
      await page.goto('/wotn/paste')
      await page.locator('dialog textarea').fill('4k3/8/8/8/8/8/8/4K2R w KQ - 0 1')
      await page.locator('dialog select').selectOption('chess')
      await page.getByRole('button', { name: open, exact: true }).click()
      const alert = page.locator('dialog').getByRole('alert')
      await expect(alert).toContainText(t('problem.fen-rights'))
      await page.getByRole('button', { name: open, exact: true }).click()
      await expect(page.locator('dialog')).toHaveCount(0)
      await expect(new Board(page).square('h1')).toHaveAttribute('aria-label', /h1, /)
      await page.goto('/analysis/wotn')
      await page.getByRole('button', { name: t('analysis.open.title') }).click()
      await page.locator('dialog textarea').fill('position fen 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1 moves e1g1')
      await page.locator('dialog select').selectOption('chess')
      await page.locator('dialog').getByRole('button', { name: open, exact: true }).click()
      await expect(alert).toContainText(t('problem.fen-rights'))
    })

    test('a position of Lancelot can be opened, or its problems are shown', async ({ page }) => {
      await paste(page, 'lancelot', '8/8/8/8/8/8/8/8 a 3,0 30,31 ab basic 99', open)
      const alert = page.locator('dialog').getByRole('alert')
      const [a, b] = [`${t('seat.0')} (a)`, `${t('seat.1')} (b)`]
      await expect(alert).toContainText(t('problem.target', { count: 99 }))
      await expect(alert).toContainText(t('problem.too-many-stones', { seat: b, count: 31 }))
      await expect(alert).toContainText(t('problem.excalibur-turn-without-rule', { seat: a }))
      await page.locator('dialog textarea').fill('8/8/8/8/8/8/8/8 a 0,0 30,30 x basic 7')
      await page.getByRole('button', { name: open, exact: true }).click()
      await expect(alert).toContainText(t('problem.excalibur-turns'))
      await expect(alert).toContainText(t('paste.at', { text: 'x', problem: t('problem.excalibur-turns') }))

      // Red captures at K4, as in the second example of the rules.
      await page.locator('dialog textarea').fill('8/8/3b4/8/8/8/8/2aa1b2 a 0,0 28,28 - basic 7')
      await page.getByRole('button', { name: open, exact: true }).click()
      await expect(page.locator('dialog')).toHaveCount(0)
      const board = new Board(page)
      await board.press('h4')
      await expect(page.getByText(t('lancelot.turn', { who: t('seat.1') }))).toBeVisible()
      await expect(
        page
          .getByRole('list', { name: t('lancelot.seats') })
          .filter({ visible: true })
          .getByText(t('lancelot.captured.short', { n: 1, target: 7 })),
      ).toBeVisible()
      await openMenu(page, t)
      await page.getByText(t('game.text')).click()
      const record = page.getByLabel(t('game.record'), { exact: true })
      await expect(record).toHaveValue(/h4/)
      await paste(page, 'lancelot', await record.inputValue(), open)
      await expect(page.getByText(t('lancelot.turn', { who: t('seat.1') }))).toBeVisible()
    })
  })
}

test('a game can be opened without its invalid variations', audit, async ({ page }) => {
  await paste(page, 'wotn', '1.e4 e5 (1...Qh4 2.Nf3) 2.Nf3 Nc6', 'Open')
  const dialog = page.locator('dialog')
  await expect(dialog.getByRole('alert')).toContainText('Qh4')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Knight to c6', exact: true })).toHaveAttribute('aria-current', 'true')
})

test('turns of Lancelot without a start, and a wrong result, are read with notes', audit, async ({ page }) => {
  const t = textsOf('en')
  const open = t('paste.open')
  const alert = page.locator('dialog').getByRole('alert')
  await paste(page, 'lancelot', '[C "Clara"]\n1. g8 c3 h9 0-0-1', open)
  await expect(alert).toContainText(t('paste.notes'))
  await expect(alert).toContainText(
    t('problem.record-assumed-start', { seats: 3, rules: t('problem.rules.basic'), target: 8 }),
  )
  await page.getByRole('button', { name: open, exact: true }).click()
  const seats = page.getByRole('list', { name: t('lancelot.seats') }).filter({ visible: true })
  await expect(seats.getByRole('listitem')).toHaveCount(3)
  await expect(seats).toContainText('Clara')
  await expect(page.getByText(t('result.won', { who: 'Clara' })).first()).toBeVisible()

  await paste(page, 'wotn', '1.f3 e5 2.g4 Qh4# 1-0', open)
  await expect(alert).toContainText(t('problem.wrong-result', { text: '1-0' }))
  await page.getByRole('button', { name: open, exact: true }).click()
  await expect(page.locator('dialog')).toHaveCount(0)
})

test('a text with several games opens the first one or imports all', audit, async ({ page }) => {
  const t = textsOf('en')
  const record = (name: string, turns: string) =>
    `[A "${name}"]\n[B "Ben"]\n[Position "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"]\n\n${turns} *\n`
  const lancelot = record('Anna', 'e4 e5') + record('Clara', 'e4 e6')
  for (const [game, text] of [
    ['wotn', '[White "Anna"]\n\n1.e4 e5 *\n\n[White "Clara"]\n\n1.d4 d5 *\n'],
    ['lancelot', lancelot],
  ] as const) {
    await paste(page, game, text, t('paste.open'))
    const alert = page.locator('dialog').getByRole('alert')
    await expect(alert).toContainText(t('paste.games', { n: 2 }))
    await alert.getByRole('link', { name: t('paste.games.import') }).click()
    await expect(page).toHaveURL(/\/games$/)
    await expect(page.locator('.report')).toContainText(t('library.import.added.other', { n: 2 }))
    await expect(page.locator('.report')).toContainText(t('library.import.pasted'))
  }

  await page.goto('/analysis/lancelot')
  await page.getByRole('button', { name: t('analysis.open.title') }).click()
  await page.locator('dialog textarea').fill(lancelot)
  await page
    .locator('dialog')
    .getByRole('button', { name: t('paste.open'), exact: true })
    .click()
  await expect(page.locator('dialog').getByRole('alert')).toContainText(t('paste.games', { n: 2 }))
  await page
    .locator('dialog')
    .getByRole('button', { name: t('paste.open'), exact: true })
    .click()
  await expect(page.locator('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Anna – Ben' })).toBeVisible()
})
