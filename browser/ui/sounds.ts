/** The events that have a sound. */
export const soundKinds = [
  'move',
  'capture',
  'promotion',
  'check',
  'win',
  'loss',
  'draw',
  'your-turn',
  'low-time',
  'message',
] as const

export type SoundKind = (typeof soundKinds)[number]
