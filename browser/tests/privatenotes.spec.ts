import { lookName, oneLook, textsOf } from './looks.ts'
import { matchOf, newMembers } from './members.ts'
import { expectStillAccessible } from './people.ts'
import { TestServer } from './server.ts'
import { expect, test } from './test.ts'

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    test('private notes of a game are kept for their author', async ({ browser }) => {
      const t = textsOf(look.language)
      const [ann, ben] = await newMembers(server, browser, look, ['Ann', 'Ben'])
      const { match } = await matchOf([ann, ben], { game: 'wotn', variant: 'wotn' })
      const notes = (page: typeof ann.page) => page.getByRole('textbox', { name: t('note.title') })
      await ann.page.goto(`/match/${match}`)
      await ann.page.getByText(t('note.title')).click()
      await notes(ann.page).fill('Watch h7.')
      await expect(ann.page.getByText(t('studies.state.saved'))).toBeVisible()
      await expectStillAccessible(ann.page)
      await ann.page.reload()
      await expect(notes(ann.page)).toHaveValue('Watch h7.')

      await ben.page.goto(`/match/${match}`)
      await ben.page.getByText(t('note.title')).click()
      await expect(notes(ben.page)).toHaveValue('')
    })
  })
}
