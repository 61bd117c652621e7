import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Look } from './looks.ts'

const program = process.env.TAFELRUNDE ?? '../bin/tafelrunde'

/** A server of a test's own, which can be killed and started again with the same data. */
export class House {
  readonly #data = mkdtempSync(join(tmpdir(), 'tafelrunde-house-'))
  #server: ChildProcess | undefined
  #lines: Line[] = []
  port = 0

  async open(): Promise<void> {
    const server = spawn(program, [
      'serve',
      '--addr',
      `127.0.0.1:${this.port}`,
      '--data',
      this.#data,
      '--unlimited-loopback',
    ])
    this.#server = server
    this.port = await new Promise<number>((resolve, reject) => {
      let said = ''
      const hear = (part: Buffer) => {
        said += part
        const port = /is open at http:\/\/[^/]*:(\d+)/.exec(said)?.[1]
        if (port) resolve(Number(port))
      }
      server.stdout.on('data', hear)
      server.stderr.on('data', hear)
      server.on('exit', () => reject(new Error(`the server ended: ${said}`)))
    })
  }

  /** Ends the program as a power cut would: it has no time for anything. */
  async kill(): Promise<void> {
    const server = this.#server
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGKILL')
    await gone
  }

  /**
   * Lets time pass while the server is away: what is stored happened so much earlier, and what follows from it is made
   * again.
   */
  pass(milliseconds: number): void {
    const earlier = `UPDATE events SET body = json_set(body, '$.at', json_extract(body, '$.at') - ${milliseconds});`
    execFileSync('sqlite3', [join(this.#data, 'tafelrunde.db'), earlier])
    execFileSync(program, ['store', 'rebuild', '--data', this.#data])
  }

  /** A line to the server of somebody's own. */
  async line(): Promise<Line> {
    const line = new Line(this)
    await line.open()
    this.#lines.push(line)
    return line
  }

  /** Somebody at a machine of his own, on a line of his own. */
  async arrive(
    browser: Browser,
    { language, scheme }: Look,
    size?: { width: number; height: number },
  ): Promise<Person> {
    const line = await this.line()
    const context = await browser.newContext({
      locale: language === 'en' ? 'en-GB' : 'de-DE',
      colorScheme: scheme,
      reducedMotion: 'reduce',
      baseURL: `http://127.0.0.1:${line.port}`,
      ...(size && { viewport: size }),
    })
    return { line, context, page: await context.newPage() }
  }

  async close(): Promise<void> {
    for (const line of this.#lines) line.close()
    await this.kill()
    rmSync(this.#data, { recursive: true, force: true })
  }
}

export interface Person {
  page: Page
  context: BrowserContext
  line: Line
}

/** A line between a browser and the server that can be cut, or go dumb as a network does that loses every packet. */
export class Line {
  #house: House
  #server: Server
  #pairs = new Set<[Socket, Socket]>()
  #state: 'whole' | 'cut' | 'dumb' = 'whole'
  /** Streams of events that run now. */
  streams = 0
  /** Addresses of all streams that were begun. */
  asked: string[] = []
  port = 0

  constructor(house: House) {
    this.#house = house
    this.#server = createServer((near) => this.#join(near))
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.address()
    if (address && typeof address === 'object') this.port = address.port
  }

  #join(near: Socket): void {
    near.on('error', () => {})
    if (this.#state === 'cut') {
      near.destroy()
      return
    }
    const far = connect(this.#house.port, '127.0.0.1')
    const pair: [Socket, Socket] = [near, far]
    this.#pairs.add(pair)
    let stream = false
    const end = () => {
      near.destroy()
      far.destroy()
      if (this.#pairs.delete(pair) && stream) this.streams--
    }
    far.on('error', end)
    near.on('close', end)
    far.on('close', end)
    near.on('data', (data) => {
      if (this.#state !== 'whole') return
      const asks = /^GET (\/api\/\S*stream\S*) /.exec(data.toString('latin1'))?.[1]
      if (asks) {
        this.asked.push(asks)
        if (!stream) this.streams++
        stream = true
      }
      far.write(data)
    })
    far.on('data', (data) => {
      if (this.#state === 'whole') near.write(data)
    })
  }

  #drop(): void {
    for (const [near, far] of [...this.#pairs]) {
      near.destroy()
      far.destroy()
    }
  }

  /** Every connection breaks, and none comes about. */
  cut(): void {
    this.#state = 'cut'
    this.#drop()
  }

  /** Nothing arrives any more, and nobody is told. */
  hush(): void {
    this.#state = 'dumb'
  }

  /** As after a change of network: what was begun before is lost. */
  mend(): void {
    this.#drop()
    this.#state = 'whole'
  }

  /** As by a proxy that knows which servers are there. */
  leadTo(house: House): void {
    this.#house = house
    this.#drop()
  }

  close(): void {
    this.#drop()
    this.#server.close()
  }
}
