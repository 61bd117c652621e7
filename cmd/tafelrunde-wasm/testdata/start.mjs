// Starts the program like the browser's worker and exports its object.
//
//   node SCRIPT wasm_exec.js tafelrunde.wasm …

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [support, program, ...rest] = process.argv.slice(2)
await import(pathToFileURL(resolve(support)).href)

const go = new globalThis.Go()
const { instance } = await WebAssembly.instantiate(readFileSync(program), go.importObject)
go.run(instance)

export const tafelrunde = globalThis.tafelrunde
export const args = rest

/** The value of an answer that has to be one. */
export function value(answer) {
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems))
  return answer.value
}
