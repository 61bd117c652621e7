import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const versions = '/usr/lib/postgresql'
const newest = existsSync(versions)
  ? readdirSync(versions)
      .sort((a, b) => Number(a) - Number(b))
      .at(-1)
  : undefined

/** Debian's PostgreSQL is installed. */
export const hasPostgres = newest !== undefined

/** A PostgreSQL server for one test file. */
export class Postgres {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tafelrunde-postgres-'))
  #port = 0
  /** The user that runs the server, which refuses to run as root. */
  readonly #user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}

  get url(): string {
    return `postgres://tafelrunde@127.0.0.1:${this.#port}/site?sslmode=disable`
  }

  async open(): Promise<void> {
    const { uid, gid } = this.#user
    if (uid !== undefined && gid !== undefined) chownSync(this.#folder, uid, gid)
    this.#port = await freePort()
    this.#run('initdb', '-U', 'tafelrunde', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync', '-D', this.#data)
    this.start()
    this.#run('createdb', '-h', '127.0.0.1', '-p', String(this.#port), '-U', 'tafelrunde', 'site')
  }

  start(): void {
    const options = `-p ${this.#port} -c listen_addresses=127.0.0.1 -c fsync=off -k ${this.#folder}`
    this.#run('pg_ctl', 'start', '-w', '-D', this.#data, '-l', join(this.#folder, 'log'), '-o', options)
  }

  /** Stops the server without a shutdown. */
  stop(): void {
    this.#run('pg_ctl', 'stop', '-w', '-m', 'immediate', '-D', this.#data)
  }

  close(): void {
    try {
      this.stop()
    } finally {
      rmSync(this.#folder, { recursive: true, force: true })
    }
  }

  get #data(): string {
    return join(this.#folder, 'data')
  }

  #run(program: string, ...args: string[]): void {
    execFileSync(`${versions}/${newest}/bin/${program}`, args, { cwd: this.#folder, stdio: 'ignore', ...this.#user })
  }
}

const idOf = (kind: '-u' | '-g') => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }))

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
}
