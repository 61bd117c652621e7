import { Board } from './board.ts'
import { capital, lookName, oneLook, textsOf, useLook } from './looks.ts'
import { expect, test } from './test.ts'

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)
    const [red, blue, green] = [t('seat.0'), t('seat.1'), t('seat.2')]

    test('three seats with Excalibur: one stone captures on two crossing lines', async ({ page }) => {
      await page.goto('/lancelot/new')
      const dialog = page.locator('dialog')
      await dialog.getByRole('radio', { name: /3/ }).check()
      for (const seat of [red, blue, green]) {
        await dialog.getByRole('group', { name: seat, exact: true }).getByRole('combobox').selectOption('person')
      }
      await dialog.getByRole('checkbox', { name: t('new.excalibur') }).check()
      await dialog.getByRole('textbox', { name: t('new.target') }).fill('0')
      await dialog.getByRole('button', { name: t('new.start') }).click()
      await expect(dialog.getByText(t('new.target.wrong'))).toBeVisible()
      await dialog.getByRole('textbox', { name: t('new.target') }).fill('2')
      await dialog.getByRole('button', { name: t('new.start') }).click()
      await expect(dialog).toHaveCount(0)

      const board = new Board(page)
      const put = async (square: string, next: string) => {
        await board.press(square)
        await expect(page.getByText(next, { exact: true })).toBeVisible()
      }
      const turn = (who: string) => t('lancelot.turn', { who })

      await expect(page.getByText(t('lancelot.place', { who: green }))).toBeVisible()
      await put('c12', turn(red))
      await put('d7', turn(blue))
      await put('l3', turn(green))
      await put('c3', turn(red))
      await put('e7', turn(blue))

      // The king's power: Excalibur first is cancelled, stone first is used.
      await board.drag('c12', 'c11')
      await expect(page.getByText(t('lancelot.kings-power.excalibur-first'))).toBeVisible()
      await page.getByRole('button', { name: t('lancelot.kings-power.cancel') }).click()
      await expect(page.getByText(t('lancelot.kings-power.explain'))).toBeVisible()
      await page.getByRole('button', { name: t('lancelot.kings-power.use') }).click()
      await board.press('f7')
      await expect(page.getByText(t('lancelot.kings-power.stone-first'))).toBeVisible()
      await put('d12', turn(green))
      const seats = page.getByRole('list', { name: t('lancelot.seats') }).filter({ visible: true })
      await expect(seats.getByRole('img', { name: t('lancelot.kings-power.used') })).toHaveCount(1)

      // The next seat uses it with Excalibur first.
      await board.drag('d12', 'd11')
      await expect(page.getByText(t('lancelot.kings-power.excalibur-first'))).toBeVisible()
      await put('l11', turn(red))
      await expect(seats.getByRole('img', { name: t('lancelot.kings-power.used') })).toHaveCount(2)
      const log = page.getByRole('region', { name: t('lancelot.log'), exact: true })
      await expect(log.locator('li button').filter({ hasText: 'Excalibur' })).toHaveText([
        `${green} Excalibur c12`,
        `${blue} f7 · Excalibur d12`,
        `${green} Excalibur d11 · l11`,
      ])
      await put('g5', turn(blue))
      await put('j12', turn(green))
      await put('g9', turn(red))
      await put('g4', turn(blue))
      await put('i10', turn(green))
      await put('k8', turn(red))

      // The captures of a turn are shown before it is played.
      await board.hover('g7')
      const stones = [
        t('lancelot.stone', { who: blue, square: 'f7' }),
        t('lancelot.stone', { who: green, square: 'g9' }),
      ]
      const and = look.language === 'en' ? ' and ' : ' und '
      const captures = t('lancelot.square.captures.other', { n: 2, stones: stones.join(and) })
      await expect(page.getByRole('main').getByText(captures)).toBeVisible()
      const row = t('lancelot.lead', { line: capital(t('lancelot.line.row', { name: '7' })), lead: '+1' })
      await expect(page.getByText(`${row}, ${t('lancelot.lead.captures')}`)).toBeVisible()

      await board.press('g7')
      const won = t('result.won', { who: red })
      await expect(page.getByText(`${won} ${t('result.target', { target: 2 })}.`)).toBeVisible()
      for (const square of ['f7', 'g9']) {
        await expect(board.square(square)).toHaveAttribute(
          'aria-label',
          new RegExp(t('square.free', { square: square })),
        )
      }
      await expect(board.square('d7')).toHaveAttribute('aria-label', new RegExp(red))
      await expect(page.getByText(t('lancelot.log.captures', { stones: stones.join(and) }))).toBeVisible()
    })
  })
}
