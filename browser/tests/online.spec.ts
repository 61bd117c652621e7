import { Board } from './board.ts'
import { lookName, oneLook, textsOf } from './looks.ts'
import { expectAccessible, expectStillAccessible, newPerson } from './people.ts'
import { openChat, openTable, say, sitDown, turnOf } from './tables.ts'
import { audit, expect, test } from './test.ts'

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    const t = textsOf(look.language)

    test('a match continues after a lost connection', audit, async ({ browser }) => {
      const [ann, ben] = [await newPerson(browser, look), await newPerson(browser, look)]
      const name = `Ada ${look.language} ${test.info().retry}`

      await ben.page.goto('/play')
      await ann.page.goto('/play')
      await ann.page.getByRole('link', { name: t('quick.custom') }).click()
      const dialog = ann.page.locator('dialog')
      await dialog.getByLabel(t('online.name')).fill(name)
      await dialog.getByLabel(t('new-table.color')).selectOption(t('color.w'))
      await expectStillAccessible(ann.page)
      await dialog.getByRole('button', { name: t('lobby.open') }).click()
      await expect(ann.page.getByLabel(t('match.link'), { exact: true })).toBeVisible()

      // The table appears in the other player's list without a reload.
      await ben.page.getByRole('link', { name: `Way of the Knight ${name}` }).click()
      await ben.page.getByRole('button', { name: t('match.sit') }).click()
      await ben.page.getByLabel(t('online.name')).fill('Ben')
      await expectStillAccessible(ben.page)
      await ben.page.getByRole('button', { name: t('match.sit') }).click()

      const [white, black] = [new Board(ann.page), new Board(ben.page)]
      await expect(ann.page.getByText(t('match.your-turn'), { exact: true })).toBeVisible()
      await white.click('f2', 'f3')
      await expect(ben.page.getByText(t('match.your-turn'), { exact: true })).toBeVisible()
      await expect(black.grid.getByRole('gridcell').first()).toHaveAttribute('data-square', 'h1')
      await black.click('e7', 'e5')
      await expect(ann.page.getByText(t('match.your-turn'), { exact: true })).toBeVisible()
      await expectAccessible(ann.page)

      await say(ann.page, t, 'Viel Glück!')
      await expect(ben.page.getByRole('button', { name: t('match.chat.unread.one', { n: 1 }) })).toBeVisible()
      await openChat(ben.page, t)
      await expect(ben.page.getByText('Viel Glück!')).toBeVisible()

      // The server stores that Ben has muted the chat.
      const mute = () => ben.page.getByRole('checkbox', { name: t('match.chat.mute') })
      const muted = ben.page.waitForResponse(
        (response) => response.url().endsWith('/mute') && response.status() === 204,
      )
      await mute().check()
      await muted
      await ben.page.reload()
      await openChat(ben.page, t)
      await expect(mute()).toBeChecked()
      const unmuted = ben.page.waitForResponse(
        (response) => response.url().endsWith('/mute') && response.status() === 204,
      )
      await mute().uncheck()
      await unmuted

      // Ben is offline during a move and receives it when he is online again.
      await ben.context.setOffline(true)
      await expect(ben.page.getByText(t('online.lost'))).toBeVisible({ timeout: 15_000 })
      await white.click('g2', 'g4')
      await expect(ann.page.getByText(t('game.turn', { who: 'Ben' }))).toBeVisible()
      await ben.context.setOffline(false)
      await expect(ben.page.getByText(t('online.lost'))).toHaveCount(0)
      await expect(ben.page.getByText(t('match.your-turn'), { exact: true })).toBeVisible()

      // Ben moves offline. The move is played once when he is online again.
      await ben.context.setOffline(true)
      await black.click('d8', 'h4')
      await expect(ben.page.getByText(t('online.lost'))).toBeVisible({ timeout: 15_000 })
      await ben.context.setOffline(false)
      for (const [{ page }, result] of [
        [ann, t('result.you-lost')],
        [ben, t('result.you-won')],
      ] as const) {
        await expect(page.getByText(`${result} ${t('result.checkmate')}.`)).toBeVisible()
      }
      await ben.page.reload()
      await expect(ben.page.getByText(t('result.checkmate'))).toBeVisible()
      // Messages from before the page was opened are not unread.
      await expect(ben.page.getByRole('button', { name: t('match.chat'), exact: true })).toBeVisible()
      await openChat(ben.page, t)
      await expect(ben.page.getByText('Viel Glück!')).toBeVisible()
      await ben.page.getByRole('button', { name: t('match.chat.close') }).click()
      await expect(ben.page.getByRole('button', { name: t('match.chat'), exact: true })).toBeVisible()
      await Promise.all([ann.context.close(), ben.context.close()])
    })

    test(
      'in a series with handicap the opponent sees the handicap promotion of the loser',
      audit,
      async ({ browser }) => {
        const [ann, ben] = [await newPerson(browser, look), await newPerson(browser, look)]
        const table = await openTable(ann.page, t, async (dialog) => {
          await dialog.getByLabel(t('online.name')).fill('Ann')
          await dialog.getByLabel(t('new-table.handicap')).check()
          await dialog.getByLabel(t('new-table.visibility')).selectOption('link')
        })
        await sitDown(ben.page, t, table, 'Ben')

        await ann.page.getByRole('button', { name: t('game.resign') }).click()
        await ann.page.getByRole('button', { name: t('game.resign.yes') }).click()
        await ben.page.getByRole('button', { name: t('game.rematch') }).click()
        await expect(ann.page.getByText(t('match.rematch.asked', { who: 'Ben' }))).toBeVisible()
        await ann.page.getByRole('button', { name: t('game.rematch'), exact: true }).click()

        const board = new Board(ann.page)
        await expect(board.grid).toHaveAccessibleName(t('new.handicap.board'))
        await board.press('e2')
        await board.choose('S')
        const squire = look.language === 'en' ? 'Squire' : 'Knappe'
        await expect(ben.page.getByText(t('new.handicap.promotion', { square: 'e2', kind: squire }))).toBeVisible()
        await expectStillAccessible(ann.page)
        await ann.page.getByRole('button', { name: t('new.start') }).click()
        await expect(ben.page.getByText(t('game.turn', { who: 'Ann' }))).toBeVisible()
        await expect(new Board(ben.page).square('e2')).toHaveAttribute('aria-label', new RegExp(squire))
        await Promise.all([ann.context.close(), ben.context.close()])
      },
    )

    test('two people and an engine play Lancelot with the king’s power', async ({ browser }) => {
      const [ann, ben] = [await newPerson(browser, look), await newPerson(browser, look)]
      const table = await openTable(ann.page, t, async (dialog) => {
        await dialog.getByLabel(t('online.name')).fill('Ann')
        await dialog.getByRole('radio', { name: t('game.lancelot') }).check()
        await dialog.getByLabel(t('new.excalibur')).check()
        await dialog.getByRole('combobox', { name: t('seat.2'), exact: true }).selectOption('11')
        await dialog.getByLabel(t('new.first')).selectOption(t('seat.0'))
        await dialog.getByLabel(t('new-table.visibility')).selectOption('link')
      })
      await sitDown(ben.page, t, table, 'Ben')

      // The engine has the last seat, which places Excalibur.
      const log = ann.page.getByRole('region', { name: t('lancelot.log'), exact: true }).getByRole('listitem')

      await expect(log).toHaveCount(1)
      await expect(turnOf(ann.page, t, 'Ann', 'lancelot')).toBeVisible()
      const [red, blue] = [new Board(ann.page), new Board(ben.page)]
      // Excalibur may be on the square of the next stone.
      const unless = async (board: Board, square: string, other: string) =>
        /Excalibur/.test((await board.square(square).getAttribute('aria-label')) ?? '') ? other : square
      await red.press(await unless(red, 'g7', 'h6'))
      await expect(turnOf(ben.page, t, 'Ben', 'lancelot')).toBeVisible()

      // Ben starts an Excalibur turn and cancels it.
      await ben.page.getByRole('button', { name: t('lancelot.kings-power.use') }).click()
      await blue.press(await unless(blue, 'd10', 'e11'))
      await expect(ben.page.getByText(t('lancelot.kings-power.stone-first'))).toBeVisible()
      await ben.page.getByRole('button', { name: t('lancelot.kings-power.cancel') }).click()
      await expect(ben.page.getByText(t('lancelot.kings-power.explain'))).toBeVisible()
      await ben.page.getByRole('button', { name: t('lancelot.kings-power.use') }).click()
      await blue.press(await unless(blue, 'd10', 'e11'))
      await ben.page.getByRole('button', { name: t('lancelot.kings-power.keep') }).click()
      await expect(log).toHaveCount(4)
      await expect(turnOf(ann.page, t, 'Ann', 'lancelot')).toBeVisible()
      await expectStillAccessible(ann.page)

      // An engine takes over the seat of the player who resigns.
      await ben.page.getByRole('button', { name: t('game.resign') }).click()
      await ben.page.getByRole('button', { name: t('game.resign.yes') }).click()
      const seats = ann.page.getByRole('list', { name: t('lancelot.seats') }).filter({ visible: true })
      await expect(
        seats.getByText(
          t('player.computer.level', { name: t('character.name.5'), level: t('player.level.of', { n: 10, all: 15 }) }),
        ),
      ).toBeVisible()
      await Promise.all([ann.context.close(), ben.context.close()])
    })
  })
}
