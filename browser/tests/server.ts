import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { engineOn } from './engines.ts'
import type { Look } from './looks.ts'

const program = process.env.TAFELRUNDE ?? '../bin/tafelrunde'

/** A server for one test file. It can be killed and restarted with the same data. */
export class TestServer {
  /** The data folder, '' before the first start: Playwright also loads test files only to list their tests. */
  #data = ''
  #process: ChildProcess | undefined
  #proxies: NetworkProxy[] = []
  #options: string[]
  port = 0

  /** `options` are further options of the program. */
  constructor(...options: string[]) {
    this.#options = options
  }

  /** Starts the program; `more` are options of this start only. */
  async start(...more: string[]): Promise<void> {
    this.#data ||= mkdtempSync(join(tmpdir(), 'tafelrunde-test-'))
    const server = spawn(program, [
      'serve',
      '--addr',
      `127.0.0.1:${this.port}`,
      '--data',
      this.#data,
      '--unlimited-loopback',
      ...this.#options,
      ...more,
    ])
    this.#process = server
    this.port = await new Promise<number>((resolve, reject) => {
      let output = ''
      const read = (part: Buffer) => {
        output += part
        const port = /is open at http:\/\/[^/]*:(\d+)/.exec(output)?.[1]
        if (port) resolve(Number(port))
      }
      server.stdout.on('data', read)
      server.stderr.on('data', read)
      server.on('exit', () => reject(new Error(`the server exited: ${output}`)))
    })
  }

  /** Kills the process without a shutdown. */
  async kill(): Promise<void> {
    const server = this.#process
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const exited = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGKILL')
    await exited
  }

  /** Moves all stored events into the past, while the server is not running. */
  shiftTime(milliseconds: number): void {
    const earlier = `UPDATE events SET body = json_set(body, '$.at', json_extract(body, '$.at') - ${milliseconds});`
    execFileSync('sqlite3', [join(this.#data, 'tafelrunde.db'), earlier])
    execFileSync(program, ['store', 'rebuild', '--data', this.#data])
  }

  /** Makes the leases of all unfinished reviews expire, while the server is not running. */
  expireReviews(): void {
    execFileSync('sqlite3', [join(this.#data, 'tafelrunde.db'), 'UPDATE reviews SET due_at = 1 WHERE finished_at = 0;'])
  }

  /** Runs tafelrunde admin for the server and returns its output. */
  admin(...args: string[]): string {
    return execFileSync(program, ['admin', ...args, '--data', this.#data], { encoding: 'utf8' })
  }

  /** Returns a new browser context with its own proxy to the server. */
  async newPerson(
    browser: Browser,
    { language, scheme }: Look,
    size?: { width: number; height: number },
  ): Promise<Person> {
    const proxy = new NetworkProxy(this)
    await proxy.listen()
    this.#proxies.push(proxy)
    const context = await browser.newContext({
      locale: language === 'en' ? 'en-GB' : 'de-DE',
      colorScheme: scheme,
      reducedMotion: 'reduce',
      baseURL: `http://127.0.0.1:${proxy.port}`,
      ...(size && { viewport: size }),
    })
    await engineOn(context)
    return { proxy, context, page: await context.newPage() }
  }

  async close(): Promise<void> {
    for (const proxy of this.#proxies) proxy.close()
    await this.kill()
    if (this.#data) rmSync(this.#data, { recursive: true, force: true })
  }
}

export interface Person {
  page: Page
  context: BrowserContext
  proxy: NetworkProxy
}

/** A TCP proxy between a browser and the server, with network failures. */
export class NetworkProxy {
  #target: TestServer
  #listener: Server
  #connections = new Set<[Socket, Socket]>()
  #state: 'working' | 'cut' | 'stalled' = 'working'
  /** The number of open event streams. */
  streams = 0
  /** The paths of all requests for event streams. */
  streamRequests: string[] = []
  port = 0

  constructor(target: TestServer) {
    this.#target = target
    this.#listener = createServer((browser) => this.#accept(browser))
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#listener.listen(0, '127.0.0.1', resolve))
    const address = this.#listener.address()
    if (address && typeof address === 'object') this.port = address.port
  }

  #accept(browser: Socket): void {
    browser.on('error', () => {})
    if (this.#state === 'cut') {
      browser.destroy()
      return
    }
    const server = connect(this.#target.port, '127.0.0.1')
    const connection: [Socket, Socket] = [browser, server]
    this.#connections.add(connection)
    let stream = false
    const end = () => {
      browser.destroy()
      server.destroy()
      if (this.#connections.delete(connection) && stream) this.streams--
    }
    server.on('error', end)
    browser.on('close', end)
    server.on('close', end)
    browser.on('data', (data) => {
      if (this.#state !== 'working') return
      const path = /^GET (\/api\/\S*stream\S*) /.exec(data.toString('latin1'))?.[1]
      if (path) {
        this.streamRequests.push(path)
        if (!stream) this.streams++
        stream = true
      }
      server.write(data)
    })
    server.on('data', (data) => {
      if (this.#state === 'working') browser.write(data)
    })
  }

  #disconnect(): void {
    for (const [browser, server] of [...this.#connections]) {
      browser.destroy()
      server.destroy()
    }
  }

  /** Closes all connections and refuses new ones. */
  cut(): void {
    this.#state = 'cut'
    this.#disconnect()
  }

  /** Drops all data, without closing the connections. */
  stall(): void {
    this.#state = 'stalled'
  }

  /** Works again. Connections from before are closed. */
  restore(): void {
    this.#disconnect()
    this.#state = 'working'
  }

  /** Connects to another server. */
  redirect(target: TestServer): void {
    this.#target = target
    this.#disconnect()
  }

  close(): void {
    this.#disconnect()
    this.#listener.close()
  }
}
