import { Board } from './board.ts'
import { looks, textsOf } from './looks.ts'
import { newPerson } from './people.ts'
import { seatPlayers } from './tables.ts'
import { expect, test } from './test.ts'

const [english] = looks
if (!english) throw new Error('looks is empty')
const t = textsOf('en')

test('a page of an older build offers to reload, and its moves are accepted', async ({ browser }) => {
  const [ann, ben] = [await newPerson(browser, english), await newPerson(browser, english)]
  const table = await seatPlayers(ann, ben, t)
  const reload = (page: typeof ann.page) => page.getByRole('button', { name: t('app.reload'), exact: true })

  // Ann's page has another build than the server.
  await ann.page.route(table, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(
      /<meta name="build" content="[^"]+">/,
      '<meta name="build" content="old">',
    )
    expect(body).toContain('content="old"')
    await route.fulfill({ response, body })
  })
  await ann.page.goto(table)
  await expect(reload(ann.page)).toBeVisible()
  await expect(reload(ben.page)).toBeHidden()
  const box = (await ann.page.getByRole('grid').first().boundingBox()) ?? { x: 0, y: 0 }
  const notice = (await reload(ann.page).boundingBox()) ?? { x: 0, y: 0, height: 0 }
  expect(notice.y + notice.height).toBeLessThanOrEqual(box.y)

  const [white, black] = [new Board(ann.page), new Board(ben.page)]
  await white.click('e2', 'e4')
  await expect(black.square('e4')).toHaveAttribute('aria-label', /White Pawn/)
  await ann.page.getByRole('button', { name: t('app.later'), exact: true }).click()
  await expect(reload(ann.page)).toBeHidden()
  expect(await ann.page.getByRole('grid').first().boundingBox()).toEqual(box)

  await ann.page.reload()
  await expect(reload(ann.page)).toBeVisible()
  await ann.page.unroute(table)
  await reload(ann.page).click()
  await expect(white.square('e4')).toHaveAttribute('aria-label', /White Pawn/)
  await black.click('e7', 'e5')
  await expect(white.square('e5')).toHaveAttribute('aria-label', /Black Pawn/)
  await expect(reload(ann.page)).toBeHidden()
})
