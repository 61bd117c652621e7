// Finishes a built front end: gives scripts of the start page that Vite leaves alone
// names with a hash, writes the list of files into the service worker, and writes
// compressed forms (.br and .gz) beside each file, if they are smaller.
//
//   node scripts/precompress.mjs FOLDER

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const compressible = /\.(css|html|ico|js|json|mjs|net|svg|txt|wasm|webmanifest)$/

// For the server only.
const unserved = ['parts.json', 'prerendered.json']

const [folder] = process.argv.slice(2)
if (!folder) {
  console.error('precompress: the folder is missing')
  process.exit(2)
}

const startPage = join(folder, 'index.html')
let start = readFileSync(startPage, 'utf8')
for (const name of ['before-paint.js']) {
  const hash = createHash('sha256').update(readFileSync(join(folder, name))).digest('base64url').slice(0, 8)
  const hashed = `assets/${name.replace('.', `-${hash}.`)}`
  renameSync(join(folder, name), join(folder, hashed))
  if (!start.includes(`"./${name}"`)) throw new Error(`precompress: the start page does not load ${name}`)
  start = start.replace(`"./${name}"`, `"./${hashed}"`)
}
writeFileSync(startPage, start)

// Fonts of other scripts are stored when a page first uses them.
const rare = /-(cyrillic|greek|vietnamese|latin-ext)[\w-]*\.woff2$/
const [, build] = /<meta name="build" content="([^"]+)">/.exec(start) ?? []
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  .filter((name) => ![...unserved, 'index.html', 'sw.js', 'robots.txt'].includes(name) && !rare.test(name))
  .sort()
const worker = readFileSync(join(folder, 'sw.js'), 'utf8')
const empty = "{ build: '', files: [] }"
if (!build || !worker.includes(empty)) throw new Error('precompress: the service worker or the build has no name')
writeFileSync(join(folder, 'sw.js'), worker.replace(empty, JSON.stringify({ build, files })))

const total = { plain: 0, br: 0, gz: 0 }
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !compressible.test(entry.name) || unserved.includes(entry.name)) continue
  const file = join(entry.parentPath, entry.name)
  const content = readFileSync(file)
  const forms = {
    br: brotliCompressSync(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    gz: gzipSync(content, { level: 9 }),
  }
  total.plain += content.length
  for (const [name, packed] of Object.entries(forms)) {
    total[name] += Math.min(packed.length, content.length)
    if (packed.length < content.length) writeFileSync(`${file}.${name}`, packed)
  }
}
const kb = (bytes) => `${Math.round(bytes / 1024)} KB`
console.log(`compressed ${kb(total.plain)} to ${kb(total.br)} with brotli, ${kb(total.gz)} with gzip`)
