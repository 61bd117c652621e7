/** Analyses many positions with a fixed number of nodes, divided among several workers. */
import type { WotnAnalysis } from './contract.ts'
import { type Position, type Runner, workerRunner } from './live.ts'

export interface ReviewOptions {
  /** Nodes of each position, so that the quality does not depend on the speed of the device. */
  nodes: number
  multiPV: number
  /** MiB of the hash table of each worker. */
  hash: number
  /** Ends the review: the workers are stopped and the promise is rejected with its reason. */
  signal: AbortSignal
  /** The network of the engine, undefined for none. */
  network: Uint8Array | undefined
  /** Receives each result. It is undefined for a position in which the game is over. */
  onresult: (index: number, analysis: WotnAnalysis | undefined) => void
}

/** workerCount returns the number of workers of a review: one for each core, at least one and at most four. */
export function workerCount(cores: number | undefined, positions: number): number {
  return Math.max(1, Math.min(4, cores ?? 1, positions))
}

/** analyseAll analyses positions, divided among workers. */
export async function analyseAll(
  positions: readonly Position[],
  { nodes, multiPV, hash, signal, network, onresult }: ReviewOptions,
  workers = workerCount(navigator.hardwareConcurrency, positions.length),
  newRunner: () => Runner = () => workerRunner(async () => network),
): Promise<void> {
  const limits = { multiPV, nodes, hash, milliseconds: 0, depth: 0 }
  await divided(positions.length, workers, newRunner, signal, async (runner, index) => {
    const position = positions[index]
    if (!position) return
    const answer = await runner.analyse(position, limits, { flag: undefined, onpartial: () => {} })
    signal.throwIfAborted()
    if (answer.ok) onresult(index, answer.value)
    else if (answer.problems[0]?.code === 'game-over') onresult(index, undefined)
    else throw new Error(answer.problems[0]?.message)
  })
}

/**
 * divided calls `work` for the numbers below `length` in their order, each in the next worker that is ready. The results
 * of work must not depend on which worker does it.
 */
export async function divided<R extends { end(): void }>(
  length: number,
  workers: number,
  newRunner: () => R,
  signal: AbortSignal,
  work: (runner: R, index: number) => Promise<void>,
): Promise<void> {
  const runners: R[] = []
  const stop = () => {
    for (const runner of runners) runner.end()
  }
  signal.addEventListener('abort', stop)
  let next = 0
  const run = async () => {
    const runner = newRunner()
    runners.push(runner)
    while (next < length) {
      signal.throwIfAborted()
      await work(runner, next++)
    }
  }
  try {
    signal.throwIfAborted()
    await Promise.all(Array.from({ length: workers }, run))
  } catch (reason) {
    throw signal.aborted ? signal.reason : reason
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}
