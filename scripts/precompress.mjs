// Writes compressed forms (.br and .gz) beside each file of a built front end, if
// they are smaller than the file.
//
//   node scripts/precompress.mjs FOLDER

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const compressible = /\.(css|html|ico|js|json|mjs|svg|txt|wasm|webmanifest)$/

const [folder] = process.argv.slice(2)
if (!folder) {
  console.error('precompress: the folder is missing')
  process.exit(2)
}

const total = { plain: 0, br: 0, gz: 0 }
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !compressible.test(entry.name)) continue
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
