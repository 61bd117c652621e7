import type { IncomingMessage, ServerResponse } from 'node:http'
import { Board } from './board.ts'
import { textsOf } from './looks.ts'
import { installed } from './people.ts'
import { RequestProxy } from './proxy.ts'
import { TestServer } from './server.ts'
import { openTable, sitDown, turnOf } from './tables.ts'
import { auditIf, type Browser, expect, type Page, test } from './test.ts'

test.describe.configure({ timeout: 300_000 })

const base = '/tafelrunde'
const t = textsOf('en')

/** A proxy that passes the requests under the base path to the server, and keeps or removes the base path. */
class BaseProxy extends RequestProxy {
  /** The paths of requests outside of the base path. */
  outside: string[] = []
  /** The number of requests under the base path. */
  inside = 0
  readonly #server: TestServer
  readonly #keeps: boolean

  constructor(server: TestServer, keeps: boolean) {
    super()
    this.#server = server
    this.#keeps = keeps
  }

  protected handle(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const path = incoming.url ?? ''
    if (!path.startsWith(`${base}/`)) {
      this.outside.push(path)
      outgoing.writeHead(404).end()
      return
    }
    this.inside++
    const { port } = this.#server
    this.forward(incoming, outgoing, {
      port,
      path: this.#keeps ? path : path.slice(base.length),
      headers: incoming.headers,
    })
  }

  override async listen(): Promise<string> {
    return `${await super.listen()}${base}/`
  }
}

/** newPage returns a page whose addresses are relative to the base. */
async function newPage(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    serviceWorkers: 'allow',
  })
  return context.newPage()
}

for (const keeps of [true, false]) {
  test(
    `the site works behind a proxy that ${keeps ? 'keeps' : 'removes'} the base path`,
    auditIf(!keeps),
    async ({ browser }) => {
      const server = new TestServer('--public-url', `https://club.example${base}`)
      await server.start()
      const proxy = new BaseProxy(server, keeps)
      const home = await proxy.listen()
      try {
        const ann = await newPage(browser, home)
        await ann.goto(home)
        await expect(ann.locator('main h1').first()).toBeVisible()

        // The sections, and a link within a page.
        const header = ann.locator('header nav')
        await header.getByRole('link', { name: t('app.rules') }).click()
        await expect(ann).toHaveURL(`${home}rules/wotn`)
        await expect(header.getByRole('link', { name: t('app.rules') })).toHaveAttribute('aria-current', 'page')
        const third = ann.locator('main nav details').getByRole('link').nth(2)
        await third.click()
        await expect(ann).toHaveURL(`${home}rules/wotn#p3`)
        await expect(ann.locator('#p3')).toBeInViewport()
        await ann
          .locator('main nav')
          .getByRole('link', { name: t('app.pieces'), exact: true })
          .click()
        await expect(ann).toHaveURL(`${home}pieces`)
        await expect(ann.locator('main h1')).toBeVisible()
        await ann.goBack()
        await expect(ann.locator('#p3')).toBeVisible()
        await ann.locator('header a.logo').click()
        await expect(ann).toHaveURL(home)

        // A game against the computer.
        await ann.locator('main a.button[href="opponents/wotn"]').first().click()
        await ann.getByRole('link', { name: t('opponents.custom') }).click()
        await expect(ann).toHaveURL(`${home}wotn/new`)
        const dialog = ann.locator('dialog')
        await dialog
          .getByRole('group', { name: t('color.b'), exact: true })
          .getByRole('combobox')
          .first()
          .selectOption({ index: 1 })
        await dialog.getByRole('button', { name: t('new.start') }).click()
        const local = new Board(ann)
        await local.click('e2', 'e4')
        await expect(ann.locator('.pair button:nth-of-type(2)')).toHaveCount(1)
        const saved = ann.url()
        expect(saved).toMatch(new RegExp(`^${home}wotn/\\w+$`))
        expect(proxy.outside).toEqual([])
        if (!process.env.TAFELRUNDE_ALL_LOOKS) return

        // A game of two people, whose invitation is a link under the base path.
        const ben = await newPage(browser, home)
        const table = await openTable(ann, t, async (fields) => {
          await fields.getByLabel(t('online.name')).fill('Ann')
          await fields.getByLabel(t('new-table.color')).selectOption(t('color.w'))
          await fields.getByLabel(t('new-table.visibility')).selectOption('link')
        })
        expect(table).toMatch(/^\/tafelrunde\/match\/[\w-]+$/)
        await expect(ann.getByLabel(t('match.link'), { exact: true })).toHaveValue(new URL(table, home).href)
        await sitDown(ben, t, table, 'Ben')
        for (const page of [ann, ben]) await expect(turnOf(page, t, 'Ann')).toBeVisible()
        const [white, black] = [new Board(ann), new Board(ben)]
        await white.click('e2', 'e4')
        await expect(turnOf(ben, t, 'Ben')).toBeVisible()
        await black.click('e7', 'e5')
        await expect(turnOf(ann, t, 'Ann')).toBeVisible()
        await expect(white.square('e5')).toHaveAttribute('aria-label', /Black Pawn/)
        const cookies = await ann.context().cookies(new URL('api/session', home).href)
        expect(cookies.map(({ name, path }) => [name, path])).toEqual([['tafelrunde', `${base}/`]])

        // A deep address.
        await ben.reload()
        await expect(black.square('e5')).toHaveAttribute('aria-label', /Black Pawn/)
        await expect(turnOf(ben, t, 'Ann')).toBeVisible()

        // Without network.
        await installed(ann)
        expect(await ann.evaluate(async () => (await navigator.serviceWorker.ready).scope)).toBe(home)
        proxy.close()
        await ann.context().setOffline(true)
        await ann.goto(saved)
        await ann.reload()
        await expect(local.square('e4')).toHaveAttribute('aria-label', /White Pawn/)
        await ann.goto(`${home}rules/lancelot`)
        await expect(ann.locator('main h1').first()).toBeVisible()
        await ann
          .locator('main nav')
          .getByRole('link', { name: t('app.pieces'), exact: true })
          .click()
        await expect(ann.locator('main h1')).toBeVisible()

        expect(proxy.inside).toBeGreaterThan(20)
        expect(proxy.outside).toEqual([])
      } finally {
        proxy.close()
        await server.close()
      }
    },
  )
}
