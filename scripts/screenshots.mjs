#!/usr/bin/env node
// Takes a screenshot of every page at the sizes of phones, a tablet and a desktop,
// to be looked at: starts the program with a fresh database, opens an account, a
// table and games, and saves the pictures in out/screenshots. Phones have touch.
//
//   make screenshots [SCHEME=light|dark] [SPEECH=en|de] [PAGES=home,lobby]

import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { chromium } = createRequire(join(root, 'browser/package.json'))('@playwright/test')

const scheme = process.env.SCHEME || 'light'
const language = process.env.SPEECH || 'en'
const wanted = (process.env.PAGES || '').split(',').filter(Boolean)

const sizes = [
  { width: 360, height: 640, phone: true },
  { width: 390, height: 844, phone: true },
  { width: 844, height: 390, phone: true },
  { width: 768, height: 1024, phone: true },
  { width: 1280, height: 860, phone: false },
]

const wayOfTheKnight = `1.e4 e5 2.Nf3 Nc6 3.d4 Nxd4 4.Nxd4/NW exd4/WfbD 5.Qxd4 Qf6 6.e5 Qb6 7.Be3 Ne7
8.Bc4 Nf5 9.Qd5 Nxe3/NW 10.Qxf7+ Kd8 11.fxe3/DA Qxb2`
const lancelot =
  '2c2cb1c1/3b5b/4a2a2/2b7/2a3*a2/3c5b/2c3b3/cc2c5/1ca5a1/2ab3a1c a 1,0,4 20,20,20 abc diagonals+excalibur 8'

const data = mkdtempSync(join(tmpdir(), 'tafelrunde-'))
const texts = ['imprint', 'privacy', 'terms'].flatMap((name) => [
  `--${name}`,
  join(root, `browser/tests/texts/${name}.md`),
])
const program = spawn(
  join(root, 'bin/tafelrunde'),
  ['--addr', '127.0.0.1:0', '--data', data, '--unlimited-loopback', ...texts],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)

async function address() {
  for await (const line of createInterface({ input: program.stdout })) {
    const found = /http:\S+/.exec(line)
    if (found) return found[0].replace(/\/$/, '')
  }
  throw new Error('the program did not start')
}

// Sends requests as one person; the cookie is kept.
function person(base) {
  let cookie = ''
  return async (method, path, body) => {
    const response = await fetch(`${base}/api${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    const set = response.headers.getSetCookie().find((line) => line.startsWith('tafelrunde='))
    if (set) cookie = set.split(';')[0]
    const text = await response.text()
    return { body: text ? JSON.parse(text) : {}, cookie }
  }
}

const settings = (game) => ({
  game,
  variant: game === 'wotn' ? 'wotn' : 'basic',
  seats: 2,
  first: 0,
  clock: { kind: 'none' },
  rated: false,
  takebacks: true,
  visibility: 'public',
})

const base = await address()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})

// Opens a dialog or a game through the page, like a person.
const paste = (game, text) => async (page) => {
  await page.goto(`${base}/${game}/paste`)
  await page.locator('dialog textarea').fill(text)
  await page.locator('dialog footer button').last().click()
  await page.locator('main [role=grid]').waitFor()
}
const go =
  (path, ready = 'main h1, main h2') =>
  async (page) => {
    await page.goto(base + path)
    await page.locator(ready).first().waitFor()
  }

try {
  const anna = person(base)
  const { body: account, cookie } = await anna('POST', '/account', { name: 'Anna', password: 'correct horse battery' })
  execFileSync(join(root, 'bin/tafelrunde'), ['admin', 'role', 'Anna', 'administrator', '--data', data])
  const bors = person(base)
  await bors('POST', '/session', { name: 'Bors' })
  const table = async (owner, game) =>
    (await owner('POST', '/matches', { settings: settings(game), seat: 0 })).body.match
  const waiting = await table(anna, 'wotn')
  const online = await table(bors, 'wotn')
  await anna('POST', `/matches/${online}/commands`, { type: 'sit', seat: 1 })
  await bors('POST', `/matches/${online}/commands`, { type: 'move', move: 'e2e4' })
  await table(bors, 'lancelot')
  const finished = await table(bors, 'wotn')
  await anna('POST', `/matches/${finished}/commands`, { type: 'sit', seat: 1 })
  await bors('POST', `/matches/${finished}/commands`, { type: 'move', move: 'e2e4' })
  await anna('POST', `/matches/${finished}/commands`, { type: 'move', move: 'd7d5' })
  await bors('POST', `/matches/${finished}/commands`, { type: 'resign' })

  const study = async (title, game, chapters) => {
    const { body } = await anna('POST', '/studies', { game, title, visibility: 'public', chapter: chapters[0] })
    for (const chapter of chapters.slice(1)) await anna('POST', `/studies/${body.id}/chapters`, chapter)
    return body.id
  }
  const forks = await study('Forks and double captures', 'wotn', [
    { title: 'A fork by the squire', text: wayOfTheKnight },
    { title: 'Start position', text: '' },
  ])
  const leads = await study('Leads on lines', 'lancelot', [
    { title: 'Three seats', text: `[Position "${lancelot}"]\n\n` },
  ])

  const pages = {
    home: go('/', 'main h1, main h2'),
    lobby: go('/play'),
    games: go('/games'),
    waiting: go(`/match/${waiting}`),
    online: go(`/match/${online}`, 'main [role=grid]'),
    'local-wotn': paste('wotn', wayOfTheKnight),
    'local-lancelot': paste('lancelot', lancelot),
    account: go('/account'),
    'sign-in': go('/account'),
    settings: go('/settings'),
    profile: go(`/people/${account.id}`),
    'analysis-wotn': go('/analysis/wotn#moves=e2e4,d7d5,e4d5s,d8d5', '.pvs button'),
    'analysis-lancelot': go('/analysis/lancelot#turns=g8;h9;g9;h8', '.pvs button'),
    'editor-wotn': go(
      '/analysis/wotn#setup=r1bk3r/pp1p1Qpp/2p5/4l3/2B5/4K3/P1P3PP/4RR2_b_-_-_1_17',
      'main [role=grid]',
    ),
    'editor-lancelot': go('/analysis/lancelot#setup=8/8/8/3ab3/8/8/8/8_a_0,0_29,29_-_basic_7', 'main [role=grid]'),
    leaderboards: go('/leaderboards'),
    finished: go(`/match/${finished}`, 'main [role=grid]'),
    reset: go('/reset#link', 'main form'),
    studies: go('/studies'),
    'study-wotn': go(`/study/${forks}`, '.pvs button'),
    'study-lancelot': go(`/study/${leads}`, '.pvs button'),
    learn: go('/learn', 'main h3'),
    'learn-exercise': go('/learn/wotn-start/5', '[role=grid] .square'),
    'rules-wotn': go('/rules/wotn', 'article h2'),
    'rules-lancelot': go('/rules/lancelot', 'article h2'),
    pieces: go('/pieces', 'main svg'),
    'piece-nightrider': go('/pieces/nightrider', 'article svg.diagram'),
    'piece-guard': go('/pieces/guard', 'article svg.diagram'),
    admin: go('/admin', 'main h2'),
    join: go('/join#invitation', 'main form'),
    imprint: go('/imprint', 'article h1'),
    privacy: go('/privacy', 'article h1'),
    terms: go('/terms', 'article h1'),
    missing: go('/nowhere', 'main h1'),
    'new-wotn': go('/wotn/new', 'dialog[open]'),
    'new-lancelot': go('/lancelot/new', 'dialog[open]'),
    'new-table': go('/play/new', 'dialog[open]'),
    'paste-wotn': go('/wotn/paste', 'dialog[open]'),
    'paste-lancelot': go('/lancelot/paste', 'dialog[open]'),
  }
  const unknown = wanted.filter((name) => !(name in pages))
  if (unknown.length > 0) throw new Error(`no page ${unknown.join(', ')}; there are ${Object.keys(pages).join(', ')}`)

  const folder = join(root, 'out/screenshots', `${language}-${scheme}`)
  mkdirSync(folder, { recursive: true })
  for (const { width, height, phone } of sizes) {
    for (const [name, open] of Object.entries(pages)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      // A fresh context for each page: saved games of one are not shown on another.
      const context = await browser.newContext({
        viewport: { width, height },
        locale: language === 'de' ? 'de-DE' : 'en-GB',
        colorScheme: scheme,
        reducedMotion: 'reduce',
        hasTouch: phone,
        isMobile: phone,
      })
      if (!['sign-in', 'join', 'reset'].includes(name)) {
        const [key, ...value] = cookie.split('=')
        await context.addCookies([{ name: key, value: value.join('='), url: base }])
      }
      // As on a device with many processors; on others the live engine waits for a tap.
      await context.addInitScript(() => localStorage.setItem('tafelrunde.engine', '{"on":true}'))
      const page = await context.newPage()
      await open(page)
      await page.evaluate(() => document.fonts.ready)
      await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => {}) // an event stream stays open
      await page.screenshot({ path: join(folder, `${name}-${width}x${height}.png`) })
      await context.close()
    }
  }
  console.log(folder)
} finally {
  await browser.close()
  program.kill('SIGTERM')
  await new Promise((resolve) => program.once('exit', resolve))
  rmSync(data, { recursive: true, force: true })
}
