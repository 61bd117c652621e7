/**
 * The functions of the WASM program, which is compiled from the Go packages of the rules and engines. They and their types are
 * generated from cmd/tafelrunde-wasm/calls, whose documentation says what arguments and results have in common.
 */

import type { LineName, Problem } from './contract.gen.ts'

export * from './contract.gen.ts'

export type Answer<T> = { ok: true; value: T } | { ok: false; problems: Problem[] }

/** A value for the text of a problem. Lines of Lancelot are a list. */
export type Argument = string | number | LineName[]

/** Observes a running call. The worker creates it (worker.ts), as functions cannot be sent to it. */
export interface Watch {
  /** The call must end soon. */
  stopped(): boolean
  /** Receives a result, at most five times a second. */
  report(value: unknown): void
}

/** The level without deliberate errors, the only one that evaluates with the network. */
export const fullStrength = 10
