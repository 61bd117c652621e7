import { readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Board } from './board.ts'
import { engineOn, recordEngineCalls } from './engines.ts'
import { installed } from './people.ts'
import { RequestProxy, relay } from './proxy.ts'
import { TestServer } from './server.ts'
import { audit, expect, type Page, test } from './test.ts'

test.use({ serviceWorkers: 'allow', locale: 'en-GB' })
// Each test loads every file of the build once or twice.
test.describe.configure({ timeout: 300_000 })

const names = readdirSync('../internal/web/dist/app/assets').filter((name) => !/\.(br|gz)$/.test(name))
const hashes = names.map((name) => /-([\w-]{8})\.\w+$/.exec(name)?.[1] ?? '').filter(Boolean)
const laterOf = (hash: string) => `~${hash.slice(1)}`

/**
 * A proxy to a server, which can serve another build: the same one with other names of its files. Like a real server it has
 * no file of the build before.
 */
class Deployment extends RequestProxy {
  #later = false
  #down = false
  readonly #server: TestServer

  constructor(server: TestServer) {
    super()
    this.#server = server
  }

  protected handle(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (this.#down) {
      incoming.destroy()
      return
    }
    let path = incoming.url ?? '/'
    const hash = /^\/assets\/.*-([\w~-]{8})\.\w+$/.exec(path)?.[1]
    if (this.#later && hash) {
      if (!hash.startsWith('~')) {
        outgoing.writeHead(404).end()
        return
      }
      path = path.replace(hash, hashes.find((known) => laterOf(known) === hash) ?? hash)
    }
    const headers: NodeJS.Dict<string | string[]> = { ...incoming.headers, 'accept-encoding': 'identity' }
    // The server does not know the files of the later build.
    if (this.#later) delete headers['if-none-match']
    this.forward(incoming, outgoing, { port: this.#server.port, path, headers }, (answer) => {
      const text = /html|javascript|css/.test(answer.headers['content-type'] ?? '')
      if (answer.headers['content-type']?.startsWith('text/event-stream')) {
        // Its heartbeats name the build.
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.on('data', (part: Buffer) =>
          outgoing.write(this.#later ? part.toString().replace(/("build":")[^"]+/, '$1later') : part),
        )
        answer.on('end', () => outgoing.end())
        return
      }
      if (!this.#later || !text) {
        relay(answer, outgoing)
        return
      }
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        let body = Buffer.concat(parts).toString()
        for (const hash of hashes) body = body.replaceAll(`-${hash}.`, `-${laterOf(hash)}.`)
        body = body.replace(/(<meta name="build" content=")[^"]+/, '$1later').replace(/("build":")[^"]+/, '$1later')
        const { 'content-length': _, etag: __, ...others } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 500, others).end(body)
      })
    })
  }

  deploy(): void {
    this.#later = true
  }

  stop(): void {
    this.#down = true
    this.closeConnections()
  }
}

let server: TestServer
let site: Deployment
let address: string

test.beforeEach(async () => {
  server = new TestServer()
  await server.start()
  site = new Deployment(server)
  address = await site.listen()
})

test.afterEach(async () => {
  site.close()
  await server.close()
})

const all = Boolean(process.env.TAFELRUNDE_ALL_LOOKS)

const buildOf = (page: Page) => page.locator('meta[name=build]').getAttribute('content')
const caches = (page: Page) => page.evaluate(() => globalThis.caches.keys())

/** start starts a game of Way of the Knight; Black is a weak computer. */
async function startGame(page: Page): Promise<Board> {
  const dialog = page.locator('dialog')
  const black = dialog.getByRole('group', { name: 'Black', exact: true })
  await black.getByRole('combobox').first().selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Start game' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Your move', { exact: true })).toBeVisible()
  return new Board(page)
}

test('after the first visit, games, rules, pieces and saved games work without network', async ({ page, context }) => {
  const account = { name: 'Kuno', password: 'long enough' }
  expect((await page.request.post(`${address}/api/account`, { data: account })).ok()).toBe(true)
  await engineOn(context)
  const engines = await recordEngineCalls(page)
  await page.goto(address)
  await installed(page)
  site.stop()
  await context.setOffline(true)

  // The person is known, and so is why the online games are missing.
  await page.reload()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Kuno' })).toBeVisible()
  await expect(page.getByText(/^The server cannot be reached\. Your online games are back/)).toBeVisible()

  await page.goto(`${address}/wotn/new`)
  const board = await startGame(page)
  await board.click('e2', 'e4')
  await expect(board.square('e4')).toHaveAttribute('aria-label', /White Pawn/)
  // The computer answers.
  await expect(page.locator('.pair button:nth-of-type(2)')).toHaveCount(1)
  await expect(page.getByText('Your move', { exact: true })).toBeVisible()
  const saved = page.url()
  await page.reload()
  await expect(board.square('e4')).toHaveAttribute('aria-label', /White Pawn/)

  const others = ['/pieces/queen', '/learn', '/rules/lancelot']
  for (const path of ['/', '/pieces', '/learn/lancelot-start/2', '/rules/wotn', ...(all ? others : [])]) {
    await page.goto(`${address}${path}`)
    if (all) await page.reload()
    await expect(page.locator('main h1').first()).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  }
  // Tables need the server, and the page says so before somebody tries to open one.
  await page.goto(`${address}/play`)
  await expect(page.getByText(/^Tables need the server/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^3 \+ 2/ })).toBeDisabled()
  await expect(page.getByRole('heading', { name: 'Open tables' })).toHaveCount(0)
  await page.goto(`${address}/play/friend`)
  await expect(page.getByText(/^A game with friends needs the server/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create link' })).toBeDisabled()
  await page.goto(`${address}/learn/wotn-start/11`)
  await board.click('c3', 'a4')
  await expect(page.getByText('Solved', { exact: true })).toBeVisible()
  await page.goto(`${address}/lancelot/new`)
  await expect(page.locator('dialog').getByText('8 × 8')).toBeVisible()
  // Without the file of its network the engine would run too, but play worse.
  await page.goto(`${address}/analysis/wotn`)
  await expect
    .poll(async () => (await engines.calls('networks')).map(([name]) => name))
    .toEqual(expect.arrayContaining(['network', 'analyse']))
  await page.goto(saved)
  await expect(board.square('e4')).toHaveAttribute('aria-label', /White Pawn/)
})

test('a page of the build before works until it is reloaded', audit, async ({ page, context }) => {
  await page.goto(address)
  await installed(page)
  const before = await buildOf(page)
  const other = await context.newPage()
  site.deploy()

  // The page finds the new build, offers to load it, and goes on with its own files, which the server no longer has.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  const reload = page.getByRole('button', { name: 'Reload', exact: true })
  // It loads all files again.
  await expect(reload).toBeVisible({ timeout: 60_000 })
  expect(await caches(page)).toHaveLength(2)
  await page.getByRole('button', { name: 'Later', exact: true }).click()
  // Every part that is loaded when it is first shown, except those of dialogs that need an account.
  for (const path of [
    '/pieces',
    '/pieces/queen',
    '/play',
    '/account',
    '/security',
    '/rules/wotn',
    '/rules/lancelot',
    '/learn',
    '/learn/wotn-start/1',
    '/analysis/wotn',
    '/analysis/lancelot',
    '/games',
    '/studies',
    '/study/nothing',
    '/leaderboards',
    '/following',
    '/settings',
    '/admin',
    '/join',
    '/reset',
    '/people/nobody',
    '/match/nothing',
    '/play/new',
    '/wotn/paste',
    '/lancelot/new',
  ]) {
    await page.evaluate((path) => {
      const link = Object.assign(document.createElement('a'), { href: path, textContent: 'go' })
      document.body.append(link)
      link.click()
      link.remove()
    }, path)
    await expect(page).toHaveURL(`${address}${path}`)
    await expect(page.locator('main h1, dialog h1, dialog h2').first()).toBeAttached()
    await expect(page.getByText('This page could not be loaded.')).toHaveCount(0)
  }
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/wotn/new' })
    document.body.append(link)
    link.click()
  })
  const board = await startGame(page)
  await board.click('e2', 'e4')
  await expect(board.square('e4')).toHaveAttribute('aria-label', /White Pawn/)
  expect(await buildOf(page)).toBe(before)

  // Another page has the new build meanwhile, and this one after it is reloaded.
  await other.goto(address)
  await expect(other.locator('main h1').first()).toBeVisible()
  expect(await buildOf(other)).toBe('later')
  expect(await caches(page)).toHaveLength(2)
  await page.reload()
  await expect(board.square('e4')).toHaveAttribute('aria-label', /White Pawn/)
  expect(await buildOf(page)).toBe('later')
})

test('pages that need no rules do not load them', audit, async ({ page }) => {
  await page.route('**/sw.js', (route) => route.abort())
  const programs: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.wasm')) programs.push(new URL(page.url()).pathname)
  })
  for (const path of [
    '/',
    '/pieces',
    '/pieces/queen',
    '/learn',
    '/rules/wotn',
    '/rules/lancelot',
    '/play',
    '/account',
    '/security',
  ]) {
    await page.goto(`${address}${path}`)
    await expect(page.locator('main h1').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  expect(programs).toEqual([])
  await page.goto(`${address}/wotn/new`)
  await startGame(page)
  expect(programs).not.toEqual([])
})
