import { readFileSync } from 'node:fs'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { expectStillAccessible } from './people.ts'
import { audit, expect, picture, test } from './test.ts'

/** The import may need long on a busy machine. */
const slow = { timeout: 120_000 }

const game = (number: number, moves = '1. e4 e5 2. Nf3', result = '1-0') =>
  `[Event "Test"]\n[Date "2026.01.02"]\n[White "Anna ${number}"]\n[Black "Ben"]\n[Result "${result}"]\n\n${moves} ${result}\n`

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)

    test('a file with many games is imported, searched and analysed', async ({ page }) => {
      test.setTimeout(400_000)
      const length = process.env.TAFELRUNDE_ALL_LOOKS ? 1000 : 301
      const games = Array.from({ length }, (_, i) => game(i + 1, undefined, i % 2 ? '1-0' : '0-1'))
      games[99] = game(100, '1. e4 e5 2. Ke3')
      games[199] = game(1, undefined, '0-1')
      games[299] = game(300, '1. e4 (1. d4 d5 2. Ke3) 1... e5 {[%clk 0:04:58]}')
      const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
      await page.goto('/games')
      const choose = page.getByLabel(t('library.import.choose'), { exact: true })
      await choose.setInputFiles(file('many.pgn', games.join('\n')))
      const report = page.locator('.report')
      await expect(report.getByRole('status')).toContainText(t('library.import.read.other', { n: length }), slow)
      await expect(report).toContainText(t('library.import.added.other', { n: length - 2 }))
      await expect(report).toContainText(t('library.import.duplicates.one', { n: 1 }))
      await expect(report).toContainText(t('library.import.failed.one', { n: 1 }))
      await expect(report).toContainText('2.Ke3')
      // Each game has seven lines and a separating one.
      await expect(report).toContainText(
        t('library.import.place.move', { move: '2.Ke3', number: 100, line: 99 * 8 + 7 }),
      )
      await expect(report).toContainText(t('library.import.shortened.one', { n: 1 }))

      const found = page.locator('section[aria-labelledby=library-games] [role=status]')
      await expect(found).toHaveText(t('games.found.other', { n: length - 2, more: '' }))
      await page.getByRole('button', { name: t('games.search'), exact: true }).click()
      await page.getByRole('searchbox', { name: t('library.player') }).fill('anna 300')
      await expect(found).toHaveText(t('games.found.one', { n: 1, more: '' }))
      await page.reload()
      await expect(found).toHaveText(t('games.found.one', { n: 1, more: '' }))
      await page.getByRole('link', { name: t('library.analyse.label', { game: 'Anna 300 – Ben' }) }).click()
      await expect(
        page
          .getByRole('region', { name: t('game.moves'), exact: true })
          .locator('.move')
          .first(),
      ).toBeVisible()

      // The file again: everything is here already.
      await page.goto('/games')
      await choose.setInputFiles(file('many.pgn', games.join('\n')))
      await expect(report.getByRole('status')).toContainText(t('library.import.added.other', { n: 0 }), slow)
      await expect(report).toContainText(t('library.import.duplicates.other', { n: length - 1 }))

      // Records of Lancelot, dropped on the page; the second one is wrong.
      const record = (moves: string) =>
        `[A "Cara"]\n[B "Dora"]\n[Position "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"]\n\n1. ${moves} *\n`
      const text = [record('e4 e5'), record('e4 e4'), record('e4 e6')].join('\n')
      const data = await page.evaluateHandle((content) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([content], 'stones.txt'))
        return transfer
      }, text)
      await page.dispatchEvent('main', 'drop', { dataTransfer: data })
      await expect(report).toContainText(t('library.import.added.other', { n: 2 }))
      await expect(report).toContainText(t('library.import.place.move', { move: 'e4', number: 2, line: 11 }))
      await expect(found).toBeVisible()

      await choose.setInputFiles(file('empty.pgn', '\n'))
      await expect(page.getByRole('alert')).toHaveText(t('library.import.empty'))
      await choose.setInputFiles(file('prose.pgn', 'No game is here, only words (and a bracket.'))
      await expect(report).toContainText(t('library.import.failed.one', { n: 1 }))

      // They are not listed on the first page.
      await page.goto('/')
      await expect(page.getByRole('link', { name: t('library.title') })).toBeVisible()
    })

    test('records of Lancelot without a start are recognised, or chosen', audit, async ({ page }) => {
      await page.goto('/games')
      const choose = page.getByLabel(t('library.import.choose'), { exact: true })
      const report = page.locator('.report')
      const file = (text: string) => ({ name: 'old.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
      await choose.setInputFiles(file('[A "Ann"]\n[B "Ben"]\n\n1. g8 k4 3. d9 *\n'))
      await expect(report).toContainText(t('library.import.added.one', { n: 1 }))
      // These turns could be moves of chess.
      await page
        .getByRole('region', { name: t('library.import') })
        .getByRole('combobox')
        .selectOption('lancelot')
      await choose.setInputFiles(file('[A "Cleo"]\n[B "Ben"]\n\n1. e4 e5 *\n'))
      await expect(report).toContainText(t('library.import.added.one', { n: 1 }))
      await expect(page.getByText(/Cleo/).first()).toBeVisible()
      await expect(page.getByText(/Ann/).first()).toBeVisible()
    })

    test('a full storage ends an import without a loss; several games are deleted, restored and saved', async ({
      page,
    }) => {
      await page.goto('/games')
      // Room for the reserve and some of the games.
      await page.evaluate(() => {
        let n = 0
        for (let size = 1 << 20; size > 100; ) {
          try {
            localStorage.setItem(`filler${n}`, 'x'.repeat(size))
            n++
          } catch {
            size >>= 1
          }
        }
        localStorage.setItem('filler0', 'x'.repeat((1 << 20) - 270_000))
      })
      const games = Array.from({ length: 300 }, (_, i) => game(i + 1)).join('\n')
      const file = { name: 'many.pgn', mimeType: 'text/plain', buffer: Buffer.from(games) }
      const choose = page.getByLabel(t('library.import.choose'), { exact: true })
      await choose.setInputFiles(file)
      const report = page.locator('.report')
      const full = report.getByRole('alert')
      await expect(full).toBeVisible(slow)
      const first = Number(/\d+/.exec((await full.textContent()) ?? '')?.[0])
      expect(first).toBeGreaterThan(10)
      expect(first).toBeLessThan(290)
      await expect(full).toHaveText(t('library.import.full', { number: first }))
      const found = page.locator('section[aria-labelledby=library-games] [role=status]').first()
      const count = (n: number) => t('games.found.other', { n, more: '' })
      await expect(found).toHaveText(count(first - 1))
      await picture(page, 'full')
      // Games that are being played can be saved, and nothing is lost.
      await page.evaluate(() => localStorage.setItem('probe', 'x'.repeat(200_000)))
      await page.evaluate(() => localStorage.removeItem('probe'))
      await page.reload()
      await expect(found).toHaveText(count(first - 1))

      await page.getByRole('button', { name: t('games.search'), exact: true }).click()
      await page.getByRole('searchbox', { name: t('library.player') }).fill('anna 1')
      const some = Number(/\d+/.exec((await found.textContent()) ?? '')?.[0])
      expect(some).toBeLessThan(first - 1)
      await page.getByRole('button', { name: t('library.choose'), exact: true }).click()
      const several = page.getByRole('group', { name: t('library.choose'), exact: true })
      await several.getByRole('checkbox').check()
      await page.getByRole('checkbox', { name: /Anna 1 –/ }).uncheck()
      await expect(several.getByRole('status')).toHaveText(t('library.chosen.other', { n: some - 1 }))
      await expectStillAccessible(page)
      await picture(page, 'chosen')
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: t('games.export.wotn') }).click()
      const saved = readFileSync(await (await download).path(), 'utf8')
      expect(saved.match(/\[Event "Test"\]/g)).toHaveLength(some - 1)
      expect(saved).toContain('[Result "1-0"]')
      await several.getByRole('button', { name: t('library.delete.other', { n: some - 1 }) }).click()
      await expect(found).toHaveText(t('games.found.one', { n: 1, more: '' }))
      const undo = page.getByRole('button', { name: t('library.restore') })
      await expect(undo).toBeFocused()
      await undo.click()
      await expect(found).toHaveText(count(some))
      await page.getByRole('button', { name: t('games.clear') }).click()
      await expect(found).toHaveText(count(first - 1))

      // With more room the rest is imported.
      await page.evaluate(() => localStorage.removeItem('filler0'))
      await choose.setInputFiles(file)
      await expect(report.getByRole('status')).toContainText(t('library.import.read.other', { n: 300 }), slow)
      await expect(found).toHaveText(count(300))
      await page.getByRole('combobox', { name: t('library.kind'), exact: true }).selectOption('computer')
      await expect(found).toHaveText(count(0))
      await page.getByRole('combobox', { name: t('library.kind'), exact: true }).selectOption('imported')
      await expect(found).toHaveText(count(300))
    })
  })
}
