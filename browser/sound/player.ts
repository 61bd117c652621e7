import type { SoundKind } from '../ui/settings.svelte.ts'
import { renderSound } from './synth.ts'

export interface SoundOptions {
  /** The level of the new kind of a promotion, 1 to 11. */
  level?: number
  /** Play although the kind is muted, for a button that demonstrates it. */
  test?: boolean
}

/** The settings that a player follows. */
export interface SoundSettings {
  sound: boolean
  /** From 0 to 1. */
  volume: number
  muted: readonly SoundKind[]
}

/** The part of AudioContext that a player uses itself. Safari has the additional state 'interrupted'. */
export type Context = Pick<AudioContext, 'createGain' | 'destination' | 'resume'> & {
  readonly state: string
  readonly currentTime: number
  onstatechange: ((this: never, event: Event) => unknown) | null
}

interface Parts {
  /** Creates a context. It may throw, and may start suspended. */
  create: () => Context
  settings: () => SoundSettings
  /** Reports whether this tab may play: of all tabs of the browser one does. */
  mayPlay: () => boolean
  /** The time in milliseconds. */
  now: () => number
  render?: (context: Context, output: AudioNode, kind: SoundKind, level: number | undefined) => void
}

/** A sound requested so many milliseconds before the context runs is still played; the tap that starts it makes a move. */
const patience = 300
/** Milliseconds in which a kind is played once; after a reconnect several moves arrive together. */
const repetition = 60

/**
 * A Player plays sounds in one audio context. Browsers allow it after a tap or a key only, so the context is created in
 * `unlock`, and never while sound is off. While the context does not run, sounds are dropped: they would all be played at once
 * when it resumes.
 */
export class Player {
  readonly #parts: Parts
  #context: Context | undefined
  #output: GainNode | undefined
  #failed = false
  #waiting: { kind: SoundKind; options: SoundOptions; at: number } | undefined
  #played = new Map<SoundKind, number>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Creates or resumes the context. To be called in the listener of a tap or a key. */
  unlock(): void {
    if (!this.#parts.settings().sound || this.#failed) return
    if (!this.#context) {
      try {
        this.#context = this.#parts.create()
      } catch {
        this.#failed = true
        return
      }
      this.#output = this.#context.createGain()
      this.#setVolume()
      this.#output.connect(this.#context.destination)
      this.#context.onstatechange = () => this.#playWaiting()
    }
    this.resume()
  }

  /** Resumes a context that was suspended or interrupted. Without a tap the browser may refuse. */
  resume(): void {
    if (!this.#context || this.#context.state === 'running' || this.#context.state === 'closed') return
    this.#context.resume().then(
      () => this.#playWaiting(),
      () => {},
    )
  }

  play(kind: SoundKind, options: SoundOptions = {}): void {
    const { sound, muted } = this.#parts.settings()
    if (!options.test && (!sound || muted.includes(kind))) return
    if (!this.#parts.mayPlay()) return
    const at = this.#parts.now()
    if (this.#context?.state !== 'running') {
      this.#waiting = { kind, options, at }
      return
    }
    if (!options.test && at - (this.#played.get(kind) ?? -repetition) < repetition) return
    this.#played.set(kind, at)
    this.#start(kind, options)
  }

  #start(kind: SoundKind, { level }: SoundOptions): void {
    if (!this.#context || !this.#output) return
    this.#setVolume()
    const render = this.#parts.render ?? renderInto
    render(this.#context, this.#output, kind, level)
  }

  #playWaiting(): void {
    if (this.#context?.state !== 'running') return
    const waiting = this.#waiting
    this.#waiting = undefined
    if (waiting && this.#parts.now() - waiting.at < patience) this.play(waiting.kind, waiting.options)
  }

  /** Loudness is roughly the square root of the gain. */
  #setVolume(): void {
    if (this.#output) this.#output.gain.value = this.#parts.settings().volume ** 2
  }
}

function renderInto(context: Context, output: AudioNode, kind: SoundKind, level: number | undefined): void {
  renderSound(context as unknown as BaseAudioContext, output, kind, level)
}
