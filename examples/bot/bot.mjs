#!/usr/bin/env node
// A program that plays: it opens a table of Lancelot against an engine, and
// puts stones where the server lets it, without knowing the rules. The account
// becomes that of a bot, for good.
//
//   node bot.mjs http://127.0.0.1:8080 TOKEN
//
// A token comes from POST /api/tokens, see docs/formats/bots.md.

const [server, token] = process.argv.slice(2)
if (!token) {
  console.error('usage: node bot.mjs SERVER TOKEN')
  process.exit(2)
}
const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }

async function post(path, body) {
  const answer = await fetch(server + path, { method: 'POST', headers, body: body && JSON.stringify(body) })
  return { ok: answer.ok, status: answer.status, ...(await answer.json()) }
}

/** The objects of an NDJSON stream. */
async function* lines(path) {
  const answer = await fetch(server + path, { headers })
  if (!answer.ok) throw new Error((await answer.json()).error)
  let rest = ''
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop()
    for (const part of parts) if (part) yield JSON.parse(part)
  }
}

const upgraded = await post('/api/bot/account/upgrade')
if (!upgraded.ok) throw new Error(upgraded.error)
const opened = await post('/api/matches', {
  settings: { game: 'lancelot', variant: 'basic', seats: 2, clock: { kind: 'none' }, visibility: 'link' },
  seat: 0,
  engines: [0, 1],
})
if (!opened.ok) throw new Error(opened.error)
console.log(`plays at ${server}/match/${opened.match}`)

// The field for two is D4 to K11; from the middle outward.
const squares = [...'defghijk'].flatMap((column) => [4, 5, 6, 7, 8, 9, 10, 11].map((row) => column + row))
const distance = (square) => Math.abs(square.charCodeAt(0) - 103.5) + Math.abs(Number(square.slice(1)) - 7.5)
squares.sort((a, b) => distance(a) - distance(b))

async function move() {
  for (const square of squares) {
    const answer = await post(`/api/bot/game/${opened.match}/move/${square}`)
    if (answer.ok) return
    if (answer.status === 429) {
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
}

for await (const line of lines(`/api/bot/game/stream/${opened.match}`)) {
  const state = line.type === 'gameFull' ? line.state : line
  if (state.outcome?.over) {
    console.log(`over by ${state.outcome.reason}, winners ${state.outcome.winners ?? 'none'}, after ${state.moves.split(' ').length} turns`)
    process.exit(0)
  }
  if (state.type === 'gameState' && state.toAct === 0) await move()
}
