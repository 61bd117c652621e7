// Writes the content of some pages, as it appears at first, into a built front end:
// prerendered.json. The server puts it into the start page, so that a browser paints it
// before it has loaded any script.
//
//   node scripts/prerender.mjs FOLDER

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', 'browser')
const [folder] = process.argv.slice(2).map((name) => resolve(name))
if (!folder) {
  console.error('prerender: the folder is missing')
  process.exit(2)
}

const { build } = await import(pathToFileURL(createRequire(join(root, 'package.json')).resolve('vite')))
// Within the folder of the front end, where its dependencies are found.
const built = mkdtempSync(join(root, 'node_modules/.prerender-'))
try {
  process.chdir(root)
  await build({
    logLevel: 'error',
    build: { ssr: 'prerender/pages.ts', outDir: built, manifest: false, copyPublicDir: false, cssMinify: false },
  })
  const { pages } = await import(pathToFileURL(join(built, 'pages.js')))
  writeFileSync(join(folder, 'prerendered.json'), JSON.stringify(await pages()))
} finally {
  rmSync(built, { recursive: true })
}
