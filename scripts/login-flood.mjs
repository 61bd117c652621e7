#!/usr/bin/env node
// Measures a server while many people log in at once: its memory, and how long it
// takes to answer /healthz.
//
//   scripts/login-flood.mjs [PROGRAM [LOGINS [RUNS [NICE]]]]
//
// PROGRAM (bin/tafelrunde) serves an empty folder; LOGINS (1000) for unknown names
// are sent in each of RUNS (3), from a process of priority NICE (19), while this
// process requests /healthz every 5 ms. The status is 1 if /healthz took more than
// 250 ms in the median run, or the memory exceeded 400 MB. On a busy machine the
// times are those of the machine. Needs Linux.
import { fork, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { loadavg, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const MOST_MS = 250
const MOST_MB = 400

/** Sends a request and returns its status. */
function request(port, path, body, agent) {
  return new Promise((resolve, reject) => {
    const method = body ? 'POST' : 'GET'
    const headers = body ? { 'Content-Type': 'application/json' } : {}
    const sent = http.request({ host: '127.0.0.1', port, path, method, agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
    sent.on('error', reject).end(body)
  })
}

/** The flood: a process of its own, which sends all logins at once when it is told to. */
async function flood(port, logins, nice) {
  setPriority(nice)
  const agent = new http.Agent({ maxSockets: logins })
  process.on('message', async () => {
    const statuses = {}
    await Promise.all(
      Array.from({ length: logins }, async (_, i) => {
        const body = JSON.stringify({ name: `Nobody ${i}`, password: '12345678' })
        const status = await request(port, '/api/login', body, agent).catch((e) => e.code ?? 'failed')
        statuses[status] = (statuses[status] ?? 0) + 1
      }),
    )
    process.send(statuses)
  })
  process.send('ready')
}

/** Starts a server at a free port and returns it with the port. */
function serve(program, folder) {
  const server = spawn(program, ['serve', '--addr', '127.0.0.1:0', '--unlimited-loopback', '--data', folder])
  return new Promise((resolve, reject) => {
    const read = (chunk) => {
      const port = /127\.0\.0\.1:(\d+)/.exec(chunk)?.[1]
      if (port) resolve([server, Number(port)])
    }
    server.stdout.on('data', read)
    server.stderr.on('data', read)
    server.on('error', reject).on('exit', (status) => reject(new Error(`the server ended with status ${status}`)))
  })
}

/** The largest resident memory of a process so far, in MB. */
function peakMemory(pid) {
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1000)
}

async function measure(program, logins, nice) {
  const folder = mkdtempSync(join(tmpdir(), 'login-flood-'))
  const [server, port] = await serve(program, folder)
  const ended = new Promise((resolve) => server.removeAllListeners('exit').on('exit', resolve))
  const client = fork(process.argv[1], ['flood', port, logins, nice])
  process.once('exit', () => {
    client.kill()
    server.kill()
  })
  try {
    await new Promise((resolve) => client.once('message', resolve))
    let statuses
    client.once('message', (m) => {
      statuses = m
    })
    const began = performance.now()
    client.send('begin')
    const times = []
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    let unhealthy = 0
    while (!statuses) {
      const at = performance.now()
      if ((await request(port, '/healthz', undefined, agent)) !== 200) unhealthy++
      times.push(performance.now() - at)
      await pause(5)
    }
    agent.destroy()
    times.sort((a, b) => a - b)
    return {
      seconds: ((performance.now() - began) / 1000).toFixed(1),
      statuses: JSON.stringify(statuses),
      unhealthy,
      median: Math.round(times[times.length >> 1]),
      p99: Math.round(times[Math.floor(times.length * 0.99)]),
      longest: Math.round(times.at(-1)),
      memory: peakMemory(server.pid),
      load: loadavg()[0].toFixed(1),
    }
  } finally {
    client.kill()
    server.kill()
    await ended
    rmSync(folder, { recursive: true })
  }
}

if (process.argv[2] === 'flood') {
  await flood(...process.argv.slice(3).map(Number))
} else {
  const [program = 'bin/tafelrunde', logins = 1000, runs = 3, nice = 19] = process.argv.slice(2)
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
  const all = []
  for (let i = 0; i < Number(runs); i++) all.push(await measure(program, Number(logins), Number(nice)))
  console.table(all)
  const longest = all.map((run) => run.longest).sort((a, b) => a - b)[all.length >> 1]
  const memory = Math.max(...all.map((run) => run.memory))
  console.log(
    `/healthz took at most ${longest} ms in the median run (limit ${MOST_MS}); memory at most ${memory} MB (limit ${MOST_MB})`,
  )
  process.exit(longest > MOST_MS || memory > MOST_MB ? 1 : 0)
}
