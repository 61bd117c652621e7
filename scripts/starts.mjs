// Writes what the rules say about the usual start positions of both games, so that a page
// shows them before it has loaded the rules: pieces, legal moves, seats.
//
//   node scripts/starts.mjs FOLDER      reads FOLDER/tafelrunde.wasm, writes FOLDER/starts.json

import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder] = process.argv.slice(2).map((name) => resolve(name))
if (!folder) {
  console.error('starts: the folder is missing')
  process.exit(2)
}

await import(pathToFileURL(join(folder, 'wasm_exec.js')))
const program = new globalThis.Go()
const { instance } = await WebAssembly.instantiate(readFileSync(join(folder, 'tafelrunde.wasm')), program.importObject)
void program.run(instance)
const { wotn, lancelot } = globalThis.tafelrunde

const value = (answer) => {
  if (!answer.ok) throw new Error(`starts: ${JSON.stringify(answer.problems)}`)
  return answer.value
}

/** Two seats and the basic rules. */
const options = { seats: 2, diagonals: false, excalibur: false, target: 0, first: 0 }
const start = value(lancelot.start(options))
const starts = {
  wotn: value(wotn.game('wotn', '', [])),
  lancelot: { options, start, state: value(lancelot.game(start, [], '')) },
}
writeFileSync(join(folder, 'starts.json'), `${JSON.stringify(starts)}\n`)
process.exit()
