/** Analyses many positions with a fixed number of nodes, divided among several workers. */
import type { WotnAnalysis } from './contract.ts'
import { type Position, type Runner, workerRunner } from './live.ts'

export interface ReviewOptions {
  /** Nodes of each position, so that the quality does not depend on the speed of the device. */
  nodes: number
  multiPV: number
  /** MiB of the hash tables of all workers. */
  hash: number
  /** Ends the review: the workers are stopped and the promise is rejected with its reason. */
  signal: AbortSignal
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
  { nodes, multiPV, hash, signal, onresult }: ReviewOptions,
  workers = workerCount(navigator.hardwareConcurrency, positions.length),
  newRunner: () => Runner = workerRunner,
): Promise<void> {
  const limits = { multiPV, nodes, hash: Math.max(1, Math.floor(hash / workers)), milliseconds: 0, depth: 0 }
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
 * divided calls `work` for the numbers below `length`, divided among workers. Each worker takes a part of a game, backwards,
 * so that its hash table helps with the earlier positions; one that is ready takes over half of the largest part that is left.
 */
export async function divided<R extends { end(): void }>(
  length: number,
  workers: number,
  newRunner: () => R,
  signal: AbortSignal,
  work: (runner: R, index: number) => Promise<void>,
): Promise<void> {
  const parts = divide(length, workers)
  const runners: R[] = []
  const stop = () => {
    for (const runner of runners) runner.end()
  }
  signal.addEventListener('abort', stop)
  const run = async (part: Part) => {
    const runner = newRunner()
    runners.push(runner)
    for (let index = take(parts, part); index !== undefined; index = take(parts, part)) {
      signal.throwIfAborted()
      await work(runner, index)
    }
  }
  try {
    signal.throwIfAborted()
    await Promise.all(parts.map(run))
  } catch (reason) {
    throw signal.aborted ? signal.reason : reason
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

/** Positions from `from` to before `to` that nobody has taken. */
export interface Part {
  from: number
  to: number
}

/** divide returns parts of equal size, up to one. */
export function divide(length: number, parts: number): Part[] {
  return Array.from({ length: parts }, (_, i) => ({
    from: Math.floor((length * i) / parts),
    to: Math.floor((length * (i + 1)) / parts),
  }))
}

/** take returns the last position of a part, or of half of the largest other one if the part is empty. */
export function take(parts: Part[], own: Part): number | undefined {
  if (own.from >= own.to) {
    const largest = parts.reduce((a, b) => (b.to - b.from > a.to - a.from ? b : a))
    const size = largest.to - largest.from
    if (size <= 0) return undefined
    own.to = largest.to
    own.from = largest.to - Math.ceil(size / 2)
    largest.to = own.from
  }
  own.to--
  return own.to
}
