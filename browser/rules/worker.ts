/**
 * The worker that runs one instance of the rules. The first message is the compiled program. Each later message is a call;
 * its reply has the same id.
 */
import './built/wasm_exec.js'
import type { Tafelrunde } from './contract.ts'

export interface Call {
  id: number
  part: keyof Tafelrunde
  name: string
  args: unknown[]
}

export type Reply = { id: number; value: unknown } | { id: number; error: string } | { stopped: string }

interface GoProgram {
  importObject: WebAssembly.Imports
  run(instance: WebAssembly.Instance): Promise<void>
}

const scope = globalThis as unknown as {
  Go: new () => GoProgram
  tafelrunde?: Tafelrunde
  postMessage(reply: Reply): void
  onmessage: (event: MessageEvent) => void
}

let ready: Promise<Tafelrunde> | undefined

async function start(module: WebAssembly.Module): Promise<Tafelrunde> {
  const program = new scope.Go()
  const instance = await WebAssembly.instantiate(module, program.importObject)
  program.run(instance).then(
    () => scope.postMessage({ stopped: 'the program of the rules has exited' }),
    (reason: unknown) => scope.postMessage({ stopped: String(reason) }),
  )
  if (!scope.tafelrunde) throw new Error('the program of the rules did not start')
  return scope.tafelrunde
}

scope.onmessage = async ({ data }: MessageEvent<WebAssembly.Module | Call>) => {
  if (data instanceof WebAssembly.Module) {
    ready = start(data)
    ready.catch((reason: unknown) => scope.postMessage({ stopped: String(reason) }))
    return
  }
  const { id, part, name, args } = data
  try {
    const functions = (await ready)?.[part] as unknown as Record<string, (...args: unknown[]) => unknown> | undefined
    const fn = functions?.[name]
    if (!fn) throw new Error(`the rules have no ${part}.${name}`)
    scope.postMessage({ id, value: fn(...args) })
  } catch (reason) {
    scope.postMessage({ id, error: String(reason) })
  }
}
