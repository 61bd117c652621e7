// Two bots play whole games through clients of lichess that others have written: equine, and openapi-fetch with lichess's
// own types of its API. Only the address is another. Reads {url, tokens, games, fen} from standard input, where games has the
// moves of a game by variant, that of fromPosition from fen; TestLichessClientsFromNpm in internal/web/bots runs it.
// @ts-check
import assert from 'node:assert/strict'
import { Equine } from 'equine'
import createClient from 'openapi-fetch'

/** @typedef {import('@lichess-org/types').paths} Paths */
/** @typedef {import('@lichess-org/types').components['schemas']} Schemas */
/** @typedef {{ token: string, name: string, client: import('openapi-fetch').Client<Paths>, equine: any }} Bot */

const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
/** @type {{ url: string, tokens: [string, string], games: Record<string, string[]>, fen: string }} */
const { url, tokens, games, fen } = JSON.parse(Buffer.concat(chunks).toString())

// equine has the address of lichess built in.
const { fetch } = globalThis
globalThis.fetch = (/** @type {any} */ address, /** @type {RequestInit | undefined} */ init) =>
  fetch(typeof address === 'string' ? address.replace('https://lichess.org', url) : address, init)

/** ok requires a response without an error, and returns its content.
 * @template T @param {{ data?: T, error?: unknown, response: Response }} result @returns {T} */
function ok({ data, error, response }) {
  assert.equal(error, undefined, `${response.url}: ${response.status} ${JSON.stringify(error)}`)
  return /** @type {T} */ (data)
}

/** lines reads a stream of JSON lines.
 * @param {ReadableStream<Uint8Array> | null} body @returns {AsyncGenerator<any>} */
async function* lines(body) {
  if (!body) return
  let rest = ''
  for await (const text of body.pipeThrough(/** @type {any} */ (new TextDecoderStream()))) {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) if (part) yield JSON.parse(part)
  }
}

/** @type {Bot[]} */
const bots = []
for (const token of tokens) {
  const client = /** @type {Bot['client']} */ (
    createClient({ baseUrl: url, headers: { Authorization: `Bearer ${token}` } })
  )
  const equine = new Equine(token)
  const { username } = ok(await client.GET('/api/account'))
  ok(await client.POST('/api/bot/account/upgrade'))
  const profile = await equine.account.profile()
  assert.equal(profile.title, 'BOT')
  assert.equal(profile.username, username)
  bots.push({ token, name: username, client, equine })
}
const [ann, ben] = /** @type {[Bot, Bot]} */ (bots)

const tested = ok(
  await ann.client.POST('/api/token/test', {
    body: tokens.join(','),
    bodySerializer: (body) => body,
    headers: { 'Content-Type': 'text/plain' },
  }),
)
for (const { token, name } of bots) {
  assert.equal(tested[token]?.userId, name.toLowerCase())
  assert(tested[token]?.scopes?.split(',').includes('bot:play'))
}

/** events of a bot, from now on. @param {Bot} bot */
async function eventsOf({ client }) {
  return lines(ok(await client.GET('/api/stream/event', { parseAs: 'stream' })))
}

/** next returns the next event of a type that concerns a game or challenge.
 * @param {AsyncGenerator<any>} events @param {string} type @param {string} id */
async function next(events, type, id) {
  for (;;) {
    const { value, done } = await events.next()
    assert(!done, `the stream ended before ${type}`)
    if (value.type === type && (value.game ?? value.challenge).id === id) return value
  }
}
const [anns, bens] = [await eventsOf(ann), await eventsOf(ben)]

// Challenges through equine.
const refused = await ann.equine.challenge.create({ username: ben.name })
assert.equal(refused.status, 'created')
assert.deepEqual(refused.timeControl, { type: 'unlimited' })
assert.equal((await ben.equine.account.challenges()).in[0].id, refused.id)
assert.equal((await ben.equine.challenge.decline({ challengeId: refused.id })).ok, true)
assert.equal((await next(anns, 'challengeDeclined', refused.id)).challenge.declineReasonKey, 'generic')
const withdrawn = await ann.equine.challenge.create({ username: ben.name })
await next(bens, 'challenge', withdrawn.id)
assert.equal((await ann.equine.challenge.cancel({ challengeId: withdrawn.id })).ok, true)
await next(bens, 'challengeCanceled', withdrawn.id)
assert.match((await ann.equine.challenge.create({ username: 'nobody' })).error, /not found/i)
assert.equal((await ann.equine.user.info({ username: ben.name })).title, 'BOT')
assert.equal((await ann.equine.users.status({ ids: ben.name }))[0].online, true)

/** play plays the moves of one side until the stream of the game ends, and returns the last state.
 * @param {Bot} bot @param {string} gameId @param {string[]} moves */
async function play({ client, name }, gameId, moves) {
  const path = { gameId }
  const game = lines(ok(await client.GET('/api/bot/game/stream/{gameId}', { params: { path }, parseAs: 'stream' })))
  let white = false
  /** @type {Schemas['GameStateEvent'] | undefined} */
  let last
  for await (const line of game) {
    if (line.type === 'gameFull') white = line.white.id === name.toLowerCase()
    if (line.type !== 'gameFull' && line.type !== 'gameState') continue
    /** @type {Schemas['GameStateEvent']} */
    const state = line.type === 'gameFull' ? line.state : line
    last = state
    const n = state.moves.split(' ').filter(Boolean).length
    const move = moves[n]
    if (state.status === 'started' && move && (n % 2 === 0) === white)
      ok(await client.POST('/api/bot/game/{gameId}/move/{move}', { params: { path: { gameId, move } } }))
  }
  return last
}

/** @param {string} id @param {string} key */
async function playGame(id, key) {
  const moves = games[key] ?? []
  await Promise.all([next(anns, 'gameStart', id), next(bens, 'gameStart', id)])
  const { nowPlaying } = await ann.equine.account.ongoing({ limit: 5 })
  assert.deepEqual(
    nowPlaying.map((/** @type {any} */ game) => game.gameId),
    [id],
  )
  const path = { gameId: id }
  ok(
    await ben.client.POST('/api/bot/game/{gameId}/chat', {
      params: { path },
      body: { room: 'player', text: 'Good luck = have fun & more' },
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    }),
  )
  for (const state of await Promise.all([play(ann, id, moves), play(ben, id, moves)])) {
    assert.equal(state?.moves, moves.join(' '))
    assert.equal(state?.status, 'mate')
  }
  await Promise.all([next(anns, 'gameFinish', id), next(bens, 'gameFinish', id)])
  const exported = /** @type {Schemas['GameJson']} */ (
    ok(
      await ann.client.GET('/game/export/{gameId}', {
        params: { path, query: { pgnInJson: true } },
        headers: { Accept: 'application/json' },
      }),
    )
  )
  assert.equal(exported.moves?.split(' ').length, moves.length)
  assert.match(exported.pgn ?? '', /\[WhiteTitle "BOT"\]/)
  console.log(`played ${id} ${key}`)
}

const chess = await ann.equine.challenge.create({ username: ben.name })
assert.equal((await ben.equine.challenge.accept({ challengeId: chess.id })).ok, true)
await playGame(chess.id, 'standard')

// Lichess's API cannot offer a rematch. The offer is a challenge.
const offer = await fetch(`${url}/api/matches/${chess.id}/commands`, {
  method: 'POST',
  headers: { Authorization: `Bearer ${ann.token}`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ type: 'rematch' }),
})
assert.equal(offer.status, 200)
const rematch = (await next(bens, 'challenge', `${chess.id}.2`)).challenge
assert.equal(rematch.rematchOf, chess.id)
assert.equal((await ben.equine.account.challenges()).in[0].id, rematch.id)
assert.equal((await ben.equine.challenge.accept({ challengeId: rematch.id })).ok, true)
await playGame(rematch.id, 'standard')

const position = ok(
  await ann.client.POST('/api/challenge/{username}', {
    params: { path: { username: ben.name } },
    body: { 'clock.limit': 300, 'clock.increment': 2, variant: 'fromPosition', fen, rated: false },
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  }),
)
assert.equal((await next(bens, 'challenge', position.id)).challenge.variant.key, 'fromPosition')
assert.equal((await ben.equine.challenge.accept({ challengeId: position.id })).ok, true)
await playGame(position.id, 'fromPosition')

const variant = /** @type {'standard'} */ ('wotn') // not among the variants of lichess
const wotn = ok(
  await ben.client.POST('/api/challenge/{username}', {
    params: { path: { username: ann.name } },
    body: { 'clock.limit': 300, 'clock.increment': 2, color: 'white', variant, rated: false },
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  }),
)
ok(await ann.client.POST('/api/challenge/{challengeId}/accept', { params: { path: { challengeId: wotn.id } } }))
await playGame(wotn.id, 'wotn')
process.exit(0) // the streams of events have no end
