/**
 * The sounds of the page, synthesised: wooden taps for moves, bells for everything else. Nothing here depends on the page, so
 * that tests render each sound offline.
 */
import type { SoundKind } from '../ui/settings.svelte.ts'

/** Where and when a sound is played. */
interface Stage {
  context: BaseAudioContext
  output: AudioNode
  /** The start in seconds, on the clock of the context. */
  start: number
}

/** Below this gain a tone is silent; exponential ramps cannot reach zero. */
const silence = 0.0001
const attack = 0.003

const noises = new WeakMap<BaseAudioContext, AudioBuffer>()

/** noise returns a tenth of a second of white noise, the same in every context. */
function noise(context: BaseAudioContext): AudioBuffer {
  const known = noises.get(context)
  if (known) return known
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate / 10), context.sampleRate)
  const samples = buffer.getChannelData(0)
  let state = 1
  for (let i = 0; i < samples.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    samples[i] = state / 2 ** 31 - 1
  }
  noises.set(context, buffer)
  return buffer
}

/** envelope returns a gain that rises to `peak` at once and falls to silence in `decay` seconds. */
function envelope({ context, output }: Stage, at: number, peak: number, decay: number): GainNode {
  const gain = context.createGain()
  gain.gain.setValueAtTime(silence, at)
  gain.gain.exponentialRampToValueAtTime(peak, at + attack)
  gain.gain.exponentialRampToValueAtTime(silence, at + attack + decay)
  gain.connect(output)
  return gain
}

/** tone plays one damped partial and returns its end. */
function tone(stage: Stage, after: number, frequency: number, peak: number, decay: number): number {
  const at = stage.start + after
  const end = at + attack + decay
  const oscillator = stage.context.createOscillator()
  oscillator.frequency.setValueAtTime(frequency, at)
  oscillator.connect(envelope(stage, at, peak, decay))
  oscillator.start(at)
  oscillator.stop(end)
  return end
}

/** knock plays a piece set down on wood: a short burst of filtered noise over damped partials. Returns its end. */
function knock(stage: Stage, after: number, frequency: number, peak: number): number {
  const { context } = stage
  const at = stage.start + after
  const source = context.createBufferSource()
  source.buffer = noise(context)
  const filter = context.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.setValueAtTime(frequency * 7, at)
  filter.Q.setValueAtTime(1.2, at)
  source.connect(filter)
  filter.connect(envelope(stage, at, peak * 1.4, 0.035))
  source.start(at)
  source.stop(at + 0.05)
  tone(stage, after, frequency * 2.76, peak * 0.35, 0.04)
  tone(stage, after, frequency * 5.4, peak * 0.15, 0.025)
  return tone(stage, after, frequency, peak, 0.09)
}

/** bell plays a small bell and returns its end. */
function bell(stage: Stage, after: number, frequency: number, peak: number, decay: number): number {
  tone(stage, after, frequency * 2, peak * 0.3, decay * 0.6)
  tone(stage, after, frequency * 3.01, peak * 0.12, decay * 0.3)
  return tone(stage, after, frequency, peak, decay)
}

/** pitch returns the frequency of a note, in semitones above the A of 440 Hz. */
const pitch = (semitones: number) => 440 * 2 ** (semitones / 12)

const lowest = 1
const highest = 11
/** Steps of an arpeggio in semitones. */
const rising = [0, 4, 7, 12, 16]

/** A promotion is an arpeggio that starts one semitone higher for each level, and gets longer with the level. */
function promotion(stage: Stage, level: number): number {
  const bounded = Math.min(highest, Math.max(lowest, Math.round(level)))
  const notes = rising.slice(0, bounded < 5 ? 3 : bounded < 9 ? 4 : 5)
  let end = stage.start
  for (const [i, step] of notes.entries()) {
    end = bell(stage, i * 0.075, pitch(bounded - 7 + step), 0.16 + 0.02 * i, i === notes.length - 1 ? 0.5 : 0.25)
  }
  return end
}

/** chord plays bells one after the other, at intervals of `gap` seconds, and returns the end of the last one. */
function chord(stage: Stage, notes: readonly number[], gap: number, peak: number, decay: number): number {
  return Math.max(...notes.map((note, i) => bell(stage, i * gap, pitch(note), peak, decay)))
}

const sounds: Record<SoundKind, (stage: Stage, level: number) => number> = {
  move: (stage) => knock(stage, 0, 210, 0.3),
  capture: (stage) => {
    knock(stage, 0, 300, 0.22)
    return knock(stage, 0.05, 150, 0.42)
  },
  promotion,
  check: (stage) => {
    knock(stage, 0, 240, 0.26)
    return Math.max(bell(stage, 0.04, pitch(5), 0.14, 0.22), bell(stage, 0.13, pitch(4), 0.14, 0.3))
  },
  win: (stage) => {
    chord(stage, [-9, -5, -2, 3], 0.11, 0.17, 0.5)
    return Math.max(...[-9, 3, 7, 10].map((note) => bell(stage, 0.5, pitch(note), 0.11, 1)))
  },
  loss: (stage) => chord(stage, [-5, -9, -14], 0.2, 0.2, 0.6),
  draw: (stage) => chord(stage, [-5, 2, -5], 0.16, 0.18, 0.45),
  'your-turn': (stage) => chord(stage, [0, 5], 0.11, 0.18, 0.35),
  'low-time': (stage) => {
    knock(stage, 0, 520, 0.2)
    knock(stage, 0.14, 520, 0.2)
    return knock(stage, 0.28, 520, 0.2)
  },
  message: (stage) => bell(stage, 0, pitch(10), 0.12, 0.18),
}

/**
 * renderSound schedules a sound on an output and returns its end in seconds, on the clock of the context. `level` is the level
 * of the new kind of a promotion, 1 to 11; other sounds do not use it. Its peak is below 0.7, so that two sounds at once do not
 * clip.
 */
export function renderSound(
  context: BaseAudioContext,
  output: AudioNode,
  kind: SoundKind,
  level = lowest,
  start = context.currentTime,
): number {
  return sounds[kind]({ context, output, start }, level)
}
