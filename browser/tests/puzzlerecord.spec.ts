import { collection } from '../puzzles/plugin.ts'
import { verdict } from './lessons.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { newPerson } from './people.ts'
import { audit, expect, test } from './test.ts'

const day = 86_400_000
const [puzzle] = collection('wotn').puzzles

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)

    test('a puzzle that was failed is due the next day', async ({ page }) => {
      await page.clock.install({ time: Date.parse('2026-12-01T12:00:00Z') })
      await page.goto(`/puzzles/${puzzle?.id}`)
      await page.getByRole('button', { name: t('puzzle.solution') }).click()
      await expect(page.getByText(t('puzzle.done.later'), { exact: true })).toBeVisible()
      await page.goto('/puzzles/review')
      await expect(page.getByText(t('puzzles.review.how'))).toBeVisible()

      await page.clock.setFixedTime(Date.parse('2026-12-01T12:00:00Z') + day)
      await page.goto('/')
      const card = page.getByRole('link', { name: t('puzzles.review') })
      await expect(card).toContainText(t('puzzles.review.due.one', { n: 1 }))
      await card.click()
      const number = page.getByText(t('puzzles.review.number', { n: 1, all: 1 }))
      await expect(number).toBeVisible()
      // The attempt changes what is due, but the exercise stays.
      await page.getByRole('button', { name: t('puzzle.solution') }).click()
      await expect(verdict(page)).toContainText(t('puzzle.done.later'))
      await expect(number).toBeVisible()
      await page.getByRole('button', { name: t('puzzles.review.end') }).click()
      await expect(page.getByText(t('puzzles.review.done', { n: 0, all: 1 }))).toBeVisible()
      await page.goto('/puzzles')
      const when = t('puzzles.review.tomorrow')
      await expect(page.getByText(t('puzzles.review.later.one', { n: 1, when }))).toBeVisible()
    })

    test('an account sees its attempts in another browser', audit, async ({ browser }) => {
      const [one, two] = [await newPerson(browser, look), await newPerson(browser, look)]
      const name = `Puzzler ${test.info().retry}`
      await one.page.request.post('/api/account', { data: { name, password: 'long enough' } })
      await one.page.goto(`/puzzles/${puzzle?.id}`)
      const sent = one.page.waitForResponse((response) => response.url().endsWith('/api/puzzle/batch') && response.ok())
      await one.page.getByRole('button', { name: t('puzzle.solution') }).click()
      await sent
      await one.page.getByRole('button', { name: t('puzzle.vote.good') }).click()
      await expect(one.page.getByRole('main').getByText(t('puzzle.vote.thanks'))).toBeVisible()
      const login = { data: { name, password: 'long enough', takeGuest: false } }
      expect((await two.page.request.post('/api/login', login)).ok()).toBe(true)
      await two.page.goto('/puzzles/statistics')
      await expect(two.page.getByText(t('puzzles.stats.puzzles.one', { n: 1 }))).toBeVisible()
      await one.context.close()
      await two.context.close()
    })
  })
}
