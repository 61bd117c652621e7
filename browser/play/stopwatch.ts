/** Measures time by the system's clock, so that it also runs while timers of a hidden tab are throttled. */
export class Stopwatch {
  #before = 0
  #since: number | undefined

  /** The measured time in milliseconds. */
  get time(): number {
    return this.#before + (this.#since === undefined ? 0 : Math.max(0, Date.now() - this.#since))
  }

  start(): void {
    this.#since ??= Date.now()
  }

  stop(): void {
    this.#before = this.time
    this.#since = undefined
  }

  /** Stops, with another measured time. */
  reset(time = 0): void {
    this.#before = time
    this.#since = undefined
  }
}
