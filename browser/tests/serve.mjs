// Runs the program with a temporary data folder.
//
//   node tests/serve.mjs PROGRAM HOST:PORT

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [program = '', address = ''] = process.argv.slice(2)
const data = mkdtempSync(join(tmpdir(), 'tafelrunde-'))
const texts = fileURLToPath(new URL('texts/', import.meta.url))
const server = spawn(
  program,
  [
    'serve',
    '--addr',
    address,
    '--data',
    data,
    '--unlimited-loopback',
    '--imprint',
    join(texts, 'imprint.md'),
    '--privacy',
    join(texts, 'privacy.md'),
    '--terms',
    join(texts, 'terms.md'),
  ],
  { stdio: 'inherit' },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => {
  rmSync(data, { recursive: true, force: true })
  process.exitCode = code ?? 1
})
