import { type Part, part } from '../ui/part.ts'
import type { Options } from '../ui/settings.svelte.ts'

/** The drawings that diagrams use, by the set of pieces. */
export const sprites: Readonly<Record<Options['pieces'], Part<{ default: string }>>> = {
  standing: part(() => import('diagram-sprite:standing')),
  framed: part(() => import('diagram-sprite:framed')),
}
