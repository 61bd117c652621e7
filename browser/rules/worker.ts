/**
 * The worker that runs one instance of the rules. The address of the program asks for the compiled program; the compiled program
 * starts it. Each later message is a call; its reply has the same id.
 */
import './built/wasm_exec.js'
import type { Tafelrunde, Watch } from './contract.ts'

export interface Call {
  id: number
  part: keyof Tafelrunde
  name: string
  args: unknown[]
  /**
   * The call gets a watch as its last argument, which reports partial values and stops the call when `flag` is not 0. Without
   * a flag, where memory cannot be shared, the call cannot be stopped.
   */
  watch?: { flag: Int32Array | undefined }
}

export type Reply =
  | { id: number; value: unknown }
  | { id: number; partial: unknown }
  | { id: number; error: string }
  | { stopped: string }

/** The compiled program, or why there is none. */
export type Program = { module: WebAssembly.Module } | { error: string }

interface GoProgram {
  importObject: WebAssembly.Imports
  run(instance: WebAssembly.Instance): Promise<void>
}

const scope = globalThis as unknown as {
  Go: new () => GoProgram
  tafelrunde?: Tafelrunde
  postMessage(reply: Reply | Program): void
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

function watching(id: number, flag: Int32Array | undefined): Watch {
  return {
    stopped: () => flag !== undefined && Atomics.load(flag, 0) !== 0,
    report: (partial) => scope.postMessage({ id, partial }),
  }
}

scope.onmessage = async ({ data }: MessageEvent<string | WebAssembly.Module | Call>) => {
  if (typeof data === 'string') {
    try {
      scope.postMessage({ module: await WebAssembly.compileStreaming(fetch(data)) })
    } catch (reason) {
      scope.postMessage({ error: String(reason) })
    }
    return
  }
  if (data instanceof WebAssembly.Module) {
    ready = start(data)
    ready.catch((reason: unknown) => scope.postMessage({ stopped: String(reason) }))
    return
  }
  const { id, part, name, watch } = data
  const args = watch ? [...data.args, watching(id, watch.flag)] : data.args
  try {
    const functions = (await ready)?.[part] as unknown as Record<string, (...args: unknown[]) => unknown> | undefined
    const fn = functions?.[name]
    if (!fn) throw new Error(`the rules have no ${part}.${name}`)
    scope.postMessage({ id, value: fn(...args) })
  } catch (reason) {
    scope.postMessage({ id, error: String(reason) })
  }
}
